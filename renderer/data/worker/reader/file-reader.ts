import { FILE_TOO_MUCH } from '#renderer/data/model/failures.ts';
import type { ThrottleClock } from '#shared/base/throttle.ts';
import {
  CHANNEL_CLOSED,
  type Channel,
  createCaller,
  type Handlers,
  RpcError,
  serveCalls,
} from '#shared/contract/rpc.ts';
import { type Pulled, type Puller, pullStreams, type StreamCalls } from '#shared/contract/streams.ts';
import type { ReaderCallbacks, ReadingStreams } from './reading-calls.ts';
import { createReadingWatch } from './reading-watch.ts';

/** The data worker's side of a worker that reads one file. */

export type FileReader = {
  /** Fails with FILE_TOO_MUCH where the worker took too long or died, and with CHANNEL_CLOSED once it was ended. */
  readonly pull: Puller<ReadingStreams>;
  /** Ends it at once, whatever it does. */
  readonly end: () => void;
};

export type OpenFileReader = (answers: Handlers<ReaderCallbacks>) => FileReader;

/** @param openChannel makes a worker, which closing the channel ends; it closes by itself where the worker dies */
export function createFileReaders(
  openChannel: () => Channel,
  clock: Pick<ThrottleClock, 'setTimer'>,
): OpenFileReader {
  return (answers) => {
    const channel = openChannel();
    const pull = pullStreams<ReadingStreams>(createCaller<StreamCalls>(channel));
    let isEnded = false;
    const watch = createReadingWatch(clock, () => channel.close());
    channel.onClose(watch.stop);
    serveCalls<ReaderCallbacks>(channel, waitedFor(answers, watch.wait), null);
    const watched = <Feed, Piece, End>(
      { next, cancel }: Pulled<Feed, Piece, End>,
      begin: (feed: Feed | undefined) => () => void,
    ): Pulled<Feed, Piece, End> => ({
      next: async (feed) => {
        const done = begin(feed);
        try {
          return await next(feed);
        } catch (error) {
          const isDead = error instanceof RpcError && error.code === CHANNEL_CLOSED && !isEnded;
          throw isDead ? new RpcError(FILE_TOO_MUCH, 'The file took too long, or too much memory.') : error;
        } finally {
          done();
        }
      },
      cancel,
    });
    return {
      pull: {
        intake: (input) => watched(pull.intake(input), watch.begin),
        checkWorkbook: (input) => watched(pull.checkWorkbook(input), watch.begin),
        // At its ends it waits for storage more than it reads: how long that takes is the disk's.
        restore: (input) =>
          watched(pull.restore(input), (feed) =>
            feed?.kind === 'bytes' ? watch.beginPiece() : () => undefined,
          ),
      },
      end: () => {
        isEnded = true;
        channel.close();
      },
    };
  };
}

/** While the data worker answers, the reader waits. */
function waitedFor(answers: Handlers<ReaderCallbacks>, wait: () => () => void): Handlers<ReaderCallbacks> {
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
  return Object.fromEntries(handlers) as Handlers<ReaderCallbacks>;
}
