import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { lineChannel } from '#electron/programs/line-channel.ts';

/** One JSON text a line over a socket, however it is cut on its way. */

/** A socket whose other end is the test. */
function openChannel(maxCharacters: number) {
  const sent: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      sent.push(chunk.toString());
      done();
    },
  });
  const channel = lineChannel(socket as unknown as Socket, maxCharacters);
  const heard: unknown[] = [];
  channel.onMessage((message) => void heard.push(message));
  return {
    channel,
    socket,
    sent,
    heard,
    /** Each arrives by itself; what follows from it has happened. */
    arrive: async (...texts: readonly string[]): Promise<void> => {
      for (const text of texts) {
        socket.push(text);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

it('a message is heard once its line is whole, several of one piece each by itself', async () => {
  const { heard, arrive } = openChannel(100);
  await arrive('{"a"', ':1}');
  expect(heard).toEqual([]);
  await arrive('\n{"b":', '"ñ"}\n3\n"d"');
  expect(heard).toEqual([{ a: 1 }, { b: 'ñ' }, 3]);
  await arrive('\n');
  expect(heard).toEqual([{ a: 1 }, { b: 'ñ' }, 3, 'd']);
});

it('a line may be as long as was said, whatever came before it, and no longer', async () => {
  const { heard, socket, arrive } = openChannel(10);
  await arrive('"12345678"\n', '"1234', '5678"\n"abcdefgh"\n');
  expect(heard).toEqual(['12345678', '12345678', 'abcdefgh']);
  expect(socket.destroyed).toBe(false);
  await arrive('"12345', '6789"');
  expect(socket.destroyed).toBe(true);
  const other = openChannel(10);
  // What is no more heard is not taken for what came before.
  await other.arrive('"123456789"\n1\n');
  expect([other.heard, other.socket.destroyed]).toEqual([[], true]);
});

it('what is no JSON closes it, and nothing behind it is heard', async () => {
  const { heard, socket, arrive } = openChannel(100);
  await arrive('1\nGET / HTTP/1.1\n2\n');
  expect([heard, socket.destroyed]).toEqual([[1], true]);
});

it('messages are sent a line each, as long as somebody is there; its end is told', async () => {
  const { channel, socket, sent } = openChannel(100);
  const errors: unknown[] = [];
  socket.on('error', (error) => errors.push(error));
  let closes = 0;
  channel.onClose(() => {
    closes += 1;
  });
  channel.send({ a: 'línea\nnueva' });
  channel.send(2);
  expect(sent.join('')).toBe('{"a":"línea\\nnueva"}\n2\n');
  channel.close();
  // It is closing: whoever still has something to say says it to nobody, and nothing fails.
  channel.send(3);
  socket.push(null);
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect([sent.length, closes, errors]).toEqual([2, 1, []]);
  // The system's own errors are no failure of the process.
  const broken = openChannel(100);
  broken.socket.destroy(new Error('ECONNRESET'));
  await new Promise((resolve) => broken.socket.once('close', resolve));
  broken.channel.send(1);
  expect(broken.sent).toEqual([]);
});
