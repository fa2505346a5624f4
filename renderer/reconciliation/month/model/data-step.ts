import { isCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { agreesWithSource, differingControl, isSettledMonth } from '#renderer/data/model/month-readings.ts';
import {
  dayOf,
  FURTHEST_BEHIND_UTC_MS,
  instantToMs,
  type LocalDate,
  lastDay,
  localFromMs,
  type Month,
  shiftMonth,
  startOfMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { type FoundPart, NOTHING_FOUND } from './found-part.ts';
import type { ReasonOf } from './month-steps.ts';

/** The first step: all of the month is here, at rest, and as many rows as the source counts. */

type Known = Pick<Coverage, 'knownUntil'> & { readonly damage: Damage | null };

/** Null: it is not known yet. */
type DataChecks = { readonly [check in 'complete' | 'unchanged' | 'counted']: boolean | null };

/** The last day that is known everywhere; null before anything is. */
export const knownDay = (knownUntil: UtcInstant | null): LocalDate | null =>
  knownUntil === null ? null : dayOf(localFromMs(instantToMs(knownUntil) - FURTHEST_BEHIND_UTC_MS));

/** Whether a month is not over everywhere by the source's clock; by this machine's before that is known. */
export function isRunningMonth(month: Month, knownUntil: UtcInstant | null, today: LocalDate): boolean {
  if (knownUntil === null) return lastDay(month) >= today;
  return startOfMonth(shiftMonth(month, 1)) > localFromMs(instantToMs(knownUntil) - FURTHEST_BEHIND_UTC_MS);
}

/** @param held what the rows of each account come to, in words that change with it */
export function dataPart(
  month: MonthCoverage,
  known: Known,
  { isRunning, held }: { readonly isRunning: boolean; readonly held: readonly string[] },
): FoundPart<'data'> {
  const control = differingControl(month.controls);
  const reason = reasonOf(month, known, isRunning);
  return {
    ...NOTHING_FOUND,
    account: null,
    reason,
    count: countOf(reason, month, control === null ? 0 : Math.abs(control.there - control.here)),
    of: month.rows,
    evidence: evidenceOf([
      `${reason} ${month.rows}/${month.orders}`,
      control === null ? '' : `${control.there - control.here}`,
    ]),
    whole: evidenceOf(held),
  };
}

function countOf(reason: ReasonOf<'data'>, month: MonthCoverage, differing: number): number {
  switch (reason) {
    case 'held':
      return month.held?.rowsMissing ?? 0;
    case 'differs':
      return differing;
    case 'to-verify':
      return month.ordersToVerify;
    default:
      return 0;
  }
}

/** What is asked of a month's data: the step is done where all of it holds. */
export function checkData(month: MonthCoverage, known: Known): DataChecks {
  return {
    complete: isCompleteMonth(month, known),
    unchanged: isSettledMonth(month),
    counted: agreesWithSource(month.controls),
  };
}

function reasonOf(month: MonthCoverage, known: Known, isRunning: boolean): ReasonOf<'data'> {
  const { complete, unchanged, counted } = checkData(month, known);
  if (month.held !== null) return 'held';
  if (counted === false) return 'differs';
  if (complete !== true) {
    if (month.reach === 'queued' || month.lastReadAt === null) return 'unread';
    if (isRunning) return 'running';
    return month.partial ? 'partial' : 'lost';
  }
  if (month.ordersToVerify > 0) return 'to-verify';
  if (unchanged !== true) return 'to-reread';
  return counted === true ? 'agrees' : 'not-counted';
}
