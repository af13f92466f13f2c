/**
 * The pages of web/play in a real browser, driven as a player would. Started by test_play.py, which
 * says where the site is (MOAT_SITE), the modules (MOAT_MODULES) and the browser (MOAT_CHROMIUM).
 * What is right comes from the committed banks, read by Node: not from the page.
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { stars } from "../../web/client/families/stars.js";
import { openBanks } from "../../web/client/moat-bank.js";

const { MOAT_SITE: SITE, MOAT_MODULES: MODULES, MOAT_CHROMIUM: CHROMIUM } = process.env;
const require = createRequire(join(MODULES, "node_modules", "x.js"));
const { chromium } = require("playwright-core");
const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const BANKS = fileURLToPath(new URL("../../banks/stars/", import.meta.url));
const banks = await openBanks(BANKS, {
  families: [stars],
  read: (file) => readFile(join(BANKS, file)),
});

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
]; // prettier-ignore
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".json": "application/json", ".webmanifest": "application/manifest+json",
}; // prettier-ignore
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 860 } };

async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = await readFile(join(SITE, file));
      response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { base: `http://127.0.0.1:${server.address().port}/`, stop };
}

let browser;
let site;
before(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  site = await serve();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

/** A test in a fresh profile, which fails on any console error and any request elsewhere. */
function scene(name, options, act) {
  test(name, async () => {
    const context = await browser.newContext(options);
    const faults = [];
    context.on("request", (request) => {
      if (new URL(request.url()).hostname !== "127.0.0.1") faults.push(`asked ${request.url()}`);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
    try {
      await act(page, context, faults);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });
}

const open = async (page, path, base = site.base) => {
  await page.goto(base + path);
  await page.waitForSelector("main:not([aria-busy]) .cell, .boards li");
};

const cell = (page, at) => page.locator(`[data-cell="${at}"]`);

const starsOf = ({ solution, size }) =>
  solution.flatMap((columns, r) => [columns].flat().map((c) => r * size + c));

const classed = (page, name) =>
  page.$$eval(`.cell.${name}`, (nodes) => nodes.map((node) => Number(node.dataset.cell)));

const solvedAt = async (page) => {
  await page.waitForSelector("#solved:not([hidden])");
  assert.match(await page.textContent("#time"), /^Solved/);
};

scene("a level solved by taps", PHONE, async (page) => {
  const level = await banks.level(20);
  await open(page, "#level=20");
  assert.equal(await page.textContent("#title"), "Level 20");
  for (const star of starsOf(level)) {
    await cell(page, star).tap();
    await cell(page, star).tap();
  }
  await solvedAt(page);
  assert.equal(await page.textContent("#count"), "8 / 8");
  await page.tap("#undo");
  assert.equal(await page.isVisible("#solved"), false);
  await page.tap("#redo");
  await solvedAt(page);
  await page.tap("#more");
  await page.waitForFunction(() => document.title.startsWith("Level 21"));
  assert.equal(await page.isVisible("#solved"), false);
});

/** Do by hand what each hint says, till the board is solved. */
async function follow(page, level, doIt) {
  const solution = starsOf(level);
  for (let turn = 0; turn < 4 * level.size ** 2; turn++) {
    if (await page.isVisible("#solved")) return turn;
    await page.click("#hint");
    const [stars, marks] = [await classed(page, "to-star"), await classed(page, "to-mark")];
    const text = await page.textContent("#says");
    assert.ok(stars.length + marks.length > 0, text);
    assert.ok(stars.every((at) => solution.includes(at)), text);
    assert.ok(!marks.some((at) => solution.includes(at)), text);
    await doIt(stars, marks);
  }
  return assert.fail("the hints do not end");
}

scene("hints followed by taps to the end of a level of one star", DESKTOP, async (page) => {
  const level = await banks.level(31);
  await open(page, "#level=31");
  await follow(page, level, async (stars, marks) => {
    for (const at of marks) await cell(page, at).click();
    for (const at of stars) await cell(page, at).dblclick({ delay: 1 });
  });
  await solvedAt(page);
});

scene("hints followed to the end of a hard level of two stars", DESKTOP, async (page) => {
  const level = await banks.level(46);
  assert.deepEqual([level.stars, level.size, level.tier], [2, 10, "hard"]);
  await open(page, "#level=46");
  await follow(page, level, () => page.click("#apply"));
  await solvedAt(page);
});

scene("hints for a bundle without solutions", DESKTOP, async (page) => {
  const level = await banks.level(46);
  await open(page, "bare/#level=46");
  await follow(page, level, () => page.click("#apply"));
  await solvedAt(page);
  await open(page, "bare/gallery.html");
  assert.equal(await page.isDisabled("#solutions"), true);
});

scene("a wrong mark is named before anything is concluded from it", DESKTOP, async (page) => {
  const [star] = starsOf(await banks.level(3));
  await open(page, "#level=3");
  await cell(page, star).click();
  await page.click("#hint");
  assert.match(await page.textContent("#says"), /^The mark in row 1, column \d cannot stay/);
  assert.deepEqual(await classed(page, "asked"), [star]);
  await page.click("#apply");
  assert.deepEqual(await classed(page, "marked"), []);
});

scene("a drag marks, and undo takes it back at once", DESKTOP, async (page) => {
  await open(page, "#level=3");
  const centre = async (at) => {
    const box = await cell(page, at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await centre(from)));
    await page.mouse.down();
    await page.mouse.move(...(await centre(to)), { steps: 12 });
    await page.mouse.up();
  };
  await drag(6, 9);
  assert.deepEqual(await classed(page, "marked"), [6, 7, 8, 9]);
  await page.click("#undo");
  assert.deepEqual(await classed(page, "marked"), []);
  await page.click("#redo");
  await drag(6, 7);
  assert.deepEqual(await classed(page, "marked"), [8, 9]);
  await page.reload();
  await page.waitForSelector(".cell.marked");
  assert.deepEqual(await classed(page, "marked"), [8, 9]);
});

scene("all by keyboard, told in words", DESKTOP, async (page) => {
  await open(page, "#level=3");
  await cell(page, 0).focus();
  await page.keyboard.press("s");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "7");
  await page.keyboard.press("Space");
  assert.match(await cell(page, 7).getAttribute("aria-label"), /^row 2, column 2, region \w, marked$/);
  await page.keyboard.press("Space");
  assert.match(await cell(page, 7).getAttribute("aria-label"), /star, conflict$/);
  assert.match(await page.textContent("#faults"), /touch|Too many/);
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  assert.match(await cell(page, 7).getAttribute("aria-label"), /empty$/);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("x");
  assert.deepEqual(await classed(page, "marked"), [35]);
  await page.keyboard.press("Delete");
  await page.keyboard.press("h");
  assert.match(await page.textContent("#says"), /row|column|region/);
});

scene("marks what a star rules out, when asked to", DESKTOP, async (page) => {
  await open(page, "#level=3");
  await page.click("summary");
  await page.check("#help");
  await cell(page, 0).click({ button: "right" });
  const marked = await classed(page, "marked");
  for (const at of [1, 2, 5, 6, 7, 12, 30]) assert.ok(marked.includes(at), `${at}`);
  await page.click("#undo");
  assert.deepEqual(await classed(page, "marked"), []);
});

scene("picks a level, a day, a size and tier; a link brings the same board", DESKTOP, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "");
  await page.getByRole("radio", { name: "Size and tier" }).check();
  await page.selectOption("#bank", "stars-7x7-1-hard");
  await page.fill("#number", "9");
  await page.click("#pick button");
  await page.waitForFunction(() => document.title.startsWith("Board 9, 7×7 hard"));
  await page.getByRole("radio", { name: "Day" }).check();
  await page.fill("#day", "2026-03-01");
  await page.click("#pick button");
  await page.waitForFunction(() => document.title.startsWith("2026-03-01"));
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#says").textContent.includes("copied"));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${site.base}#day=2026-03-01`);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector(".cell");
  const letters = await other.$$eval(".cell", (nodes) =>
    nodes.map((node) => /region (\w)/.exec(node.getAttribute("aria-label"))[1]),
  );
  const regions = (await banks.daily("2026-03-01")).regionMap.flat();
  const met = [...new Set(regions)];
  assert.deepEqual(letters, regions.map((region) => String.fromCharCode(65 + met.indexOf(region))));
});

scene("dark by the system, by the button, and the next time", { ...DESKTOP, colorScheme: "dark" }, async (page) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await open(page, "#level=1");
  assert.equal(await theme(), "dark");
  await page.click("#theme");
  assert.equal(await theme(), "light");
  await page.reload();
  await page.waitForSelector(".cell");
  assert.equal(await theme(), "light");
});

scene("the gallery: filters, solutions, a link to play", DESKTOP, async (page) => {
  await open(page, "gallery.html");
  await page.selectOption("#kind", "8×8");
  await page.selectOption("#tier", "super_hard");
  await page.waitForFunction(() => document.querySelector("#says").textContent === "24 of 51 boards");
  assert.equal(await page.locator(".answer").first().isVisible(), false);
  const letters = await page.$$eval(".boards .drawing", (drawings) =>
    drawings.map((one) => [...one.querySelectorAll(".letter:not(.more)")].map((node) => node.textContent).join("")),
  );
  assert.deepEqual([...new Set(letters)], ["ABCDEFGH"]);
  await page.check("#solutions");
  assert.equal(await page.locator(".answer").first().isVisible(), true);
  await page.click("#more");
  await page.waitForFunction(() => document.querySelectorAll(".boards li").length === 48);
  await page.getByRole("link", { name: /^Play super hard 30 8×8/i }).click();
  await page.waitForFunction(() => document.title.startsWith("Board 30, 8×8 super hard"));
});

scene("levels of two families, one of which only a folder and a line brought", DESKTOP, async (page) => {
  const two = join(SITE, "two");
  const { lonesum } = await import(join(two, "client/families/lonesum.js"));
  const read = (file) => readFile(join(two, "banks", file));
  const level = await (await openBanks("banks", { families: [stars, lonesum], read })).level(5);
  assert.deepEqual([level.family, level.height, level.width], ["lonesum", 3, 4]);
  await open(page, "two/#level=4");
  assert.match(await page.textContent("#rule"), /star/);
  await page.click("#next");
  await page.waitForFunction(() => document.title.startsWith("Level 5, 3 by 4"));
  assert.match(await page.textContent("#rule"), /filled/);
  for (const part of await page.locator(".stage, details").all()) {
    assert.doesNotMatch(await part.textContent(), /star/i);
  }
  assert.equal(await page.locator(".cell").count(), 12);
  await page.click("#hint");
  const asked = await classed(page, "asked");
  await page.click("#apply");
  assert.deepEqual(await classed(page, "filled"), asked);
  await page.click("#undo");
  assert.deepEqual(await classed(page, "filled"), []);
  const filled = [...level.solution.join("")].flatMap((one, at) => (one === "#" ? [at] : []));
  for (const at of filled.slice(0, -1)) await cell(page, at).click();
  await page.reload();
  await page.waitForSelector(".cell.filled");
  await cell(page, filled.at(-1)).focus();
  await page.keyboard.press("f");
  await solvedAt(page);
  await open(page, "two/gallery.html");
  await page.selectOption("#family", "Lonesum");
  await page.waitForFunction(() => /^\d+ of \d+ boards$/.test(document.querySelector("#says").textContent));
  assert.equal(await page.locator(".boards .walls").count(), 0);
  await page.locator(".boards a").first().click();
  await page.waitForFunction(() => /^Board 1, \d by 4/.test(document.title));
});

scene("goes on without a server after the first load", DESKTOP, async (page, context, faults) => {
  const own = await serve();
  await open(page, "#level=1", own.base);
  await page.waitForFunction(() => document.documentElement.dataset.offline === "ready");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await own.stop();
  await page.reload();
  await page.waitForSelector(".cell");
  assert.equal(await page.textContent("#title"), "Level 1");
  await page.click("#next");
  await page.waitForFunction(() => document.title.startsWith("Level 2,"));
  await page.click("#hint");
  assert.match(await page.textContent("#says"), /row|column|region/);
  await page.goto(`${own.base}gallery.html`);
  await page.waitForSelector("main h1");
  // The browser itself reports requests that fail, which here they must.
  const own_faults = faults.filter((text) => !/ERR_CONNECTION_REFUSED|ERR_FAILED/.test(text));
  faults.splice(0, faults.length, ...own_faults);
});

async function axeOf(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

for (const [name, options] of Object.entries({
  light: { ...DESKTOP, bypassCSP: true },
  dark: { ...PHONE, colorScheme: "dark", bypassCSP: true },
})) {
  scene(`axe finds nothing, ${name}`, options, async (page) => {
    await open(page, "#level=3");
    assert.deepEqual(await axeOf(page), [], "a fresh board");
    for (const summary of await page.locator("summary").all()) await summary.click();
    for (const at of [0, 1]) for (let n = 0; n < 2; n++) await cell(page, at).click();
    await page.check("#patterns");
    await page.check("#letters");
    await page.click("#hint");
    assert.deepEqual(await axeOf(page), [], "conflicts, settings and a hint");
    await open(page, "gallery.html#kind=10×10, 2 stars");
    await page.check("#solutions");
    assert.deepEqual(await axeOf(page), [], "the gallery");
  });
}
