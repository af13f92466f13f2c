/**
 * What a player does, as values: a history is never changed, a move gives another one. A position
 * is any JSON value of a family's own; equal positions are the same value.
 */

const MOST_UNDO = 1000;

export const begun = (now) => ({ now, past: [], future: [] });

/** With another position; the same history where it is the one that there is. */
export const moved = (history, now) =>
  now === history.now
    ? history
    : { now, past: [...history.past, history.now].slice(-MOST_UNDO), future: [] };

/** `after` as one move from `before`: what a drag did is undone at once. */
export const asOneMove = (before, after) =>
  before.now === after.now
    ? before
    : { now: after.now, past: [...before.past, before.now].slice(-MOST_UNDO), future: [] };

export const undo = (history) => {
  const { now, past, future } = history;
  return past.length
    ? { now: past.at(-1), past: past.slice(0, -1), future: [now, ...future] }
    : history;
};

export const redo = (history) => {
  const { now, past, future } = history;
  return future.length
    ? { now: future[0], past: [...past, now], future: future.slice(1) }
    : history;
};
