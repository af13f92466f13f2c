/**
 * moat_bank in a browser, Node or a bundler: the board of a level, a day or an event.
 *
 *     import { stars } from "./families/stars.js";
 *     import { openBanks } from "./moat-bank.js";
 *     const banks = await openBanks("/banks/", { families: [stars] });
 *     const { size, tier, regionMap, solution } = await banks.level(37);
 *
 * It knows no puzzle: each family of them is a module of its own, and is given to `openBanks`. It
 * gives exactly what Python's `moat_bank.runtime` gives. Depends on nothing; docs/bundle.md.
 */

const LAST_LEVEL = 2 ** 53;
const LAST_PRELOAD = 1000;
const DAY = 86400000;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(Z|([+-])([01]\d|2[0-3]):([0-5]\d)))?$/;

/** What went wrong, in one line. `final`: asking again would not help; `missing`: no such file. */
export class MoatError extends Error {
  constructor(message, final = true, missing = false) {
    super(message);
    Object.assign(this, { name: "MoatError", final, missing });
  }
}

const fail = (message) => {
  throw new MoatError(message);
};

const whole = (value, name, low, high) =>
  Number.isInteger(value) && value >= low && value <= high
    ? value
    : fail(`${name} must be a whole number from ${low} to ${high}`);

/** A grid in one of eight views: t % 4 quarter turns clockwise, then for t >= 4 a mirror. */
export function transformRows(rows, t) {
  let turned = rows.map((row) => [...row]);
  for (let quarter = t % 4; quarter--; ) {
    turned = turned[0].map((_, c) => turned.map((row) => row[c]).reverse());
  }
  return t < 4 ? turned : turned.map((row) => row.reverse());
}

// ---- Days and events: a keyed permutation of all pairs of entry and transform (docs/daily.md).

/** Days since 1970-01-01 in UTC of a `Date`, a date such as 2026-03-01, a time with an offset. */
export function dayNumber(when) {
  const day = Math.floor((when instanceof Date ? when.getTime() : milliseconds(when)) / DAY);
  return day >= -719162 && day <= 2932896
    ? day
    : fail("a date such as 2026-03-01 of the years 1 to 9999 is needed");
}

function milliseconds(text) {
  const [, date, hours = 0, minutes = 0, seconds = 0, , sign, h = 0, m = 0] =
    (typeof text === "string" && MOMENT.exec(text)) || [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // A day that the calendar does not have is another day when it is written again.
  if (!(midnight >= -62135596800000) || new Date(midnight).toISOString().slice(0, 10) !== date) {
    return NaN;
  }
  const offset = (sign === "-" ? -1 : 1) * (h * 60 + +m);
  return midnight + ((hours * 60 + +minutes - offset) * 60 + +seconds) * 1000;
}

function mix(x) {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function permute(key, entries, i) {
  const half = Math.max(1, (33 - Math.clz32(entries - 1)) >> 1);
  const mask = (1 << half) - 1;
  do {
    let left = i >> half;
    let right = i & mask;
    for (let n = 1; n <= 6; n++) {
      [left, right] = [right, left ^ (mix(right ^ mix(key + n * 0x9e3779b9)) & mask)];
    }
    i = (left << half) | right;
  } while (i >= entries);
  return i;
}

/** The entry and the transform for a day's number, or for an event's number less 1. */
export function pair(key, entries, number) {
  const all = 8 * entries;
  const place = ((number % all) + all) % all;
  const i = place % entries;
  const turn = (place - i) / entries;
  return [permute(key, entries, i), ((mix(mix(i) ^ ~key) % 8) + 3 * turn) % 8];
}

export function eventKey(key, name) {
  if (typeof name !== "string" || /\p{Surrogate}/u.test(name)) {
    fail("an event's name must be text that UTF-8 can express");
  }
  const bytes = new TextEncoder().encode(name);
  whole(bytes.length, "the bytes of an event's name", 1, 256);
  return mix(key ^ bytes.reduce((value, byte) => Math.imul(value ^ byte, 0x1000193), 0x811c9dc5));
}

// ---- Levels: the bank that serves one, and the level's position in that bank.

/** Whether an object of the manifest has the same family and parameters as a step of the plan. */
const isOf = (item, { from, ...kind }) => Object.keys(kind).every((key) => item[key] === kind[key]);

function findLevel({ boards, tiers }, n) {
  const tier = tiers[(n - 1) % tiers.length];
  // How many of the levels 1 to `level` are of the tier. Exact up to 2 ** 53: nothing is rounded.
  const count = (level) => {
    const rest = level % tiers.length;
    const among = (some) => some.filter((other) => other === tier).length;
    return ((level - rest) / tiers.length) * among(tiers) + among(tiers.slice(0, rest));
  };
  const kind = boards.findLast((step) => step.from <= n);
  let place = 0;
  boards.forEach((step, at) => {
    if (step.from <= n && isOf(step, kind)) {
      const end = at + 1 < boards.length ? Math.min(n, boards[at + 1].from - 1) : n;
      place += count(end) - count(step.from - 1);
    }
  });
  return { kind, tier, place };
}

// ---- Shards: rows list entries, columns have one for each key (docs/bundle.md).

const FORMS = {
  all: (value) => () => value,
  list: (values) => (i) => structuredClone(values[i]),
  over: ([low, ...values]) => (i) => low + values[i],
  sum: (values) => {
    let total = 0;
    const sums = values.map((value) => (total += value));
    return (i) => sums[i];
  },
  text: (text, count) => {
    const width = text.length / count;
    return (i) => text.slice(i * width, (i + 1) * width);
  },
  each: (columns, ...about) => {
    const parts = columns.map((part) => columnReader(part, ...about));
    return (i) => parts.map((part) => part(i));
  },
};

function columnReader(column, count, kind, family, key) {
  const [[form, content]] = Object.entries(column);
  const read = FORMS[form] ?? family.columns[form];
  return (read ?? fail(`'columns.${key}' is of a form unknown here`))(content, count, kind, family, key);
}

function entryReader(content, tier, kind, family) {
  if (!content.columns) return (i) => structuredClone(content[tier][i]);
  const columns = Object.entries(content.columns).map(([key, column]) => [
    key,
    columnReader(column, content.count, kind, family, key),
  ]);
  return (i) =>
    Object.fromEntries(
      columns.map(([key, read]) => [key, read(i)]).filter(([, value]) => value !== null),
    );
}

// ---- Files

const byFetch = (root, timeout) => async (file, again) => {
  // A damaged copy in the cache is the one thing that asking in the same way would not mend.
  const cache = again ? "reload" : "default";
  const response = await fetch(root + file, { cache, signal: AbortSignal.timeout(timeout) });
  const { ok, status } = response;
  if (!ok) {
    const missing = status === 404 || status === 410;
    throw new MoatError(`HTTP status ${status}`, status < 500 && status !== 429, missing);
  }
  return response.arrayBuffer();
};

async function checkHash(bytes, { sha256 }) {
  if (!globalThis.crypto?.subtle) {
    fail("hashes can be checked on https and localhost alone; or say {integrity: false}");
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== sha256) throw new MoatError("is not the file that the manifest names", false);
}

const parseJson = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

function parseManifest(bytes) {
  const found = parseJson(bytes);
  return [1, 2, 3].includes(found?.format)
    ? found
    : fail("is not a manifest of format 1, 2 or 3: take the client of the version that wrote it");
}

function parseEditions(bytes) {
  const found = parseJson(bytes);
  if (found?.format !== 1 || !found.editions?.length) fail("is not a list of editions of format 1");
  return found.editions;
}

/** Open a bundle, or a folder of banks, by its address. Reads what editions there are. */
export async function openBanks(base, options) {
  const { families } = options;
  const { cache = 16, preload: ahead = 5, retries = 3, delay = 300, timeout = 20000 } = options;
  const { integrity = true, read = byFetch(`${base}`.replace(/\/*$/, "/"), timeout) } = options;
  whole(cache, "the number of shards to keep", 1, 2 ** 31);
  const kept = new Map(); // promises of shards by file, the one used longest ago first

  async function load(file, parse) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await parse(await read(file, attempt > 0));
      } catch (error) {
        const missing = error.missing || error.code === "ENOENT";
        if (error.final || missing || attempt >= retries) {
          throw new MoatError(`${file}: ${error.message}`, true, missing);
        }
      }
      const pause = delay * 2 ** attempt * (0.5 + Math.random() / 2);
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  // The editions, oldest first. A folder of banks with one alone need not list it.
  let editions, only;
  try {
    editions = await load("editions.json", parseEditions);
  } catch (error) {
    if (!error.missing) throw error;
    only = await load("manifest.json", parseManifest);
    editions = [{ edition: only.edition, level: 1, day: "0001-01-01" }];
  }
  const manifests = only ? [Promise.resolve(only)] : [];

  function manifestOf(at) {
    const line = editions[at];
    const promise = (manifests[at] ??= load(line.file, async (bytes) => {
      if (integrity) await checkHash(bytes, line);
      return parseManifest(bytes);
    }));
    promise.catch(() => manifests[at] === promise && (manifests[at] = undefined));
    return promise;
  }

  /** The family of a bank, and the parameters of its kind. */
  function kindOf(manifest, bank) {
    const name = bank.family ?? manifest.family; // formats 1 and 2 had one family
    const family =
      families.find((one) => one.name === name) ??
      fail(`boards of the family ${name} need its module among the families given to openBanks`);
    return [family, Object.fromEntries(family.kind.map((key) => [key, bank[key]]))];
  }

  function shard(manifest, bank, number) {
    const record = bank.shards[number];
    const { file } = record;
    const [family, kind] = kindOf(manifest, bank);
    const promise =
      kept.get(file) ??
      load(file, async (bytes) => {
        if (integrity) await checkHash(bytes, record);
        return entryReader(parseJson(bytes), bank.tier, kind, family);
      });
    kept.delete(file);
    kept.set(file, promise);
    promise.catch(() => kept.get(file) === promise && kept.delete(file));
    if (kept.size > cache) kept.delete(kept.keys().next().value);
    return promise;
  }

  async function locateLevel(n) {
    whole(n, "a level", 1, LAST_LEVEL);
    const manifest = await manifestOf(editions.findLastIndex(({ level }) => level <= n));
    const { kind, tier, place } = findLevel(manifest.levels, n);
    const bank = manifest.banks.find(
      (one) => one.pool === "levels" && one.tier === tier && isOf(one, kind),
    );
    const index = (place - 1) % bank.length;
    return { manifest, number: n, bank, index, transform: (((place - 1) % 8) * 3) % 8 };
  }

  function locateIn(manifest, name, key, number, shift) {
    const banks = manifest.banks.filter(({ pool }) => pool === name);
    if (!banks.length) fail(`this edition has no bank in the pool '${name}'`);
    const entries = banks.reduce((total, { length }) => total + length, 0);
    let [index, transform] = pair(key, entries, number - shift);
    const bank = banks.find(({ length }) => index < length || ((index -= length), false));
    return { manifest, number, bank, index, transform };
  }

  async function locateDay(when) {
    const number = dayNumber(when);
    const at = editions.findLastIndex(({ day }) => day !== null && dayNumber(day) <= number);
    const manifest = await manifestOf(at);
    return locateIn(manifest, "daily", manifest.daily.key, number, 0);
  }

  async function locateEvent(name, n, edition) {
    const manifest = await eventManifest(edition);
    const key = eventKey(manifest.events.key, name);
    return locateIn(manifest, "events", key, whole(n, "an event's board", 1, LAST_LEVEL), 1);
  }

  /** That of the edition named, or of the oldest that has boards for events. */
  async function eventManifest(edition) {
    const names = editions.map((line) => line.edition);
    if (edition !== undefined && edition !== null) {
      const at = names.indexOf(edition);
      if (at < 0) fail(`there is no edition ${edition}; there is ${names.join(", ")}`);
      return manifestOf(at);
    }
    for (const at of editions.keys()) {
      const manifest = await manifestOf(at);
      if (manifest.banks.some(({ pool }) => pool === "events")) return manifest;
    }
    return manifestOf(0);
  }

  const shardAt = ({ manifest, bank, index }) =>
    shard(manifest, bank, Math.floor(index / manifest.shard));

  /** The family, the parameters of the kind, the entry, and its puzzle as shown. */
  async function open(place) {
    const { manifest, bank, index, transform } = place;
    const [family, kind] = kindOf(manifest, bank);
    const entryAt = await shardAt(place);
    let entry = entryAt(index % manifest.shard);
    if (manifest.format < 3) entry = family.upgraded(entry);
    return { family, kind, entry, puzzle: family.view(kind, entry, transform) };
  }

  async function show(place) {
    const { manifest, number, bank, index, transform } = place;
    const { family, kind, entry, puzzle } = await open(place);
    const solution = entry.solution ? family.viewSolution(kind, entry.solution, transform) : null;
    const { edition } = manifest;
    const about = { number, family: family.name, ...kind, tier: bank.tier, index, transform, edition };
    return { ...about, puzzle, ...puzzle, solution, entry };
  }

  async function preload(n, count = 5) {
    whole(n, "a level", 1, LAST_LEVEL);
    whole(count, "the number of levels to preload", 0, LAST_PRELOAD);
    const levels = Array.from({ length: Math.min(count, LAST_LEVEL - n + 1) }, (_, at) => n + at);
    await Promise.all(levels.map(async (level) => shardAt(await locateLevel(level))));
  }

  async function locate(which) {
    if (typeof which === "number") return locateLevel(which);
    if (!Array.isArray(which)) return locateDay(which);
    if (which[0] !== "event" || which.length < 3 || which.length > 4) {
      fail("an event's board is named by ['event', name, number]");
    }
    return locateEvent(...which.slice(1));
  }

  return {
    editions,
    manifest: await manifestOf(editions.length - 1),
    preload,
    async level(n) {
      const level = await show(await locateLevel(n));
      if (ahead && n < LAST_LEVEL) preload(n + 1, ahead).catch(() => {}); // told when asked for
      return level;
    },
    daily: async (when) => show(await locateDay(when)),
    event: async (name, n, edition) => show(await locateEvent(name, n, edition)),
    /** Entry `index`, from 0, of one of `manifest.banks`, as it stands there: to browse a bank. */
    async entry(bank, index) {
      whole(index, "an entry's place", 0, bank.length - 1);
      const manifest = await manifestOf(editions.length - 1);
      return show({ manifest, number: index + 1, bank, index, transform: 0 });
    },
    async checkClaim(which, claimed) {
      const { family, kind, puzzle } = await open(await locate(which));
      const broken = family.broken(kind, puzzle, claimed) ?? null;
      return { valid: broken === null, broken };
    },
  };
}
