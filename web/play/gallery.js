/** The page that shows a bank: boards by pool, size and tier, with what is known of each. */

import { addressOf, bankName } from "./address.js";
import { byId, html } from "./dom.js";
import { drawBoard, drawPatterns } from "./draw.js";
import { openBanks } from "./moat-bank.js";
import { keepForOffline } from "./offline.js";
import { followSettings } from "./settings.js";

const PAGE = 24;
const STRIDE = 97; // a prime: steps of it meet every board of a bank whose length it does not divide
// Names of the techniques by rank, with one star and with more: the raters' ladders.
const ONE = ["last cell", "confined line", "squeeze", "k in k", "what-if"];
const MANY = [
  "last cells", "confined line", "squeeze", "line squeeze", "claims", "line pairs",
  "counting", "ways", "pressure", "what-if", "deep what-if", "cases",
]; // prettier-ignore
const page = byId();
let asked = 0;

const sizeOf = ({ size, stars }) => `${size}×${size}${stars > 1 ? `, ${stars} stars` : ""}`;
const spaced = (text) => text.replace("_", " ");

function start() {
  const all = banks.manifest.banks;
  offer(page.pool, all.map(({ pool }) => pool));
  offer(page.size, all.map(sizeOf), "all");
  offer(page.tier, all.map(({ tier }) => tier), "all");
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
  const chosen = ["pool", "size", "tier", "order"].map((name) => [name, page[name].value]);
  history.replaceState(null, "", `#${new URLSearchParams(chosen)}`);
  page.boards.replaceChildren();
  add(0);
}

/** The banks that pass the filters. */
function chosenBanks() {
  const fits = (select, value) => select.value === "all" || select.value === value;
  return banks.manifest.banks.filter(
    (bank) =>
      bank.pool === page.pool.value && fits(page.size, sizeOf(bank)) && fits(page.tier, bank.tier),
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

function card({ number, size, stars, tier, regionMap, solution, entry }, bank) {
  const cells = (solution ?? []).flatMap((columns, r) => [columns].flat().map((c) => r * size + c));
  const facts = [
    entry.score !== undefined && `score ${entry.score}`,
    entry.steps !== undefined && `${entry.steps} rounds`,
  ];
  const hardest = (stars > 1 ? MANY : ONE)[entry.r - 1];
  const link = { href: `./${addressOf({ kind: "bank", bank: bankName(bank), n: number })}` };
  return html(
    "li",
    {},
    html(
      "a",
      { ...link, class: "card" },
      drawBoard(regionMap, cells),
      html("span", { class: "unseen" }, "Play"),
      html("strong", {}, `${spaced(tier)} ${number}`),
      html("span", { class: "soft" }, sizeOf({ size, stars })),
      html("span", { class: "soft facts" }, facts.filter(Boolean).join(", ")),
      html("span", { class: "soft facts" }, hardest ? `up to ${hardest}` : ""),
    ),
  );
}

document.body.prepend(drawPatterns());
followSettings(page);
const banks = await openBanks(document.documentElement.dataset.banks).catch((error) => {
  page.says.textContent = `The banks can't be shown: ${error.message}.`;
});
if (banks) start();
