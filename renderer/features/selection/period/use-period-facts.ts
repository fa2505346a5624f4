import { useMemo } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { endsOf } from '#renderer/features/period/period-months.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { sideOfSpan } from '#shared/domain/date-span.ts';
import { dayOf, type LocalDate, type LocalDateTime, startOfDay } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** What is known of the dates a period may be of. */

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
    // Days out of range are beside the calendar, as purchases are in `facts`.
    const days = output?.groups.map(({ value }) => value).filter((value) => sideOfSpan(value) === null);
    const ends = endsOf(days ?? []);
    const timed = (day: LocalDate | undefined): LocalDateTime | null =>
      day === undefined ? null : startOfDay(day);
    return { first: timed(ends?.first), last: timed(ends?.last) };
  }, [ledger, isPayment, output]);
}

export type PeriodRows = {
  /** Rows of the selection by month (YYYY-MM), whatever its period. */
  readonly byMonth: ReadonlyMap<string, number>;
  /** Rows of the selection without the date: in no period at all. */
  readonly undated: number;
  /** Rows of the selection whose date is out of range: in no month of the calendar. */
  readonly outOfRange: number;
};

/** How the selection's rows lie over the months, its own period set aside; null until that is read, or not wanted. */
export function usePeriodRows(isWanted: boolean): PeriodRows | null {
  const { selection } = useSelection();
  const whole = useMemo<Selection>(() => ({ ...selection, period: null }), [selection]);
  const { output } = useLiveQuery('period-months', isWanted ? whole : null, (call, asked, slot) =>
    call.readGroups({ selection: asked, dimension: 'month', columns: [], slot }),
  );
  return useMemo(() => {
    if (output === null) return null;
    const byMonth = new Map<string, number>();
    let [undated, outOfRange] = [0, 0];
    for (const { value, totals } of output.groups) {
      if (value === '') undated += totals.rows;
      else if (sideOfSpan(value) !== null) outOfRange += totals.rows;
      else byMonth.set(value, totals.rows);
    }
    return { byMonth, undated, outOfRange };
  }, [output]);
}

/** The day that presets take for today. */
export function lastDayOf({ last }: PeriodEnds): LocalDate | null {
  return last === null ? null : dayOf(last);
}
