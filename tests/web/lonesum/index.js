/** The toy family of the tests on the pages: cells are filled or not, and lines are counted. */

import { lonesum as client } from "../../client/families/lonesum.js";
import { svg } from "../../dom.js";
import { makeGrid } from "../../grid.js";

const countOf = (cells) => cells.reduce((total, cell) => total + cell, 0);

/** Counts beside the rows and above the columns, and filled cells. 100 units a cell. */
function drawn({ height, width, rowCounts, colCounts, solution }) {
  const text = (x, y, count) => svg("text", { x, y, class: "count" }, `${count}`);
  const picture = svg("svg", { viewBox: `-100 -100 ${width * 100 + 104} ${height * 100 + 104}` });
  picture.append(
    svg("rect", { width: width * 100, height: height * 100, class: "paper" }),
    ...rowCounts.map((count, r) => text(-50, r * 100 + 66, count)),
    ...colCounts.map((count, c) => text(c * 100 + 50, -34, count)),
  );
  const squares = (solution ?? []).flatMap((row, r) =>
    [...row].map((cell, c) => (cell === "#" ? `M${c * 100} ${r * 100}h100v100h-100z` : "")),
  );
  picture.append(svg("path", { d: squares.join(""), class: "answer" }));
  picture.setAttribute("class", "drawing");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

function begin(level) {
  const { height, width, rowCounts, colCounts, solution } = level;
  const rowOf = (cells, r) => cells.slice(r * width, (r + 1) * width);
  const colOf = (cells, c) => cells.filter((_, cell) => cell % width === c);
  const right = (cells) =>
    rowCounts.every((count, r) => count === countOf(rowOf(cells, r))) &&
    colCounts.every((count, c) => count === countOf(colOf(cells, c)));
  const turned = (cells, at) => cells.map((cell, n) => (n === at ? 1 - cell : cell));
  const fresh = Array(height * width).fill(0);
  return {
    fresh,
    restored: (kept) => (Array.isArray(kept) && kept.length === fresh.length ? kept : null),
    erased: (cells) => (countOf(cells) ? fresh : cells),
    solved: right,
    count: (cells) => `${countOf(cells)} / ${countOf(rowCounts)}`,
    faults(cells) {
      const row = rowCounts.findIndex((count, r) => countOf(rowOf(cells, r)) > count);
      return { words: row < 0 ? "" : `Too many in row ${row + 1}`, row };
    },
    hint(cells) {
      const wanted = [...solution.join("")].map((cell) => Number(cell === "#"));
      const at = cells.findIndex((cell, n) => cell !== wanted[n]);
      if (at < 0) return null;
      const text = `Turn row ${Math.floor(at / width) + 1}, column ${(at % width) + 1}.`;
      return { text, at, apply: (now) => turned(now, at) };
    },
    mount(root, hand) {
      const turn = (cell) => hand.play(turned(hand.now(), cell));
      const over = [drawn({ ...level, solution: null })];
      const shape = { rows: height, cols: width, under: [], over, content: () => [] };
      const nothing = () => {};
      const drag = { dragStart: hand.dragStart, dragOver: nothing, dragEnd: hand.dragEnd };
      const show = makeGrid(root, shape, { keys: { " ": turn, f: turn }, tap: turn, second: turn, ...drag });
      return (cells, { row }, hint) =>
        show((cell) => {
          const [r, c] = [Math.floor(cell / width), cell % width];
          const counts = `row ${r + 1} of ${rowCounts[r]}, column ${c + 1} of ${colCounts[c]}`;
          return {
            name: `${counts}, ${cells[cell] ? "filled" : "empty"}`,
            classes: { filled: cells[cell], wrong: r === row && cells[cell], asked: hint?.at === cell },
          };
        });
    },
  };
}

export default {
  client,
  title: "Lonesum",
  style: new URL("style.css", import.meta.url).href,
  definitions: () => [],
  kindName: ({ height, width }) => `${height}x${width}`,
  kindWords: ({ height, width }) => `${height} by ${width}`,
  rule: () => "A number tells how many cells of its line are filled.",
  touches: "Tap a cell to fill it, again to clear it.",
  keys: [{ show: ["Space", "F"], words: "fill, clear" }],
  counted: { sign: "■", words: "Cells filled" },
  switches: [{ name: "letters", words: "Large counts", gallery: "Large counts" }],
  hardest: ({ entry }) => ["empty line", "full line"][entry.r - 1],
  draw: drawn,
  begin,
};
