import type {
  CurrencyOf,
  CurrencyView,
  DatasetTable,
  FilledTable,
  TableShape,
  TableSource,
} from '#renderer/data/model/dataset-tables.ts';
import { currencyBy } from '#renderer/data/model/dataset-tables.ts';
import { unlessDamaged } from '#renderer/data/storage/database/failures.ts';
import type { AnomalyThresholds } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { CLOSE_TABLES } from '#renderer/reconciliation/closing/worker/close-tables.ts';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { JOURNAL_TABLE } from '#renderer/reconciliation/journals/worker/journal-tables.ts';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { MATCH_TABLES } from '#renderer/reconciliation/matching/worker/match-tables.ts';
import type { PayoutsQuery } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { PAYOUT_TABLES } from '#renderer/reconciliation/payouts/worker/payout-tables.ts';
import { RECEIVABLE_TABLE } from '#renderer/reconciliation/receivables/worker/receivable-tables.ts';
import { STATEMENT_TABLES } from '#renderer/reconciliation/statements/worker/statement-tables.ts';
import { compareTexts } from '#shared/base/fold.ts';
import type { StopSignal } from '#shared/contract/streams.ts';
import { type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { ACCOUNT_TABLE } from './account-table.ts';
import { CHANGE_TABLE } from './change-table.ts';
import { DECISION_TABLES } from './decision-tables.ts';
import { EXCEPTION_TABLE } from './exception-table.ts';
import { readExceptions } from './exceptions.ts';
import { EXPORT_TABLE } from './export-table.ts';
import { type OpenCopy, overLatest } from './open-copy.ts';
import { TABLES_OF_TABLES, type Told, tablesOfTables } from './table-tables.ts';

/** The tables beside the rows of an export for engines. One more is one more record in this list. */

/** What the tables are asked with, as the page's settings have it. */
export type TablesQuery = {
  readonly today: LocalDate;
  readonly views: readonly CurrencyView[];
  readonly thresholds: AnomalyThresholds;
  readonly tolerance: Tolerance;
  readonly payoutTolerance: Decimal;
};

type Source = OpenCopy & {
  readonly today: LocalDate;
  readonly monthsOfRows: readonly Month[];
  readonly views: readonly CurrencyView[];
  readonly currencyOf: CurrencyOf;
  readonly tolerance: Tolerance;
  readonly payoutsQuery: PayoutsQuery;
  readonly readExceptionGroups: (view: CurrencyView) => Promise<readonly ExceptionGroup[]>;
};

const FILLED: readonly DatasetTable<Source>[] = [
  EXPORT_TABLE,
  ACCOUNT_TABLE,
  ...CLOSE_TABLES,
  EXCEPTION_TABLE,
  ...DECISION_TABLES,
  ...STATEMENT_TABLES,
  ...MATCH_TABLES,
  ...PAYOUT_TABLES,
  RECEIVABLE_TABLE,
  JOURNAL_TABLE,
  CHANGE_TABLE,
];

/** All tables beside the rows. */
export const DATASET_TABLES: readonly TableShape[] = [...FILLED, ...TABLES_OF_TABLES];

/**
 * All tables as they are now, whatever figures are shown. What cannot be read any more is left out, and `cuadra_tablas` says so: one
 * damaged close or statement costs its own lines and no export.
 */
export async function fillTables(
  copy: OpenCopy,
  asked: TablesQuery,
  monthsOfRows: readonly (Month | null)[],
  signal: StopSignal,
): Promise<readonly FilledTable[]> {
  const latest = overLatest(copy);
  const { today, views, thresholds, tolerance, payoutTolerance } = asked;
  const leftOut = new Map<string, string[]>();
  const source: Source & TableSource = {
    ...latest,
    ...{ today, views, tolerance },
    monthsOfRows: monthsUpTo(today, monthsOfRows),
    currencyOf: currencyBy(views),
    payoutsQuery: { scope: null, day: today, tolerance: payoutTolerance },
    readExceptionGroups: async ({ scope, currency }) => {
      const query = { scope, currency, thresholds, tolerance, today, countsOwnCosts: false, withCases: true };
      return (await readExceptions.answer(latest, query)).groups;
    },
    leaveOut: (table, what) => void leftOut.set(table, [...(leftOut.get(table) ?? []), what]),
  };
  const filled: FilledTable[] = [];
  const told: Told[] = [];
  for (const table of FILLED) {
    signal.throwIfAborted();
    const parts = await unlessDamaged(partsOf(table, source));
    const { name, about, columns, partBy } = table;
    if (parts !== null) filled.push({ name, about, columns, partBy, parts });
    const rows = parts?.reduce((sum, part) => sum + part.rows.length, 0) ?? null;
    told.push({ name, about, columns, rows, leftOut: leftOut.get(name) ?? [] });
  }
  return [...filled, ...tablesOfTables(told)];
}

async function partsOf(
  table: DatasetTable<Source>,
  source: Source & TableSource,
): Promise<FilledTable['parts']> {
  if (table.partBy === null) return [{ part: '', stamp: null, rows: await table.rows(source) }];
  const parts = [...(await table.parts(source))].map(([part, own]) => ({ part, ...own }));
  return parts.length === 0
    ? [{ part: '', stamp: null, rows: [] }]
    : parts.toSorted((one, other) => compareTexts(one.part, other.part));
}

/** Those of the rows and the one of today, up to it. */
const monthsUpTo = (today: LocalDate, months: readonly (Month | null)[]): readonly Month[] => {
  const current = monthOf(today);
  return [...new Set([...months, current])]
    .filter((month): month is Month => month !== null && month <= current)
    .toSorted();
};
