import { expect, test } from 'vitest';
import { asksOf } from '#renderer/reconciliation/statements/screen/asks-of-preview.ts';
import type { CurrencyScopes } from '#renderer/reconciliation/statements/screen/unlike-currency.tsx';
import {
  confirmedOf,
  type PreviewPhase,
} from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What of a file waits for somebody's word, and what is stored of it by that. */

const found = {
  ...{ readingId: 'r', kind: 'bank', changes: [], notUnderstood: { count: 0, listed: [] }, accounts: [] },
  ...{ nets: [{ currency: 'USD', net: '5' as Decimal }], proof: { checks: [], covered: 0, doubts: 0 } },
} as unknown as PreviewPhase['found'];
const preview = (
  parts: { readonly [key: string]: unknown } = {},
  said: Partial<PreviewPhase> = {},
): PreviewPhase => ({
  ...{ kind: 'preview', file: new File([], 'a\u202Eb.csv'), hints: { sheet: null, mapping: null } },
  ...{ found: { ...found, ...parts }, account: null, bankAccount: null, isStoring: false },
  ...said,
});
const account = (Cuenta: string) => ({ Canal: 'C', Cuenta });
const scopes = [
  { currency: 'CLP', scope: { accounts: [account('pesos')], isExcluded: false } },
  { currency: 'USD', scope: { accounts: [account('dollars')], isExcluded: false } },
] as unknown as CurrencyScopes;

test('each thing that is open is asked about, and nothing else', () => {
  const asks = (...given: Parameters<typeof preview>) => asksOf(preview(...given), scopes);
  expect(asks()).toEqual([]);
  expect(asks({ kind: 'unknown' })).toEqual(['kind']);
  expect(asks({ notUnderstood: { count: 1, listed: [] } })).toEqual(['rows']);
  expect(asks({ proof: { checks: [{ holds: false }], covered: 1, doubts: 0 } })).toEqual(['proof']);
  expect(asks({ proof: { checks: [{ holds: true }], covered: 1, doubts: 2 } })).toEqual(['proof']);
  expect(asks({ proof: { checks: [{ holds: true }], covered: 1, doubts: 0 } })).toEqual([]);
  expect([
    asks({ changes: [{ asks: false }] }),
    asks({ changes: [{ asks: false }, { asks: true }] }),
  ]).toEqual([[], ['changes']]);
  expect([asks({ bank: { account: null, known: [] } }), asks({ bank: { account: 1, known: [] } })]).toEqual([
    ['bank-account'],
    [],
  ]);
  expect(asks({ bank: { account: null, known: [] } }, { bankAccount: 2 })).toEqual([]);
});

test('a currency is asked about that its account does not have: the one that was said before the one that it names', () => {
  const asks = (said: string | null, ...named: readonly string[]) =>
    asksOf(
      preview(
        { accounts: named.map((cuenta) => ({ canal: 'C', cuenta, orders: 1 })) },
        { account: said === null ? null : account(said) },
      ),
      scopes,
    );
  expect([asks(null), asks(null, 'pesos'), asks(null, 'dollars'), asks(null, 'pesos', 'dollars')]).toEqual([
    [],
    ['currency'],
    [],
    [],
  ]);
  expect([asks('pesos'), asks('dollars'), asks('dollars', 'pesos'), asks('pesos', 'dollars')]).toEqual([
    ['currency'],
    [],
    [],
    ['currency'],
  ]);
  expect(asksOf(preview({ nets: [] }, { account: account('pesos') }), scopes)).toEqual([]);
});

test('it is stored in the name of who read it, with the account that was said and as many rows left out as were shown', () => {
  const open = { notUnderstood: { count: 7, listed: [] }, proof: { checks: [], covered: 0, doubts: 3 } };
  const { name, ...confirmed } = confirmedOf(preview(open, { account: account('pesos') }), ' Ana ');
  expect(confirmed).toEqual({ readingId: 'r', owner: 'Ana', account: account('pesos'), leavesOut: 3 });
  expect(name).not.toContain('\u202E');
  expect(confirmedOf(preview({}, { bankAccount: 2 }), '')).toMatchObject({
    ...{ owner: '', account: null, bankAccount: 2, leavesOut: 0 },
  });
});
