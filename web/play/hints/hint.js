/**
 * The next hint for a player: a fault on the board if there is one, else the first finding of the
 * easiest technique. What a hint says follows by logic from the stars and marks on the board; the
 * solution is used only to see that those are right, since from a wrong mark anything follows.
 */

import { conflicts, isSolved, makeState, needOf } from "./board.js";
import { DEPTHS, whatIf } from "./suppose.js";
import { confinedLine, countLines, lastCells, seen, ways } from "./techniques.js";
import { cellsWords, cellWords, sentence } from "./words.js";

export const LADDER = [
  seen,
  lastCells,
  confinedLine,
  ways,
  countLines,
  ...Array.from({ length: DEPTHS }, (_, depth) => (board, state) => whatIf(board, state, depth)),
];

/**
 * The hint for a position.
 *
 * @param board from `makeBoard`
 * @param position `{stars, marks}`: lists of cells
 * @param solution list of the cells of the stars
 * @returns `{technique, text, stars, marks, clear, units, cells}`: cells to star, to mark and to
 *   clear, then what to look at. `null` on a solved board.
 */
export function nextHint(board, position, solution) {
  const state = makeState(board, position.stars, position.marks);
  if (isSolved(board, state)) return null;
  const fault = findFault(board, state, position, new Set(solution));
  if (fault) return { stars: [], marks: [], units: [], cells: [], ...fault };
  for (const technique of LADDER) {
    const finding = technique(board, state);
    if (finding) {
      const need = finding.units.length ? needOf(board, state, finding.units[0]) : 0;
      return { ...finding, clear: [], text: sentence(board, { ...finding, need }) };
    }
  }
  return revealed(board, state, solution);
}

function findFault(board, state, { stars, marks }, solution) {
  const wrongStars = stars.filter((cell) => !solution.has(cell));
  if (wrongStars.length) {
    const bad = conflicts(board, state).cells.filter((cell) => wrongStars.includes(cell));
    const [cell] = bad.length ? bad : wrongStars;
    const text = `The star in ${cellWords(board, cell)} cannot stay: take it away.`;
    return { technique: "fault", text, clear: [cell], cells: [cell] };
  }
  const wrongMarks = marks.filter((cell) => solution.has(cell));
  if (wrongMarks.length) {
    const one = wrongMarks.length === 1;
    const text =
      `The mark${one ? "" : "s"} in ${cellsWords(board, wrongMarks)} cannot stay:` +
      ` take ${one ? "it" : "them"} away.`;
    return { technique: "fault", text, clear: wrongMarks, cells: wrongMarks };
  }
  return null;
}

/** Where the ladder ends: honest about it, and still true. */
function revealed(board, state, solution) {
  const cell = solution.find((one) => !state.star[one]);
  const text = `No argument of this page is left; the solution has a star in ${cellWords(board, cell)}.`;
  return { technique: "reveal", text, stars: [cell], marks: [], clear: [], units: [], cells: [cell] };
}
