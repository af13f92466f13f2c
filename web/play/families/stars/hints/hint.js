/**
 * The next hint for a player: a fault on the board if there is one, else the first finding of the
 * easiest technique. What a hint says follows by logic from the stars and marks on the board; the
 * solution is used only to see that those are right, since from a wrong mark anything follows.
 */

import { STEPS, stepsWords, within } from "./budget.js";
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

const NOTHING = { stars: [], marks: [], clear: [], units: [], cells: [] };

/**
 * The hint for a position.
 *
 * @param board from `makeBoard`
 * @param position `{stars, marks}`: lists of cells
 * @param solution list of the cells of the stars
 * @param steps looks at a unit after which it gives up
 * @returns `{technique, text, stars, marks, clear, units, cells}`: cells to star, to mark and to
 *   clear, then what to look at. `null` on a solved board.
 */
export function nextHint(board, position, solution, steps = STEPS) {
  const state = makeState(board, position.stars, position.marks);
  if (isSolved(board, state)) return null;
  const fault = findFault(board, state, position, new Set(solution));
  if (fault) return { ...NOTHING, ...fault };
  const found = within(steps, board, (counted) => ({ finding: firstFinding(counted, state) }));
  if (found?.finding) return told(board, state, found.finding);
  const why = found ? "No argument of this page is left" : `No hint found within ${stepsWords(steps)}`;
  return revealed(board, state, solution, found ? "reveal" : "undecided", why);
}

function firstFinding(board, state) {
  for (const technique of LADDER) {
    const finding = technique(board, state);
    if (finding) return finding;
  }
  return null;
}

function told(board, state, finding) {
  const need = finding.units.length ? needOf(board, state, finding.units[0]) : 0;
  return { ...NOTHING, ...finding, text: sentence(board, { ...finding, need }) };
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
function revealed(board, state, solution, technique, why) {
  const cell = solution.find((one) => !state.star[one]);
  const text = `${why}; the solution has a star in ${cellWords(board, cell)}.`;
  return { ...NOTHING, technique, text, stars: [cell], cells: [cell] };
}
