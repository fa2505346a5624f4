import type { GroupBy, TimeUnit } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { fold } from '#shared/base/fold.ts';
import {
  MAX_PROGRAM_ROWS,
  type ProgramAnswer,
  type ProgramScope,
  type ProgramTable,
  type QuestionOf,
} from '#shared/contract/program-questions.ts';
import {
  PROFITABILITY_COLUMNS,
  profitabilityOf,
  RATE_BASE_COLUMN,
  SCOPE_COLUMNS,
  SCOPES,
} from '#shared/domain/profitability.ts';
import { type AskedCopy, answerWith, columnNamed, rowsAsked } from './asked-copy.ts';

/** Sums and profitabilities of a selection, in all or by one dimension: the rates are of the sums (spec 2.5.2). */

/** Parts of the calendar, as people of three languages call them. */
const CALENDAR: { readonly [word: string]: TimeUnit } = {
  ano: 'year',
  year: 'year',
  trimestre: 'quarter',
  quarter: 'quarter',
  mes: 'month',
  month: 'month',
  semana: 'week',
  week: 'week',
  dia: 'day',
  day: 'day',
};

/** Columns of groups that people call otherwise than the API. */
const OTHER_WORDS: { readonly [word: string]: string } = {
  channel: 'Canal',
  account: 'Cuenta',
  conta: 'Cuenta',
  sku: 'SKU Producto',
  product: 'SKU Producto',
  producto: 'SKU Producto',
  produto: 'SKU Producto',
  brand: 'Marca',
  category: 'Categoría',
};

export async function answerTotals(asked: QuestionOf<'totals'>, copy: AskedCopy): Promise<ProgramAnswer> {
  const { selection, currency } = rowsAsked(asked, copy);
  const scopes = scopesOf(asked.scope ?? 'all');
  const dimension = asked.by === undefined ? null : dimensionNamed(asked.by, copy, selection.periodColumn);
  const columns = PROFITABILITY_COLUMNS;
  const { total, groups } =
    dimension === null
      ? { total: await copy.call.readTotals({ selection, columns }), groups: [] }
      : await copy.call.readGroups({ selection, dimension: dimension.by, columns });
  const lineOf = (totals: Omit<Totals, 'revision'>): (string | null)[] => figuresOf(totals, scopes);
  const shown = groups.slice(0, MAX_PROGRAM_ROWS);
  const table: ProgramTable = {
    columns: [
      ...(dimension === null ? [] : [{ key: dimension.key, kind: 'text' } as const]),
      ...columnsOf(scopes),
    ],
    rows: dimension === null ? [lineOf(total)] : shown.map(({ value, totals }) => [value, ...lineOf(totals)]),
    total: dimension === null ? null : [null, ...lineOf(total)],
    leftOut: groups.length - shown.length,
  };
  const { revision, rows, orders } = total;
  return answerWith('totals', copy, { selection, currency, revision, rows, orders }, table);
}

const scopesOf = (scope: ProgramScope): readonly Exclude<ProgramScope, 'all'>[] =>
  scope === 'all' ? SCOPES : [scope];

function dimensionNamed(
  word: string,
  copy: AskedCopy,
  periodColumn: string,
): { readonly by: GroupBy; readonly key: string } {
  const unit = CALENDAR[fold(word)];
  if (unit !== undefined) return { by: { column: periodColumn, unit }, key: unit };
  const column = columnNamed(OTHER_WORDS[fold(word)] ?? word, copy);
  return { by: { column, unit: null }, key: column };
}

function columnsOf(scopes: readonly Exclude<ProgramScope, 'all'>[]): ProgramTable['columns'] {
  return [
    { key: 'rows', kind: 'count' },
    { key: 'orders', kind: 'count' },
    { key: RATE_BASE_COLUMN, kind: 'decimal' },
    ...scopes.flatMap((scope) => {
      const { profitability, cost } = SCOPE_COLUMNS[scope];
      return [
        { key: cost, kind: 'decimal' },
        { key: profitability, kind: 'decimal' },
        { key: `% ${profitability}`, kind: 'percent' },
      ] as const;
    }),
    // Comercial and Total are of these sales alone (spec 2.5.1).
    { key: 'salesWithProductCost', kind: 'decimal' },
  ];
}

function figuresOf(
  { rows, orders, sums, ventasWithProductCost }: Omit<Totals, 'revision'>,
  scopes: readonly string[],
): (string | null)[] {
  const results = profitabilityOf(sums).filter(({ scope }) => scopes.includes(scope));
  return [
    String(rows),
    String(orders),
    sums[RATE_BASE_COLUMN] ?? null,
    ...results.flatMap(({ cost, profit, ratePercent }) => [cost, profit, ratePercent]),
    ventasWithProductCost,
  ];
}
