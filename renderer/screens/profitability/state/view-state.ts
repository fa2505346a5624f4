import { isEqual } from 'es-toolkit/predicate';
import { z } from 'zod';
import type { CompareWith } from '#renderer/data/model/groups.ts';
import {
  byColumn,
  byTime,
  type DimensionRef,
  dimensionSchema,
} from '#renderer/features/dimensions/dimensions.ts';
import {
  DEFAULT_MEASURES,
  type MeasureId,
  measureIdSchema,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** How the screen is set: all of it that lasts, in one piece, so that a saved view carries it whole. */
export const COMPARISONS = ['previous-period', 'previous-year'] as const satisfies readonly CompareWith[];

export function isComparison(columns: StatementView['columns']): columns is CompareWith {
  return typeof columns === 'string';
}

const sortSchema = z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) });

const statementSchema = z.object({
  columns: z.union([dimensionSchema, z.enum(COMPARISONS)]),
  values: z.enum(['both', 'amount', 'rate']),
  /** Lines that are open to their columns. */
  open: z.array(z.string()),
  heat: z.boolean(),
});

/**
 * bars: a measure by group, or by two. lines: over time, one a group. stacked: cost sections beside the result. pareto: the
 * groups' shares of a sum, and what they come to together. scatter: a margin against Ventas.
 */
export const CHART_KINDS = ['bars', 'lines', 'stacked', 'pareto', 'scatter'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

const pivotSchema = z.object({
  first: dimensionSchema,
  second: dimensionSchema.nullable(),
  /** Where the second dimension stands: beneath the first one's groups, or as columns. */
  place: z.enum(['nested', 'across']),
  measures: z.array(measureIdSchema).min(1),
  /** Null: the measures as they were chosen; else all of them of this scope. */
  scope: z.enum(['marketplace', 'comercial', 'total']).nullable(),
  against: z.enum(COMPARISONS).nullable(),
  heat: z.boolean(),
  /** Null: parts of the calendar newest first, others by Ventas, greatest first. */
  sort: sortSchema.nullable(),
  /** All groups rather than the first ones. */
  all: z.boolean(),
  /** Drawn instead of written; absent: the table, as all views were that were kept before there were charts. */
  chart: z.object({ kind: z.enum(CHART_KINDS), measure: measureIdSchema }).optional(),
  /** Only the groups that lose, by this result; absent: all of them. */
  losing: z.enum(SCOPES).optional(),
  /** Groups of the second dimension: shown under all of the first, or under those opened one by one. */
  open: z.enum(['all', 'none']),
});

export const viewSchema = z.object({
  /** The lines of the result, or a pivot. */
  shows: z.enum(['result', 'pivot']),
  statement: statementSchema,
  pivot: pivotSchema,
  trend: z.boolean(),
});

export type StatementView = z.infer<typeof statementSchema>;
export type PivotView = z.infer<typeof pivotSchema>;
export type ProfitabilityView = z.infer<typeof viewSchema>;

const PIVOT: PivotView = {
  first: byColumn('Canal'),
  second: null,
  place: 'nested',
  measures: [...DEFAULT_MEASURES],
  scope: null,
  against: null,
  heat: false,
  sort: null,
  all: false,
  open: 'none',
};

/** The first view of a new user: the result by month. */
export const INITIAL_VIEW: ProfitabilityView = {
  shows: 'result',
  statement: { columns: byTime('month'), values: 'both', open: ['Ingreso Total'], heat: true },
  pivot: PIVOT,
  trend: false,
};

export const STARTING_POINTS = [
  'channel-month',
  'channel-year',
  'best-products',
  'losing-products',
  'account-sku',
  'category-margin',
] as const;
type StartingPoint = (typeof STARTING_POINTS)[number];

/** Products in the order of a result, with what it is made of. */
function productsBy(scope: Scope, direction: 'ascending' | 'descending'): PivotView {
  const { profitability } = SCOPE_COLUMNS[scope];
  const measures: readonly MeasureId[] = [
    'sum:Ventas',
    'sum:Unidades',
    'sum:Costo de Marketplace',
    'sum:Rentabilidad Marketplace',
    'rate:Rentabilidad Marketplace',
    'sum:Costo de Producto',
    'sum:Rentabilidad Total',
    'rate:Rentabilidad Total',
    `sum:${profitability}`,
    `rate:${profitability}`,
  ];
  return {
    ...PIVOT,
    first: byColumn('SKU Producto'),
    measures: [...new Set(measures)],
    sort: { column: `sum:${profitability}`, direction },
  };
}

/** Ready-made views of what people look at most; each can be changed from there. */
export const POINTS: { readonly [point in StartingPoint]: PivotView } = {
  'channel-month': {
    ...PIVOT,
    second: byTime('month'),
    place: 'across',
    measures: ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total'],
    heat: true,
  },
  'channel-year': {
    ...PIVOT,
    measures: ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total'],
    against: 'previous-year',
  },
  'best-products': productsBy('total', 'descending'),
  'losing-products': { ...productsBy('total', 'ascending'), losing: 'total' },
  'account-sku': { ...PIVOT, first: byColumn('Cuenta'), second: byColumn('SKU Producto'), open: 'all' },
  'category-margin': {
    ...PIVOT,
    first: byColumn('Categoría'),
    measures: [
      'sum:Ventas',
      'share:Ventas',
      'sum:Rentabilidad Marketplace',
      'rate:Rentabilidad Marketplace',
      'sum:Rentabilidad Comercial',
      'rate:Rentabilidad Comercial',
      'sum:Rentabilidad Total',
      'rate:Rentabilidad Total',
    ],
    heat: true,
  },
};

/** The view that an address asks for: a starting point, of products by the result that is looked at; null: none. */
export function startOf(detail: string | null): PivotView | null {
  const [name, of] = detail?.split('/') ?? [];
  const point = STARTING_POINTS.find((each) => each === name);
  const scope = SCOPES.find((each) => each === of);
  if (point === undefined) return null;
  if (scope === undefined) return POINTS[point];
  if (point === 'best-products') return productsBy(scope, 'descending');
  return point === 'losing-products' ? { ...productsBy(scope, 'ascending'), losing: scope } : POINTS[point];
}

/** As a chart, of what the table is sorted by or its first measure; null: as the table. */
export function withChart(view: PivotView, kind: ChartKind | null): PivotView {
  const { chart, ...table } = view;
  if (kind === null) return table;
  const sorted = view.sort !== null && view.measures.includes(view.sort.column) ? view.sort.column : null;
  const measure = chart?.measure ?? sorted ?? view.measures[0] ?? 'sum:Ventas';
  return { ...table, chart: { kind, measure } };
}

/** The dimension that stands first becomes another one; the second gives way where it would be the same. */
export function withFirst(view: PivotView, first: DimensionRef): PivotView {
  const { losing: _, ...all } = view;
  return { ...all, first, second: isEqual(view.second, first) ? null : view.second, sort: null, all: false };
}

export function withSecond(
  view: PivotView,
  second: DimensionRef | null,
  place: PivotView['place'],
): PivotView {
  return { ...view, second, place, sort: second === null || place === view.place ? view.sort : null };
}
