import type { Socket } from 'node:net';
import type { Channel } from '#shared/contract/rpc.ts';

/** One JSON text a line, both ways: a socket as a channel. A line that is too long, or is no JSON, closes it. */

/** An answer of 10,000 lines; a question has a few hundred characters. */
export const MAX_ANSWER_CHARACTERS = 256 * 2 ** 20;
export const MAX_QUESTION_CHARACTERS = 2 ** 20;

export function lineChannel(socket: Socket, maxCharacters: number): Channel {
  let pieces: string[] = [];
  let held = 0;
  const listeners: ((message: unknown) => void)[] = [];
  socket.setEncoding('utf8');
  // 'close' always follows.
  socket.on('error', () => undefined);
  const take = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      socket.destroy();
      return;
    }
    for (const listener of listeners) listener(message);
  };
  socket.on('data', (text: string) => {
    const parts = text.split('\n');
    for (const [at, part] of parts.entries()) {
      pieces.push(part);
      held += part.length;
      if (held > maxCharacters) return void socket.destroy();
      if (at === parts.length - 1) break;
      const line = pieces.join('');
      pieces = [];
      held = 0;
      take(line);
      if (socket.destroyed) return;
    }
  });
  return {
    send: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    },
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void socket.once('close', () => listener()),
    close: () => void socket.end(),
  };
}
