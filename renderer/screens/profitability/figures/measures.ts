import { z } from 'zod';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { findColumn, isSummable, type Scope } from '#shared/domain/column-catalogue.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/**
 * Figures of a set of rows: a sum, or one sum by another. A measure is remembered as text: «sum:Ventas»,
 * «rate:Rentabilidad Total», «orders».
 */
export const OF_COLUMN = ['sum', 'rate', 'share', 'per-unit'] as const;
/** Measures of the set as a whole. `coverage`: the share of Ventas whose product cost is loaded. */
export const OF_SET = ['orders', 'rows', 'ticket', 'coverage'] as const;

export type Measure =
  | { readonly kind: (typeof OF_COLUMN)[number]; readonly column: string }
  | { readonly kind: (typeof OF_SET)[number]; readonly column: null };
type MeasureKind = Measure['kind'];

export type MeasureId = string;

export function measureId({ kind, column }: Measure): MeasureId {
  return column === null ? kind : `${kind}:${column}`;
}

/** Null of a text that names none: a view may come from another version, or a column may be no sum. */
export function measureOf(id: MeasureId): Measure | null {
  const [kind = '', ...rest] = id.split(':');
  const ofSet = OF_SET.find((each) => each === kind);
  if (ofSet !== undefined) return { kind: ofSet, column: null };
  const ofColumn = OF_COLUMN.find((each) => each === kind);
  const column = findColumn(rest.join(':'));
  return ofColumn === undefined || column === undefined || !isSummable(column)
    ? null
    : { kind: ofColumn, column: column.key };
}

export const measureIdSchema = z.string().refine((id) => measureOf(id) !== null);

/** Ventas by Ventas, units by units and units by Ventas tell nothing. */
export function isReporting(kind: (typeof OF_COLUMN)[number], key: string): boolean {
  const isCount = findColumn(key)?.kind === 'count';
  if (kind === 'rate') return key !== RATE_BASE_COLUMN && !isCount;
  return kind !== 'per-unit' || !isCount;
}

/** Sales, units, and each scope's result, rate and cost. */
export const DEFAULT_MEASURES: readonly MeasureId[] = [
  'sum:Ventas',
  'sum:Unidades',
  ...SCOPES.flatMap((scope) => {
    const { profitability, cost } = SCOPE_COLUMNS[scope];
    return [`sum:${profitability}`, `rate:${profitability}`, `sum:${cost}`];
  }),
];

/** Measures that are looked at together: each by one press. */
export const MEASURE_SETS = {
  total: ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total'],
  scopes: [
    'sum:Ventas',
    ...SCOPES.flatMap((scope) => {
      const { profitability } = SCOPE_COLUMNS[scope];
      return [`sum:${profitability}`, `rate:${profitability}`];
    }),
  ],
  rates: ['sum:Ventas', ...SCOPES.map((scope) => `rate:${SCOPE_COLUMNS[scope].profitability}`)],
  usual: DEFAULT_MEASURES,
} as const satisfies { readonly [set: string]: readonly MeasureId[] };

function baseOf(kind: MeasureKind): string | null {
  switch (kind) {
    case 'rate':
    case 'ticket':
    case 'coverage':
      return RATE_BASE_COLUMN;
    case 'per-unit':
      return 'Unidades';
    default:
      return null;
  }
}

/** The columns that some measures sum; always also those of the selection as a whole, and of missing costs. */
export function summedFor(measures: readonly Measure[]): readonly string[] {
  const columns = measures.flatMap(({ kind, column }) => [column, baseOf(kind)]);
  return [...new Set([...AMOUNT_COLUMNS, 'Costo de Producto', ...columns.filter((key) => key !== null)])];
}

/** The same measure of another scope, where it is of a scope at all. */
export function ofScope(measure: Measure, scope: Scope): Measure {
  if (measure.column === null) return measure;
  const own = SCOPES.find((other) => Object.values(SCOPE_COLUMNS[other]).includes(measure.column ?? ''));
  if (own === undefined) return measure;
  const isProfit = SCOPE_COLUMNS[own].profitability === measure.column;
  const { profitability, cost } = SCOPE_COLUMNS[scope];
  return { ...measure, column: isProfit ? profitability : cost };
}

export function scopeOf({ column }: Measure): Scope | null {
  return column === null ? null : (findColumn(column)?.scope?.name ?? null);
}

/** As they are chosen, or all of them of one scope, each once. */
export function measuresInView(ids: readonly MeasureId[], scope: Scope | null): readonly Measure[] {
  const chosen = ids.flatMap((id) => measureOf(id) ?? []);
  if (scope === null) return chosen;
  const seen = new Map(chosen.map((each) => ofScope(each, scope)).map((each) => [measureId(each), each]));
  return [...seen.values()];
}

/** How a measure's figures are written: as amounts, counts, or percentages whose unit stands in the header. */
export function figureKindOf({ kind, column }: Measure): 'money' | 'count' | 'points' {
  switch (kind) {
    case 'rate':
    case 'share':
    case 'coverage':
      return 'points';
    case 'orders':
    case 'rows':
      return 'count';
    case 'ticket':
    case 'per-unit':
      return 'money';
    case 'sum':
      return findColumn(column)?.kind === 'count' ? 'count' : 'money';
  }
}

/** A rate differs by points; everything else by amounts and percent. */
export function differsInPoints(measure: Measure): boolean {
  return figureKindOf(measure) === 'points';
}

const COSTS = new Set(['Venta Cancelada', 'Cobro Total', 'Cobros Comercial', 'Costo de Producto']);

/** Whether more of it is good (1) or bad (-1) for the seller; 0 where neither can be said. */
export function favourOf({ kind, column }: Measure): 1 | 0 | -1 {
  if (kind === 'share' || kind === 'rows') return 0;
  if (column === null) return 1;
  const known = findColumn(column);
  if (known?.scope?.figure.startsWith('cost') === true || COSTS.has(column)) return -1;
  const role = known?.section?.role;
  const isGivenBack = known?.categories.includes('reimbursement') === true || role === 'refund';
  return !isGivenBack && (role === 'charge' || role === 'component' || role === 'total') ? -1 : 1;
}

/** Comercial and Total are too high while product costs are missing (spec 2.5.1). */
export function needsProductCost({ column }: Measure): boolean {
  const scope = column === null ? null : findColumn(column)?.scope;
  return scope != null && scope.name !== 'marketplace';
}
