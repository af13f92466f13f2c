/**
 * A board and what is known of it, for the logic of the hints: cells are numbers in reading order.
 *
 * A state is two lists over the cells, `star` and `out`; a cell that is neither is free. Nothing
 * here knows the solution, so that no conclusion can lean on it.
 */

const KINDS = ["row", "column", "region"];

/**
 * What never changes: units (rows, then columns, then regions), and what touches what. `look` is
 * called at each look at a unit: budget.js counts them.
 */
export function makeBoard(regionMap, stars) {
  const size = regionMap.length;
  const units = KINDS.flatMap((kind) =>
    Array.from({ length: size }, (_, index) => ({ kind, index, cells: [] })),
  );
  const unitsOf = [];
  const touching = [];
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const cell = r * size + c;
      unitsOf.push([r, size + c, 2 * size + regionMap[r][c]]);
      for (const u of unitsOf[cell]) units[u].cells.push(cell);
      touching.push(neighbours(r, c, size));
    }
  }
  return { size, stars, units, unitsOf, touching, regions: regionMap.flat(), look: () => {} };
}

function neighbours(r, c, size) {
  const around = [];
  for (let y = Math.max(0, r - 1); y <= Math.min(size - 1, r + 1); y++) {
    for (let x = Math.max(0, c - 1); x <= Math.min(size - 1, c + 1); x++) {
      if (y !== r || x !== c) around.push(y * size + x);
    }
  }
  return around;
}

/** A state with nothing known, or with the stars and the marks given. */
export function makeState(board, stars = [], marks = []) {
  const star = new Uint8Array(board.size ** 2);
  const out = new Uint8Array(board.size ** 2);
  for (const cell of stars) star[cell] = 1;
  for (const cell of marks) out[cell] = 1;
  return { star, out };
}

export const copyState = ({ star, out }) => ({ star: star.slice(), out: out.slice() });

export const isFree = (state, cell) => !state.star[cell] && !state.out[cell];

export function freeCells(board, state, u) {
  board.look();
  return board.units[u].cells.filter((cell) => isFree(state, cell));
}

/** How many stars a unit still lacks. */
export function needOf(board, state, u) {
  board.look();
  return board.stars - board.units[u].cells.reduce((total, cell) => total + state.star[cell], 0);
}

/** The free cells that a star rules out: those it touches, and the rest of units it completes. */
export function seenFrom(board, state, cell) {
  const touched = board.touching[cell].filter((other) => isFree(state, other));
  const full = board.unitsOf[cell].filter(
    (u) => needOf(board, state, u) <= 0 && freeCells(board, state, u).length > 0,
  );
  const cells = new Set(touched);
  for (const u of full) for (const other of freeCells(board, state, u)) cells.add(other);
  return { cells: [...cells].sort((a, b) => a - b), touched, full };
}

/** Two stars that touch, or a unit with too many: what no board may have. */
export function conflicts(board, state) {
  const bad = new Set();
  const units = [];
  board.units.forEach((unit, u) => {
    if (needOf(board, state, u) < 0) {
      units.push(u);
      for (const cell of unit.cells) if (state.star[cell]) bad.add(cell);
    }
  });
  let touch = false;
  state.star.forEach((star, cell) => {
    if (star && board.touching[cell].some((other) => state.star[other])) {
      bad.add(cell);
      touch = true;
    }
  });
  return { cells: [...bad], units, touch };
}

export const isSolved = (board, state) =>
  board.units.every((_, u) => needOf(board, state, u) === 0) &&
  conflicts(board, state).cells.length === 0;

/**
 * All ways to give a unit the stars it lacks: lists of free cells that don't touch and don't
 * overfill a line or region they share. `null` where there are more than `most`.
 */
export function waysToFill(board, state, u, most) {
  const free = freeCells(board, state, u);
  const need = needOf(board, state, u);
  const found = [];
  const way = [];
  const extend = (from) => {
    if (way.length === need) return found.push([...way]) <= most;
    for (let at = from; at <= free.length - (need - way.length); at++) {
      board.look();
      if (way.some((other) => clash(board, state, way, other, free[at]))) continue;
      way.push(free[at]);
      const goOn = extend(at + 1);
      way.pop();
      if (!goOn) return false;
    }
    return true;
  };
  return extend(0) ? found : null;
}

function clash(board, state, way, other, cell) {
  return board.touching[cell].includes(other) || overfills(board, state, way, cell);
}

function overfills(board, state, way, cell) {
  return board.unitsOf[cell].some((u) => {
    const inside = way.filter((other) => board.unitsOf[other].includes(u)).length;
    return inside >= needOf(board, state, u);
  });
}

/** Whether a star in `cell` is impossible beside a whole way to fill a unit. */
export const ruledOutBy = (board, state, way, cell) =>
  way.some((other) => board.touching[cell].includes(other)) ||
  overfills(board, state, way, cell);
