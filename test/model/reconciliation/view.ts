import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { ExceptionsQuery } from '#renderer/data/worker/exceptions-query.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import type { MonthPage, MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, selectionOfMonth } from '#shared/domain/selection.ts';
import type { Desk } from './desk.ts';
import { isOfBank } from './expected.ts';
import { COLUMNS, FIGURES, MONTHS, TODAY } from './oracle.ts';

/** Everything that the screens of reconciliation ask, at once. */

export type View = Awaited<ReturnType<typeof readView>>;
export type Tolerance = { readonly absolute: Decimal; readonly percent: Decimal };
export const EXACTLY: Tolerance = { absolute: '0' as Decimal, percent: '0' as Decimal };

const ALL = { offset: 0, limit: 100_000 } as const;
const KINDS = [
  'own-cost',
  'exception',
  'exception-saying',
  'claim',
  'month-close',
  'match-decision',
  'payout-decision',
  'receivable-allowance',
  'journal-rule',
  'journal-setting',
  'journal-posting',
  'account-vat',
  'month-waiver',
  'month-sign-off',
  'statement-row',
  'statement-basis',
  'no-channel',
  'target',
] as const;
const day = TODAY as LocalDate;

export const exceptionsQuery = (tolerance: Tolerance): ExceptionsQuery => ({
  scope: null,
  currency: null,
  thresholds: DEFAULT_THRESHOLDS,
  tolerance,
  today: day,
  withCases: true,
});

const monthsQuery = (tolerance: Tolerance): MonthsQuery => ({
  scope: null,
  currency: null,
  countsOwnCosts: true,
  tolerance,
  today: day,
});

export const matchesOf = (
  desk: Desk,
  statementIds: readonly string[],
  tolerance: Tolerance,
): Promise<MatchesPage> =>
  desk.ask('readMatches', { statementIds, tolerance, states: [], sort: null, search: '', ...ALL });

type RowsPage = DataCalls['readTableRows']['output'];
/** So many orders are looked into by themselves. */
const LOOKED_INTO = 4;
/** Some of the orders with a number, the same of the same rows in whatever order these come. */
function someOrders({ lines }: RowsPage): readonly string[] {
  const [canal, cuenta, orden] = ['Canal', 'Cuenta', 'Orden'].map((column) => COLUMNS.indexOf(column));
  const keys = new Set(
    lines.map(({ cells }) => JSON.stringify([canal, cuenta, orden].map((at = -1) => cells[at] ?? ''))),
  );
  const all = [...keys].toSorted();
  const stride = Math.max(1, Math.floor(all.length / LOOKED_INTO));
  return all.filter((_, at) => at % stride === 0).slice(0, LOOKED_INTO);
}

/** Long, for it lists what is asked. */
export async function readView(desk: Desk, tolerance: Tolerance) {
  const { ask } = desk;
  const rows = await ask('readTableRows', {
    selection: EVERYTHING,
    grouping: 'rows',
    sort: null,
    columns: COLUMNS,
    ...ALL,
  });
  const byAccount = await ask('readGroups', {
    selection: EVERYTHING,
    dimension: 'Canal',
    within: 'Cuenta',
    columns: FIGURES,
  });
  const byMonth = new Map<string, Awaited<ReturnType<typeof totalsOf>>>();
  const totalsOf = (month: string) =>
    ask('readTotals', { selection: selectionOfMonth(month as Month), columns: FIGURES });
  for (const month of MONTHS) byMonth.set(month, await totalsOf(month));
  const ownCosts = await ask('readUsedOwnCosts', { selection: EVERYTHING, currency: null });
  const statements: readonly ImportedStatement[] = await ask('readStatements', null);
  const annotations = new Map<string, Awaited<ReturnType<typeof annotationsOf>>>();
  const annotationsOf = (kind: (typeof KINDS)[number]) => ask('readAnnotations', { kind });
  for (const kind of KINDS) annotations.set(kind, await annotationsOf(kind));
  const ofOrders = statements.filter((each) => !isOfBank(each));
  const matches = new Map<string, MatchesPage>();
  for (const { id } of statements.filter(({ kind }) => kind !== 'bank'))
    matches.set(id, await matchesOf(desk, [id], tolerance));
  const matchesByKind = new Map<string, MatchesPage>();
  for (const kind of new Set(ofOrders.map((each) => each.kind))) {
    const ids = ofOrders.filter((each) => each.kind === kind).map(({ id }) => id);
    matchesByKind.set(kind, await matchesOf(desk, ids, EXACTLY));
  }
  const settlements = await ask('readSettlements', { scope: null, day, ...ALL });
  const receivables = new Map<string, Awaited<ReturnType<typeof receivablesOf>>>();
  const receivablesOf = (month: string) =>
    ask('readReceivables', { scope: null, month: month as Month, today: day });
  for (const month of [...MONTHS, TODAY.slice(0, 7)]) receivables.set(month, await receivablesOf(month));
  const chain = await ask('readPayouts', { scope: null, day });
  const monthMatches = new Map<string, Awaited<ReturnType<typeof monthMatchOf>>>();
  const monthMatchOf = (month: string) => ask('readMonthMatch', { month: month as Month, scope: null, day });
  for (const month of MONTHS) monthMatches.set(month, await monthMatchOf(month));
  const orderChains = new Map<string, DataCalls['readOrderPayouts']['output']>();
  for (const key of someOrders(rows)) {
    const [Canal = '', Cuenta = '', Orden = ''] = JSON.parse(key) as readonly string[];
    orderChains.set(key, await ask('readOrderPayouts', { identity: { Canal, Cuenta, Orden }, day }));
  }
  const closes = await ask('readCloses', null);
  const months = await ask('readMonths', monthsQuery(tolerance));
  const monthPages = new Map<string, MonthPage>();
  for (const { month } of months.months)
    monthPages.set(month, await ask('readMonth', { ...monthsQuery(tolerance), month }));
  const drifts = new Map<string, Awaited<ReturnType<typeof driftOf>>>();
  const driftOf = (month: Month) => ask('readDrift', { month, scope: null, cause: null, ...ALL });
  for (const { month, state } of closes.months) if (state !== 'open') drifts.set(month, await driftOf(month));
  const queue = await ask('readExceptions', exceptionsQuery(tolerance));
  return {
    rows,
    byAccount,
    byMonth,
    ownCosts,
    statements,
    annotations,
    matches,
    matchesByKind,
    settlements,
    receivables,
    chain,
    monthMatches,
    orderChains,
    closes,
    months,
    monthPages,
    drifts,
    queue,
  };
}

/** What differs between two lives of the same: counters of writes, and answers that named the order they were read in. */
const PASSING: ReadonlySet<string> = new Set(['revision', 'correlationIds', 'id', 'readUntil']);

/** A view as it is compared with another: a restored copy has to say the same. */
export function comparable(view: View): string {
  const { queue, rows, annotations, ...others } = view;
  // What the tools find beside statements and closes rests on the log of runs, which a restore adds to.
  const found = queue.exceptions.filter(({ finding }) => finding.kind !== 'reread-due');
  return JSON.stringify(
    {
      ...others,
      annotations: [...annotations].map(([kind, said]) => [kind, said.toSorted(byKey)]),
      rows: rows.lines.map(({ cells }) => JSON.stringify(cells)).toSorted(),
      found: found.toSorted(byKey),
    },
    (key, value: unknown) => (PASSING.has(key) ? undefined : value instanceof Map ? [...value] : value),
  );
}

type Keyed = { readonly key: string };
const byKey = (one: Keyed, other: Keyed): number => (one.key < other.key ? -1 : 1);

/** Where two texts part. */
export function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 200);
  return `${one.slice(from, at + 200)} is now ${other.slice(from, at + 200)}`;
}
