/** The banks that the pages show, of the families that they can play. */

import { openBanks } from "./client/moat-bank.js";
import * as families from "./families/index.js";

/**
 * Open the banks that the page names.
 *
 * @returns the client's banks, and `known`: those of the newest edition whose family the pages can
 *   play, `shown`: these families, `familyOf(bank or level)`, `nameOf(bank)`: how addresses name
 *   it, and `find(name)`
 */
export async function openAll() {
  const base = document.documentElement.dataset.banks;
  const clients = Object.values(families).map(({ client }) => client);
  const banks = await openBanks(base, { families: clients });
  // Manifests of formats 1 and 2 have one family, that of all their banks.
  const familyOf = ({ family }) => families[family ?? banks.manifest.family];
  const known = banks.manifest.banks.filter(familyOf);
  const shown = [...new Set(known.map(familyOf))];
  const nameOf = (bank) => `${poolOf(bank)}${familyOf(bank).client.name}-${plainName(bank)}`;
  const plainName = (bank) => `${familyOf(bank).kindName(bank)}-${bank.tier}`;
  // Addresses of before named no family.
  const find = (name) =>
    known.find((bank) => nameOf(bank) === name) ??
    known.find((bank) => poolOf(bank) + plainName(bank) === name);
  return { ...banks, known, shown, familyOf, nameOf, find };
}

const poolOf = ({ pool }) => (pool === "levels" ? "" : `${pool}/`);
