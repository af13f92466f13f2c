/** Boards of regions and stars: what the pages ask of a family (docs/play.md). */

import { stars as client } from "../../client/families/stars.js";
import { drawBoard, definitions } from "./draw.js";
import { begin, KEYS } from "./play.js";

const NUMBERS = ["", "One star", "Two stars", "Three stars", "Four stars", "Five stars", "Six stars"];
// Names of the techniques by rank, with one star and with more: the raters' ladders.
const ONE = ["last cell", "confined line", "squeeze", "k in k", "what-if"];
const MANY = [
  "last cells", "confined line", "squeeze", "line squeeze", "claims", "line pairs",
  "counting", "ways", "pressure", "what-if", "deep what-if", "cases",
]; // prettier-ignore

export default {
  client,
  title: "Stars",
  style: new URL("style.css", import.meta.url).href,
  definitions,
  kindName: ({ size, stars }) => `${size}x${size}-${stars}`,
  kindWords: ({ size, stars }) => `${size}×${size}${stars > 1 ? `, ${stars} stars` : ""}`,
  rule: ({ stars }) =>
    `${NUMBERS[stars]} in each row, column and region; stars never touch, not even at a corner.`,
  touches:
    "Tap a cell to mark it as empty, again for a star, again to clear it. Drag to mark many cells;" +
    " drag from a mark to clear them. A right click puts a star.",
  keys: KEYS,
  counted: { sign: "★", words: "Stars placed" },
  switches: [
    { name: "help", words: "Mark what a star rules out" },
    { name: "patterns", words: "Patterns on regions", gallery: "Patterns" },
    { name: "letters", words: "Letters on all cells", gallery: "Letters" },
  ],
  hardest: ({ stars, entry }) => (stars > 1 ? MANY : ONE)[entry.r - 1],
  draw: drawBoard,
  begin,
};
