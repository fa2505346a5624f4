import fc from 'fast-check';

/** A history of reconciliation: books, and what a user, the source and the machine do, one after another. */

export const STEPS = [
  'sync',
  'import',
  'import-bank',
  'import-again',
  'take-out',
  'bring-back',
  'answer-row',
  'name-account',
  'explain',
  'match',
  'dismiss',
  'say-again',
  'withdraw',
  'take-payout',
  'explain-deposit',
  'no-channel',
  'say-basis',
  'accept',
  'own-cost',
  'say-of-month',
  'close',
  'reopen',
  'see-drift',
  'adjust',
  'back-up',
  'restore',
  'restart',
] as const;
export type StepKind = (typeof STEPS)[number];

export type Step = {
  readonly kind: StepKind;
  /** Which of what can be chosen. */
  readonly pick: number;
  readonly mishap: { readonly kind: 'death' | 'full'; readonly at: number } | null;
};

export type History = {
  readonly seed: number;
  readonly sales: number;
  /** Cents up to which both sides count as settled. */
  readonly tolerance: number;
  readonly steps: readonly Step[];
};

const WEIGHTS: { readonly [kind in StepKind]?: number } = {
  sync: 6,
  import: 6,
  'import-bank': 3,
  'import-again': 3,
  'answer-row': 2,
  explain: 4,
  match: 3,
  'take-payout': 2,
  accept: 3,
  'say-of-month': 3,
  close: 3,
  'see-drift': 2,
  'back-up': 2,
  restore: 2,
};

const kind = fc.oneof(...STEPS.map((each) => ({ weight: WEIGHTS[each] ?? 1, arbitrary: fc.constant(each) })));
const mishap = fc.option(
  fc.record({
    kind: fc.constantFrom('death' as const, 'full' as const),
    at: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 90 })),
  }),
  { freq: 4 },
);
const step: fc.Arbitrary<Step> = fc.record({ kind, pick: fc.nat(9_999), mishap });

const steps = fc.array(step, { minLength: 5, maxLength: 14, size: 'max' });
/** Most begin with rows and a statement, as most users do. */
const begun = fc
  .tuple(fc.nat(9_999), steps)
  .map(([pick, all]): readonly Step[] => [
    { kind: 'sync', pick, mishap: null },
    { kind: 'import', pick, mishap: null },
    ...all,
  ]);

/** Something is said at once, and the source gives something else next: so do decisions meet what they are of, moved. */
const saying = fc.constantFrom<StepKind>(
  'explain',
  'match',
  'accept',
  'take-payout',
  'no-channel',
  'say-basis',
  'say-of-month',
);
const spoken = fc
  .tuple(begun, fc.array(fc.tuple(saying, fc.nat(9_999)), { minLength: 1, maxLength: 3 }), fc.nat(9_999))
  .map(([[first, second, ...rest], said, pick]): readonly Step[] => [
    ...[first, second].flatMap((each) => each ?? []),
    ...said.map(([each, which]): Step => ({ kind: each, pick: which, mishap: null })),
    { kind: 'sync', pick, mishap: null },
    ...rest,
  ]);

/** Something is said, copied away, and other things come before the copy is put back. */
const kept = fc
  .tuple(
    spoken,
    fc.array(
      fc.tuple(fc.oneof(saying, fc.constantFrom<StepKind>('close', 'own-cost', 'import')), fc.nat(9_999)),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    mishap,
  )
  .map(([all, before, mishap]): readonly Step[] => {
    const [said, since] = [all.slice(0, 5), all.slice(5)];
    const plain = (kind: StepKind, pick: number): Step => ({ kind, pick, mishap: null });
    return [
      ...said,
      ...before.map(([each, pick]) => plain(each, pick)),
      plain('back-up', 0),
      ...since.slice(0, 4),
      { kind: 'restore', pick: 0, mishap },
      ...since.slice(4, 8),
    ];
  });

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(1_000_000),
  sales: fc.integer({ min: 4, max: 9 }),
  tolerance: fc.constantFrom(0, 0, 1_000),
  steps: fc.oneof(
    { weight: 2, arbitrary: begun },
    { weight: 2, arbitrary: spoken },
    { weight: 1, arbitrary: kept },
    { weight: 1, arbitrary: steps },
  ),
});
