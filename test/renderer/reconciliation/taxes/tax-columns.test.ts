import { expect, test } from 'vitest';
import type { TaxFigure } from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import {
  accountHeading,
  figureName,
  placeColumns,
  rateSource,
  sourceName,
  taxColumns,
  untoldKey,
} from '#renderer/reconciliation/taxes/screen/tax-columns.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the parts of a figure of taxes are called. */

const FIGURE: TaxFigure = {
  ...{
    key: 'k',
    source: 'mercado-pago-releases',
    column: null,
    bank: null,
    currency: 'ARS',
    term: 'IIBB',
    act: 'withheld',
  },
  ...{ authority: 'CABA', period: '2026-09' as Month, lines: 2, amount: '-1' as Decimal },
  accounts: [
    { Canal: 'Mercado', Cuenta: 'Uno' },
    { Canal: 'Otro', Cuenta: '' },
  ],
};
const BARE: TaxFigure = {
  ...{ ...FIGURE, accounts: [], source: 'rows', column: 'Cobro de Impuestos', currency: '', lines: null },
  ...{ term: null, authority: null, period: null },
};

test('a figure is its tax, act, authority and period, whose it is and where it is told', () => {
  const told = (figure: TaxFigure) =>
    Object.fromEntries(
      [...placeColumns<TaxFigure>(text), ...taxColumns(text)].map(({ id, value }) => [
        id,
        typeof value === 'function' ? value(figure) : value,
      ]),
    );
  expect(told(FIGURE)).toEqual({
    ...{ account: 'Mercado · Uno, Otro · (vacío)', source: sourceName(FIGURE, text), currency: 'ARS' },
    ...{ tax: 'IIBB', act: text('tax.act-withheld'), authority: 'CABA', period: '2026-09' },
  });
  expect(told(BARE)).toEqual({
    ...{ account: 'Sin cuenta conocida', source: 'Filas: Cobro de Impuestos', currency: '—' },
    ...{ tax: 'Sin nombre', act: text('tax.act-withheld'), authority: '—', period: '—' },
  });
  const headings = [...placeColumns<TaxFigure>(text), ...taxColumns(text)].map(({ heading }) => heading);
  expect(new Set(headings).size).toBe(7);
  expect(accountHeading(text)).toBe('Canal · Cuenta');
});

test('it is named for who cannot see its line, without what is not known', () => {
  const withheld = text('tax.act-withheld');
  expect(figureName(FIGURE, text)).toBe(`IIBB, ${withheld}, CABA, Mercado · Uno, Otro · (vacío)`);
  expect(figureName(BARE, text)).toBe(`Sin nombre, ${withheld}, Sin cuenta conocida`);
});

test('of a bank it is told by the bank and by which of its accounts, the first of them by no number', () => {
  const told = (layout: string | null, account: number) =>
    sourceName({ source: 'bank', column: null, bank: { layout, account } }, text);
  const second = text('statement-import.bank-account-number', { number: '2' });
  expect([told('itau', 1), told('itau', 2), told('bci', 2)]).toEqual([
    ...['Itaú', `Itaú · ${second}`, `BCI · ${second}`],
  ]);
  const paper = text('statement-import.kind-bank');
  expect([told(null, 1), told('any-two-columns', 2)]).toEqual([paper, `${paper} · ${second}`]);
});

test('charges that hold VAT are told apart by source, bank, accounts and currency', () => {
  const untold = { ...FIGURE, source: 'mercado-pago-releases', amount: '-1' as Decimal, lines: 1 } as const;
  const others = [
    { source: 'mercado-pago-settlement' },
    { accounts: [] },
    { currency: 'MXN' },
    { bank: { layout: 'bci', account: 2 } },
  ] as const;
  const keys = [untold, ...others.map((other) => ({ ...untold, ...other }))].map(untoldKey);
  expect(new Set(keys).size).toBe(5);
  expect(untoldKey({ ...untold, amount: '-2' as Decimal, lines: 9 })).toBe(keys[0]);
});

test('rates are the user’s where he said them, else of the country that the currency names', () => {
  expect([
    rateSource(true, null),
    rateSource(true, 'CLP'),
    rateSource(false, null),
    rateSource(false, 'CLP'),
  ]).toEqual([...['tax.rate-said', 'tax.rate-said', 'tax.rate-unknown', 'tax.rate-country']]);
});
