/** A mutant that is the same program, known by its text: lines move. */
export type Equivalent = {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** Why no test can see it. */
  readonly reason: string;
};

const same = (
  file: string,
  reason: string,
  mutants: readonly (readonly [original: string, replacement: string])[],
): readonly Equivalent[] =>
  mutants.map(([original, replacement]) => ({ file, original, replacement, reason }));

const DATE = ['year', 'month', 'day'] as const;
const TIME = ['hour', 'minute', 'second'] as const;

export const EQUIVALENT: readonly Equivalent[] = [
  ...same(
    'renderer/screens/profitability/figures/cost-bounds.ts',
    'A divisor of 0 is refused twice, before and by percentOf: either check alone does.',
    [
      ['withCost.units <= 0n', 'withCost.units < 0n'],
      ['missing === undefined', 'false'],
    ],
  ),
  ...[DATE, TIME].flatMap(([first, second, third]) =>
    same(
      'shared/domain/dates.ts',
      'All six parts are there once the pattern fits, as 0 where there is no time: the compiler alone needs the check.',
      [
        ...[first, second, third].map((part) => [`${part} === undefined`, 'false'] as const),
        [`${first} === undefined || ${second} === undefined`, 'false'],
        [
          `${first} === undefined || ${second} === undefined`,
          `${first} === undefined && ${second} === undefined`,
        ],
        [`${first} === undefined || ${second} === undefined || ${third} === undefined`, 'false'],
        [
          `${first} === undefined || ${second} === undefined || ${third} === undefined`,
          `(${first} === undefined || ${second} === undefined) && ${third} === undefined`,
        ],
      ],
    ),
  ),
];
