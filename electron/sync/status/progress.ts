import type { SyncProgress } from '#shared/contract/app.ts';
import { type SyncWindow, windowEndMs, windowStartMs } from '#shared/domain/window.ts';
import { predictRows } from '../plan/density.ts';
import { countMonths, type HistoryFacts, planHistory } from '../plan/history.ts';

/** The window that is being read: rows at hand, the page asked for, and how many its first page promised. */
type WindowBeingRead = {
  readonly window: SyncWindow;
  readonly rows: number;
  readonly page: number;
  readonly pages: number | null;
};

/** How far the load is (rule 10). The pages left are the planned windows' shares of the server's total, where known. */
function progressOf(options: {
  readonly facts: HistoryFacts;
  readonly rowsStored: number;
  readonly pagesRead: number;
  readonly being: WindowBeingRead | null;
}): Omit<SyncProgress, 'secondsLeft'> {
  const { facts, rowsStored, pagesRead, being } = options;
  const months = countMonths(facts);
  const current = being?.window.field === 'purchase_date' ? being.window : null;
  const left = planHistory(current === null ? facts : { ...facts, skip: [...facts.skip, current] });
  const expected = left.map((window) => predictRows(facts.density, window));
  const known = expected.filter((rows) => rows !== null);
  const sum = known.reduce((total, rows) => total + rows, 0);
  const { overall } = facts.density;
  const ofCurrent = being === null ? 0 : being.pages === null ? 1 : being.pages - being.page + 1;
  const rowsOfCurrent = being?.pages == null ? 0 : being.pages * facts.size.pageRows;
  const rowsLeft = overall === null ? sum : Math.max(0, overall.rows - rowsStored - rowsOfCurrent);
  const lengths = left.map((window) => windowEndMs(window) - windowStartMs(window));
  const length = lengths.reduce((total, one) => total + one, 0);
  const pages = left.map((_, index) => {
    const share = sum > 0 ? (expected[index] ?? 0) / sum : (lengths[index] ?? 0) / Math.max(1, length);
    return Math.max(1, Math.ceil((rowsLeft * share) / facts.size.pageRows));
  });
  const hasBasis = overall !== null || known.length === left.length;
  return {
    rowsRead: rowsStored + (being?.rows ?? 0),
    pagesRead,
    monthsDone: months.done,
    monthsTotal: months.total,
    pagesLeft: hasBasis ? pages.reduce((total, one) => total + one, ofCurrent) : null,
  };
}

/** The progress of the load as one run tells it, while its windows are read and committed. */
export type LoadProgress = ReturnType<typeof createLoadProgress>;

export function createLoadProgress(
  report: (progress: ReturnType<typeof progressOf> | null) => void,
  rowsAtStart: number,
) {
  let rowsStored = rowsAtStart;
  let pagesRead = 0;
  let being: WindowBeingRead | null = null;
  return {
    beginWindow: (window: SyncWindow): void => {
      being = { window, rows: 0, page: 1, pages: null };
    },
    /** A page is asked for: the first one begins a reading anew. */
    askPage: (page: number, pages: number | null): void => {
      if (being !== null) being = { ...being, page, pages, rows: page === 1 ? 0 : being.rows };
    },
    addPage: (rows: number): void => {
      pagesRead += 1;
      if (being !== null) being = { ...being, rows: being.rows + rows };
    },
    endWindow: (): void => {
      being = null;
    },
    /** So many rows more are stored, or fewer. */
    addStored: (rows: number): void => {
      rowsStored += rows;
    },
    /** Nothing is told once the load is over. */
    report: (facts: HistoryFacts, isLoading: boolean): void => {
      report(isLoading ? progressOf({ facts, rowsStored, pagesRead, being }) : null);
    },
  };
}
