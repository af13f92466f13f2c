/** What every level has; the keys of its puzzle and the parameters of its kind stand beside these. */
export interface Level {
  /** The level's number; of a daily board the days since 1970-01-01. */
  number: number;
  /** The family of its puzzle. */
  family: string;
  tier: "easy" | "medium" | "hard" | "super_hard";
  /** Which entry of its bank it is, from 0. */
  index: number;
  /** Which of the eight views it is shown in, 0 to 7. */
  transform: number;
  /** The edition that it is of. */
  edition: string;
  /** The puzzle's keys as shown; arrays are the caller's own. */
  puzzle: object;
  /** As shown; null where it was left out. */
  solution: unknown;
  /** As it stands in its bank; one of an older format in today's form. */
  entry: object;
}

/** A family of puzzles, such as `stars` of `families/stars.js`: what the client asks of one. */
export interface Family<L extends Level = Level> {
  readonly name: L["family"];
  /** Keys of the parameters of a kind, in order. */
  readonly kind: readonly string[];
  /** An entry of format 1 or 2 in today's form. */
  upgraded(entry: any): L["entry"];
  /** The puzzle's keys as view `t` shows them. */
  view(kind: any, puzzle: any, t: number): L["puzzle"];
  /** The solution as view `t` shows it. */
  viewSolution(kind: any, solution: any, t: number): L["solution"];
  /** The first rule that a claimed solution breaks; undefined if none. Never throws. */
  broken(kind: any, puzzle: any, claimed: unknown): string | undefined;
  /** Columns of its own by form: from content, entries and kind to the value of entry `i`. */
  readonly columns: Record<string, (content: any, count: number, kind: any) => (i: number) => any>;
}

/** The answer to a claim, with the first rule broken, of those of the family. */
export type Claim = { valid: true; broken: null } | { valid: false; broken: string };

/** A moment, a date such as "2026-03-01", or a time with an offset; a day is one of UTC. */
export type Day = Date | string;

/** A level's number, a day, or an event's board, perhaps of an edition named. */
export type Which =
  | number
  | Day
  | readonly ["event", string, number]
  | readonly ["event", string, number, string | null];

export interface Options<L extends Level = Level> {
  /** The families whose boards may be asked for. */
  families: readonly Family<L>[];
  /** Shards kept in memory (16). */
  cache?: number;
  /** Levels whose shards are fetched ahead when a level is asked for (5; 0 for none). */
  preload?: number;
  /** How often a file is asked for again when it fails (3). */
  retries?: number;
  /** Milliseconds before the first of them, doubled before each next (300). */
  delay?: number;
  /** Milliseconds after which a request is given up (20,000). */
  timeout?: number;
  /** Whether a shard's SHA-256 must be the manifest's (true). */
  integrity?: boolean;
  /**
   * Gives the bytes of a file of the bundle, instead of `fetch`; `again` after a failure. What it
   * throws with `final: true` is not tried again; a file that is not there is said by
   * `missing: true` or Node's ENOENT.
   */
  read?: (file: string, again: boolean) => Promise<ArrayBuffer | Uint8Array>;
}

export interface Banks<L extends Level = Level> {
  /** What each edition serves, the oldest first. */
  readonly editions: readonly { edition: string; level: number; day: string | null }[];
  /** The manifest of the newest edition, as it stands. */
  readonly manifest: any;
  /** The board of level `n`, from 1 to 2 ** 53: the same one for ever. */
  level(n: number): Promise<L>;
  /** The board of a day. */
  daily(when: Day): Promise<L>;
  /**
   * Board `n`, from 1, of the event of that name, of the oldest edition that has boards for events
   * or of the one named.
   */
  event(name: string, n: number, edition?: string | null): Promise<L>;
  /** Entry `index`, from 0, of one of `manifest.banks`, as it stands there: to browse a bank. */
  entry(bank: any, index: number): Promise<L>;
  /** Whether a claimed solution, in the form of its family's claims, solves the board. */
  checkClaim(which: Which, claimed: unknown): Promise<Claim>;
  /** Fetch the shards of levels `n` to `n + count - 1`. */
  preload(n: number, count?: number): Promise<void>;
}

/** Anything that goes wrong, told in one line. */
export class MoatError extends Error {
  /** Whether asking again would not help. */
  readonly final: boolean;
  /** Whether a file is not there. */
  readonly missing: boolean;
}

/** Open a bundle, or a folder of banks, by its address. Reads what editions there are. */
export function openBanks<L extends Level>(
  base: string | URL,
  options: Options<L>,
): Promise<Banks<L>>;

/** A grid in one of eight views: `t % 4` quarter turns clockwise, then for `t >= 4` a mirror. */
export function transformRows<T>(rows: readonly (readonly T[])[], t: number): T[][];

/** Days since 1970-01-01 in UTC. */
export function dayNumber(when: Day): number;

/** Entry and transform for a day's number, or an event's number less 1. */
export function pair(key: number, entries: number, number: number): [number, number];

/** The key of an event, from the manifest's `events.key` and its name. */
export function eventKey(key: number, name: string): number;
