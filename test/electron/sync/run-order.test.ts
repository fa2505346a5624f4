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
/** In the midst of a load, which has come so far. */
const loadedTo = (to: string): Partial<Checkpoint> => ({
  ...LOADED,
  history: { startedAt: utc('2026-05-20T11:50'), target: TARGET, finishedAt: null, greatestUpdate: null },
  reads: [{ from: TARGET.from, to: local(to), readAt: utc('2026-05-20T11:55') }],
});
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
  /** A request for a first page of purchases from a day on. */
  readonly onCount?: (from: string) => void;
  /** The server's Date in answers to it, where that is not the run's time. */
  readonly dated?: string | null;
  /** The latest time of the server's; the run's time where it says nothing. */
  readonly latestMs?: number | null;
  /** This machine's clock, where it is not the server's. */
  readonly wallMs?: number;
  /** Nothing was ever read. */
  readonly isNew?: boolean;
  /** Where the server's answers end. */
  readonly until?: string;
  /** The server's time is known from the first answer on. */
  readonly knowsNoTime?: boolean;
  readonly onSave?: () => void;
  /** Whether the counts of a range agree, the so-manieth time. */
  readonly agrees?: (range: string, look: number) => boolean;
  readonly staged?: readonly object[];
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
  let isTimeKnown = world.knowsNoTime !== true;
  let hasBegun = world.isNew !== true;
  const looks = new Map<string, number>();
  made.staged.push(...((world.staged ?? []) as typeof made.staged));
  const serverClock = made.run.serverClock as {
    -readonly [part in keyof typeof made.run.serverClock]: unknown;
  };
  Object.assign(serverClock, {
    nowMs: () => (isTimeKnown ? nowMs : null),
    latestMs: () => (world.latestMs === undefined ? (isTimeKnown ? nowMs : null) : world.latestMs),
    now: () => (isTimeKnown ? new Date(nowMs).toISOString() : null),
  });
  const shown = (each: string) =>
    each.split(' ').slice(0, 2).join(' ').slice(0, 'verification 2026-05-01'.length);
  const did: string[] = [];
  const queues: (readonly string[])[] = [];
  /** How much was done when it was said what comes next. */
  const queuedAt: number[] = [];
  const clocks: (readonly unknown[])[] = [];
  const run = {
    ...made.run,
    ...{ commands, account: { plan: 'pro' }, isKeyProven: () => true, onKeyProven: () => undefined },
    clock: { wallMs: () => world.wallMs ?? nowMs, monotonicMs: () => 0 },
    hasBegun: () => hasBegun,
    checkpoint: () => {
      if (!hasBegun) throw new Error('The load has not begun.');
      return made.run.checkpoint();
    },
    save: async (next: Checkpoint) => {
      world.onSave?.();
      hasBegun = true;
      await made.run.save(next);
    },
    periodMs: () => periodMs,
    reportProgress: () => undefined,
    freeBytes: async () => freeBytes,
    state: () => state,
    readState: async () => state,
    journal: {
      ...made.run.journal,
      keep: async () => undefined,
      writeControl: async () => undefined,
      writeClock: async (...told: readonly unknown[]) => void clocks.push(told),
    },
    reporter: {
      update: ({ queue: told, ...rest }: { readonly queue?: readonly { readonly kind: string }[] }) => {
        if (told !== undefined) {
          queues.push(told.map(({ kind }) => kind));
          queuedAt.push(did.length);
        }
        made.run.reporter.update(rest);
      },
    },
    staged: { ...made.run.staged, dropLeftovers: async () => void did.push('leftovers') },
    read: async (...input: Parameters<typeof made.run.read>) => {
      readings += 1;
      world.onRead?.(readings);
      nowMs += hastMs;
      isTimeKnown = true;
      did.push(shown(`${input[1]} ${input[0].from}`));
      return made.run.read(...input);
    },
    fetchPage: async ({ from }: { readonly from: string }) => {
      did.push('count');
      failIfEndless(did.length);
      world.onCount?.(from);
      isTimeKnown = true;
      return {
        page: { meta: { totalRows: 7, to: world.until ?? '' }, correlationId: 'c' },
        serverDate: world.dated === undefined ? new Date(nowMs).toISOString() : world.dated,
      };
    },
    ledger: {
      freeSeconds: async ({ points }: { readonly points: readonly string[] }) => points,
      recordControl: async (total: { readonly range: string }) => {
        const look = (looks.get(total.range) ?? 0) + 1;
        looks.set(total.range, look);
        const agrees = world.agrees?.(total.range, look) ?? true;
        return { ...total, here: agrees ? 7 : 5, agrees };
      },
      countStored: async () => 7,
    },
  };
  const end = runSync(run as never).then(
    () => 'done',
    (error: Error & { readonly code?: string; readonly failure?: { readonly kind: string } }) =>
      error.failure?.kind ?? error.code ?? error.message,
  );
  return { ...made, did, end, commands, queues, queuedAt, clocks };
}
/** Without the counts of everything at its end. */
const kindsIn = (did: readonly string[]) => readIn(did).map((each) => each.split(' ')[0]);
const readIn = (did: readonly string[]) => did.filter((each) => each !== 'count' && each !== 'leftovers');

const refusal = (
  status: number,
  words: string | null = null,
  kind: 'bad-request' | 'unauthorized' = 'bad-request',
) => new ApiError({ kind, status, words, detail: null, retryAfterMs: null, serverDate: null });

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

describe('between two readings', () => {
  const months = ['2026-03'] as Month[];

  it('changes that the user asks for are read once more', async () => {
    const made = started({
      onRead: (reading) => {
        if (reading === 1) made.commands.add({ kind: 'changes' });
      },
    });
    expect([await made.end, kindsIn(made.did)]).toEqual(['done', ['changes', 'changes']]);
  });

  it('months that are to be read again after all are declined no more', async () => {
    const { end, memory } = started({
      commands: [
        { kind: 'cancel', months: ['2026-01' as Month, ...months] },
        { kind: 'reread', months },
      ],
    });
    expect([await end, [...memory.declined]]).toEqual(['done', ['2026-01']]);
  });

  it('a command that could not be kept waits for the next run, with those behind it', async () => {
    const asked: readonly SyncCommand[] = [
      { kind: 'reread', months },
      { kind: 'check', months },
    ];
    let saves = 0;
    const { end, commands } = started({
      commands: [{ kind: 'cancel', months: ['2026-01' as Month] }, ...asked],
      checkpoint: { ...LOADED, rereads: [reread('scheduled', '2026-01-05')] },
      onSave: () => {
        saves += 1;
        if (saves > 2) throw new Error('full');
      },
    });
    expect([await end, commands.take()]).toEqual(['full', asked]);
  });

  it('a count that differs has changes read before it is made again, asked for or not', async () => {
    const asked = started({
      onRead: (reading) => {
        if (reading === 1) asked.commands.add({ kind: 'check', months });
      },
      agrees: (range, look) => range !== '2026-03' || look > 2,
    });
    expect(await asked.end).toBe('done');
    const counts = ['count', 'count'];
    expect(asked.did.map((each) => each.split(' ')[0]).slice(0, 6)).toEqual([
      ...['changes', ...counts, 'changes', ...counts],
    ]);
    const routine = started({ agrees: (range, look) => range !== 'all' || look > 2 });
    expect(await routine.end).toBe('done');
    expect(routine.did.map((each) => each.split(' ')[0]).slice(0, 6)).toEqual([
      ...['changes', ...counts, 'changes', ...counts],
    ]);
  });

  it('changes of several windows are read to their end, and it is said that they come', async () => {
    const { end, did, queues, queuedAt } = started({
      checkpoint: { ...LOADED, rereads: [reread('absence', '2026-04-02')] },
      endings: [{ kind: 'too-many', totalRows: 30_000 }],
    });
    expect(await end).toBe('done');
    const kinds = kindsIn(did);
    expect(kinds.length).toBeGreaterThan(3);
    expect(kinds.filter((kind) => kind !== 'changes')).toEqual(['reread']);
    expect(kinds.at(-1)).toBe('reread');
    const among = queues.filter((_, at) => (queuedAt[at] ?? 0) < kinds.length - 1);
    expect(among.every((queue) => queue.includes('changes'))).toBe(true);
  });

  it('what comes next is said before each, of what is verified while it waits, and of all at the end', async () => {
    const { end, did, queues, queuedAt } = started({ queue: [{ ...day('2026-04-05'), storedRows: 1 }] });
    expect(await end).toBe('done');
    const verified = did.findIndex((each) => each.startsWith('verification'));
    const saidOf = (kind: string) => queuedAt.filter((_, at) => queues[at]?.includes(kind));
    const before = queuedAt.filter((at) => at <= verified);
    expect(saidOf('verification')).toEqual([...before, did.length]);
    expect(saidOf('changes')).toEqual([0, did.length]);
  });

  it('months whose reading is long ago are read again', async () => {
    const reads = [{ ...TARGET, readAt: utc('2026-01-02T10:00') }];
    const { end, did } = started({ checkpoint: { ...LOADED, reads } });
    expect(await end).toBe('done');
    expect(kindsIn(did)).toContain('reread');
    expect(kindsIn(did)[0]).toBe('changes');
    const fresh = started();
    await fresh.end;
    expect(kindsIn(fresh.did)).toEqual(['changes']);
  });
});

describe('how far a run may go', () => {
  it('follows the plan, and is asked anew once where less was allowed', async () => {
    const moved = started({ checkpoint: { ...LOADED, earliest: '2023-01-01' as never } });
    expect([await moved.end, moved.checkpoint().earliest, moved.did[0]]).toEqual([
      ...['done', EARLIEST, 'changes 2026-05-20T11:0'],
    ]);
    const less = started({
      checkpoint: { ...LOADED, earliest: '2024-06-01' as never, earliestNotice: 'Desde 2024-06-01' },
      onCount: (from) => {
        if (from < '2024-06-01') throw refusal(400, 'Desde 2024-06-01');
      },
    });
    expect([await less.end, less.checkpoint().earliest]).toEqual(['done', '2024-06-01']);
    expect(less.did.slice(0, 3)).toEqual(['count', 'count', 'changes 2026-05-20T11:0']);
    // By itself, and only then goes on.
    expect(less.queuedAt.slice(0, 2)).toEqual([0, 2]);
  });

  it('is asked by the server’s time, and what was counted is known of what its answers reach', async () => {
    const froms: string[] = [];
    const over = { ...LOADED.history, finishedAt: null } as Checkpoint['history'];
    const { end, memory } = started({
      checkpoint: { ...LOADED, history: over },
      ...{ wallMs: Date.parse('2029-01-01T00:00:00Z'), until: '2026-05-20T00:00:00' },
      onCount: (from) => froms.push(from),
    });
    expect([await end, froms[0]]).toEqual(['done', EARLIEST]);
    expect(memory.density.overall).toEqual({
      ...{ from: startOfDay(EARLIEST), to: local('2026-05-20T00:00'), rows: 7 },
    });
    const limitless = started({ checkpoint: { ...LOADED, history: over } });
    await limitless.end;
    expect(limitless.memory.density.overall).toEqual({ ...TARGET, rows: 7 });
    const beyond = started({ checkpoint: { ...LOADED, history: over }, until: '2023-01-01T00:00:00' });
    await beyond.end;
    expect(beyond.memory.density.overall).toBeNull();
  });

  it('ends the run where it cannot be asked', async () => {
    const failing = (error: Error) =>
      started({
        ...{ isNew: true, commands: [{ kind: 'changes' } as const] },
        onCount: () => {
          throw error;
        },
      });
    for (const [error, end] of [
      [refusal(401, null, 'unauthorized'), 'unauthorized'],
      [new Error('broken'), 'broken'],
    ] as const) {
      const { end: ended, queues, did } = failing(error);
      expect([await ended, queues, did]).toEqual([end, [], ['count']]);
    }
  });
});

describe('a run that loads', () => {
  const loading = loadedTo('2026-05-01T00:00');
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

  const without = (...days: readonly string[]) => {
    const bounds = [TARGET.from, ...days.flatMap((text) => [day(text).from, day(text).to]), TARGET.to];
    return bounds.flatMap((from, at) =>
      at % 2 === 0 ? [{ from, to: bounds[at + 1] ?? TARGET.to, readAt: utc('2026-05-20T11:55') }] : [],
    );
  };

  it('reads changes once its last window is there, be it the only one, and not before', async () => {
    const one = probed({ ...loading, reads: without('2026-04-10') });
    expect(await one.end).toBe('done');
    expect(readIn(one.did).map((each) => each.split(' ')[0])).toEqual(['history', 'changes']);
    const two = probed({ ...loading, reads: without('2026-03-10', '2026-04-10') });
    expect(await two.end).toBe('done');
    expect(readIn(two.did).map((each) => each.split(' ')[0])).toEqual(['history', 'history', 'changes']);
    // What comes next says so.
    const left = two.queues.filter((queue) => queue.includes('history'));
    expect(new Set(left.map((queue) => queue.includes('changes')))).toEqual(new Set([false]));
    expect(two.queues.some((queue) => !queue.includes('history') && queue.includes('changes'))).toBe(true);
  });

  it('begins with what is asked, reads windows before changes, and tells nothing before', async () => {
    const { did, end, queuedAt, checkpoint } = started({
      ...{ isNew: true, commands: [{ kind: 'changes' }] },
      checkpoint: { reads: [] },
    });
    expect(await end).toBe('done');
    expect([did[0], queuedAt.slice(0, 2)]).toEqual(['count', [1, 2]]);
    const kinds = kindsIn(did);
    expect([...kinds.slice(0, 3), kinds.at(-1)]).toEqual(['history', 'changes', 'history', 'changes']);
    expect(checkpoint().history.target).toMatchObject({ from: TARGET.from });
  });

  it('reads changes between its windows where they are asked for, or due since it began', async () => {
    const reads = without('2026-03-10', '2026-04-10');
    const asked = probed({ ...loading, reads }, { commands: [{ kind: 'changes' }] });
    expect(await asked.end).toBe('done');
    expect(kindsIn(asked.did).slice(0, 2)).toEqual(['changes', 'history']);
    const changes = { from: utc('2026-05-20T11:00'), knownUntil: null, lastReadAt: null };
    const slow = probed(
      { ...loading, reads: without('2026-02-10', '2026-03-10', '2026-04-10'), changes },
      { periodMs: 2 * HOUR_MS, hastMs: HOUR_MS },
    );
    expect(await slow.end).toBe('done');
    expect(kindsIn(slow.did).slice(0, 3)).toEqual(['history', 'history', 'changes']);
  });

  it('goes on with the window that was left half read, and drops what is read by now', async () => {
    const staged = ['2026-03-10', '2026-03-12'].map((text) => ({
      ...{ windowId: text, purpose: 'history', window: { field: 'purchase_date', ...day(text) } },
    }));
    const { did, end, said } = probed({ ...loading, reads: without('2026-03-10', '2026-04-10') }, { staged });
    expect(await end).toBe('done');
    expect(readIn(did).slice(0, 2)).toEqual(['history 2026-03-10T00:0', 'history 2026-04-10T00:0']);
    expect(said).toEqual(expect.arrayContaining(['drop 2026-03-10', 'drop 2026-03-12']));
  });

  it('is over where nothing is left to be read, and reads changes', async () => {
    const { did, end, checkpoint } = probed({
      ...loading,
      reads: [{ ...TARGET, readAt: utc('2026-05-20T11:55') }],
    });
    expect(await end).toBe('done');
    expect([kindsIn(did), checkpoint().history.finishedAt]).toEqual([['changes'], NOW]);
  });

  it('that was over reads what was left of it, and changes but once', async () => {
    const { did, end } = started({ checkpoint: { ...LOADED, reads: without('2026-04-10') } });
    expect(await end).toBe('done');
    expect(readIn(did).map((each) => each.split(' ')[0])).toEqual(['changes', 'history']);
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
  /** The server answers from this day on. */
  function reaching(dayOfRead: (reading: number) => string | null) {
    let named: string | null = null;
    let readings = 0;
    return started({
      onRead: (reading) => {
        readings = reading;
        named = dayOfRead(reading) ?? named;
        if (dayOfRead(reading) !== null) throw refusal(400);
      },
      onCount: (from) => {
        if (readings > 0 && named !== null && from < named) throw refusal(400, `Desde ${named}`);
      },
    });
  }

  it('is learnt from: the run goes on with what the plan reaches, and reads changes anew', async () => {
    const { did, end, checkpoint } = reaching((reading) => (reading === 1 ? '2024-06-01' : null));
    expect(await end).toBe('done');
    expect(checkpoint()).toMatchObject({ earliest: '2024-06-01', earliestNotice: 'Desde 2024-06-01' });
    expect(readIn(did).map((each) => each.split(' ')[0])).toEqual(['changes']);
    expect(did.slice(0, 2)).toEqual(['count', 'count']);
  });

  it('has a load go on with its windows', async () => {
    const made = started({
      checkpoint: loadedTo('2026-04-01T00:00'),
      onRead: (reading) => {
        if (reading === 1) throw refusal(400);
      },
      onCount: (from) => {
        if (made.spends.length === 0 && from < '2024-06-01' && counts > 0)
          throw refusal(400, 'Desde 2024-06-01');
        counts += 1;
      },
    });
    let counts = 0;
    expect([await made.end, kindsIn(made.did)[0]]).toEqual(['done', 'history']);
  });

  it('of changes that a count waits for has that be made, before the load goes on', async () => {
    let isRefused = false;
    const { did, end } = started({
      checkpoint: loadedTo('2026-04-01T00:00'),
      commands: [{ kind: 'check', months: ['2026-03'] as Month[] }],
      agrees: (range, look) => range !== '2026-03' || look > 2,
      onRead: (reading) => {
        isRefused = true;
        if (reading === 1) throw refusal(400);
      },
      onCount: (from) => {
        if (isRefused && from < '2024-06-01') throw refusal(400, 'Desde 2024-06-01');
      },
    });
    expect(await end).toBe('done');
    // How far it goes, both counts, how far twice again, and both counts.
    expect(did.slice(0, 8)).toEqual([...Array(7).fill('count'), expect.stringMatching(/^history/)]);
  });

  it('is learnt from three times in a run', async () => {
    const { did, end } = reaching((reading) => `2024-0${reading + 1}-01`);
    expect(await end).toBe('bad-request');
    // From the day that the plan promises, and from the one that was named.
    expect(did).toEqual(Array(6).fill('count'));
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
      onRead: (reading) => {
        throw new Error(`broken ${reading}`);
      },
    });
    expect([await other.end, other.did]).toEqual(['broken 1', []]);
    // Who waits for a count or a search gets it from the next run.
    expect(other.commands.take()).toEqual([
      { kind: 'check', months },
      { kind: 'find', ranges: ['all'] },
    ]);
  });
});

describe('stored times after the present', () => {
  const ahead = utc('2026-05-21T18:00');
  const dated = utc('2026-05-20T12:10');
  const reads = [{ ...TARGET, readAt: ahead }];

  it('are put right by the Date of an answer where no exact time is known', async () => {
    const { did, end, clocks, checkpoint, queuedAt } = started({
      checkpoint: { ...LOADED, reads },
      ...{ latestMs: null, dated },
    });
    expect(await end).toBe('done');
    expect([did[0], queuedAt.slice(0, 2)]).toEqual(['count', [0, 1]]);
    expect(clocks).toEqual([['healed', ahead, dated]]);
    expect(checkpoint().reads.every(({ readAt }) => readAt < dated)).toBe(true);
  });

  it('are no ground to put right where no time is known, or none that is exact', async () => {
    // What the user wants is planned by the time too: it waits for it.
    const months = ['2026-03'] as Month[];
    const unknown = started({ knowsNoTime: true, commands: [{ kind: 'reread', months }] });
    expect([await unknown.end, unknown.clocks]).toEqual(['done', []]);
    expect(kindsIn(unknown.did)).toEqual(['changes', 'reread']);
    // Nothing is said of what comes next until the time is known.
    expect(unknown.queuedAt[0]).toBe(1);
    const other = started({ checkpoint: { ...LOADED, reads }, latestMs: Date.parse(NOW) - 60_000 });
    expect([await other.end, other.did[0], other.clocks.length]).toEqual(['done', 'count', 1]);
  });

  it('have changes read anew from before, at once', async () => {
    const soon = utc('2026-05-20T12:30');
    const { end, did, checkpoint } = started({
      checkpoint: {
        ...loadedTo('2026-04-01T00:00'),
        changes: { from: soon, knownUntil: soon, lastReadAt: utc('2026-05-20T11:00') },
      },
    });
    expect(await end).toBe('done');
    expect(kindsIn(did).slice(0, 2)).toEqual(['changes', 'history']);
    expect(did.find((each) => each.startsWith('changes')) ?? '').toMatch(/ 2026-05-19/);
    expect(checkpoint().history.finishedAt).not.toBeNull();
  });

  it('have them read anew once, of a server whose clock goes back with each answer too', async () => {
    const { end, did, clocks } = started({ hastMs: -HOUR_MS / 12 });
    expect(await end).toBe('done');
    expect(clocks.length).toBeGreaterThan(1);
    expect(kindsIn(did)).toEqual(['changes', 'changes']);
  });

  it('are put right by the run’s time where the answer has no Date', async () => {
    const { end, clocks } = started({ checkpoint: { ...LOADED, reads }, ...{ latestMs: null, dated: null } });
    expect([await end, clocks]).toEqual(['done', [['healed', ahead, NOW]]]);
  });

  it('are put right without a request where the time is exact', async () => {
    const { end, clocks, did } = started({ checkpoint: { ...LOADED, reads } });
    expect([await end, clocks]).toEqual(['done', [['healed', ahead, NOW]]]);
    expect(did[0]).not.toBe('count');
  });
});
