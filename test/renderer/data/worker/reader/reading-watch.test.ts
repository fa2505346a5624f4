import { describe, expect, test } from 'vitest';
import { createFileReaders } from '#renderer/data/worker/reader/file-reader.ts';
import { checkAside, NO_CALLBACKS, readIntakeAside } from '#renderer/data/worker/reader/file-readings.ts';
import type { ReadingStreams } from '#renderer/data/worker/reader/reading-calls.ts';
import { createReadingWatch } from '#renderer/data/worker/reader/reading-watch.ts';
import { type Caller, type Calls, createCaller, serveCalls } from '#shared/contract/rpc.ts';
import { type Sources, type StreamCalls, serveStreams } from '#shared/contract/streams.ts';
import { clonedChannelPair } from '../reader-beside.ts';

/** How long a stranger's file may be read, and that a reader never outlives its reading. */

/** Looks that come when they are told to. */
function createLooks() {
  let due: (() => void) | null = null;
  return {
    clock: {
      setTimer: (callback: () => void, ms: number) => {
        expect([ms, due]).toEqual([1000, null]);
        due = callback;
        return () => {
          due = null;
        };
      },
    },
    /** So many seconds pass; how many of them somebody looked in. */
    pass: (seconds: number): number => {
      for (let second = 0; second < seconds; second += 1) {
        const look = due;
        if (look === null) return second;
        due = null;
        look();
      }
      return seconds;
    },
  };
}

function watching() {
  let gaveUp = 0;
  const { clock, pass } = createLooks();
  const watch = createReadingWatch(clock, () => {
    gaveUp += 1;
  });
  return { ...watch, pass, gaveUp: () => gaveUp };
}

describe('a reader', () => {
  test('that tells nothing is given up at the thirtieth look, once; one that is idle is not looked at', () => {
    const { begin, pass, gaveUp } = watching();
    expect(pass(5)).toBe(0);
    begin();
    expect([pass(29), gaveUp()]).toEqual([29, 0]);
    expect([pass(1), gaveUp()]).toEqual([1, 1]);
    begin();
    expect([pass(100), gaveUp()]).toEqual([0, 1]);
  });

  test('that tells a step in time goes on; in all it has ten minutes, and a piece of a file its own', () => {
    const inSteps = (kind: 'begin' | 'beginPiece') => {
      const watch = watching();
      let steps = 0;
      for (; steps < 40 && watch.gaveUp() === 0; steps += 1) {
        const end = watch[kind]();
        watch.pass(29);
        end();
        // Once over, it is over.
        end();
      }
      return steps;
    };
    // Six hundred looks.
    expect(inSteps('begin')).toBe(21);
    expect(inSteps('beginPiece')).toBe(40);
  });

  test('that waits for somebody else spends none of its time', () => {
    const { begin, wait, pass, gaveUp } = watching();
    const end = begin();
    pass(20);
    const [first, second] = [wait(), wait()];
    pass(1);
    expect(pass(100)).toBe(0);
    first();
    first();
    expect(pass(100)).toBe(0);
    second();
    expect([pass(29), gaveUp()]).toEqual([29, 0]);
    end();
    pass(1);
    expect([pass(100), gaveUp()]).toEqual([0, 0]);
  });

  test('that is stopped is not looked at any more', () => {
    const { begin, stop, pass, gaveUp } = watching();
    begin();
    stop();
    begin();
    expect([pass(100), gaveUp()]).toEqual([0, 0]);
  });
});

/** A worker whose streams a test plays; `asks` is how it asks back. */
function worker(sources: (asks: Caller<Calls>) => Partial<Sources<ReadingStreams>>) {
  const [here, there] = clonedChannelPair();
  const { calls } = serveStreams(sources(createCaller(there)) as Sources<ReadingStreams>);
  serveCalls<StreamCalls>(there, calls, null);
  const looks = createLooks();
  let isClosed = false;
  here.onClose(() => {
    isClosed = true;
  });
  return { open: createFileReaders(() => here, looks.clock), channel: here, looks, isClosed: () => isClosed };
}
const NEVER = new Promise<never>(() => {});
const INTAKE = { file: new Blob(['a']), ask: { kind: 'look' }, question: null } as never;
const signal = () => new AbortController();

describe('a worker that reads one file', () => {
  test('is ended where it says nothing: the file was too much', async () => {
    const { open, looks, isClosed } = worker(() => ({
      // biome-ignore lint/correctness/useYield: it never comes so far.
      intake: async function* () {
        return NEVER;
      },
    }));
    const reader = open(NO_CALLBACKS);
    const failed = expect(reader.pull.intake(INTAKE).next()).rejects.toMatchObject({ code: 'file-too-much' });
    expect(looks.pass(30)).toBe(30);
    await failed;
    expect([isClosed(), looks.pass(5)]).toEqual([true, 0]);
  });

  test('fails as one that was ended where somebody ended it', async () => {
    const { open, looks } = worker(() => ({
      // biome-ignore lint/correctness/useYield: it never comes so far.
      checkWorkbook: async function* () {
        return NEVER;
      },
    }));
    const reader = open(NO_CALLBACKS);
    const failed = expect(
      reader.pull.checkWorkbook({ file: new Blob(), account: 'a', anyAccount: false }).next(),
    ).rejects.toMatchObject({ code: 'channel-closed' });
    reader.end();
    await failed;
    expect(looks.pass(5)).toBe(0);
  });

  test('has its time for a piece of a backup, and none of it runs at the ends, where storage is waited for', async () => {
    let isHeld = true;
    const { open, looks } = worker(() => ({
      restore: async function* () {
        let fed = yield { kind: 'more' };
        while (fed?.kind === 'bytes') {
          if (isHeld) await NEVER;
          fed = yield { kind: 'more' };
        }
        return NEVER;
      },
    }));
    const { pull } = open(NO_CALLBACKS);
    const restore = pull.restore({ name: 'n' });
    await restore.next();
    isHeld = false;
    await restore.next({ kind: 'bytes', bytes: new Uint8Array(1) });
    looks.pass(1);
    void restore.next({ kind: 'all' } as never).catch(() => null);
    expect(looks.pass(100)).toBe(0);
    const { open: openHeld, looks: held } = worker(() => ({
      restore: async function* () {
        yield { kind: 'more' };
        return NEVER;
      },
    }));
    const slow = openHeld(NO_CALLBACKS).pull.restore({ name: 'n' });
    await slow.next();
    const failed = expect(slow.next({ kind: 'bytes', bytes: new Uint8Array(1) })).rejects.toMatchObject({
      code: 'file-too-much',
    });
    expect(held.pass(100)).toBe(30);
    await failed;
  });

  test('waits for what it asks back, and is looked at again afterwards, also where that fails', async () => {
    let answer: (failed: boolean) => void = () => {};
    const { open, looks } = worker((asks) => ({
      intake: async function* () {
        await (asks as unknown as { takePart: (part: object) => Promise<null> })
          .takePart({})
          .catch(() => null);
        return NEVER;
      },
    }));
    const answering = new Promise<void>((resolve) => {
      const reader = open({
        ...NO_CALLBACKS,
        takePart: () =>
          new Promise<null>((done, fail) => {
            answer = (failed) => (failed ? fail(new Error('no')) : done(null));
            resolve();
          }),
      });
      void reader.pull
        .intake(INTAKE)
        .next()
        .catch(() => null);
    });
    await answering;
    looks.pass(1);
    expect(looks.pass(100)).toBe(0);
    answer(true);
    await expect.poll(() => looks.pass(1)).toBe(1);
  });
});

describe('a reading', () => {
  const tools = (given: AbortSignal[]) =>
    ({
      question: () => ({ today: '2026-09-05' }),
      describe: async (found: unknown, ask: unknown, stop: AbortSignal) => {
        given.push(stop);
        return { kind: 'statement', statement: { found, ask } };
      },
    }) as never;

  test('tells its steps and its end, takes a statement’s parts together, and ends its worker', async () => {
    const given: AbortSignal[] = [];
    const one = worker((asks) => ({
      intake: async function* ({ ask }) {
        const back = asks as unknown as Record<string, (input: unknown) => Promise<unknown>>;
        yield { kind: 'running', share: 0.5, lines: 3 };
        await back.takePart?.({ list: 'lines', items: [1, 2] });
        await back.takePart?.({ list: 'doubts', items: ['x'] });
        await back.takePart?.({ list: 'lines', items: [3] });
        const rest = { lines: [], doubts: [], kept: [7], name: 'n' };
        const answer = await back.describeStatement?.({ found: { reading: rest, of: 'file' }, ask });
        return { kind: 'done', answer } as never;
      },
    }));
    const ask = { kind: 'statement', sheet: 'S', mapping: null } as never;
    const steps = readIntakeAside(one.open, new Blob(['a']), ask, tools(given), signal().signal);
    expect(await steps.next()).toEqual({ done: false, value: { kind: 'running', share: 0.5, lines: 3 } });
    expect(await steps.next()).toEqual({
      done: true,
      value: {
        kind: 'done',
        answer: {
          kind: 'statement',
          statement: {
            found: { of: 'file', reading: { lines: [1, 2, 3], doubts: ['x'], kept: [7], name: 'n' } },
            ask,
          },
        },
      },
    });
    // It is told: what was begun of it is not given up.
    expect([one.isClosed(), given.map(({ aborted }) => aborted)]).toEqual([true, [false]]);
  });

  test('that was too much is refused; one that fails fails; one that is given up ends at once', async () => {
    const silent = () =>
      worker(() => ({
        // biome-ignore lint/correctness/useYield: it never comes so far.
        intake: async function* () {
          return NEVER;
        },
      }));
    const ask = { kind: 'look' } as const;
    const slow = silent();
    const refused = readIntakeAside(slow.open, new Blob(), ask, tools([]), signal().signal).next();
    slow.looks.pass(30);
    expect(await refused).toEqual({
      done: true,
      value: { kind: 'refused', refusal: { reason: 'too-much', sheet: null, line: null, column: null } },
    });
    const check = worker(() => ({
      // biome-ignore lint/correctness/useYield: it never comes so far.
      checkWorkbook: async function* () {
        return NEVER;
      },
    }));
    const unchecked = checkAside(check.open, new Blob(), {} as never, signal().signal).next();
    check.looks.pass(30);
    expect(await unchecked).toEqual({ done: true, value: { kind: 'refused', reason: 'too-much' } });
    const failing = worker(() => ({
      // biome-ignore lint/correctness/useYield: it fails at once.
      intake: async function* () {
        throw new Error('broken');
      },
    }));
    await expect(
      readIntakeAside(failing.open, new Blob(), ask, tools([]), signal().signal).next(),
    ).rejects.toThrow('broken');
    expect(failing.isClosed()).toBe(true);
    const stop = signal();
    const left = silent();
    const given = expect(
      readIntakeAside(left.open, new Blob(), ask, tools([]), stop.signal).next(),
    ).rejects.toMatchObject({ code: 'channel-closed' });
    stop.abort();
    await given;
    expect(left.isClosed()).toBe(true);
  });

  test('that is left before its end gives up what was begun of it', async () => {
    const given: AbortSignal[] = [];
    const one = worker((asks) => ({
      intake: async function* ({ ask }) {
        const back = asks as unknown as Record<string, (input: unknown) => Promise<unknown>>;
        await back.describeStatement?.({ found: { reading: {} }, ask });
        yield { kind: 'running', share: 1, lines: 1 };
        return NEVER;
      },
    }));
    const steps = readIntakeAside(one.open, new Blob(), { kind: 'look' }, tools(given), signal().signal);
    await steps.next();
    await steps.return(undefined as never);
    expect([one.isClosed(), given.map(({ aborted }) => aborted)]).toEqual([true, [true]]);
  });
});
