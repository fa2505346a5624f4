import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createLayoutRecord,
  inSureDigits,
  markAt,
  markOf,
  placesOf,
  tableLayoutSchema,
} from '#renderer/data/files/evidence/table-layout.ts';
import {
  type ColumnTotal,
  type Formula,
  type TableCell,
  type TableLine,
  tableOf,
} from '#renderer/data/model/sheet-table.ts';

/** What the evidence tells of a table's lines: a mark of each, and what its formulas are. */

const hash48 = fc.tuple(fc.nat({ max: 2 ** 24 - 1 }), fc.nat({ max: 2 ** 24 - 1 }));

describe('the mark of a line', () => {
  test('is the first 24 bits of its hash, as base 64 writes them', () => {
    fc.assert(
      fc.property(hash48, ([first, rest]) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(first);
        expect(markOf(first * 2 ** 24 + rest)).toBe(bytes.subarray(1).toString('base64url'));
      }),
    );
  });

  test('is found by the place of its line', () => {
    expect([0, 1, 2, 3].map((line) => markAt({ marks: 'AAAABBBBCCCC' }, line))).toEqual([
      ...['AAAA', 'BBBB', 'CCCC', ''],
    ]);
  });
});

describe('cells in sure digits', () => {
  test('are the same where none has more than a program keeps, and texts always', () => {
    const cells = ['123456789012345', '1234567890.1234', '"12345678901234567890"', 'null', 'true'];
    expect(inSureDigits(cells)).toBe(cells);
  });

  test('have fifteen where they had more, beside which the others stay', () => {
    expect(inSureDigits(['1234567.891234567', '"1234567.891234567"', '7', '-0.1234567890123456'])).toEqual([
      ...['1234567.89123457', '"1234567.891234567"', '7', '-0.123456789012346'],
    ]);
  });
});

describe('the layout of a table', () => {
  const rate = (value: string | null): TableCell => ({
    value,
    formula: { kind: 'rate', part: 1, base: 0, baseLine: null },
  });
  const of = (value: string, formula: Formula): TableCell => ({ value, formula });
  const layoutOf = (
    lines: readonly TableLine[],
    totals: readonly (ColumnTotal | null)[] = [null, null, null],
  ) => {
    const columns = totals.map((total, at) => ({ name: `c${at}`, kind: 'money' as const, total }));
    const table = tableOf({ name: 'T', columns, keyColumns: 1, lines });
    const record = createLayoutRecord(table, 'Título');
    for (const [at, line] of lines.entries()) record.add(line, at * 2 ** 24);
    return record.end();
  };

  test('has each kind of line once, and how many lines in a row are of it', () => {
    const plain = { cells: ['a', '1', null] };
    const counted = { cells: ['a', '1', rate('0.5')] };
    const other = { cells: ['a', of('1', { kind: 'sum', columns: [2] }), rate('0.5')] };
    const layout = layoutOf([plain, plain, counted, counted, counted, plain, other, counted]);
    expect(layout.patterns).toEqual([
      [],
      [[2, { kind: 'rate', part: 1, base: 0, baseLine: null }]],
      [
        [1, { kind: 'sum', columns: [2] }],
        [2, { kind: 'rate', part: 1, base: 0, baseLine: null }],
      ],
    ]);
    const runs = [0, 1, 0, 2, 1].map((pattern, at) => [pattern, [2, 3, 1, 1, 1][at]]);
    expect(layout.runs).toEqual(runs);
    expect(layout.marks).toBe('AAAAAAABAAACAAADAAAEAAAFAAAGAAAH');
    expect(layout).toMatchObject({ title: 'Título', isGrouped: false, totals: [null, null, null] });
    expect(tableLayoutSchema.parse(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  test('takes a formula without a value for none', () => {
    expect(layoutOf([{ cells: ['a', rate(null), undefined as never] }]).patterns).toEqual([[]]);
  });

  test('has the places of the rate of a line that was written with most: of no total, and of no amount', () => {
    const difference: Formula = { kind: 'difference', column: 0, less: 1 };
    const change: Formula = { kind: 'change', part: 0, base: 1 };
    const places = (cells: readonly TableCell[], totals?: readonly (ColumnTotal | null)[]) =>
      layoutOf([{ cells }, { cells: ['x'] }], totals).places;
    expect(places(['1.234567', of('1.2345', difference)])).toBe(0);
    expect(places([rate('12.34'), rate('1'), of('1.2345', difference)])).toBe(2);
    expect(places([rate('12.3'), of('1.234', change)])).toBe(3);
    const [part, base] = [1, 0];
    expect(places([rate('12.3')], [{ kind: 'rate', value: '1.23456', part, base }, null])).toBe(1);
    expect(places([rate('12.3')], [{ kind: 'rate', value: null, part, base }])).toBe(1);
    expect(places([rate('12.3')], [{ kind: 'sum', value: '1.234' }])).toBe(1);
    expect(placesOf('1.23456')).toBe(5);
    expect(placesOf('-12')).toBe(0);
    expect(places([rate('12')], [{ kind: 'rate', value: '5', part, base }])).toBe(0);
  });

  test('is grouped where a line lies within a group', () => {
    expect(layoutOf([{ cells: ['a'] }, { cells: ['b'], depth: 1 }]).isGrouped).toBe(true);
  });
});
