/** One board on the table: its moves, its hints, its clock. Knows the page, not the banks or rules. */

import { asOneMove, begun, moved, redo, undo } from "./history.js";
import { recall, remember } from "./store.js";

/**
 * Lay out a board.
 *
 * @param page the page's elements by id
 * @param board from a family's `begin`
 * @param key under what name progress is kept
 * @param done called when the board is solved, with the seconds taken
 * @returns the calls of the page's buttons, and `leave()`
 */
export function layOut(page, board, key, done) {
  const kept = recall(`game:${key}`, {});
  const position = board.restored(kept.position ?? kept.cells); // `cells`: its name of before
  let history = begun(position ?? board.fresh);
  let seconds = (position && kept.seconds) || 0;
  let finished = board.solved(history.now);
  let hint = null;
  let before = null; // the history when a drag began

  const keep = () => remember(`game:${key}`, { position: history.now, seconds });

  const draw = board.mount(page.board, {
    now: () => history.now,
    play: (next) => become(moved(history, next)),
    dragStart() {
      before = history;
    },
    dragEnd() {
      const whole = asOneMove(before, history);
      const changed = before !== history;
      before = null;
      history = whole;
      if (changed) settle();
      show();
    },
  });

  function show() {
    const faults = board.faults(history.now);
    draw(history.now, faults, hint);
    page.undo.disabled = !history.past.length;
    page.redo.disabled = !history.future.length;
    page.erase.disabled = board.erased(history.now) === history.now;
    page.hint.disabled = finished;
    page.apply.hidden = !hint?.apply;
    page.board.classList.toggle("finished", finished);
    page.board.classList.toggle("hinted", Boolean(hint));
    page.count.textContent = board.count(history.now);
    page.faults.textContent = faults.words;
  }

  function become(next) {
    if (next === history) return;
    history = next;
    if (hint) say("");
    hint = null;
    if (!before) settle();
    show();
  }

  /** After a whole move: keep it, and see whether it was the last, or took the last one back. */
  function settle() {
    keep();
    const now = board.solved(history.now);
    if (now && !finished) done(seconds);
    if (!now) page.solved.hidden = true;
    finished = now;
  }

  const say = (text) => {
    page.says.textContent = text;
  };

  function showHint() {
    const found = board.hint(history.now);
    if (!found) return;
    hint = found.apply ? found : null;
    show();
    say(found.text);
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
    undo: () => become(undo(history)),
    redo: () => become(redo(history)),
    erase: () => become(moved(history, board.erased(history.now))),
    hint: showHint,
    apply: () => hint && become(moved(history, hint.apply(history.now))),
    finished: () => finished,
    leave() {
      clearInterval(clock);
      keep();
    },
  };
}

export const clockWords = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
