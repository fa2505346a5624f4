import { randomUUID } from 'node:crypto';
import type { DataFilter, DataQuery } from '#electron/api/client.ts';
import { isBadRequest } from '#electron/api/failure.ts';
import type { Judgement, StagedPage, StagedWindow } from '#shared/contract/ledger.ts';
import { type Disagreement, MAX_READINGS, pageAgrees } from '#shared/contract/readings.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { instantFromMs, instantToMs, startOfDay, type UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, requestRange, type SyncWindow } from '#shared/domain/window.ts';
import { isDivisible, PAGE_ROWS, partsFor, type WindowSize } from '../plan/history.ts';
import { readMetaTime } from '../plan/server-clock.ts';
import type { ReadOptions, RunContext } from './context.ts';
import type { Answer } from './fetch-page-with-retry.ts';
import { type Parts, readParts } from './read-parts.ts';
import type { Settled, WindowReading, WindowReport } from './window-reading.ts';

/** Reads one window to its judgement: page by page into staging, again when its pages disagree (rule 3). */

/** In how many parts to read a window that did not settle as a whole: at least two. */
export function partsAfter(reading: Exclude<WindowReading, Settled>, size: WindowSize): number {
  if (!('totalRows' in reading)) return 2;
  const hasTwins = size.hasTwins || reading.kind === 'suspect';
  return Math.max(2, partsFor(reading.totalRows, { ...size, hasTwins }));
}

type WindowJob = {
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  readonly staged: StagedWindow | null;
  readonly mayAsk: (requests: number) => boolean;
};

/** Reads a window for a run: resumes what is staged, keeps to a budget, counts how often equal rows made one suspect. */
export async function readForRun(
  run: RunContext,
  window: SyncWindow,
  purpose: WindowPurpose,
  { budget, notBefore }: ReadOptions,
): Promise<WindowReading> {
  const { memory, progress, traffic } = run;
  await run.journal.keep();
  const { earliest, changes } = run.checkpoint();
  // Purchases read before the latest changes: what these brought would be undone, and might not come again (rule 7).
  const since = window.field === 'purchase_date' ? (notBefore ?? changes.lastReadAt) : null;
  const staged = await run.staged.take(window, purpose, requestRange(window, startOfDay(earliest)), since);
  if (purpose === 'history') progress.beginWindow(window);
  const before = traffic.requestsMade();
  const mayAsk = (wanted: number) => budget?.allows(traffic.requestsMade() - before + wanted) ?? true;
  const reading = await readWindow(run, { window, purpose, staged, mayAsk }).finally(() =>
    budget?.spend(traffic.requestsMade() - before),
  );
  if (reading.kind !== 'settled') progress.endWindow();
  const isSuspect = reading.kind === 'suspect';
  if (isSuspect || (reading.kind === 'settled' && reading.totalRows > memory.pageRows)) {
    const { read, suspect } = memory.severalPages;
    memory.severalPages = { read: read + 1, suspect: suspect + (isSuspect ? 1 : 0) };
  }
  return reading;
}

/** A window that cannot be cut and will not settle as a whole is read by parts in its last two readings (rule 3). */
const PARTS_READINGS = [MAX_READINGS + 1, MAX_READINGS + 2] as const;

export async function readWindow(run: RunContext, job: WindowJob): Promise<WindowReading> {
  const staged = await withoutParts(run, job.staged);
  const attempt = beginAttempt(run, { ...job, staged });
  for (;;) {
    const outcome = await readPages(attempt);
    if (typeof outcome === 'object') return outcome;
    let doubt: Disagreement = 'totals';
    let isOver = attempt.reading >= MAX_READINGS;
    if (outcome === 'complete') {
      const judgement = await judge(attempt);
      if (judgement.kind === 'settled') return judgement;
      doubt = judgement.doubt;
      if (doubt === 'equal-rows' && attempt.canDivide) {
        return giveUp(attempt, { kind: 'suspect', totalRows: attempt.pages.get(1)?.totalRows ?? 0 });
      }
      isOver ||= judgement.kind === 'halve';
    }
    if (isOver) {
      const isReshuffled = doubt === 'equal-rows' || doubt === 'sub-order-dates';
      if (isReshuffled && !attempt.canDivide) return settleByParts(attempt, doubt);
      return giveUp(attempt, { kind: 'unsettled', doubt, report: reportOf(attempt) });
    }
    if (isTooOld(attempt)) return giveUp(attempt, { kind: 'too-old' });
    beginReading(attempt, attempt.reading + 1);
  }
}

/** Staged pages of parts are no pages of the whole: a reading that was cut off among them cannot be gone on with. */
async function withoutParts(run: RunContext, staged: StagedWindow | null): Promise<StagedWindow | null> {
  if (staged === null || staged.pages.every(({ reading }) => reading <= MAX_READINGS)) return staged;
  await run.ledger.dropWindows({ windowIds: [staged.windowId] });
  return null;
}

/** One attempt at a window: what is staged of the reading that goes on, and since when. */
type Attempt = ReturnType<typeof beginAttempt>;

function beginAttempt(run: RunContext, job: WindowJob) {
  const { clock, traffic } = run;
  const { staged, window } = job;
  const [wallMs, monotonicMs] = [clock.wallMs(), clock.monotonicMs()];
  const stagedPages = staged?.pages ?? [];
  const reading = Math.max(1, ...stagedPages.map((page) => page.reading));
  const startedAtMs = staged?.startedAtMs ?? wallMs;
  return {
    run,
    job,
    windowId: staged?.windowId ?? randomUUID(),
    range: requestRange(window, startOfDay(run.checkpoint().earliest)),
    /** False for a window that cannot be cut: it is read whatever its pages and its age. */
    canDivide: isDivisible(window),
    /** When this run took it up, by both clocks of this machine, and the requests made before. */
    begun: { wallMs, monotonicMs, requests: traffic.requestsMade() },
    /** When it was opened, by both clocks: a run before this one may have done so. */
    startedAtMs,
    openedAt: monotonicMs - Math.max(0, wallMs - startedAtMs),
    /** Whether the ledger holds anything of it in staging. */
    isOpen: staged !== null,
    reading,
    /** Pages of this reading, by number. */
    pages: new Map<number, StagedPage>(
      stagedPages.filter((page) => page.reading === reading).map((page) => [page.page, page] as const),
    ),
  };
}

function beginReading(attempt: Attempt, reading: number): void {
  attempt.reading = reading;
  attempt.pages = new Map();
}

async function giveUp<R extends WindowReading>(attempt: Attempt, result: R): Promise<R> {
  if (attempt.isOpen) await attempt.run.ledger.dropWindows({ windowIds: [attempt.windowId] });
  return result;
}

/** By both clocks of this machine: one stands still while it sleeps, the other may be set. */
function isTooOld({ run: { clock }, canDivide, openedAt, startedAtMs }: Attempt): boolean {
  const ageMs = Math.max(clock.monotonicMs() - openedAt, clock.wallMs() - startedAtMs);
  return canDivide && ageMs > MAX_WINDOW_AGE_MS;
}

/** By the server's own clock, which neither of this machine's can deceive. */
function cameTooLate({ canDivide }: Attempt, first: StagedPage, answer: Answer): boolean {
  if (!canDivide || first.serverDate === null) return false;
  return instantToMs(answer.serverDate) - instantToMs(first.serverDate) > MAX_WINDOW_AGE_MS;
}

function reportOf({ run, job, windowId, begun, reading, pages }: Attempt): WindowReport {
  return {
    windowId,
    window: job.window,
    purpose: job.purpose,
    effort: {
      startedAtMs: begun.wallMs,
      tookMs: run.clock.monotonicMs() - begun.monotonicMs,
      requests: run.traffic.requestsMade() - begun.requests,
      readings: reading,
    },
    pages: pages.size,
    rows: [...pages.values()].reduce((rows, page) => rows + page.count, 0),
    correlationIds: [...pages.values()].map((page) => page.correlationId),
  };
}

function reportPage({ run, job, reading, pages }: Attempt, page: number): void {
  const { window, purpose } = job;
  const totalPages = pages.get(1)?.totalPages ?? null;
  run.progress.askPage(page, totalPages);
  run.reporter.update({
    activity: { purpose, from: window.from, to: window.to, page, pages: totalPages, reading },
  });
  run.reportProgress();
}

/** Rows of a page. A second reading of what cannot be cut cuts pages elsewhere, lest an order by page deceives twice. */
function pageLimit({ canDivide, reading }: Attempt): number {
  return canDivide || reading % 2 === 1 ? PAGE_ROWS : PAGE_ROWS - 203;
}

function queryOf(attempt: Attempt, page: number, filter?: DataFilter): DataQuery {
  const { job, range } = attempt;
  return {
    date: job.window.field,
    from: range.from,
    to: range.to,
    page,
    limit: pageLimit(attempt),
    withCategories: true,
    ...(filter === undefined ? {} : { filter }),
  };
}

/** Puts an answer into the ledger's staging, and opens the window there with the first one. */
async function stage(attempt: Attempt, answer: Answer): Promise<StagedPage> {
  const { run, job, windowId, range, reading } = attempt;
  const { ledger, signal } = run;
  signal.throwIfAborted();
  if (!attempt.isOpen) {
    await ledger.openWindow({
      windowId,
      window: job.window,
      purpose: job.purpose,
      requestFrom: range.from,
      requestTo: range.to,
      startedAtMs: attempt.startedAtMs,
    });
    attempt.isOpen = true;
  }
  const { meta, correlationId, table } = answer.page;
  const staged = await ledger.stagePage({
    windowId,
    reading,
    serverDate: answer.serverDate,
    page: { meta, correlationId, columns: [...table.columns], rowsJson: JSON.stringify(table.rows) },
  });
  signal.throwIfAborted();
  attempt.pages.set(staged.page, staged);
  run.journal.add({ rowsRead: staged.count });
  run.progress.addPage(staged.count);
  return staged;
}

async function readFirstPage(attempt: Attempt): Promise<StagedPage | WindowReading> {
  const { run, job, canDivide, reading } = attempt;
  const { window } = job;
  if (!job.mayAsk(1)) return giveUp(attempt, { kind: 'out-of-budget' });
  reportPage(attempt, 1);
  const answer = await run.fetchPage(queryOf(attempt, 1));
  const { meta } = answer.page;
  if (reading === 1) run.memory.pageRows = meta.pageSize;
  if (meta.totalPages > run.maxPages && canDivide) {
    return giveUp(attempt, { kind: 'too-many', totalRows: meta.totalRows });
  }
  const until = readMetaTime(meta.to);
  if (window.field === 'purchase_date' && until !== null && until < window.to) {
    return giveUp(attempt, { kind: 'clipped', until });
  }
  if (!attempt.isOpen) {
    // Its age counts from its first answer: the wait for the limiter before it harms no agreement of pages.
    attempt.openedAt = run.clock.monotonicMs();
    attempt.startedAtMs = run.clock.wallMs();
  }
  return stage(attempt, answer);
}

async function readPages(attempt: Attempt): Promise<WindowReading | 'complete' | 'disagrees'> {
  const { run, job, pages } = attempt;
  const first = pages.get(1) ?? (await readFirstPage(attempt));
  if ('kind' in first) return first;
  if (!job.mayAsk(first.totalPages - pages.size)) return giveUp(attempt, { kind: 'out-of-budget' });
  for (let page = 2; page <= first.totalPages; page += 1) {
    const staged = pages.get(page);
    if (staged !== undefined) {
      if (!pageAgrees(first, staged)) return 'disagrees';
      continue;
    }
    if (isTooOld(attempt)) return giveUp(attempt, { kind: 'too-old' });
    if (!job.mayAsk(1)) return giveUp(attempt, { kind: 'out-of-budget' });
    reportPage(attempt, page);
    const answer = await run.fetchPage(queryOf(attempt, page));
    // A page that disagrees ends the reading at once: the rest of it would be asked for in vain.
    if (!pageAgrees(first, answer.page.meta)) return 'disagrees';
    if (cameTooLate(attempt, first, answer)) return giveUp(attempt, { kind: 'too-old' });
    await stage(attempt, answer);
  }
  reportPage(attempt, Math.max(1, first.totalPages));
  return 'complete';
}

async function judge(attempt: Attempt): Promise<Settled | Exclude<Judgement, { kind: 'settled' }>> {
  const { run, windowId, pages } = attempt;
  const judgement = await run.ledger.judgeWindow({ windowId });
  run.signal.throwIfAborted();
  if (judgement.kind !== 'settled') return judgement;
  const first = pages.get(1);
  return {
    kind: 'settled',
    windowId,
    judgement,
    firstPageDate: first?.serverDate ?? run.serverNow(),
    greatestUpdate: lessSpan(judgement.greatestUpdate, [...pages.values()]),
    effectiveTo: readMetaTime(first?.metaTo ?? ''),
    totalRows: first?.totalRows ?? 0,
    report: reportOf(attempt),
  };
}

/** Takes off the time from the first of these pages to the last. */
function lessSpan(greatest: UtcInstant | null, pages: readonly StagedPage[]): UtcInstant | null {
  const times = pages.flatMap(({ serverDate }) => (serverDate === null ? [] : [instantToMs(serverDate)]));
  if (greatest === null || times.length === 0) return greatest;
  return instantFromMs(instantToMs(greatest) - (Math.max(...times) - Math.min(...times)));
}

async function settleByParts(attempt: Attempt, lastDoubt: Disagreement): Promise<WindowReading> {
  let doubt = lastDoubt;
  for (const reading of PARTS_READINGS) {
    beginReading(attempt, reading);
    const parts = await readByParts(attempt);
    if (parts === 'out-of-budget') return giveUp(attempt, { kind: 'out-of-budget' });
    if (parts === null) break;
    const { totalRows } = parts;
    for (const [index, answer] of parts.pages.entries()) {
      const meta = { ...answer.page.meta, page: index + 1, totalRows, totalPages: parts.pages.length };
      await stage(attempt, { ...answer, page: { ...answer.page, meta } });
    }
    const judgement = await judge(attempt);
    if (judgement.kind === 'settled') return judgement;
    doubt = judgement.doubt;
    // Rows that no filter names are not there in a second reading either.
    if (doubt === 'rows-missing') break;
  }
  return giveUp(attempt, { kind: 'unsettled', doubt, report: reportOf(attempt) });
}

/**
 * Parts, staged as the pages of one reading that must add up to the whole; null when they change meanwhile or the
 * server does not know the filters.
 */
async function readByParts(attempt: Attempt): Promise<Parts | 'out-of-budget' | null> {
  const { run, job } = attempt;
  try {
    return await readParts(async (filter, page) => {
      if (!job.mayAsk(1)) throw new OutOfBudget();
      reportPage(attempt, 1);
      return run.fetchPage(queryOf(attempt, page, filter));
    });
  } catch (error) {
    if (error instanceof OutOfBudget) return 'out-of-budget';
    if (isBadRequest(error)) return null;
    throw error;
  }
}

class OutOfBudget extends Error {}
