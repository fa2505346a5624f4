import { describe, expect, test } from 'vitest';
import { KEPT_RUNS } from '#renderer/data/storage/commit/run-log.ts';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import { changes, checkpoint, commitOf, openWindow, pagesOf, purchases, row } from './ledger-fixtures.ts';
import { freshAccount, open, read, stage } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const ALL = { offset: 0, limit: 100, onlyNoted: false };

function run(number: number, over: Partial<RunEntry> = {}): RunEntry {
  return {
    runId: `run-${number}`,
    trigger: 'schedule',
    purpose: 'changes',
    startedAtMs: 1_770_000_000_000 + number * 60_000,
    endedAtMs: 1_770_000_000_500 + number * 60_000,
    outcome: 'done',
    failure: null,
    requests: 3,
    retries: 0,
    backOffMs: 0,
    rowsRead: 10,
    ordersNew: 0,
    ordersChanged: 0,
    windows: 1,
    notices: 0,
    ...over,
  };
}

function control(windowId: string, over: Partial<RunWindow> = {}): RunWindow {
  return {
    runId: 'run-1',
    windowId,
    kind: 'control',
    field: 'purchase_date',
    from: '2026-03-01T00:00:00',
    to: '2026-03-31T23:59:59',
    startedAtMs: 1_770_000_000_000,
    tookMs: 10,
    requests: 1,
    readings: 1,
    pages: 1,
    rows: 0,
    ordersNew: 0,
    ordersChanged: 0,
    rowsRemoved: 0,
    rowsHeld: 0,
    outcome: 'agrees',
    detail: '3/3',
    correlationIds: ['c'],
    ...over,
  };
}

describe('the history of runs', () => {
  test('tells runs newest first, and those worth a look by themselves', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.writeRun(run(1));
    await ledger.calls.writeRun(run(3, { retries: 2 }));
    await ledger.calls.writeRun(run(2, { notices: 1 }));
    const failure = { code: 'unreachable', words: null, status: null, atMs: 1 } as const;
    await ledger.calls.writeRun(run(4, { outcome: 'failed', failure }));
    const all = await ledger.reads.runs(ALL);
    expect(all).toMatchObject({ total: 4, noted: 3 });
    expect(all.runs.map(({ runId }) => runId)).toEqual(['run-4', 'run-3', 'run-2', 'run-1']);
    const noted = await ledger.reads.runs({ offset: 1, limit: 1, onlyNoted: true });
    expect(noted).toMatchObject({ total: 3, noted: 3, runs: [{ runId: 'run-3' }] });
  });

  test('replaces a run that is written again, and marks one that was cut off', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.writeRun(run(1, { outcome: 'running', endedAtMs: null }));
    await ledger.calls.writeRun(run(2, { outcome: 'running', endedAtMs: null }));
    await ledger.calls.writeRun(run(1));
    ledger.close();
    const again = await open(account);
    const { runs, noted } = await again.reads.runs(ALL);
    expect(runs.map(({ runId, outcome }) => [runId, outcome])).toEqual([
      ['run-2', 'cut-off'],
      ['run-1', 'done'],
    ]);
    expect(noted).toBe(1);
  });

  test('has an entry for every window of a commit, written with it', async () => {
    const ledger = await open(freshAccount());
    await read(ledger, 'w1', MARCH, [
      row({ Orden: 'A' }),
      row({ Orden: 'A', 'Nro. suborden': 'S-2' }),
      row({ Orden: 'B' }),
    ]);
    const day = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
    const changed = row({ Orden: 'A', Ventas: '9', 'Fecha de actualización': '2026-03-21T10:00:00.000Z' });
    await stage(ledger, 'c1', day, [changed], { pages: 1 });
    const range = purchases('2026-03-10T12:00:00.000', '2026-03-10T12:00:00.001');
    await stage(ledger, 'v1', range, [changed, row({ Orden: 'B' })], { purpose: 'verification' });
    await ledger.calls.commitWindow(
      commitOf('c1', {
        verifiedBy: ['v1'],
        runId: 'run-2',
        effort: { startedAtMs: 1_770_000_000_001, tookMs: 900, requests: 4, readings: 2 },
      }),
    );
    expect(await ledger.reads.runWindows('run-1')).toMatchObject([
      {
        windowId: 'w1',
        kind: 'history',
        field: 'purchase_date',
        from: MARCH.from,
        to: MARCH.to,
        pages: 2,
        rows: 3,
        ordersNew: 2,
        requests: 2,
        outcome: 'committed',
        correlationIds: ['w1-1-1', 'w1-1-2'],
      },
    ]);
    expect(await ledger.reads.runWindows('run-2')).toMatchObject([
      {
        windowId: 'v1',
        kind: 'verification',
        requests: 2,
        rows: 2,
        ordersChanged: 0,
        correlationIds: ['v1-1-1', 'v1-1-2'],
      },
      {
        windowId: 'c1',
        kind: 'changes',
        tookMs: 900,
        requests: 4,
        readings: 2,
        ordersChanged: 1,
        rowsRemoved: 2,
      },
    ]);
  });

  test('counts the rows and pages of the reading that settled a window, not of those before it', async () => {
    const ledger = await open(freshAccount());
    const rows = [row({ Orden: 'A' }), row({ Orden: 'B' })];
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const [first] = pagesOf('w1', MARCH, rows);
    const again = pagesOf('w1', MARCH, rows, { reading: 2 });
    for (const page of first === undefined ? again : [first, ...again]) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(await ledger.reads.runWindows('run-1')).toMatchObject([{ windowId: 'w1', pages: 2, rows: 2 }]);
  });

  test('counts the readings of a verification, its requests and its time, of what was staged', async () => {
    const ledger = await open(freshAccount());
    const rows = [row({ Orden: 'A' }), row({ Orden: 'B' })];
    await read(ledger, 'w1', MARCH, rows);
    const day = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
    const changed = row({ Orden: 'A', Ventas: '9', 'Fecha de actualización': '2026-03-21T10:00:00.000Z' });
    await stage(ledger, 'c1', day, [changed], { pages: 1 });
    const range = purchases('2026-03-10T12:00:00.000', '2026-03-10T12:00:00.001');
    await ledger.calls.openWindow(openWindow('v1', range, 'verification'));
    const [lost] = pagesOf('v1', range, [changed]);
    const again = pagesOf('v1', range, [changed, row({ Orden: 'B' })], { reading: 2 });
    for (const page of lost === undefined ? again : [lost, ...again]) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'v1' });
    await ledger.calls.commitWindow(commitOf('c1', { verifiedBy: ['v1'], runId: 'run-2' }));
    expect((await ledger.reads.runWindows('run-2')).find(({ windowId }) => windowId === 'v1')).toMatchObject({
      ...{ kind: 'verification', requests: 3, readings: 2, pages: 2, rows: 2, outcome: 'committed' },
    });
  });

  test('takes windows that were read for nothing, once each', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.writeRunWindow(control('k1'));
    await ledger.calls.writeRunWindow(control('k1', { outcome: 'differs', detail: '3/4' }));
    await ledger.calls.writeRunWindow(control('k0', { startedAtMs: 1_770_000_000_001 }));
    await ledger.calls.writeRunWindow(control('k2', { runId: 'run-10' }));
    // As the app's are called.
    await ledger.calls.writeRunWindow(control('0f2c', { startedAtMs: 1_769_999_999_999 }));
    expect(await ledger.reads.runWindows('run-1')).toMatchObject([
      { windowId: '0f2c' },
      { windowId: 'k1', outcome: 'differs' },
      { windowId: 'k0', outcome: 'agrees' },
    ]);
  });

  test('keeps the last thousand runs and their windows', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.writeRunWindow(control('old', { runId: 'run-0' }));
    for (let number = 0; number <= KEPT_RUNS; number += 1) await ledger.calls.writeRun(run(number));
    const { total, runs } = await ledger.reads.runs({ offset: KEPT_RUNS - 1, limit: 5, onlyNoted: false });
    expect(total).toBe(KEPT_RUNS);
    expect(runs.map(({ runId }) => runId)).toEqual(['run-1']);
    expect(await ledger.reads.runWindows('run-0')).toEqual([]);
  });

  test('every note is told, and a commit that changes no figure too', async () => {
    let noted = 0;
    let committed = 0;
    const ledger = await open(freshAccount(), {
      onMetadataChanged: () => {
        noted += 1;
      },
      onCommitted: () => {
        committed += 1;
      },
    });
    await ledger.calls.writeRun(run(1));
    await ledger.calls.writeRunWindow(control('k1'));
    await ledger.calls.saveCheckpoint(checkpoint());
    expect([noted, committed]).toEqual([3, 0]);
    await read(ledger, 'w1', MARCH, [row({})], { pages: 1 });
    expect([noted, committed]).toEqual([3, 1]);
    await read(ledger, 'w2', MARCH, [row({})], { pages: 1 });
    expect([noted, committed]).toEqual([4, 1]);
  });
});
