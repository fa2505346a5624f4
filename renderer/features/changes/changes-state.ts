import { isEqual } from 'es-toolkit/predicate';
import { z } from 'zod';
import {
  type ChangesGroup,
  type ChangesGrouping,
  type ChangesQuery,
  justAfter,
  type OrderDifference,
  type OrderFigures,
} from '#renderer/data/model/changes.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { storedDay, storedMonth } from '#renderer/features/preferences/stored-values.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { type DateStyle, formatDay, formatTime } from '#renderer/ui/date-format.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { utcInstant } from '#shared/contract/wire-dates.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import {
  instantFromMs,
  type LocalDate,
  type LocalDateTime,
  type Month,
  monthOf,
  parseLocalDate,
  shiftMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { type Decimal, differenceBetween } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** Queries of the change log. Pure. */

export const GROUPINGS = ['news', 'cause', 'month'] as const satisfies readonly ChangesGrouping[];
/** Groups that are no months. */
const GROUP_KEYS = ['new', 'restated', 'source', 'cost', 'reread', 'decision', 'first'] as const;

export const KINDS = ['new', 'changed', 'removed'] as const satisfies readonly OrderDifference['kind'][];

/** Since when: the last run, a day of this machine's calendar, always, one run of the history, or after a reading. */
type Span =
  | { readonly kind: 'last' }
  | { readonly kind: 'since'; readonly day: LocalDate }
  | { readonly kind: 'all' }
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'after'; readonly at: UtcInstant };

/** Which changes are listed: asked for anew with every page, and carried by saved views. */
export type ChangesRows = Omit<ChangesQuery, 'runId' | 'since' | 'scope' | 'selection' | 'sort'> & {
  readonly span: Span;
  /** Only orders of what is selected on the screens of figures. */
  readonly ofSelection: boolean;
};
/** How they are listed: lasts. */
export type ChangesTable = {
  readonly sort: string | null;
  /** Amounts whose before and after are folded away, leaving the difference. */
  readonly folded: readonly string[];
};
export type ChangesState = ChangesRows & Pick<ChangesTable, 'sort'>;

/** The part of the screen's state that says which changes. */
export const ROWS_PART = 'changes.rows';
export const rowsSchema: z.ZodType<ChangesRows> = z.object({
  span: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('last') }),
    z.object({ kind: z.literal('since'), day: storedDay }),
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('run'), runId: z.string() }),
    z.object({ kind: z.literal('after'), at: utcInstant }),
  ]),
  month: storedMonth.nullable(),
  kinds: z.array(z.enum(KINDS)).min(1),
  canal: z.string().nullable(),
  // Not in what was kept before it could be asked for.
  ofSelection: z.boolean().default(false),
  search: z.string(),
  onlyDifferent: z.boolean(),
  // Not in what was kept before there were groups.
  grouping: z.enum(GROUPINGS).default('news'),
  group: z
    .union([z.enum(GROUP_KEYS), z.literal(''), storedMonth])
    .nullable()
    .default(null),
});

/** The part that says how. */
export const TABLE_PART = 'changes';
export const tableSchema: z.ZodType<ChangesTable> = z.object({
  sort: z.enum(AMOUNT_COLUMNS as [string, ...string[]]).nullable(),
  folded: z.array(z.string()),
});

/** Sales and the last result are told whole, what lies between by its difference, until one asks. */
export const INITIAL_TABLE: ChangesTable = {
  sort: null,
  folded: [SCOPE_COLUMNS.marketplace.profitability, SCOPE_COLUMNS.comercial.profitability],
};

/** Every change of the last run. */
export const INITIAL_ROWS: ChangesRows = {
  span: { kind: 'last' },
  month: null,
  kinds: KINDS,
  canal: null,
  ofSelection: false,
  search: '',
  onlyDifferent: false,
  grouping: 'news',
  group: null,
};

export function isInitial(rows: ChangesRows): boolean {
  return JSON.stringify(rowsSchema.parse(rows)) === JSON.stringify(INITIAL_ROWS);
}

/** The day one asked for last is remembered, account by account: a month is closed once and looked at often. */
export const sinceSchema = z.object({ day: storedDay.nullable() });

export function sinceKey(accountId: string): string {
  return `cuadra.changes.${accountId}`;
}

const OF_SELECTION = 'selection';

/** Where the changes after a reading are listed: all of them, or those of what is selected. */
export function changesAfter(at: UtcInstant, isOfSelection: boolean): string {
  return isOfSelection ? `after/${at}/${OF_SELECTION}` : `after/${at}`;
}

/** The rows that an address names (a month, a run, changes after a reading); null where it names none. */
export function addressedRows(detail: string | null, remembered: LocalDate | null): ChangesRows | null {
  if (detail === null) return null;
  if (detail.startsWith('run/')) return { ...INITIAL_ROWS, span: { kind: 'run', runId: detail.slice(4) } };
  if (detail.startsWith('after/')) {
    const [moment = '', of] = detail.slice('after/'.length).split('/');
    const at = utcInstant.safeParse(moment).data;
    return at === undefined
      ? null
      : { ...INITIAL_ROWS, span: { kind: 'after', at }, ofSelection: of === OF_SELECTION };
  }
  if (parseLocalDate(`${detail}-01`) === undefined) return null;
  return {
    ...INITIAL_ROWS,
    month: detail as Month,
    span: remembered === null ? { kind: 'all' } : { kind: 'since', day: remembered },
  };
}

/** Midnight at which a day of this machine's calendar begins. */
export function dayStart(day: LocalDate): UtcInstant {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return instantFromMs(new Date(year, month - 1, date).getTime());
}

/** The run that «the last sync» means: the newest that has ended, or the very first while it runs. */
export function lastRunOf(runs: readonly RunEntry[]): RunEntry | null {
  return runs.find((run) => run.outcome !== 'running') ?? runs[0] ?? null;
}

function sinceOf(span: Span): UtcInstant | null {
  switch (span.kind) {
    case 'since':
      return dayStart(span.day);
    case 'after':
      return justAfter(span.at);
    case 'last':
    case 'all':
    case 'run':
      return null;
  }
}

/** The question to the worker; null while it is not known which run is the last. */
export function queryOf(
  state: ChangesState,
  lastRunId: string | null,
  selection: Selection,
): ChangesQuery | null {
  const { span } = state;
  if (span.kind === 'last' && lastRunId === null) return null;
  return {
    runId: span.kind === 'run' ? span.runId : span.kind === 'last' ? lastRunId : null,
    since: sinceOf(span),
    month: state.month,
    kinds: state.kinds,
    canal: state.canal,
    scope: selection.scope,
    ...(state.ofSelection ? { selection } : {}),
    search: state.search,
    onlyDifferent: state.onlyDifferent,
    grouping: state.grouping,
    group: state.group,
    sort: state.sort,
  };
}

export function isNarrowed(state: ChangesRows): boolean {
  return (
    state.month !== null ||
    state.kinds.length < KINDS.length ||
    state.canal !== null ||
    state.ofSelection ||
    state.search !== '' ||
    state.onlyDifferent ||
    state.group !== null
  );
}

/** Presses a kind: one more or one less; the last one pressed out brings all back. */
export function toggleKind(
  kinds: readonly OrderDifference['kind'][],
  kind: OrderDifference['kind'],
): readonly OrderDifference['kind'][] {
  const next = KINDS.filter((other) => (other === kind) !== kinds.includes(other));
  return next.length === 0 ? KINDS : next;
}

export function monthsBetween(first: LocalDateTime | null, last: LocalDateTime | null): readonly Month[] {
  if (first === null || last === null) return [];
  const months: Month[] = [];
  for (let month = monthOf(last); month >= monthOf(first); month = shiftMonth(month, -1)) months.push(month);
  return months;
}

/** After minus before of a column, exact; a side that is not there counts as nothing. Null where neither has it. */
export function differenceOf(
  before: OrderFigures | null,
  after: OrderFigures | null,
  column: string,
): Decimal | null {
  const old = before?.amounts[column];
  const fresh = after?.amounts[column];
  return old === undefined && fresh === undefined ? null : differenceBetween(old, fresh);
}

export function orderKey({ identity }: Pick<OrderDifference, 'identity'>): string {
  return Object.values(identity)
    .map((cell) => cell ?? '')
    .join(' · ');
}

function joined(values: readonly string[]): string {
  return values.length === 0 ? '—' : values.join(', ');
}

/** «Informado → Pagado»; one side alone where nothing changed or there is only one. */
export function transition(
  difference: Pick<OrderDifference, 'before' | 'after'>,
  part: 'states' | 'payments',
): { readonly text: string; readonly changed: boolean } {
  const { before, after } = difference;
  if (before === null || after === null)
    return { text: joined((after ?? before)?.[part] ?? []), changed: false };
  return isEqual(before[part], after[part])
    ? { text: joined(after[part]), changed: false }
    : { text: `${joined(before[part])} → ${joined(after[part])}`, changed: true };
}

/** Columns of amounts that are not the same before and after, in the order they are given. */
export function changedAmounts(
  before: OrderFigures | null,
  after: OrderFigures | null,
  columns: readonly string[],
): readonly string[] {
  return columns.filter((column) => !isZero(differenceOf(before, after, column) ?? '0'));
}

/** Columns that the log tells with their values; rates change with their amounts. */
const SUMMARISED_COLUMNS: ReadonlySet<string> = new Set([
  ...AMOUNT_COLUMNS,
  'Estado de Orden',
  'Estado de Pago',
]);

/** The columns that differed and that no figure of the order tells; none where it is not known which. */
export function otherColumns({ columns }: Pick<OrderDifference, 'columns'>): readonly string[] {
  return (columns ?? []).filter(
    (column) => !SUMMARISED_COLUMNS.has(column) && findColumn(column)?.kind !== 'percent',
  );
}

/** Those of them whose values the log did not keep. */
export function unkeptColumns(difference: Pick<OrderDifference, 'columns' | 'values'>): readonly string[] {
  const kept = new Set(difference.values?.map(({ column }) => column));
  return otherColumns(difference).filter((column) => !kept.has(column));
}

/** The changes of an order in a few words: «estado, pago, montos», «filas: 2 → 3», «Estado de Despacho +2». */
export function whatChanged(difference: OrderDifference, columns: readonly string[], text: Text): string {
  const { before, after, kind } = difference;
  if (before === null || after === null) return text(`changes.kind-${kind}`);
  const parts = [
    transition(difference, 'states').changed ? text('changes.part-state') : '',
    transition(difference, 'payments').changed ? text('changes.part-payment') : '',
    changedAmounts(before, after, columns).length > 0 ? text('changes.part-amounts') : '',
    before.rows === after.rows ? '' : text('changes.part-rows', { before: before.rows, after: after.rows }),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(', ');
  const [first, ...more] = otherColumns(difference);
  if (first === undefined) return text('changes.part-other');
  return more.length === 0 ? first : `${first} +${more.length}`;
}

/** «Leídos después del 22-11-2026 14:02:10 UTC». */
export function afterMessage(at: UtcInstant, text: Text, dates: DateStyle): string {
  return text('changes.read-after', { moment: `${formatDay(at, dates)} ${formatTime(at, true)} UTC` });
}

function spanMessage(span: Span, lastRun: string | null, text: Text, dates: DateStyle): string {
  switch (span.kind) {
    case 'last':
      return lastRun === null ? text('changes.span-last') : `${text('changes.span-last')} (${lastRun})`;
    case 'since':
      return text('print.changes-since', { day: formatDay(span.day, dates) });
    case 'all':
      return text('print.changes-all');
    case 'run':
      return text('changes.of-run');
    case 'after':
      return afterMessage(span.at, text, dates);
  }
}

/** A group by its name: «Nuevas», «Llegó el costo de producto», «oct 2026». */
export function groupMessage(key: ChangesGroup['key'], text: Text): string {
  if (key === '') return text('changes.group-undated');
  const named = GROUP_KEYS.find((other) => other === key);
  return named === undefined ? describeMonth(key as Month, text) : text(`changes.group-${named}`);
}

/** Which changes are listed, part by part, as paper says it. `lastRun`: when the last sync ended, in words. */
export function questionMessage(
  rows: ChangesRows,
  lastRun: string | null,
  text: Text,
  dates: DateStyle,
): readonly string[] {
  return [
    spanMessage(rows.span, lastRun, text, dates),
    ...(rows.month === null ? [] : [text('changes.month-of', { month: describeMonth(rows.month, text) })]),
    ...(rows.kinds.length === KINDS.length
      ? []
      : [rows.kinds.map((kind) => text(`changes.kinds-${kind}`)).join(', ')]),
    ...(rows.canal === null ? [] : [`Canal: ${rows.canal === '' ? text('filter.blank') : rows.canal}`]),
    ...(rows.ofSelection ? [text('changes.of-selection')] : []),
    ...(rows.onlyDifferent ? [text('changes.only-different')] : []),
    ...(rows.group === null ? [] : [groupMessage(rows.group, text)]),
    ...(rows.search === '' ? [] : [text('print.search', { text: rows.search })]),
  ];
}
