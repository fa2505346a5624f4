import fc from 'fast-check';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { Change } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import {
  type NaiveRow,
  naiveDaysLater,
  naiveLacksCost,
  naiveSelects,
  PRESENT,
} from '#test/renderer/data/engine/naive.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';

/** Rows with a change planted in how they are looked at, and the slow way to look at them so. */

const PRESET: { readonly [column: string]: readonly string[] } = {
  'Tipo de Dato': ['Orden', 'Publicación'],
  'Estado de Pago': ['Pagado', 'Informado', 'No Pagado'],
  'Estado de Orden': ['Regular'],
};

export const VALUES: { readonly [column: string]: readonly string[] } = {
  Canal: ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'],
  Cuenta: ['Principal', 'Otra'],
  'Tipo de Dato': ['Orden', 'Publicación', 'Marketplace'],
  'Estado de Orden': ['Regular', 'Cancelada', 'Devuelta'],
  'Estado de Pago': ['Pagado', 'Informado', 'Sin Información'],
  'Estado de Despacho': ['Entregado', 'En camino', ''],
  'Tipo de Despacho': ['Fulfillment', 'No Fulfillment'],
  'Tipo de Canal': ['Marketplace', 'Tienda'],
  Marca: ['Ñ', 'N', 'M', 'L'],
  Categoría: ['Hogar', 'Aire libre', 'Juegos'],
};

/** Every column's own selection, as filters and preset have it. */
function isAllowed(selection: Selection, row: NaiveRow, column: string): boolean {
  const value = row[column] ?? '';
  const filters = selection.filters.filter((filter) => filter.column === column);
  const preset = selection.dashboardPreset ? PRESET[column] : undefined;
  return filters.every(({ values }) => values.includes(value)) && (preset?.includes(value) ?? true);
}

function msOf(row: NaiveRow, column: string): number {
  const text = row[column] ?? '';
  return text === '' ? Number.NaN : Date.parse(text.endsWith('Z') ? text : `${text}Z`);
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The rows that a selection would hold if it were as the changes say. */
export function rowsUnder(
  rows: readonly NaiveRow[],
  selection: Selection,
  changes: readonly Change[],
): readonly NaiveRow[] {
  const flat = changes.flatMap((change): readonly Change[] =>
    change.kind === 'values' || change.kind === 'preset' ? change.values : [change],
  );
  const preset = changes.find((change) => change.kind === 'preset');
  const under = preset === undefined ? selection : { ...selection, dashboardPreset: preset.isOn };
  const rest: Selection = { ...EVERYTHING, search: selection.search };
  return rows.filter((row) => {
    if (!naiveSelects(rest, row)) return false;
    for (const column of Object.keys(VALUES)) {
      const value = row[column] ?? '';
      const own = flat.filter((change) => 'column' in change && change.column === column);
      const only = own.find((change) => change.kind === 'only');
      const named = own.find((change) => change.kind === 'value' && change.value === value);
      let isIn = isAllowed(under, row, column);
      if (only?.kind === 'only') isIn = only.value === value;
      if (named?.kind === 'value') isIn = named.isIn;
      if (!isIn) return false;
    }
    if (flat.some(({ kind }) => kind === 'without-cost') && naiveLacksCost(row)) return false;
    if (selection.period === null) return true;
    const date = flat.find((change) => change.kind === 'date');
    const ms = msOf(row, date?.kind === 'date' ? date.column : selection.periodColumn);
    const zone = flat.find(
      (change) => change.kind === 'zone' && (change.canal === null || change.canal === (row.Canal ?? '')),
    );
    const read = ms + (zone?.kind === 'zone' ? zone.hours * HOUR : 0);
    const days = (edge: 'from' | 'to') =>
      flat.reduce(
        (sum, change) => sum + (change.kind === 'edge' && change.edge === edge ? change.days : 0),
        0,
      );
    const from = Date.parse(`${selection.period.from}T00:00:00Z`) + days('from') * DAY;
    const to = Date.parse(`${selection.period.to}T00:00:00Z`) + (1 + days('to')) * DAY;
    return read >= from && read < to;
  });
}

export function measureUnder(measure: string, changes: readonly Change[]): string {
  const other = changes.find((change) => change.kind === 'measure');
  return other?.kind === 'measure' ? other.column : measure;
}

const pick = (column: string) => fc.constantFrom(...(VALUES[column] ?? []));
const cents = fc.integer({ min: 100, max: 90_000_000 }).map((units) => (units / 100).toFixed(2));
const dateTime = fc
  // Full hours are met more often than others: periods and zones begin and end at one.
  .tuple(
    fc.integer({ min: 0, max: 75 * 24 - 1 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3599 })),
  )
  .map(([hour, second]) => new Date(Date.parse('2026-01-15T00:00:00Z') + hour * HOUR + second * 1000))
  .map((date) => date.toISOString().slice(0, 23));

const row: fc.Arbitrary<NaiveRow> = fc
  .record({
    cells: fc.record(Object.fromEntries(Object.keys(VALUES).map((column) => [column, pick(column)]))),
    bought: dateTime,
    paidAfter: fc.integer({ min: 0, max: 12 * 24 }),
    updatedAfter: fc.integer({ min: 0, max: 20 * 24 }),
    ventas: cents,
    profit: fc.tuple(cents, cents, cents),
    cost: fc.oneof({ weight: 3, arbitrary: cents }, { weight: 1, arbitrary: fc.constant('0.00') }),
  })
  .map(({ cells, bought, paidAfter, updatedAfter, ventas, profit, cost }) => {
    const later = (hours: number) => new Date(Date.parse(`${bought}Z`) + hours * HOUR).toISOString();
    return {
      ...cells,
      Orden: `O-${ventas}`,
      'Fecha de compra': bought,
      'Fecha de Pago': later(paidAfter).slice(0, 23),
      'Fecha de actualización': later(updatedAfter),
      Ventas: ventas,
      'Rentabilidad Marketplace': profit[0],
      'Rentabilidad Comercial': profit[1],
      'Rentabilidad Total': profit[2],
      'Costo de Producto': cost,
    } as NaiveRow;
  });

export function storeOf(rows: readonly NaiveRow[]): ColumnStore {
  const store = createColumnStore();
  store.setPresent(PRESENT as UtcInstant);
  const columns = Object.keys(rows[0] ?? {});
  const half = Math.ceil(rows.length / 2);
  for (const [at, part] of [rows.slice(0, half), rows.slice(half)].entries()) {
    if (part.length === 0) continue;
    const encoded = encodeSegment({
      columns,
      rows: part.map((each) => columns.map((key) => each[key] ?? null)),
    });
    store.addSegment(at + 1, decodeSomewhere(encoded.bytes, encoded.headerLength), null);
  }
  store.raiseRevision();
  return store;
}

export const sales: fc.Arbitrary<readonly NaiveRow[]> = fc.array(row, {
  minLength: 250,
  maxLength: 320,
  size: 'max',
});

const filter = fc.constantFrom(...Object.keys(VALUES)).chain((column) =>
  fc.record({
    column: fc.constant(column),
    values: fc.subarray([...(VALUES[column] ?? [])], { minLength: 2 }),
  }),
);

export const selection: fc.Arbitrary<Selection> = fc.record({
  period: fc.option(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 3, max: 30 })).map(([start, days]) => ({
      from: naiveDaysLater('2026-01-20', start) as LocalDate,
      to: naiveDaysLater('2026-01-20', start + days) as LocalDate,
    })),
    { nil: null, freq: 4 },
  ),
  periodColumn: fc.constantFrom('Fecha de compra' as const, 'Fecha de Pago' as const),
  filters: fc.array(filter, { maxLength: 1 }),
  numberFilters: fc.constant([]),
  dateFilters: fc.constant([]),
  scope: fc.constant(null),
  dashboardPreset: fc.boolean(),
  search: fc.constant(''),
  ownCosts: fc.constant(null),
});

/** What may be planted, by what kind of cause it is; two of one part never go together. */
function causesOf(base: Selection, measure: string): readonly Cause[] {
  const values = Object.entries(VALUES).flatMap(([column, all]) => {
    const isIn = (value: string) => isAllowed(base, { [column]: value }, column);
    const inside = all.filter(isIn);
    return all
      .filter((value) => !isIn(value) || inside.length > 1)
      .map((value): Cause => {
        const kind =
          column === 'Tipo de Dato' && value === 'Marketplace'
            ? 'account charges'
            : isIn(value)
              ? 'value out'
              : 'value in';
        return { part: column, kind, change: { kind: 'value', column, value, isIn: !isIn(value) } };
      });
  });
  const ofPeriod = (kind: string, changes: readonly Change[]) =>
    changes.map((change): Cause => ({ part: 'period', kind, change }));
  const other = base.periodColumn === 'Fecha de compra' ? 'Fecha de Pago' : 'Fecha de compra';
  const zones = (canal: string | null) =>
    [-5, -3, 3, 4].map((hours): Change => ({ kind: 'zone', hours, canal }));
  const period =
    base.period === null
      ? []
      : [
          ...ofPeriod('other date', [
            { kind: 'date', column: other },
            { kind: 'date', column: 'Fecha de actualización' },
          ]),
          ...ofPeriod(
            'edge by a day',
            (['from', 'to'] as const).flatMap((edge) =>
              ([1, -1] as const).map((days): Change => ({ kind: 'edge', edge, days })),
            ),
          ),
          ...ofPeriod('zone of all', zones(null)),
          ...ofPeriod('zone of a channel', [...zones('Uno'), ...zones('Dos')]),
        ];
  return [
    ...values,
    ...period,
    { part: 'cost', kind: 'sales without cost', change: { kind: 'without-cost' } },
    ...(measure === 'Ventas'
      ? []
      : ['Rentabilidad Comercial', 'Rentabilidad Total'].map(
          (column): Cause => ({ part: 'measure', kind: 'scope', change: { kind: 'measure', column } }),
        )),
  ];
}

type Cause = { readonly part: string; readonly kind: string; readonly change: Change };
export type Planted = { readonly changes: readonly Change[]; readonly kinds: readonly string[] };

/** One to three causes of unlike parts; every kind is as likely as any other, and `picks` choose. */
export function plantCauses(base: Selection, picks: readonly number[], measure: string): Planted {
  let free = causesOf(base, measure);
  const planted: Cause[] = [];
  for (const seed of picks) {
    const kinds = [...new Set(free.map(({ kind }) => kind))];
    const ofKind = free.filter(({ kind }) => kind === kinds[seed % kinds.length]);
    const cause = ofKind[Math.floor(seed / 97) % Math.max(1, ofKind.length)];
    if (cause === undefined) break;
    planted.push(cause);
    free = free.filter(({ part }) => part !== cause.part);
  }
  return { changes: planted.map(({ change }) => change), kinds: planted.map(({ kind }) => kind) };
}

export function plant(base: Selection, picks: readonly number[], measure: string): readonly Change[] {
  return plantCauses(base, picks, measure).changes;
}
