import type {
  ChangesQuery,
  DataCalls,
  DataEvents,
  LedgerConnection,
  LedgerFacts,
  Opening,
} from '#renderer/data/api.ts';
import {
  CHANGES_CSV_COLUMNS,
  type ChangesAnswer,
  changesCsv,
  orderHistory,
  queryChanges,
} from '#renderer/data/engine/changes/change-query.ts';
import { createMemo, createQueries, type Queries, warmCaches } from '#renderer/data/engine/queries.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { IdleWork } from '#renderer/data/scheduling/idle-work.ts';
import { pageClock } from '#renderer/data/scheduling/page-clock.ts';
import { createMessageTurn } from '#renderer/data/scheduling/yield-to-event-loop.ts';
import { databaseName, deleteDatabase } from '#renderer/data/storage/database/database.ts';
import {
  asLedgerFailure,
  CorruptLedgerError,
  MemoryRefusedError,
  NewerSchemaError,
  NOT_OPEN,
  UNKNOWN_LINE,
} from '#renderer/data/storage/database/failures.ts';
import {
  type Claim,
  claimLedger,
  type Lease,
  type Locks,
} from '#renderer/data/storage/database/ledger-access.ts';
import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import { type CsvFiles, createCsvFiles } from './csv-files.ts';
import { keepCachesWarm } from './keep-caches-warm.ts';
import { keepCompacted } from './keep-compacted.ts';
import { createLatestOnlyScheduler, type LatestOnlyScheduler } from './latest-only.ts';
import { keepLedgerConnected, type LedgerConnectionHandle, type OpenChannel } from './ledger-connection.ts';

/** What the page may ask of the data worker: which ledger is open, and questions about its rows. */

type DataServiceDependencies = {
  readonly locks: Locks;
  /** How a line to the main process is opened, each time it is needed. */
  readonly channelOpener: (line: LedgerConnection) => OpenChannel;
  readonly emit: <K extends keyof DataEvents & string>(event: K, payload: DataEvents[K]) => void;
};

type Open = {
  readonly ledger: Ledger;
  readonly lease: Lease;
  readonly queries: Queries;
  readonly slots: LatestOnlyScheduler;
  readonly csvFiles: CsvFiles;
  /** The change log's answers, kept like those about rows. */
  readonly keepChanges: ReturnType<typeof createMemo<ChangesAnswer>>;
  readonly merging: IdleWork;
  readonly preparing: IdleWork;
  line: LedgerConnectionHandle;
};

const now = () => performance.now();

/** A run that goes on notes something several times a second: screens look at most so often. */
const NOTED_EVERY_MS = 500;

/** A page that has just opened its copy asks for what it shows within this. */
const FIRST_QUESTIONS_MS = 300;

/** First questions are prepared for so long after opening, and after the last commit of several. */
const PREPARED_AFTER_MS = 1000;

/** Resolves when the page has its first figures: the sync's own questions about the copy come after them. */
async function firstAnswers({ activity }: Ledger): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FIRST_QUESTIONS_MS));
  await activity.idle();
}

export function createDataService({
  locks,
  channelOpener,
  emit,
}: DataServiceDependencies): Handlers<DataCalls> {
  let current: Open | null = null;
  const yieldToEventLoop = createMessageTurn();
  // Opening and closing run one after the other.
  const inTurn = createSequencer();

  const need = (): Open => {
    if (current === null) throw new BridgeError(NOT_OPEN, 'No local copy is open.');
    return current;
  };
  const factsOf = ({ ledger, queries }: Pick<Open, 'ledger' | 'queries'>): LedgerFacts => ({
    ...queries.facts(),
    damage: ledger.damage(),
  });
  const changesOf = async (query: ChangesQuery): Promise<ChangesAnswer> => {
    const { ledger, keepChanges } = need();
    const index = await ledger.reads.changes();
    return keepChanges(JSON.stringify(query), () => queryChanges(index, query));
  };
  /** Answers in slices; merges wait meanwhile. */
  const answer = <T>(
    slot: string | undefined,
    start: (queries: Queries) => CooperativeTask<T>,
  ): Promise<T> => {
    const { ledger, slots, queries } = need();
    return ledger.activity
      .during(() => slots.answer(slot, () => start(queries)))
      .catch((error: unknown) => {
        throw asLedgerFailure(error);
      });
  };
  const close = (): void => {
    const open = current;
    current = null;
    open?.merging.stop();
    open?.preparing.stop();
    open?.line.close();
    open?.ledger.close();
    open?.lease.release();
  };
  const lose = (lease: Lease, event: 'ownershipLost' | 'ledgerLost'): void => {
    if (current?.lease !== lease) return;
    close();
    emit(event, null);
  };
  const noted = createThrottle<Lease>(pageClock, NOTED_EVERY_MS, (lease) => {
    if (current?.lease === lease) emit('noted', null);
  });
  const connect = (
    ledger: Ledger,
    line: LedgerConnection,
    after: Promise<void> | null,
  ): LedgerConnectionHandle => {
    const openChannel = channelOpener(line);
    return keepLedgerConnected(
      async () => {
        await after;
        return openChannel();
      },
      {
        type: 'ledger-hello',
        accountId: ledger.accountId,
        ownerEpoch: ledger.ownerEpoch,
        ledgerId: ledger.ledgerId,
      },
      ledger.calls,
      (connected) => emit('lineState', { connected }),
    );
  };

  const open = async (accountId: string, line: LedgerConnection, claim: Claim): Promise<Opening> => {
    if (current?.ledger.accountId === accountId) {
      // The page lost its line (a port cannot be opened again from here) and brings another.
      current.line.close();
      current.line = connect(current.ledger, line, null);
      return { kind: 'open', facts: factsOf(current) };
    }
    close();
    const lease = await claimLedger(locks, databaseName(accountId), claim);
    if (lease === null) return { kind: 'owned-elsewhere' };
    try {
      const ledger = await openLedger(
        accountId,
        {
          onCommitted: () => {
            emit('committed', { revision: ledger.store.revision });
            current?.merging.wake();
            current?.preparing.wake();
          },
          onMetadataChanged: () => noted.push(lease),
          onOwnershipLost: () => lose(lease, 'ownershipLost'),
          onLedgerLost: () => lose(lease, 'ledgerLost'),
        },
        (progress) => emit('opening', progress),
      );
      const queries = createQueries(ledger.store);
      const facts = factsOf({ ledger, queries });
      const idle = { activity: ledger.activity, yieldToEventLoop, now };
      current = {
        ledger,
        lease,
        queries,
        slots: createLatestOnlyScheduler({
          store: ledger.store,
          pause: yieldToEventLoop,
          now,
        }),
        csvFiles: createCsvFiles(ledger.store, ledger.activity),
        keepChanges: createMemo<ChangesAnswer>(() => ledger.store.revision),
        merging: keepCompacted({
          ...idle,
          merger: ledger.merger,
          onMerged: () => current?.preparing.wake(),
        }),
        preparing: keepCachesWarm({
          ...idle,
          changes: () => ledger.store.changes,
          start: () => warmCaches(ledger.store),
          quietMs: PREPARED_AFTER_MS,
        }),
        line: connect(ledger, line, firstAnswers(ledger)),
      };
      void lease.lost.then(() => lose(lease, 'ownershipLost'));
      return { kind: 'open', facts };
    } catch (error) {
      lease.release();
      const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const reason =
        error instanceof NewerSchemaError
          ? 'newer-schema'
          : error instanceof CorruptLedgerError
            ? 'corrupt'
            : error instanceof MemoryRefusedError
              ? 'memory'
              : 'storage';
      return { kind: 'failed', reason, detail };
    }
  };

  return {
    open: ({ accountId, line }) => inTurn(() => open(accountId, line, 'free')),
    takeOver: ({ accountId, line }) => inTurn(() => open(accountId, line, 'take-over')),
    close: () =>
      inTurn(async () => {
        close();
        return null;
      }),
    deleteCopy: ({ accountId }) =>
      inTurn(async () => {
        if (current?.ledger.accountId === accountId) close();
        // Another page that still has it is told that it is no longer its own.
        const lease = await claimLedger(locks, databaseName(accountId), 'take-over');
        try {
          await deleteDatabase(accountId);
        } finally {
          lease?.release();
        }
        return null;
      }),
    readFacts: () => factsOf(need()),
    readTotals: ({ selection, columns, slot }) => {
      return answer(slot, ({ slices }) => slices.totals(selection, columns));
    },
    readTableRows: ({ offset, limit, slot, ...query }) => {
      return answer(slot, ({ slices }) => slices.lines(query, offset, limit));
    },
    readOrderRows: ({ lineId, ...query }) => {
      const page = need().queries.orderRows(query, lineId);
      if (page === null) throw new BridgeError(UNKNOWN_LINE, 'There is no such line.');
      return page;
    },
    readGroups: ({ slot, ...query }) => {
      return answer(slot, ({ slices }) => slices.groups(query));
    },
    readValues: ({ slot, ...query }) => {
      return answer(slot, ({ slices }) => slices.values(query));
    },
    startCsv: ({ separator, decimalSign, ...query }) => {
      const { queries, csvFiles } = need();
      const run = queries.csv(query, { separator, decimalSign });
      return { csvId: csvFiles.start(run, query.columns.length), lines: run.lines };
    },
    readCsvChunk: ({ csvId }) => need().csvFiles.next(csvId),
    endCsv: ({ csvId }) => {
      current?.csvFiles.end(csvId);
      return null;
    },
    readCoverage: () => need().ledger.reads.coverage(),
    readRuns: (input) => need().ledger.reads.runs(input),
    readRunWindows: ({ runId }) => need().ledger.reads.runWindows(runId),
    readChanges: async ({ offset, limit, ...query }) => {
      const { lines, ...answer } = await changesOf(query);
      return { revision: need().ledger.store.revision, ...answer, offset, lines: lines(offset, limit) };
    },
    readOrderHistory: async ({ identity }) => {
      const index = await need().ledger.reads.changes();
      const columns = Object.keys(identity);
      const key = orderKeyReader({ columns })(columns.map((column) => identity[column] ?? null));
      return { revision: need().ledger.store.revision, changes: orderHistory(index, key) };
    },
    startChangesCsv: async ({ separator, decimalSign, ...query }) => {
      const answer = await changesOf(query);
      const { ledger, csvFiles } = need();
      const run = changesCsv(answer, ledger.store.revision, { separator, decimalSign });
      return { csvId: csvFiles.start(run, CHANGES_CSV_COLUMNS.length), lines: run.lines };
    },
  };
}
