import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeFrame } from '#electron/browser-host/frames.ts';
import { encodeFrame } from '#renderer/data/transport/frames.ts';

it('brings a pull that is fed bytes over whole, whatever its texts and bytes are', () => {
  const call = fc.record({
    type: fc.constant('call'),
    id: fc.nat(),
    name: fc.string({ unit: 'grapheme' }),
    input: fc.record({
      id: fc.string({ unit: 'grapheme' }),
      feed: fc.record({ path: fc.string({ unit: 'grapheme' }), bytes: fc.uint8Array({ maxLength: 200 }) }),
    }),
  });
  fc.assert(
    fc.property(call, fc.nat(9), (message, offset) => {
      const frame = encodeFrame(message);
      if (typeof frame === 'string') throw new Error('Bytes are no text.');
      // As it comes: somewhere in memory that holds more.
      const received = Buffer.concat([Buffer.alloc(offset), frame]).subarray(offset);
      const { input, ...rest } = decodeFrame(received) as typeof message;
      const { bytes, ...texts } = input.feed;
      const sent = message.input.feed.bytes;
      expect([...bytes]).toEqual([...sent]);
      expect({ ...rest, input: { ...input, feed: { ...texts, bytes: sent } } }).toEqual(message);
    }),
  );
});

it('leaves every other message the JSON that it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      const message = { type: 'call', id: 1, name: 'x', input };
      expect(encodeFrame(message)).toBe(JSON.stringify(message));
    }),
  );
  expect(encodeFrame({ type: 'call', id: 1, name: 'x' })).toBe('{"type":"call","id":1,"name":"x"}');
});

it('takes nothing for a pull that is none, and no byte from beyond a frame', () => {
  const frame = (length: number, json: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(length);
    return Buffer.concat([head, Buffer.from(json)]);
  };
  for (const json of [
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '{"input":',
    '{"input":{}}',
    '{"input":{"feed":null}}',
    '',
  ])
    expect(() => decodeFrame(frame(json.length, json)), json).toThrow();
  expect(() => decodeFrame(frame(100, '{"input":{"feed":{}}}'))).toThrow();
  expect(() => decodeFrame(frame(0xffff_ffff, '{"input":{"feed":{}}}'))).toThrow();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (noise) => {
      try {
        expect(decodeFrame(Buffer.from(noise))).toHaveProperty('input.feed.bytes');
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
