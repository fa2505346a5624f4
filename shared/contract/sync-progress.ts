import type { SyncStatus } from './app.ts';

/** Share of the historical load that is done, 0 to 1; null where nothing is being loaded or it cannot be told. */
export function progressShare(status: SyncStatus): number | null {
  const { progress } = status;
  if (progress === null || status.state === 'idle' || status.historyComplete) return null;
  if (progress.pagesLeft !== null && progress.pagesRead + progress.pagesLeft > 0)
    return progress.pagesRead / (progress.pagesRead + progress.pagesLeft);
  return progress.monthsTotal > 0 ? Math.min(1, progress.monthsDone / progress.monthsTotal) : null;
}
