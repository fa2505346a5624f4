import type { Expected } from './expected.ts';
import type { View } from './view.ts';
import { equal } from './violation.ts';

/** What the user said is there, as it was said, and nothing that nobody said. */
export function checkKept(
  { annotations }: View,
  { decisions, ownCosts, acceptances, sayings, claims, answers, waivers, signs, bases, noChannel }: Expected,
): void {
  const kept = (kind: string): readonly string[] =>
    (annotations.get(kind) ?? []).map(({ key, value }) => canonical([key, value])).toSorted();
  for (const kind of ['match-decision', 'payout-decision'] as const) {
    const said = [...decisions.values()].filter((each) => each.kind === kind);
    equal(
      'decisions-kept',
      kept(kind),
      said.map(({ key, value }) => canonical([key, value])).toSorted(),
      kind,
    );
  }
  equal('decisions-kept', kept('statement-basis'), [...bases].map(canonical).toSorted(), 'bases');
  equal('decisions-kept', kept('no-channel'), [...noChannel].map(canonical).toSorted(), 'no channel’s');
  equal('decisions-kept', kept('own-cost'), [...ownCosts].map(canonical).toSorted(), 'own costs');
  equal(
    'decisions-kept',
    kept('exception'),
    [...acceptances].map(([key, { value }]) => canonical([key, value])).toSorted(),
    'what was accepted',
  );
  for (const [kind, told] of [
    ['exception-saying', sayings],
    ['claim', claims],
  ] as const) {
    const said = [...told].map(([key, { value }]) => canonical([key, value]));
    equal('decisions-kept', kept(kind), said.toSorted(), kind);
  }
  equal(
    'decisions-kept',
    kept('month-waiver'),
    [...waivers.values()].map(({ key, value }) => canonical([key, value])).toSorted(),
    'what is not needed of months',
  );
  equal(
    'decisions-kept',
    kept('month-sign-off'),
    [...signs.values()].map(({ key, value }) => canonical([key, value])).toSorted(),
    'what was signed of months',
  );
  equal(
    'decisions-kept',
    (annotations.get('statement-row') ?? []).map(({ key, value }) => rowSaid(key, value)).toSorted(),
    [...answers.values()].map(({ key, answer }) => rowSaid(key, { answer })).toSorted(),
    'what was said of rows of files',
  );
}

const rowSaid = (key: string, value: object): string =>
  canonical([key, 'answer' in value ? value.answer : null]);

/** Whatever order its parts come in. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
