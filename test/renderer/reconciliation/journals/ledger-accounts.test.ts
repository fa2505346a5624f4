import { expect, test } from 'vitest';
import type { JournalLine } from '#renderer/reconciliation/journals/model/entries.ts';
import { distinctNames, ledgerAccounts } from '#renderer/reconciliation/journals/model/ledger-accounts.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const line = (
  account: string,
  name: string,
  id: string,
  level: JournalLine['level'] = 'all',
): JournalLine => ({
  ...{ account, name, line: id, level, costCentre: '', taxCode: '', amount: '1' as Decimal },
});

test('accounts stand once each by their codes, under the first name that is told and the first kind', () => {
  const entries = [
    { lines: [line('2', '', 'income/Ventas'), line('10', 'Diez', 'rest'), line('1', '', 'bank', 'none')] },
    {
      lines: [line('2', 'Ventas', 'rest'), line('10', 'Otro', 'income/Ventas'), line('2', 'Tercero', 'bank')],
    },
  ];
  expect(ledgerAccounts(entries, null)).toEqual([
    { code: '1', name: '', kind: 'asset' },
    { code: '10', name: 'Diez', kind: 'expense' },
    { code: '2', name: 'Ventas', kind: 'income' },
  ]);
});

test('what an account is, the country’s chart says before the line that it takes', () => {
  // Chile's «por cobrar», which a rule gave to a charge; the same code is nothing known elsewhere.
  const entries = [{ lines: [line('1.1.04.01', 'Por cobrar', 'commissions/Cobro de Comisiones')] }];
  expect(ledgerAccounts(entries, 'CL').map(({ kind }) => kind)).toEqual(['asset']);
  expect(ledgerAccounts(entries, 'PE').map(({ kind }) => kind)).toEqual(['expense']);
  expect(ledgerAccounts(entries, null).map(({ kind }) => kind)).toEqual(['expense']);
});

test('names that come to the same are counted on, each its own', () => {
  const accounts = ['a', 'b', 'c', 'd'].map((code) => ({ code, name: '', kind: 'asset' }) as const);
  // The second of «x» may not take what the third is called by itself.
  const written: { readonly [code: string]: string } = { a: 'x', b: 'x', c: 'x', d: 'x-2' };
  expect([...distinctNames(accounts, ({ code }) => written[code] ?? '')]).toEqual([
    ['a', 'x'],
    ['b', 'x-2'],
    ['c', 'x-3'],
    ['d', 'x-2-2'],
  ]);
});
