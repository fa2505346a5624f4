import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalTableCell } from '#renderer/data/files/xlsx/cells.ts';
import { formulaText, sheetParts, totalText } from '#renderer/data/files/xlsx/sheet.ts';
import { sheetName } from '#renderer/data/files/xlsx/workbook.ts';
import { type Formula, tableOf } from '#renderer/data/model/sheet-table.ts';

/** Where lines stand that go on from sheet to sheet, and the formulas over them. */

const tableWith = (depths: readonly number[], isSummed = false) =>
  tableOf({
    ...{ name: 'T', keyColumns: 0, lines: depths.map((depth) => ({ cells: ['a'], depth: depth as 0 | 1 })) },
    columns: [{ name: 'N', kind: 'text', total: isSummed ? { kind: 'sum', value: '1' } : null }],
  });

describe('the sheets of a table', () => {
  test('hold a group with its lines, and part one only where no sheet could hold it', () => {
    const depth = fc.constantFrom(0, 1, 1);
    fc.assert(
      fc.property(
        fc.array(depth, { maxLength: 24, size: 'max' }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (depths, room, isSummed) => {
          const heading = isSummed ? 3 : 2;
          const parts = sheetParts(tableWith(depths, isSummed), room + heading);
          const isGrouped = depths.includes(1);
          const expected: [number, number][] = [];
          let from = 0;
          do {
            let to = Math.min(depths.length, from + room);
            if (isGrouped && to < depths.length) {
              let whole = to;
              while (whole > from && depths[whole] === 1) whole -= 1;
              if (whole > from) to = whole;
            }
            expected.push([from, to - from]);
            from = to;
          } while (from < depths.length);
          expect(parts.map((part) => [part.from, part.count])).toEqual(expected);
          for (const part of parts) {
            expect(part.isWhole).toBe(parts.length === 1);
            expect([part.titleRow, part.totalsRow, part.headingRow]).toEqual([1, isSummed ? 2 : 0, heading]);
          }
        },
      ),
    );
  });

  test('have names that any program takes', () => {
    expect(sheetName('Ventas')).toBe('Ventas');
    expect(sheetName('a/b:c')).toBe('a b c');
    expect(sheetName("'  'Norte''  '")).toBe('Norte');
    expect(sheetName('x'.repeat(40))).toBe('x'.repeat(31));
    expect(sheetName('x'.repeat(40), ' (12)')).toBe(`${'x'.repeat(26)} (12)`);
    // What is cut may end in what no name ends in.
    expect(sheetName(`${'x'.repeat(25)}' 'y`, ' (1)')).toBe(`${'x'.repeat(25)} (1)`);
    for (const taken of ['', ' ', 'EVIDENCIA', 'History', "'"])
      expect(sheetName(taken, ' (2)')).toBe('Datos (2)');
  });
});

describe('a formula', () => {
  const part = { headingRow: 3, count: 4, next: [] };
  const over = {
    ...part,
    next: [
      { headingRow: 2, count: 2, name: "D'Oro (2)" },
      { headingRow: 2, count: 9, name: 'C' },
    ],
  };
  const at = (formula: Formula, row = 4, of: Parameters<typeof formulaText>[3] = part) =>
    formulaText(formula, 2, row, of);

  test('of a group is over its lines below it, those on the next sheets too', () => {
    expect(at({ kind: 'subtotal', below: 3 })).toBe('SUBTOTAL(9,C5:C7)');
    expect(at({ kind: 'subtotal', below: 0 })).toBe('SUBTOTAL(9,C5:C4)');
    expect(at({ kind: 'subtotal', below: 4 }, 4, over)).toBe("SUBTOTAL(9,C5:C7,'D''Oro (2)'!C3:C3)");
    expect(at({ kind: 'subtotal', below: 6 }, 5, over)).toBe(
      "SUBTOTAL(9,C6:C7,'D''Oro (2)'!C3:C4,'C'!C3:C4)",
    );
    // The last line of its sheet: all of them are on the next.
    expect(at({ kind: 'subtotal', below: 1 }, 7, over)).toBe("SUBTOTAL(9,'D''Oro (2)'!C3:C3)");
  });

  test('of parts adds the first and takes the others off', () => {
    const parts = (adds: number, takes: number, of = part as typeof over) =>
      at({ kind: 'parts', adds, takes }, 4, of);
    expect(parts(2, 1)).toBe('SUBTOTAL(9,C5:C6)-SUBTOTAL(9,C7:C7)');
    expect(parts(2, 0)).toBe('SUBTOTAL(9,C5:C6)');
    expect(parts(0, 2)).toBe('0-SUBTOTAL(9,C5:C6)');
    expect(parts(0, 0)).toBe('0');
    expect(parts(2, 3, over)).toBe("SUBTOTAL(9,C5:C6)-SUBTOTAL(9,C7:C7,'D''Oro (2)'!C3:C4)");
  });

  test('of cells names them by their columns and rows', () => {
    expect(at({ kind: 'sum', columns: [0, 3] })).toBe('A4+D4');
    expect(at({ kind: 'difference', column: 1, less: 0 })).toBe('B4-A4');
    expect(at({ kind: 'change', part: 1, base: 0 })).toBe('IF(A4=0,"",100*B4/ABS(A4))');
    expect(at({ kind: 'lines', adds: [0, 2], takes: [1, 3] })).toBe('C4+C6-C5-C7');
    expect(at({ kind: 'rate', part: 1, base: 0, baseLine: null }, 6)).toBe('IF(A6<=0,"",100*B6/A6)');
    expect(at({ kind: 'rate', part: 1, base: 0, baseLine: 2 }, 4)).toBe('IF(A6<=0,"",100*B4/A6)');
  });

  test('of a total counts what is folded away where lines fold, and what is seen where they do not', () => {
    const sheet = { isGrouped: false, row: 2, first: 4, last: 9 };
    expect(totalText({ kind: 'sum', value: null }, 'B', sheet)).toBe('SUBTOTAL(109,B4:B9)');
    expect(totalText({ kind: 'sum', value: null }, 'B', { ...sheet, isGrouped: true })).toBe(
      'SUBTOTAL(9,B4:B9)',
    );
    expect(totalText({ kind: 'rate', value: null, part: 2, base: 1 }, 'D', sheet)).toBe(
      'IF(B2<=0,"",100*C2/B2)',
    );
  });

  test('is told from a value and from nothing where rows are hashed', () => {
    const formula = { kind: 'sum', columns: [0] } as const;
    expect(canonicalTableCell('money', { value: '1', formula })).toBe('true');
    expect(canonicalTableCell('money', { value: null, formula })).toBe('null');
    expect(canonicalTableCell('money', '1')).toBe('1');
    expect(canonicalTableCell('money', null)).toBe('null');
  });
});
