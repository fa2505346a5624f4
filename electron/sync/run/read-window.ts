import { randomUUID } from 'node:crypto';
import type { DataFilter, DataQuery } from '#electron/api/client.ts';
import type { Clock } from '#electron/api/clock.ts';
import { ApiError } from '#electron/api/failure.ts';
import type { Judgement, LedgerCalls, StagedPage, StagedWindow } from '#shared/contract/ledger.ts';
import { type Disagreement, MAX_READINGS, pageAgrees } from '#shared/contract/readings.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { WindowEffort, WindowPurpose } from '#shared/contract/run-log.ts';
import { instantFromMs, instantToMs, type LocalDateTime, type UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, requestRange, type SyncWindow } from '#shared/domain/window.ts';
import { PAGE_ROWS } from '../plan/history.ts';
import { readMetaTime } from '../plan/meta-time.ts';
import type { Answer, FetchPageWithRetry } from './fetch-page-with-retry.ts';
import { type Parts, readParts } from './read-parts.ts';

/** Reads one window to its judgement: page by page into staging, again when its pages disagree (rule 3). */

/** What is written down of a window that was read, whatever became of it. */
export type WindowReport = {
  readonly windowId: string;
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  readonly effort: WindowEffort;
  readonly pages: number;
  readonly rows: number;
  readonly correlationIds: readonly string[];
};

export type Settled = {
  readonly kind: 'settled';
  readonly windowId: string;
  readonly judgement: Extract<Judgement, { kind: 'settled' }>;
  /** The server's clock at the first page of the reading that settled it. */
  readonly firstPageDate: UtcInstant;
  /**
   * The greatest `Fecha de actualización` of its rows, less the time from its first page to its last: a later page may
   * hold an update that is younger than what the first page could show.
   */
  readonly greatestUpdate: UtcInstant | null;
  /** `meta.to` of that page: the window speaks no further. */
  readonly effectiveTo: LocalDateTime | null;
  readonly totalRows: number;
  readonly report: WindowReport;
};

export type WindowReading =
  | Settled
  /** More pages than a window may have; nothing is staged. */
  | { readonly kind: 'too-many'; readonly totalRows: number }
  /**
   * Pages held equal rows: twins, or one row twice and another lost. A second reading that equals the first proves
   * nothing where the server's order of rows depends on the page asked for, always in the same way (a sort with ties,
   * cut by offset, does that). In windows of one page each there is no such doubt. Nothing is staged any more.
   */
  | { readonly kind: 'suspect'; readonly totalRows: number }
  /** A window of purchases that reaches beyond what the server can tell today; nothing is staged. */
  | { readonly kind: 'clipped'; readonly until: LocalDateTime }
  /** Its pages kept disagreeing; nothing is staged any more. */
  | { readonly kind: 'unsettled'; readonly doubt: Disagreement; readonly report: WindowReport }
  /** It stayed open too long; nothing is staged any more. */
  | { readonly kind: 'too-old' }
  /** No request is left in the budget; nothing is staged any more. */
  | { readonly kind: 'out-of-budget' };

function lessSpan(greatest: UtcInstant | null, pages: readonly StagedPage[]): UtcInstant | null {
  const times = pages.flatMap(({ serverDate }) => (serverDate === null ? [] : [instantToMs(serverDate)]));
  if (greatest === null || times.length === 0) return greatest;
  return instantFromMs(instantToMs(greatest) - (Math.max(...times) - Math.min(...times)));
}

export type WindowJob = {
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  readonly earliest: LocalDateTime;
  readonly maxPages: number;
  /** False for a window that cannot be cut: it is read whatever its pages and its age. */
  readonly canDivide: boolean;
  /** What an earlier run left in staging of this very window. */
  readonly staged: StagedWindow | null;
  /** Whether so many more requests may be spent on it. */
  readonly mayAsk: (requests: number) => boolean;
  readonly onPage: (page: {
    readonly page: number;
    readonly pages: number | null;
    readonly reading: number;
  }) => void;
};

export type WindowTools = {
  readonly ledger: Caller<LedgerCalls>;
  readonly fetchPage: FetchPageWithRetry;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Requests made so far in this process. */
  readonly requestsMade: () => number;
  /** The server's time now, where an answer's own was not kept. */
  readonly serverNow: () => UtcInstant;
  readonly onRows: (rows: number) => void;
  /** The page size in effect (spec 2.3). */
  readonly onPageRows: (rows: number) => void;
};

/**
 * Rows asked for in a page of a reading. A window that cannot be cut may have equal rows on its pages: its second
 * reading cuts the pages elsewhere, so that an order of rows that depends on the page cannot make both wrong alike.
 */
function pageLimit(canDivide: boolean, reading: number): number {
  return canDivide || reading % 2 === 1 ? PAGE_ROWS : PAGE_ROWS - 203;
}

/** A window that cannot be cut and will not settle as a whole is read by parts in its last two readings (rule 3). */
const PARTS_READINGS = [MAX_READINGS + 1, MAX_READINGS + 2] as const;

/** Staged pages of parts are no pages of the whole: a reading cut off among them cannot be gone on with. */
function isReadByParts(staged: StagedWindow): boolean {
  return staged.pages.some(({ reading }) => reading > MAX_READINGS);
}

export async function readWindow(tools: WindowTools, job: WindowJob): Promise<WindowReading> {
  const { ledger, fetchPage, clock, signal } = tools;
  const { window, purpose } = job;
  if (job.staged !== null && isReadByParts(job.staged)) {
    await ledger.dropWindows({ windowIds: [job.staged.windowId] });
    return readWindow(tools, { ...job, staged: null });
  }
  const { staged } = job;
  const range = requestRange(window, job.earliest);
  const windowId = staged?.windowId ?? randomUUID();
  const requestsBefore = tools.requestsMade();
  const begunAt = clock.monotonicMs();
  const begunAtMs = clock.wallMs();
  let startedAtMs = staged?.startedAtMs ?? clock.wallMs();
  let openedAt = clock.monotonicMs() - Math.max(0, clock.wallMs() - startedAtMs);
  let isOpen = staged !== null;
  let reading = Math.max(1, ...(staged?.pages ?? []).map((page) => page.reading));
  let pages = new Map(
    (staged?.pages ?? [])
      .filter((page) => page.reading === reading)
      .map((page) => [page.page, page] as const),
  );

  const query = (page: number, filter?: DataFilter): DataQuery => ({
    date: window.field,
    from: range.from,
    to: range.to,
    page,
    limit: pageLimit(job.canDivide, reading),
    withCategories: true,
    ...(filter === undefined ? {} : { filter }),
  });
  async function stage(answer: Answer): Promise<StagedPage> {
    signal.throwIfAborted();
    if (!isOpen) {
      await ledger.openWindow({
        windowId,
        window,
        purpose,
        requestFrom: range.from,
        requestTo: range.to,
        startedAtMs,
      });
      isOpen = true;
    }
    const { meta, correlationId, table } = answer.page;
    const kept = await ledger.stagePage({
      windowId,
      reading,
      serverDate: answer.serverDate,
      page: { meta, correlationId, columns: [...table.columns], rowsJson: JSON.stringify(table.rows) },
    });
    signal.throwIfAborted();
    pages.set(kept.page, kept);
    tools.onRows(kept.count);
    return kept;
  }
  async function giveUp<R extends WindowReading>(result: R): Promise<R> {
    if (isOpen) await ledger.dropWindows({ windowIds: [windowId] });
    isOpen = false;
    return result;
  }
  const reportPage = (page: number) => job.onPage({ page, pages: pages.get(1)?.totalPages ?? null, reading });
  /** By both clocks of this machine: one stands still while it sleeps, the other may be set. */
  const isTooOld = () =>
    job.canDivide &&
    Math.max(clock.monotonicMs() - openedAt, clock.wallMs() - startedAtMs) > MAX_WINDOW_AGE_MS;
  /** By the server's own clock, which neither of them can deceive. */
  const cameTooLate = (first: StagedPage, answer: Answer) =>
    job.canDivide &&
    first.serverDate !== null &&
    Date.parse(answer.serverDate) - Date.parse(first.serverDate) > MAX_WINDOW_AGE_MS;
  const report = (): WindowReport => ({
    windowId,
    window,
    purpose,
    effort: {
      startedAtMs: begunAtMs,
      tookMs: clock.monotonicMs() - begunAt,
      requests: tools.requestsMade() - requestsBefore,
      readings: reading,
    },
    pages: pages.size,
    rows: [...pages.values()].reduce((rows, page) => rows + page.count, 0),
    correlationIds: [...pages.values()].map((page) => page.correlationId),
  });

  /** Asks for what is missing of one reading. */
  async function readPages(): Promise<WindowReading | 'complete' | 'disagrees'> {
    let first = pages.get(1);
    if (first === undefined) {
      if (!job.mayAsk(1)) return giveUp({ kind: 'out-of-budget' });
      reportPage(1);
      const answer = await fetchPage(query(1));
      const { meta } = answer.page;
      if (reading === 1) tools.onPageRows(meta.pageSize);
      if (meta.totalPages > job.maxPages && job.canDivide) {
        return giveUp({ kind: 'too-many', totalRows: meta.totalRows });
      }
      const until = readMetaTime(meta.to);
      if (window.field === 'purchase_date' && until !== null && until < window.to) {
        return giveUp({ kind: 'clipped', until });
      }
      if (!isOpen) {
        // Its age counts from its first answer: the wait for the limiter before it harms no agreement of pages.
        openedAt = clock.monotonicMs();
        startedAtMs = clock.wallMs();
      }
      first = await stage(answer);
    }
    if (!job.mayAsk(first.totalPages - pages.size)) return giveUp({ kind: 'out-of-budget' });
    for (let page = 2; page <= first.totalPages; page += 1) {
      const kept = pages.get(page);
      if (kept !== undefined) {
        if (!pageAgrees(first, kept)) return 'disagrees';
        continue;
      }
      if (isTooOld()) return giveUp({ kind: 'too-old' });
      if (!job.mayAsk(1)) return giveUp({ kind: 'out-of-budget' });
      reportPage(page);
      const answer = await fetchPage(query(page));
      // A page that disagrees ends the reading at once: the rest of it would be asked for in vain.
      if (!pageAgrees(first, answer.page.meta)) return 'disagrees';
      if (cameTooLate(first, answer)) return giveUp({ kind: 'too-old' });
      await stage(answer);
    }
    reportPage(Math.max(1, first.totalPages));
    return 'complete';
  }

  async function judge(): Promise<Settled | Exclude<Judgement, { kind: 'settled' }>> {
    const judgement = await ledger.judgeWindow({ windowId });
    signal.throwIfAborted();
    if (judgement.kind !== 'settled') return judgement;
    const first = pages.get(1);
    return {
      kind: 'settled',
      windowId,
      judgement,
      firstPageDate: first?.serverDate ?? tools.serverNow(),
      greatestUpdate: lessSpan(judgement.greatestUpdate, [...pages.values()]),
      effectiveTo: readMetaTime(first?.metaTo ?? ''),
      totalRows: first?.totalRows ?? 0,
      report: report(),
    };
  }

  /**
   * Reads the window by parts, staged as the pages of one reading that must add up to the whole: the judgement holds for
   * them what it holds for pages. Null when they change while they are read, or the server does not know the filters.
   */
  async function readByParts(): Promise<Parts | 'out-of-budget' | null> {
    try {
      return await readParts(async (filter, page) => {
        if (!job.mayAsk(1)) throw new OutOfBudget();
        reportPage(1);
        return fetchPage(query(page, filter));
      });
    } catch (error) {
      if (error instanceof OutOfBudget) return 'out-of-budget';
      if (error instanceof ApiError && error.failure.kind === 'bad-request') return null;
      throw error;
    }
  }

  /** The last readings of a window that cannot be cut. */
  async function settleByParts(lastDoubt: Disagreement): Promise<WindowReading> {
    let doubt = lastDoubt;
    for (const next of PARTS_READINGS) {
      reading = next;
      pages = new Map();
      const parts = await readByParts();
      if (parts === 'out-of-budget') return giveUp({ kind: 'out-of-budget' });
      if (parts === null) break;
      const { totalRows } = parts;
      for (const [index, answer] of parts.pages.entries()) {
        const meta = { ...answer.page.meta, page: index + 1, totalRows, totalPages: parts.pages.length };
        await stage({ ...answer, page: { ...answer.page, meta } });
      }
      const judgement = await judge();
      if (judgement.kind === 'settled') return judgement;
      doubt = judgement.doubt;
      // Rows that no filter names are not there in a second reading either.
      if (doubt === 'rows-missing') break;
    }
    return giveUp({ kind: 'unsettled', doubt, report: report() });
  }

  let doubt: Disagreement;
  for (;;) {
    const outcome = await readPages();
    if (typeof outcome === 'object') return outcome;
    let isOver = reading >= MAX_READINGS;
    if (outcome === 'complete') {
      const judgement = await judge();
      if (judgement.kind === 'settled') return judgement;
      doubt = judgement.doubt;
      if (doubt === 'equal-rows' && job.canDivide) {
        return giveUp({ kind: 'suspect', totalRows: pages.get(1)?.totalRows ?? 0 });
      }
      isOver ||= judgement.kind === 'halve';
    } else {
      doubt = 'totals';
    }
    if (isOver) {
      const isReshuffled = doubt === 'equal-rows' || doubt === 'sub-order-dates';
      if (isReshuffled && !job.canDivide) return settleByParts(doubt);
      return giveUp({ kind: 'unsettled', doubt, report: report() });
    }
    if (isTooOld()) return giveUp({ kind: 'too-old' });
    reading += 1;
    pages = new Map();
  }
}

/** Ends a reading by parts between two of its requests. */
class OutOfBudget extends Error {}
