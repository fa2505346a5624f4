import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLimiter, createLimiters, type Lease, type Limiter } from '#electron/api/limiter.ts';
import { fileLimiterStorage, inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import type { Waiting } from '#shared/contract/app.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { createManualClock } from './manual-clock.ts';

const LIMITS = { perMinute: 2, perDay: 5 };
const never = new AbortController().signal;

/** Acquires in the background and keeps what came of it. */
function ask(limiter: Limiter, signal: AbortSignal = never) {
  const asked: { lease: Lease | null; failed: unknown; waits: (Waiting | null)[] } = {
    lease: null,
    failed: null,
    waits: [],
  };
  limiter
    .acquire(signal, (waiting) => asked.waits.push(waiting))
    .then(
      (lease) => {
        asked.lease = lease;
      },
      (reason) => {
        asked.failed = reason;
      },
    );
  return asked;
}

describe('limiter', () => {
  it('grants in order, and says until when the next one waits', async () => {
    const time = createManualClock();
    const limiter = createLimiter({
      name: 'a',
      limits: LIMITS,
      clock: time.clock,
      storage: inMemoryLimiterStorage(),
    });
    const asked = [ask(limiter), ask(limiter), ask(limiter), ask(limiter)];
    await time.settle();
    expect(asked.map((one) => one.lease !== null)).toEqual([true, true, false, false]);
    expect(asked[2]?.waits).toEqual([{ reason: 'minute-limit', untilMs: null }]);
    await time.advance(1_000);
    asked[0]?.lease?.release();
    asked[0]?.lease?.release();
    await time.settle();
    expect(asked[2]?.waits.at(-1)).toEqual({
      reason: 'minute-limit',
      untilMs: time.clock.wallMs() + 60_000,
    });
    const now = time.clock.wallMs();
    expect(limiter.usage()).toEqual({
      lastMinute: 2,
      perMinute: 2,
      lastDay: 2,
      perDay: 5,
      recentAtMs: [now],
      nextFreeAtMs: now + 60_000,
      byHour: [...new Array(23).fill(0), 2],
    });
    await time.advance(59_999);
    expect(asked[2]?.lease).toBeNull();
    await time.advance(1);
    expect(asked[2]?.lease).not.toBeNull();
    expect(asked[2]?.waits.at(-1)).toBeNull();
    expect(asked[3]?.lease).toBeNull();
  });

  it('shows the latest hundred requests of the last minute, and counts them all', async () => {
    const time = createManualClock();
    const limits = { perMinute: 500, perDay: 5_000 };
    const storage = inMemoryLimiterStorage();
    const limiter = createLimiter({ name: 'a', limits, clock: time.clock, storage });
    for (let at = 0; at < 102; at += 1) {
      const asked = ask(limiter);
      await time.settle();
      asked.lease?.release();
      await time.advance(10);
    }
    const { recentAtMs, lastMinute, nextFreeAtMs } = limiter.usage();
    expect([recentAtMs.length, lastMinute, nextFreeAtMs]).toEqual([100, 102, null]);
    expect(time.clock.wallMs() - (recentAtMs.at(-1) ?? 0)).toBe(10);
    expect((recentAtMs.at(-1) ?? 0) - (recentAtMs[0] ?? 0)).toBe(990);
    await time.advance(59_500);
    expect(limiter.usage().recentAtMs).toHaveLength(49);
  });

  it('leaves the queue when aborted, without taking a slot', async () => {
    const time = createManualClock();
    const limiter = createLimiter({
      name: 'a',
      limits: LIMITS,
      clock: time.clock,
      storage: inMemoryLimiterStorage(),
    });
    const cancel = new AbortController();
    const first = ask(limiter);
    const second = ask(limiter);
    const third = ask(limiter, cancel.signal);
    const fourth = ask(limiter);
    await time.settle();
    cancel.abort(new Error('paused'));
    first.lease?.release();
    second.lease?.release();
    await time.advance(60_000);
    expect(third.lease).toBeNull();
    expect(String(third.failed)).toContain('paused');
    expect(fourth.lease).not.toBeNull();
    expect(limiter.usage().lastMinute).toBe(1);
  });

  it('remembers across a restart, what was in flight included, on a clock that jumped back', async () => {
    const storage = inMemoryLimiterStorage();
    const time = createManualClock();
    const before = createLimiter({ name: 'a', limits: LIMITS, clock: time.clock, storage });
    const first = ask(before);
    await time.settle();
    first.lease?.release();
    await time.advance(10_000);
    ask(before);
    await time.settle();

    time.jumpWall(-3_600_000);
    const after = createLimiter({ name: 'a', limits: LIMITS, clock: time.clock, storage });
    const next = ask(after);
    const last = ask(after);
    await time.advance(49_999);
    expect(next.lease).toBeNull();
    await time.advance(1);
    expect(next.lease).not.toBeNull();
    // The one in flight may have been counted up to 65 s after its sending.
    next.lease?.release();
    await time.advance(59_999);
    expect(last.lease).toBeNull();
    await time.advance(1);
    expect(last.lease).not.toBeNull();
  });

  it('does not believe a wall clock that was set forward while it was away, nor a machine started again', async () => {
    for (const accident of ['process', 'machine'] as const) {
      const storage = inMemoryLimiterStorage();
      const time = createManualClock();
      const before = createLimiter({
        name: 'a',
        limits: { perMinute: 5, perDay: 2 },
        clock: time.clock,
        storage,
      });
      for (const asked of [ask(before), ask(before)]) {
        await time.settle();
        asked.lease?.release();
      }
      await time.advance(10_000);
      time.jumpWall(DAY_MS);
      if (accident === 'machine') time.startMachineAgain(5_000);
      const after = createLimiter({
        name: 'a',
        limits: { perMinute: 5, perDay: 2 },
        clock: time.clock,
        storage,
      });
      const next = ask(after);
      // What passed between the last writing and the machine's end is known to nobody.
      await time.advance(DAY_MS - 1 - (accident === 'process' ? 10_000 : 0));
      expect(next.lease).toBeNull();
      await time.advance(1);
      expect(next.lease).not.toBeNull();
    }
  });

  it('takes no slot for who lost patience while it was being written down', async () => {
    const time = createManualClock();
    let finish: () => void = () => undefined;
    const limiter = createLimiter({
      name: 'a',
      limits: { perMinute: 1, perDay: 5 },
      clock: time.clock,
      storage: {
        read: async () => null,
        write: () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      },
    });
    const cancel = new AbortController();
    const first = ask(limiter, cancel.signal);
    const second = ask(limiter);
    await time.settle();
    cancel.abort(new Error('paused'));
    finish();
    await time.settle();
    finish();
    await time.settle();
    finish();
    await time.settle();
    expect(String(first.failed)).toContain('paused');
    expect(second.lease).not.toBeNull();
    expect(limiter.usage().lastMinute).toBe(1);
  });

  it('lets go of a request without an answer as late as the server may count it', async () => {
    const time = createManualClock();
    const limiter = createLimiter({
      name: 'a',
      limits: { perMinute: 1, perDay: 5 },
      clock: time.clock,
      storage: inMemoryLimiterStorage(),
    });
    const first = ask(limiter);
    const second = ask(limiter);
    await time.settle();
    await time.advance(1_000);
    first.lease?.release(false);
    await time.advance(65_000 + 60_000 - 1_001);
    expect(second.lease).toBeNull();
    await time.advance(1);
    expect(second.lease).not.toBeNull();
  });

  it('keeps one limiter for each base address and key, and writes neither down', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'limiter-'));
    try {
      const time = createManualClock();
      const limiters = createLimiters({
        limits: LIMITS,
        clock: time.clock,
        storage: fileLimiterStorage(folder),
      });
      const key = 'a-very-secret-key';
      const one = limiters.of('https://api.example', key);
      expect(limiters.of('https://api.example', key)).toBe(one);
      expect(limiters.of('https://api.example/v2', key)).not.toBe(one);
      expect(limiters.of('https://api.example', 'another')).not.toBe(one);
      (await one.acquire(never)).release();
      (await one.acquire(never)).release();
      // The last answer is written after its release: nothing may be written over what follows.
      let names: readonly string[] = [];
      await expect
        .poll(async () => {
          names = await readdir(folder);
          const text = await readFile(join(folder, names[0] ?? ''), 'utf8').catch(() => '{}');
          return [names.length, (JSON.parse(text) as { readonly answered?: unknown[] }).answered?.length];
        })
        .toEqual([1, 2]);
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      expect(names.join() + texts.join()).not.toContain('secret');
      expect(names.join() + texts.join()).not.toContain('api.example');
      expect(names).toHaveLength(1);

      // A file cut in half counts as a full minute.
      await writeFile(join(folder, names[0] ?? ''), '{"version":1,"answ');
      // And what was being written when it was killed goes.
      await writeFile(join(folder, `${names[0]}.half.tmp`), '{');
      const again = createLimiters({
        limits: LIMITS,
        clock: time.clock,
        storage: fileLimiterStorage(folder),
      }).of('https://api.example', key);
      await expect(again.acquire(AbortSignal.timeout(50))).rejects.toBeDefined();
      expect(again.usage().lastMinute).toBe(2);
      expect(await readdir(folder)).toEqual(names);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('goes on when its memory cannot be written', async () => {
    const time = createManualClock();
    const limiter = createLimiter({
      name: 'a',
      limits: LIMITS,
      clock: time.clock,
      storage: {
        read: () => Promise.reject(new Error('disk')),
        write: () => Promise.reject(new Error('disk')),
      },
    });
    const asked = ask(limiter);
    await time.advance(59_999);
    expect(asked.lease).toBeNull();
    await time.advance(1);
    expect(asked.lease).not.toBeNull();
  });
});
