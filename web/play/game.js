/** What a player does, as values: a game is never changed, a move gives another one. */

import { conflicts, isSolved, makeState, seenFrom } from "./hints/board.js";

export const [EMPTY, MARK, STAR] = [0, 1, 2];
const MOST_UNDO = 1000;

export const newGame = (size, cells) => ({
  cells: cells ?? Array(size * size).fill(EMPTY),
  past: [],
  future: [],
});

const listOf = (cells, what) => [...cells.keys()].filter((cell) => cells[cell] === what);

export const positionOf = ({ cells }) => ({ stars: listOf(cells, STAR), marks: listOf(cells, MARK) });

const stateOf = (board, game) => {
  const { stars, marks } = positionOf(game);
  return makeState(board, stars, marks);
};

/** Another game, with `changes`, a list of [cell, what]; the same one if they change nothing. */
export function play(game, changes) {
  const real = changes.filter(([cell, what]) => game.cells[cell] !== what);
  if (!real.length) return game;
  const cells = [...game.cells];
  for (const [cell, what] of real) cells[cell] = what;
  return { cells, past: [...game.past, game.cells].slice(-MOST_UNDO), future: [] };
}

/** `after` as one step from `before`: what a drag did is undone at once. */
export const asOneStep = (before, after) =>
  before === after ? after : { cells: after.cells, past: [...before.past, before.cells], future: [] };

export function undo({ cells, past, future }) {
  return past.length
    ? { cells: past.at(-1), past: past.slice(0, -1), future: [cells, ...future] }
    : { cells, past, future };
}

export function redo({ cells, past, future }) {
  return future.length
    ? { cells: future[0], past: [...past, cells], future: future.slice(1) }
    : { cells, past, future };
}

/** What a tap makes of a cell: a mark, then a star, then nothing. */
export const cycled = (game, cell) => (game.cells[cell] + 1) % 3;

/** The changes that put `what` in a cell, and with `help` mark what a star there rules out. */
export function changesFor(board, game, cell, what, help) {
  const changes = [[cell, what]];
  if (!help || what !== STAR) return changes;
  const state = stateOf(board, play(game, changes));
  return [...changes, ...seenFrom(board, state, cell).cells.map((other) => [other, MARK])];
}

export const faultsOf = (board, game) => conflicts(board, stateOf(board, game));

export const solved = (board, game) => isSolved(board, stateOf(board, game));
