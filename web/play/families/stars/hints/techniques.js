/**
 * The rungs of the ladder below what-ifs. Each looks at a state and gives its first finding or
 * null: `{technique, stars, marks, units, cells, ...}`, of which `stars` and `marks` follow by
 * logic; `units` and `cells` are what to look at. Every rung holds for any number of stars.
 */

import { freeCells, isFree, needOf, ruledOutBy, seenFrom, waysToFill } from "./board.js";

/** More ways than this to fill a unit are no argument that a person would follow. */
export const MOST_WAYS = 40;

/** Beyond this size sets of lines are no longer tried all, only those that stand together. */
const ALL_SETS = 12;

/** A star on the board rules out what it touches, and the rest of each unit it completes. */
export function seen(board, state) {
  for (let cell = 0; cell < state.star.length; cell++) {
    if (!state.star[cell]) continue;
    const { cells, touched, full } = seenFrom(board, state, cell);
    if (cells.length) {
      const touches = touched.length > 0;
      return { technique: "seen", stars: [], marks: cells, units: full, cells: [cell], touches };
    }
  }
  return null;
}

/** A unit with as many free cells as it lacks stars: all of them are stars. */
export function lastCells(board, state) {
  for (const u of byKind(board)) {
    const free = freeCells(board, state, u);
    if (free.length > 0 && free.length === needOf(board, state, u)) {
      return { technique: "last cells", stars: free, marks: [], units: [u], cells: free };
    }
  }
  return null;
}

/** Regions first: they are what a player looks at first. */
function* byKind(board) {
  for (let u = 2 * board.size; u < 3 * board.size; u++) yield u;
  for (let u = 0; u < 2 * board.size; u++) yield u;
}

/**
 * However a unit gets its stars, some cell is among them, or can't be, or is ruled out. For one
 * star that is the squeeze. The unit with the fewest ways comes first.
 */
export function ways(board, state) {
  const lists = [];
  for (const u of byKind(board)) {
    if (needOf(board, state, u) < 1) continue;
    const list = waysToFill(board, state, u, MOST_WAYS);
    if (list?.length) lists.push({ u, list });
  }
  lists.sort((a, b) => a.list.length - b.list.length);
  for (const { u, list } of lists) {
    const finding = fromWays(board, state, u, list);
    if (finding) return finding;
  }
  return null;
}

function fromWays(board, state, u, list) {
  const free = freeCells(board, state, u);
  const base = { technique: "squeeze", units: [u], stars: [], marks: [] };
  const always = free.filter((cell) => list.every((way) => way.includes(cell)));
  if (always.length) return { ...base, stars: always, cells: free, kind: "always" };
  const never = free.filter((cell) => !list.some((way) => way.includes(cell)));
  if (never.length) return { ...base, marks: never, cells: free, kind: "never" };
  const shut = outside(board, state, u, list[0]).filter((cell) =>
    list.every((way) => ruledOutBy(board, state, way, cell)),
  );
  return shut.length ? { ...base, marks: shut, cells: free, kind: "outside" } : null;
}

function outside(board, state, u, way) {
  const cells = [...state.star.keys()];
  return cells.filter(
    (cell) =>
      isFree(state, cell) &&
      !board.unitsOf[cell].includes(u) &&
      ruledOutBy(board, state, way, cell),
  );
}

/** Counting over one line: a region confined to it, or the reverse. */
export const confinedLine = (board, state) => counting(board, state, 1, 1);

/** Counting over two lines or more. */
export const countLines = (board, state) => counting(board, state, 2, board.size - 1);

/**
 * Regions whose free cells all lie in some lines, and lack as many stars as those lines do, take
 * all of them: other cells of the lines go. The reverse: the only regions that meet some lines
 * spend all their stars there: their cells elsewhere go. Fewest lines first.
 */
function counting(board, state, fewest, most) {
  const { size } = board;
  const tables = [0, size].map((first) => meetings(board, state, first));
  for (let count = fewest; count <= most; count++) {
    for (const table of tables) {
      for (const lines of lineSets(size, count)) {
        const finding = compare(board, state, table, lines);
        if (finding) return finding;
      }
    }
  }
  return null;
}

/** Of each region, the lines of one direction its free cells meet; and what each unit lacks. */
function meetings(board, state, first) {
  const { size } = board;
  const met = Array(size).fill(0);
  state.star.forEach((_, cell) => {
    if (isFree(state, cell)) met[board.regions[cell]] |= 1 << (lineOf(board, cell, first) - first);
  });
  const need = Array.from({ length: size }, (_, i) => needOf(board, state, 2 * size + i));
  const lacking = Array.from({ length: size }, (_, i) => needOf(board, state, first + i));
  return { first, met, need, lacking };
}

const lineOf = (board, cell, first) => board.unitsOf[cell][first ? 1 : 0];

function compare(board, state, { first, met, need, lacking }, lines) {
  board.look();
  let total = 0;
  for (let i = 0; i < lacking.length; i++) if ((lines >> i) & 1) total += lacking[i];
  if (total < 1) return null;
  const inside = [];
  const meeting = [];
  met.forEach((mask, region) => {
    if (need[region] < 1) return;
    if (mask && !(mask & ~lines)) inside.push(region);
    if (mask & lines) meeting.push(region);
  });
  const sum = (regions) => regions.reduce((all, region) => all + need[region], 0);
  const inLines = (cell) => (lines >> (lineOf(board, cell, first) - first)) & 1;
  const wanted = (test) => [...state.star.keys()].filter((cell) => isFree(state, cell) && test(cell));
  const found = (regions, kind, marks) => {
    if (!marks.length) return null;
    const where = (cell) => regions.includes(board.regions[cell]) && inLines(cell);
    const lineUnits = Array.from({ length: board.size }, (_, i) => i).filter((i) => (lines >> i) & 1);
    const technique = lineUnits.length > 1 ? "counting" : "confined line";
    const regionUnits = regions.map((region) => 2 * board.size + region);
    const units = lineUnits.map((i) => first + i);
    const extra = { kind, lines: units, regions: regionUnits, total };
    return { technique, stars: [], marks, units: [...units, ...regionUnits], cells: wanted(where), ...extra };
  };
  if (sum(inside) === total) {
    const marks = wanted((cell) => inLines(cell) && !inside.includes(board.regions[cell]));
    const finding = found(inside, "inside", marks);
    if (finding) return finding;
  }
  if (sum(meeting) === total) {
    const marks = wanted((cell) => !inLines(cell) && meeting.includes(board.regions[cell]));
    return found(meeting, "meeting", marks);
  }
  return null;
}

/** Sets of `count` lines as bits, all of them on boards where that is quick. */
function* lineSets(size, count) {
  if (size > ALL_SETS) {
    for (let at = 0; at + count <= size; at++) yield ((1 << count) - 1) << at;
    return;
  }
  for (let set = (1 << count) - 1; set < 1 << size; ) {
    yield set;
    const low = set & -set; // the next larger number with as many bits (Gosper)
    const up = set + low;
    set = up | (((set ^ up) / low) >> 2);
  }
}
