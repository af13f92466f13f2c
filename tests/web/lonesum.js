/** The toy family of the tests in the client, of one short file: see tests/toy/lonesum/play.py. */

import { transformRows } from "./moat-bank.js";

function view(kind, { rowCounts, colCounts }, t) {
  let [rows, cols] = [[...rowCounts], [...colCounts]];
  for (let quarter = t % 4; quarter--; ) [rows, cols] = [cols, rows.reverse()];
  return { rowCounts: rows, colCounts: t < 4 ? cols : cols.reverse() };
}

const countOf = (cells) => cells.filter((cell) => cell === "#").length;
const same = (some, others) => some.every((count, n) => count === others[n]);

function broken(kind, { rowCounts, colCounts }, claimed) {
  const isRow = (row) =>
    typeof row === "string" && row.length === colCounts.length && /^[.#]*$/.test(row);
  if (!Array.isArray(claimed) || claimed.length !== rowCounts.length || !claimed.every(isRow)) {
    return "malformed";
  }
  const rows = claimed.map((row) => [...row]);
  if (!same(rows.map(countOf), rowCounts)) return "row";
  const cols = colCounts.map((_, c) => rows.map((row) => row[c]));
  if (!same(cols.map(countOf), colCounts)) return "column";
}

export const lonesum = {
  name: "lonesum",
  kind: ["height", "width"],
  upgraded: (entry) => entry,
  view,
  viewSolution: (kind, rows, t) =>
    transformRows(rows.map((row) => [...row]), t).map((row) => row.join("")),
  broken,
  columns: {
    cells: (text, count, { height, width }) => (i) =>
      Array.from({ length: height }, (_, r) =>
        Array.from({ length: width }, (_, c) => text[(r * width + c) * count + i]).join(""),
      ),
  },
};
