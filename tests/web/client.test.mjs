// Run by test_client.py, which makes the folder that MOAT_VECTORS names.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const FOLDER = process.env.MOAT_VECTORS;
const load = (name) => import(pathToFileURL(join(FOLDER, name)));
const { MoatError, dayNumber, openBanks } = await load("moat-bank.js");
const { FAMILIES, checkVectors } = await load("check.js");

const readFrom = (folder) => (file) => readFile(join(FOLDER, folder, file));
const open = (options = {}, folder = "rows") =>
  openBanks(folder, {
    families: FAMILIES,
    read: readFrom(folder),
    preload: 0,
    delay: 1,
    ...options,
  });

/** A reader that counts, and does for a file what `acts` has for it, once a time. */
function watched(acts = {}, folder = "rows") {
  const asked = [];
  const read = async (file, again) => {
    asked.push(again ? `${file} again` : file);
    const act = Object.entries(acts).find(([start]) => file.startsWith(start))?.[1].shift();
    return act ? act(file) : readFrom(folder)(file);
  };
  return { asked, read };
}

/** After what needs no more than files and promises that are there. */
const soon = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

const broken = () => {
  throw new TypeError("the line is dead");
};
const damaged = async (file) => {
  const bytes = await readFrom("rows")(file);
  bytes[20] ^= 1;
  return bytes;
};
const says = (...parts) => (error) => {
  assert.ok(error instanceof MoatError, String(error));
  for (const part of parts) assert.ok(error.message.includes(part), error.message);
  assert.ok(!error.message.includes("\n"));
  return true;
};

test("vectors", async () => {
  const vectors = JSON.parse(await readFile(join(FOLDER, "vectors.json"), "utf8"));
  const { faults, compared } = await checkVectors(vectors, (folder) => open({}, folder));
  assert.deepEqual(faults, []);
  console.log(`compared ${JSON.stringify(compared)}`);
});

test("a shard is read once while it is kept, and the cache is bounded", async () => {
  const { asked, read } = watched();
  const banks = await open({ read, cache: 2 });
  const shards = () => asked.length - 2;
  await Promise.all([1, 1, 2, 1].map((n) => banks.level(n)));
  assert.equal(shards(), 1); // levels 1 and 2 are easy 5x5, in one shard
  await banks.level(3); // medium
  await banks.level(1);
  assert.equal(shards(), 2);
  await banks.level(11); // 6x6, so medium 5x5 goes, which was used longest ago
  await banks.level(1);
  assert.equal(shards(), 3);
  await banks.level(3);
  assert.equal(shards(), 4);
});

test("the next five levels are fetched ahead, and only once", async () => {
  const { asked, read } = watched();
  const banks = await open({ read, preload: 5 });
  await banks.level(7);
  await soon();
  assert.ok(asked.length > 5); // asked for by now, though not all there
  const quiet = watched();
  const other = await open({ read: quiet.read });
  for (let n = 7; n <= 12; n++) await other.level(n);
  assert.deepEqual([...asked].sort(), [...quiet.asked].sort());
  await banks.preload(8, 5);
  assert.equal(asked.length, quiet.asked.length);
  await other.preload(1, 0);
  await other.preload(2 ** 53, 5);
  await assert.rejects(other.preload(1, 1001), says("levels to preload"));
});

test("what fails to be fetched ahead is told when it is asked for", async () => {
  const { read } = watched({ "levels/stars-5x5-1-medium-0000": Array(9).fill(broken) });
  const banks = await open({ read, preload: 5, retries: 0 });
  await banks.level(1);
  await assert.rejects(banks.level(3), says("5x5-1-medium", "the line is dead"));
});

test("a failing file is asked for again", async () => {
  const { asked, read } = watched({ "manifest.json": [broken], "levels/stars-5": [broken, damaged] });
  const banks = await open({ read });
  assert.equal((await banks.level(1)).number, 1);
  assert.equal(asked.length, 6);
  assert.deepEqual(
    asked.map((file) => file.endsWith(" again")),
    [false, false, true, false, true, true],
  );
});

test("and given up in the end, and tried anew when asked anew", async () => {
  const { asked, read } = watched({ "levels/stars-5": Array(4).fill(damaged) });
  const banks = await open({ read });
  await assert.rejects(banks.level(1), says("levels/stars-5x5-1-easy-0000", "that the manifest names"));
  assert.equal(asked.length, 6);
  assert.equal((await banks.level(1)).number, 1);
  const dead = watched({ "manifest.json": Array(3).fill(broken) });
  const opened = open({ read: dead.read, retries: 2 });
  await assert.rejects(opened, says("manifest.json: the line is dead"));
  assert.equal(dead.asked.length, 4);
});

test("integrity may be left out", async () => {
  const other = async (file) => {
    const text = (await readFrom("rows")(file)).toString();
    return Buffer.from(text.replace('"seed":4294967296,', '"seed":1,'));
  };
  const { read } = watched({ "levels/stars-5": [other] });
  assert.equal((await (await open({ read, integrity: false })).level(1)).entry.seed, 1);
});

test("without crypto.subtle it says so at once", async (t) => {
  const { asked, read } = watched();
  const banks = await open({ read });
  t.mock.getter(globalThis, "crypto", () => ({}));
  await assert.rejects(banks.level(1), says("https and localhost alone"));
  assert.equal(asked.length, 3);
});

test("nothing but a manifest is taken for one", async () => {
  for (const text of ['{"format":4}', "null", "[]", "7"]) {
    const { asked, read } = watched({ "manifest.json": [async () => Buffer.from(text)] });
    await assert.rejects(open({ read }), says("manifest.json: is not a manifest of format 1, 2 or 3"));
    assert.equal(asked.length, 2);
  }
  const pages = Array(4).fill(async () => Buffer.from("<html>"));
  await assert.rejects(open({ read: watched({ "manifest.json": pages }).read }), says("JSON"));
  for (const text of ['{"format":2}', '{"format":1,"editions":[]}', "null"]) {
    const { read } = watched({ "editions.json": [async () => Buffer.from(text)] });
    const listed = "editions.json: is not a list of editions of format 1";
    await assert.rejects(open({ read }), says(listed));
  }
});

test("an edition's manifest is read when it is needed, and must be the one listed", async () => {
  for (const folder of ["chain", "chain-rows"]) {
    const { asked, read } = watched({}, folder);
    const banks = await open({ read });
    assert.equal(asked.length, 2);
    assert.equal(banks.editions.length, 3);
    assert.equal(banks.manifest.edition, banks.editions[2].edition);
    await banks.level(2 ** 40);
    assert.equal(asked.length, 3);
    const first = await banks.level(1);
    assert.equal(first.edition, banks.editions[0].edition);
    assert.equal(asked.length, 5);
    await banks.level(1);
    assert.equal(asked.length, 5);
    await assert.rejects(banks.event("spring", 1, "other"), says("there is no edition other; there"));
  }
  const broken = async (file) => {
    const bytes = await readFrom("chain")(file);
    bytes[20] ^= 1;
    return bytes;
  };
  const { read } = watched({ "editions/": [broken, broken] }, "chain");
  await assert.rejects(open({ read, retries: 1 }), says("editions/", "that the manifest names"));
  await open({ read });
  const once = watched({ "editions/part-0": [broken] }, "chain");
  const banks = await open({ read: once.read, retries: 0 });
  await assert.rejects(banks.level(1), says("editions/part-0", "that the manifest names"));
  assert.equal((await banks.level(1)).edition, "part-0"); // asked anew
});

test("a column of a form unknown here is refused", async () => {
  const odd = async () => Buffer.from('{"count":1,"columns":{"aim":{"wave":1}}}');
  const { read } = watched({ "levels/": [odd] });
  const banks = await open({ read, integrity: false });
  await assert.rejects(banks.level(1), says("'columns.aim' is of a form unknown here"));
});

test("a board of a family that was not given says what to give", async () => {
  const banks = await open({ families: FAMILIES.slice(0, 1) }, "two");
  assert.equal((await banks.level(1)).family, "stars");
  await assert.rejects(banks.level(5), says("boards of the family lonesum need its module"));
});

test("boards that there are not", async () => {
  const banks = await open();
  for (const n of [0, -1, 1.5, "7", true, null, undefined, NaN, Infinity, 2 ** 53 + 2]) {
    await assert.rejects(banks.level(n), says("a level must be a whole number from 1 to"));
    await assert.rejects(banks.event("spring", n), says("an event's board must be a whole number"));
    await assert.rejects(banks.preload(n), says("a level must be"));
  }
  await assert.rejects(banks.event("", 1), says("the bytes of an event's name"));
  await assert.rejects(banks.event("é".repeat(129), 1), says("the bytes of an event's name"));
  for (const name of ["\ud800", 7, null]) {
    await assert.rejects(banks.event(name, 1), says("must be text that UTF-8 can express"));
  }
  for (const when of ["today", 7, null, new Date(NaN), new Date(8.64e15)]) {
    await assert.rejects(banks.daily(when), says("a date such as 2026-03-01"));
  }
  await assert.rejects(banks.checkClaim(["event", "spring"], []), says("['event', name, number]"));
  await assert.rejects(banks.checkClaim(["other", "a", 1], []), says("['event', name, number]"));
  await assert.rejects(banks.checkClaim(["event", "a", 1, 2, 3], []), says("['event', name,"));
  await assert.rejects(open({ cache: 0 }), says("the number of shards to keep"));
  const without = async (file) => {
    const manifest = JSON.parse(await readFrom("rows")(file));
    manifest.banks = manifest.banks.filter(({ pool }) => pool === "levels");
    return Buffer.from(JSON.stringify(manifest));
  };
  const bare = await open({ read: watched({ "manifest.json": [without] }).read });
  await assert.rejects(bare.daily("2026-03-01"), says("no bank in the pool 'daily'"));
  await assert.rejects(bare.event("spring", 1), says("no bank in the pool 'events'"));
});

test("a moment is a day of UTC", () => {
  assert.equal(dayNumber(new Date(Date.UTC(2000, 1, 29, 23, 59))), 11016);
  assert.equal(dayNumber(new Date(-1)), -1);
});

test("a level's arrays are the caller's own", async () => {
  for (const folder of ["rows", "columns"]) {
    const banks = await open({}, folder);
    const level = await banks.level(25);
    const text = JSON.stringify(level);
    level.regionMap[0][0] = level.entry.regionMap[0][0] = 99;
    level.solution[0][0] = level.entry.solution[0][0] = level.entry.rounds[0] = 99;
    assert.equal(JSON.stringify(await banks.level(25)), text);
  }
});

let server;
const seen = [];
const plan = []; // statuses to give before the file itself

before(async () => {
  server = createServer(async (request, response) => {
    seen.push(request.url);
    const status = plan.shift() ?? 200;
    response.writeHead(status);
    response.end(status === 200 ? await readFile(join(FOLDER, request.url)) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
});
after(() => server.close());

const overHttp = (options) => {
  const { port } = server.address();
  seen.length = 0;
  const base = `http://127.0.0.1:${port}/columns`;
  return openBanks(base, { families: FAMILIES, preload: 0, delay: 1, ...options });
};

test("over http: busy and broken servers are asked again", async () => {
  plan.push(503, 429, 500);
  const banks = await overHttp();
  assert.equal(seen.length, 5);
  assert.equal((await banks.level(37)).number, 37);
  assert.ok(seen.every((url) => url.startsWith("/columns/")));
});

test("over http: what is not there is not asked for again", async () => {
  plan.push(404, 404);
  await assert.rejects(overHttp(), says("manifest.json: HTTP status 404"));
  assert.equal(seen.length, 2);
  for (const status of [400, 403]) {
    plan.push(status);
    await assert.rejects(overHttp(), says(`editions.json: HTTP status ${status}`));
    assert.equal(seen.length, 1);
  }
});

test("over http: a request that takes too long is given up", async () => {
  const deaf = createServer(() => {});
  await new Promise((done) => deaf.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${deaf.address().port}`;
  const opened = openBanks(base, { families: FAMILIES, timeout: 50, retries: 1, delay: 1 });
  await assert.rejects(opened, says("editions.json"));
  deaf.closeAllConnections();
  deaf.close();
});
