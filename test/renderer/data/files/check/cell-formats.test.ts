import { describe, expect, test } from 'vitest';
import { judgeNumberFormat, readCellFormats } from '#renderer/data/files/check/cell-formats.ts';
import type { FileCell } from '#renderer/data/files/check/sheet-rows.ts';

/** How a cell looks, where one would take it for something else than it holds. */

const judged = (...codes: readonly string[]) => codes.map((code) => judgeNumberFormat(code, false));

describe('a number’s format', () => {
  test('shows it: plain ones, those with a sign or brackets below zero, and a dash for nothing', () => {
    const plain = ['General', '0', '0.00', '#,##0.00', '$ #,##0', '@', 'Standard', '#,##0.00;-#,##0.00'];
    const signed = [
      '0.00;(0.00)',
      '0.00;[Red]-0.00',
      '#,##0;-#,##0;0',
      '0;-0;"-"',
      '0;-0;" - "',
      '0_);\\(0\\)',
    ];
    expect(judged(...plain, ...signed)).toEqual(Array(plain.length + signed.length).fill(null));
  });

  test('hides it, or what is below zero or nothing', () => {
    expect(judged(';;;', '"nada"', '0;;0', '0;"-"', '0;-0;', '0;-0;"0 "')).toEqual([
      ...Array(5).fill('number-hidden'),
      // A digit that is written is another number.
      'number-disguised',
    ]);
  });

  test('scales it', () => {
    expect(judged('0%', '0.00 %', '#,##0,', '0.0,,', '0;-0%', '#,##0')).toEqual([
      ...Array(5).fill('number-scaled'),
      null,
    ]);
  });

  test('leaves its sign out, or gives it one', () => {
    expect(judged('0;0', '0.00;[Red]0.00')).toEqual(Array(2).fill('number-unsigned'));
    expect(judged('-0', '(0)', '"-"0', '0;-0')).toEqual([...Array(3).fill('number-disguised'), null]);
  });

  test('writes another one, or only for some of them, or a date', () => {
    expect(judged('"1"0', '0\\9', '[>100]0;-0', '[<=5]"x"', 'dd/mm/yyyy', 'h:mm')).toEqual(
      Array(6).fill('number-disguised'),
    );
    // What stands in brackets is else a colour, and what follows a low line or a star a space.
    expect(judged('[Blue]0', '0_1', '* 0')).toEqual([null, null, null]);
  });

  test('fills its cell with blanks, or with what is read as digits', () => {
    expect(judged('* 0', '*-0', '*x0', '0*0', '_-0', '\\-0')).toEqual([
      ...[null, 'number-disguised', 'number-disguised', 'number-disguised', null, 'number-disguised'],
    ]);
    expect(judged('[h]:mm', '[>1]0', '[Red]0;[Red]-0')).toEqual([
      'number-disguised',
      'number-disguised',
      null,
    ]);
  });

  test('of a moment shows one', () => {
    const ofDate = (...codes: readonly string[]) => codes.map((code) => judgeNumberFormat(code, true));
    expect(ofDate('dd/mm/yyyy', 'yyyy-mm-dd hh:mm', 'General', '0')).toEqual([null, null, null, null]);
    expect(ofDate('"fecha"', ';;;')).toEqual(['number-hidden', 'number-hidden']);
  });
});

describe('a workbook’s styles', () => {
  const styles = (font: string, fill: string, xf: string, formats = '') =>
    readCellFormats(
      `<styleSheet><numFmts>${formats}</numFmts><fonts><font><sz val="11"/></font>${font}</fonts>` +
        `<fills><fill><patternFill patternType="none"/></fill>${fill}</fills>` +
        `<cellXfs><xf numFmtId="0" fontId="0" fillId="0"/>${xf}</cellXfs></styleSheet>`,
    );
  const solid = (color: string) =>
    `<fill><patternFill patternType="solid"><fgColor ${color}/></patternFill></fill>`;
  const number = (style: number): FileCell => ({ kind: 'number', text: '1', style });
  const text = (style: number): FileCell => ({ kind: 'text', text: 'a', style });
  const OF_ONE = '<xf numFmtId="0" fontId="1" fillId="1"/>';
  const seen = (font: string, fill: string) =>
    styles(`<font>${font}</font>`, fill, OF_ONE).problemOf(text(1), false);

  test('hide what is written in the colour of its paper, or nearly', () => {
    const white = '<color rgb="FFFFFFFF"/>';
    const paper = '<fill><patternFill patternType="none"/></fill>';
    expect(seen(white, paper)).toBe('text-invisible');
    expect(seen('<color rgb="FFE7E7E7"/>', paper)).toBe('text-invisible');
    expect(seen('<color rgb="FFE6FFFF"/>', paper)).toBeNull();
    expect(seen(white, solid('rgb="FF000000"'))).toBeNull();
    for (const none of ['FFFFFFFFFF', 'xFFFFFF', 'FFFFFFx', 'FFFFF'])
      expect(seen(`<color rgb="${none}"/>`, paper), none).toBeNull();
    expect(seen('<color rgb="FF102030"/>', solid('rgb="FF112233"'))).toBe('text-invisible');
    expect(seen('<color theme="0"/>', paper)).toBe('text-invisible');
    expect(seen('<color theme="1"/>', solid('indexed="8"'))).toBe('text-invisible');
    // What a theme says nobody knows here, but that the text has its paper's colour.
    expect(seen('<color theme="4"/>', solid('theme="4"'))).toBe('text-invisible');
    expect(seen('<color theme="4"/>', solid('theme="5"'))).toBeNull();
    expect(seen('<color theme="0" tint="-0.5"/>', paper)).toBeNull();
    expect(seen('<color theme="0" tint="-4.9989318521683403E-2"/>', paper)).toBe('text-invisible');
    expect(seen('<color theme="1" tint="0.95"/>', paper)).toBe('text-invisible');
    expect(seen('<color theme="1" tint="0.35"/>', paper)).toBeNull();
  });

  test('know black and white by every name, and no colour by one that may be any', () => {
    const paper = '<fill><patternFill patternType="none"/></fill>';
    const on = (fill: string, color: string) => seen(`<color ${color}/>`, fill) === 'text-invisible';
    for (const white of ['rgb="FFFFFF"', 'theme="0"', 'indexed="1"', 'indexed="9"', 'indexed="65"'])
      expect([on(paper, white), on(solid('rgb="FF000000"'), white)], white).toEqual([true, false]);
    for (const black of ['rgb="000000"', 'theme="1"', 'indexed="0"', 'indexed="8"', 'indexed="64"', ''])
      expect([on(solid('rgb="FF000000"'), black), on(paper, black)], black).toEqual([true, false]);
    expect(on(solid('indexed="12"'), 'indexed="12"')).toBe(true);
    expect(on(solid('indexed="12"'), 'indexed="13"')).toBe(false);
    expect(on(solid('theme="4" tint="0.2"'), 'theme="4" tint="0.2"')).toBe(true);
    expect(on(solid('theme="4" tint="0.2"'), 'theme="4" tint="0.4"')).toBe(false);
    expect(on(solid('theme="4"'), 'theme="4" tint="0.4"')).toBe(false);
    expect(on(solid('indexed="1" tint="0.2"'), 'indexed="1" tint="0.2"')).toBe(false);
    // A tint that would make white whiter is of no colour that is known.
    expect(on(paper, 'theme="0" tint="0.5"')).toBe(false);
    expect(on(paper, 'theme="1" tint="1.5"')).toBe(false);
  });

  test('have papers that are filled, or only look so', () => {
    const white = '<color rgb="FFFFFFFF"/>';
    const of = (pattern: string, font: string) => seen(font, `<fill>${pattern}</fill>`);
    expect(of('<patternFill patternType="gray125"><fgColor rgb="FF000000"/></patternFill>', white)).toBe(
      'text-invisible',
    );
    expect(of('<patternFill><fgColor rgb="FF000000"/></patternFill>', white)).toBe('text-invisible');
    expect(of('<patternFill patternType="solid"/>', '')).toBe('text-invisible');
    expect(of('<patternFill patternType="solid"/>', white)).toBeNull();
    expect(of('<gradientFill/>', white)).toBeNull();
    expect(of('', white)).toBe('text-invisible');
    // A format that names no fill or font has those of every cell.
    const unnamed = (xf: string) =>
      styles(`<font>${white}</font>`, solid('rgb="FF000000"'), xf).problemOf(text(1), false);
    expect([unnamed('<xf fontId="1"/>'), unnamed('<xf fillId="1"/>'), unnamed('<xf/>')]).toEqual([
      ...['text-invisible', 'text-invisible', null],
    ]);
    expect(readCellFormats('').problemOf(number(0), false)).toBeNull();
  });

  test('repeat a number as often as its cell has room', () => {
    const filled = (horizontal: string) =>
      styles('', '', `<xf numFmtId="0"><alignment horizontal="${horizontal}"/></xf>`);
    expect(filled('fill').problemOf(number(1), false)).toBe('number-disguised');
    expect(filled('fill').problemOf(text(1), false)).toBeNull();
    expect(filled('right').problemOf(number(1), false)).toBeNull();
  });

  test('of moments are told apart from those of numbers, one after the other', () => {
    const { problemOf } = styles('', '', '<xf numFmtId="22" fontId="0" fillId="0"/>');
    expect([true, false, true].map((isDate) => problemOf(number(1), isDate))).toEqual([
      ...[null, 'number-disguised', null],
    ]);
    for (const id of [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
      expect(styles('', '', `<xf numFmtId="${id}"/>`).problemOf(number(1), false), String(id)).toBe(
        'number-disguised',
      );
    for (const id of [9, 10])
      expect(styles('', '', `<xf numFmtId="${id}"/>`).problemOf(number(1), false)).toBe('number-scaled');
  });

  test('hide a part of a text that is written in a colour of its own', () => {
    const { problemOf } = styles('', solid('rgb="FF808080"'), OF_ONE);
    const of = (style: number, ...runs: readonly string[]) =>
      problemOf({ kind: 'text', text: 'ab', runs, style }, false);
    const [white, grey, black] = ['FFFFFFFF', 'FF808080', 'FF000000'].map(
      (rgb) => `<color rgb="${rgb}"/>`,
    ) as [...[string, string, string]];
    expect(of(0, black, white)).toBe('text-invisible');
    expect([of(0, black), of(0, '<b/>'), of(0)]).toEqual([null, null, null]);
    expect(of(0, '<sz val="1"/>')).toBe('text-invisible');
    expect([of(1, grey), of(1, white)]).toEqual(['text-invisible', null]);
  });

  test('hide what is too small to be read', () => {
    const sized = (size: string) => seen(`<sz val="${size}"/>`, solid('rgb="FFFFFF00"'));
    expect([sized('1'), sized('3'), sized('4')]).toEqual(['text-invisible', 'text-invisible', null]);
  });

  test('tell a number’s format by its code, or by the number that every program knows', () => {
    const of = (id: string, formats = '') =>
      styles('', '', `<xf numFmtId="${id}" fontId="0" fillId="0"/>`, formats);
    expect(of('10').problemOf(number(1), false)).toBe('number-scaled');
    expect(of('14').problemOf(number(1), false)).toBe('number-disguised');
    expect(of('14').problemOf(number(1), true)).toBeNull();
    expect(of('2').problemOf(number(1), false)).toBeNull();
    const own = of('170', '<numFmt numFmtId="170" formatCode="0,"/>');
    expect(own.problemOf(number(1), false)).toBe('number-scaled');
    // Of a text it says nothing; of a style that is not there neither.
    expect(own.problemOf(text(1), false)).toBeNull();
    expect(own.problemOf(number(7), false)).toBeNull();
    const formula: FileCell = {
      ...{ kind: 'formula', formula: 'A1', style: 1 },
      value: { kind: 'number', text: '1' },
    };
    expect(own.problemOf(formula, false)).toBe('number-scaled');
  });
});
