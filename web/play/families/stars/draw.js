/** A board as SVG: fills, patterns, lines, walls, letters, and stars on request. 100 units a cell. */

import { colourRegions } from "./colours.js";
import { svg } from "../../dom.js";
import { letterOf } from "./hints/words.js";

const STAR = "l8 23 24 0-19 15 7 24-20-14-20 14 7-24-19-15 24 0z"; // from its top at (50, 16)

/** The whole of a level, for a page of many; a reader of the screen gets the words beside it. */
export function drawBoard({ regionMap, solution }) {
  const picture = sheet(regionMap, 4);
  picture.append(...ground(regionMap), ...lines(regionMap));
  if (solution) picture.append(svg("path", { d: starPath(solution), class: "answer" }));
  return picture;
}

/** What lies under the cells of a board that is played, and what lies over them. */
export function drawLayers(regionMap) {
  const [under, over] = [sheet(regionMap, 0), sheet(regionMap, 0)];
  under.append(...ground(regionMap));
  over.append(...lines(regionMap));
  return [under, over];
}

function sheet(regionMap, margin) {
  const side = regionMap.length * 100 + 2 * margin;
  const viewBox = `${-margin} ${-margin} ${side} ${side}`;
  return svg("svg", { viewBox, class: "drawing", "aria-hidden": "true" });
}

function ground(regionMap) {
  const fills = colourRegions(regionMap);
  return regionPaths(regionMap).flatMap((d, region) => [
    svg("path", { d, class: `fill fill-${fills[region]}` }),
    svg("path", { d, class: "pattern", fill: `url(#pattern-${fills[region]})` }),
  ]);
}

const lines = (regionMap) => [
  svg("path", { d: gridPath(regionMap.length), class: "lines" }),
  svg("path", { d: wallPath(regionMap), class: "walls" }),
  ...letters(regionMap),
];

const starPath = (solution) =>
  solution
    .flatMap((columns, r) => [columns].flat().map((c) => `M${c * 100 + 50} ${r * 100 + 16}${STAR}`))
    .join("");

/** One path a region, of the runs of its cells in each row. */
function regionPaths(regionMap) {
  const paths = regionMap.map(() => "");
  regionMap.forEach((row, r) => {
    for (let c = 0; c < row.length; ) {
      let stop = c + 1;
      while (row[stop] === row[c]) stop++;
      paths[row[c]] += `M${c * 100} ${r * 100}h${(stop - c) * 100}v100H${c * 100}z`;
      c = stop;
    }
  });
  return paths;
}

function gridPath(size) {
  const end = size * 100;
  const places = Array.from({ length: size - 1 }, (_, i) => (i + 1) * 100);
  return places.map((at) => `M0 ${at}H${end}M${at} 0V${end}`).join("");
}

function wallPath(regionMap) {
  const size = regionMap.length;
  const end = size * 100;
  let path = `M0 0H${end}V${end}H0z`;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const [x, y] = [c * 100, r * 100];
      if (c && regionMap[r][c - 1] !== regionMap[r][c]) path += `M${x} ${y}v100`;
      if (r && regionMap[r - 1][c] !== regionMap[r][c]) path += `M${x} ${y}h100`;
    }
  }
  return path;
}

/** Each region's letter: in its first cell for all, in the others for those who want it. */
function letters(regionMap) {
  const met = new Set();
  return regionMap.flatMap((row, r) =>
    row.map((region, c) => {
      const at = { x: c * 100 + 9, y: r * 100 + 29, class: met.has(region) ? "letter more" : "letter" };
      met.add(region);
      return svg("text", at, letterOf(region));
    }),
  );
}

const PATTERNS = [
  "M0 0L24 24M-6 18L6 30M18 -6L30 6", // falling lines
  "M24 0L0 24M-6 6L6 -6M18 30L30 18", // rising lines
  "M0 12H24", // level lines
  "M12 0V24", // upright lines
  "M12 9v6M9 12h6", // small crosses
  "M0 0H24V24H0z", // a net
  "M12 12h.1M0 0h.1M24 0h.1M0 24h.1M24 24h.1", // dots
  "M0 16L6 8L12 16L18 8L24 16", // waves
];
const SIGNS = {
  star: {
    d: "M50 14l9.4 24.2 26 1.4-20.2 16.4 6.7 25.1L50 67l-21.9 14.1 6.7-25.1L14.6 39.6l26-1.4z",
    "stroke-width": 6,
    "stroke-linejoin": "round",
  },
  cross: { d: "M37 37l26 26M63 37L37 63", fill: "none", "stroke-width": 7, "stroke-linecap": "round" },
};

/** Once in a page, before any board: a pattern for each fill, and what stands in a cell. */
export function definitions() {
  const patterns = PATTERNS.map((d, at) =>
    svg(
      "pattern",
      { id: `pattern-${at}`, width: 24, height: 24, patternUnits: "userSpaceOnUse" },
      svg("path", { d, class: at === 6 ? "hatch dots" : "hatch" }),
    ),
  );
  const signs = Object.entries(SIGNS).map(([id, path]) =>
    svg("symbol", { id, viewBox: "0 0 100 100" }, svg("path", path)),
  );
  return [svg("svg", { class: "defs", "aria-hidden": "true" }, svg("defs", {}, ...patterns), ...signs)];
}
