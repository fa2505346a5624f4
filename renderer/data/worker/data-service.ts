import type { CopyCalls, DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerConnection, Opening } from '#renderer/data/model/ledger.ts';
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
  readonly emit: <K extends keyof DataEvents & string>(event: K, payload: DataEvents[K]) => void;
  /** Instead of QUIET_MS. */
  readonly quietMs?: number;
};

/** A run that goes on notes something several times a second: screens look at most so often. */
const NOTED_EVERY_MS = 500;

const MAX_DELAY_MS = 10_000;

/** Exceptions are looked for so long after they are asked for, and after the last of several commits. */
const QUIET_MS = 300;

/** Opens and closes copies, and answers about the open one. Long, for its functions share which copy that is. */
export function createDataService(dependencies: DataServiceDependencies): Handlers<DataCalls> {
  const { locks, channelOpener, openReader, emit, quietMs = QUIET_MS } = dependencies;
  let current: OpenCopy | null = null;
  const yieldToEventLoop = createYieldToEventLoop();
  const openFileReader = createFileReaders(openReader, pageClock);
  // Opening and closing run one after the other.
  const inTurn = createSequencer();

  const close = (): void => {
    const open = current;
    current = null;
    open?.compaction.stop();
    open?.warming.stop();
    open?.findings.work.stop();
    open?.statementFindings.work.stop();
    open?.disconnect();
    void streams.endAll((name) => STREAMS.some((each) => each.name === name));
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
  const open = async ({ accountId, line, migrates }: OpenInput, claim: Claim): Promise<Opening> => {
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
      const ledger = await openAccountLedger(
        accountId,
        {
          onCommitted: () => {
            emit('committed', { revision: ledger.store.revision });
            current?.compaction.wake();
            current?.warming.wake();
            current?.findings.work.wake();
          },
          onMetadataChanged: () => noted.push(lease),
          onOwnershipLost: () => lose(lease, 'ownershipLost'),
          onLedgerLost: () => lose(lease, 'ledgerLost'),
        },
        (progress) => emit('opening', progress),
        await defineCurrent(accountId),
      );
      // Lines that cannot be written now are found again at the next opening: nothing is lost, and the copy opens.
      await renameFormerLines(
        ledger,
        createPauses(yieldToEventLoop, () => performance.now()),
      ).catch(() => false);
      const latest = latestFigures(ledger);
      const facts = factsOf({ latest, frozen: null });
      const disconnect = connect(ledger, line, firstAnswers(ledger));
      const shown = (): Figures => (current?.ledger === ledger ? shownOf(current) : latest);
      const started = startCopy(ledger, { latest, shown }, yieldToEventLoop, quietMs);
      current = { ...started, openReader: openFileReader, lease, latest, frozen: null, disconnect };
      void lease.lost.then(() => lose(lease, 'ownershipLost'));
      return { kind: 'open', facts, settings };
    } catch (error) {
      lease.release();
      return openingFailure(error);
    }
  };

  const need = (): OpenCopy => {
    if (current === null) throw notOpen();
    return current;
  };

  /** Writes what the user says beside the rows, and tells the page that it is said. */
  const annotating = async <T>(work: (copy: OpenCopy) => T): Promise<Awaited<T>> => {
    const done = await work(need());
    emit('annotated', null);
    return done;
  };

  /** Another page that still has it is told that it is no longer its own. */
  const replacing = (accountId: string, work: () => Promise<void>) =>
    inTurn(async () => {
      if (current?.ledger.accountId === accountId) close();
      const lease = await claimLedger(locks, databaseName(accountId), 'take-over');
      await work().finally(() => lease?.release());
    });

  const streams = serveStreams<DataStreams>({
    ...sourcesOf(STREAMS, need),
    ...sourcesOf(BACKUP_STREAMS, () => ({
      locks,
      openReader: openFileReader,
      pause: createPauses(yieldToEventLoop, () => performance.now()),
      hold: (accountId: string) =>
        current?.ledger.accountId === accountId ? current.ledger.holdForBackup() : () => undefined,
      replacing,
    })),
  });

  return {
    open: (input) => inTurn(() => open(input, 'free')),
    takeOver: (input) => inTurn(() => open(input, 'take-over')),
    close: () =>
      inTurn(async () => {
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
    freeze: () => freeze(need()),
    release: () => {
      const copy = need();
      copy.frozen = null;
      return factsOf(copy);
    },
    readFacts: () => factsOf(need()),
    ...handlersOf(QUESTIONS, (work: (copy: OpenCopy) => unknown) => work(need())),
    ...handlersOf(COMMANDS, (work: (copy: OpenCopy) => unknown) => annotating(work)),
    ...streams.calls,
  };
}

const notOpen = (): RpcError => new RpcError(NOT_OPEN, 'No local copy is open.');

async function isHeld(locks: Locks, name: string): Promise<boolean> {
  return locks.request(name, { ifAvailable: true }, async (lock) => lock === null);
}

function openingFailure(error: unknown): Opening {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof NewerSchemaError) return { kind: 'failed', reason: 'newer-schema', detail };
  if (error instanceof CorruptLedgerError) return { kind: 'failed', reason: 'corrupt', detail };
  if (error instanceof MemoryRefusedError) return { kind: 'failed', reason: 'memory', detail };
  return { kind: 'failed', reason: 'storage', detail };
}
