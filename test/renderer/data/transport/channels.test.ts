import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  isShutOut,
  keepConnected,
  makerChannel,
  openSocketChannel,
  portChannel,
  SHUT_OUT,
  socketChannel,
  workerChannel,
} from '#renderer/data/transport/channels.ts';
import { encodeFrame } from '#renderer/data/transport/frames.ts';
import { FRAME_LENGTH_BYTES } from '#shared/contract/ipc.ts';
import type { Channel } from '#shared/contract/rpc.ts';

/** What lies under a channel: what it sends and hears, how often it closes, and how a line is opened again. */

/** Something that messages come from and go to, and what was done to it. */
class Ends extends EventTarget {
  readonly OPEN = 1;
  readyState = 1;
  readonly log: unknown[] = [];
  send = (message: unknown) => void this.log.push(message);
  postMessage = (message: unknown) => void this.log.push(message);
  start = () => void this.log.push('started');
  close = () => void this.log.push('closed');
  terminate = () => void this.log.push('terminated');
  happens = (type: string, data?: unknown) => this.dispatchEvent(Object.assign(new Event(type), { data }));
}

function over(make: (ends: never) => Channel) {
  const ends = new Ends();
  const channel = make(ends as never);
  const heard: unknown[] = [];
  let closed = 0;
  channel.onMessage((message) => heard.push(message));
  channel.onClose(() => {
    closed += 1;
  });
  return { ends, channel, heard, closed: () => closed };
}

test('over a socket texts of JSON go both ways, while it is open; whatever else comes is dropped', () => {
  const { ends, channel, heard, closed } = over(socketChannel);
  for (const data of ['{"a":1}', '{"a":', new ArrayBuffer(2), 'null', '[2]']) ends.happens('message', data);
  expect(heard).toEqual([{ a: 1 }, null, [2]]);
  channel.send({ b: 'ñ' });
  channel.send({ input: { feed: { bytes: new Uint8Array([7]) } } });
  ends.readyState = 3;
  channel.send({ late: true });
  expect(ends.log).toEqual(['{"b":"ñ"}', expect.any(Uint8Array)]);
  channel.close();
  expect(ends.log.at(-1)).toBe('closed');
  ends.happens('close');
  ends.happens('close');
  expect(closed()).toBe(1);
});

test('a frame is the length of its JSON in bytes, little-endian, the JSON without the bytes, and the bytes', () => {
  const bytes = new Uint8Array([0, 255, 7]);
  const frame = encodeFrame({ id: 3, input: { id: 'ñ', feed: { kind: 'chunk', bytes } } }) as Uint8Array;
  const json = Buffer.from('{"id":3,"input":{"id":"ñ","feed":{"kind":"chunk"}}}');
  expect(Buffer.from(frame).readUInt32LE(0)).toBe(json.length);
  expect(Buffer.from(frame).subarray(FRAME_LENGTH_BYTES)).toEqual(Buffer.concat([json, bytes]));
  for (const input of [null, { feed: null }, { feed: { bytes: [1] } }, { bytes }])
    expect(encodeFrame({ input })).toBe(JSON.stringify({ input }));
});

test.each(['error', 'messageerror', 'by hand'])('a worker ends, and is told to have, by %s', (how) => {
  const { ends, channel, heard, closed } = over(workerChannel);
  channel.onClose(() => ends.log.push('told'));
  ends.happens('message', { a: 1 });
  channel.send({ b: 2 });
  expect([heard, ends.log]).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  if (how === 'by hand') channel.close();
  else ends.happens(how);
  expect([ends.log, closed()]).toEqual([[{ b: 2 }, 'terminated', 'told'], 1]);
  channel.close();
  expect(closed()).toBe(1);
});

test('a worker speaks with its maker, and ends itself', () => {
  const { ends, channel, heard, closed } = over(makerChannel);
  ends.happens('message', 'x');
  channel.send('y');
  channel.close();
  expect([heard, ends.log, closed()]).toEqual([['x'], ['y', 'closed'], 0]);
});

test('a port is begun when somebody listens, and tells once that it is closed', () => {
  const { ends, channel, heard, closed } = over(portChannel);
  expect(ends.log).toEqual(['started']);
  ends.happens('message', 'x');
  channel.send('y');
  channel.close();
  ends.happens('close');
  ends.happens('close');
  expect([heard, ends.log, closed()]).toEqual([['x'], ['started', 'y', 'closed'], 1]);
});

describe('a line', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('to a host that does not know the secret is none, nor one that closes before it is open', async () => {
    const closing = class extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('close')));
      }
    };
    vi.stubGlobal('WebSocket', closing);
    vi.stubGlobal('fetch', async (path: string) => {
      const nonce = new URL(path, 'http://x').searchParams.get('nonce') ?? '';
      return new Response(createHmac('sha256', 'secret').update(nonce).digest('hex'));
    });
    await expect(openSocketChannel('ws://x', 'other')).rejects.toMatchObject({ code: SHUT_OUT });
    const closed = await openSocketChannel('ws://x', 'secret').catch((error: unknown) => error);
    expect([closed, isShutOut(closed)]).toEqual([new Error('The socket closed.'), false]);
  });

  /** Opened at these moments; `lines` says what comes of each attempt. */
  function kept(lines: readonly ('open' | 'fails' | 'none')[]) {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const started = Date.now();
    const at: number[] = [];
    const told: string[] = [];
    const cuts: (() => void)[] = [];
    const left = [...lines];
    const end = keepConnected({
      open: async () => {
        at.push(Date.now() - started);
        const next = left.shift() ?? 'fails';
        if (next === 'fails') throw new Error('refused');
        if (next === 'none') return null;
        const number = cuts.length;
        return {
          send: () => undefined,
          onMessage: () => undefined,
          onClose: (listener) => void cuts.push(listener),
          close: () => {
            told.push(`close ${number}`);
            cuts[number]?.();
          },
        };
      },
      maxDelayMs: 1500,
      onOpen: () => told.push('open'),
      onLost: () => told.push('lost'),
      onFailure: (error) => told.push((error as Error).message),
    });
    return { end, at, told, cut: (number: number) => cuts[number]?.() };
  }

  test('is tried again ever later, up to the slowest; from the start once it was there', async () => {
    const { at, told, cut, end } = kept([...Array(5).fill('fails'), 'open', 'fails', 'open']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(at).toEqual([0, 250, 750, 1750, 3250, 4750]);
    expect(told).toEqual([...Array(5).fill('refused'), 'open']);
    at.length = 0;
    cut(0);
    await vi.advanceTimersByTimeAsync(750);
    expect(at).toEqual([6250, 6750]);
    expect(told.slice(6)).toEqual(['lost', 'refused', 'open']);
    // What is told of the first again is nobody's.
    cut(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(told.slice(9)).toEqual([]);
    end();
    expect(told.slice(9)).toEqual(['close 1', 'lost']);
    await vi.advanceTimersByTimeAsync(5000);
    expect([at.length, told.length]).toEqual([2, 11]);
  });

  test('waits half as long where it is lucky', async () => {
    const { at, end } = kept([]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(at).toEqual([0, 125, 375, 875]);
    end();
    await vi.advanceTimersByTimeAsync(9000);
    expect(at).toHaveLength(4);
  });

  test('that cannot be opened from here any more is not tried again; one that comes too late is closed', async () => {
    const none = kept(['none']);
    await vi.advanceTimersByTimeAsync(9000);
    expect([none.at, none.told]).toEqual([[0], []]);
    const late = kept(['open']);
    late.end();
    await vi.advanceTimersByTimeAsync(9000);
    expect([late.at, late.told]).toEqual([[0], ['close 0']]);
  });
});
