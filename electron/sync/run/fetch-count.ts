import { isBadRequest } from '#electron/api/failure.ts';
import type { ControlScope } from '#shared/contract/control-total.ts';
import { toRequestTime, type UtcInstant } from '#shared/domain/dates.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { comparable, filterOf } from '../plan/controls.ts';
import type { RunContext } from './context.ts';

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

/**
 * The bounds nearest to these by which a count is the same whether a server counts the rows on its bounds or not: no row
 * is stored in their seconds. Ascending; null where there are no such.
 */
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
