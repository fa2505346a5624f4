import { describe, expect, test } from 'vitest';
import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import type { ControlCount, LedgerState } from '#shared/contract/ledger.ts';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import type { Month } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { everyNth } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { withWritesCutAfter } from './cut-writes.ts';
import {
  COLUMNS_SENT,
  changes,
  checkpoint,
  commitOf,
  local,
  NO_LISTENERS,
  openWindow,
  pagesOf,
  purchases,
  row,
  utc,
} from './ledger-fixtures.ts';

/** Whatever instant the page dies at, the next start shows the state before or after a commit, and goes on. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const DAY = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
const VERIFIED = purchases('2026-03-10T12:00:00.000', '2026-03-20T08:00:00.001');

const kept = row({ Orden: 'B' });
const moved = row({ Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-03-20T08:00:00.000' });
const changed = row({ Orden: 'A', Ventas: '90.00', 'Fecha de actualización': '2026-03-21T10:00:00.000Z' });

/** Each so manieth write of a step. */
const STRIDE = everyNth(2);

type Step = (ledger: Ledger) => unknown;

const RUN: RunEntry = {
  runId: 'run-1',
  trigger: 'start',
  purpose: 'history',
  startedAtMs: 1_770_000_000_000,
  endedAtMs: 1_770_000_060_000,
  outcome: 'done',
  failure: null,
  requests: 5,
  retries: 0,
  backOffMs: 0,
  rowsRead: 4,
  ordersNew: 2,
  ordersChanged: 1,
  windows: 2,
  notices: 0,
};
const CONTROL_WINDOW: RunWindow = {
  runId: 'run-1',
  windowId: 'k1',
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
  outcome: 'differs',
  detail: '2/3',
  correlationIds: ['k'],
};
const CONTROL: ControlCount = {
  range: '2026-03' as Month,
  scope: 'everything',
  from: local('2026-03-01T00:00:00.000'),
  to: local('2026-03-31T23:59:59.000'),
  there: 3,
  checkedAt: utc('2026-04-01T00:00:00.000Z'),
  correlationId: 'k',
};

/** A whole sync in steps: a window of purchases, a window of changes verified by another. */
const STEPS: readonly Step[] = [
  ({ calls }) => calls.saveCheckpoint(checkpoint('2025-01-01')),
  ({ calls }) => calls.openWindow(openWindow('w1', MARCH)),
  ...pagesOf('w1', MARCH, [row({ Orden: 'A' }), moved, kept]).map(
    (page): Step =>
      ({ calls }) =>
        calls.stagePage(page),
  ),
  ({ calls }) => calls.judgeWindow({ windowId: 'w1' }),
  ({ calls }) => calls.commitWindow(commitOf('w1', { checkpoint: checkpoint('2025-02-01') })),
  ({ calls }) => calls.openWindow(openWindow('c1', DAY)),
  ...pagesOf('c1', DAY, [changed], { pages: 1 }).map(
    (page): Step =>
      ({ calls }) =>
        calls.stagePage(page),
  ),
  ({ calls }) => calls.judgeWindow({ windowId: 'c1' }),
  ({ calls }) => calls.openWindow(openWindow('v1', VERIFIED)),
  ...pagesOf('v1', VERIFIED, [changed, kept]).map(
    (page): Step =>
      ({ calls }) =>
        calls.stagePage(page),
  ),
  ({ calls }) => calls.judgeWindow({ windowId: 'v1' }),
  ({ calls }) =>
    calls.commitWindow(commitOf('c1', { verifiedBy: ['v1'], checkpoint: checkpoint('2025-03-01') })),
  ({ calls }) => calls.writeRun(RUN),
  ({ calls }) => calls.writeRunWindow(CONTROL_WINDOW),
  ({ calls }) => calls.recordControl(CONTROL),
  ({ calls }) => calls.openWindow(openWindow('r1', MARCH, 'reread')),
  ...pagesOf('r1', MARCH, [kept], { pages: 1 }).map(
    (page): Step =>
      ({ calls }) =>
        calls.stagePage(page),
  ),
  ({ calls }) => calls.judgeWindow({ windowId: 'r1' }),
  ({ calls }) => calls.commitWindow(commitOf('r1', { completes: ['2026-03' as Month] })),
  ({ calls }) =>
    calls.resolveMissing({
      month: '2026-03' as Month,
      decision: 'remove',
      decidedAt: utc('2026-04-05T09:00:00.000Z'),
    }),
];

type Snapshot = {
  readonly state: LedgerState;
  readonly rows: readonly string[];
  readonly changes: number;
  readonly runs: unknown;
};

async function snapshot(ledger: Ledger): Promise<Snapshot> {
  const query = { selection: EVERYTHING, grouping: 'rows', sort: null, columns: COLUMNS_SENT } as const;
  const { lines } = createQueries(ledger.store).lines(query, 0, 1000);
  return {
    state: await ledger.calls.readState(null),
    rows: lines.map(({ cells }) => JSON.stringify(cells)).sort(),
    changes: (await ledger.reads.changes()).size,
    runs: [
      await ledger.reads.runs({ offset: 0, limit: 9, onlyNoted: false }),
      (await ledger.reads.runWindows('run-1')).map(({ windowId, outcome }) => [windowId, outcome]),
    ],
  };
}

function open(accountId: string): Promise<Ledger> {
  return openLedger(accountId, NO_LISTENERS);
}

let runs = 0;
/** What an uninterrupted run shows before each step and at the end. */
async function uninterrupted(): Promise<readonly Snapshot[]> {
  runs += 1;
  const ledger = await open(`uninterrupted-${runs}`);
  const shots = [await snapshot(ledger)];
  for (const step of STEPS) {
    await step(ledger);
    shots.push(await snapshot(ledger));
  }
  ledger.close();
  return shots;
}

describe('a page that is killed', () => {
  test('between any two steps, with the last acknowledgement lost, goes on to the same end', async () => {
    const shots = await uninterrupted();
    expect(shots.at(-1)?.rows).toEqual(
      [kept].map((values) => JSON.stringify(COLUMNS_SENT.map((key) => values[key] ?? null))).sort(),
    );
    for (const killAfter of STEPS.keys()) {
      const account = `killed-${killAfter}`;
      const first = await open(account);
      for (const step of STEPS.slice(0, killAfter + 1)) await step(first);
      first.close();
      const second = await open(account);
      expect(await snapshot(second), `after step ${killAfter}`).toEqual(shots[killAfter + 1]);
      // The acknowledgement was lost: the last step is asked for again.
      for (const step of STEPS.slice(killAfter)) await step(second);
      expect(await snapshot(second), `after step ${killAfter}`).toEqual(shots.at(-1));
      second.close();
    }
  });

  test('at any write of any step shows the state before it, and the step can be done again', async () => {
    const shots = await uninterrupted();
    for (const [index, step] of STEPS.entries()) {
      for (let allowed = index % STRIDE; ; allowed += STRIDE) {
        const account = `cut-${index}-${allowed}`;
        const ledger = await open(account);
        for (const earlier of STEPS.slice(0, index)) await earlier(ledger);
        const cut = await withWritesCutAfter(allowed, () => step(ledger));
        ledger.close();
        const next = await open(account);
        expect(await snapshot(next), `step ${index}, ${allowed} writes`).toEqual(
          shots[cut.failed ? index : index + 1],
        );
        if (cut.failed) {
          expect(cut.code).toBe('storage-full');
          await step(next);
          expect(await snapshot(next)).toEqual(shots[index + 1]);
        }
        next.close();
        if (!cut.failed) {
          expect(allowed, `step ${index}`).toBeGreaterThan(0);
          break;
        }
      }
    }
  });

  test('a write that fails leaves the open ledger as it was', async () => {
    const shots = await uninterrupted();
    const commitAt = 5;
    const ledger = await open('goes-on');
    for (const step of STEPS.slice(0, commitAt)) await step(ledger);
    const cut = await withWritesCutAfter(3, () => STEPS[commitAt]?.(ledger));
    expect(cut).toEqual({ failed: true, code: 'storage-full' });
    expect(await snapshot(ledger)).toEqual(shots[commitAt]);
    for (const step of STEPS.slice(commitAt)) await step(ledger);
    expect(await snapshot(ledger)).toEqual(shots.at(-1));
    ledger.close();
  });
});
