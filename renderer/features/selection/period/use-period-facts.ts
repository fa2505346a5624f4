import { useMemo } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { sideOfSpan } from '#renderer/data/model/date-span.ts';
import type { Group } from '#renderer/data/model/groups.ts';
import { endsOf } from '#renderer/features/period/period-months.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { changeSelection } from '#renderer/features/selection/selection-state.ts';
import { dayOf, type LocalDate, type LocalDateTime, startOfDay } from '#shared/domain/dates.ts';
import { type BeyondDay, EVERYTHING, type Selection } from '#shared/domain/selection.ts';

export type PeriodEnds = { readonly first: LocalDateTime | null; readonly last: LocalDateTime | null };

/** The first and the last date that any row has, of the kind of date the period is of. */
export function usePeriodEnds(): PeriodEnds {
  const ledger = useLedger();
  const { selection } = useSelection();
  const { periodColumn, scope } = selection;
  const isPayment = periodColumn === 'Fecha de Pago';
  const all = useMemo<Selection>(() => ({ ...EVERYTHING, periodColumn, scope }), [periodColumn, scope]);
  const { output } = useLiveQuery('period-days', isPayment ? all : null, (call, asked, slot) => {
    const dimension = { column: asked.periodColumn, unit: 'day' } as const;
    return call.readGroups({ selection: asked, dimension, columns: [], slot });
  });
  return useMemo(() => {
    if (ledger.kind !== 'open') return { first: null, last: null };
    if (!isPayment) return { first: ledger.facts.firstPurchase, last: ledger.facts.lastPurchase };
    return endsOfDays(output?.groups ?? []);
  }, [ledger, isPayment, output]);
}

/** The first and the last of some days: those out of range are beside the calendar, as purchases are in the ledger's facts. */
export function endsOfDays(groups: readonly Pick<Group, 'value'>[]): PeriodEnds {
  const ends = endsOf(groups.map(({ value }) => value).filter((value) => sideOfSpan(value) === null));
  const timed = (day: LocalDate | undefined): LocalDateTime | null =>
    day === undefined ? null : startOfDay(day);
  return { first: timed(ends?.first), last: timed(ends?.last) };
}

/** Rows that lie in no month: without the date, or with one out of range. */
export type BesideRows = { readonly beyond: BeyondDay | null; readonly rows: number };

type PeriodRows = {
  /** Rows of the selection by month (YYYY-MM), whatever its period. */
  readonly byMonth: ReadonlyMap<string, number>;
  /** Those in no month, the undated last. */
  readonly beside: readonly BesideRows[];
};

/** Rows of the selection by month, its own period set aside; null until that is read, or not wanted. */
export function usePeriodRows(isWanted: boolean): PeriodRows | null {
  const { selection } = useSelection();
  const whole = useMemo<Selection>(
    () => changeSelection(selection, { type: 'set-period', period: null }),
    [selection],
  );
  return useMonths(whole, isWanted);
}

/** All rows that were bought out of range, by its side, whatever is selected. */
export function useOutOfRange(isWanted: boolean): readonly BesideRows[] {
  const { scope } = useSelection().selection;
  const everything = useMemo<Selection>(() => ({ ...EVERYTHING, scope }), [scope]);
  return useMonths(everything, isWanted)?.beside.filter(({ beyond }) => beyond !== null) ?? [];
}

function useMonths(whole: Selection, isWanted: boolean): PeriodRows | null {
  const { output } = useLiveQuery('period-months', isWanted ? whole : null, (call, asked, slot) =>
    call.readGroups({ selection: asked, dimension: 'month', columns: [], slot }),
  );
  return useMemo(() => (output === null ? null : periodRowsOf(output.groups)), [output]);
}

/** Rows by month, and beside the months: after the calendar, before it, without a date. */
export function periodRowsOf(groups: readonly Pick<Group, 'value' | 'totals'>[]): PeriodRows {
  const byMonth = new Map<string, number>();
  const beside: BesideRows[] = [];
  for (const { value, totals } of groups) {
    const beyond = sideOfSpan(value);
    if (value === '' || beyond !== null) beside.push({ beyond, rows: totals.rows });
    else byMonth.set(value, totals.rows);
  }
  return { byMonth, beside: beside.toSorted((one, other) => besideRank(one) - besideRank(other)) };
}

/** As the columns of the result stand: after the calendar, before it, without a date. */
function besideRank({ beyond }: BesideRows): number {
  return beyond === null ? 2 : beyond.side === '>' ? 0 : 1;
}

/** The day that presets take for today. */
export function lastDayOf({ last }: PeriodEnds): LocalDate | null {
  return last === null ? null : dayOf(last);
}
