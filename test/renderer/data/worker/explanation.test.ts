import { expect, test } from 'vitest';
import { explainFigure } from '#renderer/data/worker/explanation.ts';
import { freeze } from '#renderer/data/worker/open-copy.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { openCopy } from './opened-copy.ts';

/** What an explanation may go by: the VAT and the places of the currency in view, and the log of the rows that are shown. */

const ABROAD = { Canal: 'Otro', Cuenta: 'Dos' };
const sale = (at: number, Ventas: string, account: object = {}) =>
  row({ Orden: `O-${at}`, 'Estado de Orden': 'Regular', Ventas, ...account });
const sales = (Ventas: string) => [
  ...Array.from({ length: 10 }, (_, at) => sale(at, Ventas)),
  ...Array.from({ length: 10 }, (_, at) => sale(20 + at, Ventas, ABROAD)),
];

test('goes by the currency and the accounts in view, and by the log unless figures stand still', async () => {
  const { copy, ledger, sync } = await openCopy(sales('105'));
  const explained = async (amount: string, query: object = {}) => {
    const steps = explainFigure.source(
      copy,
      { selection: EVERYTHING, measure: 'Ventas', amount: amount as Decimal, currency: 'CLP', ...query },
      new AbortController().signal,
    );
    for (;;) {
      const { done, value } = await steps.next();
      expect(ledger.activity.isIdle()).toBe(true);
      if (done === true) return value.results.map(({ changes }) => changes);
    }
  };
  const perRow = [[{ kind: 'vat', rate: '19', isIn: false, rowPlaces: 0 }]];
  // Each of them 88, all of them 1764.7.
  expect(await explained('1760')).toEqual(perRow);
  expect(await explained('1760', { currency: null })).toEqual([]);
  expect(await explained('1760', { currency: 'PEN' })).toEqual([]);
  // Each of them 98.13.
  const abroad = { ...EVERYTHING, scope: { accounts: [ABROAD], isExcluded: false } };
  const said = { ...ABROAD, rates: ['7'], owner: 'Ana', atMs: 1 };
  expect(await explained('980', { selection: abroad })).toEqual([]);
  await ledger.annotate({
    kind: 'account-vat',
    puts: [{ key: accountKey(ABROAD.Canal, ABROAD.Cuenta), value: said as never }],
    deletes: [],
  });
  expect(await explained('980', { selection: abroad })).toEqual([[{ ...perRow[0]?.[0], rate: '7' }]]);
  const home = { ...EVERYTHING, scope: { accounts: [ABROAD], isExcluded: true } };
  expect(await explained('980', { selection: home })).toEqual([]);

  const moved = sales('105').map((each, at) => (at < 3 ? { ...each, Ventas: `${at + 7}.25` } : each));
  const readAt = '2026-03-20T00:00:00.000Z' as UtcInstant;
  await sync(moved, { purpose: 'reread', serverDates: [readAt] });
  expect(await explained('2100')).toEqual([[{ kind: 'before', readAt }]]);
  await freeze(copy);
  expect(await explained('2100')).toEqual([]);
  copy.frozen = null;
  expect(await explained('2100')).not.toEqual([]);
});

test('that is given up fails, and nothing waits for it any more', async () => {
  const { copy, ledger } = await openCopy(sales('105'));
  const given = new AbortController();
  const query = { selection: EVERYTHING, measure: 'Ventas', amount: '1' as Decimal, currency: 'CLP' };
  const steps = explainFigure.source(copy, query, given.signal);
  const step = steps.next();
  given.abort();
  await expect(step).rejects.toThrow();
  expect(ledger.activity.isIdle()).toBe(true);
});
