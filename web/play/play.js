/** The page that plays: which board, and its buttons. The board itself is table.js. */

import { addressOf, fetchBoard, parseAddress, stepped, today } from "./address.js";
import { openAll } from "./banks.js";
import { byId, html, prepare } from "./dom.js";
import { keepForOffline } from "./offline.js";
import { followTheme, switchesOf } from "./settings.js";
import { recall, remember } from "./store.js";
import { clockWords, layOut } from "./table.js";

const MOVE = { show: ["←", "↑", "→", "↓"], words: "move" };
const REST = { show: ["Z", "Y", "H"], words: "undo, redo, hint" };
const page = byId();
let described = null; // the family that the page tells about
let table = null;
let where = null;
let asked = 0; // the newest request, so that a slow older one does not replace it

function start() {
  fillPicker();
  addEventListener("hashchange", go);
  page.previous.addEventListener("click", () => step(-1));
  for (const button of [page.next, page.more]) button.addEventListener("click", () => step(1));
  page.pick.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = addressOf(picked());
  });
  page.pick.addEventListener("change", showPicker);
  page.share.addEventListener("click", share);
  for (const name of ["undo", "redo", "erase", "hint", "apply"]) {
    page[name].addEventListener("click", () => act(name));
  }
  addEventListener("keydown", onKey);
  addEventListener("pagehide", () => table?.leave());
  go();
}

function act(name) {
  const inside = document.activeElement === page[name];
  table?.[name]();
  // A button that has just gone away would take the keyboard's place with it.
  if (inside && (page[name].hidden || page[name].disabled)) page.hint.focus();
}

/** Show the board of the address, else the one seen last. */
async function go() {
  const number = ++asked;
  const wanted = parseAddress(location.hash) ?? recall("where", { kind: "level", n: 1 });
  page.main.setAttribute("aria-busy", "true");
  try {
    const level = await fetchBoard(banks, wanted);
    const family = banks.familyOf(level);
    await prepare(family);
    if (number !== asked) return;
    table?.leave();
    where = { ...wanted, length: level.length };
    remember("where", wanted);
    describe(level, family);
    page.solved.hidden = true;
    table = layOut(page, family.begin(level), addressOf(wanted), celebrate);
    if (table.finished()) celebrate();
    keepForOffline();
  } catch (error) {
    if (number === asked) tell(error);
  } finally {
    page.main.removeAttribute("aria-busy");
  }
}

function tell(error) {
  page.says.textContent = navigator.onLine
    ? `This board can't be shown: ${error.message}.`
    : "You are offline, and this board has not been kept.";
}

function describe(level, family) {
  const names = { level: `Level ${where.n}`, day: where.day, bank: `Board ${where.n}` };
  page.title.textContent = where.kind === "day" && where.day === today() ? "Today" : names[where.kind];
  const { score } = level.entry;
  const words = [family.kindWords(level), level.tier.replace("_", " "), score === undefined ? "" : `score ${score}`];
  page.kind.textContent = words.filter(Boolean).join(" · ");
  document.title = `${page.title.textContent}, ${words[0]} ${words[1]} · Moat`;
  page.previous.disabled = !stepped(where, -1, where.length);
  page.next.disabled = !stepped(where, 1, where.length);
  if (family !== described) explain(family);
  page.rule.textContent = family.rule(level);
  setPicker();
}

/** What holds for all boards of a family. */
function explain(family) {
  described = family;
  page.board.dataset.family = family.client.name;
  page.sign.textContent = family.counted.sign;
  page.counted.textContent = `${family.counted.words}: `;
  page.touches.textContent = family.touches;
  page.keys.replaceChildren(...[MOVE, ...family.keys, REST].map(keyLine));
  page.switches.replaceChildren(...switchesOf(family.switches));
}

const keyLine = ({ show, words }) => {
  const names = show.flatMap((name) => [html("kbd", {}, name), " "]);
  return html("div", {}, html("dt", {}, ...names), html("dd", {}, words));
};

function step(by) {
  const other = where && stepped(where, by, where.length);
  if (other) location.hash = addressOf(other);
}

function celebrate(seconds) {
  page.solved.hidden = false;
  page.time.textContent = seconds === undefined ? "Solved." : `Solved in ${clockWords(seconds)}.`;
  page.more.hidden = page.next.disabled;
}

async function share() {
  const link = new URL(addressOf(where), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    page.says.textContent = "The link to this board is copied.";
  } catch {
    page.says.textContent = `The link to this board: ${link}`;
  }
}

/** Undo, redo and hint from anywhere but where one types. */
function onKey(event) {
  if (event.target.closest("input, select, summary") || event.altKey) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const again = key === "y" || (key === "z" && event.shiftKey);
  const name = again ? "redo" : key === "z" ? "undo" : !control && key === "h" && "hint";
  if (!name || page[name].disabled) return;
  event.preventDefault();
  table?.[name]();
}

// ---- The picker: a level, a day, or a board of one bank.

function fillPicker() {
  for (const bank of banks.known.filter(({ pool }) => pool === "levels")) {
    const family = banks.familyOf(bank);
    const title = banks.shown.length > 1 ? `${family.title} ` : "";
    const name = `${title}${family.kindWords(bank)}, ${bank.tier.replace("_", " ")}`;
    page.bank.append(html("option", { value: banks.nameOf(bank), "data-length": bank.length }, name));
  }
  page.day.value = today();
}

const picked = () => {
  const kind = page.pick.elements.way.value;
  if (kind === "level") return { kind, n: Number(page.level.value) };
  if (kind === "day") return { kind, day: page.day.value || today() };
  return { kind, bank: page.bank.value, n: Number(page.number.value) };
};

function setPicker() {
  page.pick.elements.way.value = where.kind;
  if (where.kind === "level") page.level.value = where.n;
  if (where.kind === "day") page.day.value = where.day;
  if (where.kind === "bank") {
    page.bank.value = where.bank;
    page.number.value = where.n;
  }
  showPicker();
}

function showPicker() {
  const kind = page.pick.elements.way.value;
  for (const part of page.pick.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== kind;
  page.level.required = kind === "level";
  page.number.required = kind === "bank";
  // Fields of a way that is not chosen take no part, or a fault hidden there would stop the form.
  page.level.disabled = kind !== "level";
  page.number.disabled = kind !== "bank";
  page.number.max = page.bank.selectedOptions[0]?.dataset.length ?? 1;
  if (Number(page.number.value) > Number(page.number.max)) page.number.value = page.number.max;
}

followTheme(page.theme);

const banks = await openAll().catch(tell);
if (banks) start();
