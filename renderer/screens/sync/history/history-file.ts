import type { DataReader } from '#renderer/data/client/data-calls.ts';
import type { SheetKind, TableColumn, TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { instantFromMs } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { runResult } from './run-messages.ts';

/** The history as a table: a line for every window of every run; a run without windows is a line of its own. Pure. */

export type ReadRun = { readonly run: RunEntry; readonly windows: readonly RunWindow[] };

type RunColumn = readonly [name: string, kind: SheetKind, cell: (run: RunEntry, text: Text) => Cell];
type WindowColumn = readonly [name: string, kind: SheetKind, cell: (window: RunWindow) => Cell];

/** Their names are the program's own: the same in every language, as the API's column keys are. */
const RUN_COLUMNS: readonly RunColumn[] = [
  ['run_id', 'text', ({ runId }) => runId],
  ['run_started_utc', 'utc-datetime', ({ startedAtMs }) => instantFromMs(startedAtMs)],
  [
    'run_ended_utc',
    'utc-datetime',
    ({ endedAtMs }) => (endedAtMs === null ? null : instantFromMs(endedAtMs)),
  ],
  ['run_trigger', 'text', ({ trigger }) => trigger],
  ['run_purpose', 'text', ({ purpose }) => purpose],
  ['run_outcome', 'text', ({ outcome }) => outcome],
  ['run_result', 'text', (run, text) => runResult(run, text).words],
  ['run_failure', 'text', ({ failure }) => failure?.code ?? null],
  ['run_server_words', 'text', ({ failure }) => failure?.words ?? null],
  ['run_requests', 'count', ({ requests }) => String(requests)],
  ['run_retries', 'count', ({ retries }) => String(retries)],
  ['run_notices', 'count', ({ notices }) => String(notices)],
];

/** The bounds are text: of changes they are UTC, of purchases local to the channel, and a column of dates is of one zone. */
const WINDOW_COLUMNS: readonly WindowColumn[] = [
  ['window_started_utc', 'utc-datetime', ({ startedAtMs }) => instantFromMs(startedAtMs)],
  ['window_kind', 'text', ({ kind }) => kind],
  ['window_field', 'text', ({ field }) => field],
  ['window_from', 'text', ({ from }) => from],
  ['window_to', 'text', ({ to }) => to],
  ['window_requests', 'count', ({ requests }) => String(requests)],
  ['window_readings', 'count', ({ readings }) => String(readings)],
  ['window_pages', 'count', ({ pages }) => String(pages)],
  ['window_rows', 'count', ({ rows }) => String(rows)],
  ['window_orders_new', 'count', ({ ordersNew }) => String(ordersNew)],
  ['window_orders_changed', 'count', ({ ordersChanged }) => String(ordersChanged)],
  ['window_rows_removed', 'count', ({ rowsRemoved }) => String(rowsRemoved)],
  ['window_rows_held', 'count', ({ rowsHeld }) => String(rowsHeld)],
  ['window_took_ms', 'count', ({ tookMs }) => String(Math.round(tookMs))],
  ['window_outcome', 'text', ({ outcome }) => outcome],
  ['window_detail', 'text', ({ detail }) => detail],
  ['correlation_ids', 'text', ({ correlationIds }) => correlationIds.join(' ')],
];

export function historyTable(read: readonly ReadRun[], text: Text): WholeTable {
  const all = read.flatMap(({ windows }) => windows);
  const column = (name: string, kind: SheetKind): TableColumn => ({ name, kind, total: null });
  return {
    name: text('history.heading'),
    keyColumns: 2,
    columns: [
      // A run's own counts stand in each of its lines: they are no parts of a sum.
      ...RUN_COLUMNS.map(([name, kind]) => column(name, kind)),
      ...WINDOW_COLUMNS.map(([name, kind, cell]): TableColumn => {
        if (kind !== 'count') return column(name, kind);
        const value = String(all.reduce((sum, window) => sum + Number(cell(window)), 0));
        return { name, kind, total: { kind: 'sum', value } };
      }),
    ],
    lines: read.flatMap(({ run, windows }): readonly TableLine[] => {
      const own = RUN_COLUMNS.map(([, , cell]) => cell(run, text));
      if (windows.length === 0) return [{ cells: [...own, ...WINDOW_COLUMNS.map(() => null)] }];
      return windows.map((window) => ({
        cells: [...own, ...WINDOW_COLUMNS.map(([, , cell]) => cell(window))],
      }));
    }),
  };
}

const RUNS_AT_ONCE = 25;

/** The history as it is listed: each run once, also where one begins meanwhile and pushes the others back. */
export async function readHistory(
  data: Pick<DataReader, 'readRuns' | 'readRunWindows'>,
  onlyNoted: boolean,
): Promise<readonly ReadRun[]> {
  const read = new Map<string, ReadRun>();
  for (let offset = 0; ; offset += RUNS_AT_ONCE) {
    const { runs } = await data.readRuns({ offset, limit: RUNS_AT_ONCE, onlyNoted });
    for (const run of runs) {
      if (read.has(run.runId)) continue;
      read.set(run.runId, { run, windows: await data.readRunWindows({ runId: run.runId }) });
    }
    if (runs.length < RUNS_AT_ONCE) return [...read.values()];
  }
}
