import type { Told } from './told.ts';
import type { View } from './view.ts';
import { equal } from './violation.ts';

/** What the user said is there, as it was said, and nothing that nobody said. */
export function checkKept({ annotations }: View, { decisions, ownCosts, acceptances }: Told): void {
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
  equal('decisions-kept', kept('own-cost'), [...ownCosts].map(canonical).toSorted(), 'own costs');
  equal(
    'decisions-kept',
    kept('exception'),
    [...acceptances].map(([key, { value }]) => canonical([key, value])).toSorted(),
    'what was accepted',
  );
}

/** Whatever order its parts come in. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
