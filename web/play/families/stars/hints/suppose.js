/**
 * What-ifs: suppose a star in a cell, follow what is forced, and where that ends in a unit without
 * room the cell is ruled out. Three depths, each tried only where the one before finds nothing.
 */

import { copyState, freeCells, isFree, needOf, seenFrom, waysToFill } from "./board.js";
import { confinedLine, countLines, lastCells, ways } from "./techniques.js";

const FOLLOWED = [
  [lastCells],
  [lastCells, confinedLine, ways, countLines],
  [lastCells, confinedLine, ways, countLines, (board, state) => whatIf(board, state, 0)],
];

export const DEPTHS = FOLLOWED.length;

/** The cell whose supposition fails after the fewest forced steps, or null. */
export function whatIf(board, state, depth) {
  let best = null;
  for (let cell = 0; cell < state.star.length; cell++) {
    if (!isFree(state, cell)) continue;
    const failed = suppose(board, state, cell, depth, best ? best.steps : Infinity);
    if (failed) best = { ...failed, cell };
    if (best?.steps === 0) break;
  }
  if (!best) return null;
  const { cell, unit, steps, forced } = best;
  return {
    technique: "what-if", depth, steps, stars: [], marks: [cell], units: [unit], cells: forced,
  }; // prettier-ignore
}

/** How a star in `cell` fails within fewer than `limit` steps: the unit, the steps, forced stars. */
function suppose(board, state, cell, depth, limit) {
  const trial = copyState(state);
  const forced = [];
  place(board, trial, cell);
  for (let steps = 0; steps < limit; steps++) {
    const unit = withoutRoom(board, trial);
    if (unit !== undefined) return { unit, steps, forced };
    const finding = first(FOLLOWED[depth], board, trial);
    if (!finding) return null;
    for (const other of finding.marks) trial.out[other] = 1;
    for (const star of finding.stars) {
      // Two last cells may touch: then the second is no longer free, and its unit lacks room.
      if (isFree(trial, star)) place(board, trial, star);
      forced.push(star);
    }
  }
  return null;
}

function place(board, state, cell) {
  state.star[cell] = 1;
  for (const other of seenFrom(board, state, cell).cells) state.out[other] = 1;
}

function withoutRoom(board, state) {
  const units = [...board.units.keys()];
  return units.find((u) => {
    const need = needOf(board, state, u);
    if (need === 0) return false;
    return need < 0 || freeCells(board, state, u).length < need || !fits(board, state, u, need);
  });
}

/** One star fits wherever a cell is free; for more, some way without touching must be left. */
const fits = (board, state, u, need) =>
  need === 1 || waysToFill(board, state, u, 0)?.length !== 0;

function first(techniques, board, state) {
  for (const technique of techniques) {
    const finding = technique(board, state);
    if (finding) return finding;
  }
  return null;
}
