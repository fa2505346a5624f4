import { beforeAll, describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { BOOKED_COLUMNS } from '#renderer/data/model/section-columns.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { bankEntry, payoutEntry, resultEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import { fileLines, type JournalWords } from '#renderer/reconciliation/journals/model/file-lines.ts';
import { contpaqiText, latinBytes } from '#renderer/reconciliation/journals/model/fixed-width.ts';
import { TABLE_LAYOUTS } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { layoutTable } from '#renderer/reconciliation/journals/model/layout-table.ts';
import { beancountText, hledgerText } from '#renderer/reconciliation/journals/model/ledger-text.ts';
import { entryNumber, type NumberedEntry } from '#renderer/reconciliation/journals/model/numbered.ts';
import { roundedEntry } from '#renderer/reconciliation/journals/model/rounding.ts';
import { ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import { type LocalDate, type Month, shiftMonth } from '#shared/domain/dates.ts';
import { add, type Decimal, parseDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { askBeancount, askHledger, cellsOfCsv, findLedgers } from './ledgers.ts';
import { millionths, total } from './random-results.ts';

/** The journals of a year of the demo, settlement by settlement, read by two ledgers and by a CSV reader that is not ours. */

/** The last whole month of the demo's world, as tests have it. */
const LAST = '2026-04' as Month;
const YEAR: readonly Month[] = Array.from({ length: 12 }, (_, back) => shiftMonth(LAST, -back)).toReversed();
const BOOK = ruleBook(
  [
    {
      line: 'commissions',
      Canal: null,
      Cuenta: null,
      account: '5.9: "x"; y',
      name: 'Comisión «ñ»; de  todos',
      costCentre: 'CC-1',
      taxCode: 'IVA 19',
    },
    // Another code that comes to the same letters where a ledger takes few of them.
    {
      line: 'shipping',
      Canal: null,
      Cuenta: null,
      account: '5.9- "x"; y',
      name: '',
      costCentre: '',
      taxCode: '',
    },
  ],
  'CL',
);
const WORDS: JournalWords = {
  entry: ({ Canal, Cuenta, reference, date }) => `Resultado ${date} · ${Canal} · ${Cuenta} · ${reference}`,
  line: ({ line }) => line,
};

type Part = {
  readonly Canal: string;
  readonly Cuenta: string;
  readonly month: Month;
  readonly settlement: string;
  readonly sums: Map<string, Scaled>;
};

/** The sums of all rows of the year, by account, month and settlement. */
function partsOfYear(): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const row of createWorld({ seed: 29, orders: 600, clock: () => NOW }).truth()) {
    const month = (row['Fecha de compra'] ?? '').slice(0, LAST.length) as Month;
    if (!YEAR.includes(month)) continue;
    const [Canal = '', Cuenta = '', settlement = ''] = [row.Canal, row.Cuenta, row['N° de Liquidación']].map(
      (cell) => cell ?? '',
    );
    const key = JSON.stringify([Canal, Cuenta, month, settlement]);
    const part = parts.get(key) ?? { Canal, Cuenta, month, settlement, sums: new Map() };
    parts.set(key, part);
    for (const column of BOOKED_COLUMNS) {
      const value = parseDecimal(row[column] ?? '');
      if (value !== undefined) part.sums.set(column, add(part.sums.get(column) ?? ZERO, value));
    }
  }
  return [...parts.values()];
}

const entriesOf = (parts: readonly Part[]): readonly NumberedEntry[] => {
  const results = parts.map(({ sums, ...part }) =>
    resultEntry(
      { ...part, sums: Object.fromEntries([...sums].map(([column, sum]) => [column, toDecimal(sum)])) },
      BOOK,
    ),
  );
  const movement = {
    key: 'p',
    date: '2026-04-08' as LocalDate,
    reference: 'L-7',
    amount: '1234.5678' as Decimal,
    Canal: 'Uno',
    Cuenta: 'A',
  };
  return [
    ...results,
    payoutEntry(movement, BOOK),
    bankEntry({ ...movement, date: '2026-04-09' as LocalDate }, true, BOOK),
  ]
    .filter(({ lines }) => lines.length > 0)
    .map((entry, at) => ({
      ...entry,
      number: entryNumber({ month: LAST, posting: 1 }, at),
      isDifference: false,
    }));
};

const [parts, hasLedgers] = [partsOfYear(), findLedgers()];
const entries = entriesOf(parts);
const lines = fileLines(entries, 'CLP', WORDS);
const file = { entries, lines, country: 'CL' } as const;

/** What each account moved in each month, in millionths: from the entries' own lines; those of nothing are left out. */
const moved = (
  of: readonly { readonly place: string; readonly amount: string }[],
): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const { place, amount } of of) sums.set(place, (sums.get(place) ?? 0n) + millionths(amount));
  return new Map([...sums].filter(([, units]) => units !== 0n).toSorted());
};
const HEADS = { assets: /^[Aa]ssets:/, income: /^[Ii]ncome:/, expenses: /^[Ee]xpenses:/ } as const;

/** The year by the rows themselves: what is owed and what it cost, month by month. */
const byRows = (column: string) =>
  moved(
    parts.map(({ month, sums }) => ({
      place: month,
      amount: toDecimal(sums.get(column) ?? ZERO),
    })),
  );

/** Long for what is asked of one reading. */
function inLedgers() {
  let hledger: ReturnType<typeof askHledger>;
  let beancount: ReturnType<typeof askBeancount>;
  beforeAll(() => {
    hledger = askHledger(hledgerText(file), 'CLP');
    beancount = askBeancount(beancountText(file));
  });

  test('is as long as it should be', () => {
    expect(new Set(parts.map(({ month }) => month)).size).toBe(YEAR.length);
    expect(entries.length).toBeGreaterThan(100);
  });

  test('is read by Beancount without an error, and by hledger with every account declared', () => {
    expect(beancount.errors).toEqual([]);
    expect(hledger.length).toBeGreaterThan(0);
  });

  test('comes to the same in both, account by account and month by month, to the last digit', () => {
    const own = (named: (line: (typeof lines)[number]) => string) =>
      [...moved(lines.map((line) => ({ place: named(line), amount: line.amount }))).values()].toSorted();
    const expected = own(({ account, date }) => `${account} ${date.slice(0, LAST.length)}`);
    const of = (
      balances: readonly { readonly account: string; readonly month: string; readonly amount: string }[],
    ) => moved(balances.map(({ account, month, amount }) => ({ place: `${account} ${month}`, amount })));
    expect([...of(hledger).values()].toSorted()).toEqual(expected);
    expect([...of(beancount.balances).values()].toSorted()).toEqual(expected);
    expect(new Set(beancount.balances.map(({ currency }) => currency))).toEqual(new Set(['CLP']));
  });

  test('balances over all accounts, and its result is that of the rows', () => {
    for (const balances of [hledger, beancount.balances]) {
      const sumOf = (is: (account: string) => boolean, month: string) =>
        total(
          balances
            .filter((each) => each.month === month && is(each.account))
            .map(({ amount }) => millionths(amount)),
        );
      for (const month of YEAR) {
        expect(sumOf(() => true, month)).toBe(0n);
        const profit = byRows('Rentabilidad Marketplace').get(month) ?? 0n;
        const cost = byRows('Costo de Producto').get(month) ?? 0n;
        const suspense = total(
          entries
            .filter(({ date }) => date.startsWith(month))
            .flatMap((entry) => entry.lines)
            .filter(({ level }) => level === 'none')
            .map(({ amount }) => millionths(amount)),
        );
        const taxes = total(
          entries
            .filter(({ date }) => date.startsWith(month))
            .flatMap((entry) => entry.lines)
            .filter(({ line }) => line.endsWith('de Impuestos'))
            .map(({ amount }) => millionths(amount)),
        );
        // What suspense and taxes hold is no result until somebody books it.
        expect(-sumOf((account) => HEADS.income.test(account) || HEADS.expenses.test(account), month)).toBe(
          profit - cost + suspense + taxes,
        );
        expect(sumOf((account) => HEADS.assets.test(account), month)).toBe(profit - cost + suspense + taxes);
      }
    }
  });

  test.each(['csv', 'odoo', 'quickbooks', 'xero', 'siigo', 'defontana'] as const)(
    'is read from the file for %s by another reader, and balances entry by entry',
    (form) => {
      const layout = TABLE_LAYOUTS[form];
      const told = layout.places === 'exact' ? entries : entries.map((entry) => roundedEntry(entry, 0, BOOK));
      const own = fileLines(told, 'CLP', WORDS);
      const text = [...csvPieces(tableOf(layoutTable('Asientos', layout, own)), EXACT_CSV)].join('');
      const [head = [], ...rows] = cellsOfCsv(text);
      expect(head).toEqual(layout.columns.map(({ heading }) => heading));
      expect(rows).toHaveLength(own.length);
      const at = (...headings: readonly string[]) => head.findIndex((heading) => headings.includes(heading));
      const signed = at('*Amount');
      const [debit, credit] = [
        at('debit', 'Debits', 'Débito', 'Debe', 'line_ids/debit'),
        at('credit', 'Credits', 'Crédito', 'Haber', 'line_ids/credit'),
      ];
      const number = at('number', 'ref', 'JournalNo', '*Narration', 'Consecutivo comprobante', 'Número');
      const byEntry = new Map<string, bigint[]>();
      let last = '';
      for (const row of rows) {
        // Odoo: a line without the fields of the record belongs to the one above it.
        last = row[number] === '' ? last : (row[number] ?? '');
        const amount =
          signed >= 0
            ? millionths(row[signed])
            : millionths(row[debit] === '' ? '0' : row[debit]) -
              millionths(row[credit] === '' ? '0' : row[credit]);
        byEntry.set(last, [...(byEntry.get(last) ?? []), amount]);
      }
      expect(byEntry.size).toBe(told.length);
      for (const amounts of byEntry.values()) expect(total(amounts)).toBe(0n);
      expect([...byEntry.values()].flat()).toEqual(own.map(({ amount }) => millionths(amount)));
    },
  );
}

test('the file for CONTPAQi has fields where its records have them, one byte a character', () => {
  const told = entries.map((entry) => roundedEntry(entry, 2, BOOK));
  const own = fileLines(told, 'MXN', WORDS);
  const bytes = latinBytes(contpaqiText(own));
  const records = Buffer.from(bytes)
    .toString('latin1')
    .split('\r\n')
    .filter((each) => each !== '');
  expect(records).toHaveLength(told.length + own.length);
  let open = 0n;
  for (const each of records) {
    if (each.startsWith('P ')) {
      expect(open).toBe(0n);
      expect(each.slice(3, 11)).toMatch(/^\d{8}$/);
      expect(each.slice(17, 26)).toMatch(/^ *\d+$/);
      expect(each.length).toBe(185);
    } else {
      expect(each.slice(0, 2)).toBe('M1');
      expect(each.slice(3, 33).trim()).toMatch(/^\w+$/);
      const [side, amount] = [each.slice(55, 56), each.slice(57, 77).trim()];
      open += side === '0' ? millionths(amount) : -millionths(amount);
    }
  }
  expect(open).toBe(0n);
});

if (hasLedgers) describe('a year of journals', inLedgers);
else
  test('not run: there is no hledger and no Beancount here, and nothing says that there must be', () => {});
