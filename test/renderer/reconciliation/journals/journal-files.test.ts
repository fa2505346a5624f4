import { expect, test } from 'vitest';
import { JOURNAL_FORMS, type JournalForm } from '#renderer/data/model/journal-terms.ts';
import { resultEntry, resultKey } from '#renderer/reconciliation/journals/model/entries.ts';
import { latinBytes } from '#renderer/reconciliation/journals/model/fixed-width.ts';
import { leftOutOf } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { entryNumber } from '#renderer/reconciliation/journals/model/numbered.ts';
import { ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import {
  FILE_ENDINGS,
  type JournalFile,
  linesOfFile,
  openJournal,
} from '#renderer/reconciliation/journals/screen/journal-files.ts';
import { journalWords } from '#renderer/reconciliation/journals/screen/journal-messages.ts';
import { ordersBehind } from '#renderer/reconciliation/journals/screen/orders-behind.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The files of a month's entries, as they are handed over, and the orders that a line leads to. */

const MONTH = '2026-10' as Month;
const BOOK = ruleBook([], 'CL');
const ENTRY = {
  ...resultEntry(
    {
      ...{ month: MONTH, Canal: 'Uno', Cuenta: 'A', settlement: 'L-7' },
      sums: {
        'Ingreso Total': '100.4',
        Ventas: '100.4',
        'Cobro de Comisiones': '10.4',
        'Rentabilidad Marketplace': '90',
        'Costo de Producto': '40',
      } as unknown as Sums,
    },
    BOOK,
  ),
  number: entryNumber({ month: MONTH, posting: 2 }, 0),
  isDifference: false,
};
const fileOf = (form: JournalForm): JournalFile => ({
  ...{ form, entries: [ENTRY], currency: 'CLP', country: 'CL', book: BOOK },
  ...{ words: journalWords(text), name: 'Asientos' },
});
const NO_WORKER = {
  exportTable: () => {
    throw new Error('Only a workbook is written by the worker.');
  },
};
async function written(form: JournalForm): Promise<string> {
  const source = await openJournal(fileOf(form), NO_WORKER, {
    kind: 'csv',
    csv: { separator: ',', decimalSign: '.' },
  });
  const chunk = await source.next();
  expect(await source.next()).toBeNull();
  return Buffer.from(chunk?.bytes ?? []).toString('latin1');
}

test('each file begins as its program wants it, and is told by its number', async () => {
  const BEGINNINGS: { readonly [form in Exclude<JournalForm, 'xlsx'>]: string } = {
    csv: '"date","number","account"',
    odoo: '"ref","date","narration","line_ids/account_id"',
    quickbooks: '"JournalNo","JournalDate","AccountName","Debits","Credits"',
    xero: '"*Narration","*Date","Description","*AccountCode","*TaxRate","*Amount"',
    contpaqi: 'P  20261031    3    200001 1',
    siigo: '"Tipo de comprobante","Consecutivo comprobante","Fecha de elabora',
    defontana: '"Fecha","N',
    hledger: 'decimal-mark .',
    beancount: 'option "operating_currency" "CLP"',
  };
  for (const [form, beginning] of Object.entries(BEGINNINGS)) {
    const content = await written(form as JournalForm);
    expect([form, content.startsWith(beginning)]).toEqual([form, true]);
    expect([form, /2026-10-2-001|200001/.test(content)]).toEqual([form, true]);
  }
  expect(Object.keys(BEGINNINGS).length + 1).toBe(JOURNAL_FORMS.length);
  expect(FILE_ENDINGS.hledger).toBe('journal');
});

test('only a file that takes whole pesos is rounded, and says in a line what that left', async () => {
  const rounding = text('journal.line-rounding');
  expect(await written('csv')).toContain('100.4');
  expect(await written('hledger')).not.toContain(rounding);
  // 100.4 and 10.4 lose 0.4 on either side: nothing is left between them.
  const odoo = await written('odoo');
  expect(odoo).not.toContain('.4');
  expect(odoo).not.toContain(rounding);
  expect(leftOutOf('odoo')).toEqual(['costCentre', 'taxCode', 'currency', 'reference']);
  expect(leftOutOf('csv')).toEqual([]);
});

test('which files take amounts as they are, and which the whole pesos alone', () => {
  const amountsOf = (form: JournalForm): readonly string[] =>
    linesOfFile(fileOf(form)).lines.map(({ amount }) => amount);
  const exact = JOURNAL_FORMS.filter((form) => amountsOf(form).some((amount) => amount.includes('.')));
  expect(exact.toSorted()).toEqual(['beancount', 'csv', 'hledger', 'xlsx']);
});

test('a letter of one byte is that byte, up to the last; what has none is a question mark', () => {
  expect([...latinBytes('aÿĀ€😀')]).toEqual([0x61, 0xff, 0x3f, 0x3f, 0x3f]);
});

test('a line leads to the rows of its account, month and settlement, by its own column', () => {
  const scope = { accounts: [{ Canal: 'Uno', Cuenta: 'A' }], isExcluded: false };
  const base = { scope, ownCosts: { currency: 'CLP' } };
  expect(ordersBehind(ENTRY, { line: 'commissions/Cobro de Comisiones' }, base)).toMatchObject({
    by: 'Cobro de Comisiones',
    selection: {
      // Own costs count there as in the line.
      ...base,
      period: { from: '2026-10-01', to: '2026-10-31' },
      filters: [
        { column: 'Canal', values: ['Uno'] },
        { column: 'Cuenta', values: ['A'] },
        { column: 'N° de Liquidación', values: ['L-7'] },
      ],
    },
  });
  expect(ordersBehind(ENTRY, { line: 'inventory' }, base)?.by).toBe('Costo de Producto');
  const payout = { ...ENTRY, kind: 'payout', key: '["payout","k"]' } as const;
  expect(ordersBehind(payout, { line: 'transit' }, base)).toMatchObject({
    by: 'Rentabilidad Marketplace',
    selection: {
      ...{ period: null, scope },
      filters: [
        { column: 'Canal', values: ['Uno'] },
        { column: 'Cuenta', values: ['A'] },
        { column: 'N° de Liquidación', values: ['L-7'] },
      ],
    },
  });
  expect(ordersBehind({ ...payout, kind: 'bank' }, { line: 'bank' }, base)).toBeNull();
  expect(ordersBehind({ ...payout, reference: '' }, { line: 'transit' }, base)).toBeNull();
  expect(ordersBehind({ ...payout, Canal: '' }, { line: 'transit' }, base)).toBeNull();
  const whole = { ...ENTRY, key: resultKey({ month: MONTH, Canal: 'Uno', Cuenta: 'A', settlement: null }) };
  expect(ordersBehind(whole, { line: 'rest' }, base)?.selection.filters).toHaveLength(2);
  const lines = [
    'income/Ventas',
    'income/rest',
    'rest',
    'receivable',
    'product-cost',
    'inventory',
    'rounding',
  ];
  expect(lines.map((line) => ordersBehind(ENTRY, { line }, base)?.by)).toEqual([
    ...['Ventas', 'Ingreso Total', 'Rentabilidad Marketplace', 'Rentabilidad Marketplace'],
    ...['Costo de Producto', 'Costo de Producto', undefined],
  ]);
});
