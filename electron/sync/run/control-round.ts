import { randomUUID } from 'node:crypto';
import { isBadRequest } from '#electron/api/failure.ts';
import type { ControlScope, ControlTotal } from '#shared/contract/control-total.ts';
import { toRequestTime, type UtcInstant } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import {
  beginsWithPlan,
  type Control,
  comparable,
  controlBounds,
  differedAlike,
  filterOf,
} from '../plan/controls.ts';
import type { RunContext } from './context.ts';
import { NOTHING_CHANGED } from './journal.ts';

/** A smallest page: only its totals are wanted (spec 4.1). */
export const COUNT_ROWS = 100;

export type ServerCount = {
  readonly rows: number;
  readonly countedAt: UtcInstant;
  readonly correlationId: string;
};

/** The source's own count of a range with its bounds as sent; null where the server refuses to say. Throws ApiError. */
export async function fetchCount(
  run: RunContext,
  { from, to }: LocalRange,
  scope: ControlScope,
): Promise<ServerCount | null> {
  const filter = filterOf(scope);
  run.reporter.update({
    activity: { purpose: 'control', from, to, page: 1, pages: 1, reading: 1 },
  });
  try {
    const { page, serverDate } = await run.fetchPage({
      date: 'purchase_date',
      from: toRequestTime(from),
      to: toRequestTime(to),
      page: 1,
      limit: COUNT_ROWS,
      withCategories: false,
      ...(filter === null ? {} : { filter }),
    });
    return { rows: page.meta.totalRows, countedAt: serverDate, correlationId: page.correlationId };
  } catch (error) {
    if (isBadRequest(error)) return null;
    throw error;
  }
}

/** The nearest ascending bounds in whose seconds no row is stored, counted alike by every server; null for none. */
export async function freeBounds(
  run: RunContext,
  points: readonly LocalRange['from'][],
): Promise<readonly LocalRange['from'][] | null> {
  const reach = comparable(run.checkpoint().earliest, Date.parse(run.serverNow()));
  if (reach === null) return null;
  const found = await run.ledger.freeSeconds({ points: [...points], ...reach });
  run.signal.throwIfAborted();
  const bounds = found.filter((bound) => bound !== null);
  const isAscending = bounds.every((bound, at) => at === 0 || (bounds[at - 1] ?? bound) < bound);
  return bounds.length === points.length && isAscending ? bounds : null;
}

/** `changes`: counts differ; changes are read once more before the second count, for something may have happened since. */
export type ControlStep = 'more' | 'changes' | 'done';

/** Asks for one count and records it. Null where nothing of the range can be compared yet, or the server refuses. */
async function count(
  run: RunContext,
  control: Control,
  isFinal: boolean,
  controlsBefore: readonly ControlTotal[],
): Promise<ControlTotal | null> {
  const { ledger, clock, signal, journal, traffic, memory } = run;
  const { range, scope } = control;
  const { earliest } = run.checkpoint();
  const wanted = controlBounds(range, earliest, Date.parse(run.serverNow()));
  const [from, to] = (wanted === null ? null : await freeBounds(run, [wanted.from, wanted.to])) ?? [];
  if (wanted === null || from === undefined || to === undefined) return null;
  const [startedAtMs, startedAt, before] = [clock.wallMs(), clock.monotonicMs(), traffic.requestsMade()];
  const answer = await fetchCount(run, { from, to }, scope);
  if (answer === null) {
    // No reason to stop the sync. A count from the plan's start on may be refused because the server allows less by
    // now (rule 9): then it is asked how far.
    if (beginsWithPlan(wanted, earliest)) memory.isProbed = false;
    return null;
  }
  const { rows: there, countedAt: checkedAt, correlationId } = answer;
  const total = await ledger.recordControl({ range, scope, from, to, there, checkedAt, correlationId });
  signal.throwIfAborted();
  if (total.agrees || isFinal) {
    // What differed by as much before is no news: a run that finds nothing else has nothing to notice.
    if (!total.agrees && !differedAlike(controlsBefore, total)) journal.add({ notices: 1 });
    await journal.writeControl({
      ...NOTHING_CHANGED,
      windowId: randomUUID(),
      kind: 'control',
      field: 'purchase_date',
      from,
      to,
      startedAtMs,
      tookMs: clock.monotonicMs() - startedAt,
      requests: traffic.requestsMade() - before,
      readings: 1,
      pages: 1,
      outcome: total.agrees ? 'agrees' : 'differs',
      detail: `${scope}: ${total.there} / ${total.here}`,
      correlationIds: [correlationId],
    });
  }
  return total;
}

export type ControlRound = ReturnType<typeof createControlRound>;

/**
 * Counts a list of controls one by one; those that differ are counted a second time where that is wanted.
 * @param controlsBefore the controls as they stood when the run began
 */
export function createControlRound(
  run: RunContext,
  controls: readonly Control[],
  takesSecondLook: boolean,
  controlsBefore: readonly ControlTotal[],
) {
  const first = [...controls];
  const second: Control[] = [];
  const counted: ControlTotal[] = [];
  let isSecond = false;

  async function look(control: Control, isFinal: boolean): Promise<void> {
    const total = await count(run, control, isFinal, controlsBefore);
    if (total === null) return;
    if (total.agrees || isFinal) counted.push(total);
    else second.push(control);
  }

  return {
    /** By the last look at each. */
    counted: (): readonly ControlTotal[] => counted,
    left: (): readonly Control[] => [...first, ...second],
    step: async (): Promise<ControlStep> => {
      const control = first.shift();
      if (control !== undefined) {
        await look(control, !takesSecondLook);
        return 'more';
      }
      if (second.length > 0 && !isSecond) {
        isSecond = true;
        return 'changes';
      }
      const again = second.shift();
      if (again === undefined) return 'done';
      await look(again, true);
      return 'more';
    },
  };
}
