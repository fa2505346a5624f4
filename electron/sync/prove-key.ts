import {
  dayOf,
  type LocalDateTime,
  SECOND_MS,
  shiftLocal,
  startOfDay,
  toRequestTime,
} from '#shared/dates.ts';
import { ApiError } from '../api/failure.ts';
import { earliestInWords } from '../api/plan-window.ts';
import type { RunContext } from './run-context.ts';
import { SyncRefusal } from './status.ts';

/**
 * A key that this account was not read with is believed once an answer of its shares orders with the ledger; an empty
 * ledger has nothing to be mixed with (design.md, rule 14). Throws `other-company` before anything is staged.
 */
export async function proveKey(run: RunContext): Promise<void> {
  const { ledger, signal, isKeyProven, onKeyProven } = run.tools;
  if (isKeyProven()) return;
  const newest = await ledger.readNewestRange(null);
  signal.throwIfAborted();
  if (newest !== null) {
    const page = await askNewest(run, newest);
    const known = page === null ? 0 : (await ledger.countKnownOrders(page)).known;
    signal.throwIfAborted();
    if (known === 0) throw new SyncRefusal('other-company');
  }
  onKeyProven();
}

type Rows = { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] };

/** One page of the newest purchases that are stored; null where this key's plan does not reach any of them. */
async function askNewest(
  run: RunContext,
  newest: { readonly from: LocalDateTime; readonly to: LocalDateTime },
): Promise<Rows | null> {
  const askFrom = async (from: LocalDateTime): Promise<Rows> => {
    const answer = await run.tools.ask({
      date: 'purchase_date',
      from: toRequestTime(from),
      to: toRequestTime(shiftLocal(newest.to, SECOND_MS)),
      page: 1,
      limit: 100,
      withCategories: false,
    });
    return answer.page.table;
  };
  try {
    return await askFrom(newest.from);
  } catch (error) {
    // The new key's plan may reach less far back: then by what is left of the range.
    if (!(error instanceof ApiError) || error.failure.kind !== 'bad-request') throw error;
    const earliest = earliestInWords(error.failure.words, { from: dayOf(newest.from), to: dayOf(newest.to) });
    if (earliest === null) throw error;
    const from = startOfDay(earliest);
    return from < newest.to ? askFrom(from) : null;
  }
}
