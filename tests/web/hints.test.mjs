/**
 * The hints of web/play, on the small boards of the committed banks, and on all with MOAT_WHOLE=1:
 * following them ends in the solution, and none ever rules out a star of it. Solutions come from
 * the banks' own files.
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { colourRegions } from "../../web/play/families/stars/colours.js";
import { makeBoard } from "../../web/play/families/stars/hints/board.js";
import { nextHint } from "../../web/play/families/stars/hints/hint.js";
import { solve } from "../../web/play/families/stars/hints/solve.js";

const BANKS = new URL("../../banks/stars/", import.meta.url);
const readJson = async (name) => JSON.parse(await readFile(new URL(name, BANKS), "utf8"));
const manifest = await readJson("manifest.json");

async function entriesOf(bank) {
  const shards = await Promise.all(bank.shards.map(({ file }) => readJson(file)));
  return shards.flatMap((shard) => shard[bank.tier]);
}

const starsOf = ({ regionMap, solution }) =>
  solution.flatMap((columns, r) => [columns].flat().map((c) => r * regionMap.length + c));

/** Follow hints from an empty board; gives how often each technique spoke. */
function follow(entry, stars) {
  const board = makeBoard(entry.regionMap, stars);
  const solution = starsOf(entry);
  const position = { stars: [], marks: [] };
  const used = {};
  for (let turn = 0; turn < 2 * board.size ** 2; turn++) {
    const hint = nextHint(board, position, solution);
    if (hint === null) {
      assert.deepEqual(position.stars.toSorted((a, b) => a - b), solution);
      return used;
    }
    const where = `seed ${entry.seed}: ${hint.text}`;
    assert.ok(hint.stars.length + hint.marks.length > 0, where);
    assert.ok(hint.stars.every((cell) => solution.includes(cell)), where);
    assert.ok(!hint.marks.some((cell) => solution.includes(cell)), where);
    const known = new Set([...position.stars, ...position.marks]);
    assert.ok(![...hint.stars, ...hint.marks].some((cell) => known.has(cell)), where);
    assert.match(hint.text, /^[A-Z].*(row|column|region)s? .*\.$/);
    assert.doesNotMatch(hint.text, /undefined|NaN|  /);
    const words = hint.depth === undefined ? hint.technique : `${hint.technique} ${hint.depth}`;
    used[words] = (used[words] ?? 0) + 1;
    position.stars.push(...hint.stars);
    position.marks.push(...hint.marks);
  }
  return assert.fail(`seed ${entry.seed}: the hints do not end`);
}

const whole = process.env.MOAT_WHOLE === "1";
for (const bank of manifest.banks) {
  const { pool, size, stars, tier } = bank;
  if (!whole && (pool !== "levels" || size > 7)) continue;
  test(`${pool} ${size}x${size}, ${stars} to a unit, ${tier}`, async (t) => {
    const entries = await entriesOf(bank);
    const total = {};
    for (const entry of entries) {
      for (const [name, count] of Object.entries(follow(entry, stars))) {
        total[name] = (total[name] ?? 0) + count;
      }
    }
    assert.equal(entries.length, bank.length);
    assert.equal(total.reveal ?? total.undecided, undefined, "logic alone ends every board");
    if (tier === "easy" && stars === 1) assert.equal(total.squeeze ?? total["what-if 0"], undefined);
    t.diagnostic(JSON.stringify(total));
  });
}

test("boards without a solution are solved, and neighbours get other fills", async () => {
  for (const bank of manifest.banks.filter(({ pool }) => pool === "daily")) {
    for (const entry of (await entriesOf(bank)).slice(0, 5)) {
      const found = solve(makeBoard(entry.regionMap, bank.stars));
      assert.deepEqual(found, { cells: starsOf(entry), decided: true });
      const fills = colourRegions(entry.regionMap);
      entry.regionMap.forEach((row, r) =>
        row.forEach((region, c) => {
          for (const other of [row[c + 1], entry.regionMap[r + 1]?.[c]]) {
            if (other === undefined || other === region) continue;
            assert.notEqual(fills[other], fills[region]);
          }
        }),
      );
    }
  }
});

/** Boards that no ladder finishes, and some that no search does. */
const gridOf = (size, region) =>
  Array.from({ length: size }, (_, r) => Array.from({ length: size }, (_, c) => region(r, c)));
const blocks = (side) => (r, c) => side * Math.floor(r / side) + Math.floor(c / side);
const HOPELESS = {
  "25x25 in blocks, 5 stars": [gridOf(25, blocks(5)), 5],
  "25x25, columns as regions": [gridOf(25, (r, c) => c), 1],
  "20x20, diagonals as regions": [gridOf(20, (r, c) => (r + c) % 20), 1],
  "25x25, one large region, 6 stars": [gridOf(25, (r, c) => (r < 24 ? 0 : c)), 6],
};

for (const [name, [regionMap, stars]] of Object.entries(HOPELESS)) {
  test(`hints end: ${name}`, () => {
    const steps = 20000;
    const board = makeBoard(regionMap, stars);
    const { cells, decided } = solve(board, steps);
    assert.ok(!decided || cells);
    const hint = nextHint(board, { stars: [], marks: [] }, cells ?? [0], steps);
    if (hint.technique === "undecided") {
      assert.match(hint.text, /^No hint found within 20,000 steps; the solution has a star in row /);
    } else {
      assert.ok(hint.marks.length, hint.text);
    }
  });
}

test("a hint that runs out of steps says so, and the same one with more steps does not", async () => {
  const bank = manifest.banks.find(({ size, tier }) => size === 8 && tier === "super_hard");
  const [entry] = await entriesOf(bank);
  const board = makeBoard(entry.regionMap, bank.stars);
  const told = (steps) => nextHint(board, { stars: [], marks: [] }, starsOf(entry), steps);
  assert.equal(told(50).technique, "undecided");
  assert.notEqual(told(1e6).technique, "undecided");
  assert.deepEqual(solve(board, 50), { cells: null, decided: false });
  assert.deepEqual(told(undefined), told(1e6));
});
