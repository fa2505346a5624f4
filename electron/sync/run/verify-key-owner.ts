import { isBadRequest } from '#electron/api/failure.ts';
import { earliestInWords } from '#electron/api/plan-window.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { Page } from '#shared/contract/page.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import {
  dayOf,
  FURTHEST_BEHIND_UTC_MS,
  instantToMs,
  type LocalDateTime,
  localFromMs,
  SECOND_MS,
  shiftLocal,
  startOfDay,
  toRequestTime,
} from '#shared/domain/dates.ts';
import { byStart, type LocalRange } from '#shared/domain/purchase-ranges.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { PAGE_ROWS } from '../plan/history.ts';
import { SyncRefusal } from '../status/status.ts';
import type { RunContext } from './context.ts';

/** Whether a key that the account was not read with belongs to the same company (rule 14). */

/** Fewer known orders prove nothing: order numbers may coincide, or both companies sold a purchase. */
const MIN_KNOWN_ORDERS = 5;
/** Share of answered orders that must be known: nearly all are, half leaves room for purchases dated back since. */
const MIN_KNOWN_SHARE = 0.5;
/** Further pages are asked for only until so many orders have come: a page may hold a single long one. */
const ENOUGH_ORDERS = 20;
const MAX_PAGES = 10;

/**
 * Asks by an unproven key for purchases that the ledger holds whole, and believes it where enough orders are known.
 * An empty ledger has nothing to be mixed with: it begins anew.
 * @throws SyncRefusal `other-company`, before anything is staged, also where there is too little to tell by
 */
export async function verifyKeyOwner(run: RunContext): Promise<void> {
  const { isKeyProven, onKeyProven } = run;
  if (isKeyProven()) return;
  if (run.state().rows === 0) await beginAnew(run);
  else if (!(await knowsItsOrders(run))) throw new SyncRefusal('other-company');
  onKeyProven();
}

/** Pages that another key staged, and read as empty, say nothing about the answers to this one. */
async function beginAnew(run: RunContext): Promise<void> {
  await run.staged.drop(run.staged.all().map(({ windowId }) => windowId));
  if (!run.hasBegun()) return;
  await run.save({
    ...run.checkpoint(),
    history: { startedAt: null, target: null, finishedAt: null, greatestUpdate: null },
    reads: [],
    rereads: [],
    changes: { from: null, knownUntil: null, lastReadAt: null },
    partialBefore: null,
    unsettled: [],
  });
}

async function knowsItsOrders(run: RunContext): Promise<boolean> {
  const { ledger, signal } = run;
  const sample = await newestReadWhole(run);
  if (sample === null) return false;
  const rows: (readonly Cell[])[] = [];
  let counted = { orders: 0, known: 0 };
  for await (const { table } of answeredPages(run, sample)) {
    // All pages together: an order that comes on two of them is one. Every page begins with the base columns.
    rows.push(...table.rows.map((row) => row.slice(0, BASE_COLUMN_KEYS.length)));
    counted = await ledger.countKnownOrders({ columns: BASE_COLUMN_KEYS, rows });
    signal.throwIfAborted();
    if (counted.orders >= ENOUGH_ORDERS) break;
  }
  const { orders, known } = counted;
  return known >= MIN_KNOWN_ORDERS && known >= orders * MIN_KNOWN_SHARE;
}

async function newestReadWhole(run: RunContext): Promise<LocalRange | null> {
  if (!run.hasBegun()) return null;
  for (const range of rangesReadWhole(run.checkpoint()).toReversed()) {
    const newest = await run.ledger.readNewestRange(range);
    run.signal.throwIfAborted();
    if (newest !== null) return newest;
  }
  return null;
}

/**
 * Ascending, joined ranges of which the ledger holds every purchase. A reading by purchase date is whole up to the
 * local time that had come everywhere; after a finished load changes bring every new purchase.
 */
export function rangesReadWhole({ history, reads, changes }: Checkpoint): readonly LocalRange[] {
  const pastEverywhere = (instant: Parameters<typeof instantToMs>[0]): LocalDateTime =>
    localFromMs(instantToMs(instant) - FURTHEST_BEHIND_UTC_MS);
  const whole: LocalRange[] = reads.map(({ from, to, readAt }) => {
    const past = pastEverywhere(readAt);
    return { from, to: to < past ? to : past };
  });
  const { startedAt, finishedAt } = history;
  if (startedAt !== null && finishedAt !== null && changes.knownUntil !== null) {
    whole.push({ from: pastEverywhere(startedAt), to: pastEverywhere(changes.knownUntil) });
  }
  const joined: LocalRange[] = [];
  for (const range of whole.filter(({ from, to }) => from < to).sort(byStart)) {
    const last = joined.at(-1);
    if (last === undefined || last.to < range.from) joined.push(range);
    else if (last.to < range.to) joined[joined.length - 1] = { from: last.from, to: range.to };
  }
  return joined;
}

/** The pages of a range as this key answers them; none where its plan does not reach any of it. */
async function* answeredPages(run: RunContext, range: LocalRange): AsyncGenerator<Page> {
  const askFrom = async (from: LocalDateTime, page: number): Promise<Page> => {
    const answer = await run.fetchPage({
      date: 'purchase_date',
      from: toRequestTime(from),
      to: toRequestTime(shiftLocal(range.to, SECOND_MS)),
      page,
      limit: PAGE_ROWS,
      withCategories: false,
    });
    return answer.page;
  };
  let { from } = range;
  let first: Page;
  try {
    first = await askFrom(from, 1);
  } catch (error) {
    // The new key's plan may reach less far back: then by what is left of the range.
    if (!isBadRequest(error)) throw error;
    const earliest = earliestInWords(error.failure.words, { from: dayOf(range.from), to: dayOf(range.to) });
    if (earliest === null) throw error;
    from = startOfDay(earliest);
    if (from >= range.to) return;
    first = await askFrom(from, 1);
  }
  yield first;
  for (let page = 2; page <= Math.min(first.meta.totalPages, MAX_PAGES); page += 1) {
    yield await askFrom(from, page);
  }
}
