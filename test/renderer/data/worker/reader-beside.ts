import { serveReadings } from '#renderer/data/worker/reader/serve-readings.ts';
import type { Channel } from '#shared/contract/rpc.ts';

/** What the data worker opens for each file, without a worker: the same calls in this process, over plain data. */

/** Two ends of a channel; a message arrives in a later turn, as the copy that a worker would get. */
export function clonedChannelPair(): readonly [Channel, Channel] {
  const listeners: readonly ((message: unknown) => void)[][] = [[], []];
  const closers: (() => void)[] = [];
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    for (const closer of closers.splice(0)) closer();
  };
  const end = (mine: 0 | 1): Channel => ({
    send: (message) => {
      const copy: unknown = structuredClone(message);
      setImmediate(() => {
        if (isClosed) return;
        for (const listener of listeners[1 - mine] ?? []) listener(copy);
      });
    },
    onMessage: (listener) => void listeners[mine]?.push(listener),
    onClose: (listener) => void closers.push(listener),
    close,
  });
  return [end(0), end(1)];
}

const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export function openReaderBeside(): Channel {
  const [dataWorker, reader] = clonedChannelPair();
  serveReadings(reader, { pause, now: () => performance.now() });
  return dataWorker;
}
