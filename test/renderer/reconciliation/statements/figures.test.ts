import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { createCoverage } from '#renderer/reconciliation/statements/model/check-coverage.ts';
import {
  checkNetRule,
  readFigures,
  type StatedAmounts,
  sumTerms,
  sumUnits,
  type Units,
} from '#renderer/reconciliation/statements/model/figures.ts';
import { amount, layoutOf, text } from '#renderer/reconciliation/statements/model/layout.ts';
import { matchHeader } from '#renderer/reconciliation/statements/model/recognition.ts';
import {
  atFiner,
  finestScale,
  readStated,
} from '#renderer/reconciliation/statements/model/stated-amounts.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Amounts of lines as integers of one scale, and what they come to. */

const LAYOUT = layoutOf({
  id: 'x',
  kind: 'bank',
  columns: [
    text('words', 'description', 'optional', 'Glosa'),
    amount('debit', null, 'optional', 'Cargo'),
    amount('credit', null, 'optional', 'Abono'),
    amount('fee', 'commission', 'optional', 'Comisión'),
  ],
  net: [
    ['credit', 1],
    ['debit', 1],
  ],
});
const HEADERS = ['Glosa', 'Cargo', 'Abono', 'Comisión'];
const rowsOf = (rows: readonly (readonly FileCell[])[]) => rows.map((cells, at) => ({ line: at + 2, cells }));
const read = (
  rows: readonly (readonly FileCell[])[],
  { layout = LAYOUT, headers = HEADERS, said = new Map() as StatedAmounts } = {},
) => atOnce(readFigures(rowsOf(rows), matchHeader(layout, { at: 0, rows: 1, headers }), null, said));
const charges = (...amounts: readonly string[]) => read(amounts.map((each) => ['x', each, '', '']));
const debitsOf = (...amounts: readonly string[]) => {
  const { columns, reversed } = charges(...amounts);
  return [columns.get('debit'), reversed.has('debit')];
};

describe('figures of lines', () => {
  test('are of the finest scale of all columns, and null where nothing stands', () => {
    const { scale, columns } = read([
      ['x', '', '1.5', '2.25'],
      ['x', '-3', '', ''],
    ]);
    expect(scale).toBe(2);
    expect([...columns]).toEqual([
      ['debit', [null, -300n]],
      ['credit', [150n, null]],
      ['fee', [225n, null]],
    ]);
    expect(read([['x', '', '', '']]).scale).toBe(0);
    expect([...read([['x', '5']], { headers: ['Glosa', 'Abono'] }).columns.keys()]).toEqual(['credit']);
  });

  test('of charges take money, with a minus where most have one, and nothing is on no side', () => {
    expect(debitsOf('5', '7')).toEqual([[-5n, -7n], true]);
    expect(debitsOf('-5', '-7')).toEqual([[-5n, -7n], false]);
    expect(debitsOf('-5', '-7', '3')).toEqual([[-5n, -7n, 3n], false]);
    expect(debitsOf('-5', '7', '3')).toEqual([[5n, -7n, -3n], true]);
    expect(debitsOf('-5', '7')).toEqual([[5n, -7n], true]);
    expect(debitsOf('-5', '0')).toEqual([[-5n, 0n], false]);
    expect(debitsOf('5', '0', '0')).toEqual([[-5n, 0n, 0n], true]);
    expect(debitsOf('-5', '')).toEqual([[-5n, null], false]);
  });

  test('of charges are as they are written in what is no bank', () => {
    const other = (kind: 'unknown' | 'ripley') =>
      read([['x', '5', '', '']], { layout: { ...LAYOUT, kind } as never });
    expect(other('unknown').columns.get('debit')).toEqual([-5n]);
    expect([other('ripley').columns.get('debit'), other('ripley').reversed.size]).toEqual([[5n], 0]);
  });

  test('that the user said are of no weight for how charges are written', () => {
    const rows = [
      ['x', '-5', '', ''],
      ['x', '7', '', ''],
      ['x', '9', '', ''],
    ];
    const said = new Map([
      [3, new Set([1])],
      [4, new Set([1])],
    ]);
    const figures = read(rows, { said });
    expect(figures.columns.get('debit')).toEqual([-5n, 7n, 9n]);
    expect([figures.isSaid('debit', 1), figures.isSaid('debit', 0), figures.isSaid('credit', 1)]).toEqual([
      ...[true, false, false],
    ]);
    expect([figures.isSaid('nobody', 1), figures.isSaid('debit', 9)]).toEqual([false, false]);
    expect(read(rows).columns.get('debit')).toEqual([5n, -7n, -9n]);
  });

  test('tell what cannot be read, where it stands, and which rows lack an amount that their net needs', () => {
    const { doubts, open } = read([
      ['x', '', '12.500', ''],
      ['x', '', 'doce', ''],
      ['x', '', '', '1.250'],
    ]);
    expect(doubts).toEqual([
      { at: 1, place: 2, text: 'doce', why: 'amount' },
      { at: 0, place: 2, text: '12.500', why: 'scale' },
      { at: 2, place: 3, text: '1.250', why: 'scale' },
    ]);
    expect([...open]).toEqual([0]);
    const ruled = {
      ...LAYOUT,
      netRule: { result: [['credit', 1]], variants: [[['fee', 1]]] },
    } as typeof LAYOUT;
    expect([...read([['x', '', '', '1.250']], { layout: ruled }).open]).toEqual([0]);
  });

  test('mean in a column of which nothing is known what the layout or most others do', () => {
    const meaning = (rows: readonly (readonly string[])[], place: number, layout = LAYOUT) =>
      read(rows, { layout }).meaningAt(place);
    const dots = ['x', '1.50', '', ''];
    const commas = ['x', '', '2,50', ''];
    expect(meaning([dots], 1)).toBe('.');
    expect(meaning([commas], 2)).toBe(',');
    expect(meaning([dots, dots, commas], 2)).toBe(',');
    expect(meaning([dots], 3)).toBe('.');
    expect(meaning([commas], 9)).toBe(',');
    expect(meaning([dots, commas], 3)).toBe('thousands');
    expect(meaning([dots, commas, ['x', '', '3,50', '']], 3)).toBe(',');
    expect(meaning([dots, commas, ['x', '3.50', '', '']], 0)).toBe('.');
    expect(meaning([dots], 3, { ...LAYOUT, decimalSign: ',' })).toBe(',');
    expect(meaning([['x', '5', '', '']], 1)).toBe('thousands');
  });
});

describe('sums', () => {
  const columns = new Map<string, Units>([
    ['a', [1n, null, 3n, null]],
    ['b', [10n, 20n, null, null]],
  ]);
  test('are of the terms that are there, each by its sign; null of nothing', () => {
    expect(
      atOnce(
        sumTerms(
          columns,
          [
            ['a', 1],
            ['b', -1],
            ['c', 1],
          ],
          4,
        ),
      ),
    ).toEqual([-9n, -20n, 3n, null]);
    expect(atOnce(sumTerms(columns, [['b', -1]], 5))).toEqual([-10n, -20n, null, null, null]);
    expect(atOnce(sumTerms(columns, [], 2))).toEqual([null, null]);
  });

  test('are of a stretch, without what is not there', () => {
    expect([sumUnits([1n, null, 3n]), sumUnits([1n, 2n, 4n], 1), sumUnits([1n, 2n, 4n], 0, 2)]).toEqual([
      4n,
      6n,
      3n,
    ]);
    expect([sumUnits([]), sumUnits([1n, 2n], 1, 1), sumUnits([1n], 0, 5)]).toEqual([0n, 0n, 1n]);
  });

  test('of a rule are of the variant with the fewest failures, the first of those', () => {
    const rule = { result: [['net', 1]], variants: [[['a', 1]], [['a', -1]], [['b', -1]]] } as const;
    const given = new Map<string, Units>([
      ['net', [1n, 2n, -3n, null]],
      ['a', [1n, 2n, 3n, 9n]],
      ['b', [5n, 5n, 5n, 5n]],
    ]);
    const check = (open: readonly number[] = [], variants: (typeof rule)['variants'] | [] = rule.variants) =>
      atOnce(checkNetRule({ columns: given, open: new Set(open) }, { ...rule, variants }, 4));
    expect(check()).toEqual({ variant: [['a', 1]], gaps: [0n, 0n, -6n, null], failures: 1 });
    expect(check([2])).toEqual({ variant: [['a', 1]], gaps: [0n, 0n, null, null], failures: 0 });
    expect(check([0, 1])).toEqual({ variant: [['a', -1]], gaps: [null, null, 0n, null], failures: 0 });
    expect(check([], [])).toEqual({ variant: [], gaps: [], failures: 0 });
    const alike = [
      [['a', 1]],
      [
        ['a', 1],
        ['gone', 1],
      ],
    ] as const;
    const found = atOnce(checkNetRule({ columns: given, open: new Set() }, { ...rule, variants: alike }, 4));
    expect(found.variant).toBe(alike[0]);
    // A row of which no part is known lacks its whole net.
    given.set('a', [null, 2n, -3n, null]);
    expect(check()).toEqual({ variant: [['a', 1]], gaps: [1n, 0n, 0n, null], failures: 1 });
  });
});

describe('an amount that a row beside the lines states', () => {
  const figures = read([['x', '', '1.50', '']]);
  const stated = (cell: FileCell | undefined, scale = 2) =>
    readStated({ line: 9, cells: cell === undefined ? [] : [cell] }, 0, { ...figures, scale });
  const number = (value: string): FileCell => ({ kind: 'number', text: value });

  test('is in units of the figures, and none where it is finer or no amount', () => {
    expect([stated('7'), stated('7.5'), stated('-7.25'), stated('1,234.50')]).toEqual([
      700n,
      750n,
      -725n,
      123450n,
    ]);
    expect([stated('7.255'), stated('7.250'), stated('7.5', 0), stated('7.0', 0)]).toEqual([
      null,
      725n,
      null,
      7n,
    ]);
    expect([stated(''), stated(' '), stated('doce'), stated(undefined), stated('-')]).toEqual([
      ...[null, null, null, null, null],
    ]);
  });

  test('as a number of a sheet has fifteen digits, and is rounded there', () => {
    expect(stated(number('1000.0000000000001'))).toBe(100000n);
    expect(stated(number('999.999999999999999'))).toBe(100000n);
    expect(stated(number('-999.999999999999999'))).toBe(-100000n);
    expect(stated(number('0.123456789012345'), 15)).toBe(123456789012345n);
    expect(stated(number('1.2345678901234567'), 14)).toBe(123456789012346n);
    expect(stated(number('1.2345678901234549'), 14)).toBe(123456789012345n);
    expect(stated('1.2345678901234567', 16)).toBe(12345678901234567n);
  });

  test('makes the figures finer where it has more places', () => {
    const finest = (...rows: readonly (readonly FileCell[])[]) =>
      atOnce(finestScale(rowsOf(rows), { ...figures, scale: 1 }));
    expect([finest(), finest(['7']), finest(['7.25'], ['x', '1.5']), finest(['x', '1.255'])]).toEqual([
      1, 1, 2, 3,
    ]);
    expect(finest(['2026-03-21', 'a.1b'])).toBe(1);
    expect(atOnce(atFiner([1n, null], 2))).toEqual([100n, null]);
    const same: Units = [1n];
    expect(atOnce(atFiner(same, 0))).toBe(same);
  });
});

test('lines are covered whole, or by each column that their net moves in', () => {
  const net = [
    { key: 'a', units: [1n, 1n, 0n, null] },
    { key: 'b', units: [0n, 2n, 0n, 4n] },
    { key: 'gone', units: undefined },
  ];
  const covered = (act: (coverage: ReturnType<typeof createCoverage>) => void) => {
    const coverage = createCoverage(4, net);
    act(coverage);
    return atOnce(coverage.count());
  };
  expect(covered(() => undefined)).toBe(0);
  expect(covered(({ line }) => line(2))).toBe(1);
  expect(covered(({ range }) => range(1, 3))).toBe(2);
  const columns = (...marks: readonly (readonly [string, number])[]) =>
    covered(({ column }) => {
      for (const [key, at] of marks) column(key, at);
    });
  expect(columns(['a', 0])).toBe(1);
  expect(columns(['a', 1])).toBe(0);
  expect(columns(['a', 1], ['b', 1])).toBe(1);
  // A line of nothing is covered by no column.
  expect(columns(['a', 2], ['b', 2])).toBe(0);
  expect(columns(['a', 0], ['b', 3])).toBe(2);
  expect(columns(['a', 3])).toBe(0);
});
