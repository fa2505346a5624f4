/** Inks of groups that a chart tells apart, in their order; the others together have one of their own. */
const SERIES_INKS = [1, 2, 3, 4, 5, 6].map((series) => `var(--series-${series})`);

export function seriesInk(at: number): string {
  return SERIES_INKS[at % SERIES_INKS.length] ?? REST_INK;
}

export const REST_INK = 'var(--series-rest)';

/**
 * Strokes of the same groups, so that lines are told apart without their colour: none is another's, nor the dotted one of
 * what is not over. Undefined: an unbroken line.
 */
const SERIES_DASHES = [undefined, '8 4', '11 3 2 3', '5 3', '16 4', '14 3 2 3 2 3'];

export function seriesDash(at: number): string | undefined {
  return SERIES_DASHES[at % SERIES_DASHES.length];
}

export const REST_DASH = '4 6';
