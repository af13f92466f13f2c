/**
 * The solution of a board that came without one (`bundle --no-solutions`): a search over the ways
 * to fill the unit that has fewest. The hints need it to see that marks are right.
 */

import { copyState, freeCells, makeState, needOf, seenFrom, waysToFill } from "./board.js";
import { STEPS, within } from "./budget.js";

/** `{cells, decided}`: the cells of the stars or null, and whether `steps` sufficed to tell. */
export function solve(board, steps = STEPS) {
  const found = within(steps, board, (counted) => ({ cells: search(counted, makeState(counted)) }));
  return { cells: found?.cells ?? null, decided: found !== null };
}

function search(board, state) {
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
    const found = search(board, next);
    if (found) return found;
  }
  return null;
}
