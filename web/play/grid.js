/**
 * A board of cells to play on: a grid for readers of the screen, cells that only show, and an order
 * of events above them. Taps, drags and keys become calls of `on`, which knows the rules.
 */

import { html } from "./dom.js";

/**
 * Fill `root` with a board. Cells are numbers in reading order.
 *
 * @param shape `{rows, cols, under, over, content}`: how many cells, nodes that lie under and over
 *   them, and `content(cell)`, the nodes inside one
 * @param on `{keys, tap(cell), second(cell), dragStart(cell), dragOver(cell), dragEnd()}`; `keys`
 *   gives what a key does, by the key's name in small letters: `(cell) => void`
 * @returns `show(look)`, where `look(cell)` gives `{name, classes}`: the cell in words, and an
 *   object of classes to have or not
 */
export function makeGrid(root, { rows, cols, under, over, content }, on) {
  root.style.setProperty("--rows", rows);
  root.style.setProperty("--cols", cols);
  root.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns`);
  const cells = Array.from({ length: rows * cols }, (_, cell) =>
    html(
      "div",
      { role: "gridcell", class: "cell", tabindex: cell ? -1 : 0, "data-cell": cell },
      ...content(cell),
    ),
  );
  const lines = Array.from({ length: rows }, (_, r) =>
    html("div", { role: "row" }, ...cells.slice(r * cols, (r + 1) * cols)),
  );
  root.replaceChildren(...under, ...lines, ...over);
  const focus = (cell, focusVisible) => {
    for (const node of cells) node.tabIndex = -1;
    cells[cell].tabIndex = 0;
    cells[cell].focus({ preventScroll: !focusVisible, focusVisible });
  };
  root.onkeydown = (event) => onKey(event, rows, cols, on, focus);
  followPointer(root, on, focus);
  return (look) =>
    cells.forEach((node, cell) => {
      const { name, classes } = look(cell);
      for (const [one, has] of Object.entries(classes)) node.classList.toggle(one, Boolean(has));
      if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
    });
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function onKey(event, rows, cols, on, focus) {
  const cell = Number(event.target.dataset.cell);
  if (event.altKey || Number.isNaN(cell)) return;
  const [r, c] = [Math.floor(cell / cols), cell % cols];
  const all = event.ctrlKey || event.metaKey;
  const jump = { Home: [all ? 0 : r, 0], End: [all ? rows - 1 : r, cols - 1] }[event.key];
  const step = STEPS[event.key];
  const act = on.keys[event.key.toLowerCase()];
  if (step && !all) {
    const [y, x] = [r + step[0], c + step[1]];
    if (y >= 0 && y < rows && x >= 0 && x < cols) focus(y * cols + x, true);
  } else if (jump) {
    focus(jump[0] * cols + jump[1], true);
  } else if (act && !all) {
    act(cell);
  } else {
    return;
  }
  event.preventDefault();
}

/** A press that stays in its cell is a tap; one that leaves it is a drag, from that cell on. */
function followPointer(root, on, focus) {
  let from = null;
  let dragging = false;
  const cellAt = ({ clientX, clientY }) => {
    const node = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return node && root.contains(node) ? Number(node.dataset.cell) : null;
  };
  root.onpointerdown = (event) => {
    if (!event.isPrimary || event.button > 0) return;
    from = cellAt(event);
    dragging = false;
    root.setPointerCapture(event.pointerId);
  };
  root.onpointermove = (event) => {
    const cell = from === null || !event.isPrimary ? null : cellAt(event);
    if (cell === null || (!dragging && cell === from)) return;
    if (!dragging) on.dragStart(from);
    dragging = true;
    on.dragOver(cell);
  };
  root.onpointerup = (event) => {
    if (from === null || !event.isPrimary) return;
    if (dragging) on.dragEnd();
    else on.tap(from);
    focus(dragging ? (cellAt(event) ?? from) : from, false);
    from = null;
  };
  root.onpointercancel = () => {
    if (dragging) on.dragEnd();
    from = null;
  };
  root.oncontextmenu = (event) => {
    event.preventDefault();
    const cell = cellAt(event);
    if (cell !== null) on.second(cell);
  };
}
