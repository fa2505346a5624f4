import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalTableCell, cellValue, columnLetters, escapeXml } from '#renderer/data/files/xlsx/cells.ts';
import type { SheetKind } from '#renderer/data/model/sheet-table.ts';

/** What a worksheet's cell holds of a value, and what it cannot hold as it is. */

const made = (kind: SheetKind, value: string | null) => {
  const losses = { longFigures: 0, cutTexts: 0 };
  const cell = cellValue(kind, value, losses);
  return [cell.kind === 'none' ? null : cell.kind === 'number' ? Number(cell.xml) : cell.text, losses];
};
const of = (kind: SheetKind, value: string | null) => made(kind, value)[0];
const NONE = { longFigures: 0, cutTexts: 0 };

describe('a cell', () => {
  test('of figures is a number, or the text that is none', () => {
    for (const kind of ['money', 'count', 'percent', 'number'] as const) {
      expect([of(kind, '-12.50'), of(kind, '0'), of(kind, ''), of(kind, null)]).toEqual([
        -12.5,
        0,
        null,
        null,
      ]);
      expect(['1e3', '1,5', ' 1', '.5', '5.', 'N/D'].map((text) => of(kind, text))).toEqual([
        ...['1e3', '1,5', ' 1', '.5', '5.', 'N/D'],
      ]);
    }
    expect(of('text', '12')).toBe('12');
  });

  test('of more than fifteen digits that count is told as longer than programs keep', () => {
    const isLong = (value: string) => (made('money', value)[1] as typeof NONE).longFigures;
    expect(['123456789012345', '1234567890123456'].map(isLong)).toEqual([0, 1]);
    expect(['-1234567890123.45', '-12345678901234.56'].map(isLong)).toEqual([0, 1]);
    expect(['0.000000000000000123', '123000000000000000000', '00000000000000000012.50'].map(isLong)).toEqual([
      0, 0, 0,
    ]);
    expect([of('money', `1${'0'.repeat(299)}`), of('money', `1${'0'.repeat(300)}`)]).toEqual([
      1e299,
      `1${'0'.repeat(300)}`,
    ]);
  });

  test('of a moment is a day since 1900-03-01, as long as calendars go', () => {
    expect(of('local-datetime', '1900-03-01T00:00:00.000')).toBe(61);
    expect(of('local-datetime', '2026-03-02T12:00:00.000')).toBe(46_083.5);
    const edges = ['1900-02-28T23:59:59.999', '9999-12-31T23:59:59.999', 'ayer'];
    expect(edges.map((text) => typeof of('local-datetime', text))).toEqual(['string', 'number', 'string']);
    expect(of('utc-datetime', '2026-03-02T12:00:00.000Z')).toBe(46_083.5);
  });

  test('of a text is it to the last letter that fits, and no half of one', () => {
    const whole = 'a'.repeat(32_767);
    expect(made('text', whole)).toEqual([whole, NONE]);
    expect(made('text', `${whole}b`)).toEqual([whole, { longFigures: 0, cutTexts: 1 }]);
    const [cut] = made('text', `${'a'.repeat(32_766)}😀`);
    expect(cut).toBe('a'.repeat(32_766));
  });

  test('is told alike by whoever reads it: empty, computed, a number however it is written, or its text', () => {
    const recorded = (['', '12.50', 'x"y'] as const).map((text) => canonicalTableCell('money', text));
    expect(recorded).toEqual(['null', '12.5', '"x\\"y"']);
    expect(canonicalTableCell('money', null)).toBe('null');
    const moment = '2026-03-02T12:00:00.123';
    expect(canonicalTableCell('local-datetime', moment)).toBe(String(Date.UTC(2026, 2, 2, 12, 0, 0, 123)));
  });
});

test('columns are lettered as people count them', () => {
  const slowly = (index: number): string => {
    let [letters, left] = ['', index + 1];
    while (left > 0) {
      letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
      left = Math.floor((left - 1) / 26);
    }
    return letters;
  };
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
  fc.assert(fc.property(fc.nat(20_000), (index) => columnLetters(index) === slowly(index)));
});

test('text is escaped so that what reads it has every letter', () => {
  expect(escapeXml('a & <b> "c"')).toBe('a &amp; &lt;b&gt; "c"');
  expect(escapeXml('\u0007')).toBe('_x0007_');
  expect(escapeXml('_x0041_')).toBe('_x005F_x0041_');
  expect(escapeXml('\ud83d')).toBe('_xD83D_');
  expect(escapeXml('😀_x\t\n')).toBe('😀_x\t\n');
});
