/**
 * The board that is played: a grid for readers of the screen, cells that only show, and an order of
 * events above them: taps, drags and keys become calls of `on`, which knows the rules.
 */

import { html, svg } from "./dom.js";
import { drawLayers } from "./draw.js";
import { letterOf } from "./hints/words.js";
import { MARK, STAR } from "./game.js";

const NAMES = ["empty", "marked", "star"];

/**
 * Fill `root` with a board.
 *
 * @param on `{tap(cell), put(cell, what), dragFrom(cell), dragOver(cell), dragEnd()}`
 * @returns `show(cells, faults, hint)`
 */
export function makeGrid(root, regionMap, on) {
  const size = regionMap.length;
  root.style.setProperty("--size", size);
  const cells = [];
  const rows = regionMap.map((row, r) => {
    const line = row.map((_, c) => makeCell(r * size + c));
    cells.push(...line);
    return html("div", { role: "row" }, ...line);
  });
  const [under, over] = drawLayers(regionMap);
  root.replaceChildren(under, ...rows, over);
  cells[0].tabIndex = 0;
  const focus = (cell, focusVisible) => {
    for (const node of cells) node.tabIndex = -1;
    cells[cell].tabIndex = 0;
    cells[cell].focus({ preventScroll: !focusVisible, focusVisible });
  };
  root.onkeydown = (event) => onKey(event, size, Number(event.target.dataset.cell), on, focus);
  followPointer(root, size, on, focus);
  return (state, faults, hint) => {
    cells.forEach((node, cell) => showCell(node, cell, regionMap, state[cell], faults, hint));
    root.classList.toggle("hinted", Boolean(hint));
  };
}

function makeCell(cell) {
  const star = svg("svg", { viewBox: "0 0 100 100", class: "star" }, svg("use", { href: "#star" }));
  const mark = svg("svg", { viewBox: "0 0 100 100", class: "mark" }, svg("use", { href: "#cross" }));
  star.setAttribute("aria-hidden", "true");
  mark.setAttribute("aria-hidden", "true");
  return html("div", { role: "gridcell", class: "cell", tabindex: -1, "data-cell": cell }, star, mark);
}

function showCell(node, cell, regionMap, what, faults, hint) {
  const size = regionMap.length;
  const [r, c] = [Math.floor(cell / size), cell % size];
  const wrong = faults.has(cell);
  const flags = {
    starred: what === STAR,
    marked: what === MARK,
    wrong,
    lit: hint?.lit.has(cell),
    "to-star": hint?.stars.includes(cell),
    "to-mark": hint?.marks.includes(cell),
    "to-clear": hint?.clear.includes(cell),
  };
  for (const [name, on] of Object.entries(flags)) node.classList.toggle(name, Boolean(on));
  const asked = flags["to-star"] ? "star it" : flags["to-mark"] ? "mark it" : flags["to-clear"] && "clear it";
  const words = [
    `row ${r + 1}, column ${c + 1}, region ${letterOf(regionMap[r][c])}`,
    NAMES[what],
    wrong && "conflict",
    asked && `hint: ${asked}`,
  ];
  const label = words.filter(Boolean).join(", ");
  if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function onKey(event, size, cell, on, focus) {
  if (event.altKey || Number.isNaN(cell)) return;
  const [r, c] = [Math.floor(cell / size), cell % size];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const all = event.ctrlKey || event.metaKey;
  const jump = { Home: [all ? 0 : r, 0], End: [all ? size - 1 : r, size - 1] }[key];
  const step = STEPS[key];
  if (step && !all) {
    const [y, x] = [r + step[0], c + step[1]];
    if (y >= 0 && y < size && x >= 0 && x < size) focus(y * size + x, true);
  } else if (jump) {
    focus(jump[0] * size + jump[1], true);
  } else if (all) {
    return;
  } else if (key === " " || key === "Enter") {
    on.tap(cell);
  } else if (key === "s") {
    on.put(cell, STAR);
  } else if (key === "x" || key === "m") {
    on.put(cell, MARK);
  } else if (key === "Delete" || key === "Backspace") {
    on.put(cell, 0);
  } else {
    return;
  }
  event.preventDefault();
}

/** A press that stays in its cell is a tap; one that leaves it is a drag, from that cell on. */
function followPointer(root, size, on, focus) {
  let from = null;
  let dragging = false;
  const cellAt = ({ clientX, clientY }) => {
    const box = root.getBoundingClientRect();
    const c = Math.floor(((clientX - box.left) / box.width) * size);
    const r = Math.floor(((clientY - box.top) / box.height) * size);
    return r >= 0 && r < size && c >= 0 && c < size ? r * size + c : null;
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
    if (!dragging) on.dragFrom(from);
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
    if (cell !== null) on.put(cell, STAR);
  };
}
