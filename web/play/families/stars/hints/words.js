/** Findings as plain sentences. Rows and columns count from 1, regions have letters. */

const NUMBERS = "no one two three four five six seven eight nine ten".split(" ");
const MOST_CELLS = 5;

export const letterOf = (region) => String.fromCharCode(65 + region);

export const cellWords = (board, cell) =>
  `row ${Math.floor(cell / board.size) + 1}, column ${(cell % board.size) + 1}`;

/** A cell in full, as a reader of the screen hears it. */
export const cellName = (board, cell) =>
  `${cellWords(board, cell)}, region ${letterOf(board.regions[cell])}`;

const number = (count) => NUMBERS[count] ?? `${count}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const plural = (count, noun) => `${noun}${count === 1 ? "" : "s"}`;

const listed = (words, link = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${link} ${words.at(-1)}`;

/** Such as "row 3, column 4", "column 2, rows 4 and 5", "row 1, column 2, and row 4, column 1". */
export function cellsWords(board, cells, link = "and") {
  if (cells.length > MOST_CELLS) {
    return `${link === "or" ? "any of " : ""}the ${cells.length} outlined cells`;
  }
  const places = cells.map((cell) => [Math.floor(cell / board.size) + 1, (cell % board.size) + 1]);
  const byRow = grouped(places.map(([row, column]) => [row, column]));
  const byColumn = grouped(places.map(([row, column]) => [column, row]));
  const [groups, outer, inner] =
    byColumn.length < byRow.length ? [byColumn, "column", "row"] : [byRow, "row", "column"];
  const parts = groups.map(
    ([first, others]) =>
      `${outer} ${first}, ${plural(link === "or" ? 1 : others.length, inner)} ${listed(others, link)}`,
  );
  if (parts.length < 2) return parts.join("");
  const gap = parts.length > 2 ? "; " : ", ";
  return `${parts.slice(0, -1).join(gap)}${gap}${link} ${parts.at(-1)}`;
}

function grouped(pairs) {
  const groups = new Map();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return [...groups];
}

const labelOf = ({ kind, index }) => (kind === "region" ? letterOf(index) : `${index + 1}`);

export const unitWords = (board, u) => `${board.units[u].kind} ${labelOf(board.units[u])}`;

function unitsWords(board, units) {
  const labels = listed(units.map((u) => labelOf(board.units[u])));
  return `${plural(units.length, board.units[units[0]].kind)} ${labels}`;
}

/** What a unit still lacks, as "its star", "its last star", "its two stars". */
function itsStars(board, need) {
  if (board.stars === 1) return "its star";
  return need === 1 ? "its last star" : `its ${number(need)} stars`;
}

const SENTENCES = {
  seen(board, { cells, units, touches }) {
    const parts = touches ? ["the cells it touches"] : [];
    if (units.length) parts.push(`the rest of ${listed(units.map((u) => unitWords(board, u)))}`);
    return `The star in ${cellWords(board, cells[0])} rules out ${listed(parts)}.`;
  },

  "last cells"(board, { stars, units }) {
    const unit = capital(unitWords(board, units[0]));
    const where = cellsWords(board, stars);
    if (stars.length > 1) {
      const count = number(stars.length);
      return `${unit} lacks ${count} stars and has only ${count} cells left: ${where} are stars.`;
    }
    const lack = board.stars === 1 ? "has" : "lacks one star and has";
    return `${unit} ${lack} only one cell left: ${where} is a star.`;
  },

  squeeze(board, { units, kind, stars, marks, need }) {
    const unit = unitWords(board, units[0]);
    if (kind === "always") {
      const are = stars.length === 1 ? "is a star" : "are stars";
      return `However ${unit} gets ${itsStars(board, need)}, ${cellsWords(board, stars)} ${are}.`;
    }
    const star = `A star in ${cellsWords(board, marks, "or")}`;
    if (kind === "never") return `${star} would leave ${unit} no room for the rest of its stars.`;
    if (board.stars === 1) return `${star} would leave ${unit} without a cell.`;
    return `${star} would leave ${unit} no room for ${itsStars(board, need)}.`;
  },

  "confined line": countingWords,
  counting: countingWords,

  "what-if"(board, { marks, units, steps, depth }) {
    const unit = unitWords(board, units[0]);
    const end = board.stars === 1 ? "would have no cell left" : "would lack room for its stars";
    const how = ["last cells", "what it forces", "what it forces, with a what-if inside"][depth];
    const long = steps > 1 ? ` for ${number(steps)} steps` : "";
    const way = steps ? `following ${how}${long}, ` : "";
    return `Suppose a star in ${cellWords(board, marks[0])}: ${way}${unit} ${end}. So mark it.`;
  },
};

/** Regions that fill lines, or lines that use up regions. */
function countingWords(board, { kind, lines, regions, total, marks }) {
  const inner = unitsWords(board, regions);
  const outer = unitsWords(board, lines);
  const rest = cellsWords(board, marks);
  const stars = `${number(total)} ${board.stars > 1 ? "more " : ""}${plural(total, "star")}`;
  if (kind === "inside") {
    const [need, their] =
      regions.length > 1 ? [`need ${stars} between them`, "their"] : [`needs ${stars}`, "its"];
    const have = lines.length > 1 ? "have" : "has";
    return (
      `${capital(inner)} ${need}, and ${their} free cells are all in ${outer},` +
      ` which ${have} room for no more. So mark the rest there: ${rest}.`
    );
  }
  const what = lines.length > 1 ? `their ${number(total)} stars` : itsStars(board, total);
  const none = regions.length > 1 ? "those regions have" : "that region has";
  return (
    `${capital(outer)} can get ${what} only from ${inner}.` +
    ` So ${none} none elsewhere: mark ${rest}.`
  );
}

/** The sentence of a finding of any technique. */
export const sentence = (board, finding) => SENTENCES[finding.technique](board, finding);
