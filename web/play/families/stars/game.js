/** A position is a list that says of each cell whether it is empty, marked or a star. */

import { conflicts, isSolved, makeState, seenFrom } from "./hints/board.js";

export const [EMPTY, MARK, STAR] = [0, 1, 2];

export const fresh = (board) => Array(board.size ** 2).fill(EMPTY);

/** What the browser had kept, if it is a position of this board. */
export const restored = (board, kept) =>
  Array.isArray(kept) && kept.length === board.size ** 2 && kept.every((what) => [0, 1, 2].includes(what))
    ? kept
    : null;

const listOf = (cells, what) => [...cells.keys()].filter((cell) => cells[cell] === what);

export const placesOf = (cells) => ({ stars: listOf(cells, STAR), marks: listOf(cells, MARK) });

const stateOf = (board, cells) => {
  const { stars, marks } = placesOf(cells);
  return makeState(board, stars, marks);
};

/** Another position, with `changes`, a list of [cell, what]; the same one if they change nothing. */
export function changed(cells, changes) {
  const real = changes.filter(([cell, what]) => cells[cell] !== what);
  if (!real.length) return cells;
  const next = [...cells];
  for (const [cell, what] of real) next[cell] = what;
  return next;
}

/** What a tap makes of a cell: a mark, then a star, then nothing. */
export const cycled = (what) => (what + 1) % 3;

/** Put `what` in a cell, and with `help` mark what a star there rules out. */
export function put(board, cells, cell, what, help) {
  const next = changed(cells, [[cell, what]]);
  if (!help || what !== STAR) return next;
  const ruledOut = seenFrom(board, stateOf(board, next), cell).cells;
  return changed(next, ruledOut.map((other) => [other, MARK]));
}

export const faultsOf = (board, cells) => conflicts(board, stateOf(board, cells));

export const solved = (board, cells) => isSolved(board, stateOf(board, cells));
