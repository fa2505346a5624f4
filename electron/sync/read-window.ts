import { randomUUID } from 'node:crypto';
import type {
  Judgement,
  LedgerCalls,
  StagedPage,
  StagedWindow,
  WindowPurpose,
} from '#shared/bridge/ledger.ts';
import type { Caller } from '#shared/bridge/rpc.ts';
import { type LocalDateTime, parseLocalDateTime, type UtcInstant } from '#shared/dates.ts';
import { type Disagreement, MAX_READINGS, pageAgrees } from '#shared/windows/readings.ts';
import { MAX_WINDOW_AGE_MS, requestRange, type SyncWindow } from '#shared/windows/window.ts';
import type { DataQuery } from '../api/client.ts';
import type { Clock } from '../api/clock.ts';
import type { Answer, Ask } from './ask.ts';
import { PAGE_ROWS } from './plan-history.ts';

/** Reads one window to its judgement: page by page into staging, again when its pages disagree (rule 3). */

export type Settled = {
  readonly kind: 'settled';
  readonly windowId: string;
  readonly judgement: Extract<Judgement, { kind: 'settled' }>;
  /** The server's clock at the first page of the reading that settled it. */
  readonly firstPageDate: UtcInstant;
  /** `meta.to` of that page: the window speaks no further. */
  readonly effectiveTo: LocalDateTime | null;
  readonly totalRows: number;
  /** It held equal rows on different pages, and a second reading held them too. */
  readonly wasSuspect: boolean;
};

export type WindowReading =
  | Settled
  /** More pages than a window may have; nothing is staged. */
  | {
      readonly kind: 'too-many';
      readonly totalPages: number;
      readonly totalRows: number;
      readonly firstPageDate: UtcInstant;
    }
  /** A window of purchases that reaches beyond what the server can tell today; nothing is staged. */
  | { readonly kind: 'clipped'; readonly until: LocalDateTime }
  /** Its pages kept disagreeing; nothing is staged any more. */
  | { readonly kind: 'unsettled'; readonly doubt: Disagreement }
  /** It stayed open too long; nothing is staged any more. */
  | { readonly kind: 'too-old' }
  /** No request is left in the budget; nothing is staged any more. */
  | { readonly kind: 'out-of-budget' };

export type WindowJob = {
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  readonly earliest: LocalDateTime;
  readonly maxPages: number;
  /** False for a window that cannot be cut: it is read whatever its pages and its age. */
  readonly canDivide: boolean;
  /** What an earlier run left in staging of this very window. */
  readonly staged: StagedWindow | null;
  readonly mayAsk: () => boolean;
  readonly onPage: (page: {
    readonly page: number;
    readonly pages: number | null;
    readonly reading: number;
  }) => void;
};

export type WindowTools = {
  readonly ledger: Caller<LedgerCalls>;
  readonly ask: Ask;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The server's time now, where an answer's own was not kept. */
  readonly serverNow: () => UtcInstant;
  readonly onRows: (rows: number) => void;
  /** The page size in effect (spec 2.3). */
  readonly onPageRows: (rows: number) => void;
};

export async function readWindow(tools: WindowTools, job: WindowJob): Promise<WindowReading> {
  const { ledger, ask, clock, signal } = tools;
  const { window, staged } = job;
  const range = requestRange(window, job.earliest);
  const windowId = staged?.windowId ?? randomUUID();
  let startedAtMs = staged?.startedAtMs ?? clock.wallMs();
  let openedAt = clock.monotonicMs() - Math.max(0, clock.wallMs() - startedAtMs);
  let isOpen = staged !== null;
  let reading = Math.max(1, ...(staged?.pages ?? []).map((page) => page.reading));
  let pages = new Map(
    (staged?.pages ?? [])
      .filter((page) => page.reading === reading)
      .map((page) => [page.page, page] as const),
  );

  const query = (page: number): DataQuery => ({
    date: window.field,
    from: range.from,
    to: range.to,
    page,
    limit: PAGE_ROWS,
    withCategories: true,
  });
  async function stage(answer: Answer): Promise<StagedPage> {
    signal.throwIfAborted();
    if (!isOpen) {
      await ledger.openWindow({
        windowId,
        window,
        purpose: job.purpose,
        requestFrom: range.from,
        requestTo: range.to,
        startedAtMs,
      });
      isOpen = true;
    }
    const kept = await ledger.stagePage({
      windowId,
      reading,
      serverDate: answer.serverDate,
      page: answer.page,
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
  const tell = (page: number) => job.onPage({ page, pages: pages.get(1)?.totalPages ?? null, reading });
  const isTooOld = () => job.canDivide && clock.monotonicMs() - openedAt > MAX_WINDOW_AGE_MS;

  /** Asks for what is missing of one reading. */
  async function readPages(): Promise<WindowReading | 'complete' | 'disagrees'> {
    let first = pages.get(1);
    if (first === undefined) {
      if (!job.mayAsk()) return giveUp({ kind: 'out-of-budget' });
      tell(1);
      const answer = await ask(query(1));
      const { meta } = answer.page;
      tools.onPageRows(meta.pageSize);
      if (meta.totalPages > job.maxPages && job.canDivide) {
        const { totalPages, totalRows } = meta;
        return giveUp({ kind: 'too-many', totalPages, totalRows, firstPageDate: answer.serverDate });
      }
      const until = parseLocalDateTime(meta.to);
      if (window.field === 'purchase_date' && until !== undefined && until < window.to) {
        return giveUp({ kind: 'clipped', until });
      }
      if (!isOpen) {
        // Its age counts from its first answer: the wait for the limiter before it harms no agreement of pages.
        openedAt = clock.monotonicMs();
        startedAtMs = clock.wallMs();
      }
      first = await stage(answer);
    }
    for (let page = 2; page <= first.totalPages; page += 1) {
      const kept = pages.get(page);
      if (kept !== undefined) {
        if (!pageAgrees(first, kept)) return 'disagrees';
        continue;
      }
      if (isTooOld()) return giveUp({ kind: 'too-old' });
      if (!job.mayAsk()) return giveUp({ kind: 'out-of-budget' });
      tell(page);
      const answer = await ask(query(page));
      // A page that disagrees ends the reading at once: the rest of it would be asked for in vain.
      if (!pageAgrees(first, answer.page.meta)) return 'disagrees';
      await stage(answer);
    }
    tell(Math.max(1, first.totalPages));
    return 'complete';
  }

  let doubt: Disagreement | null = null;
  for (;;) {
    const outcome = await readPages();
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'complete') {
      const judgement = await ledger.judgeWindow({ windowId });
      signal.throwIfAborted();
      if (judgement.kind === 'settled') {
        const first = pages.get(1);
        return {
          kind: 'settled',
          windowId,
          judgement,
          firstPageDate: first?.serverDate ?? tools.serverNow(),
          effectiveTo: parseLocalDateTime(first?.metaTo ?? '') ?? null,
          totalRows: first?.totalRows ?? 0,
          wasSuspect: doubt === 'equal-rows',
        };
      }
      doubt = judgement.doubt;
      if (judgement.kind === 'halve') return giveUp({ kind: 'unsettled', doubt });
    } else {
      doubt = 'totals';
    }
    if (reading >= MAX_READINGS) return giveUp({ kind: 'unsettled', doubt });
    if (isTooOld()) return giveUp({ kind: 'too-old' });
    reading += 1;
    pages = new Map();
  }
}
