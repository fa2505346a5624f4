import type { ExceptionsQuery } from '#renderer/data/client/data-calls.ts';
import type { useSession } from '#renderer/data/client/session-context.tsx';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { ledStatements } from '#renderer/reconciliation/matching/model/led-statements.ts';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import type { MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import { firstDay, lastDay, type Month, monthOf } from '#shared/domain/dates.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/** What the workbook of a close tells of its month besides the figures: read at the moment that it is written. */

export type CloseBook = {
  readonly walk: MonthWalk | null;
  /** Cases of orders bought in it that differ, explained or not. */
  readonly cases: readonly MatchedCase[];
  /** What was said of cases, by the keys of their orders. */
  readonly said: ReadonlyMap<string, Annotation<'match-decision'>>;
  /** Paid out in it, and the bank lines that they came in. */
  readonly payouts: readonly PayoutView[];
  readonly receivables: readonly ReceivableLine[];
  readonly exceptions: readonly Exception[];
};

type Asked = {
  readonly month: Month;
  readonly months: MonthsQuery;
  readonly exceptions: ExceptionsQuery;
};

/** Reads it all of the accounts in view. Long, for it lists what is read. */
export async function readCloseBook(
  call: ReturnType<typeof useSession>['data']['call'],
  { month, months, exceptions }: Asked,
): Promise<CloseBook> {
  const { scope, today, tolerance, payoutTolerance } = months;
  const statements = ledStatements(await call.readStatements(null), null).filter(
    ({ days }) => days === null || (days.from <= lastDay(month) && days.to >= firstDay(month)),
  );
  const [{ walk }, matches, decisions, payouts, receivables, queue] = await Promise.all([
    call.readMonth({ ...months, month }),
    statements.length === 0
      ? null
      : call.readMatches({
          ...{ statementIds: statements.map(({ id }) => id), tolerance, states: [], search: '', month },
          ...{ sort: null, offset: 0, limit: Number.MAX_SAFE_INTEGER },
        }),
    call.readAnnotations({ kind: 'match-decision' }),
    call.readPayouts({ scope, day: today, tolerance: payoutTolerance }),
    call.readReceivables({ scope, month, today }),
    call.readExceptions(exceptions),
  ]);
  return {
    walk,
    cases: (matches?.cases ?? []).filter((each) => isCase(each, scope)),
    said: new Map(
      decisions
        .map(({ value }) => value as Annotation<'match-decision'>)
        .toSorted((one, other) => one.atMs - other.atMs)
        .flatMap((value) => value.orders.map((order) => [order, value] as const)),
    ),
    payouts: payouts.payouts.filter(({ day }) => day !== null && monthOf(day) === month),
    receivables: receivables.lines,
    exceptions: queue.exceptions.filter((each) => isOfMonth(each, month)),
  };
}

/** Whoever says the same is no case; the rest is, of orders in view. */
const isCase = ({ state, isExplained, orders }: MatchedCase, scope: AccountsScope | null): boolean =>
  (isExplained || (state !== 'same' && state !== 'within')) && orders.some((order) => inScope(scope, order));

/** What is said to be of the month, and what begins or ends in it. */
function isOfMonth({ finding: { subject, firstPurchase, lastPurchase } }: Exception, month: Month): boolean {
  if (subject.month !== undefined) return subject.month === month;
  return [firstPurchase, lastPurchase].some((at) => at !== null && monthOf(at) === month);
}
