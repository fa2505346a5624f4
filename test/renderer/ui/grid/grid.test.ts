import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FigureSigns, tsv } from '#renderer/data/model/spreadsheet.ts';
import { FORMATS_OF, LOCALE_NAMES } from '#renderer/ui/formats.tsx';
import { mayTurn } from '#renderer/ui/grid/body-painter.ts';
import { moveFocus, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { chosenTsv, gridSheetCell, rangeTsv } from '#renderer/ui/grid/tsv.ts';

const size = { rows: 100, columns: 8, page: 20 };

describe('moving in a grid', () => {
  test('stays inside it', () => {
    expect(moveFocus({ row: 0, column: 0 }, 'ArrowUp', size, false)).toEqual({ row: 0, column: 0 });
    expect(moveFocus({ row: 99, column: 7 }, 'PageDown', size, false)).toEqual({ row: 99, column: 7 });
    expect(moveFocus({ row: 99, column: 7 }, 'ArrowRight', size, false)).toEqual({ row: 99, column: 7 });
  });

  test('Home and End go along the row, with Ctrl to the corners', () => {
    expect(moveFocus({ row: 5, column: 3 }, 'Home', size, false)).toEqual({ row: 5, column: 0 });
    expect(moveFocus({ row: 5, column: 3 }, 'End', size, false)).toEqual({ row: 5, column: 7 });
    expect(moveFocus({ row: 5, column: 3 }, 'End', size, true)).toEqual({ row: 99, column: 7 });
  });

  test('other keys are not its own', () => {
    expect(moveFocus({ row: 5, column: 3 }, 'x', size, false)).toBeNull();
  });

  test('a range has the same bounds from wherever it was begun', () => {
    const range = { from: { row: 9, column: 1 }, to: { row: 2, column: 4 } };
    expect(rangeBounds(range)).toEqual({ top: 2, bottom: 9, left: 1, right: 4 });
    expect(rangeBounds({ from: range.to, to: range.from })).toEqual(rangeBounds(range));
  });
});

const CHILE: FigureSigns = { decimal: ',', group: '.' };

describe('copied cells', () => {
  test('are separated by tabs, one row a line, and quoted where they hold a separator', () => {
    expect(
      tsv(
        [
          [{ text: 'Orden' }, { text: 'Ventas' }],
          [{ text: 'a\tb' }, { text: 'say "x"' }],
        ],
        CHILE,
      ),
    ).toBe('Orden\tVentas\r\n"a\tb"\t"say ""x"""');
  });

  test('come bare, or under the names of their columns where these are asked for', () => {
    const [one, two] = [[{ figure: '1' }], [{ figure: '2' }]];
    expect(rangeTsv(['Ventas'], [one, two], CHILE, 'cells')).toBe('1\r\n2');
    expect(rangeTsv(['Ventas'], [one], CHILE, 'named')).toBe('Ventas\r\n1');
    expect(rangeTsv(['=1+1'], [one], CHILE, 'named')).toBe("'=1+1\r\n1");
    expect(rangeTsv(['Ventas'], [one], CHILE, 'described')).toBe('Ventas\r\n1');
  });

  test('are those between the ends of a range, both among them, from wherever it was begun', () => {
    const columns = ['a', 'b', 'c'].map((id) => ({ id, name: `de ${id}` }));
    const lines = [1, 2, 3, 4].map((line) => ({ line }));
    const cell = (line: object, id: string) =>
      ({ text: `${(line as { line: number }).line}${id}`, tone: 'plain' }) as const;
    const range = { from: { row: 2, column: 2 }, to: { row: 1, column: 1 } };
    const told = (form: 'cells' | 'named') => chosenTsv(range, { columns, lines, cell }, CHILE, form);
    expect([told('cells'), told('named')]).toEqual(['2b\t2c\r\n3b\t3c', 'de b\tde c\r\n2b\t2c\r\n3b\t3c']);
  });

  test('figures keep all digits, written as on the screen, with the minus that spreadsheets read', () => {
    const copy = (value: string, signs: FigureSigns) =>
      tsv([[gridSheetCell({ text: '−1.234.567,9', value })]], signs);
    expect(copy('-1234567.8900', CHILE)).toBe('-1.234.567,8900');
    expect(copy('-1234567.8900', { decimal: '.', group: ',' })).toBe('-1,234,567.8900');
    expect(copy('999', CHILE)).toBe('999');
    expect(copy('1000', CHILE)).toBe('1.000');
    const digits = (least: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: 30 })
        .map((list) => list.join(''));
    const figure = fc.tuple(fc.constantFrom('', '-'), digits(1), digits(0));
    fc.assert(
      fc.property(figure, fc.constantFrom(...LOCALE_NAMES), ([sign, whole, fraction], locale) => {
        const signs = FORMATS_OF[locale];
        const copied = copy(sign + whole + (fraction === '' ? '' : `.${fraction}`), signs);
        // Read back as a person of that country reads it.
        const [left = '', right = '', ...more] = copied.split(signs.decimal);
        const groups = left.replace('-', '').split(signs.group);
        expect([groups.join(''), right, more]).toEqual([whole, fraction, []]);
        expect(copied.startsWith('-')).toBe(sign === '-');
        expect(groups.slice(1).every((three) => three.length === 3)).toBe(true);
        expect((groups[0] ?? '').length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('text never becomes a formula', () => {
    for (const [text, copied] of [
      ['=1+1', "'=1+1"],
      ['-SKU', "'-SKU"],
      ['SKU-1', 'SKU-1'],
      ['＝1+1', "'＝1+1"],
      ['a,=1+1', "a,'=1+1"],
    ] as const) {
      expect(tsv([[gridSheetCell({ text })]], CHILE)).toBe(copied);
      // An amount that cannot be read is its text.
      expect(tsv([[gridSheetCell({ text: '', value: text })]], CHILE)).toBe(copied);
    }
  });
});

test('texts that may begin at the right are told apart by their letters', () => {
  for (const text of ['قميص أزرق', 'שלום', 'SKU-1 שלום', 'ﷺ', '\u{1e900}']) expect(mayTurn(text)).toBe(true);
  for (const text of ['', 'Ñandú 12', '😀 azul', '日本語', '−1.234,50', 'Ω'])
    expect(mayTurn(text)).toBe(false);
});
