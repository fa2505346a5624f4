import type { SyncStatus } from './app.ts';

/** A sync is under way: its rows are read and written, or it waits to ask for more. */
export function isSyncing({ state }: Pick<SyncStatus, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}

/** Share of the historical load that is done, 0 to 1; null where nothing is being loaded or it cannot be told. */
export function progressShare(status: SyncStatus): number | null {
  const { progress } = status;
  if (progress === null || status.state === 'idle' || status.historyComplete) return null;
  if (progress.pagesLeft !== null && progress.pagesRead + progress.pagesLeft > 0)
    return progress.pagesRead / (progress.pagesRead + progress.pagesLeft);
  return progress.monthsTotal > 0 ? Math.min(1, progress.monthsDone / progress.monthsTotal) : null;
}
