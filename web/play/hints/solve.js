/**
 * The solution of a board that came without one (`bundle --no-solutions`): a search over the ways
 * to fill the unit that has fewest. The hints need it to see that marks are right.
 */

import { copyState, freeCells, makeState, needOf, seenFrom, waysToFill } from "./board.js";

/** The cells of the stars, or null where there is no solution or `nodes` did not suffice. */
export function solve(board, nodes = 20000) {
  let left = nodes;
  const search = (state) => {
    if (left-- <= 0) return null;
    let best = null;
    for (let u = 0; u < board.units.length; u++) {
      const need = needOf(board, state, u);
      if (need < 0 || freeCells(board, state, u).length < need) return null;
      if (need === 0) continue;
      const list = waysToFill(board, state, u, best ? best.length - 1 : Infinity);
      if (list && (!best || list.length < best.length)) best = list;
      if (best?.length === 0) return null;
    }
    if (!best) return [...state.star.keys()].filter((cell) => state.star[cell]);
    for (const way of best) {
      const next = copyState(state);
      for (const cell of way) next.star[cell] = 1;
      for (const cell of way) for (const other of seenFrom(board, next, cell).cells) next.out[other] = 1;
      const found = search(next);
      if (found) return found;
    }
    return null;
  };
  return search(makeState(board));
}
