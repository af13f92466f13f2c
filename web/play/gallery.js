/** The page that shows a bank: boards by pool, kind and tier, with what is known of each. */

import { addressOf } from "./address.js";
import { openAll } from "./banks.js";
import { byId, html, prepare } from "./dom.js";
import { keepForOffline } from "./offline.js";
import { followTheme, switchesOf } from "./settings.js";

const PAGE = 24;
const STRIDE = 97; // a prime: steps of it meet every board of a bank whose length it does not divide
const page = byId();
let asked = 0;

const spaced = (text) => text.replace("_", " ");

const titleOf = (bank) => banks.familyOf(bank).title;
const kindOf = (bank) => banks.familyOf(bank).kindWords(bank);

async function start() {
  await Promise.all(banks.shown.map(prepare));
  offer(page.pool, banks.known.map(({ pool }) => pool));
  offer(page.family, banks.known.map(titleOf), "all");
  offer(page.kind, banks.known.map(kindOf), "all");
  offer(page.tier, banks.known.map(({ tier }) => tier), "all");
  page.family.parentElement.hidden = banks.shown.length < 2;
  const switches = banks.shown.flatMap((family) => family.switches);
  const names = new Map(switches.map(({ name, gallery }) => [name, gallery]));
  const briefly = [...names].flatMap(([name, words]) => (words ? [{ name, words }] : []));
  page.filters.append(...switchesOf(briefly));
  page.solutions.disabled = banks.manifest.solutions === false;
  page.solutions.addEventListener("change", showSolutions);
  page.filters.addEventListener("change", (event) => event.target.matches("select") && begin());
  page.filters.addEventListener("submit", (event) => event.preventDefault());
  page.more.addEventListener("click", () => add(page.boards.children.length));
  // The filters stand in the address, so that a view can be shared.
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (page[name]?.matches("select")) page[name].value = value;
    if (page[name]?.selectedIndex < 0) page[name].selectedIndex = 0;
  }
  showSolutions();
  begin();
}

function offer(select, values, first) {
  for (const value of new Set([first, ...values].filter(Boolean))) {
    select.append(html("option", { value }, spaced(value)));
  }
}

function showSolutions() {
  page.boards.classList.toggle("with-solutions", page.solutions.checked);
}

function begin() {
  const chosen = ["pool", "family", "kind", "tier", "order"].map((name) => [name, page[name].value]);
  history.replaceState(null, "", `#${new URLSearchParams(chosen)}`);
  page.boards.replaceChildren();
  add(0);
}

/** The banks that pass the filters. */
function chosenBanks() {
  const fits = (select, value) => select.value === "all" || select.value === value;
  return banks.known.filter(
    (bank) =>
      bank.pool === page.pool.value &&
      fits(page.family, titleOf(bank)) &&
      fits(page.kind, kindOf(bank)) &&
      fits(page.tier, bank.tier),
  );
}

/** Where board `at` of the view stands: a bank and a place in it. */
function placeOf(chosen, total, at) {
  let left = page.order.value === "mixed" ? (at * strideFor(total)) % total : at;
  for (const bank of chosen) {
    if (left < bank.length) return [bank, left];
    left -= bank.length;
  }
  return null;
}

const strideFor = (total) => (total % STRIDE ? STRIDE : STRIDE + 4);

async function add(from) {
  const number = ++asked;
  const chosen = chosenBanks();
  const total = chosen.reduce((sum, { length }) => sum + length, 0);
  const stop = Math.min(total, from + PAGE);
  const places = [];
  for (let at = from; at < stop; at++) places.push(placeOf(chosen, total, at));
  try {
    const levels = await Promise.all(places.map(([bank, index]) => banks.entry(bank, index)));
    if (number !== asked) return;
    const cards = levels.map((level, at) => card(level, places[at][0]));
    page.boards.append(...cards);
    if (from) cards[0]?.querySelector("a").focus();
    page.more.hidden = stop === total;
    page.says.textContent = total ? `${stop} of ${total} boards` : "No bank passes these filters.";
    keepForOffline();
  } catch (error) {
    if (number === asked) page.says.textContent = `The boards can't be shown: ${error.message}.`;
  }
}

function card(level, bank) {
  const { number, tier, entry } = level;
  const family = banks.familyOf(bank);
  const facts = [
    entry.score !== undefined && `score ${entry.score}`,
    entry.steps !== undefined && `${entry.steps} rounds`,
  ];
  const hardest = family.hardest(level);
  const link = { href: `./${addressOf({ kind: "bank", bank: banks.nameOf(bank), n: number })}` };
  return html(
    "li",
    {},
    html(
      "a",
      { ...link, class: "card" },
      family.draw(level),
      html("span", { class: "unseen" }, "Play"),
      html("strong", {}, `${spaced(tier)} ${number}`),
      html("span", { class: "soft" }, kindOf(bank)),
      html("span", { class: "soft facts" }, facts.filter(Boolean).join(", ")),
      html("span", { class: "soft facts" }, hardest ? `up to ${hardest}` : ""),
    ),
  );
}

followTheme(page.theme);
const banks = await openAll().catch((error) => {
  page.says.textContent = `The banks can't be shown: ${error.message}.`;
});
if (banks) await start();
