import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { type GroupColumn, type GroupLayout, groupTable } from '#renderer/data/model/group-table.ts';
import type { CompareWith, Groups } from '#renderer/data/model/groups.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import type { Table, TableChart, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { BookTable, FileContent } from '#renderer/data/model/table-files.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import {
  byTime,
  dimensionName,
  isBesideCalendar,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import {
  comparedColumns,
  periodName,
  wholeColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  COVERED_NAME,
  fileWords,
  statementTable,
} from '#renderer/features/income-statement/income-statement-file.ts';
import { STATEMENT_COLUMNS } from '#renderer/features/income-statement/income-statement-lines.ts';
import { describeSelection } from '#renderer/features/selection/selection-context.tsx';
import { targetColumns } from '#renderer/features/targets/target-columns.ts';
import type { TargetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { trendPeriod } from '#renderer/features/trend/month-points.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import {
  PROFITABILITY_COLUMNS,
  RATE_BASE_COLUMN,
  SCOPE_COLUMNS,
  SCOPES,
} from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import { scopePart } from './scope-part.ts';
import { summaryTable } from './summary-table.ts';

/** The profitability of a selection as the tables of one workbook: what is read for it, and how it is laid out. */

export type WorkbookAnswers = {
  readonly revision: number;
  readonly selection: Selection;
  /** By channel, against the period before. */
  readonly channels: Groups;
  /** Against the year before; null without a period. */
  readonly year: Groups | null;
  readonly months: Groups;
  /** Months around a shorter period, as the panel draws them; null where the period holds them. */
  readonly trend: Groups | null;
};

const COLUMNS: readonly string[] = [
  ...new Set([
    ...STATEMENT_COLUMNS,
    ...PROFITABILITY_COLUMNS,
    'Ingreso Total',
    'Costo de Producto',
    'Unidades',
  ]),
];

/** @param last the last purchase that is known */
export async function readWorkbook(
  call: Pick<DataReader, 'readGroups'>,
  selection: Selection,
  last: string | null,
): Promise<WorkbookAnswers> {
  const wide = trendPeriod(selection.period, last);
  const isWider = (own: Period | null) => wide !== null && own !== null && wide.from < own.from;
  const [channels, months, ...others] = await readTogether(() => {
    const ask = (
      dimension: 'Canal' | 'month',
      of: Selection,
      compareWith: CompareWith | null,
      limit?: number,
    ) =>
      call.readGroups({
        selection: of,
        dimension,
        columns: COLUMNS,
        ...(compareWith === null ? {} : { compareWith }),
        ...(limit === undefined ? {} : { limit }),
      });
    return Promise.all([
      ask('Canal', selection, 'previous-period'),
      ask('month', selection, null),
      // Without a period there is no year before it either, and no months around it.
      ...(selection.period === null ? [] : [ask('Canal', selection, 'previous-year', 1)]),
      ...(isWider(selection.period) ? [ask('month', { ...selection, period: wide }, null)] : []),
    ]);
  });
  const [year = null, trend = null] = others;
  return { revision: channels.revision, selection, channels, year, months, trend };
}

/** Where the results stand among the columns of groups. */
const SCOPES_AT = 4;

/** The app's own inks of the three scopes, by day. */
const SCOPE_INKS = { marketplace: '2BA3AA', comercial: '06435A', total: '0E1A20' } as const;

/** Products that are drawn; the table has all of them. */
const PRODUCTS_DRAWN = 10;
const CHANNELS_DRAWN = 12;

/** A month's figures when it was closed. */
export type ClosedFigures = Pick<Totals, 'rows' | 'sums'>;

/**
 * All tables of one revision, `more` after them; its evidence is the total of the selection. `closed`: the summary is of
 * these, and beside them stands what they come to by now, as on all other sheets. `targets`: what the months were to come to.
 */
export function workbookContent(
  answers: WorkbookAnswers,
  more: readonly WholeTable[],
  text: Text,
  closed: ClosedFigures | null = null,
  targets: TargetsInView | null = null,
): FileContent {
  const { selection, revision, channels } = answers;
  const of = { selection, totals: channels.total };
  const added = more.map((table): BookTable => ({ kind: 'table', table }));
  return {
    kind: 'book',
    revision,
    of,
    tables: [...workbookTables(answers, closed, targets, text), ...added],
  };
}

/**
 * The sheets in their order: a summary with the charts, a result for each scope, then months, channels and products. Long,
 * for it is the list of them.
 */
function workbookTables(
  answers: WorkbookAnswers,
  closed: ClosedFigures | null,
  targets: TargetsInView | null,
  text: Text,
): readonly BookTable[] {
  const { selection, channels, year, months, trend } = answers;
  const period = ownName(answers, text);
  const own = {
    ...wholeColumn(channels),
    name: closed === null ? period : `${period} · ${text('closing.now')}`,
  };
  const compared = [channels, ...(year === null ? [] : [year])].flatMap((groups, at) => {
    if (groups.compared === undefined || groups.compared.total.rows === 0) return [];
    const name = periodName(groups.compared.period, text);
    const difference = text('statement.difference-from', { name });
    return [{ groups, name, difference, against: String(at), totals: groups.compared.total }];
  });
  const columns = [
    own,
    ...compared.flatMap(({ groups, name, difference, against }) =>
      comparedColumns(groups, against).map((column) => ({
        ...column,
        name: column.kind === 'before' ? name : difference,
      })),
    ),
  ];
  const ofTargets = targetColumns({ ...own, until: null }, targets, text);
  const byMonth = monthTable(text('workbook.by-month'), months, months.total, text);
  const around = trend === null ? null : monthTable(text('workbook.around'), trend, null, text);
  const sold = channels.groups.filter(({ totals }) => totals.rows > 0);
  const channelLayout = layoutOf(text('workbook.by-channel'), {
    value: 'Canal',
    names: { '': text('filter.blank') },
  });
  const byChannel = wholeOf(groupTable(sold, channels.total, channelLayout));
  const parts = [byMonth, ...(around === null ? [] : [around]), byChannel];
  // After the summary and the scopes.
  const placeOf = (part: WholeTable) => 1 + SCOPES.length + parts.indexOf(part);
  const drawn = around ?? byMonth;
  const charts = [
    chart('columns', text('workbook.chart-months'), {
      table: placeOf(drawn),
      lines: monthsIn(trend ?? months),
      names: 1,
    }),
    chart('bars', text('workbook.chart-channels'), {
      table: placeOf(byChannel),
      lines: CHANNELS_DRAWN,
      names: 1,
    }),
    chart('bars', text('workbook.chart-products', { first: PRODUCTS_DRAWN }), {
      table: 1 + SCOPES.length + parts.length,
      lines: PRODUCTS_DRAWN,
      names: 2,
    }),
  ];
  const words = {
    name: text('workbook.summary'),
    line: text('panel.line'),
    orders: text('workbook.orders'),
    rows: text('workbook.rows'),
  };
  const scopes = SCOPES.map((scope) =>
    statementTable(
      text(`scope.${scope}`),
      fileWords(text),
      [...columns, ...ofTargets],
      [],
      scopePart(scope, text),
    ),
  );
  const today = { name: own.name, totals: channels.total };
  const [target] = ofTargets;
  const aims =
    target === undefined
      ? []
      : [
          {
            name: target.name,
            difference: text('statement.difference-from', { name: target.name }),
            totals: { ...target.totals, rows: null, orders: null, ventasWithProductCost: null },
          },
        ];
  const summary =
    closed === null
      ? summaryTable(words, today, [...compared, ...aims], charts)
      : summaryTable(
          words,
          {
            name: `${period} · ${text('closing.before')}`,
            totals: { ...closed, orders: null, ventasWithProductCost: null },
          },
          [
            { ...today, difference: text('statement.difference-from', { name: own.name }) },
            ...compared,
            ...aims,
          ],
          charts,
        );
  return [
    ...[summary, ...scopes, ...parts].map((table): BookTable => ({ kind: 'table', table })),
    {
      kind: 'groups',
      query: { selection, dimension: 'SKU Producto', columns: COLUMNS },
      layout: layoutOf(text('workbook.by-product'), {
        value: 'SKU Producto',
        caption: 'Producto',
        names: { '': text('filter.blank') },
        // Texts in the column of products that are none: after all others.
        last: NO_SKU,
      }),
    },
  ];
}

/** A month by its name, as the periods beside it. */
function ownName({ selection, months }: WorkbookAnswers, text: Text): string {
  return selection.period !== null && months.groups.length === 1
    ? periodName(selection.period, text)
    : describeSelection(selection, text);
}

function layoutOf(
  name: string,
  own: Pick<GroupLayout, 'value'> & Partial<Pick<GroupLayout, 'caption' | 'names' | 'last'>>,
): GroupLayout {
  return { name, caption: null, names: {}, last: [], columns: GROUP_COLUMNS, ...own };
}

function monthTable(name: string, groups: Groups, whole: Groups['total'] | null, text: Text): WholeTable {
  const month = byTime('month');
  const values = groups.groups.map(({ value }) => value);
  const layout = layoutOf(name, {
    value: dimensionName(month, text),
    names: Object.fromEntries(values.map((value) => [value, valueName(month, value, text)])),
    last: values.filter(isBesideCalendar).toSorted().toReversed(),
  });
  return wholeOf(groupTable(groups.groups, whole, layout));
}

/** Rows without a month, or out of range, are in the table and in no chart. */
function monthsIn({ groups }: Groups): number {
  return groups.filter(({ value }) => !isBesideCalendar(value)).length;
}

function wholeOf({ lineCount, isGrouped: _, read, ...head }: Table): WholeTable {
  return { ...head, lines: read(0, lineCount) };
}

const sumOf = (column: string): GroupColumn => ({
  name: column,
  of: 'sum',
  column,
  kind: findColumn(column)?.kind ?? 'money',
});

/** Sums first in their pairs: each rate is of the column before it. */
const GROUP_COLUMNS: readonly GroupColumn[] = [
  sumOf(RATE_BASE_COLUMN),
  sumOf('Ingreso Total'),
  sumOf('Costo de Marketplace'),
  sumOf('Costo de Producto'),
  ...SCOPES.flatMap((scope, at): GroupColumn[] => {
    const { profitability } = SCOPE_COLUMNS[scope];
    return [
      sumOf(profitability),
      { name: `% ${profitability}`, of: 'rate', part: SCOPES_AT + 2 * at, base: 0 },
    ];
  }),
  { name: COVERED_NAME, of: 'covered' },
  { name: `% ${COVERED_NAME}`, of: 'rate', part: SCOPES_AT + 2 * SCOPES.length, base: 0 },
  sumOf('Unidades'),
  { name: 'Órdenes', of: 'orders' },
  { name: 'Filas', of: 'rows' },
];

/** The three results of each line, from its table's cells. `names`: so many columns say what a line is. */
function chart(
  shape: TableChart['shape'],
  title: string,
  { table, lines, names }: { readonly table: number; readonly lines: number; readonly names: number },
): TableChart {
  const series = SCOPES.map((scope, at) => ({
    column: names + SCOPES_AT + 2 * at,
    ink: SCOPE_INKS[scope],
  }));
  return { shape, title, table, lines, names: 0, series };
}
