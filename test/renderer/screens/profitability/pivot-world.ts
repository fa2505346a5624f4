import fc from 'fast-check';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import type { Group, Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';

/**
 * Rows of a small invented company and a worker that groups them naively, in BigInt cents: what the pivot is checked
 * against. It shares no code with what it checks.
 */
export type Row = {
  readonly Canal: string;
  readonly 'SKU Producto': string;
  /** YYYY-MM-DD; "" where there is none. */
  readonly day: string;
  readonly order: string;
  readonly cents: { readonly [column: string]: bigint };
};

export const SUMMED = ['Ventas', 'Rentabilidad Total', 'Costo de Producto', 'Unidades'] as const;

const cents = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });
const smallCents = fc.bigInt({ min: -300n, max: 300n });

export const rowsArbitrary: fc.Arbitrary<readonly Row[]> = fc.array(
  fc
    .record({
      Canal: fc.constantFrom('', 'Austral', 'Bodega', 'Ñandú', '<script>', '=1+1'),
      'SKU Producto': fc.constantFrom('', 'A-1', 'A-10', 'A-2', 'B/9', 'C*', '=x', 'ع'),
      day: fc.constantFrom('', '2026-08-31', '2026-09-01', '2026-09-30', '2026-10-15', '2026-10-31'),
      order: fc.constantFrom('1', '2', '3', '4'),
      values: fc.tuple(...SUMMED.map(() => fc.oneof(cents, smallCents, fc.constant(0n)))),
    })
    .map(({ values, ...row }) => ({
      ...row,
      cents: Object.fromEntries(SUMMED.map((column, at) => [column, values[at] ?? 0n])),
    })),
  { minLength: 1, maxLength: 40 },
);

export function decimalOfCents(value: bigint): Decimal {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}

export function sumOf(rows: readonly Row[], column: string): bigint {
  let sum = 0n;
  for (const row of rows) sum += row.cents[column] ?? 0n;
  return sum;
}

function totalsOf(rows: readonly Row[], columns: readonly string[]): Omit<Totals, 'revision'> {
  const known = columns.filter((column) => (SUMMED as readonly string[]).includes(column));
  const lacks = (row: Row): boolean => row.cents['Costo de Producto'] === 0n && row.cents.Ventas !== 0n;
  return {
    rows: rows.length,
    orders: new Set(rows.map(({ Canal, order }) => `${Canal} ${order}`)).size,
    sums:
      rows.length === 0
        ? {}
        : Object.fromEntries(known.map((column) => [column, decimalOfCents(sumOf(rows, column))])),
    unreadable: {},
    ventasWithProductCost: decimalOfCents(
      sumOf(
        rows.filter((row) => row.cents['Costo de Producto'] !== 0n),
        'Ventas',
      ),
    ),
    rowsWithoutProductCost: rows.filter(lacks).length,
  };
}

type Dimension = Exclude<GroupsQuery['dimension'], string>;

export function textOf(row: Row, { column, unit }: Pick<Dimension, 'column' | 'unit'>): string {
  if (unit === 'month') return row.day.slice(0, 7);
  if (unit === 'day') return row.day;
  return column === 'Canal' || column === 'SKU Producto' ? row[column] : '';
}

export function rowsIn(rows: readonly Row[], { period, filters }: Selection): readonly Row[] {
  return rows.filter(
    (row) =>
      (period === null || (row.day >= period.from && row.day <= period.to)) &&
      filters.every(({ column, values }) => values.includes(textOf(row, { column, unit: null }))),
  );
}

function groupsOf(
  rows: readonly Row[],
  before: readonly Row[] | null,
  dimension: Dimension,
  query: GroupsQuery,
  limit: number,
): { readonly groups: readonly Group[]; readonly leftOut: number } {
  const all = [...rows, ...(before ?? [])];
  const order = query.order ?? { column: 'Ventas', direction: 'descending' };
  const groups = [...new Set(all.map((row) => textOf(row, dimension)))].map((value) => ({
    value,
    own: rows.filter((row) => textOf(row, dimension) === value),
    other: (before ?? []).filter((row) => textOf(row, dimension) === value),
  }));
  groups.sort((a, b) => {
    if (dimension.unit !== null) return a.value < b.value ? -1 : 1;
    const difference = sumOf(a.own, order.column) - sumOf(b.own, order.column);
    const sign = order.direction === 'ascending' ? 1 : -1;
    return difference === 0n ? (a.value < b.value ? -1 : 1) : difference < 0n ? -sign : sign;
  });
  const { below } = query;
  const wanted =
    below == null
      ? groups
      : groups.filter(({ value, own }) => sumOf(own, below.column) < 0n && !below.except.includes(value));
  const shown = dimension.unit === null ? wanted.slice(0, limit) : groups;
  const within = query.within;
  return {
    leftOut: groups.length - shown.length,
    groups: shown.map(({ value, own, other }): Group => {
      const held =
        within == null || typeof within === 'string'
          ? null
          : groupsOf(
              own,
              before === null ? null : other,
              within,
              { ...query, within: null },
              query.withinLimit === undefined ? limit : (query.withinLimit ?? Number.POSITIVE_INFINITY),
            );
      return {
        value,
        caption: null,
        totals: totalsOf(own, query.columns),
        ...(before === null ? {} : { compared: totalsOf(other, query.columns) }),
        ...(held === null ? {} : { groups: held.groups, groupsLeftOut: held.leftOut }),
      };
    }),
  };
}

/** The month before, where the selection is of October. */
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as Selection['period'] & object;
export const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' } as Selection['period'] & object;

export function answer(rows: readonly Row[], query: GroupsQuery): Groups {
  if (typeof query.dimension === 'string') throw new Error('The pivot names its dimensions in full.');
  const { selection } = query;
  const own = rowsIn(rows, selection);
  const isCompared = query.compareWith != null && selection.period !== null;
  const before = isCompared ? rowsIn(rows, { ...selection, period: SEPTEMBER }) : null;
  const { groups, leftOut } = groupsOf(
    own,
    before,
    query.dimension,
    query,
    query.limit ?? Number.POSITIVE_INFINITY,
  );
  return {
    revision: 1,
    groups,
    groupsLeftOut: leftOut,
    total: { revision: 1, ...totalsOf(own, query.columns) },
    ...(before === null
      ? {}
      : {
          compared: {
            period: SEPTEMBER,
            total: { revision: 1, ...totalsOf(before, query.columns) },
          },
        }),
  };
}

/** Calls of a worker that holds these rows; `asked` gathers the questions. */
export function callerOf(rows: readonly Row[], asked: GroupsQuery[] = []): DataReader {
  const readGroups = async (query: GroupsQuery): Promise<Groups> => {
    asked.push(query);
    return answer(rows, query);
  };
  return { readGroups } as unknown as DataReader;
}
