import { describe, expect, test } from 'vitest';
import {
  type FileColumn,
  LONG_DIGITS,
  planColumns,
  SHORT_DIGITS,
  unitsAt,
} from '#renderer/data/files/parquet/plan.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Which columns a file has, by the values that stand in them. */

const segmentsOf = (...parts: readonly (readonly string[])[]) =>
  parts.flatMap((values) => [
    ...storeOf(
      values.map((Ventas) => ({ Ventas })),
      1,
      ['Ventas'],
    ).segments,
  ]);
const typesOf = (parts: readonly (readonly string[])[], before: readonly FileColumn[] = []) =>
  planColumns(segmentsOf(...parts), before).map(({ type }) => type);
const decimal = (digits: typeof SHORT_DIGITS | typeof LONG_DIGITS, scale: number) => ({
  ...{ kind: 'decimal', digits, scale },
});

describe('a column of numbers', () => {
  test('is long just where one of them has nineteen digits at the column’s places', () => {
    // Eleven places beside eight digits before the point: 10^18.
    const places = ['0.00000000001'];
    expect(typesOf([['9999999'], places])).toEqual([decimal(SHORT_DIGITS, 11)]);
    expect(typesOf([['10000000'], places])).toEqual([decimal(LONG_DIGITS, 11)]);
    expect(typesOf([['-10000000'], places])).toEqual([decimal(LONG_DIGITS, 11)]);
    expect(typesOf([['999999999999999999']])).toEqual([decimal(SHORT_DIGITS, 0)]);
    expect(typesOf([['1000000000000000000']])).toEqual([decimal(LONG_DIGITS, 0)]);
  });

  test('has the places of the value that needs most, eighteen at most; what needs more stands apart', () => {
    expect(typesOf([['1.50', '2.125'], ['7']])).toEqual([decimal(SHORT_DIGITS, 3)]);
    expect(typesOf([[`0.${'0'.repeat(17)}1`]])).toEqual([decimal(SHORT_DIGITS, 18)]);
    expect(typesOf([[`0.${'0'.repeat(18)}1`]])).toMatchObject([
      { kind: 'decimal', scale: 18 },
      { kind: 'apart' },
    ]);
    expect(typesOf([['1', 'N/D']])).toMatchObject([
      { kind: 'decimal', scale: 0 },
      { kind: 'apart', scale: 0 },
    ]);
    expect(typesOf([['1', '']])).toEqual([decimal(SHORT_DIGITS, 0)]);
  });

  test('only widens beside the export before', () => {
    const kept = (digits: typeof SHORT_DIGITS | typeof LONG_DIGITS, scale: number): FileColumn => ({
      name: 'Ventas',
      key: 'Ventas',
      type: { kind: 'decimal', digits, scale },
    });
    expect(typesOf([['1.5']], [kept(SHORT_DIGITS, 4)])).toEqual([decimal(SHORT_DIGITS, 4)]);
    expect(typesOf([['1.5']], [kept(LONG_DIGITS, 0)])).toEqual([decimal(LONG_DIGITS, 1)]);
    const apart: FileColumn = { name: 'Ventas (texto)', key: 'Ventas', type: { kind: 'apart', scale: 0 } };
    expect(typesOf([['1']], [kept(SHORT_DIGITS, 0), apart])).toEqual([
      decimal(SHORT_DIGITS, 0),
      { kind: 'apart', scale: 0 },
    ]);
    expect(planColumns([], [kept(SHORT_DIGITS, 2)]).map(({ name }) => name)).toEqual(['Ventas']);
  });

  test('holds units up to thirty-eight digits, and no more places than its own', () => {
    const at = (text: string, scale: number) => unitsAt(fromDecimal(text as Decimal), scale);
    expect([at('1.50', 1), at('1.25', 1), at('-2', 3)]).toEqual([15n, null, -2000n]);
    expect([at('9'.repeat(38), 0), at(`1${'0'.repeat(38)}`, 0)]).toEqual([BigInt('9'.repeat(38)), null]);
  });
});

describe('names and texts apart', () => {
  const planOf = (column: string, values: readonly string[], before: readonly FileColumn[] = []) =>
    planColumns(
      storeOf(
        values.map((value) => ({ [column]: value })),
        1,
        [column],
      ).segments,
      before,
    ).map(({ name, type }) => [name, type.kind]);

  test('stand beside a date of which one is none, and stay once they were there', () => {
    const plain = ['2026-03-01T10:00:00.000'];
    expect(planOf('Fecha de compra', plain)).toEqual([['Fecha de compra', 'timestamp']]);
    const both = [
      ['Fecha de compra', 'timestamp'],
      ['Fecha de compra (texto)', 'apart'],
    ];
    expect(planOf('Fecha de compra', [...plain, 'ayer'])).toEqual(both);
    const apart: FileColumn = {
      name: 'Fecha de compra (texto)',
      key: 'Fecha de compra',
      type: { kind: 'apart', scale: 0 },
    };
    expect(planOf('Fecha de compra', plain, [apart])).toEqual(both);
  });

  test('are of their own: of the partition, of the numbers beside them, of others that differ in case alone', () => {
    const kept: FileColumn = {
      name: 'Ventas',
      key: 'Ventas',
      type: { kind: 'decimal', digits: SHORT_DIGITS, scale: 0 },
    };
    expect(planOf('Ventas', ['1', 'N/D'], [kept])).toEqual([
      ['Ventas', 'decimal'],
      ['Ventas (texto)', 'apart'],
    ]);
    expect(planOf('mes', ['x'])).toEqual([['mes 2', 'text']]);
    const other: FileColumn = { name: 'VENTAS', key: 'otra', type: { kind: 'text' } };
    expect(planOf('Ventas', ['1'], [other])).toEqual([
      ['Ventas 2', 'decimal'],
      ['VENTAS', 'text'],
    ]);
    expect(planOf(' \u0007 ', ['x'])).toEqual([['columna', 'text']]);
  });
});
