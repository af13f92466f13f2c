/**
 * Which board, as the part of the address after `#`, so that a link says it:
 *
 *     #level=37    #day=2026-03-01    #bank=NAME&board=12    #bank=daily/NAME&board=3
 *
 * Levels and days are for ever; a bank's board is that of the newest edition.
 */

const DAY = 86400000;

export const today = () => new Date().toISOString().slice(0, 10);

/** Where a hash leads; null where it is none of these. */
export function parseAddress(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const whole = (text) => (/^[1-9]\d{0,15}$/.test(text ?? "") ? Number(text) : null);
  const level = whole(found.get("level"));
  if (level) return { kind: "level", n: level };
  const day = found.get("day");
  if (/^\d{4}-\d\d-\d\d$/.test(day ?? "")) return { kind: "day", day };
  const board = whole(found.get("board"));
  return found.get("bank") && board ? { kind: "bank", bank: found.get("bank"), n: board } : null;
}

export function addressOf({ kind, n, day, bank }) {
  if (kind === "level") return `#level=${n}`;
  return kind === "day" ? `#day=${day}` : `#bank=${bank}&board=${n}`;
}

/** The board before or after; null past the first, and past a bank's last. */
export function stepped(where, by, length) {
  if (where.kind === "day") {
    const day = new Date(Date.parse(`${where.day}T00:00:00Z`) + by * DAY);
    return { kind: "day", day: day.toISOString().slice(0, 10) };
  }
  const n = where.n + by;
  return n < 1 || (where.kind === "bank" && n > length) ? null : { ...where, n };
}

/** Fetch the board that `where` names, with the length of its bank if it names one. */
export async function fetchBoard(banks, where) {
  if (where.kind === "level") return banks.level(where.n);
  if (where.kind === "day") return banks.daily(where.day);
  const bank = banks.find(where.bank);
  if (!bank) throw new Error(`there is no bank ${where.bank} here`);
  return { ...(await banks.entry(bank, where.n - 1)), length: bank.length };
}
