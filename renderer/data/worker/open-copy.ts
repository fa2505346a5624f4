import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { keepAnswers } from '#renderer/data/engine/answers/context.ts';
import type { CorrelationIdsOf } from '#renderer/data/engine/answers/correlation-ids.ts';
import {
  type AnswerRows,
  createQueriedRows,
  type QueriedRows,
} from '#renderer/data/engine/answers/queried-rows.ts';
import { type ChangesAnswer, latestIds } from '#renderer/data/engine/changes/change-query.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type AnswerCache, createAnswerCache } from '#renderer/data/engine/columns/derived.ts';
import { type RowFacts, readLedgerFacts } from '#renderer/data/engine/columns/facts.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import type { EvidenceStart } from '#renderer/data/files/evidence/evidence.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import {
  createPauses,
  createScheduler,
  type IdleWork,
  type Scheduler,
} from '#renderer/data/scheduling/scheduler.ts';
import { keepCompacted } from '#renderer/data/storage/compaction/compactor.ts';
import { keepCubes } from '#renderer/data/storage/cubes/cube-keeper.ts';
import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import type { Lease } from '#renderer/data/storage/database/ledger-access.ts';
import { createClaims } from '#renderer/reconciliation/claims/worker/claims.ts';
import { createClosings } from '#renderer/reconciliation/closing/worker/closings.ts';
import { createJournals } from '#renderer/reconciliation/journals/worker/journals.ts';
import { createStatements } from '#renderer/reconciliation/matching/worker/statements.ts';
import { createMonths } from '#renderer/reconciliation/month/worker/months.ts';
import { createReleaseLines } from '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts';
import { createPayoutForecast } from '#renderer/reconciliation/payouts/worker/forecast.ts';
import { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import { createSettlements } from '#renderer/reconciliation/payouts/worker/settlements.ts';
import { createReceivables } from '#renderer/reconciliation/receivables/worker/receivables.ts';
import { createTaxes } from '#renderer/reconciliation/taxes/worker/taxes.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import type { AccountLedger } from './account-ledger.ts';
import { findWhenIdle } from './idle-findings.ts';
import type { OpenFileReader } from './reader/file-reader.ts';

/** State of an open local copy, and its work in idle moments. */

/** The rows that questions are answered from, and what there is to tell of them. */
export type Figures = {
  readonly rows: QueriedRows;
  readonly factsBeside: () => Pick<LedgerFacts, 'damage' | 'readUntil'>;
  readonly known: () => KnownThen;
};

/** An open copy: its ledger, the rows that are shown, and whatever goes on over them. */
export type OpenCopy = {
  readonly ledger: AccountLedger;
  readonly lease: Lease;
  readonly latest: Figures;
  /** Figures shown while they are frozen; null: the latest. */
  frozen: Figures | null;
  readonly scheduler: Scheduler;
  /** Over the rows that are shown. */
  readonly answer: AnswerRows;
  readonly answerLatest: AnswerRows;
  readonly shownRows: () => QueriedRows;
  readonly readCorrelationIds: () => Promise<CorrelationIdsOf>;
  readonly annotations: AnnotationIndex;
  /** Files of strangers are read in workers of their own. */
  readonly openReader: OpenFileReader;
  readonly chain: ReturnType<typeof createPayouts>;
  readonly closings: ReturnType<typeof createClosings>;
  readonly journals: ReturnType<typeof createJournals>;
  readonly statements: ReturnType<typeof createStatements>;
  readonly releases: ReturnType<typeof createPayoutForecast>;
  readonly receivables: ReturnType<typeof createReceivables>;
  readonly settlements: ReturnType<typeof createSettlements>;
  readonly claims: ReturnType<typeof createClaims>;
  readonly taxes: ReturnType<typeof createTaxes>;
  readonly months: ReturnType<typeof createMonths>;
  /** Between two pieces of a file. */
  readonly pause: Pause;
  readonly changes: AnswerCache<ChangesAnswer>;
  readonly compaction: IdleWork;
  readonly warming: IdleWork;
  /** Keeps the cells of the rows for the next start. */
  readonly cubeKeeping: IdleWork;
  readonly findings: ReturnType<typeof findWhenIdle>;
  readonly statementFindings: ReturnType<typeof findWhenIdle>;
  disconnect: () => void;
};

/** A page that has just opened its copy asks for what it shows within this. */
const FIRST_QUESTIONS_MS = 300;

/** Caches are warmed for so long after opening, and after the last commit of several. */
const WARMED_AFTER_MS = 1000;

/** Which answers brought an order, by the log of changes. */
async function correlationIdsIn({ reads }: AccountLedger): Promise<CorrelationIdsOf> {
  const index = await reads.changes();
  return (identity) => latestIds(index, identity);
}

/** Answers over rows; what storage or memory refuses has its own codes. */
export const answersOver =
  (scheduler: Scheduler, figures: () => Pick<Figures, 'rows'>): AnswerRows =>
  (slot, start, isAhead) => {
    const { rows } = figures();
    return scheduler
      .answer(slot, () => start(rows), isAhead)
      .catch((error: unknown) => {
        throw asLedgerFailure(error);
      });
  };

type Shared = Pick<OpenCopy, 'ledger' | 'scheduler' | 'statementFindings' | 'readCorrelationIds' | 'pause'>;

/** Tools that hold what is stored against rows: those that are shown, or the latest. */
function toolsOver(
  shown: () => Pick<Figures, 'rows'>,
  { ledger, scheduler, statementFindings, readCorrelationIds, pause }: Shared,
) {
  const store = () => shown().rows.store;
  const ofRows = {
    store,
    answer: <T>(slot: string | undefined, start: (store: ColumnStore) => Task<T>) => {
      const rows = store();
      return scheduler.answer(slot, () => start(rows));
    },
  };
  const answerWhenIdle = <T>(start: (store: ColumnStore) => Task<T>) =>
    statementFindings.read(() => start(store()));
  const releaseLines = createReleaseLines(ledger.statements, pause);
  return {
    statements: createStatements({
      ledger,
      ...ofRows,
      answerWhenIdle,
      readCorrelationIds,
      pause,
      nowMs: () => Date.now(),
    }),
    releases: createPayoutForecast({ statements: ledger.statements, releaseLines, ...ofRows }),
    receivables: createReceivables({
      statements: ledger.statements,
      releaseLines,
      ...ofRows,
      answerWhenIdle,
    }),
    settlements: createSettlements(ofRows),
    claims: createClaims({ ...ledger, ...ofRows, pause }),
    chain: createPayouts({ ledger, ...ofRows, pause }),
  };
}

/** The copy as its newest rows have it: what is shown may be frozen. */
export function overLatest(copy: OpenCopy): OpenCopy {
  if (copy.frozen === null) return copy;
  const { latest } = copy;
  const readCorrelationIds = () => correlationIdsIn(copy.ledger);
  return {
    ...copy,
    ...toolsOver(() => latest, { ...copy, readCorrelationIds }),
    ...{ frozen: null, answer: copy.answerLatest, shownRows: () => latest.rows, readCorrelationIds },
  };
}

/** From here on what waits for idle moments is done for the ledger. Long, for all that is done shares one scheduler. */
export function startCopy(
  ledger: AccountLedger,
  { latest, shown }: { readonly latest: Figures; readonly shown: () => Figures },
  yieldToEventLoop: () => Promise<void>,
  quietMs: number,
) {
  const { store, activity, merger, cubes } = ledger;
  const changes = () => store.changes;
  const scheduler = createScheduler({ activity, changes, yieldToEventLoop, now: () => performance.now() });
  const warming = scheduler.runWhenQuiet(function* (): Task<undefined> {
    // What is seen first: the latest rows are not asked much while others are shown.
    if (shown() !== latest) yield* shown().rows.condense();
    yield* latest.rows.warm();
  }, WARMED_AFTER_MS);
  const cubeKeeping = keepCubes(scheduler, cubes);
  const makeAnew = (): void => {
    warming.wake();
    cubeKeeping.wake();
  };
  const pause = createPauses(yieldToEventLoop, () => performance.now());
  const findings = findWhenIdle(scheduler, quietMs);
  // Statements come after the rows, one after another: it was quiet before the first.
  const statementFindings = findWhenIdle(scheduler, 0);
  // The log goes on while figures are frozen, and tells nothing of them.
  const readCorrelationIds = async (): Promise<CorrelationIdsOf> =>
    shown() === latest ? correlationIdsIn(ledger) : () => [];
  const answerShown = answersOver(scheduler, shown);
  const answer: AnswerRows = (slot, start, isAhead) =>
    answerShown(slot, start, isAhead).finally(() => {
      if (shown().rows.isWarmingDue()) warming.wake();
    });
  const tools = toolsOver(shown, { ledger, scheduler, statementFindings, readCorrelationIds, pause });
  const { chain } = tools;
  const closings = createClosings({
    ledger,
    rows: latest.rows,
    isFrozen: () => shown() !== latest,
    answer: (start) => scheduler.answer(undefined, start),
    nowMs: () => Date.now(),
  });
  return {
    ledger,
    annotations: ledger.annotations,
    scheduler,
    answer,
    answerLatest: answersOver(scheduler, () => latest),
    shownRows: () => shown().rows,
    readCorrelationIds,
    closings,
    journals: createJournals({
      ledger,
      rows: latest.rows,
      chain,
      answer: (start) => scheduler.answer(undefined, start),
      nowMs: () => Date.now(),
    }),
    ...tools,
    taxes: createTaxes({
      ledger,
      rows: () => shown().rows,
      answer: (start) => scheduler.answer(undefined, start),
      pause,
    }),
    months: createMonths({ ledger, rows: () => shown().rows, answer, chain, closings }),
    pause,
    changes: createAnswerCache<ChangesAnswer>(() => store.revision),
    compaction: keepCompacted(scheduler, merger, makeAnew),
    warming,
    cubeKeeping,
    findings,
    statementFindings,
  };
}

/** Resolves when the page has its first figures: the sync's own questions about the copy come after them. */
export async function firstAnswers({ activity }: AccountLedger): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FIRST_QUESTIONS_MS));
  await activity.idle();
}

type Shown = Pick<OpenCopy, 'latest' | 'frozen'>;

/** The rows that screens show: frozen ones, or the latest. */
export const shownOf = ({ latest, frozen }: Shown): Figures => frozen ?? latest;

export type FiguresOfCopy = (copy: OpenCopy) => Figures;

const facts = keepAnswers<RowFacts>(1);

/** Facts of the copy, of the rows that are shown. */
export function factsOf(copy: Shown): LedgerFacts {
  const { rows, factsBeside } = shownOf(copy);
  return { ...facts(rows).of('', () => readLedgerFacts(rows.store)), ...factsBeside() };
}

/** The rows as commits leave them. */
export function latestFigures({
  store,
  damage,
  readUntil,
  changesRead,
  annotations,
}: AccountLedger): Figures {
  const factsBeside = () => ({ damage: damage(), readUntil: readUntil() });
  const known = () => ({ readUntil: readUntil(), ...changesRead() });
  const rows = createQueriedRows(store, () => annotations.of('own-cost'));
  return { rows, factsBeside, known };
}

/** The rows as they are now, while commits go on beside them. */
export async function freeze(copy: OpenCopy): Promise<LedgerFacts> {
  const { latest, scheduler } = copy;
  const facts = latest.factsBeside();
  const known = latest.known();
  const store = await scheduler.answer(undefined, () => freezeStore(latest.rows.store));
  // Annotations are always the latest, over whichever rows.
  const rows = createQueriedRows(store, () => copy.ledger.annotations.of('own-cost'));
  copy.frozen = { rows, factsBeside: () => facts, known: () => known };
  copy.warming.wake();
  return factsOf(copy);
}

/** Facts of a table's rows at the moment it is made. */
export type KnownThen = Pick<EvidenceStart, 'readUntil' | 'knownUntil' | 'watermark'>;
