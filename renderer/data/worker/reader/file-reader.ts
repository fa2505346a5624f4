import { FILE_TOO_MUCH } from '#renderer/data/api/failures.ts';
import type { ThrottleClock } from '#shared/base/throttle.ts';
import {
  BridgeError,
  type Caller,
  CHANNEL_CLOSED,
  type Channel,
  createCaller,
  type Handlers,
  serveCalls,
} from '#shared/contract/rpc.ts';
import { type AskedCalls, READING_CALL_NAMES, type ReadingCalls } from './reading-calls.ts';
import { createReadingWatch, type ReadingWatch } from './reading-watch.ts';

/** The data worker's side of a worker that reads one file. */

export type FileReader = {
  /** Fails with FILE_TOO_MUCH where the worker took too long or died, and with CHANNEL_CLOSED once it was ended. */
  readonly call: Caller<ReadingCalls>;
  /** Ends it at once, whatever it does. */
  readonly end: () => void;
};

export type OpenFileReader = (answers: Handlers<AskedCalls>) => FileReader;

/** @param openChannel makes a worker, which closing the channel ends; it closes by itself where the worker dies */
export function createFileReaders(
  openChannel: () => Channel,
  clock: Pick<ThrottleClock, 'setTimer'>,
): OpenFileReader {
  return (answers) => {
    const channel = openChannel();
    const caller = createCaller<ReadingCalls>(channel);
    let isEnded = false;
    const watch = createReadingWatch(clock, () => channel.close());
    channel.onClose(watch.stop);
    serveCalls<AskedCalls>(channel, waitedFor(answers, watch.wait), null);
    const watched = async (name: keyof ReadingCalls, input: never): Promise<unknown> => {
      const done = beginOf(name, watch)();
      try {
        return await caller[name](input);
      } catch (error) {
        const isDead = error instanceof BridgeError && error.code === CHANNEL_CLOSED && !isEnded;
        throw isDead ? new BridgeError(FILE_TOO_MUCH, 'The file took too long, or too much memory.') : error;
      } finally {
        done();
      }
    };
    const call = Object.fromEntries(
      READING_CALL_NAMES.map((name) => [name, (input: never) => watched(name, input)]),
    ) as Caller<ReadingCalls>;
    return {
      call,
      end: () => {
        isEnded = true;
        channel.close();
      },
    };
  };
}

function beginOf(name: keyof ReadingCalls, { begin, beginPiece }: ReadingWatch): () => () => void {
  switch (name) {
    // They wait for storage more than they read: how long that takes is the disk's.
    case 'startRestore':
    case 'finishRestore':
      return () => () => undefined;
    case 'writeRestore':
      return beginPiece;
    case 'startIntake':
    case 'startCheck':
    case 'readIntake':
    case 'readCheck':
      return begin;
  }
}

/** While the data worker answers, the reader waits. */
function waitedFor(answers: Handlers<AskedCalls>, wait: () => () => void): Handlers<AskedCalls> {
  const handlers = Object.entries(answers).map(([name, answer]) => [
    name,
    async (input: never) => {
      const done = wait();
      try {
        return await (answer as (input: never) => unknown)(input);
      } finally {
        done();
      }
    },
  ]);
  return Object.fromEntries(handlers) as Handlers<AskedCalls>;
}
