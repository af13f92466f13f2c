/** How long the hints may think. The same on every machine: looks are counted, not seconds. */

/** Looks at a unit (a row, a column, a region or a set of lines): for a hint, and for a solution. */
export const STEPS = 4_000_000;

class OutOfSteps extends Error {}

/** What `act` makes of the board, or null where it needs more than `steps` looks. */
export function within(steps, board, act) {
  let left = steps;
  const look = () => {
    if (left-- <= 0) throw new OutOfSteps();
  };
  try {
    return act({ ...board, look });
  } catch (error) {
    if (error instanceof OutOfSteps) return null;
    throw error;
  }
}

export const stepsWords = (steps) => `${steps.toLocaleString("en")} steps`;
