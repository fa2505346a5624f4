import type { TextSource } from '#renderer/data/client/export-run.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { instantFromMs } from '#shared/domain/dates.ts';
import { type CsvFormat, csvHead, csvLines, type SheetCell } from '#shared/domain/spreadsheet.ts';
import { runResult } from './run-messages.ts';

/** The history as a file: a line for every window of every run; a run without windows is a line of its own. */

const RUNS_A_CHUNK = 25;

type HistoryReader = {
  readonly readRuns: (input: {
    readonly offset: number;
    readonly limit: number;
    readonly onlyNoted: boolean;
  }) => Promise<{ readonly total: number; readonly runs: readonly RunEntry[] }>;
  readonly readRunWindows: (input: { readonly runId: string }) => Promise<readonly RunWindow[]>;
};

/** Names of the program's own: the same in every language, as the API's column keys are. */
const HEADER = [
  'run_id',
  'run_started_utc',
  'run_ended_utc',
  'run_trigger',
  'run_purpose',
  'run_outcome',
  'run_result',
  'run_failure',
  'run_server_words',
  'run_requests',
  'run_retries',
  'run_notices',
  'window_started_utc',
  'window_kind',
  'window_field',
  'window_from',
  'window_to',
  'window_requests',
  'window_readings',
  'window_pages',
  'window_rows',
  'window_orders_new',
  'window_orders_changed',
  'window_rows_removed',
  'window_rows_held',
  'window_took_ms',
  'window_outcome',
  'window_detail',
  'correlation_ids',
] as const;

const words = (text: string | null): SheetCell => ({ text: text ?? '' });
const count = (value: number): SheetCell => ({ figure: String(value) });
const NOTHING: SheetCell = { text: '' };

function runCells(run: RunEntry, text: Text): readonly SheetCell[] {
  return [
    words(run.runId),
    words(instantFromMs(run.startedAtMs)),
    words(run.endedAtMs === null ? null : instantFromMs(run.endedAtMs)),
    words(run.trigger),
    words(run.purpose),
    words(run.outcome),
    words(runResult(run, text).words),
    words(run.failure?.code ?? null),
    words(run.failure?.words ?? null),
    count(run.requests),
    count(run.retries),
    count(run.notices),
  ];
}

function windowCells(window: RunWindow): readonly SheetCell[] {
  return [
    words(instantFromMs(window.startedAtMs)),
    words(window.kind),
    words(window.field),
    words(window.from),
    words(window.to),
    count(window.requests),
    count(window.readings),
    count(window.pages),
    count(window.rows),
    count(window.ordersNew),
    count(window.ordersChanged),
    count(window.rowsRemoved),
    count(window.rowsHeld),
    count(Math.round(window.tookMs)),
    words(window.outcome),
    words(window.detail),
    words(window.correlationIds.join(' ')),
  ];
}

/** The lines of a run: as many as it has windows, at least one. */
export function historyLines(
  run: RunEntry,
  windows: readonly RunWindow[],
  text: Text,
): readonly (readonly SheetCell[])[] {
  const own = runCells(run, text);
  if (windows.length === 0) return [[...own, ...HEADER.slice(own.length).map(() => NOTHING)]];
  return windows.map((window) => [...own, ...windowCells(window)]);
}

/** The CSV of the history as it is listed, read a few runs at a time. `lines` counts runs. */
export async function openHistoryCsv(
  data: HistoryReader,
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
