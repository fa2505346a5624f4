/** Inks of groups that a chart tells apart, in their order; the others together have one of their own. */
const SERIES_INKS = [1, 2, 3, 4, 5, 6].map((series) => `var(--series-${series})`);

export function seriesInk(at: number): string {
  return SERIES_INKS[at % SERIES_INKS.length] ?? REST_INK;
}

export const REST_INK = 'var(--series-rest)';
