/** One board on the table: its game, its hints, its clock. Knows the page, not the banks. */

import { MARK, STAR, EMPTY, asOneStep, changesFor, cycled, faultsOf, newGame, play } from "./game.js";
import { positionOf, redo, solved, undo } from "./game.js";
import { makeGrid } from "./grid.js";
import { makeBoard } from "./hints/board.js";
import { nextHint } from "./hints/hint.js";
import { solve } from "./hints/solve.js";
import { unitWords } from "./hints/words.js";
import { recall, remember } from "./store.js";

/**
 * Lay out a level.
 *
 * @param page the page's elements by id
 * @param key under what name progress is kept
 * @param done called when the board is solved, with the seconds taken
 * @returns the calls of the page's buttons, and `leave()`
 */
export function layOut(page, level, key, done) {
  const board = makeBoard(level.regionMap, level.stars);
  const kept = recall(`game:${key}`, {});
  const size = level.regionMap.length;
  const usable = Array.isArray(kept.cells) && kept.cells.length === size * size;
  let game = newGame(size, usable ? kept.cells : undefined);
  let seconds = (usable && kept.seconds) || 0;
  let finished = solved(board, game);
  let hint = null;
  let before = null; // the game when a drag began, and what the drag leaves behind it
  let brush = MARK;
  let solution = null;

  const keep = () => remember(`game:${key}`, { cells: game.cells, seconds });

  function show() {
    const faults = faultsOf(board, game);
    draw(game.cells, new Set(faults.cells), hint);
    page.undo.disabled = !game.past.length;
    page.redo.disabled = !game.future.length;
    page.erase.disabled = !game.cells.some(Boolean);
    page.hint.disabled = finished;
    page.apply.hidden = !hint;
    page.board.classList.toggle("finished", finished);
    const stars = game.cells.filter((what) => what === STAR).length;
    page.count.textContent = `${stars} / ${size * level.stars}`;
    page.faults.textContent = faultWords(board, faults);
  }

  function become(next) {
    if (next === game) return;
    game = next;
    if (hint) say("");
    hint = null;
    if (!before) settle();
    show();
  }

  /** After a whole move: keep it, and see whether it was the last, or took the last one back. */
  function settle() {
    keep();
    const now = solved(board, game);
    if (now && !finished) done(seconds);
    if (!now) page.solved.hidden = true;
    finished = now;
  }

  const say = (text) => {
    page.says.textContent = text;
  };

  const put = (cell, what) => become(play(game, changesFor(board, game, cell, what, page.help.checked)));

  const draw = makeGrid(page.board, level.regionMap, {
    put,
    tap: (cell) => put(cell, cycled(game, cell)),
    dragFrom(cell) {
      before = game;
      brush = game.cells[cell] === MARK ? EMPTY : MARK;
      paint(cell);
    },
    dragOver: paint,
    dragEnd() {
      const next = asOneStep(before, game);
      before = null;
      become(next);
    },
  });

  /** A drag marks what is empty, or clears marks; stars stay. */
  function paint(cell) {
    if (game.cells[cell] !== STAR) become(play(game, [[cell, brush]]));
  }

  function showHint() {
    solution ??= level.solution ? cellsOf(level.solution, size) : solve(board);
    if (!solution) return say("This board came without its solution and is too large for hints.");
    const found = nextHint(board, positionOf(game), solution);
    if (!found) return;
    const lit = new Set([...found.cells, ...found.stars, ...found.marks, ...found.clear]);
    for (const u of found.units) for (const cell of board.units[u].cells) lit.add(cell);
    hint = { ...found, lit };
    show();
    say(found.text);
  }

  function applyHint() {
    if (!hint) return;
    const { stars, marks, clear } = hint;
    const as = (cells, what) => cells.map((cell) => [cell, what]);
    become(play(game, [...as(stars, STAR), ...as(marks, MARK), ...as(clear, EMPTY)]));
  }

  const clock = setInterval(() => {
    if (finished || document.hidden) return;
    seconds++;
    page.clock.textContent = clockWords(seconds);
    if (seconds % 5 === 0) keep();
  }, 1000);

  page.clock.textContent = clockWords(seconds);
  say("");
  show();
  return {
    undo: () => become(undo(game)),
    redo: () => become(redo(game)),
    erase: () => become(play(game, game.cells.map((_, cell) => [cell, EMPTY]))),
    hint: showHint,
    apply: applyHint,
    finished: () => finished,
    leave() {
      clearInterval(clock);
      keep();
    },
  };
}

const cellsOf = (solution, size) =>
  solution.flatMap((columns, r) => [columns].flat().map((c) => r * size + c));

export const clockWords = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The first conflict in words that fit in a line of a phone; the cells show them all. */
function faultWords(board, { units, touch }) {
  const parts = units.map((u) => `Too many in ${unitWords(board, u)}`);
  if (touch) parts.push("Stars touch");
  return parts.length > 1 ? `${parts[0]}, and ${parts.length - 1} more` : parts.join("");
}
