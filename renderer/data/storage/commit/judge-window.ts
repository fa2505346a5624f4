import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { Judgement, VerificationRange } from '#shared/contract/ledger.ts';
import { judge } from '#shared/contract/readings.ts';
import {
  localFromMs,
  localToMs,
  parseUtcInstant,
  SECOND_MS,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { groupInstantsIntoRanges, type InstantRange } from '#shared/domain/purchase-ranges.ts';
import type { StoredRows } from './plan-commit.ts';
import { type IncomingRow, ownRows, prepareOwnRows, type ReadWindow, textOf } from './planned-rows.ts';
import { byOrder, needsVerification, purchaseInstants } from './row-matching.ts';

/** The ledger's facts that a judgement needs. */
type LedgerView = {
  readonly stored: StoredRows;
  readonly countRows: (range: InstantRange) => number;
  readonly checkpoint: Checkpoint | null;
};

/** Judges a window's readings, oldest first (rule 3); of a window of changes, tells what to read before it (rule 5). */
export function* judgeReadings(
  window: Omit<ReadWindow, 'pages'>,
  readings: readonly ReadWindow['pages'][],
  { stored, countRows, checkpoint }: LedgerView,
): Task<Judgement> {
  const verdict = judge(readings.map((pages) => ({ pages })));
  if (verdict.kind !== 'settled') return verdict;
  yield;
  const read = { ...window, pages: readings.at(-1) ?? [] };
  yield* prepareOwnRows(read);
  const own = ownRows(read);
  yield;
  const toVerify =
    window.window.field === 'updated_at' ? yield* instantsToVerify(own, stored, checkpoint) : new Map();
  const instants = new Set([...toVerify.values()].flatMap((each) => [...each]));
  return {
    kind: 'settled',
    ownRows: own.length,
    greatestUpdate: greatestUpdate(own),
    verification: verificationRanges(instants, countRows, checkpoint),
    ordersToVerify: toVerify.size,
  };
}

const ORDERS_A_STEP = 100;

/** The orders with a stored row that found no counterpart, and all purchase instants they are known by. */
function* instantsToVerify(
  own: readonly IncomingRow[],
  stored: StoredRows,
  checkpoint: Checkpoint | null,
): Task<ReadonlyMap<string, ReadonlySet<number>>> {
  const knownUntil = checkpoint?.changes.knownUntil ?? null;
  const believed = believedPurchases(dateSpanAt(presentOf(checkpoint)));
  const toVerify = new Map<string, ReadonlySet<number>>();
  const orders = byOrder(own);
  yield;
  yield* stored.readOrders(orders.keys());
  let looked = 0;
  for (const [key, incoming] of orders) {
    looked += 1;
    if (looked % ORDERS_A_STEP === 0) yield;
    const before = stored.ofOrder(key);
    if (!needsVerification(before, incoming, knownUntil, believed)) continue;
    const instants = purchaseInstants([...before, ...incoming], believed);
    // An order that has no date at all cannot be read by one.
    if (instants.size > 0) toVerify.set(key, instants);
  }
  return toVerify;
}

function greatestUpdate(rows: readonly IncomingRow[]): UtcInstant | null {
  let greatest: UtcInstant | null = null;
  for (const row of rows) {
    const update = parseUtcInstant(textOf(row, 'Fecha de actualización') ?? '');
    if (update !== undefined && (greatest === null || update > greatest)) greatest = update;
  }
  return greatest;
}

/**
 * The purchase ranges to be read so that every instant is spoken for (rule 5), newest first. Instants
 * before the earliest purchase the server lets us ask for are left out, and those after the present (9999-12-31): nobody
 * can read them, and one range must not reach from there to here.
 */
export function verificationRanges(
  instants: Iterable<number>,
  countRows: (range: InstantRange) => number,
  checkpoint: Checkpoint | null,
): readonly VerificationRange[] {
  const earliestMs =
    checkpoint === null ? Number.NEGATIVE_INFINITY : localToMs(startOfDay(checkpoint.earliest));
  const { toMs: endMs } = believedPurchases(dateSpanAt(presentOf(checkpoint)));
  const askable = [...instants].filter((ms) => ms >= earliestMs && ms < endMs);
  // The request asks a second more on each side, and those rows come too.
  const rowsOfRequest = ({ fromMs, toMs }: InstantRange) =>
    countRows({ fromMs: fromMs - SECOND_MS, toMs: toMs + SECOND_MS });
  return groupInstantsIntoRanges(askable, rowsOfRequest).map((range) => ({
    from: localFromMs(range.fromMs),
    to: localFromMs(range.toMs),
    storedRows: countRows(range),
  }));
}
