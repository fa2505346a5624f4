import { describe, expect, it } from 'vitest';
import { ApiError } from '#electron/api/failure.ts';
import { planEarliest } from '#electron/api/plan-window.ts';
import { runSync } from '#electron/sync/run/run.ts';
import { createPendingCommands, type SyncCommand } from '#electron/sync/run/sync-commands.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { HOUR_MS, type Month, startOfDay } from '#shared/domain/dates.ts';
import { type Ending, failIfEndless, local, NOW, scriptedRun, utc } from './scripted-run.ts';

/** What one run does, and in which order: of an account that is loaded, and of one that is being loaded. */

const EARLIEST = planEarliest('pro', Date.parse(NOW));
const TARGET = { from: startOfDay(EARLIEST), to: local('2026-05-21T00:00') };
const LOADED: Partial<Checkpoint> = {
  earliest: EARLIEST,
  history: {
    startedAt: utc('2026-05-20T09:00'),
    target: TARGET,
    finishedAt: utc('2026-05-20T10:00'),
    greatestUpdate: null,
  },
  reads: [{ ...TARGET, readAt: utc('2026-05-20T10:00') }],
  changes: {
    from: utc('2026-05-20T11:00'),
    knownUntil: utc('2026-05-20T11:00'),
    lastReadAt: utc('2026-05-20T11:00'),
  },
  partialBefore: TARGET.from,
};
const day = (text: string) => ({ from: local(`${text}T00:00`), to: local(`${text}T12:00`) });
const reread = (reason: string, text: string) =>
  ({ ...day(text), reason, askedAt: NOW }) as Checkpoint['rereads'][number];

type World = {
  readonly checkpoint?: Partial<Checkpoint>;
  readonly endings?: readonly Ending[];
  readonly commands?: readonly SyncCommand[];
  readonly queue?: readonly object[];
  readonly freeBytes?: number | null;
  readonly periodMs?: number | null;
  /** The server's time passes by so much with each reading. */
  readonly hastMs?: number;
  readonly onRead?: (reading: number) => void;
};

function started({
  checkpoint = LOADED,
  queue = [],
  freeBytes = null,
  periodMs = null,
  hastMs = 0,
  ...world
}: World = {}) {
  const made = scriptedRun({ checkpoint, endings: world.endings ?? [] });
  const commands = createPendingCommands();
  for (const command of world.commands ?? []) commands.add(command);
  const state = { controls: [], months: [], held: [], verificationQueue: queue, rows: 1 };
  let nowMs = Date.parse(NOW);
  let readings = 0;
  const serverClock = made.run.serverClock as {
    -readonly [part in keyof typeof made.run.serverClock]: unknown;
  };
  Object.assign(serverClock, {
    nowMs: () => nowMs,
    latestMs: () => nowMs,
    now: () => new Date(nowMs).toISOString(),
  });
  const shown = (each: string) =>
    each.split(' ').slice(0, 2).join(' ').slice(0, 'verification 2026-05-01'.length);
  const did: string[] = [];
  const run = {
    ...made.run,
    ...{ commands, account: { plan: 'pro' }, isKeyProven: () => true, onKeyProven: () => undefined },
    clock: { wallMs: () => nowMs, monotonicMs: () => 0 },
    periodMs: () => periodMs,
    reportProgress: () => undefined,
    freeBytes: async () => freeBytes,
    state: () => state,
    readState: async () => state,
    journal: { ...made.run.journal, keep: async () => undefined, writeControl: async () => undefined },
    staged: { ...made.run.staged, dropLeftovers: async () => void did.push('leftovers') },
    read: async (...input: Parameters<typeof made.run.read>) => {
      readings += 1;
      world.onRead?.(readings);
      nowMs += hastMs;
      did.push(shown(`${input[1]} ${input[0].from}`));
      return made.run.read(...input);
    },
    fetchPage: async () => {
      did.push('count');
      failIfEndless(did.length);
      return {
        page: { meta: { totalRows: 7, to: '' }, correlationId: 'c' },
        serverDate: new Date(nowMs).toISOString(),
      };
    },
    ledger: {
      freeSeconds: async ({ points }: { readonly points: readonly string[] }) => points,
      recordControl: async (total: object) => ({ ...total, here: 7, agrees: true }),
    },
  };
  const end = runSync(run as never).then(
    () => 'done',
    (error: Error & { readonly code?: string; readonly failure?: { readonly kind: string } }) =>
      error.failure?.kind ?? error.code ?? error.message,
  );
  return { ...made, did, end, commands };
}
/** Without the counts of everything at its end. */
const readIn = (did: readonly string[]) => did.filter((each) => each !== 'count' && each !== 'leftovers');

describe('a run of an account that is loaded', () => {
  it('reads what was asked for, then changes, then what waits less and less', async () => {
    const { did, end } = started({
      checkpoint: {
        ...LOADED,
        rereads: [
          reread('scheduled', '2026-04-01'),
          reread('absence', '2026-04-02'),
          reread('requested', '2026-04-03'),
        ],
        readOnce: [day('2026-04-04')],
        unsettled: [
          { field: 'updated_at', from: utc('2026-05-01T00:00'), to: utc('2026-05-01T01:00'), reason: 'rows' },
        ],
      },
      queue: [{ ...day('2026-04-05'), storedRows: 1 }],
    });
    expect(await end).toBe('done');
    expect(readIn(did)).toEqual([
      'reread 2026-04-03T00:00',
      'changes 2026-05-20T11:0',
      'reread 2026-04-02T00:00',
      'changes 2026-05-01T00:0',
      'verification 2026-04-05',
      'reread 2026-04-01T00:00',
      'reread 2026-04-04T00:00',
    ]);
    // Counts come last, and what nobody takes up is dropped.
    const counts = did.filter((each) => each === 'count').length;
    expect(counts).toBeGreaterThanOrEqual(2);
    expect(did.slice(-counts - 1)).toEqual([...Array(counts).fill('count'), 'leftovers']);
  });

  it('reads changes again as soon as they are due once more, before what waits', async () => {
    const rereads = ['2026-04-01', '2026-04-02', '2026-04-03'].map((text) => reread('requested', text));
    const { did, end } = started({
      checkpoint: { ...LOADED, rereads },
      periodMs: 2 * HOUR_MS,
      hastMs: HOUR_MS,
    });
    expect(await end).toBe('done');
    const [first, second, third, ...others] = readIn(did).map((each) => each.split(' ')[0]);
    expect([first, second, third]).toEqual(['reread', 'reread', 'changes']);
    expect(others).toContain('reread');
    const never = started({ checkpoint: { ...LOADED, rereads }, hastMs: HOUR_MS });
    await never.end;
    expect(
      readIn(never.did)
        .map((each) => each.split(' ')[0])
        .slice(0, 4),
    ).toEqual([...['reread', 'reread', 'reread', 'changes']]);
  });

  it('does what the user asks for between two windows, and forgets what was taken off', async () => {
    const months = ['2026-03'] as Month[];
    const made = started({
      checkpoint: { ...LOADED, rereads: [reread('scheduled', '2026-04-01')] },
      commands: [
        { kind: 'check', months },
        { kind: 'reread', months },
      ],
    });
    expect(await made.end).toBe('done');
    expect(readIn(made.did)[0]).toBe('reread 2026-03-01T00:00');
    // Both counts of the month come before the changes.
    expect(made.did.slice(1, 3)).toEqual(['count', 'count']);
    const cancelled = started({
      checkpoint: {
        ...LOADED,
        rereads: [reread('requested', '2026-03-05'), reread('scheduled', '2026-03-06')],
      },
      commands: [{ kind: 'cancel', months }],
    });
    await cancelled.end;
    expect([readIn(cancelled.did).map((each) => each.split(' ')[0]), [...cancelled.memory.declined]]).toEqual(
      [['changes'], months],
    );
    const wanted = started({
      commands: [
        { kind: 'cancel', months: ['2026-01' as Month, ...months] },
        { kind: 'find', ranges: months },
      ],
    });
    await wanted.end;
    expect([...wanted.memory.declined]).toEqual(['2026-01']);
  });

  it('takes up what comes while it ends', async () => {
    const later = started({ onRead: () => undefined });
    const months = ['2026-03'] as Month[];
    const made = started({
      onRead: (reading) => {
        if (reading === 1) made.commands.add({ kind: 'reread', months });
      },
    });
    expect([await made.end, await later.end]).toEqual(['done', 'done']);
    expect(readIn(made.did).map((each) => each.split(' ')[0])).toEqual(['changes', 'reread']);
    expect([made.commands.hasAny(), readIn(later.did).length]).toEqual([false, 1]);
    expect(made.activities.at(-1)).toBeNull();
  });
});

describe('a run that loads', () => {
  const loading: Partial<Checkpoint> = {
    ...LOADED,
    history: { startedAt: utc('2026-05-20T11:50'), target: TARGET, finishedAt: null, greatestUpdate: null },
    reads: [{ from: TARGET.from, to: local('2026-05-01T00:00'), readAt: utc('2026-05-20T11:55') }],
  };
  const probed = (checkpoint: Partial<Checkpoint>, more: World = {}) => started({ checkpoint, ...more });

  it('asks how far it may go, reads what is left, and the changes since it began', async () => {
    const { did, end, checkpoint } = probed({ ...loading, readOnce: [day('2026-04-04')] });
    expect(await end).toBe('done');
    const kinds = did.map((each) => each.split(' ')[0]);
    expect(kinds[0]).toBe('count');
    const reads = kinds.filter((kind) => kind !== 'count' && kind !== 'leftovers');
    expect(new Set(reads.slice(0, -1))).toEqual(new Set(['history']));
    // What came once is confirmed by a later run.
    expect(reads.at(-1)).toBe('changes');
    expect(checkpoint().history.finishedAt).not.toBeNull();
    expect(checkpoint().readOnce).toHaveLength(1);
  });

  it('begins no window on a disk that is nearly full', async () => {
    const room = 256 * 1024 * 1024;
    const short = probed(loading, { freeBytes: room - 1 });
    expect([await short.end, readIn(short.did)]).toEqual(['storage-full', []]);
    expect(await probed(loading, { freeBytes: room }).end).toBe('done');
    // What is loaded needs no such room.
    expect(await started({ freeBytes: 0 }).end).toBe('done');
  });
});

describe('a window that the server refuses', () => {
  const refusal = (status: number) =>
    new ApiError({
      kind: 'bad-request',
      status,
      words: null,
      detail: null,
      retryAfterMs: null,
      serverDate: null,
    });

  it('ends the run where the plan reaches as far as was thought', async () => {
    const { did, end } = started({
      onRead: () => {
        throw refusal(400);
      },
    });
    expect(await end).toBe('bad-request');
    expect(did).toEqual(['count']);
    const months = ['2026-03'] as Month[];
    const other = started({
      checkpoint: { ...LOADED, rereads: [reread('requested', '2026-04-03')] },
      commands: [
        { kind: 'check', months },
        { kind: 'find', ranges: ['all'] },
      ],
      onRead: () => {
        throw new Error('broken');
      },
    });
    expect([await other.end, other.did]).toEqual(['broken', []]);
    // Who waits for a count or a search gets it from the next run.
    expect(other.commands.take()).toEqual([
      { kind: 'check', months },
      { kind: 'find', ranges: ['all'] },
    ]);
  });
});
