/** A board as it stands in its bank; other keys hold its rating. */
export interface Entry {
  regionMap: number[][];
  solution?: number[] | number[][];
  id: string;
  [key: string]: unknown;
}

/** One board as a player gets it. Its arrays are the caller's own. */
export interface Level {
  /** The level's number; of a daily board the days since 1970-01-01. */
  number: number;
  /** Rows, columns and regions. */
  size: number;
  /** Stars in each row, column and region. */
  stars: number;
  tier: "easy" | "medium" | "hard" | "super_hard";
  /** Which entry of its bank it is, from 0. */
  index: number;
  /** Which of the eight symmetries it is shown in, 0 to 7. */
  transform: number;
  /** The edition that it is of. */
  edition: string;
  /** `regionMap[row][column]`: a region from 0 to `size - 1`. */
  regionMap: number[][];
  /** `solution[row]`: a column, or a list of them with more stars; null where it was left out. */
  solution: number[] | number[][] | null;
  entry: Entry;
}

/** The answer to a claim, with the first rule broken. */
export type Claim =
  | { valid: true; broken: null }
  | {
      valid: false;
      broken: "malformed" | "count" | "off_board" | "row" | "column" | "region" | "touching";
    };

/** A moment, a date such as "2026-03-01", or a time with an offset; a day is one of UTC. */
export type Day = Date | string;

/** A level's number, a day, or an event's board, perhaps of an edition named. */
export type Which =
  | number
  | Day
  | readonly ["event", string, number]
  | readonly ["event", string, number, string | null];

export interface Options {
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

export interface Banks {
  /** What each edition serves, the oldest first. */
  readonly editions: readonly { edition: string; level: number; day: string | null }[];
  /** The manifest of the newest edition, as it stands. */
  readonly manifest: any;
  /** The board of level `n`, from 1 to 2 ** 53: the same one for ever. */
  level(n: number): Promise<Level>;
  /** The board of a day. */
  daily(when: Day): Promise<Level>;
  /**
   * Board `n`, from 1, of the event of that name, of the oldest edition that has boards for events
   * or of the one named.
   */
  event(name: string, n: number, edition?: string | null): Promise<Level>;
  /** Entry `index`, from 0, of one of `manifest.banks`, as it stands there: to browse a bank. */
  entry(bank: any, index: number): Promise<Level>;
  /** Whether stars, a list of [row, column], solve the board that `which` names. */
  checkClaim(which: Which, stars: unknown): Promise<Claim>;
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
export function openBanks(base: string | URL, options?: Options): Promise<Banks>;

/** A grid under a symmetry: `t % 4` quarter turns clockwise, then for `t >= 4` a mirror. */
export function transformRows<T>(rows: readonly (readonly T[])[], t: number): T[][];

export function transformSolution(solution: number[], t: number): number[];
export function transformSolution(solution: number[][], t: number): number[][];

/** Days since 1970-01-01 in UTC. */
export function dayNumber(when: Day): number;

/** Entry and transform for a day's number, or an event's number less 1. */
export function pair(key: number, entries: number, number: number): [number, number];

/** The key of an event, from the manifest's `events.key` and its name. */
export function eventKey(key: number, name: string): number;

/** Whether claimed stars, a list of [row, column], solve a board. */
export function checkStars(
  regions: readonly (readonly number[])[],
  stars: number,
  claimed: unknown,
): Claim;
