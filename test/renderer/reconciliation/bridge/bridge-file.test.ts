import { describe, expect, test } from 'vitest';
import type { TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import {
  BRIDGE_DIMENSIONS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeGroup,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { bridgeBook, bridgeTable } from '#renderer/reconciliation/bridge/screen/bridge-file.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { add, type Decimal, fromDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What of a bridge goes into a file: its parts, and a table of each dimension, which all add up. */

const group = (value: string, from: string, parts: BridgeGroup['parts'], more: Partial<BridgeGroup> = {}) => {
  const to = Object.values(parts).reduce(
    (sum, part) => add(sum, fromDecimal(part)),
    fromDecimal(from as Decimal),
  );
  return { value, caption: null, pooled: null, from: from as Decimal, to: toDecimal(to), parts, ...more };
};
const parts = (of: { readonly [part: string]: string }): BridgeGroup['parts'] => of as BridgeGroup['parts'];
const ALL = parts({ volume: '-70.5', price: '20', advertising: '-4.25', rest: '0.75' });
const HALVES = [
  group('Uno', '60', parts({ volume: '-70.5', advertising: '-4.25' })),
  group('', '40', parts({ price: '20', rest: '0.75' })),
];
const BRIDGE: Bridge = {
  revision: 7,
  scope: 'total',
  before: { from: '2026-09-01' as LocalDate, to: '2026-09-30' as LocalDate },
  after: { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate },
  rowsBefore: 3,
  rowsAfter: 4,
  unitsBefore: '9' as Decimal,
  unitsAfter: '8' as Decimal,
  pooledProducts: 12,
  from: '100' as Decimal,
  to: '46' as Decimal,
  parts: ALL,
  unreadable: 0,
  groups: {
    Canal: { groups: HALVES, others: null, othersCount: 0 },
    Categoría: { groups: HALVES, others: null, othersCount: 0 },
    'SKU Producto': {
      groups: [
        group('A-1', '60', parts({ volume: '-70.5' }), { caption: 'Lámpara' }),
        group('Hogar', '30', parts({ advertising: '-4.25' }), { pooled: 12 }),
      ],
      others: group('', '10', parts({ price: '20', rest: '0.75' })),
      othersCount: 31,
    },
  },
};

const tables = (): readonly WholeTable[] => {
  const book = bridgeBook(BRIDGE, text);
  if (book.kind !== 'book') throw new Error('no book');
  return book.tables.flatMap((each) => (each.kind === 'table' ? [each.table] : []));
};
const amountOf = (cell: TableLine['cells'][number] | undefined): string | null =>
  typeof cell === 'object' && cell !== null ? cell.value : (cell ?? null);
const total = (cells: readonly (string | null)[]): string =>
  toDecimal(cells.reduce((sum, cell) => add(sum, fromDecimal((cell ?? '0') as Decimal)), ZERO));

describe('the bridge as a file', () => {
  test('has its parts, in order, between the two figures, the later one a sum of the lines above it', () => {
    const [table] = tables();
    const amounts = table?.lines.map(({ cells }) => amountOf(cells[1])) ?? [];
    expect(amounts).toEqual(['100', '-70.5', '20', '-4.25', '0.75', '46']);
    expect(total(amounts.slice(0, -1))).toBe('46.00');
    expect(table?.lines.at(-1)?.cells[1]).toEqual({
      value: '46',
      formula: { kind: 'lines', adds: [0, 1, 2, 3, 4], takes: [] },
    });
    expect(table?.lines.map(({ isStrong = false }) => isStrong)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect([table?.lines[0]?.cells[2], table?.lines.at(-1)?.cells[2]]).toEqual(['', '']);
    // Every part says what it is.
    expect(table?.lines.slice(1, -1).every(({ cells }) => String(cells[2]).length > 20)).toBe(true);
    const alone = bridgeTable(BRIDGE, text);
    expect(alone.kind === 'table' ? alone.table : null).toEqual(table);
    expect(bridgeBook(BRIDGE, text)).toMatchObject({ revision: 7 });
  });

  test('has a table of each dimension, whose lines and columns add up to the bridge', () => {
    const [, ...of] = tables();
    expect(of.map(({ name }) => name)).toEqual(BRIDGE_DIMENSIONS);
    for (const { columns, lines } of of) {
      for (const [at, column] of columns.entries()) {
        if (column.total === null) continue;
        const own = column.total.kind === 'sum' ? column.total.value : null;
        const sum = total(lines.map(({ cells }) => amountOf(cells[at])));
        expect(Number(sum), column.name).toBe(Number(own));
      }
      for (const { cells } of lines) {
        const [before, ...rest] = cells.slice(2).map(amountOf);
        expect(Number(total([before ?? '0', ...rest.slice(0, -1)]))).toBe(Number(rest.at(-1)));
      }
      // The later figure is the sum of the earlier one and of every part, and of nothing else.
      expect(lines.map(({ cells }) => cells.at(-1))).toEqual(
        lines.map(({ cells }) => ({
          value: amountOf(cells.at(-1)),
          formula: { kind: 'sum', columns: [...columns.keys()].slice(2, -1) },
        })),
      );
      const shown = columns.length - 4;
      expect(shown).toBe(BRIDGE_PARTS.filter((part) => ALL[part] !== undefined).length);
    }
  });

  test('names what has no value, products beyond the first, and small ones told together', () => {
    const [, canales, , products] = tables();
    expect(canales?.lines.map(({ cells }) => cells[0])).toEqual(['Uno', text('filter.blank')]);
    expect(products?.lines.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['A-1', 'Lámpara'],
      [text('period-bridge.pooled', { category: 'Hogar', count: 12, shown: '12' }), null],
      [text('period-bridge.others', { count: 31 }), null],
    ]);
  });
});
