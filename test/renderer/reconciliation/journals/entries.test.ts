import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bankEntry,
  isDebit,
  type JournalEntry,
  payoutEntry,
  resultEntry,
  rowsOfResult,
  sizeOfLine,
  totalsOf,
} from '#renderer/reconciliation/journals/model/entries.ts';
import { roundedEntry } from '#renderer/reconciliation/journals/model/rounding.ts';
import { ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  SPEC_INCOME_COLUMNS,
  SPEC_SECTION_NAMES,
  SPEC_SECTIONS,
} from '#test/renderer/features/columns/spec-sections.ts';
import { amount, books, millionths, result, sums, total } from './random-results.ts';

const balanceOf = ({ lines }: Pick<JournalEntry, 'lines'>): bigint =>
  total(lines.map((line) => millionths(line.amount)));
/** Debit less credit of the lines that begin so. */
const lineSum = ({ lines }: Pick<JournalEntry, 'lines'>, ...beginnings: readonly string[]): bigint =>
  total(
    lines
      .filter(({ line }) => beginnings.some((each) => line === each || line.startsWith(`${each}/`)))
      .map((line) => millionths(line.amount)),
  );

test('an entry balances to the last digit, and its totals say so', () => {
  fc.assert(
    fc.property(result, books, (rows, book) => {
      const entry = resultEntry(rows, book);
      expect(balanceOf(entry)).toBe(0n);
      const totals = totalsOf([entry]);
      expect(millionths(totals.debit)).toBe(millionths(totals.credit));
      expect(millionths(totals.debit)).toBe(
        total(entry.lines.map((line) => millionths(line.amount)).filter((units) => units > 0n)),
      );
      expect(entry.lines.every((line) => millionths(line.amount) !== 0n)).toBe(true);
    }),
  );
});

test('it comes to the result, section by section', () => {
  fc.assert(
    fc.property(result, books, (rows, book) => {
      const entry = resultEntry(rows, book);
      const of = (column: string) => millionths(rows.sums[column]);
      expect(-lineSum(entry, 'income')).toBe(of('Ingreso Total'));
      expect(
        -total(
          entry.lines.filter(({ line }) => line === 'income/rest').map((line) => millionths(line.amount)),
        ),
      ).toBe(of('Ingreso Total') - total(SPEC_INCOME_COLUMNS.map(of)));
      for (const name of SPEC_SECTION_NAMES) {
        const { charges, refunds } = SPEC_SECTIONS[name];
        expect([name, lineSum(entry, name)]).toEqual([name, total(charges.map(of)) - total(refunds.map(of))]);
      }
      expect(lineSum(entry, 'receivable')).toBe(of('Rentabilidad Marketplace'));
      expect(lineSum(entry, 'product-cost')).toBe(of('Costo de Producto'));
      expect(lineSum(entry, 'inventory')).toBe(-of('Costo de Producto'));
    }),
  );
});

test('what no rule takes stands in suspense, named, and nothing else does', () => {
  const rows = {
    month: '2026-10' as Month,
    Canal: 'Uno',
    Cuenta: 'A',
    settlement: null,
    sums: {
      'Ingreso Total': '100' as Decimal,
      Ventas: '90' as Decimal,
      'Cobro de Comisiones': '7.5' as Decimal,
      'Rentabilidad Marketplace': '92' as Decimal,
    },
  };
  const suspenseOf = (book: ReturnType<typeof ruleBook>) =>
    resultEntry(rows, book)
      .lines.filter(({ level }) => level === 'none')
      .map(({ line, account, amount: own }) => [line, account, own]);
  // Ten of income have no column, and half of one is owed less than is left of it.
  expect(suspenseOf(ruleBook([], 'CL'))).toEqual([
    ['income/rest', '1.1.09.99', '-10'],
    ['rest', '1.1.09.99', '0.5'],
  ]);
  expect(suspenseOf(ruleBook([], null)).map(([line, account]) => [line, account])).toEqual(
    ['income/Ventas', 'commissions/Cobro de Comisiones', 'income/rest', 'rest', 'receivable'].map((line) => [
      line,
      'SUSPENSO',
    ]),
  );
  expect(totalsOf([resultEntry(rows, ruleBook([], 'CL'))])).toEqual({
    debit: '100',
    credit: '100',
    suspense: '-9.5',
    suspenseLines: 2,
  });
});

test('by settlement it comes to the same, line by line, and a settlement of two months to both its parts', () => {
  const SETTLEMENTS = ['', 'L-1', 'L-2'];
  const MONTHS = ['2026-09', '2026-10'] as unknown as readonly Month[];
  const cells = fc.array(sums, { minLength: 6, maxLength: 6 });
  const place = { Canal: 'Uno', Cuenta: 'A' };
  const added = (all: readonly { readonly [column: string]: string }[]) => {
    const columns = [...new Set(all.flatMap((each) => Object.keys(each)))];
    return Object.fromEntries(
      columns.map((column) => {
        const units = total(all.map((each) => millionths(each[column])));
        const digits = String(units < 0n ? -units : units).padStart(7, '0');
        return [column, `${units < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}` as Decimal];
      }),
    );
  };
  const byLine = (entries: readonly JournalEntry[]) => {
    const found = new Map<string, bigint>();
    for (const { line, account, amount: own } of entries.flatMap(({ lines }) => lines)) {
      const key = `${line} ${account}`;
      found.set(key, (found.get(key) ?? 0n) + millionths(own));
    }
    return new Map([...found].filter(([, units]) => units !== 0n).toSorted());
  };
  fc.assert(
    fc.property(cells, books, (all, book) => {
      const parts = MONTHS.flatMap((month, row) =>
        SETTLEMENTS.map((settlement, at) => ({
          ...place,
          month,
          settlement,
          sums: all[row * SETTLEMENTS.length + at] ?? {},
        })),
      );
      const entries = parts.map((part) => resultEntry(part, book));
      for (const month of MONTHS) {
        const own = parts.filter((part) => part.month === month);
        const whole = resultEntry(
          { ...place, month, settlement: null, sums: added(own.map((each) => each.sums)) },
          book,
        );
        expect(byLine(entries.filter(({ date }) => date.startsWith(month)))).toEqual(byLine([whole]));
      }
      const [first] = SETTLEMENTS;
      const own = parts.filter(({ settlement }) => settlement === first);
      const settled = entries.filter(({ reference }) => reference === first);
      expect(settled.map(({ date }) => date)).toEqual(['2026-09-30', '2026-10-31']);
      expect(-total(settled.map((entry) => lineSum(entry, 'income')))).toBe(
        total(own.map((each) => millionths(each.sums['Ingreso Total']))),
      );
    }),
    { numRuns: 30 },
  );
});

test('what is paid out goes to transit, and leaves it for the bank', () => {
  fc.assert(
    fc.property(amount, books, fc.boolean(), (value, book, isExplained) => {
      const movement = {
        key: 'k',
        date: '2026-10-07' as LocalDate,
        reference: 'L-1',
        amount: value,
        Canal: 'Uno',
        Cuenta: 'A',
      };
      const paid = payoutEntry(movement, book);
      const came = bankEntry(movement, isExplained, book);
      expect([balanceOf(paid), balanceOf(came)]).toEqual([0n, 0n]);
      expect([lineSum(paid, 'transit'), lineSum(paid, 'receivable')]).toEqual([
        millionths(value),
        -millionths(value),
      ]);
      const other = came.lines.filter(({ line }) => line === (isExplained ? 'transit' : 'bank/unexplained'));
      expect(total(other.map((line) => millionths(line.amount)))).toBe(-millionths(value));
    }),
  );
});

test('a file of fewer decimal places says what it leaves out, in a line of its own', () => {
  fc.assert(
    fc.property(result, books, fc.constantFrom(0, 2), (rows, book, places) => {
      const exact = resultEntry(rows, book);
      const rounded = roundedEntry(exact, places, book);
      expect(balanceOf(rounded)).toBe(0n);
      for (const line of rounded.lines)
        expect((line.amount.split('.')[1] ?? '').length).toBeLessThanOrEqual(places);
      const step = 10n ** BigInt(6 - places);
      // Half of the smallest unit at most, line by line.
      for (const line of exact.lines) {
        const own = rounded.lines.find((each) => each.line === line.line);
        const moved = millionths(own?.amount) - millionths(line.amount);
        expect(2n * (moved < 0n ? -moved : moved) <= step).toBe(true);
      }
      const added = rounded.lines.filter(({ line }) => line === 'rounding');
      expect(rounded.lines.length - added.length).toBeLessThanOrEqual(exact.lines.length);
      if (exact.lines.every((line) => millionths(line.amount) % step === 0n)) expect(rounded).toEqual(exact);
    }),
  );
});

test('entries are known by their content, and say of which day, account and document they are', () => {
  const book = ruleBook([], 'CL');
  const place = { Canal: 'Uno', Cuenta: 'A' };
  const headOf = ({ lines: _, ...head }: JournalEntry) => head;
  const rows = { ...place, month: '2026-02' as Month, sums: {} };
  // Keys are kept with what was exported: another spelling would be another entry.
  expect(headOf(resultEntry({ ...rows, settlement: 'L-7' }, book))).toEqual({
    ...{ ...place, key: '["result","2026-02","Uno","A","L-7"]', kind: 'result' },
    ...{ date: '2026-02-28', reference: 'L-7' },
  });
  expect(headOf(resultEntry({ ...rows, settlement: null }, book))).toEqual({
    ...{ ...place, key: '["result","2026-02","Uno","A",null]', kind: 'result' },
    ...{ date: '2026-02-28', reference: '' },
  });
  expect(rowsOfResult('["result","2026-02","Uno","A","L-7"]')).toEqual({
    month: '2026-02',
    settlement: 'L-7',
  });
  const movement = {
    ...place,
    key: 'k',
    date: '2026-10-07' as LocalDate,
    reference: 'R',
    amount: '1' as Decimal,
  };
  const { key: _, amount: __, ...told } = movement;
  expect(headOf(payoutEntry(movement, book))).toEqual({ ...told, kind: 'payout', key: '["payout","k"]' });
  expect(headOf(bankEntry(movement, true, book))).toEqual({ ...told, kind: 'bank', key: '["bank","k"]' });
});

test('each side is told without its sign, and what stands in suspense is counted by lines of both', () => {
  const entry = payoutEntry(
    {
      Canal: 'Uno',
      Cuenta: 'A',
      key: 'k',
      date: '2026-10-07' as LocalDate,
      reference: '',
      amount: '-12.5' as Decimal,
    },
    ruleBook([], null),
  );
  expect(entry.lines.map((line) => [line.line, isDebit(line), sizeOfLine(line)])).toEqual([
    ['transit', false, '12.5'],
    ['receivable', true, '12.5'],
  ]);
  expect(totalsOf([entry, entry])).toEqual({ debit: '25', credit: '25', suspense: '0', suspenseLines: 4 });
  expect(totalsOf([])).toEqual({ debit: '0', credit: '0', suspense: '0', suspenseLines: 0 });
});

test('an entry that needs no rounding is as it was, to how its amounts are written', () => {
  const line = (id: string, amountOf: string): JournalEntry['lines'][number] => ({
    ...{ line: id, account: id, name: '', costCentre: '', taxCode: '', level: 'all' },
    amount: amountOf as Decimal,
  });
  const entry: JournalEntry = {
    ...{
      key: 'k',
      kind: 'result',
      date: '2026-10-31' as LocalDate,
      Canal: 'Uno',
      Cuenta: 'A',
      reference: '',
    },
    lines: [line('income/Ventas', '-10.00'), line('receivable', '10.00')],
  };
  expect(roundedEntry(entry, 0, ruleBook([], 'CL'))).toEqual(entry);
});

test('what rounding leaves goes where its rule of that account says; lines of nothing go', () => {
  const line = (id: string, amountOf: string): JournalEntry['lines'][number] => ({
    ...{ line: id, account: id, name: '', costCentre: '', taxCode: '', level: 'all' },
    amount: amountOf as Decimal,
  });
  const entry: JournalEntry = {
    ...{
      key: 'k',
      kind: 'result',
      date: '2026-10-31' as LocalDate,
      Canal: 'Uno',
      Cuenta: 'A',
      reference: '',
    },
    lines: [
      line('income/Ventas', '-10.4'),
      line('rest', '0.4'),
      line('inventory', '1'),
      line('receivable', '9'),
    ],
  };
  const ruled = { line: 'rounding', account: '9.9', name: 'Redondeo', costCentre: 'CC', taxCode: 'EX' };
  const book = ruleBook(
    [
      { ...ruled, Canal: 'Uno', Cuenta: 'A' },
      { ...ruled, Canal: 'Uno', Cuenta: null, account: '8.8' },
    ],
    'CL',
  );
  // -10.4 is -10, 0.4 is 0: nothing is left between the sides, and the line of nothing is not told.
  expect(roundedEntry(entry, 0, book).lines.map(({ line: id, amount: own }) => [id, own])).toEqual([
    ['income/Ventas', '-10'],
    ['inventory', '1'],
    ['receivable', '9'],
  ]);
  const uneven = {
    ...entry,
    lines: [line('income/Ventas', '-10.5'), line('rest', '1.25'), line('receivable', '9.25')],
  };
  // Halves go away from zero: -11 + 1 + 9 leaves 1 to be charged.
  expect(roundedEntry(uneven, 0, book).lines.at(-1)).toEqual({ ...ruled, level: 'account', amount: '1' });
  expect(roundedEntry(uneven, 1, book).lines.map(({ amount: own }) => own)).toEqual([
    '-10.5',
    '1.3',
    '9.3',
    '-0.1',
  ]);
});
