import {
  type ChangesQuery,
  type CheckStep,
  type DataCalls,
  type DataEvents,
  type FileContent,
  type Groups,
  type GroupsQuery,
  type IntakeStep,
  type LedgerConnection,
  type LedgerFacts,
  type Opening,
  OUTDATED,
} from '#renderer/data/api.ts';
import {
  type ChangesAnswer,
  changesTable,
  latestIds,
  orderHistory,
  queryChanges,
} from '#renderer/data/engine/changes/change-query.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type AnswerCache, createAnswerCache } from '#renderer/data/engine/columns/derived.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import { closedMonthFindings } from '#renderer/data/engine/exceptions/closed-month-findings.ts';
import { completenessFindings } from '#renderer/data/engine/exceptions/completeness-findings.ts';
import { createOpenExplanations } from '#renderer/data/engine/explain/open-explanations.ts';
import { createQueries, type Queries, type TellIds, warmCaches } from '#renderer/data/engine/queries.ts';
import { checkExport, type Today } from '#renderer/data/files/check/check-export.ts';
import { ordersSince } from '#renderer/data/files/check/orders-since.ts';
import { fileBytes } from '#renderer/data/files/file-bytes.ts';
import { readIntake } from '#renderer/data/files/intake/read-intake.ts';
import { createOpenFiles, type OpenFiles } from '#renderer/data/files/open-files.ts';
import { createOpenSteps } from '#renderer/data/files/open-steps.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { createOpenDatasets } from '#renderer/data/files/parquet/open-datasets.ts';
import { controlsOf } from '#renderer/data/files/proof/controls.ts';
import type { ProofContent, ProofStart } from '#renderer/data/files/proof/proof.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import {
  createPauses,
  createScheduler,
  createYieldToEventLoop,
  type IdleWork,
  pageClock,
  type Scheduler,
} from '#renderer/data/scheduling/scheduler.ts';
import { keepCompacted } from '#renderer/data/storage/compaction/compactor.ts';
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
  asLedgerFailure,
  CorruptLedgerError,
  MemoryRefusedError,
  NewerSchemaError,
  NOT_OPEN,
  UNKNOWN_FILE,
  UNKNOWN_LINE,
} from '#renderer/data/storage/database/failures.ts';
import {
  type Claim,
  claimLedger,
  type Lease,
  type Locks,
} from '#renderer/data/storage/database/ledger-access.ts';
import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import { keepConnected } from '#renderer/data/transport/channels.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import { type LedgerHello, ledgerChecks } from '#shared/contract/ledger.ts';
import { BridgeError, type Channel, type Handlers, serveCalls } from '#shared/contract/rpc.ts';
import { exceptionsOf } from '#shared/domain/exceptions.ts';
import { groupTable } from '#shared/domain/group-table.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import type { FailingRow } from '#shared/domain/row-proof.ts';
import { cellText, type Table, tableOf } from '#shared/domain/sheet-table.ts';
import { createChain } from './chain.ts';
import { createClosings } from './closings.ts';
import { findWhenIdle } from './idle-findings.ts';
import { createOpenBackups } from './open-backups.ts';
import { createReleases } from './releases.ts';
import { createStatements } from './statements.ts';

/** What the page may ask of the data worker: which ledger is open, and questions about its rows. */

type DataServiceDependencies = {
  readonly locks: Locks;
  /**
   * Makes the function that opens a channel to the main process, each time one is needed. It rejects when it cannot; null:
   * this kind of connection cannot be opened again from here.
   */
  readonly channelOpener: (line: LedgerConnection) => () => Promise<Channel | null>;
  readonly emit: <K extends keyof DataEvents & string>(event: K, payload: DataEvents[K]) => void;
  /** Instead of QUIET_MS. */
  readonly quietMs?: number;
};

/** The rows that questions are answered from, and what there is to tell of them. */
type Figures = {
  readonly store: ColumnStore;
  readonly queries: Queries;
  readonly toldBeside: () => Pick<LedgerFacts, 'damage' | 'readUntil'>;
  readonly known: () => KnownThen;
};

type OpenCopy = {
  readonly ledger: Ledger;
  readonly lease: Lease;
  readonly latest: Figures;
  /** What is shown while figures are to stand still; null: the latest. */
  frozen: Figures | null;
  readonly scheduler: Scheduler;
  readonly files: OpenFiles;
  readonly checks: ReturnType<typeof createOpenSteps<CheckStep>>;
  readonly intakes: ReturnType<typeof createOpenSteps<IntakeStep>>;
  readonly datasets: ReturnType<typeof createOpenDatasets>;
  readonly explanations: ReturnType<typeof createOpenExplanations>;
  readonly chain: ReturnType<typeof createChain>;
  readonly closings: ReturnType<typeof createClosings>;
  readonly statements: ReturnType<typeof createStatements>;
  readonly releases: ReturnType<typeof createReleases>;
  /** Between two slices of a file. */
  readonly pause: () => Promise<void>;
  readonly changes: AnswerCache<ChangesAnswer>;
  readonly compaction: IdleWork;
  readonly warming: IdleWork;
  readonly findings: ReturnType<typeof findWhenIdle>;
  readonly statementFindings: ReturnType<typeof findWhenIdle>;
  disconnect: () => void;
};

/** A run that goes on notes something several times a second: screens look at most so often. */
const NOTED_EVERY_MS = 500;

/** A page that has just opened its copy asks for what it shows within this. */
const FIRST_QUESTIONS_MS = 300;

/** Caches are warmed for so long after opening, and after the last commit of several. */
const WARMED_AFTER_MS = 1000;

const MAX_DELAY_MS = 10_000;

/** Exceptions are looked for so long after they are asked for, and after the last of several commits. */
const QUIET_MS = 300;

/** Opens and closes copies, and answers about the open one. Long, for its functions share which copy that is. */
export function createDataService(dependencies: DataServiceDependencies): Handlers<DataCalls> {
  const { locks, channelOpener, emit, quietMs = QUIET_MS } = dependencies;
  let current: OpenCopy | null = null;
  const yieldToEventLoop = createYieldToEventLoop();
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
    void open?.files.endAll();
    void open?.checks.endAll();
    void open?.intakes.endAll();
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
  const connect = (ledger: Ledger, line: LedgerConnection, after: Promise<void> | null): (() => void) => {
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

  type OpenInput = DataCalls['open']['input'];
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
      const ledger = await openLedger(
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
      const latest = latestFigures(ledger);
      const facts = factsOf({ latest, frozen: null });
      const disconnect = connect(ledger, line, firstAnswers(ledger));
      const shown = (): Figures => (current?.ledger === ledger ? shownOf(current) : latest);
      const started = startCopy(ledger, { latest, shown }, yieldToEventLoop, quietMs);
      current = { ...started, lease, latest, frozen: null, disconnect };
      void lease.lost.then(() => lose(lease, 'ownershipLost'));
      return { kind: 'open', facts, settings };
    } catch (error) {
      lease.release();
      return openingFailure(error);
    }
  };

  /** Writes what the user says beside the rows, and tells the page that it is said. */
  const annotating = async <T>(work: (copy: OpenCopy) => T): Promise<Awaited<T>> => {
    if (current === null) throw notOpen();
    const done = await work(current);
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
    ...createOpenBackups({
      locks,
      pause: createPauses(yieldToEventLoop, () => performance.now()),
      hold: (accountId) =>
        current?.ledger.accountId === accountId ? current.ledger.holdForBackup() : () => undefined,
      replacing,
    }),
    writeAnnotations: async (changes) => {
      await annotating(({ ledger }) => ledger.annotate(changes));
      return null;
    },
    closeMonth: (input) => annotating(({ closings }) => closings.closeMonth(input)),
    reopenMonth: (input) => annotating(({ closings }) => closings.reopenMonth(input)),
    seeDrift: (input) => annotating(({ closings }) => closings.seeDrift(input)),
    takeAdjustment: (input) => annotating(({ closings }) => closings.takeAdjustment(input)),
    removeAdjustment: (input) => annotating(({ closings }) => closings.removeAdjustment(input)),
    confirmStatement: (input) => annotating(({ statements }) => statements.calls.confirmStatement(input)),
    setStatementAccount: (input) =>
      annotating(({ statements }) => statements.calls.setStatementAccount(input)),
    deleteStatement: (input) => annotating(({ statements }) => statements.calls.deleteStatement(input)),
    restoreStatement: (input) => annotating(({ statements }) => statements.calls.restoreStatement(input)),
    ...answersOf(() => {
      if (current === null) throw notOpen();
      return current;
    }),
    endDataset: async ({ datasetId }) => {
      await current?.datasets.end(datasetId);
      return null;
    },
    endExplanation: ({ explanationId }) => {
      current?.explanations.end(explanationId);
      return null;
    },
    endCheck: async ({ checkId }) => {
      await current?.checks.end(checkId);
      return null;
    },
    endIntake: async ({ intakeId }) => {
      await current?.intakes.end(intakeId);
      return null;
    },
    endFile: async ({ fileId }) => {
      await current?.files.end(fileId);
      return null;
    },
  };
}

const notOpen = (): BridgeError => new BridgeError(NOT_OPEN, 'No local copy is open.');

async function isHeld(locks: Locks, name: string): Promise<boolean> {
  return locks.request(name, { ifAvailable: true }, async (lock) => lock === null);
}

async function tellerOf({ reads }: Ledger): Promise<TellIds> {
  const index = await reads.changes();
  return (identity) => latestIds(index, identity);
}

/** From here on what waits for idle moments is done for the ledger. */
function startCopy(
  ledger: Ledger,
  { latest, shown }: { readonly latest: Figures; readonly shown: () => Figures },
  yieldToEventLoop: () => Promise<void>,
  quietMs: number,
) {
  const { queries } = latest;
  const { store, activity, merger } = ledger;
  const changes = () => store.changes;
  const scheduler = createScheduler({ activity, changes, yieldToEventLoop, now: () => performance.now() });
  const warming = scheduler.runWhenQuiet(() => warmCaches(store), WARMED_AFTER_MS);
  const pause = createPauses(yieldToEventLoop, () => performance.now());
  const findings = findWhenIdle(scheduler, quietMs);
  // Statements come after the rows, one after another: it was quiet before the first.
  const statementFindings = findWhenIdle(scheduler, 0);
  const ofShown = {
    store: () => shown().store,
    answer: <T>(slot: string | undefined, start: (store: ColumnStore) => CooperativeTask<T>) => {
      const { store: rows } = shown();
      return scheduler.answer(slot, () => start(rows));
    },
  };
  return {
    ledger,
    scheduler,
    datasets: createOpenDatasets(pause),
    explanations: createOpenExplanations(pause, () => performance.now()),
    closings: createClosings({
      ledger,
      queries,
      answer: (start) => scheduler.answer(undefined, start),
      nowMs: () => Date.now(),
    }),
    statements: createStatements({
      ledger,
      ...ofShown,
      answerWhenIdle: (start) => statementFindings.read(() => start(shown().store)),
      tellIds: async () => (shown() === latest ? tellerOf(ledger) : () => []),
      pause,
      nowMs: () => Date.now(),
    }),
    releases: createReleases({ statements: ledger.statements, ...ofShown, pause }),
    chain: createChain({ ledger, ...ofShown, pause }),
    files: createOpenFiles(activity),
    checks: createOpenSteps<CheckStep>(activity),
    intakes: createOpenSteps<IntakeStep>(activity),
    pause,
    changes: createAnswerCache<ChangesAnswer>(() => store.revision),
    compaction: keepCompacted(scheduler, merger, warming.wake),
    warming,
    findings,
    statementFindings,
  };
}

/** Resolves when the page has its first figures: the sync's own questions about the copy come after them. */
async function firstAnswers({ activity }: Ledger): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FIRST_QUESTIONS_MS));
  await activity.idle();
}

type Shown = Pick<OpenCopy, 'latest' | 'frozen'>;
const shownOf = ({ latest, frozen }: Shown): Figures => frozen ?? latest;
type FiguresOfCopy = (copy: OpenCopy) => Figures;

function factsOf(copy: Shown): LedgerFacts {
  const { queries, toldBeside } = shownOf(copy);
  return { ...queries.facts(), ...toldBeside() };
}

function latestFigures({ store, damage, readUntil, changesRead, annotations }: Ledger): Figures {
  const toldBeside = () => ({ damage: damage(), readUntil: readUntil() });
  const known = () => ({ readUntil: readUntil(), ...changesRead() });
  const queries = createQueries(store, () => annotations.of('own-cost'));
  return { store, queries, toldBeside, known };
}

/** The rows as they are now, while commits go on beside them. */
async function freeze(copy: OpenCopy): Promise<LedgerFacts> {
  const { latest, scheduler } = copy;
  const told = latest.toldBeside();
  const known = latest.known();
  const store = await scheduler.answer(undefined, () => freezeStore(latest.store));
  // What the user says is of now, over whichever rows.
  const queries = createQueries(store, () => copy.ledger.annotations.of('own-cost'));
  copy.frozen = { store, queries, toldBeside: () => told, known: () => known };
  return factsOf(copy);
}

function openingFailure(error: unknown): Opening {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof NewerSchemaError) return { kind: 'failed', reason: 'newer-schema', detail };
  if (error instanceof CorruptLedgerError) return { kind: 'failed', reason: 'corrupt', detail };
  if (error instanceof MemoryRefusedError) return { kind: 'failed', reason: 'memory', detail };
  return { kind: 'failed', reason: 'storage', detail };
}

type Lifecycle =
  | 'open'
  | 'takeOver'
  | 'close'
  | 'deleteCopy'
  | 'forgetSettings'
  | 'writeAnnotations'
  | 'closeMonth'
  | 'reopenMonth'
  | 'seeDrift'
  | 'takeAdjustment'
  | 'removeAdjustment'
  | 'confirmStatement'
  | 'setStatementAccount'
  | 'deleteStatement'
  | 'restoreStatement'
  | 'endFile'
  | 'endCheck'
  | 'endIntake'
  | 'endDataset'
  | 'endExplanation'
  | keyof ReturnType<typeof createOpenBackups>;

/** What a file was asked for as a query, which gives one table. */
type QueriedContent = Extract<
  FileContent,
  { readonly kind: 'rows' | 'changes' | 'failing-rows' | 'rate-deviations' }
>;

function queriedTable(
  slices: Queries['slices'],
  content: Exclude<QueriedContent, { readonly kind: 'changes' }>,
  tell: TellIds,
): CooperativeTask<Table> {
  switch (content.kind) {
    case 'rows':
      return slices.table(content.query, content.name);
    case 'failing-rows':
      return slices.failingTable(content.query, content.names, tell);
    case 'rate-deviations':
      return slices.claimTable(content.query, content.names, tell);
  }
}

/** What of a table's rows is known at the moment it is made. */
type KnownThen = Pick<ProofStart, 'readUntil' | 'knownUntil' | 'watermark'>;
type KnownTable = { readonly table: Table; readonly known: KnownThen };
type KnownTables = { readonly tables: readonly Table[]; readonly known: KnownThen };
const NOTHING_KNOWN: KnownThen = { readUntil: null, knownUntil: null, watermark: null };

type Asks = {
  readonly table: (content: QueriedContent) => Promise<KnownTable>;
  readonly groups: (query: GroupsQuery) => Promise<Groups>;
};

async function tablesOf(
  content: FileContent,
  copy: Pick<OpenCopy, 'latest' | 'frozen'>,
  ask: Asks,
): Promise<KnownTables> {
  switch (content.kind) {
    case 'rows':
    case 'changes':
    case 'failing-rows':
    case 'rate-deviations': {
      const { table, known } = await ask.table(content);
      return { tables: [table], known };
    }
    case 'table':
      // Laid out by the page: of figures that may be older than the rows by now.
      return {
        tables: [tableOf(content.table)],
        known: knownOf(content.of?.totals.revision, copy) ?? NOTHING_KNOWN,
      };
    case 'book': {
      const tables = await Promise.all(
        content.tables.map(async (each) => {
          if (each.kind === 'table') return tableOf(each.table);
          const { groups, total } = await ask.groups(each.query);
          return groupTable(groups, total, each.layout);
        }),
      );
      // Revisions only grow: all that was read is of this one, or none of it is let out.
      const known = knownOf(content.revision, copy);
      if (known === null) throw new BridgeError(OUTDATED, 'Rows were committed meanwhile.');
      return { tables, known };
    }
  }
}

/** Null where the rows that are shown are not those of the figures. */
function knownOf(revision: number | undefined, copy: Pick<OpenCopy, 'latest' | 'frozen'>): KnownThen | null {
  const figures = shownOf(copy);
  return revision === figures.store.revision ? figures.known() : null;
}

function proofContent(content: FileContent): ProofContent | null {
  switch (content.kind) {
    case 'rows':
    case 'changes':
      return { kind: content.kind, query: content.query } as ProofContent;
    case 'failing-rows':
    case 'rate-deviations':
      // Rows that fail a rule are no selection that could be asked for again.
      return null;
    case 'table':
    case 'book': {
      if (content.of === undefined) return null;
      const { selection, totals } = content.of;
      const { rows, sums } = totals;
      return { kind: 'figures', selection, rows, sums };
    }
  }
}

/** Lines with the answers that brought their orders. */
function withIds<
  L extends { readonly identity: FailingRow['identity'] },
  P extends { readonly lines: readonly L[] },
>(page: P & { readonly lines: readonly L[] }, tell: TellIds): P {
  return { ...page, lines: page.lines.map((line) => ({ ...line, correlationIds: tell(line.identity) })) };
}

/** Questions about the open copy; `need` throws where none is open. */
function answersOf(need: () => OpenCopy): Omit<Handlers<DataCalls>, Lifecycle> {
  const answer = <T>(
    slot: string | undefined,
    start: (queries: Queries) => CooperativeTask<T>,
    of: (copy: OpenCopy) => Figures = shownOf,
  ): Promise<T> => {
    const copy = need();
    const { queries } = of(copy);
    return copy.scheduler
      .answer(slot, () => start(queries))
      .catch((error: unknown) => {
        throw asLedgerFailure(error);
      });
  };
  const changesOf = async (query: ChangesQuery): Promise<ChangesAnswer> => {
    const { ledger, changes } = need();
    const index = await ledger.reads.changes();
    return changes.of(JSON.stringify(query), () => queryChanges(index, query));
  };
  /** The answers that brought an order as it is; the log goes on while figures are frozen, and tells nothing of them. */
  const idsTeller = async (): Promise<TellIds> => {
    const { frozen, ledger } = need();
    return frozen === null ? tellerOf(ledger) : () => [];
  };
  const dismissed = () => need().ledger.annotations.of('dismissed-anomaly');
  const tableNow = async (content: QueriedContent, figures: FiguresOfCopy = shownOf): Promise<KnownTable> => {
    const copy = need();
    if (content.kind === 'changes') {
      const changes = await changesOf(content.query);
      return { table: changesTable(changes, content.name), known: copy.latest.known() };
    }
    const tell = content.kind === 'rows' ? () => [] : await idsTeller();
    return answer(
      undefined,
      function* ({ slices }) {
        // In one slice with its last step: what is known is of these rows.
        const table = yield* queriedTable(slices, content, tell);
        return { table, known: figures(copy).known() };
      },
      figures,
    );
  };
  return {
    freeze: () => freeze(need()),
    release: () => {
      const copy = need();
      copy.frozen = null;
      return factsOf(copy);
    },
    readFacts: () => factsOf(need()),
    readTotals: ({ selection, columns, slot }) =>
      answer(slot, ({ slices }) => slices.totals(selection, columns)),
    readLatestTotals: ({ selection, columns, slot }) =>
      answer(
        slot,
        ({ slices }) => slices.totals(selection, columns),
        ({ latest }) => latest,
      ),
    readTableRows: ({ offset, limit, slot, ...query }) =>
      answer(slot, ({ slices }) => slices.lines(query, offset, limit)),
    readOrderRows: ({ lineId, ...query }) => {
      const page = shownOf(need()).queries.orderRows(query, lineId);
      if (page === null) throw new BridgeError(UNKNOWN_LINE, 'There is no such line.');
      return page;
    },
    readGroups: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.groups(query)),
    readBridge: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.bridge(query)),
    readValues: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.values(query)),
    readRowProof: ({ selection, slot }) => answer(slot, ({ slices }) => slices.rowProof(selection)),
    readFailureGroups: ({ selection, id, slot }) =>
      answer(slot, ({ slices }) => slices.failureGroups(selection, id)),
    readFailingRows: async ({ offset, limit, slot, ...query }) => {
      const page = await answer(slot, ({ slices }) => slices.failingRows(query, offset, limit));
      return withIds(page, await idsTeller());
    },
    readMissingCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.missingCosts(query)),
    readRates: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.rates(query)),
    readRateDeviations: async ({ offset, limit, slot, ...query }) => {
      return withIds(
        await answer(slot, ({ slices }) => slices.rateDeviations(query, offset, limit)),
        await idsTeller(),
      );
    },
    readAnomalies: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.anomalies(query, dismissed())),
    readAnomalousOrders: async ({ offset, limit, slot, ...query }) => {
      const page = await answer(slot, ({ slices }) =>
        slices.anomalousOrders(query, dismissed(), offset, limit),
      );
      return withIds(page, await idsTeller());
    },
    readOwnCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.ownCosts(query)),
    readUsedOwnCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.usedOwnCosts(query)),
    readOwnCostTrial: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.ownCostTrial(query)),
    readExceptions: async ({ tolerance, slot, ...asked }) => {
      const copy = need();
      const { findings, ledger, closings, statements } = copy;
      const { scope } = asked;
      const { findings: ofRows, ...found } = await findings.read(() => {
        const dismissed = ledger.annotations.of('dismissed-anomaly');
        return shownOf(copy).queries.slices.findings({ ...asked, dismissed });
      }, slot);
      const ofStatements = await statements.findings({ scope, tolerance });
      const months = completenessFindings(await ledger.reads.coverage(), ledger.damage());
      const ofCloses = closedMonthFindings((await closings.readCloses(null)).months, scope);
      const all = [...months, ...ofCloses, ...ofStatements, ...ofRows];
      const records = ledger.annotations.of('exception');
      return { ...found, exceptions: exceptionsOf(all, records, scope) };
    },
    startFile: ({ content, format, isLatest = false }) => {
      const copy = need();
      const figures: FiguresOfCopy = isLatest ? ({ latest }) => latest : shownOf;
      const { files, pause, ledger } = copy;
      const make = async () => {
        const groups = (query: GroupsQuery) => answer(undefined, ({ slices }) => slices.groups(query));
        const table = (queried: QueriedContent) => tableNow(queried, figures);
        const { tables, known } = await tablesOf(content, copy, { table, groups });
        const asked = proofContent(content);
        const controls = controlsOf(asked, await ledger.reads.coverage());
        return { tables, proof: { account: ledger.accountId, content: asked, ...known, controls } };
      };
      return files.start(make, (tables, proof) => fileBytes(tables, format, proof, pause));
    },
    startDataset: async (start) => {
      const { datasets, scheduler, latest, ledger } = need();
      const readRows = () => scheduler.answer(undefined, () => rowsByMonth(latest.store));
      return datasets.start(start, readRows, ledger.readUntil());
    },
    readDatasetChunk: ({ datasetId }) => need().datasets.next(datasetId),
    readDatasetEnd: ({ datasetId, written }) => need().datasets.ending(datasetId, written),
    readFileChunk: ({ fileId }) => need().files.next(fileId),
    startExplanation: async (query) => {
      const copy = need();
      // The log goes on while figures are frozen: it tells nothing of what was before them.
      const log = copy.frozen === null ? await copy.ledger.reads.changes() : null;
      const { store, queries } = shownOf(copy);
      return copy.explanations.start(store, (tell) => queries.slices.explain(query, { log, tell }));
    },
    readExplanation: async ({ explanationId }) => {
      const { ledger, explanations } = need();
      const next = await ledger.activity.during(() => explanations.next(explanationId));
      if (next === null) throw new BridgeError(UNKNOWN_FILE, 'There is no such explanation.');
      return next;
    },
    readExplainedRows: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.explainedRows(query)),
    startCheck: ({ file, anyAccount }) => {
      const { checks, pause, ledger } = need();
      const today: Today = {
        account: ledger.accountId,
        anyAccount,
        table: async (content) => {
          const { table, known } = await tableNow({ name: '', ...content } as QueriedContent);
          return { table, readUntil: known.readUntil };
        },
        totals: ({ selection, sums }) => {
          const figures = shownOf(need());
          return answer(undefined, function* ({ slices }) {
            const { rows, sums: now } = yield* slices.totals(selection, Object.keys(sums));
            return { rows, sums: now, readUntil: figures.known().readUntil };
          });
        },
        ordersSince: async (content, readUntil) =>
          ordersSince(content, readUntil, {
            changes: changesOf,
            ordersOf: (selection) =>
              answer(undefined, function* ({ slices }) {
                const columns = ['Canal', 'Cuenta', 'Orden'];
                const query = { selection, grouping: 'orders', sort: null, columns } as const;
                const table = yield* slices.table(query, '');
                return table.read(0, table.lineCount).map(({ cells }) => cells.map(cellText));
              }),
          }),
      };
      return { checkId: checks.start(checkExport(file, today, pause)) };
    },
    readCheck: ({ checkId }) => need().checks.next(checkId),
    startIntake: ({ file, ask }) => {
      const { intakes, pause, statements } = need();
      const tools = { pause, now: () => performance.now(), statements: statements.tools };
      return { intakeId: intakes.start(readIntake(file, ask, tools)) };
    },
    readIntake: ({ intakeId }) => need().intakes.next(intakeId),
    readStatements: () => need().statements.calls.readStatements(null),
    readMatches: (query) => need().statements.calls.readMatches(query),
    readSettlements: (query) => need().statements.calls.readSettlements(query),
    readReleases: (query) => need().releases(query),
    readChain: (query) => need().chain.readChain(query),
    readOrderChain: (query) => need().chain.readOrderChain(query),
    readMonthMatch: (query) => need().chain.readMonthMatch(query),
    readAnnotations: ({ kind }) =>
      [...need().ledger.annotations.of(kind)].map(([key, value]) => ({ key, value })),
    readCloses: () => need().closings.readCloses(null),
    readDrift: (query) => need().closings.readDrift(query),
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
  };
}
