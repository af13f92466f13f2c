/** A board of stars as it is played: its grid, what taps and keys do, and its hints. */

import { makeGrid } from "../../grid.js";
import { svg } from "../../dom.js";
import { chosen } from "../../settings.js";
import { drawLayers } from "./draw.js";
import { EMPTY, MARK, STAR, changed, cycled, faultsOf, fresh, placesOf, put } from "./game.js";
import { restored, solved } from "./game.js";
import { makeBoard } from "./hints/board.js";
import { STEPS, stepsWords } from "./hints/budget.js";
import { nextHint } from "./hints/hint.js";
import { solve } from "./hints/solve.js";
import { cellName, unitWords } from "./hints/words.js";

/** What a key makes of a cell: for the page's help and for the board. */
export const KEYS = [
  { keys: [" ", "enter"], show: ["Space"], words: "mark, star, clear", put: cycled },
  { keys: ["s"], show: ["S"], words: "star", put: () => STAR },
  { keys: ["x", "m"], show: ["X"], words: "mark", put: () => MARK },
  { keys: ["delete", "backspace"], show: ["Del"], words: "clear", put: () => EMPTY },
];

/** What table.js asks of a board. Positions are those of game.js. */
export function begin({ regionMap, stars, solution }) {
  const board = makeBoard(regionMap, stars);
  let known = solution && { cells: cellsOf(solution, board.size), decided: true };
  return {
    fresh: fresh(board),
    restored: (kept) => restored(board, kept),
    erased: (cells) => changed(cells, [...cells.keys()].map((cell) => [cell, EMPTY])),
    solved: (cells) => solved(board, cells),
    count: (cells) => `${placesOf(cells).stars.length} / ${board.size * stars}`,
    faults: (cells) => faults(board, cells),
    hint(cells) {
      known ??= solve(board); // of a board that came without one, once
      return known.cells ? hintOf(board, cells, known.cells) : { text: unsolvedWords(known) };
    },
    mount: (root, hand) => mount(root, board, regionMap, hand),
  };
}

const cellsOf = (solution, size) =>
  solution.flatMap((columns, r) => [columns].flat().map((c) => r * size + c));

/** What is wrong: the cells, and the first conflict in words that fit in a line of a phone. */
function faults(board, position) {
  const { cells, units, touch } = faultsOf(board, position);
  const parts = units.map((u) => `Too many in ${unitWords(board, u)}`);
  if (touch) parts.push("Stars touch");
  const words = parts.length > 1 ? `${parts[0]}, and ${parts.length - 1} more` : parts.join("");
  return { words, cells: new Set(cells) };
}

const unsolvedWords = ({ decided }) =>
  decided
    ? "No hint: this board has no solution."
    : `No hint: this board came without its solution, and none was found within ${stepsWords(STEPS)}.`;

function hintOf(board, position, solution) {
  const hint = nextHint(board, placesOf(position), solution);
  if (!hint) return null;
  const { stars, marks, clear, units } = hint;
  const lit = new Set([...hint.cells, ...stars, ...marks, ...clear]);
  for (const u of units) for (const cell of board.units[u].cells) lit.add(cell);
  const as = (cells, what) => cells.map((cell) => [cell, what]);
  const changes = [...as(stars, STAR), ...as(marks, MARK), ...as(clear, EMPTY)];
  return { ...hint, lit, apply: (cells) => changed(cells, changes) };
}

function mount(root, board, regionMap, hand) {
  let brush = MARK;
  const set = (cell, what) => hand.play(put(board, hand.now(), cell, what, chosen("help")));
  const turn = (cell, next) => set(cell, next(hand.now()[cell]));
  /** A drag marks what is empty, or clears marks; stars stay. */
  const paint = (cell) => hand.now()[cell] !== STAR && hand.play(changed(hand.now(), [[cell, brush]]));
  const [under, over] = drawLayers(regionMap);
  const shape = { rows: board.size, cols: board.size, under: [under], over: [over], content };
  const show = makeGrid(root, shape, {
    keys: Object.fromEntries(
      KEYS.flatMap((key) => key.keys.map((name) => [name, (cell) => turn(cell, key.put)])),
    ),
    tap: (cell) => turn(cell, cycled),
    second: (cell) => set(cell, STAR),
    dragStart(cell) {
      brush = hand.now()[cell] === MARK ? EMPTY : MARK;
      hand.dragStart();
      paint(cell);
    },
    dragOver: paint,
    dragEnd: hand.dragEnd,
  });
  return (cells, { cells: wrong }, hint) =>
    show((cell) => lookOf(board, cell, cells[cell], wrong.has(cell), hint));
}

const content = () =>
  ["star", "cross"].map((name) => {
    const link = svg("use", { href: `#${name}` });
    return svg("svg", { viewBox: "0 0 100 100", class: name, "aria-hidden": "true" }, link);
  });

const STATES = ["empty", "marked", "star"];
const ASKED = { stars: "star it", marks: "mark it", clear: "clear it" };

function lookOf(board, cell, what, wrong, hint) {
  const asked = Object.keys(ASKED).find((list) => hint?.[list].includes(cell));
  const words = [cellName(board, cell), STATES[what], wrong && "conflict", asked && `hint: ${ASKED[asked]}`];
  const classes = {
    starred: what === STAR,
    marked: what === MARK,
    wrong,
    lit: hint?.lit.has(cell),
    asked,
    "to-star": asked === "stars",
    "to-mark": asked === "marks",
  };
  return { name: words.filter(Boolean).join(", "), classes };
}
