// What Node and a browser both do with the vectors that Python made: each answer is the same text.

import { lonesum } from "./families/lonesum.js";
import { stars } from "./families/stars.js";
import { dayNumber, eventKey, openBanks, pair, transformRows } from "./moat-bank.js";

export const FAMILIES = [stars, lonesum];

/** Faults found, and how many answers were compared of each kind. */
export async function checkVectors(vectors, open = openAll) {
  const faults = [];
  const compared = {};

  function compare(kind, name, found, wanted) {
    compared[kind] = (compared[kind] ?? 0) + 1;
    const text = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
    if (found === text || faults.length >= 10) return;
    faults.push(`${kind} ${name}: ${found} is not ${text}`);
  }
  const same = (kind, name, found, wanted) => compare(kind, name, JSON.stringify(found), wanted);

  for (const { regionMap, solution, transforms } of vectors.symmetry) {
    transforms.forEach((shown, t) => {
      same("transform", t, transformRows(regionMap, t), shown.regionMap);
      same("transform", t, stars.viewSolution({}, solution, t), shown.solution);
    });
  }
  for (const [key, entries, number, entry, transform] of vectors.pairs) {
    same("pair", [key, entries, number], pair(key, entries, number), [entry, transform]);
  }
  for (const [key, name, wanted] of vectors.event_keys) {
    same("event key", name, eventKey(key, name), wanted);
  }
  for (const [day, wanted] of vectors.days) same("day", day, dayNumber(day), wanted);
  for (const day of vectors.no_days) {
    const refused = await answer(async () => dayNumber(day));
    compare("no day", day, refused.startsWith("a date") ? "refused" : refused, "refused");
  }
  for (const [regionMap, count, claimed, wanted] of vectors.stars) {
    const broken = stars.broken({ stars: count }, { regionMap }, claimed) ?? null;
    same("stars", JSON.stringify(claimed), broken, JSON.stringify(wanted));
  }
  for (const edition of vectors.editions) {
    const banks = await open(edition.folder);
    for (const [call, args, wanted] of edition.calls) {
      const found = await answer(async () => JSON.stringify(bare(await banks[call](...args))));
      compare(call, `${edition.folder} ${JSON.stringify(args)}`, found, wanted);
    }
  }
  return { faults, compared };
}

const openAll = (folder) => openBanks(folder, { families: FAMILIES });

/** A level as the commands print it: its puzzle's keys once, and they must be those of `puzzle`. */
function bare({ puzzle, ...level }) {
  for (const [key, value] of Object.entries(puzzle ?? {})) {
    if (level[key] !== value) throw new Error(`${key} is not that of the puzzle`);
  }
  return level;
}

async function answer(ask) {
  try {
    return await ask();
  } catch (error) {
    return error.message;
  }
}
