import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { TARGET_MEASURES } from '#renderer/data/model/target-measures.ts';
import { percentCells, readTargets, targetText } from '#renderer/features/targets/read-targets.ts';
import type { NumberStyle } from '#renderer/ui/number-format.ts';

const CHILE: NumberStyle = { group: '.', decimal: ',', negatives: 'minus' };
const read = (text: string) => readTargets(text, CHILE, 'CLP');
const briefly = (text: string) =>
  read(text).targets.map(({ month, measure, of, value }) => [month, measure, of?.value ?? null, value]);

describe('targets of a file', () => {
  test('are read by month, measure, value and part, under a head or none, by any delimiter', () => {
    expect(
      briefly(
        '﻿Mes;Medida;Valor;Columna;De\r\n2026-12;Rentabilidad Total;40.000.000,50;;\r\n12/2026;% total;31,5;canal;Austral\r\n',
      ),
    ).toEqual([
      ['2026-12', 'total', null, '40000000.50'],
      ['2026-12', 'rate-total', 'Austral', '31.5'],
    ]);
    expect(briefly('2026-11\tVentas\t12')).toEqual([['2026-11', 'ventas', null, '12']]);
    expect(briefly('1-2027,Comercial,-5')).toEqual([['2027-01', 'comercial', null, '-5']]);
    expect(read('2026-11;Ventas;12').targets[0]?.currency).toBe('CLP');
  });

  test('are read by what columns are called in any language', () => {
    for (const line of [
      '2026-12;Rentabilidad Total;9;Cuenta;Sur',
      '2026-12;Total profit;9;Account;Sur',
      '2026-12;rentabilidade total;9;conta;Sur',
    ])
      expect(read(line)).toMatchObject({
        targets: [{ measure: 'total', of: { column: 'Cuenta', value: 'Sur' }, value: '9' }],
        problems: [],
      });
    expect(briefly('2026-12;% Total profit;31,5')).toEqual([['2026-12', 'rate-total', null, '31.5']]);
  });

  test('are of every measure, by its code, its scope or its column, a rate by its sign', () => {
    const measureOf = (text: string) => briefly(`2026-10;${text};1`)[0]?.[1];
    for (const measure of TARGET_MEASURES) expect(measureOf(measure)).toBe(measure);
    expect(
      ['Ventas', 'MARKETPLACE', 'Comercial', 'total', 'Rentabilidad Marketplace'].map(measureOf),
    ).toEqual([...['ventas', 'marketplace', 'comercial', 'total', 'marketplace']]);
    expect(['% Marketplace', 'Comercial %', '%total', '% Rentabilidad Comercial'].map(measureOf)).toEqual([
      ...['rate-marketplace', 'rate-comercial', 'rate-total', 'rate-comercial'],
    ]);
    expect(['% Ventas', 'rate', 'Costo'].map(measureOf)).toEqual([undefined, undefined, undefined]);
  });

  test('are of a month in any of its writings, the first and the last of a year', () => {
    const monthOf = (text: string) => briefly(`${text};Ventas;1`)[0]?.[0];
    expect(
      ['2026-01', '2026-12-31', '1/2026', '01/2026', '12-2026', '2026-1', '0/2026', '13/2026'].map(monthOf),
    ).toEqual([
      ...['2026-01', '2026-12', '2026-01', '2026-01', '2026-12'],
      ...[undefined, undefined, undefined],
    ]);
    expect(['x12/2026', '112/2026'].map(monthOf)).toEqual([undefined, undefined]);
    expect(['2026-00', 'x2026-10', '2026-10x', '10/20261', '2026-10-1'].map(monthOf)).toEqual(
      Array(5).fill(undefined),
    );
  });

  test('are cut at tabs, else at semicolons, else at commas, without blanks and quotes', () => {
    expect(briefly('2026-10\tVentas\t1,5;\tCanal\tA')).toEqual([]);
    expect(briefly('2026-10\t"Ventas"\t "1,5"\t Canal \t" A;B, C "')).toEqual([
      ['2026-10', 'ventas', 'A;B, C', '1.5'],
    ]);
    expect(briefly('2026-10;Ventas;1,5;Canal;A,B')).toEqual([['2026-10', 'ventas', 'A,B', '1.5']]);
    expect(briefly('2026-10,Ventas,15,Canal,A')).toEqual([['2026-10', 'ventas', 'A', '15']]);
    // Empty cells at the end are none.
    expect(briefly('2026-10;Ventas;1;;;;')).toEqual([['2026-10', 'ventas', null, '1']]);
  });

  test('stand below a head of names alone: a first line with a month or a figure is meant', () => {
    const told = (text: string) => {
      const { targets, problems } = read(text);
      return [targets.length, problems.map(({ line }) => line)];
    };
    expect(told('Mes;Medida;Valor')).toEqual([0, []]);
    // A single cell, whatever signs are in it.
    expect(told('123456')).toEqual([0, []]);
    expect(told('\uFEFF2026-10;Ventas;7')).toEqual([1, []]);
    expect(told('Mes;Ventas;7')).toEqual([0, [1]]);
    expect(told('2026-10;Ventas;Valor')).toEqual([0, [1]]);
    expect(told('Mes;Medida;Valor\nMes;Medida;Valor\n\n \r\n2026-10;Ventas;7\r2026-11;Ventas;8')).toEqual([
      2,
      [2],
    ]);
    expect(told('2026-10;Ventas;7 %\n2026-10;% Total;7 %\n2026-10;Total;7')).toEqual([2, [1]]);
  });

  test('of one measure and month are another’s where they are of another part', () => {
    const lines = ['', ';Canal;A', ';Canal;B', ';Cuenta;A'].map((part) => `2026-10;Ventas;1${part}`);
    expect(read(lines.join('\n')).targets.map(({ of }) => of)).toEqual([
      null,
      { column: 'Canal', value: 'A' },
      { column: 'Canal', value: 'B' },
      { column: 'Cuenta', value: 'A' },
    ]);
  });

  test.each([
    ['a month that is none', '2026-13;Ventas;1'],
    ['an unknown measure', '2026-12;Margen;1'],
    ['a value of another format', '2026-12;Ventas;1,234,567'],
    ['no value', '2026-12;Ventas;'],
    ['a part of no known column', '2026-12;Ventas;1;Bodega;Sur'],
    ['a column without its value', '2026-12;Ventas;1;Canal;'],
    ['a value without its column', '2026-12;Ventas;1;;Sur'],
    ['more cells than are known', '2026-12;Ventas;1;Canal;Sur;99'],
  ])('are not guessed: %s', (_name, line) => {
    const text = `2026-10;Ventas;7\n${line}`;
    expect(read(text)).toMatchObject({ targets: [{ value: '7' }], problems: [{ line: 2, text: line }] });
  });

  test('of one thing twice are asked about, not summed or overwritten', () => {
    expect(read('2026-10;Ventas;7\n2026-10;Ventas;8')).toMatchObject({
      targets: [{ value: '7' }],
      problems: [{ line: 2 }],
    });
  });

  test('are never lost: every line that holds anything is a target, a problem, or the head', () => {
    const cell = fc.oneof(
      fc.constantFrom('2026-12', '5/2026', 'Ventas', '% Total', '1.000', '-3,5', '', 'Canal', 'Sur'),
      fc.constantFrom(...TARGET_MEASURES),
      fc.string({ maxLength: 6 }).map((text) => text.replace(/[\t;,\n\r"]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (rows) => {
        const lines = rows.map((cells) => cells.join(';'));
        const { targets, problems } = read(lines.join('\n'));
        const held = lines.filter((line) => line.trim() !== '').length;
        const told = targets.length + problems.length;
        expect([held, held - 1]).toContain(told);
      }),
    );
  });
});

describe('a sheet’s cells', () => {
  const number = (text: string, isPercent = false): FileCell => ({
    ...{ kind: 'number', text },
    ...(isPercent ? { isPercent: true as const } : {}),
  });
  const row = (...cells: readonly FileCell[]) => ({ line: 1, cells });

  test('are written as they would be pasted, numbers in the user’s style, percents as they are shown', () => {
    const shown = (cell: FileCell) => targetText([row(cell)], CHILE);
    expect(
      [number('1234.5'), number('-7'), 'a  b\n c ', { kind: 'boolean', text: 'TRUE' } as const].map(shown),
    ).toEqual(['1234,5', '-7', 'a b c', 'TRUE']);
    expect(['0.315', '0.3', '1', '-0.05', '0.12345', '0'].map((text) => shown(number(text, true)))).toEqual([
      ...['31,5%', '30%', '100%', '-5%', '12,345%', '0%'],
    ]);
    const rows = [
      row('2026-10', 'Ventas', number('7'), '', ''),
      row('2026-10', '% Total', number('0.3', true)),
    ];
    expect(targetText(rows, CHILE)).toBe('2026-10\tVentas\t7\n2026-10\t% Total\t30%');
    expect(briefly(targetText(rows, CHILE))).toEqual([
      ['2026-10', 'ventas', null, '7'],
      ['2026-10', 'rate-total', null, '30'],
    ]);
  });

  test('that are percents are counted', () => {
    const rows = [
      row(number('1'), number('0.3', true)),
      row('30%'),
      row(number('2', true), number('3', true)),
    ];
    expect([percentCells(rows), percentCells([])]).toEqual([3, 0]);
  });
});
