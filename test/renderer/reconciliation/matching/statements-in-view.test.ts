import { expect, test } from 'vitest';
import { statementsInView } from '#renderer/reconciliation/matching/screen/statements-in-view.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

const statement = (
  id: string,
  days: readonly [string, string] | null,
  accounts: readonly string[] = ['1'],
): ImportedStatement =>
  ({
    ...{ id, digest: id, kind: 'ripley' },
    days: days === null ? null : { from: days[0], to: days[1] },
    accounts: accounts.map((cuenta) => ({ canal: 'A', cuenta })),
  }) as unknown as ImportedStatement;

const ALL = [
  statement('november', ['2026-11-01', '2026-11-30']),
  statement('last-of-october', ['2026-10-31', '2026-11-05']),
  statement('first-of-october', ['2026-09-20', '2026-10-01']),
  statement('september', ['2026-09-01', '2026-09-30']),
  statement('no-day', null),
  statement('other-account', ['2026-10-01', '2026-10-31'], ['2']),
  statement('no-account', ['2026-10-10', '2026-10-11'], []),
];
const OF_ONE: AccountsScope = { accounts: [{ Canal: 'A', Cuenta: '1' }], isExcluded: false };

function shown(
  place: string | null,
  {
    scope = null,
    chosen = null,
    at = 'november',
    chosenIn = place,
    statements = ALL,
  }: {
    readonly scope?: AccountsScope | null;
    readonly chosen?: readonly string[] | null;
    readonly at?: string;
    readonly chosenIn?: string | null;
    readonly statements?: readonly ImportedStatement[];
  } = {},
) {
  const choice = chosen === null ? null : { at, ids: chosen, month: chosenIn };
  return statementsInView({ statements, place: place as never, scope, choice });
}

test('a month is told by the statements that speak of its days, from its first to its last, of the accounts in view', () => {
  const ofOctober = ['last-of-october', 'first-of-october', 'no-day', 'other-account', 'no-account'];
  expect(shown('2026-10')).toEqual(ofOctober);
  expect(shown('2026-10', { scope: OF_ONE })).toEqual(ofOctober.filter((id) => id !== 'other-account'));
  // Where none speaks of its days, any may tell of its orders.
  const dated = ALL.filter(({ days }) => days !== null);
  expect(shown('2026-06', { statements: dated })).toEqual(dated.map(({ id }) => id));
  expect(shown(null)).toEqual([]);
  expect(shown(null, { scope: OF_ONE })).toEqual([]);
  expect(shown('2026-10', { statements: [] })).toEqual([]);
});

test('what was chosen holds until a newer one comes, in the month in which it was chosen, as far as it is in view', () => {
  const chosen = ['september', 'other-account'];
  expect(shown('2026-10', { chosen })).toEqual(chosen);
  expect(shown(null, { chosen })).toEqual(chosen);
  expect(shown('2026-10', { chosen, scope: OF_ONE })).toEqual(['september']);
  expect(shown(null, { chosen, scope: OF_ONE })).toEqual(chosen);
  const unchosen = shown('2026-10');
  expect(shown('2026-10', { chosen, at: 'september' })).toEqual(unchosen);
  expect(shown('2026-10', { chosen, chosenIn: '2026-11' })).toEqual(unchosen);
  expect(shown('2026-10', { chosen, chosenIn: null })).toEqual(unchosen);
  expect(shown('2026-10', { chosen: ['gone'] })).toEqual(unchosen);
  expect(shown(null, { chosen, chosenIn: '2026-10' })).toEqual([]);
});
