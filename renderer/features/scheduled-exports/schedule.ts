import { z } from 'zod';
import { lastCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { inTableOrder, openingColumns } from '#renderer/features/columns/column-sections.ts';
import { DEFAULT_LAYOUT, layoutSchema, sortSchema } from '#renderer/features/columns/orders-layout.ts';
import { markOf } from '#renderer/features/export/file-name.ts';
import { daysOf } from '#renderer/features/period/named-period.ts';
import {
  changeStored,
  followStored,
  readStored,
  writeStored,
} from '#renderer/features/preferences/stored.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { selectionOf } from '#renderer/features/selection/selection-rows.ts';
import { slug } from '#shared/base/fold.ts';
import { type AccountsScope, EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Exports that are written after a sync, and their outcome; remembered account by account. */

export const FILE_FORMS = ['xlsx', 'csv', 'csv-exact'] as const;

const fileSchema = z.object({
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('last-month') }),
    z.object({ kind: z.literal('view'), id: z.string().min(1) }),
  ]),
  form: z.enum(FILE_FORMS),
  /** The file of the last month has one name for all months: what links to it finds the newest. Absent: each has its own. */
  hasFixedName: z.boolean().optional(),
});
const scheduleSchema = z.object({ dataset: z.boolean(), file: fileSchema.nullable() });
export type Schedule = z.infer<typeof scheduleSchema>;

const partSchema = z.object({
  what: z.enum(['dataset', 'file']),
  /** Null: it failed. */
  path: z.string().nullable(),
  lines: z.number(),
  /** Why it failed: a code, and words where the code is not known. */
  code: z.string().nullable(),
  words: z.string(),
});
export type OutcomePart = z.infer<typeof partSchema>;

const outcomeSchema = z.object({
  atMs: z.number(),
  /** The sync that it followed; null: it made up for one that was cut off. */
  runId: z.string().nullable(),
  parts: z.array(partSchema),
});
export type Outcome = z.infer<typeof outcomeSchema>;

const stateSchema = z.object({
  schedule: scheduleSchema,
  /** Rows have changed since the last export that was whole. */
  isDue: z.boolean(),
  /** Newest first. */
  outcomes: z.array(outcomeSchema),
});
export type ScheduleState = z.infer<typeof stateSchema>;

const NOTHING: ScheduleState = { schedule: { dataset: false, file: null }, isDue: false, outcomes: [] };
const MAX_OUTCOMES = 50;

const keyOf = (accountId: string): string => `cuadra.schedule.${accountId}`;
export const readSchedule = (accountId: string): ScheduleState =>
  readStored(keyOf(accountId), stateSchema, NOTHING);
/** Keeps what was changed of it, for as long as the page where the browser keeps nothing; what another tab wrote stays. */
export function keepSchedule(accountId: string, before: ScheduleState, after: ScheduleState): ScheduleState {
  const read = stateSchema.safeParse(changeStored(keyOf(accountId), before, after, stateSchema));
  return read.success ? read.data : after;
}
export const followSchedule = (accountId: string, changed: () => void): (() => void) =>
  followStored(keyOf(accountId), changed);

export const isWanted = ({ dataset, file }: Schedule): boolean => dataset || file !== null;
export const isWhole = ({ parts }: Outcome): boolean => parts.every(({ path }) => path !== null);

const markKeyOf = (accountId: string): string => `cuadra.exported.${accountId}`;
/**
 * The mark of what the last scheduled tables for engines held beside the rows; null: nobody knows. It tells of a folder of this
 * machine and goes into no backup (account-settings.ts): a copy that is restored is another than what lies there.
 */
export const readMark = (accountId: string): string | null =>
  readStored(markKeyOf(accountId), z.string().nullable(), null);
export const keepMark = (accountId: string, mark: string | null): void =>
  writeStored(markKeyOf(accountId), mark);

/**
 * What is to be written now: all that is wanted where rows changed; the tables for engines alone where only what they hold
 * beside the rows did. Null: nothing.
 * @param marks of what the last ones held beside the rows, and of what there is by now; null: it cannot be told
 */
export function dueOf(
  { schedule, isDue }: ScheduleState,
  marks: { readonly before: string | null; readonly now: string | null },
): Schedule | null {
  if (!isWanted(schedule)) return null;
  if (isDue) return schedule;
  const hasMoved = marks.now !== null && marks.now !== marks.before;
  return schedule.dataset && hasMoved ? { dataset: true, file: null } : null;
}

/**
 * An export has ended: it is due again where some of it failed, or where rows changed meanwhile; and still, where the tables
 * for engines alone were written.
 */
export function withOutcome(
  state: ScheduleState,
  outcome: Outcome,
  written: { readonly isAll: boolean; readonly changedMeanwhile: boolean },
): ScheduleState {
  const isLeft = !written.isAll && state.isDue;
  return {
    ...state,
    isDue: written.changedMeanwhile || isLeft || !isWhole(outcome),
    outcomes: [outcome, ...state.outcomes].slice(0, MAX_OUTCOMES),
  };
}

/**
 * The path of the last file, where the next one takes its place: what links to it goes on. Null where there is none yet, or
 * each has a name of its own.
 */
export function lastingPath({ schedule: { file }, outcomes }: ScheduleState): string | null {
  if (file === null || (file.what.kind === 'last-month' && file.hasFixedName !== true)) return null;
  const parts = outcomes.flatMap((outcome) => outcome.parts);
  return parts.find(({ what, path }) => what === 'file' && path !== null)?.path ?? null;
}

/** Why there is nothing to write: said in words where it is shown. */
export type Nothing = 'schedule-view-gone' | 'schedule-no-month' | 'schedule-currency-gone';

export type ScheduledTable = {
  /** Its name, apart from its ending. */
  readonly name: string;
  readonly stem: string;
  readonly query: RowsQuery;
};

/** The rows of a scheduled file as they are meant now. */
export function scheduledTable(
  { what, hasFixedName = false }: Pick<NonNullable<Schedule['file']>, 'what' | 'hasFixedName'>,
  views: readonly SavedView[],
  facts: LedgerFacts,
  coverage: Coverage,
  names: {
    readonly month: string;
    readonly scopeOf: (code: string | null) => AccountsScope | null;
    /** Those that some account has. */
    readonly codes: readonly string[];
    /** The code of the main currency; null while it has no name. */
    readonly main: string | null;
  },
): ScheduledTable | Nothing {
  const complete = lastCompleteMonth(coverage, facts.damage);
  const present = facts.lastPurchase === null ? null : { lastPurchase: facts.lastPurchase, complete };
  if (what.kind === 'last-month') {
    const period = complete === null ? null : daysOf({ kind: 'preset', preset: 'month-before' }, present);
    if (complete === null || period === null) return 'schedule-no-month';
    const selection: Selection = { ...EVERYTHING, period, scope: names.scopeOf(null) };
    const name = `${names.month} ${complete}`;
    return {
      name,
      stem: slug(`cuadra-${hasFixedName ? names.month : name}`),
      query: queryOf(selection, {}, facts),
    };
  }
  const view = views.find(({ id }) => id === what.id);
  if (view === undefined) return 'schedule-view-gone';
  // A table of accounts that nobody has would be empty, and count as made.
  if (view.currency !== null && !names.codes.includes(view.currency)) return 'schedule-currency-gone';
  const period = daysOf(view.period, present);
  if (period === null && view.period.kind !== 'all') return 'schedule-no-month';
  const currency = view.currency ?? names.main;
  const selection = selectionOf(view.rows, { period, scope: names.scopeOf(view.currency), currency });
  return { name: view.name, stem: stemOf(view, views), query: queryOf(selection, view.parts, facts) };
}

/** By its name; by a mark, too, where another view's name comes to the same in a file's letters. */
function stemOf({ id, name }: SavedView, views: readonly SavedView[]): string {
  const isSure =
    slug(name) !== '' && views.every((other) => other.id === id || slug(other.name) !== slug(name));
  return isSure ? `cuadra-${slug(name)}` : slug(`cuadra-${name}-${markOf(id)}`);
}

/** The table of orders as a view has it. */
function queryOf(
  selection: Selection,
  parts: SavedView['parts'],
  { unknownColumns, hasSeveralAccounts }: LedgerFacts,
): RowsQuery {
  const read = layoutSchema.safeParse(parts.orders);
  const { columns, grouping } = read.success ? read.data : DEFAULT_LAYOUT;
  const sort = sortSchema.safeParse(parts['orders.sort']).data ?? null;
  const date = selection.periodColumn;
  const opening = openingColumns({ date, hasSeveralAccounts });
  const chosen = inTableOrder(new Set(columns ?? opening), unknownColumns, date);
  return {
    selection,
    grouping,
    sort,
    columns: chosen.length > 0 ? chosen : inTableOrder(new Set(opening), unknownColumns, date),
  };
}
