/** Stars boards (Queens, Star Battle): how they are shown, claimed and kept in columns. */

import { transformRows } from "../moat-bank.js";

const MOST_CLAIMED = 625;

/** The same regions, numbered in reading order, so that their numbers tell nothing. */
function numbered(rows) {
  const names = new Map();
  return rows.map((row) =>
    row.map((cell) => names.get(cell) ?? (names.set(cell, names.size), names.size - 1)),
  );
}

/** An entry of format 1 or 2 in today's form: one list of rounds, and no telling numbers. */
function upgraded(entry) {
  const found = {};
  for (const [key, value] of Object.entries(entry)) {
    if (/^r[1-9]\d*$/.test(key)) (found.rounds ??= []).push(value);
    else found[key] = key === "regionMap" ? numbered(value) : value;
  }
  return found;
}

const view = (kind, { regionMap }, t) => ({ regionMap: numbered(transformRows(regionMap, t)) });

function viewSolution(kind, solution, t) {
  const last = solution.length - 1;
  const rows = solution.map(() => []);
  solution.forEach((columns, r) => {
    for (const c of [columns].flat()) {
      let [y, x] = [r, c];
      for (let quarter = t % 4; quarter--; ) [y, x] = [x, last - y];
      rows[y].push(t < 4 ? x : last - x);
    }
  });
  return rows.map((row) => (Array.isArray(solution[0]) ? row.sort((a, b) => a - b) : row[0]));
}

/** The first rule that claimed stars, a list of [row, column], break; undefined if none. */
function broken({ stars }, { regionMap }, claimed) {
  const size = regionMap.length;
  const isPair = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger);
  if (!Array.isArray(claimed) || claimed.length > MOST_CLAIMED || ![...claimed].every(isPair)) {
    return "malformed";
  }
  const cells = new Set(claimed.map(String));
  if (claimed.length !== size * stars || cells.size !== size * stars) return "count";
  if (claimed.flat().some((at) => at < 0 || at >= size)) return "off_board";
  const units = { row: ([r]) => r, column: ([, c]) => c, region: ([r, c]) => regionMap[r][c] };
  for (const [rule, unit] of Object.entries(units)) {
    const counts = Array(size).fill(0);
    if (claimed.some((cell) => ++counts[unit(cell)] > stars)) return rule;
  }
  const touches = ([r, c]) =>
    cells.has(`${r},${c + 1}`) || [-1, 0, 1].some((x) => cells.has(`${r + 1},${c + x}`));
  if (claimed.some(touches)) return "touching";
}

const letter = (char) => char.charCodeAt(0) - 97;

const columns = {
  map: (text, count, { size }) => (i) => {
    const rows = [];
    for (let r = 0; r < size; r++) {
      const row = (rows[r] = []);
      for (let c = 0; c < size; c++) {
        const char = text[(r * size + c) * count + i];
        row[c] = char === "." ? rows[r - 1][c] : char === "-" ? row[c - 1] : letter(char);
      }
    }
    return rows;
  },
  stars: (text, count, { size, stars }) => (i) => {
    const at = (n) => letter(text[n * count + i]);
    const row = (r) => Array.from({ length: stars }, (_, n) => at(r * stars + n));
    return Array.from({ length: size }, (_, r) => (stars === 1 ? at(r) : row(r)));
  },
};

export const stars = {
  name: "stars",
  kind: ["size", "stars"],
  upgraded,
  view,
  viewSolution,
  broken,
  columns,
};
