import { z } from 'zod';
import {
  instantFromMs,
  type LocalDate,
  type LocalDateTime,
  type Month,
  monthOf,
  parseLocalDate,
  shiftMonth,
  type UtcInstant,
} from '#shared/dates.ts';
import { fromDecimal, subtract, toDecimal } from '#shared/decimal.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/profitability.ts';
import type { AccountsScope } from '#shared/selection/selection.ts';
import type { RunEntry } from '#shared/sync/run-log.ts';
import type { ChangesQuery, OrderDifference, OrderFigures } from '../../link/data-contract.ts';

/** What the change log is asked for. Pure. */

/** Amounts that every difference carries: sales and the three profitabilities. */
export const AMOUNT_COLUMNS: readonly string[] = [
  RATE_BASE_COLUMN,
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

export const KINDS = ['new', 'changed', 'removed'] as const satisfies readonly OrderDifference['kind'][];

/** Since when: the last run, a day of this machine's calendar, always, or one run of the history. */
export type Span =
  | { readonly kind: 'last' }
  | { readonly kind: 'since'; readonly day: LocalDate }
  | { readonly kind: 'all' }
  | { readonly kind: 'run'; readonly runId: string };

export type ChangesState = Omit<ChangesQuery, 'runId' | 'since' | 'scope'> & { readonly span: Span };

/** The day one asked for last is remembered, account by account: a month is closed once and looked at often. */
export const sinceSchema = z.object({
  day: z
    .string()
    .refine((text) => parseLocalDate(text) !== undefined)
    .transform((text) => text as LocalDate)
    .nullable(),
});
export type Since = z.infer<typeof sinceSchema>;

export function sinceKey(accountId: string): string {
  return `cuadra.changes.${accountId}`;
}

/** How the screen begins: at what the address names (a month, a run), else at the last run. */
export function initialState(detail: string | null, remembered: LocalDate | null): ChangesState {
  const base: ChangesState = {
    span: { kind: 'last' },
    month: null,
    kinds: KINDS,
    canal: null,
    search: '',
    onlyDifferent: false,
    sort: null,
  };
  if (detail === null) return base;
  if (detail.startsWith('run/')) return { ...base, span: { kind: 'run', runId: detail.slice(4) } };
  if (parseLocalDate(`${detail}-01`) === undefined) return base;
  return {
    ...base,
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

/** The question to the worker; null while it is not known which run is the last. */
export function queryOf(
  state: ChangesState,
  lastRunId: string | null,
  scope: AccountsScope | null,
): ChangesQuery | null {
  const { span } = state;
  if (span.kind === 'last' && lastRunId === null) return null;
  return {
    runId: span.kind === 'run' ? span.runId : span.kind === 'last' ? lastRunId : null,
    since: span.kind === 'since' ? dayStart(span.day) : null,
    month: state.month,
    kinds: state.kinds,
    canal: state.canal,
    scope,
    search: state.search,
    onlyDifferent: state.onlyDifferent,
    sort: state.sort,
  };
}

/** True where something besides the span narrows the list. */
export function isNarrowed(state: ChangesState): boolean {
  return (
    state.month !== null ||
    state.kinds.length < KINDS.length ||
    state.canal !== null ||
    state.search !== '' ||
    state.onlyDifferent
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

/** Months of purchases between two instants, newest first. */
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
): string | null {
  const old = before?.amounts[column];
  const fresh = after?.amounts[column];
  if (old === undefined && fresh === undefined) return null;
  const zero = { units: 0n, scale: 0 };
  return toDecimal(
    subtract(fresh === undefined ? zero : fromDecimal(fresh), old === undefined ? zero : fromDecimal(old)),
  );
}

/** What tells an order apart, as one text. */
export function orderKey(line: Pick<OrderDifference, 'Canal' | 'Cuenta' | 'Orden'>): string {
  return `${line.Canal} · ${line.Cuenta} · ${line.Orden}`;
}
