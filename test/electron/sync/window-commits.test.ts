import { describe, expect, it } from 'vitest';
import { commitWindow } from '#electron/sync/run/commit-window.ts';

/** What a committed window asks of the ledger, and what is told of it. */

const MARCH = { from: '2026-03-01T00:00:00.000', to: '2026-04-01T00:00:00.000' };
const RESULT = {
  ...{ rowsAdded: 7, rowsRemoved: 2, rowsHeld: 0 },
  ...{ ordersNew: 3, ordersChanged: 4, ordersUnchanged: 5, ordersQueued: 6 },
};

type Parts = {
  readonly result?: object;
  readonly purpose?: string;
  readonly field?: string;
  readonly rereads?: readonly object[];
  /** What the load has still to read after it. */
  readonly target?: typeof MARCH | null;
  readonly held?: readonly object[];
  readonly verifiedBy?: readonly string[];
};

async function committed(parts: Parts = {}) {
  const {
    result = {},
    purpose = 'reread',
    field = 'purchase_date',
    rereads = [],
    target = null,
    held = [],
  } = parts;
  const said: unknown[] = [];
  let input: { readonly [name: string]: unknown } = {};
  const next = { rereads };
  const skip = [MARCH];
  const run = {
    ledger: {
      commitWindow: async (given: typeof input) => {
        input = given;
        return { ...RESULT, ...result };
      },
    },
    journal: { entry: () => ({ runId: 'r' }), add: (counts: object) => said.push(counts) },
    progress: { endWindow: () => said.push('end'), addStored: (rows: number) => said.push(`stored ${rows}`) },
    reporter: { update: (facts: object) => said.push(facts) },
    signal: new AbortController().signal,
    historyFacts: () => (target === null ? null : { ...FACTS, target, skip }),
    setCheckpoint: (given: unknown) => said.push(given === next ? 'checkpoint' : given),
    reportProgress: () => said.push('progress'),
    state: () => ({ held }),
    readState: async () => void said.push('state'),
  };
  const settled = (windowId: string) => ({
    windowId,
    report: { window: { field, ...MARCH }, purpose, effort: { requests: 9 } },
  });
  const verifiedBy = (parts.verifiedBy ?? []).map(settled);
  const given = await commitWindow(run as never, settled('w') as never, verifiedBy as never, next as never);
  expect(given).toEqual({ ...RESULT, ...result });
  return { input, said, next };
}
const FACTS = {
  ...{
    earliest: '2025-01-01',
    serverNowMs: Date.parse('2026-05-20T12:00:00.000Z'),
    authoritativeUntil: null,
  },
  ...{ cuts: [], reads: [], density: { overall: null, learnt: [], stored: [] } },
  size: { maxPages: 10, pageRows: 500, hasTwins: false },
};

describe('a window that is committed', () => {
  it('names its run, its verifications and what it took, and tells what came of it', async () => {
    const { input, said, next } = await committed({ verifiedBy: ['v1', 'v2'] });
    expect(input).toMatchObject({
      windowId: 'w',
      verifiedBy: ['v1', 'v2'],
      runId: 'r',
      effort: { requests: 9 },
    });
    expect(input.checkpoint).toBe(next);
    expect(said).toEqual([
      { ordersNew: 3, ordersChanged: 4, windows: 3, notices: 0 },
      ...['end', 'stored 5', 'checkpoint'],
      { ordersToVerify: 6 },
      'progress',
    ]);
  });

  it('reads the ledger again where rows wait for the user, or did', async () => {
    const { said } = await committed({ result: { rowsHeld: 1 } });
    expect(said[0]).toEqual({ ordersNew: 3, ordersChanged: 4, windows: 1, notices: 1 });
    expect(said.at(-1)).toBe('state');
    expect((await committed({ held: [{}] })).said.at(-1)).toBe('state');
    expect((await committed()).said).not.toContain('state');
  });

  it('completes the months of purchases of which nothing is left to read', async () => {
    const completes = async (parts: Parts) => (await committed(parts)).input.completes;
    expect(await completes({})).toEqual(['2026-03']);
    expect(await completes({ purpose: 'history' })).toEqual(['2026-03']);
    // One that verifies orders looked for those alone; changes are of no month.
    expect(await completes({ purpose: 'verification' })).toEqual([]);
    expect(await completes({ field: 'updated_at' })).toEqual([]);
    const half = { from: '2026-03-10T00:00:00.000', to: '2026-03-12T00:00:00.000', reason: 'requested' };
    expect(await completes({ rereads: [half] })).toEqual([]);
    // What the load tried in vain is still to be read.
    expect(await completes({ target: MARCH })).toEqual([]);
    const before = { from: '2026-01-01T00:00:00.000', to: '2026-02-01T00:00:00.000' };
    expect(await completes({ target: before })).toEqual(['2026-03']);
  });
});
