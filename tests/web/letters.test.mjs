/**
 * What a player is told of a board says nothing of its solution: regions are lettered in reading
 * order, so all that a letter says is seen on the board. Every level and day of the committed banks.
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { stars } from "../../web/client/families/stars.js";
import { openBanks } from "../../web/client/moat-bank.js";
import { makeBoard } from "../../web/play/families/stars/hints/board.js";
import { cellName } from "../../web/play/families/stars/hints/words.js";

const BANKS = new URL("../../banks/stars/", import.meta.url);
const banks = await openBanks(BANKS, {
  families: [stars],
  read: (file) => readFile(new URL(file, BANKS)),
});

/** The letters as they are first met, cell by cell; those of the rows of the stars, row by row. */
function lettersOf({ regionMap, stars, solution }) {
  const board = makeBoard(regionMap, stars);
  const letterAt = (cell) => /, region ([A-Z])$/.exec(cellName(board, cell))[1];
  const met = [...new Set(board.regions.map((_, cell) => letterAt(cell)))].join("");
  return { met, byStar: solution.map((column, r) => letterAt(r * board.size + column)).join("") };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

async function check(levels) {
  let [one, byStar] = [0, 0];
  for (const level of levels) {
    if (level.stars > 1) level.solution = level.solution.map(([column]) => column);
    const letters = lettersOf(level);
    assert.equal(letters.met, ALPHABET.slice(0, level.size));
    if (level.stars > 1) continue;
    one++;
    if (letters.byStar === ALPHABET.slice(0, level.size)) byStar++;
  }
  // Stars whose rows spell the alphabet would be given away; by chance some few do.
  assert.ok(byStar < one / 10, `${byStar} of ${one}`);
}

test("levels", async () => {
  const total = banks.manifest.banks.reduce(
    (sum, { pool, length }) => sum + (pool === "levels" ? length : 0), 0,
  ); // prettier-ignore
  const levels = [];
  for (let n = 1; n <= total; n++) levels.push(await banks.level(n));
  await check(levels);
});

test("days", async () => {
  const levels = [];
  for (let n = 0; n < 345; n++) {
    levels.push(await banks.daily(new Date(Date.UTC(2026, 0, 1 + n))));
  }
  await check(levels);
});
