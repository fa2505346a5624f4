import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TARGET_MEASURES } from '#renderer/data/model/target-measures.ts';
import { readTargets } from '#renderer/features/targets/read-targets.ts';
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

  test.each([
    ['a month that is none', '2026-13;Ventas;1'],
    ['an unknown measure', '2026-12;Margen;1'],
    ['a value of another format', '2026-12;Ventas;1,234,567'],
    ['no value', '2026-12;Ventas;'],
    ['a part of no known column', '2026-12;Ventas;1;Bodega;Sur'],
    ['a column without its value', '2026-12;Ventas;1;Canal;'],
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
