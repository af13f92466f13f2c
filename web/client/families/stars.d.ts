import type { Family, Level } from "../moat-bank.js";

export interface StarsPuzzle {
  /** `regionMap[row][column]`: a region from 0 to `size - 1`, numbered in reading order. */
  regionMap: number[][];
}

/** `solution[row]`: a column, or a list of them with more stars. */
export type StarsSolution = number[] | number[][];

/** A board as it stands in its bank; what may be missing is not in every bank or bundle. */
export interface StarsEntry {
  seed?: number;
  style?: string;
  aim?: "easy" | "medium" | "hard" | "super_hard";
  source?: string;
  regionMap: number[][];
  solution?: StarsSolution;
  r: number;
  steps?: number;
  rounds?: number[];
  narrowest?: number;
  k?: number;
  k2?: number;
  score: number;
  id: string;
  generator: string;
  rater: string;
}

export interface StarsLevel extends Level, StarsPuzzle {
  family: "stars";
  /** Rows, columns and regions. */
  size: number;
  /** Stars in each row, column and region. */
  stars: number;
  puzzle: StarsPuzzle;
  solution: StarsSolution | null;
  entry: StarsEntry;
}

/** Stars boards. A claim is a list of [row, column]; its rules: malformed, count, off_board, row, column, region, touching. */
export const stars: Family<StarsLevel>;
