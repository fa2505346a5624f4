import type { DataCaller } from '#renderer/data/api.ts';
import type { TextSource } from '#renderer/data/client/export-run.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { instantFromMs } from '#shared/domain/dates.ts';
import { type CsvFormat, csvHead, csvLines, type SheetCell } from '#shared/domain/spreadsheet.ts';
import { runResult } from './run-messages.ts';

/** The history as a file: a line for every window of every run; a run without windows is a line of its own. */

const RUNS_A_CHUNK = 25;

const words = (text: string | null): SheetCell => ({ text: text ?? '' });
const count = (value: number): SheetCell => ({ figure: String(value) });

type RunColumn = readonly [name: string, cell: (run: RunEntry, text: Text) => SheetCell];
type WindowColumn = readonly [name: string, cell: (window: RunWindow) => SheetCell];

/** Their names are the program's own: the same in every language, as the API's column keys are. */
const RUN_COLUMNS: readonly RunColumn[] = [
  ['run_id', ({ runId }) => words(runId)],
  ['run_started_utc', ({ startedAtMs }) => words(instantFromMs(startedAtMs))],
  ['run_ended_utc', ({ endedAtMs }) => words(endedAtMs === null ? null : instantFromMs(endedAtMs))],
  ['run_trigger', ({ trigger }) => words(trigger)],
  ['run_purpose', ({ purpose }) => words(purpose)],
  ['run_outcome', ({ outcome }) => words(outcome)],
  ['run_result', (run, text) => words(runResult(run, text).words)],
  ['run_failure', ({ failure }) => words(failure?.code ?? null)],
  ['run_server_words', ({ failure }) => words(failure?.words ?? null)],
  ['run_requests', ({ requests }) => count(requests)],
  ['run_retries', ({ retries }) => count(retries)],
  ['run_notices', ({ notices }) => count(notices)],
];
const WINDOW_COLUMNS: readonly WindowColumn[] = [
  ['window_started_utc', ({ startedAtMs }) => words(instantFromMs(startedAtMs))],
  ['window_kind', ({ kind }) => words(kind)],
  ['window_field', ({ field }) => words(field)],
  ['window_from', ({ from }) => words(from)],
  ['window_to', ({ to }) => words(to)],
  ['window_requests', ({ requests }) => count(requests)],
  ['window_readings', ({ readings }) => count(readings)],
  ['window_pages', ({ pages }) => count(pages)],
  ['window_rows', ({ rows }) => count(rows)],
  ['window_orders_new', ({ ordersNew }) => count(ordersNew)],
  ['window_orders_changed', ({ ordersChanged }) => count(ordersChanged)],
  ['window_rows_removed', ({ rowsRemoved }) => count(rowsRemoved)],
  ['window_rows_held', ({ rowsHeld }) => count(rowsHeld)],
  ['window_took_ms', ({ tookMs }) => count(Math.round(tookMs))],
  ['window_outcome', ({ outcome }) => words(outcome)],
  ['window_detail', ({ detail }) => words(detail)],
  ['correlation_ids', ({ correlationIds }) => words(correlationIds.join(' '))],
];
const HEADER = [...RUN_COLUMNS, ...WINDOW_COLUMNS].map(([name]) => name);

/** The lines of a run: one for each of its windows; without windows, one whose window is blank. */
export function historyLines(
  run: RunEntry,
  windows: readonly RunWindow[],
  text: Text,
): readonly (readonly SheetCell[])[] {
  const own = RUN_COLUMNS.map(([, cell]) => cell(run, text));
  if (windows.length === 0) return [[...own, ...WINDOW_COLUMNS.map(() => words(null))]];
  return windows.map((window) => [...own, ...WINDOW_COLUMNS.map(([, cell]) => cell(window))]);
}

/** The CSV of the history as it is listed, read a few runs at a time. `lines` counts runs. */
export async function openHistoryCsv(
  data: Pick<DataCaller, 'readRuns' | 'readRunWindows'>,
  onlyNoted: boolean,
  format: CsvFormat,
  text: Text,
): Promise<TextSource> {
  const { total } = await data.readRuns({ offset: 0, limit: 1, onlyNoted });
  let offset = 0;
  let ended = false;
  // A run that began meanwhile pushes the others back: none is written twice.
  const written = new Set<string>();
  return {
    lines: total,
    next: async () => {
      if (ended) return null;
      const { runs } = await data.readRuns({ offset, limit: RUNS_A_CHUNK, onlyNoted });
      const first = offset === 0;
      offset += runs.length;
      ended = runs.length < RUNS_A_CHUNK;
      if (runs.length === 0 && !first) return null;
      const lines: (readonly SheetCell[])[] = [];
      for (const run of runs) {
        if (written.has(run.runId)) continue;
        written.add(run.runId);
        lines.push(...historyLines(run, await data.readRunWindows({ runId: run.runId }), text));
      }
      return { text: (first ? csvHead(HEADER, format) : '') + csvLines(lines, format), linesDone: offset };
    },
    close: async () => {},
  };
}
