import type { CopyCalls, DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerConnection, LedgerFacts, Opening } from '#renderer/data/model/ledger.ts';
import { DEFAULT_ROW_MEMORY } from '#renderer/data/model/row-memory.ts';
import { SUPERSEDED } from '#renderer/data/model/slots.ts';
import { handlersOf } from '#renderer/data/questions/question.ts';
import { sourcesOf } from '#renderer/data/questions/stream.ts';
import { createPauses, createYieldToEventLoop, pageClock } from '#renderer/data/scheduling/scheduler.ts';
import {
  currentDatabase,
  defineCurrent,
  deleteCopy,
  deleteLeftovers,
  forgetSettings,
  schemaOf,
  settingsToTake,
} from '#renderer/data/storage/database/copies.ts';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import {
  CorruptLedgerError,
  MemoryRefusedError,
  NewerSchemaError,
  NOT_OPEN,
} from '#renderer/data/storage/database/failures.ts';
import {
  type Claim,
  claimLedger,
  type Lease,
  type Locks,
} from '#renderer/data/storage/database/ledger-access.ts';
import { NO_BOUND, type RowMemoryOptions } from '#renderer/data/storage/memory/row-memory.ts';
import { keepConnected } from '#renderer/data/transport/channels.ts';
import { renameFormerLines } from '#renderer/reconciliation/matching/worker/former-decisions.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import { type LedgerHello, ledgerChecks } from '#shared/contract/ledger.ts';
import { type Channel, type Handlers, RpcError, serveCalls } from '#shared/contract/rpc.ts';
import { type StreamCalls, serveStreams } from '#shared/contract/streams.ts';
import { type AccountLedger, openAccountLedger } from './account-ledger.ts';
import {
  type Figures,
  factsOf,
  firstAnswers,
  freeze,
  latestFigures,
  type OpenCopy,
  shownOf,
  startCopy,
} from './open-copy.ts';
import { areSameFacts, createOpeningCopy, type OpeningCopy } from './opening-copy.ts';
import {
  BACKUP_STREAMS,
  COMMANDS,
  type CommandCalls,
  type DataStreams,
  QUESTIONS,
  type QuestionCalls,
  STREAMS,
} from './questions.ts';
import { createFileReaders } from './reader/file-reader.ts';

/** Calls of the page to the data worker: which ledger is open, and questions about its rows. */

export type DataCalls = CopyCalls & QuestionCalls & CommandCalls & StreamCalls;

type DataServiceDependencies = {
  readonly locks: Locks;
  /**
   * Makes the function that opens a channel to the main process, each time one is needed. It rejects when it cannot; null:
   * this kind of connection cannot be opened again from here.
   */
  readonly channelOpener: (line: LedgerConnection) => () => Promise<Channel | null>;
  /** Makes a worker that reads one file; closing the channel ends it, and it closes where the worker dies. */
  readonly openReader: () => Channel;
  /** Where rows go that leave memory; without it all of them stay. */
  readonly spill?: Omit<RowMemoryOptions, 'bound'>;
  readonly emit: <K extends keyof DataEvents & string>(event: K, payload: DataEvents[K]) => void;
  /** Instead of QUIET_MS. */
  readonly quietMs?: number;
};

/** Rows that are brought into memory, once more where their file was lost. */
type RowsOnTheirWay = {
  /** The figures of their cells, once there are any. */
  early: OpeningCopy | null;
  readonly onCells: (early: OpeningCopy) => void;
  readonly onRowsLost: () => void;
};

/** A run that goes on notes something several times a second: screens look at most so often. */
const NOTED_EVERY_MS = 500;

const MAX_DELAY_MS = 10_000;

/** Exceptions are looked for so long after they are asked for, and after the last of several commits. */
const QUIET_MS = 300;

/** Opens and closes copies, and answers about the open one. Long, for its functions share which copy that is. */
export function createDataService(dependencies: DataServiceDependencies): Handlers<DataCalls> {
  const { locks, channelOpener, openReader, spill = NO_BOUND, emit, quietMs = QUIET_MS } = dependencies;
  let current: OpenCopy | null = null;
  /** A copy whose rows are on their way, while cells answer. */
  let starting: { readonly early: OpeningCopy; readonly opened: Promise<OpenCopy> } | null = null;
  let rowBound = DEFAULT_ROW_MEMORY;
  const yieldToEventLoop = createYieldToEventLoop();
  const openFileReader = createFileReaders(openReader, pageClock);
  // Opening and closing run one after the other.
  const inTurn = createSequencer();

  const close = (): void => {
    const open = current;
    current = null;
    open?.compaction.stop();
    open?.warming.stop();
    open?.cubeKeeping.stop();
    open?.findings.work.stop();
    open?.statementFindings.work.stop();
    open?.disconnect();
    void streams.endAll((name) => STREAMS.some((each) => each.name === name));
    open?.ledger.close();
    open?.lease.release();
  };
  const lose = (lease: Lease, event: 'ownershipLost' | 'ledgerLost' | 'rowsLost'): void => {
    if (current?.lease !== lease) return;
    close();
    emit(event, null);
  };
  const noted = createThrottle<Lease>(pageClock, NOTED_EVERY_MS, (lease) => {
    if (current?.lease === lease) emit('noted', null);
  });
  /** Serves the ledger's calls to the main process; returns the way to end it. */
  const connect = (
    ledger: AccountLedger,
    line: LedgerConnection,
    after: Promise<void> | null,
  ): (() => void) => {
    const openChannel = channelOpener(line);
    const { accountId, ownerEpoch, ledgerId } = ledger;
    return keepConnected({
      open: async () => {
        await after;
        return openChannel();
      },
      maxDelayMs: MAX_DELAY_MS,
      onOpen: (channel) => {
        serveCalls(channel, ledger.calls, ledgerChecks);
        channel.send({ type: 'ledger-hello', accountId, ownerEpoch, ledgerId } satisfies LedgerHello);
      },
    });
  };

  type OpenInput = CopyCalls['open']['input'];
  /** Brings a copy's rows into memory: from then on it is the open one. `onCells` has its figures before, if they are kept. */
  const openRows = async (
    input: OpenInput,
    lease: Lease,
    onCells: (early: OpeningCopy) => void,
  ): Promise<OpenCopy> => {
    let areLost = false;
    const opening: RowsOnTheirWay = {
      early: null,
      onCells,
      onRowsLost: () => {
        areLost = true;
        lose(lease, 'rowsLost');
      },
    };
    try {
      return await openRowsIn(spill, input, lease, opening);
    } catch (error) {
      if (!areLost) throw error;
      // The file of rows is no good; the copy is: this time its rows stay in memory.
      return openRowsIn({ ...spill, openFile: NO_BOUND.openFile }, input, lease, opening);
    }
  };
  /** Long, for what is told of the rows before they are there. */
  const openRowsIn = async (
    rowMemory: Omit<RowMemoryOptions, 'bound'>,
    { accountId, line }: OpenInput,
    lease: Lease,
    opening: RowsOnTheirWay,
  ): Promise<OpenCopy> => {
    const ledger = await openAccountLedger(
      accountId,
      {
        onCommitted: () => {
          emit('committed', { revision: ledger.store.revision });
          current?.compaction.wake();
          current?.warming.wake();
          current?.cubeKeeping.wake();
          current?.findings.work.wake();
        },
        onMetadataChanged: () => noted.push(lease),
        onOwnershipLost: () => lose(lease, 'ownershipLost'),
        onLedgerLost: () => lose(lease, 'ledgerLost'),
        onRowsLost: opening.onRowsLost,
      },
      {
        onProgress: (progress) => {
          opening.early?.tell(progress);
          emit('opening', progress);
        },
        onCells: (figures) => {
          // Those that are shown stay, where the rows are opened once more.
          if (opening.early !== null) return;
          try {
            opening.early = createOpeningCopy(figures, yieldToEventLoop);
            opening.onCells(opening.early);
          } catch {
            // Nothing rests on them: the rows tell it all.
          }
        },
        pause: async () => {
          if (opening.early === null) return;
          await yieldToEventLoop();
          await opening.early.activity.idle();
        },
        pauseInCommit: createPauses(yieldToEventLoop, () => performance.now()),
        rowMemory: { ...rowMemory, bound: () => rowBound },
      },
      await defineCurrent(accountId),
    );
    // Lines that cannot be written now are found again at the next opening: nothing is lost, and the copy opens.
    await renameFormerLines(
      ledger,
      createPauses(yieldToEventLoop, () => performance.now()),
    ).catch(() => false);
    const latest = latestFigures(ledger);
    try {
      // What was answered of cells is not what the rows say: all is asked anew.
      if (isOtherThan(opening.early, factsOf({ latest, frozen: null }))) ledger.store.raiseRevision();
    } catch (error) {
      ledger.close();
      throw error;
    }
    const disconnect = connect(ledger, line, firstAnswers(ledger));
    const shown = (): Figures => (current?.ledger === ledger ? shownOf(current) : latest);
    const started = startCopy(ledger, { latest, shown }, yieldToEventLoop, quietMs);
    const copy = { ...started, openReader: openFileReader, lease, latest, frozen: null, disconnect };
    current = copy;
    void lease.lost.then(() => lose(lease, 'ownershipLost'));
    return copy;
  };

  /** Answers of cells from now on, until the rows are there. */
  const showEarly = (early: OpeningCopy, opened: Promise<OpenCopy>, lease: Lease): LedgerFacts => {
    starting = { early, opened };
    opened.then(
      () => {
        starting = null;
        emit('rowsOpened', null);
      },
      (error: unknown) => {
        starting = null;
        lease.release();
        emit('openingFailed', openingFailure(error));
      },
    );
    return early.facts();
  };
  /** Resolves when the rows are there, or are known not to come. */
  const untilOpened = async (): Promise<void> => {
    await starting?.opened.catch(() => undefined);
  };

  const open = async (input: OpenInput, claim: Claim): Promise<Opening> => {
    const { accountId, line, migrates } = input;
    await untilOpened();
    if (current?.ledger.accountId === accountId) {
      // The page lost its connection (a port cannot be opened again from here) and brings another.
      current.disconnect();
      current.disconnect = connect(current.ledger, line, null);
      return { kind: 'open', facts: factsOf(current), settings: null };
    }
    close();
    const lease = await claimLedger(locks, databaseName(accountId), claim);
    if (lease === null) return { kind: 'owned-elsewhere' };
    try {
      await deleteLeftovers((name) => isHeld(locks, name)).catch(() => undefined);
      const schema = await schemaOf(await currentDatabase(accountId));
      if (schema !== null && schema < SCHEMA_VERSION && migrates !== true) {
        lease.release();
        return { kind: 'outdated' };
      }
      const settings = await settingsToTake(accountId);
      let showFirst: (early: OpeningCopy) => void = () => {};
      const cells = new Promise<OpeningCopy>((resolve) => {
        showFirst = resolve;
      });
      const opened = openRows(input, lease, showFirst);
      const early = await Promise.race([cells, opened.then(() => null)]);
      const facts = early === null ? factsOf(needOpen()) : showEarly(early, opened, lease);
      return { kind: 'open', facts, settings };
    } catch (error) {
      lease.release();
      return openingFailure(error);
    }
  };

  const needOpen = (): OpenCopy => {
    if (current === null) throw notOpen();
    return current;
  };
  /** The open copy, once its rows are there. */
  const need = (): OpenCopy | Promise<OpenCopy> =>
    starting === null ? needOpen() : untilOpened().then(needOpen);
  /** As `need`; but what was begun over figures that the rows do not bear out is not done. */
  const needAsShown = (): OpenCopy | Promise<OpenCopy> => {
    const shown = starting?.early.facts().revision;
    if (shown === undefined) return needOpen();
    return untilOpened().then(() => {
      const copy = needOpen();
      if (copy.ledger.store.revision === shown) return copy;
      throw new RpcError(SUPERSEDED, 'The rows say something else than the figures that were shown.');
    });
  };
  /** Work over the open copy; what cells can tell is told before its rows are there. */
  const ask = (work: (copy: OpenCopy) => unknown, record: object, input: unknown): unknown =>
    starting === null
      ? work(needOpen())
      : (starting.early.answer(record, input) ?? untilOpened().then(() => work(needOpen())));

  /** Writes what the user says beside the rows, and tells the page that it is said. */
  const annotating = async <T>(work: (copy: OpenCopy) => T): Promise<Awaited<T>> => {
    const done = await work(await need());
    emit('annotated', null);
    return done;
  };

  /** Another page that still has it is told that it is no longer its own. */
  const replacing = (accountId: string, work: () => Promise<void>) =>
    inTurn(async () => {
      await untilOpened();
      if (current?.ledger.accountId === accountId) close();
      const lease = await claimLedger(locks, databaseName(accountId), 'take-over');
      await work().finally(() => lease?.release());
    });

  const streams = serveStreams<DataStreams>({
    ...sourcesOf(STREAMS, needAsShown),
    ...sourcesOf(BACKUP_STREAMS, () => {
      const copies = {
        locks,
        openReader: openFileReader,
        pause: createPauses(yieldToEventLoop, () => performance.now()),
        hold: (accountId: string) =>
          current?.ledger.accountId === accountId ? current.ledger.holdForBackup() : () => undefined,
        replacing,
      };
      return starting === null ? copies : untilOpened().then(() => copies);
    }),
  });

  return {
    open: (input) => inTurn(() => open(input, 'free')),
    takeOver: (input) => inTurn(() => open(input, 'take-over')),
    close: () =>
      inTurn(async () => {
        await untilOpened();
        close();
        return null;
      }),
    deleteCopy: async ({ accountId }) => {
      await replacing(accountId, () => deleteCopy(accountId));
      return null;
    },
    forgetSettings: async ({ accountId }) => {
      await forgetSettings(accountId);
      return null;
    },
    freeze: async () => freeze(await need()),
    release: async () => {
      const copy = await need();
      copy.frozen = null;
      return factsOf(copy);
    },
    boundRows: async ({ bound }) => {
      rowBound = bound;
      await untilOpened();
      current?.ledger.memory.fit();
      return current?.ledger.memory.state() ?? null;
    },
    readFacts: () => starting?.early.facts() ?? factsOf(needOpen()),
    ...handlersOf(QUESTIONS, ask),
    ...handlersOf(COMMANDS, (work: (copy: OpenCopy) => unknown) => annotating(work)),
    ...streams.calls,
  };
}

const notOpen = (): RpcError => new RpcError(NOT_OPEN, 'No local copy is open.');

async function isHeld(locks: Locks, name: string): Promise<boolean> {
  return locks.request(name, { ifAvailable: true }, async (lock) => lock === null);
}

const isOtherThan = (early: OpeningCopy | null, facts: LedgerFacts): boolean =>
  early !== null && !areSameFacts(early.facts(), facts);

function openingFailure(error: unknown): Extract<Opening, { readonly kind: 'failed' }> {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof NewerSchemaError) return { kind: 'failed', reason: 'newer-schema', detail };
  if (error instanceof CorruptLedgerError) return { kind: 'failed', reason: 'corrupt', detail };
  if (error instanceof MemoryRefusedError) return { kind: 'failed', reason: 'memory', detail };
  return { kind: 'failed', reason: 'storage', detail };
}
