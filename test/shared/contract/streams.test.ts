import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createCaller, serveCalls } from '#shared/contract/rpc.ts';
import {
  feedToEnd,
  pullStreams,
  pullToEnd,
  type Sources,
  type StreamCalls,
  serveStreams,
  whileOpen,
} from '#shared/contract/streams.ts';
import { clonedChannelPair } from '#test/renderer/data/worker/reader-beside.ts';

type Numbers = {
  readonly numbers: {
    readonly input: { readonly upTo: number };
    readonly feed: number | undefined;
    readonly piece: number;
    readonly end: string;
  };
};
const OVER = { code: 'unknown-stream' };

/** Both ends over a channel that is served as processes serve each other. */
function ends(sources: Sources<Numbers>) {
  const [here, there] = clonedChannelPair();
  const served = serveStreams<Numbers>(sources);
  serveCalls<StreamCalls>(there, served.calls, null);
  there.onClose(() => void served.endAll());
  return {
    pull: pullStreams<Numbers>(createCaller<StreamCalls>(here)),
    close: () => here.close(),
    endAll: served.endAll,
  };
}

describe('a stream', () => {
  test('is made no further than it is pulled, its pieces come in order, and it comes to something', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(8), fc.nat(10), fc.boolean(), async (upTo, pulls, isTogether) => {
        let made = 0;
        const { pull } = ends({
          numbers: async function* ({ upTo: last }) {
            for (; made < last; ) {
              made += 1;
              yield made;
            }
            return `all ${last}`;
          },
        });
        const stream = pull.numbers({ upTo });
        expect(made).toBe(0);
        const asked = Math.min(pulls, upTo + 1);
        const steps: IteratorResult<number, string>[] = [];
        if (isTogether)
          steps.push(...(await Promise.all(Array.from({ length: asked }, () => stream.next()))));
        else for (let at = 0; at < asked; at += 1) steps.push(await stream.next());
        expect(made).toBe(Math.min(asked, upTo));
        expect(steps).toEqual(
          Array.from({ length: asked }, (_, at) =>
            at < upTo ? { done: false, value: at + 1 } : { done: true, value: `all ${upTo}` },
          ),
        );
        if (pulls > upTo) await expect(stream.next()).rejects.toMatchObject(OVER);
      }),
    );
  });

  test('is fed with what each pull carries', async () => {
    const { pull } = ends({
      numbers: async function* () {
        let sum = 0;
        for (let fed = yield sum; fed !== undefined; fed = yield sum) sum += fed;
        return `sum ${sum}`;
      },
    });
    const stream = pull.numbers({ upTo: 0 });
    await stream.next();
    expect([await stream.next(2), await stream.next(3)]).toEqual([
      { done: false, value: 2 },
      { done: false, value: 5 },
    ]);
    expect(await stream.next()).toEqual({ done: true, value: 'sum 5' });
  });

  test('that is given up ends also while a piece is being made, and lets go of what it held', async () => {
    const letGo = vi.fn();
    const { pull } = ends({
      numbers: async function* (_, signal) {
        try {
          yield 1;
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('given up'))),
          );
          yield 2;
          return 'never';
        } finally {
          letGo();
        }
      },
    });
    const stream = pull.numbers({ upTo: 0 });
    await stream.next();
    const failed = expect(stream.next()).rejects.toMatchObject(OVER);
    await stream.cancel();
    await failed;
    expect(letGo).toHaveBeenCalledOnce();
    await stream.cancel();
    await expect(stream.next()).rejects.toMatchObject(OVER);
    expect(letGo).toHaveBeenCalledOnce();
  });

  test('that fails says why, once', async () => {
    const { pull } = ends({
      // biome-ignore lint/correctness/useYield: it fails before.
      numbers: async function* () {
        throw new Error('no such number');
      },
    });
    const stream = pull.numbers({ upTo: 0 });
    await expect(stream.next()).rejects.toThrow('no such number');
    await expect(stream.next()).rejects.toMatchObject(OVER);
  });

  test('ends with its channel', async () => {
    const letGo = vi.fn();
    const { pull, close } = ends({
      numbers: async function* () {
        try {
          for (;;) yield 1;
        } finally {
          letGo();
        }
      },
    });
    const stream = pull.numbers({ upTo: 0 });
    await stream.next();
    close();
    await vi.waitFor(() => expect(letGo).toHaveBeenCalledOnce());
    await expect(stream.next()).rejects.toMatchObject({ code: 'channel-closed' });
  });

  test('of a name that is not served, or under an id that is open, is refused', async () => {
    const served = serveStreams<Numbers>({
      numbers: async function* () {
        for (;;) yield 1;
      },
    });
    const { openStream, pullStream } = served.calls;
    for (const name of ['toString', '__proto__', 'other']) {
      expect(() => openStream({ id: 'a', name, input: null })).toThrow(expect.objectContaining(OVER));
    }
    openStream({ id: 'a', name: 'numbers', input: null });
    expect(() => openStream({ id: 'a', name: 'numbers', input: null })).toThrow(
      expect.objectContaining(OVER),
    );
    await expect(pullStream({ id: 'b' })).rejects.toMatchObject(OVER);
    await served.endAll((name) => name !== 'numbers');
    expect(await pullStream({ id: 'a' })).toEqual({ done: false, value: 1 });
    await served.endAll();
    await expect(pullStream({ id: 'a' })).rejects.toMatchObject(OVER);
  });
});

describe('pulled to its end', () => {
  const counting: Sources<Numbers> = {
    numbers: async function* ({ upTo }) {
      for (let at = 1; at <= upTo; at += 1) yield at;
      return 'done';
    },
  };

  test('it tells its pieces, and comes to its end', async () => {
    const heard: number[] = [];
    const end = await pullToEnd(
      ends(counting).pull.numbers({ upTo: 3 }),
      (piece) => heard.push(piece),
      new AbortController().signal,
    );
    expect([heard, end]).toEqual([[1, 2, 3], 'done']);
  });

  test('it is null where it is given up, and nothing is told afterwards', async () => {
    const giving = new AbortController();
    const heard: number[] = [];
    const end = await pullToEnd(
      ends(counting).pull.numbers({ upTo: 9 }),
      (piece) => {
        heard.push(piece);
        if (piece === 2) giving.abort();
      },
      giving.signal,
    );
    expect([heard, end]).toEqual([[1, 2], null]);
  });
});

describe('fed to its end', () => {
  const adding = (ended: string[]): Sources<Numbers> => ({
    numbers: async function* ({ upTo }) {
      if (upTo === 0) return 'nothing to add';
      let [sum, how] = [0, 'given up'];
      try {
        while (sum < upTo) sum += (yield sum) ?? 0;
        how = 'finished';
        return `all ${sum}`;
      } finally {
        ended.push(how);
      }
    },
  });

  test('it takes what each pull carries, and comes to its end with the last', async () => {
    const ended: string[] = [];
    const stream = ends(adding(ended)).pull.numbers({ upTo: 6 });
    const feed = async (first: number) => {
      expect([first, (await stream.next(1)).value, (await stream.next(2)).value]).toEqual([0, 1, 3]);
      return 3;
    };
    expect(await feedToEnd(stream, feed, new AbortController().signal)).toBe('all 6');
    expect(ended).toEqual(['finished']);
  });

  test('it is not fed where it ends at once', async () => {
    const feed = () => Promise.reject(new Error('Nobody asked for it.'));
    const { signal } = new AbortController();
    expect(await feedToEnd(ends(adding([])).pull.numbers({ upTo: 0 }), feed, signal)).toBe('nothing to add');
  });

  test('the other end gives up what it began where feeding fails, or is given up', async () => {
    const ended: string[] = [];
    const giving = new AbortController();
    const { pull } = ends(adding(ended));
    const failing = feedToEnd(
      pull.numbers({ upTo: 6 }),
      () => Promise.reject(new Error('no more')),
      giving.signal,
    );
    await expect(failing).rejects.toThrow('no more');
    expect(ended).toEqual(['given up']);
    const stream = pull.numbers({ upTo: 6 });
    const abort = async () => {
      giving.abort();
      await stream.next(1);
      return 5;
    };
    expect(await feedToEnd(stream, abort, giving.signal)).toBeNull();
    expect(ended).toEqual(['given up', 'given up']);
  });
});

test('worked with, it is given up as long as nothing is kept of it, and over afterwards in any case', async () => {
  const outcome = async (steps: string) => {
    const giving = new AbortController();
    const told: string[] = [];
    const stream = {
      cancel: async () => {
        told.push('cancel');
        throw new Error('gone');
      },
    };
    if (steps.startsWith('abort first')) giving.abort();
    const end = await whileOpen(stream, giving.signal, async (keep) => {
      for (const step of steps.split(' ')) {
        told.push(step);
        if (step === 'keep') keep();
        if (step === 'abort') giving.abort();
        if (step === 'fail') throw new Error('failed');
      }
      return 'written';
    }).catch((error: Error) => error.message);
    const before = told.length;
    giving.abort();
    return [...told, end, told.length - before];
  };
  const steps = [
    'work',
    'work abort',
    'keep work abort',
    'abort keep',
    'fail',
    'abort fail',
    'keep abort fail',
  ];
  expect(await Promise.all([...steps, 'abort first'].map(outcome))).toEqual([
    ['work', 'cancel', 'written', 0],
    ['work', 'abort', 'cancel', 'cancel', null, 0],
    ['keep', 'work', 'abort', 'cancel', 'written', 0],
    ['abort', 'cancel', 'keep', 'cancel', 'written', 0],
    ['fail', 'cancel', 'failed', 0],
    ['abort', 'cancel', 'fail', 'cancel', null, 0],
    ['keep', 'abort', 'fail', 'cancel', 'failed', 0],
    [null, 0],
  ]);
});

test('of what is given up while a piece comes, that piece is neither told nor fed', async () => {
  const given = (ends: boolean) => {
    const giving = new AbortController();
    const stream = {
      next: async () => {
        giving.abort();
        return { done: ends, value: 1 } as IteratorResult<number, number>;
      },
      cancel: async () => {},
    };
    return { stream, signal: giving.signal };
  };
  const taken = vi.fn(async () => undefined);
  for (const ends of [false, true]) {
    const [pulled, fed] = [given(ends), given(ends)];
    expect(await pullToEnd<number, number>(pulled.stream, taken, pulled.signal)).toBeNull();
    expect(await feedToEnd<undefined, number, number>(fed.stream, taken, fed.signal)).toBeNull();
  }
  expect(taken).not.toHaveBeenCalled();
});

test('given up by who pulls, it is opened before, and never where it was not begun', async () => {
  const asked = (isRefused: boolean) => {
    const told: string[] = [];
    const call = (name: string) => async () => {
      told.push(name);
      await null;
      if (name === 'open') told.push('opened');
      if (name === 'open' && isRefused) throw new Error('refused');
      return { done: false, value: 1 };
    };
    const pull = pullStreams<Numbers>({
      openStream: call('open'),
      pullStream: call('pull'),
      cancelStream: call('cancel'),
    } as never);
    return { told, stream: pull.numbers({ upTo: 1 }), puller: pull };
  };
  const unbegun = asked(false);
  await unbegun.stream.cancel();
  expect(unbegun.told).toEqual([]);
  expect((unbegun.puller as unknown as PromiseLike<unknown>).then).toBeUndefined();
  const begun = asked(false);
  await Promise.all([begun.stream.next(), begun.stream.next(), begun.stream.cancel()]);
  expect(begun.told.slice(0, 2)).toEqual(['open', 'opened']);
  expect(begun.told.slice(2).toSorted()).toEqual(['cancel', 'pull', 'pull']);
  const refused = asked(true);
  const first = expect(refused.stream.next()).rejects.toThrow('refused');
  await refused.stream.cancel();
  await first;
  expect(refused.told).toEqual(['open', 'opened', 'cancel']);
});

describe('served to who is not trusted', () => {
  const input = z.object({ upTo: z.number() });
  const checks = { numbers: { input, feed: z.union([z.number(), z.undefined()]) } };
  const sources: Sources<Numbers> = {
    numbers: async function* () {
      for (let fed = 0; ; fed = (yield fed) ?? 0) if (fed === 9) return 'over';
    },
  };

  test('what fails its check fails that call alone', async () => {
    const { calls } = serveStreams<Numbers>(sources, checks);
    const wrong = { id: 'a', name: 'numbers', input: { upTo: 'x' } };
    expect(() => calls.openStream(wrong)).toThrow(expect.objectContaining({ code: 'bad-input' }));
    await calls.openStream({ ...wrong, input: { upTo: 1 } });
    // What the first pull carries goes nowhere.
    await calls.pullStream({ id: 'a', feed: 'x' });
    await expect(calls.pullStream({ id: 'a', feed: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
    expect(await calls.pullStream({ id: 'a', feed: 7 })).toEqual({ done: false, value: 7 });
  });

  test('so many are open at a time, whoever has them, and each gives its place back once', async () => {
    const places = { free: 2 };
    const [one, other] = [
      serveStreams<Numbers>(sources, checks, places),
      serveStreams<Numbers>(sources, checks, places),
    ];
    const open = (of: typeof one, id: string) =>
      of.calls.openStream({ id, name: 'numbers', input: { upTo: 1 } });
    open(one, 'a');
    open(other, 'b');
    const tooMany = expect.objectContaining({ code: 'too-many-streams' });
    expect(() => open(one, 'c')).toThrow(tooMany);
    await one.calls.cancelStream({ id: 'a' });
    await one.calls.cancelStream({ id: 'a' });
    open(one, 'c');
    expect(() => open(other, 'd')).toThrow(tooMany);
    await one.calls.pullStream({ id: 'c' });
    expect(await one.calls.pullStream({ id: 'c', feed: 9 })).toEqual({ done: true, value: 'over' });
    await other.endAll();
    await Promise.all([one.endAll(), other.endAll()]);
    expect(places.free).toBe(2);
  });

  test('a place is free once all is let go of; the end of all waits for that, but for no first piece', async () => {
    const places = { free: 1 };
    const letGo: (() => void)[] = [];
    const slow = (isFirst: boolean): Sources<Numbers> => ({
      numbers: async function* () {
        try {
          if (isFirst) await new Promise<void>((resolve) => letGo.push(resolve));
          yield 1;
          return 'end';
        } finally {
          await new Promise<void>((resolve) => letGo.push(resolve));
        }
      },
    });
    const open = (isFirst: boolean) => {
      const served = serveStreams<Numbers>(slow(isFirst), null, places);
      served.calls.openStream({ id: 'a', name: 'numbers', input: { upTo: 1 } });
      return { ...served, first: Promise.resolve(served.calls.pullStream({ id: 'a' })) };
    };
    const begun = open(false);
    await begun.first;
    let hasEnded = false;
    const ended = begun.endAll().then(() => {
      hasEnded = true;
    });
    await vi.waitFor(() => expect(letGo).toHaveLength(1));
    expect([hasEnded, places.free]).toEqual([false, 0]);
    letGo.shift()?.();
    await ended;
    expect(places.free).toBe(1);

    const beginning = open(true);
    const gone = expect(beginning.first).rejects.toMatchObject(OVER);
    await beginning.endAll();
    expect(places.free).toBe(0);
    for (const turn of [1, 2]) {
      await vi.waitFor(() => expect([turn, letGo.length]).toEqual([turn, 1]));
      letGo.shift()?.();
    }
    await gone;
    await vi.waitFor(() => expect(places.free).toBe(1));
  });
});
