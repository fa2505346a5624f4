import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  columnIndex,
  elements,
  isUnreadHeight,
  plainText,
  type RunText,
  readSharedStrings,
  readSharedTexts,
  sheetRows,
  textsOf,
} from '#renderer/data/files/check/sheet-rows.ts';

/** What a row of a sheet holds, cell by cell, as the format's own text has it. */

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

async function rowsOf(xml: string, shared: readonly RunText[] = []) {
  const found = [];
  for await (const some of sheetRows(whole(`<sheetData>${xml}</sheetData>`), shared)) found.push(...some);
  return found;
}

/** The cells of one row, by column. */
async function cellsOf(cells: string, shared: readonly RunText[] = []) {
  const [row] = await rowsOf(`<row r="1">${cells}</row>`, shared);
  return [...(row?.cells ?? [])];
}
const readCell = async (cell: string, shared: readonly RunText[] = []) =>
  (await cellsOf(cell, shared))[0]?.[1];
const refused = (xml: string, reason = 'unreadable') =>
  expect(rowsOf(xml), xml).rejects.toMatchObject({ reason });

describe('the rows of a sheet', () => {
  test('have the number that they say, else the one after the row before', async () => {
    const numbers = async (xml: string) => (await rowsOf(xml)).map(({ number }) => number);
    expect(await numbers('<row/><row r="5"/><row/><row r="1048576"/>')).toEqual([1, 5, 6, 1_048_576]);
    for (const xml of [
      ...['<row r="0"/>', '<row r="x"/>', '<row r="1.5"/>', '<row r="1048577"/>', '<row r="-1"/>'],
      ...['<row r="3"/><row r="3"/>', '<row r="3"/><row r="2"/>', '<row r="1048576"/><row/>'],
    ])
      await refused(xml);
  });

  test('are hidden by a word or by a height below three points', async () => {
    const hidden = async (attributes: string) => (await rowsOf(`<row ${attributes}/>`))[0]?.isHidden;
    const yes = ['hidden="1"', "hidden='true'", 'ht="2.9"', 'ht="0"', 'ht="-1"', 'ht="15" hidden="1"'];
    const no = ['', 'hidden="0"', 'hidden="false"', 'ht="3"', 'ht="15"'];
    for (const each of yes) expect(await hidden(each), each).toBe(true);
    for (const each of no) expect(await hidden(each), each).toBe(false);
    // What is within a row hides nothing of it.
    expect((await rowsOf('<row r="1"><c r="A1" hidden="1"/></row>'))[0]?.isHidden).toBe(false);
    expect([isUnreadHeight('2.99'), isUnreadHeight('3'), isUnreadHeight(undefined)]).toEqual([
      ...[true, false, false],
    ]);
  });

  test('are refused where one is too long for any', async () => {
    const first = async (text: string) => {
      for await (const found of elements(whole(text), 'row')) return found.length;
      return 0;
    };
    const long = `<row>${'x'.repeat(8_000_000 - 5)}`;
    expect(await first(long)).toBe(0);
    await expect(first(`${long}x`)).rejects.toMatchObject({ reason: 'too-large' });
  });
});

describe('the cells of a row', () => {
  test('stand in the column that they say, else after the one before, none twice', async () => {
    const columns = async (cells: string) => (await cellsOf(cells)).map(([column]) => column);
    const cell = (place: string) => `<c${place}><v>1</v></c>`;
    expect(await columns(cell('') + cell(' r="C1"') + cell('') + cell(' r="AB1"'))).toEqual([0, 2, 3, 27]);
    expect(await columns(cell(' r="XFD1"'))).toEqual([16_383]);
    expect(await columns(`<c r="B1"/>${cell('')}`)).toEqual([2]);
    // What is no place is none.
    expect(await columns(cell(' r="b1"') + cell(' r="1"'))).toEqual([0, 1]);
    for (const cells of [
      cell(' r="B1"') + cell(' r="B1"'),
      cell(' r="B1"') + cell(' r="A1"'),
      cell(' r="XFE1"'),
      cell(' r="XFD1"') + cell(''),
    ])
      await refused(`<row r="1">${cells}</row>`);
    expect(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'].map(columnIndex)).toEqual([0, 25, 26, 51, 52, 701, 702]);
  });

  test('are numbers as programs write them, and else texts', async () => {
    const read = async (text: string) => readCell(`<c r="A1"><v>${text}</v></c>`);
    for (const text of ['0', '-1.50', '1.', '.5', '-.5', '1e5', '1E-7', '-2.5e+21', '1e308'])
      expect(await read(text)).toEqual({ kind: 'number', text, style: 0 });
    for (const text of [
      '1e400',
      '-',
      '.',
      '0x10',
      '1,5',
      ' 1',
      '1 ',
      '+1',
      '1e',
      '1e1234',
      'Infinity',
      'NaN',
    ])
      expect(await read(text)).toEqual({ kind: 'text', text, style: 0 });
    expect(await read('')).toBeUndefined();
    expect(await readCell('<c r="A1" t="n"><v>7</v></c>')).toMatchObject({ kind: 'number' });
    for (const type of ['b', 'e', 'str', 'd'])
      expect(await readCell(`<c r="A1" t="${type}"><v>1&amp;</v></c>`)).toEqual({
        ...{ kind: 'text', text: '1&', style: 0 },
      });
    for (const type of ['b', 'e', 'str', 'd'])
      expect(await readCell(`<c r="A1" t="${type}"><v>1</v></c>`)).toMatchObject({ kind: 'text', text: '1' });
  });

  test('are shared texts by their number, or texts of their own', async () => {
    const shared = [{ text: 'a' }, { text: '' }, { text: 'b', runs: ['<b/>'] }];
    const read = (number: string) => readCell(`<c r="A1" t="s" s="4"><v>${number}</v></c>`, shared);
    expect(await read('0')).toEqual({ kind: 'text', text: 'a', style: 4 });
    expect(await read('2')).toEqual({ kind: 'text', text: 'b', runs: ['<b/>'], style: 4 });
    expect(await read('1')).toBeUndefined();
    expect(await read('')).toBeUndefined();
    for (const number of ['3', '-1', 'x', '0.5'])
      await expect(read(number)).rejects.toMatchObject({ reason: 'unreadable' });
    expect(await readCell('<c r="A1" t="inlineStr"><is><t>u</t></is></c>')).toEqual({
      ...{ kind: 'text', text: 'u', style: 0 },
    });
    expect(await readCell('<c r="A1" t="inlineStr"><is><t></t></is></c>')).toBeUndefined();
  });

  test('look as the format of their number, the first where they say none', async () => {
    const style = async (attributes: string) =>
      (await readCell(`<c r="A1"${attributes}><v>1</v></c>`))?.style;
    expect([
      await style(''),
      await style(' s="12"'),
      await style(' s="x"'),
      await style(' s="1234567"'),
    ]).toEqual([0, 12, 0, 0]);
  });

  test('are formulas with what a program computed beside them', async () => {
    const formula = (text: string, value: unknown) => ({ kind: 'formula', formula: text, value, style: 0 });
    const of = async (content: string, type = '') => readCell(`<c r="A1"${type}>${content}</c>`);
    expect(await of('<f>A2&gt;1</f><v>7</v>')).toEqual(formula('A2>1', { kind: 'number', text: '7' }));
    expect(await of('<f>A2</f>')).toEqual(formula('A2', null));
    expect(await of('<f/><v>7</v>')).toEqual(formula('', { kind: 'number', text: '7' }));
    expect(await of('<f t="normal" ca="1">B1</f>')).toEqual(formula('B1', null));
    expect(await of('<f t="array" ref="A1">SUM(B1:B2)</f>')).toEqual(formula('{SUM(B1:B2)}', null));
    expect(await of('<f>B1</f><v>x</v>', ' t="str"')).toEqual(formula('B1', { kind: 'text', text: 'x' }));
    // Another element that begins like one.
    expect(await of('<fx>B1</fx><v>1</v>')).toEqual({ kind: 'number', text: '1', style: 0 });
    await refused('<row r="1"><c r="A1"><f </c></row>');
  });

  test('are formulas that another cell has, moved', async () => {
    const rows = await rowsOf(
      '<row r="1"><c r="A1"><f t="shared" si="3" ref="A1:B2">C1+1</f></c><c r="B1"><f t=\'shared\' si=\'3\'/></c></row>' +
        '<row r="2"><c r="A2"><f t="shared" si="3"/><v>1</v></c><c r="B2"><f t="shared" si="4"/></c></row>',
    );
    expect(
      rows.map(({ cells }) =>
        [...cells.values()].map((cell) => (cell.kind === 'formula' ? cell.formula : '')),
      ),
    ).toEqual([
      ['C1+1', 'D1+1'],
      ['C2+1', ''],
    ]);
  });
});

describe('texts', () => {
  const RICH =
    '<si><r><rPr><b/></rPr><t>uno</t></r><r><rPr><i/></rPr><t> </t></r><r><t xml:space="preserve"> dos</t></r>' +
    '<rPh sb="0"><t>no</t></rPh><r><rPr><b/></rPr><t>!</t></r></si>';

  test('are their runs put together, with the formats of those that show something', async () => {
    const xml = `<sst>${RICH}<si><t>tres</t></si><si/></sst>`;
    expect(await readSharedTexts(whole(xml))).toEqual([
      { text: 'uno  dos!', runs: ['<b/>'] },
      { text: 'tres' },
      { text: '' },
    ]);
    expect(await readSharedStrings(whole(xml))).toEqual(['uno  dos!', 'tres', '']);
    const blank = '<si><r><rPr><b/></rPr><t> </t></r></si>';
    expect(await readSharedTexts(whole(blank))).toEqual([{ text: ' ' }]);
  });

  test('are a hundred million characters together at most, with their formats', async () => {
    const text = 'x'.repeat(2_000_000);
    const plain = `<si><t>${text}</t></si>`;
    const rich = `<si><r><rPr>${text.slice(1)}</rPr><t>y</t></r></si>`;
    async function* many(xml: string, count: number, last = ''): AsyncGenerator<string> {
      for (let at = 0; at < count; at += 1) yield xml;
      yield last;
    }
    expect(await readSharedStrings(many(plain, 50))).toHaveLength(50);
    const end = '<si><t>y</t></si>';
    await expect(readSharedStrings(many(plain, 50, end))).rejects.toMatchObject({ reason: 'too-large' });
    await expect(readSharedTexts(many(rich, 50, end))).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('have no readings in them, wherever those stand', () => {
    expect(textsOf('<rPh><t>x</t></rPh><t>a</t><rPh><t>y</t></rPh><t>b</t>')).toBe('ab');
    expect(textsOf('<t>a<b/></t><t>c</t>')).toBe('c');
  });

  test('have every character that an escape stands for', () => {
    expect(plainText('&quot;&apos;&gt;&amp;lt;')).toBe('"\'>&lt;');
    expect(plainText('&#x1F600;&#128512;&#x10ffff;')).toBe('😀😀\u{10ffff}');
    expect(plainText('&#x110000;&#1114112;&#;&x;')).toBe('&#x110000;&#1114112;&#;&x;');
    expect(plainText('_x000D__x12_\r')).toBe('\r_x12_\n');
  });

  test('of attributes are those between quotes, with their escapes', () => {
    const found = attributesOf('<a x="1&amp;2" y=\'z"\'/><ab x="no"/><a>', 'a');
    expect(found.map((each) => [...each])).toEqual([
      [
        ['x', '1&2'],
        ['y', 'z"'],
      ],
      [],
    ]);
  });
});
