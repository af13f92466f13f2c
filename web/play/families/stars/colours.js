/**
 * Which of eight fills each region gets: neighbours always differ. The fills stand in style.css,
 * eight for each theme, found by search for the largest smallest distance between any two as seen
 * with normal sight and with each kind of dichromacy; walls, letters and patterns say it again.
 */

export const FILLS = 8;

/**
 * The most entangled region first ("smallest last"), which needs at most six fills for regions in
 * one piece; of those free, the one used least, so that all are used.
 */
export function colourRegions(regionMap) {
  const around = neighbours(regionMap);
  const used = Array(FILLS).fill(0);
  const fills = Array(around.length).fill(-1);
  for (const region of smallestLast(around)) {
    const taken = new Set([...around[region]].map((other) => fills[other]));
    const free = [...used.keys()].filter((fill) => !taken.has(fill));
    const choice = (free.length ? free : [...used.keys()]).reduce((a, b) =>
      used[b] < used[a] ? b : a,
    );
    fills[region] = choice;
    used[choice]++;
  }
  return fills;
}

function neighbours(regionMap) {
  const around = regionMap.map(() => new Set());
  const join = (a, b) => {
    if (b === undefined || a === b) return;
    around[a].add(b);
    around[b].add(a);
  };
  regionMap.forEach((row, r) =>
    row.forEach((region, c) => {
      join(region, row[c + 1]);
      join(region, regionMap[r + 1]?.[c]);
    }),
  );
  return around;
}

function smallestLast(around) {
  const left = new Set(around.keys());
  const order = [];
  const degree = (region) => [...around[region]].filter((other) => left.has(other)).length;
  while (left.size) {
    const region = [...left].reduce((a, b) => (degree(b) < degree(a) ? b : a));
    left.delete(region);
    order.unshift(region);
  }
  return order;
}
