import type { CommitResult, CommitWindow, LedgerCalls } from '#shared/bridge/ledger.ts';
import { BridgeError, type Handlers } from '#shared/bridge/rpc.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { ColumnStore } from '../analysis/column-store.ts';
import {
  type ChangesRecord,
  cutBytes,
  defineDatabase,
  type LedgerDatabase,
  SCHEMA_VERSION,
} from './database.ts';
import { asLedgerFailure, OWNERSHIP_LOST, WINDOW_NOT_SETTLED } from './failures.ts';
import { judgeReadings } from './judge-window.ts';
import { loadColumns } from './load.ts';
import type { OrderChange } from './order-change.ts';
import { type CommitPlan, planCommit, type VerificationQueue } from './plan-commit.ts';
import type { ReadWindow } from './planned-rows.ts';
import { checksum } from './segment/checksum.ts';
import { decodeSegment } from './segment/decode.ts';
import { encodeSegment } from './segment/encode.ts';
import {
  deleteWindows,
  preparePage,
  putPage,
  putWindow,
  readReadings,
  readStagedWindows,
  requireWindow,
} from './staging.ts';
import { purchaseCounter, storedRowsOf } from './stored-rows.ts';
import { verificationRanges } from './verification.ts';

/** One account's ledger, opened by the page that owns it: staging, judgement and the one-transaction commit. */
export type Ledger = {
  readonly accountId: string;
  readonly ownerEpoch: number;
  /** The committed rows in memory. Read only. */
  readonly store: ColumnStore;
  readonly calls: Handlers<LedgerCalls>;
  readonly close: () => void;
};

export type LedgerListeners = {
  /** A commit has become visible. */
  readonly onCommitted: () => void;
  /** A write was refused because another page owns the ledger. */
  readonly onOwnershipLost: () => void;
};

/** The database was written by a newer version of the app. */
export class NewerSchemaError extends Error {
  constructor() {
    super('The local copy was written by a newer version of Cuadra.');
    this.name = 'NewerSchemaError';
  }
}

/** Commits whose result is remembered, for calls made again after a lost acknowledgement. */
const REMEMBERED_COMMITS = 50;
/** Orders a record of the change log. */
const CHANGES_PER_RECORD = 50;
/** Dexie multiplies its versions by ten. */
const INDEXED_DB_VERSION_FACTOR = 10;

/**
 * Opens the database, makes this page its owner (all earlier owners' writes are refused from here on) and loads
 * the rows. Throws NewerSchemaError, CorruptLedgerError, or what storage says.
 */
export async function openLedger(accountId: string, listeners: LedgerListeners): Promise<Ledger> {
  const database = defineDatabase(accountId);
  // Another page wants a newer version of the database: this one lets go and writes no more.
  database.on('versionchange', () => {
    database.close({ disableAutoOpen: true });
    listeners.onOwnershipLost();
  });
  try {
    await database.open();
    if (database.backendDB().version > SCHEMA_VERSION * INDEXED_DB_VERSION_FACTOR) {
      throw new NewerSchemaError();
    }
    const ownerEpoch = await becomeOwner(database);
    const store = await loadColumns(database);
    return createLedger(database, accountId, ownerEpoch, store, listeners);
  } catch (error) {
    database.close();
    throw asLedgerFailure(error);
  }
}

async function becomeOwner(database: LedgerDatabase): Promise<number> {
  return database.transaction('rw', database.meta, async () => {
    const schema = await database.meta.get('schema');
    if (schema?.key === 'schema' && schema.version > SCHEMA_VERSION) throw new NewerSchemaError();
    const owner = await database.meta.get('owner');
    const epoch = (owner?.key === 'owner' ? owner.epoch : 0) + 1;
    await database.meta.bulkPut([
      { key: 'schema', version: SCHEMA_VERSION },
      { key: 'owner', epoch },
    ]);
    return epoch;
  });
}

function createLedger(
  database: LedgerDatabase,
  accountId: string,
  ownerEpoch: number,
  store: ColumnStore,
  listeners: LedgerListeners,
): Ledger {
  // Calls run one after the other: a plan made from the rows in memory stays true until it is written.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work).catch((error: unknown) => {
      throw asLedgerFailure(error);
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  /** One read-write transaction over everything, refused when another page has become the owner. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await database.transaction('rw', database.tables, async () => {
        const owner = await database.meta.get('owner');
        if (owner?.key !== 'owner' || owner.epoch !== ownerEpoch) {
          throw new BridgeError(OWNERSHIP_LOST, 'Another page owns the local copy now.');
        }
        return work();
      });
    } catch (error) {
      const failure = asLedgerFailure(error);
      if (failure instanceof BridgeError && failure.code === OWNERSHIP_LOST) listeners.onOwnershipLost();
      throw failure;
    }
  };

  const readCheckpoint = async (): Promise<Checkpoint | null> => {
    const record = await database.meta.get('checkpoint');
    return record?.key === 'checkpoint' ? record.checkpoint : null;
  };
  const readQueue = async (): Promise<VerificationQueue> =>
    new Map((await database.toVerify.toArray()).map(({ order, instants }) => [order, new Set(instants)]));

  const commits = async () => {
    const record = await database.meta.get('committed');
    return record?.key === 'committed' ? record.commits : [];
  };

  /** The settled pages of judged windows: the commit that follows need not read them a second time. */
  const settledPages = new Map<string, ReadWindow['pages']>();
  const forget = (windowIds: readonly string[]) => {
    for (const windowId of windowIds) settledPages.delete(windowId);
  };

  const readSettled = async (windowId: string): Promise<ReadWindow> => {
    const record = await requireWindow(database, windowId);
    if (record.settledReading === null) {
      throw new BridgeError(WINDOW_NOT_SETTLED, `The window ${windowId} has not been judged settled.`);
    }
    const pages =
      settledPages.get(windowId) ?? (await readReadings(database, windowId)).get(record.settledReading) ?? [];
    return { windowId, window: record.window, requestTo: record.requestTo, pages };
  };

  const commit = async ({ windowId, verifiedBy, checkpoint }: CommitWindow): Promise<CommitResult> => {
    const done = (await commits()).find((each) => each.windowId === windowId);
    if (done !== undefined) return done.result;
    const main = await readSettled(windowId);
    const verifications = await Promise.all(verifiedBy.map(readSettled));
    const stored = storedRowsOf(store);
    const plan = planCommit({
      main,
      verifiedBy: verifications,
      stored,
      queue: await readQueue(),
      knownUntil: (await readCheckpoint())?.changes.knownUntil ?? null,
    });
    const encoded = plan.insert.rows.length === 0 ? null : encodeSegment(plan.insert);
    const prepared =
      encoded === null
        ? null
        : { encoded, chunks: cutBytes(encoded.bytes), checksum: checksum(encoded.bytes) };
    const tombstones = deadBits(store, plan.remove);
    const contentsRecord = await database.meta.get('contents');
    const contents =
      contentsRecord?.key === 'contents' ? contentsRecord : { segments: 0, liveRows: 0, lastSegment: 0 };
    const segmentId = contents.lastSegment + (prepared === null ? 0 : 1);
    const pages = await database.pages.toArray();
    const readAt =
      pages
        .flatMap((page) => (page.windowId === windowId ? (page.serverDate ?? []) : []))
        .sort()
        .at(-1) ?? null;
    const remembered = [...(await commits()), { windowId, result: plan.result }].slice(-REMEMBERED_COMMITS);

    await write(async () => {
      if (prepared !== null) {
        const { encoded: segment, chunks } = prepared;
        await database.segments.add({
          id: segmentId,
          rowCount: segment.rowCount,
          byteLength: segment.bytes.length,
          headerLength: segment.headerLength,
          chunks: chunks.length,
          checksum: prepared.checksum,
        });
        await database.segmentChunks.bulkAdd(
          chunks.map((bytes, index) => ({ segment: segmentId, index, bytes })),
        );
      }
      await database.tombstones.bulkPut(
        tombstones.map(({ segment, bits }) => ({ segment, bits, checksum: checksum(bits) })),
      );
      await database.changes.bulkAdd(changeRecords(main, readAt, plan.changes));
      await writeQueue(database, plan.queue);
      await deleteWindows(database, [windowId, ...verifiedBy]);
      await database.meta.bulkPut([
        { key: 'checkpoint', checkpoint },
        {
          key: 'contents',
          segments: contents.segments + (prepared === null ? 0 : 1),
          liveRows: contents.liveRows + plan.result.rowsAdded - plan.result.rowsRemoved,
          lastSegment: segmentId,
        },
        { key: 'committed', commits: remembered },
      ]);
    });
    forget([windowId, ...verifiedBy]);
    if (plan.remove.length > 0 || prepared !== null) {
      applyPlan(store, plan, prepared === null ? null : { id: segmentId, ...prepared.encoded });
      listeners.onCommitted();
    }
    return plan.result;
  };

  return {
    accountId,
    ownerEpoch,
    store,
    calls: {
      readState: () =>
        inTurn(async () => {
          const checkpoint = await readCheckpoint();
          const queue = await readQueue();
          const instants = new Set([...queue.values()].flatMap((each) => [...each]));
          return {
            checkpoint,
            windows: await readStagedWindows(database),
            rows: store.liveRows,
            verificationQueue: verificationRanges(instants, purchaseCounter(store), checkpoint),
          };
        }),
      saveCheckpoint: (checkpoint) =>
        inTurn(async () => {
          await write(() => database.meta.put({ key: 'checkpoint', checkpoint }));
          return null;
        }),
      openWindow: (window) =>
        inTurn(async () => {
          await write(() => putWindow(database, window));
          return null;
        }),
      stagePage: (staged) =>
        inTurn(() => {
          forget([staged.windowId]);
          const prepared = preparePage(staged);
          return write(() => putPage(database, prepared));
        }),
      judgeWindow: ({ windowId }) =>
        inTurn(async () => {
          const window = await requireWindow(database, windowId);
          const readings = [...(await readReadings(database, windowId))];
          const judgement = judgeReadings(
            window,
            readings.map(([, pages]) => pages),
            {
              stored: storedRowsOf(store),
              countRows: purchaseCounter(store),
              checkpoint: await readCheckpoint(),
            },
          );
          const [settledReading, pages] =
            judgement.kind === 'settled' ? (readings.at(-1) ?? [null, null]) : [null, null];
          if (pages !== null) settledPages.set(windowId, pages);
          if (window.settledReading !== settledReading) {
            await write(() => database.windows.update(windowId, { settledReading }));
          }
          return judgement;
        }),
      commitWindow: (request) => inTurn(() => commit(request)),
      dropWindows: ({ windowIds }) =>
        inTurn(async () => {
          forget(windowIds);
          await write(() => deleteWindows(database, windowIds));
          return null;
        }),
    },
    close: () => database.close(),
  };
}

/** The new bitmaps of the segments in which rows die, one bit a row. */
function deadBits(
  store: ColumnStore,
  remove: readonly number[],
): readonly { readonly segment: number; readonly bits: Uint8Array }[] {
  const bitsOf = new Map<number, Uint8Array>();
  for (const row of remove) {
    const segment = store.segmentOf(row);
    let bits = bitsOf.get(segment.id);
    if (bits === undefined) {
      bits = new Uint8Array(Math.ceil(segment.rowCount / 8));
      for (let at = 0; at < segment.rowCount; at += 1) {
        if (segment.alive[at] === 0) bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
      }
      bitsOf.set(segment.id, bits);
    }
    const at = row - segment.base;
    bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
  }
  return [...bitsOf].map(([segment, bits]) => ({ segment, bits }));
}

function changeRecords(
  main: ReadWindow,
  readAt: ChangesRecord['readAt'],
  changes: readonly OrderChange[],
): readonly ChangesRecord[] {
  const records: ChangesRecord[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_RECORD) {
    records.push({
      windowId: main.windowId,
      window: main.window,
      readAt,
      changes: changes.slice(at, at + CHANGES_PER_RECORD),
    });
  }
  return records;
}

/** Makes the stored queue equal to the plan's, touching only what differs. */
async function writeQueue(database: LedgerDatabase, queue: VerificationQueue): Promise<void> {
  const stored = await database.toVerify.toArray();
  const gone = stored.filter(({ order }) => !queue.has(order)).map(({ order }) => order);
  const storedSizes = new Map<OrderKey, string>(
    stored.map(({ order, instants }) => [order, instants.join()]),
  );
  const put = [...queue]
    .map(([order, instants]) => ({ order, instants: [...instants].sort((a, b) => a - b) }))
    .filter(({ order, instants }) => storedSizes.get(order) !== instants.join());
  await database.toVerify.bulkDelete(gone);
  await database.toVerify.bulkPut(put);
}

/** Makes a written commit visible in memory. */
function applyPlan(
  store: ColumnStore,
  plan: CommitPlan,
  segment: {
    readonly id: number;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly headerLength: number;
  } | null,
): void {
  store.kill(plan.remove);
  if (segment !== null) {
    store.addSegment(segment.id, decodeSegment(segment.bytes, segment.headerLength), null);
  }
  store.raiseRevision();
}
