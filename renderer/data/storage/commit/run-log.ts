import type { RunsPage, RunsQuery } from '#renderer/data/model/runs.ts';
import type { LedgerDatabase, PageRecord, WindowRecord } from '#renderer/data/storage/database/database.ts';
import type { CommitResult } from '#shared/contract/ledger.ts';
import type { RunEntry, RunWindow, WindowEffort } from '#shared/contract/run-log.ts';

/** The history of runs and of their windows, the last thousand runs. The writes run inside the caller's transaction. */

export const KEPT_RUNS = 1000;

/** Writes a run as it stands; runs beyond those kept go, with their windows. */
export async function putRun(database: LedgerDatabase, run: RunEntry): Promise<void> {
  await database.runs.put(run);
  const surplus = (await database.runs.count()) - KEPT_RUNS;
  if (surplus <= 0) return;
  const gone = await database.runs.orderBy('startedAtMs').limit(surplus).primaryKeys();
  await database.runs.bulkDelete(gone);
  for (const runId of gone) await windowsOfRun(database, runId).delete();
}

/** A run that goes on while a ledger is only just being opened was cut off: the app was closed or killed. */
export async function markCutOff(
  database: LedgerDatabase,
  write: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const running = await database.runs.where('outcome').equals('running').toArray();
  if (running.length === 0) return;
  await write(() => database.runs.bulkPut(running.map((run) => ({ ...run, outcome: 'cut-off' as const }))));
}

function windowsOfRun(database: LedgerDatabase, runId: string) {
  return database.runWindows.where('[runId+windowId]').between([runId, ''], [runId, '\uffff']);
}

export async function readRunWindows(database: LedgerDatabase, runId: string): Promise<readonly RunWindow[]> {
  const windows = await windowsOfRun(database, runId).toArray();
  return windows.sort((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Worth a look: it failed, was cut off, had to ask again, or found something. */
function isNoted({ failure, notices, retries, outcome }: RunEntry): boolean {
  return failure !== null || notices > 0 || retries > 0 || outcome === 'cut-off' || outcome === 'failed';
}

export async function readRuns(
  database: LedgerDatabase,
  { offset, limit, onlyNoted }: RunsQuery,
): Promise<RunsPage> {
  const all = await database.runs.orderBy('startedAtMs').reverse().toArray();
  const noted = all.filter(isNoted);
  const shown = onlyNoted ? noted : all;
  return { total: shown.length, noted: noted.length, runs: shown.slice(offset, offset + limit) };
}

type CommittedWindow = { readonly window: WindowRecord; readonly pages: readonly PageRecord[] };

/** The entry of the window a commit was about; the commit's result is said there. */
export function mainEntry(
  runId: string,
  committed: CommittedWindow,
  effort: WindowEffort,
  { ordersNew, ordersChanged, rowsRemoved, rowsHeld }: CommitResult,
): RunWindow {
  return { ...outlineOf(runId, committed), ...effort, ordersNew, ordersChanged, rowsRemoved, rowsHeld };
}

/** The entry of a window that verified another: what it took is told by its own staged pages. */
export function verificationEntry(runId: string, committed: CommittedWindow): RunWindow {
  const { window, pages } = committed;
  const endedAtMs = Math.max(window.startedAtMs, ...pages.map(({ stagedAtMs }) => stagedAtMs));
  return {
    ...outlineOf(runId, committed),
    startedAtMs: window.startedAtMs,
    tookMs: endedAtMs - window.startedAtMs,
    requests: pages.length,
    readings: Math.max(0, ...pages.map(({ reading }) => reading)),
    ordersNew: 0,
    ordersChanged: 0,
    rowsRemoved: 0,
    rowsHeld: 0,
  };
}

function outlineOf(runId: string, { window, pages }: CommittedWindow) {
  const settled = pages.filter(({ reading }) => reading === window.settledReading);
  return {
    runId,
    windowId: window.windowId,
    kind: window.purpose,
    ...window.window,
    pages: settled.length,
    rows: settled.reduce((sum, { count }) => sum + count, 0),
    outcome: 'committed' as const,
    detail: null,
    correlationIds: pages.map(({ correlationId }) => correlationId),
  };
}
