import { describe, expect, test } from 'vitest';
import { cellText, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { historyTable, readHistory } from '#renderer/screens/sync/history/history-file.ts';
import {
  boundsTitle,
  detailMessage,
  ordersMessage,
  runDelay,
  runFailure,
  runResult,
  runTook,
  windowRange,
  windowResult,
} from '#renderer/screens/sync/history/run-messages.ts';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { failure, MINUTE, NOW, run, runWindow } from './sync-fixtures.ts';

describe('a run', () => {
  test.each([
    [run(), 'good', 'Hecha'],
    [run({ notices: 1 }), 'caution', 'Hecha, 1 aviso'],
    [run({ notices: 4 }), 'caution', 'Hecha, 4 avisos'],
    [run({ outcome: 'running', endedAtMs: null }), 'info', 'En curso'],
    [run({ outcome: 'paused' }), 'info', 'En pausa'],
    [run({ outcome: 'cut-off', endedAtMs: null }), 'caution', 'Interrumpida'],
    [run({ outcome: 'failed', failure: failure('unreachable') }), 'bad', 'Sin conexión'],
    [run({ outcome: 'failed', failure: failure('other-company') }), 'bad', 'Clave de otra empresa'],
    [run({ outcome: 'failed' }), 'bad', 'Fallida'],
  ] as const)('says how it ended', (one, tone, words) => {
    expect(runResult(one, text)).toEqual({ tone, words });
  });

  test('says what slowed it down, if anything did', () => {
    expect(runDelay(run(), text)).toBeNull();
    expect(runDelay(run({ retries: 3, backOffMs: 61_000 }), text)).toEqual({
      short: '3 reintentos',
      long: '3 reintentos, esperó 1 min 1 s',
    });
    const long = (backOffMs: number) => runDelay(run({ retries: 1, backOffMs }), text)?.long;
    expect([300, 999, 1000].map(long)).toEqual(['1 reintento', '1 reintento', '1 reintento, esperó 1 s']);
  });

  test('tells a failure whole', () => {
    expect(runFailure(run({ outcome: 'failed', failure: failure('storage-full') }), text)).toContain(
      'Libera espacio en disco',
    );
    expect(runFailure(run(), text)).toBeNull();
  });

  test('says how long it took, or has taken', () => {
    expect(runTook(run({ startedAtMs: NOW, endedAtMs: NOW + 112_000 }), NOW, text)).toBe('1 min 52 s');
    expect(runTook(run({ startedAtMs: NOW - 5 * MINUTE, endedAtMs: null }), NOW, text)).toBe('5 min 0 s');
    expect(runTook(run({ startedAtMs: NOW, endedAtMs: NOW - 900 }), NOW, text)).toBe('< 1 s');
  });

  test('counts its orders', () => {
    expect(ordersMessage({ ordersNew: 7102, ordersChanged: 0 }, text, formats)).toBe('7.102 nuevas');
    expect(ordersMessage({ ordersNew: 1, ordersChanged: 1 }, text, formats)).toBe('1 nueva, 1 cambiada');
    expect(ordersMessage({ ordersNew: 0, ordersChanged: 0 }, text, formats)).toBeNull();
  });
});

describe('a window', () => {
  test.each([
    [runWindow(), 'good', 'Hecha'],
    [runWindow({ readings: 2 }), 'caution', 'Leída 2 veces'],
    [runWindow({ rowsHeld: 414, readings: 2 }), 'caution', '414 filas por decidir'],
    [runWindow({ rowsHeld: 1 }), 'caution', '1 fila por decidir'],
    [runWindow({ outcome: 'unsettled', readings: 6 }), 'bad', 'Sin acuerdo'],
    [runWindow({ kind: 'control', outcome: 'agrees' }), 'good', 'Mismo número'],
    [runWindow({ kind: 'control', outcome: 'differs' }), 'caution', 'Difiere'],
    [runWindow({ kind: 'clock', outcome: 'doubted' }), 'caution', 'Hora no creída'],
    [runWindow({ kind: 'clock', outcome: 'healed' }), 'caution', 'Horas guardadas corregidas'],
  ] as const)('says how it ended', (one, tone, words) => {
    expect(windowResult(one, text, formats)).toEqual({ tone, words });
  });
});

describe('the history as a file', () => {
  const cells = (table: WholeTable, column: string) => {
    const at = table.columns.findIndex(({ name }) => name === column);
    return table.lines.map((line) => cellText(line.cells[at]));
  };

  test('a line for every window, and one for a run without any; all equally wide, windows counted once', () => {
    const table = historyTable(
      [
        { run: run(), windows: [runWindow({ rows: 3 }), runWindow({ windowId: 'w2', rows: 4 })] },
        { run: run({ outcome: 'failed', failure: failure('bad-request', 'no; "such"') }), windows: [] },
      ],
      text,
    );
    expect(table.lines).toHaveLength(3);
    expect(new Set(table.lines.map((line) => line.cells.length))).toEqual(new Set([table.columns.length]));
    expect(cells(table, 'window_rows')).toEqual(['3', '4', null]);
    expect(table.columns.find(({ name }) => name === 'window_rows')?.total).toEqual({
      kind: 'sum',
      value: '7',
    });
    expect(cells(table, 'run_server_words')).toEqual([null, null, 'no; "such"']);
  });

  test('has all of a run and of a window, each in its column', () => {
    const failed = run({
      ...{ runId: 'r9', trigger: 'user', purpose: 'history', startedAtMs: NOW, endedAtMs: null },
      ...{ outcome: 'failed', failure: failure('bad-request', 'no'), requests: 7, retries: 2, notices: 3 },
    });
    const own = {
      ...{ run_id: 'r9', run_started_utc: new Date(NOW).toISOString(), run_ended_utc: null },
      ...{ run_trigger: 'user', run_purpose: 'history', run_outcome: 'failed' },
      ...{ run_result: runResult(failed, text).words, run_failure: 'bad-request', run_server_words: 'no' },
      ...{ run_requests: '7', run_retries: '2', run_notices: '3' },
    };
    const window = runWindow({
      ...{ kind: 'control', field: 'purchase_date', from: 'f', to: 't', startedAtMs: NOW + MINUTE },
      ...{ requests: 1, readings: 2, pages: 3, rows: 4, ordersNew: 5, ordersChanged: 6, rowsRemoved: 7 },
      ...{ rowsHeld: 8, tookMs: 12.6, outcome: 'differs', detail: 'd', correlationIds: ['c1', 'c2'] },
    });
    const of = {
      ...{ window_started_utc: new Date(NOW + MINUTE).toISOString(), window_kind: 'control' },
      ...{ window_field: 'purchase_date', window_from: 'f', window_to: 't', window_requests: '1' },
      ...{ window_readings: '2', window_pages: '3', window_rows: '4', window_orders_new: '5' },
      ...{ window_orders_changed: '6', window_rows_removed: '7', window_rows_held: '8' },
      ...{ window_took_ms: '13', window_outcome: 'differs', window_detail: 'd', correlation_ids: 'c1 c2' },
    };
    const { columns, lines, keyColumns } = historyTable(
      [
        { run: failed, windows: [window] },
        { run: { ...failed, endedAtMs: NOW }, windows: [] },
      ],
      text,
    );
    const told = lines.map((line) =>
      Object.fromEntries(columns.map(({ name }, at) => [name, cellText(line.cells[at])])),
    );
    const none = Object.fromEntries(Object.keys(of).map((name) => [name, null]));
    expect(told).toEqual([
      { ...own, ...of },
      { ...own, run_ended_utc: new Date(NOW).toISOString(), ...none },
    ]);
    expect(keyColumns).toBe(2);
    // Runs stand in every line of theirs; what windows count is summed.
    expect(columns.filter(({ total }) => total !== null).map(({ name, total }) => [name, total])).toEqual(
      [
        ...['requests', 'readings', 'pages', 'rows', 'orders_new', 'orders_changed'],
        ...['rows_removed', 'rows_held', 'took_ms'],
      ].map((name) => [
        `window_${name}`,
        { kind: 'sum', value: String(of[`window_${name}` as keyof typeof of]) },
      ]),
    );
  });

  test('holds every run once, also when one begins while it is read', async () => {
    const runs: RunEntry[] = Array.from({ length: 60 }, (_, index) => run({ runId: `r${index}` }));
    const asked: (readonly [number, number, boolean])[] = [];
    const opened: string[] = [];
    const read = await readHistory(
      {
        readRuns: async ({ offset, limit, onlyNoted }) => {
          asked.push([offset, limit, onlyNoted]);
          const page = { total: runs.length, noted: 0, runs: runs.slice(offset, offset + limit) };
          runs.unshift(run({ runId: `late${runs.length}` }));
          return page;
        },
        readRunWindows: async ({ runId }) => {
          opened.push(runId);
          return [runWindow({ runId })];
        },
      },
      true,
    );
    expect(new Set(opened).size).toBe(opened.length);
    expect(asked).toEqual([0, 25, 50].map((offset) => [offset, 25, true]));
    const ids = cells(historyTable(read, text), 'run_id');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id?.startsWith('r'))).toHaveLength(60);
  });

  test('an empty history has no lines', async () => {
    const read = await readHistory(
      { readRuns: async () => ({ total: 0, noted: 0, runs: [] }), readRunWindows: async () => [] },
      true,
    );
    expect(historyTable(read, text).lines).toEqual([]);
  });
});

describe('a window of the history', () => {
  const started = Date.parse('2026-11-22T14:00:00Z');
  const viewOf = (part: Partial<Parameters<typeof windowRange>[0]>) =>
    windowRange(runWindow({ startedAtMs: started, ...part }), text, formats);

  test('never reaches into the future: what was asked for does, and stands in its title', () => {
    const changes = { kind: 'changes', field: 'updated_at', from: '2026-11-22T13:00:00.000Z' } as const;
    expect(viewOf({ ...changes, to: '2026-11-23T14:00:00.000Z' })).toBe('desde 22-11 13:00 UTC');
    expect(viewOf({ ...changes, to: '2026-11-22T13:30:00.000Z' })).toBe('22-11 13:00 – 13:30 UTC');
    const made = { from: '2026-10-05T13:04:00.000Z', to: '2026-10-06T14:05:00.000Z' };
    const madeAt = formatMoment(machineLocal(Date.parse(made.from)), formats.dates);
    expect(viewOf({ ...changes, kind: 'restore', ...made })).toBe(text('history.restored', { made: madeAt }));
    const purchases = { kind: 'history', field: 'purchase_date', from: '2026-11-01T00:00:00.000' } as const;
    expect(viewOf({ ...purchases, to: '2026-12-01T00:00:00.000' })).toBe('compras de 1–22 nov 2026');
    expect(viewOf({ ...purchases, from: '2026-10-01T00:00:00.000', to: '2026-11-01T00:00:00.000' })).toBe(
      'compras de oct 2026',
    );
    // A window of a month that has not begun when it is read is told as it was asked for.
    const ahead = { ...purchases, from: '2026-12-01T00:00:00.000', to: '2027-01-01T00:00:00.000' } as const;
    expect(viewOf(ahead)).toBe('compras de dic 2026');
    const untilNow = (to: string) => viewOf({ ...changes, to });
    expect([untilNow('2026-11-22T14:01:00.000Z'), untilNow('2026-11-22T14:01:00.001Z')]).toEqual([
      ...['22-11 13:00 – 14:01 UTC', 'desde 22-11 13:00 UTC'],
    ]);
    const window = runWindow({ ...purchases, to: '2026-12-01T00:00:00.000', startedAtMs: started });
    expect(boundsTitle(window, text, formats)).toBe(
      '01-11-2026 00:00:00 a 01-12-2026 00:00:00, hora local del canal',
    );
  });

  test('says its detail in words: both counts of a control, both times of a clock', () => {
    const detail = (said: string | null) => detailMessage(runWindow({ detail: said }), text, formats);
    expect(detail('everything: 52246 / 52240')).toBe('Sin filtros: 52.246 en la API, 52.240 aquí');
    expect(detail('dashboard: 1 / 0')).toBe('Equivalente al dashboard: 1 en la API, 0 aquí');
    expect(detail('2026-11-22T13:00:00.000Z / 2026-11-20T09:30:00.000Z')).toBe(
      '22-11-2026 13:00 UTC, no creída; vale 20-11-2026 09:30 UTC',
    );
    expect(detail('otra cosa')).toBe('otra cosa');
    expect(detail(null)).toBeNull();
  });
});
