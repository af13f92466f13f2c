/** Findings as plain sentences. Rows and columns count from 1, regions have letters. */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];
const MOST_CELLS = 5;

export const letterOf = (region) => String.fromCharCode(65 + region);

export const cellWords = (board, cell) =>
  `row ${Math.floor(cell / board.size) + 1}, column ${(cell % board.size) + 1}`;

const number = (count) => NUMBERS[count] ?? `${count}`;
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** Such as "row 3, column 4", "row 3, columns 4 and 5, and row 4, column 1". */
export function cellsWords(board, cells, many = "outlined") {
  if (cells.length > MOST_CELLS) return `the ${cells.length} ${many} cells`;
  const rows = new Map();
  for (const cell of cells) {
    const row = Math.floor(cell / board.size);
    rows.set(row, [...(rows.get(row) ?? []), (cell % board.size) + 1]);
  }
  const parts = [...rows].map(
    ([row, columns]) =>
      `row ${row + 1}, column${columns.length > 1 ? "s" : ""} ${listed(columns)}`,
  );
  return parts.join(parts.length > 2 ? "; " : ", and ");
}

function unitLabel({ kind, index }) {
  return kind === "region" ? letterOf(index) : `${index + 1}`;
}

export const unitWords = (board, u) => `${board.units[u].kind} ${unitLabel(board.units[u])}`;

function unitsWords(board, units) {
  if (units.length === 1) return unitWords(board, units[0]);
  const { kind } = board.units[units[0]];
  return `${kind}s ${listed(units.map((u) => unitLabel(board.units[u])))}`;
}

const restStars = (board, count) =>
  board.stars === 1 ? "its star" : `its ${count === 1 ? "last star" : `${number(count)} stars`}`;

const SENTENCES = {
  seen(board, { cells, units, touches }) {
    const star = `the star in ${cellWords(board, cells[0])}`;
    const parts = [];
    if (touches) parts.push("the cells it touches");
    if (units.length) parts.push(`the rest of ${listed(units.map((u) => unitWords(board, u)))}`);
    return `${capital(star)} rules out ${listed(parts)}.`;
  },

  "last cells"(board, { stars, units }) {
    const where = cellsWords(board, stars);
    if (stars.length === 1) {
      const left = board.stars === 1 ? "" : ", and lacks one star";
      return `${capital(unitWords(board, units[0]))} has only one cell left${left}: ${where} is a star.`;
    }
    const count = number(stars.length);
    return (
      `${capital(unitWords(board, units[0]))} lacks ${count} stars and has only ${count} cells left:` +
      ` ${where} are stars.`
    );
  },

  "confined line": counted_,
  counting: counted_,

  squeeze(board, finding) {
    const { units, kind, stars, marks, count, need } = finding;
    const unit = unitWords(board, units[0]);
    if (kind === "always") {
      const verb = stars.length === 1 ? "is a star" : "are stars";
      return `However ${unit} gets ${restStars(board, need)}, ${cellsWords(board, stars)} ${verb}.`;
    }
    if (kind === "never") {
      const a = marks.length === 1 ? "A star" : "Stars";
      return (
        `${a} in ${cellsWords(board, marks)} would leave ${unit} no room for the rest of its stars,` +
        ` so mark ${marks.length === 1 ? "it" : "them"}.`
      );
    }
    const where = cellsWords(board, marks);
    if (board.stars === 1) {
      const each = marks.length === 1 ? "A star" : "A star in any of these";
      const at = marks.length === 1 ? ` in ${where}` : `, ${where},`;
      return `${each}${at} would leave ${unit} without a cell.`;
    }
    const all = count === 1 ? "The one way" : count === 2 ? "Both ways" : `All ${count} ways`;
    const rule = count === 1 ? "rules" : "rule";
    return `${all} to give ${unit} ${restStars(board, need)} ${rule} out ${where}.`;
  },

  "what-if"(board, { marks, units, steps, depth }) {
    const unit = unitWords(board, units[0]);
    const start = `Suppose a star in ${cellWords(board, marks[0])}`;
    if (steps === 0) return `${start}: that leaves ${unit} without room. So mark it.`;
    const how = ["last cells", "what it forces", "what it forces, with a what-if inside"][depth];
    const long = steps > 1 ? ` for ${steps} steps` : "";
    return `${start}: following ${how}${long}, ${unit} is left without room. So mark it.`;
  },
};

/** Regions in lines, and lines in regions. */
function counted_(board, { kind, lines, regions, total, marks }) {
  const inner = unitsWords(board, regions);
  const outer = unitsWords(board, lines);
  const stars = total === 1 ? "its star" : `${number(total)} stars`;
  const many = regions.length > 1;
  const rest = cellsWords(board, marks);
  if (kind === "inside") {
    const need = many ? `need ${stars} between them` : board.stars === 1 ? "needs one star" : `needs ${counted(total, "star")} more`;
    const room = lines.length > 1 ? "have" : "has";
    return (
      `${capital(inner)} ${need}, and ${many ? "their" : "its"} free cells are all in ${outer},` +
      ` which ${room} room for no more. So mark the rest there: ${rest}.`
    );
  }
  const must = board.stars === 1 && lines.length === 1 ? "its star" : counted(total, "star");
  return (
    `${capital(outer)} can get ${lines.length > 1 ? "their" : must === "its star" ? "" : "the"}` +
    `${must === "its star" ? "its star" : ` ${must} still to come`} only from ${inner}.` +
    ` So ${many ? "those regions have" : "that region has"} none elsewhere: mark ${rest}.`
  );
}

/** The sentence of a finding of any technique. */
export const sentence = (board, finding) => SENTENCES[finding.technique](board, finding);
