import fc from 'fast-check';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type OwnCost, ownCostKey, placeOwnCost } from '#renderer/data/model/own-costs.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import type { NaiveRow } from '../naive.ts';

/** Random rows, some of whose cells say nothing, in several commits, and random own costs over them. */

export const COST = 'Costo de Producto';
export const COMERCIAL = 'Rentabilidad Comercial';
export const TOTAL = 'Rentabilidad Total';
/** What the cost is added to, and taken off. */
export const MORE = [COST, 'Costo Comercial', 'Costo Total'];
export const LESS = [COMERCIAL, TOTAL];
export const UNMOVED = [
  'Ventas',
  'Unidades',
  'Rentabilidad Marketplace',
  'Costo de Marketplace',
  '% Costo Envío',
];
export const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'SKU Producto',
  'Fecha de compra',
  ...MORE,
  ...LESS,
  ...UNMOVED,
  '% Rentabilidad Comercial',
  '% Costo Producto',
];

const money = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: -90_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2)),
  },
  { weight: 1, arbitrary: fc.constantFrom('0', '7', '-0.00', '007.5', '0.125', '9007199254740991') },
  { weight: 1, arbitrary: fc.constantFrom('1234567890123456789012.5', '9007199254740993', null, '', 'N/D') },
);
const cost = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('0', '0.00') },
  { weight: 2, arbitrary: money },
);
const row: fc.Arbitrary<NaiveRow> = fc.record({
  Canal: fc.constantFrom('Uno', 'Dos'),
  Cuenta: fc.constantFrom('Principal', 'Otra'),
  Orden: fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4'),
  'SKU Producto': fc.constantFrom('S1', 'S1', 'S2', 'ñ', '', null),
  'Fecha de compra': fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .integer({ min: 1, max: 28 })
        .map((day) => `2026-02-${String(day).padStart(2, '0')}T23:59:59.999`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(null, 'ayer', '2026-02-10T00:00:00.000', '1999-12-31T10:00:00.000'),
    },
  ),
  Unidades: fc.constantFrom('1', '2', '3', '1.5', '-1', '0', null, 'N/D', '123456789012345678'),
  [COST]: cost,
  ...Object.fromEntries([...LESS, 'Costo Comercial', 'Costo Total'].map((column) => [column, money])),
  Ventas: fc.oneof(money, fc.constantFrom('100.00', '0.00')),
  'Rentabilidad Marketplace': money,
  'Costo de Marketplace': money,
  '% Costo Envío': money,
  '% Rentabilidad Comercial': money,
  '% Costo Producto': money,
});

const day = fc
  .integer({ min: 1, max: 28 })
  .map((at) => `2026-02-${String(at).padStart(2, '0')}` as LocalDate);
export const ownCost: fc.Arbitrary<OwnCost> = fc
  .record({
    sku: fc.constantFrom('S1', 'S2', 'ñ', 'nobody'),
    currency: fc.constantFrom(null, null, 'ARS', 'USD'),
    ends: fc.tuple(fc.option(day), fc.option(day)),
    cost: fc
      .constantFrom('10', '0.01', '12.3456', '999999999999.999999', '1250.50')
      .map((text) => text as Decimal),
    vat: fc.constantFrom(null, null, '19', '10.5'),
  })
  .map(({ ends: [a, b], vat, ...rest }) => ({
    ...rest,
    ...(vat === null ? {} : { vat: vat as Decimal }),
    from: a !== null && b !== null && b < a ? b : a,
    to: a !== null && b !== null && b < a ? a : b,
    note: '',
    owner: '',
    atMs: 0,
  }));

type Commit = {
  readonly rows: readonly NaiveRow[];
  readonly kills: readonly number[];
  readonly without: string | null;
};
export const commit: fc.Arbitrary<Commit> = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12, size: 'max' }),
  kills: fc.array(fc.nat(), { maxLength: 4 }),
  without: fc.constantFrom(null, null, null, COST, COMERCIAL, 'Unidades', 'Fecha de compra', 'Costo Total'),
});

export function emptyWorld() {
  const store: ColumnStore = createColumnStore();
  const rows: (NaiveRow | null)[] = [];
  return {
    store,
    rows: () => rows.filter((each) => each !== null),
    add({ rows: more, kills, without }: Commit): void {
      const killed = new Set(rows.length === 0 ? [] : kills.map((at) => at % rows.length));
      store.markDeleted(killed);
      for (const at of killed) rows[at] = null;
      const columns = COLUMNS.filter((column) => column !== without);
      const cells = more.map((values) => columns.map((column) => values[column] ?? null));
      const encoded = encodeSegment({ columns, rows: cells });
      store.addSegment(store.segments.length + 1, decodeSomewhere(encoded.bytes, encoded.headerLength), null);
      store.raiseRevision();
      rows.push(...more.map((values) => (without === null ? values : { ...values, [without]: null })));
    },
  };
}

/** Costs placed one after the other, so that none overlap. */
export function placedAll(costs: readonly OwnCost[]): Map<string, OwnCost> {
  const all = new Map<string, OwnCost>();
  for (const each of costs) {
    const placed = placeOwnCost(all.values(), each, { replaced: null, onOverlap: 'cut' });
    if (placed.kind !== 'placed') throw new Error('It cuts.');
    for (const key of placed.changes.deletes) all.delete(key);
    for (const put of placed.changes.puts) all.set(ownCostKey(put), put);
  }
  return all;
}
