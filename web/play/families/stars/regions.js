/** Regions numbered in reading order, so that their letters tell nothing but what is seen. */

export function inReadingOrder(regionMap) {
  const numbers = new Map();
  return regionMap.map((row) =>
    row.map((region) => {
      if (!numbers.has(region)) numbers.set(region, numbers.size);
      return numbers.get(region);
    }),
  );
}
