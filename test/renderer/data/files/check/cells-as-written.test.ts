import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellName, createAlterations, rowName } from '#renderer/data/files/check/alterations.ts';
import { numberOf } from '#renderer/data/files/check/cell-numbers.ts';
import { canonicalFileCell, numberIn, shownCell, valueIn } from '#renderer/data/files/check/cell-texts.ts';
import { createSharedFormulas } from '#renderer/data/files/check/shared-formulas.ts';
import type { FileCell } from '#renderer/data/files/check/sheet-rows.ts';
import { withSurroundings } from '#renderer/data/files/check/sheet-surroundings.ts';

/** What a program wrote into a cell, a formula or around its rows, as the check takes it. */

describe('a number', () => {
  test('is the shortest decimal of its double, with and without an exponent', () => {
    const text = ({ units, scale }: ReturnType<typeof numberOf>) => Number(`${units}e-${scale}`);
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e40, max: 1e40 }), (drawn) => {
        // Nobody sells for less.
        const value = Math.abs(drawn) < 1e-40 ? 0 : drawn;
        expect(text(numberOf(String(value))) + 0).toBe(value + 0);
      }),
    );
    expect(numberOf('0.28999999999999998')).toEqual({ units: 29n, scale: 2 });
    expect(numberOf('1.5e-7')).toEqual({ units: 15n, scale: 8 });
    expect(numberOf('-1.5E+21')).toEqual({ units: -1_500_000_000_000_000_000_000n, scale: 0 });
    expect(numberOf('123456789012345')).toEqual({ units: 123456789012345n, scale: 0 });
    expect(numberOf('1.50')).toEqual({ units: 150n, scale: 2 });
    expect(numberOf('x')).toEqual({ units: 0n, scale: 0 });
  });
});

describe('a cell', () => {
  const of = (value: unknown) => value as FileCell;
  const number = of({ kind: 'number', text: '10.50' });
  const text = of({ kind: 'text', text: 'a"b' });
  const formula = of({ kind: 'formula', formula: 'A1+1', value: { kind: 'number', text: '7' } });
  const named = of({ kind: 'formula', formula: 'A1', value: { kind: 'text', text: 'x' } });
  const cells = [number, text, formula, named, undefined];

  test('is taken for a hash by its kind, shown as it stands, and counts as its number', () => {
    expect(cells.map((cell) => canonicalFileCell('money', cell))).toEqual([
      ...['10.5', '"a\\"b"', 'true', 'true', 'null'],
    ]);
    expect(cells.map(shownCell)).toEqual(['10.50', 'a"b', '=A1+1', '=A1', null]);
    expect(cells.map(numberIn)).toEqual([10.5, 0, 7, 0, 0]);
    expect(cells.map((cell) => valueIn(cell)?.text ?? null)).toEqual(['10.50', 'a"b', '7', 'x', null]);
  });
});

describe('a formula that a sheet writes once', () => {
  const copy = (text: string, columns: number, rows: number) => {
    const formulas = createSharedFormulas();
    const at = { column: 5, row: 10 };
    expect(formulas.textOf('0', text, at)).toBe(text);
    return formulas.textOf('0', '', { column: at.column + columns, row: at.row + rows });
  };

  test.each([
    ['A1+$B2-C$3*$D$4', 'C4+$B5-E$3*$D$4'],
    ['SUM(Z9:AA10)', 'SUM(AB12:AC13)'],
    ['"A1"&\'A1 B2\'!C3', '"A1"&\'A1 B2\'!E6'],
    ['LOG10(A1)+A1x+TRUE', 'LOG10(C4)+A1x+TRUE'],
    ['1.5*A1', '1.5*C4'],
    ['XFD1048576', 'XFF1048579'],
  ])('%s is %s two columns and three rows on', (text, moved) => expect(copy(text, 2, 3)).toBe(moved));

  test('goes back as well, to the first column and row at most', () => {
    expect(copy('C4', -2, -3)).toBe('A1');
    expect(copy('B3', -5, -9)).toBe('A1');
    expect(copy('AA10', -1, 0)).toBe('Z10');
  });

  test('is of its own number, the latest of it counts, and one that is not there is none', () => {
    const formulas = createSharedFormulas();
    const at = { column: 0, row: 1 };
    formulas.textOf('0', 'A1', at);
    formulas.textOf('1', 'B1', at);
    expect(['0', '1', '2'].map((id) => formulas.textOf(id, '', { column: 0, row: 2 }))).toEqual([
      ...['A2', 'B2', ''],
    ]);
    formulas.textOf('0', 'C1', { column: 0, row: 2 });
    expect(formulas.textOf('0', '', { column: 0, row: 3 })).toBe('C2');
  });
});

describe('what stands around the rows of a sheet', () => {
  const around = async (chunks: readonly string[]) => {
    let told: unknown = null;
    const report = (each: unknown): void => {
      told = each;
    };
    const given: string[] = [];
    async function* source() {
      yield* chunks;
    }
    for await (const chunk of withSurroundings(source(), report)) given.push(chunk);
    expect(given).toEqual(chunks);
    return told;
  };
  const cut = (text: string, at: number) => [text.slice(0, at), text.slice(at)];

  test('is what comes before and after them, wherever the file is cut into pieces', async () => {
    const [head, tail] = ['<worksheet><cols/>', '<mergeCells/></worksheet>'];
    const whole = `${head}<sheetData><row r="1"></row></sheetData>${tail}`;
    for (let at = 0; at <= whole.length; at += 1) {
      expect(await around(cut(whole, at)), String(at)).toMatchObject({ head });
      const { tail: found } = (await around(cut(whole, at))) as { readonly tail: string };
      expect(found.endsWith(tail) && !found.includes('<row'), String(at)).toBe(true);
    }
    expect(await around([...whole])).toMatchObject({ head });
  });

  test('is refused with rows outside of their place, without any place, and with a comment', async () => {
    const refused = (text: string) =>
      expect(around(cut(text, 12))).rejects.toMatchObject({ name: expect.any(String) });
    await refused('<worksheet><row r="1"/></worksheet>');
    await refused('<worksheet><row r="1"/><sheetData></sheetData></worksheet>');
    await refused('<worksheet><sheetData></sheetData><row r="1"/></worksheet>');
    await refused('<worksheet><sheetData></sheetData><sheetData><row/></sheetData></worksheet>');
    await refused('<worksheet><sheetData/><sheetData><c/></sheetData></worksheet>');
    await refused('<worksheet><!-- --><sheetData></sheetData></worksheet>');
    await refused('<worksheet><sheetData></sheetData></worksheet><!x>');
    expect(await around(['<worksheet><sheetData/><cols/></worksheet>'])).toMatchObject({
      head: '<worksheet>',
    });
  });
});

describe('alterations', () => {
  test('are counted by kind, twenty of each are kept, and long texts are cut', () => {
    const alterations = createAlterations('Filas');
    for (let at = 0; at < 25; at += 1) alterations.add('hidden', 'row-hidden', { name: `r${at}` });
    alterations.add('structure', 'cell-added', { name: 'c', cell: 'A1', found: 'y'.repeat(301) }, 4);
    alterations.compare('evidence', { name: 'same', recorded: 'a', found: 'a' });
    alterations.compare(
      'evidence',
      { name: 'other', recorded: 'z'.repeat(300), found: null },
      {
        ...{ sheet: 'Hoja 1', column: 27, row: 3 },
      },
    );
    expect(alterations.counts).toEqual({ hidden: 25, structure: 4, evidence: 1 });
    expect(alterations.listed.filter(({ kind }) => kind === 'hidden').map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, at) => `r${at}`),
    );
    expect(alterations.listed.slice(20)).toEqual([
      {
        ...{ kind: 'structure', table: 'Filas', what: 'cell-added', name: 'c', cell: 'A1', count: 4 },
        ...{ recorded: null, found: `${'y'.repeat(300)}…` },
      },
      {
        ...{ kind: 'evidence', table: 'Filas', what: null, name: 'other', cell: "'Hoja 1'!AB3", count: 1 },
        ...{ recorded: 'z'.repeat(300), found: null },
      },
    ]);
  });

  test('name a cell or a row as a formula of another sheet does', () => {
    const sheets = ['Filas', 'Por mes', "D'Or", 'Año_2', '2026', '_x'];
    expect(sheets.map((sheet) => cellName({ sheet, column: 0, row: 7 }))).toEqual([
      ...['Filas!A7', "'Por mes'!A7", "'D''Or'!A7", 'Año_2!A7', "'2026'!A7", '_x!A7'],
    ]);
    expect(rowName({ sheet: 'Por mes', row: 12 })).toBe("'Por mes'!12:12");
  });
});
