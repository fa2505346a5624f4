import { FILE_TOO_MUCH } from '#renderer/data/api/failures.ts';
import { checkExport, type Today, type TodayTable } from '#renderer/data/files/check/check-export.ts';
import { readIntake } from '#renderer/data/files/intake/read-intake.ts';
import type { StatementTools } from '#renderer/data/files/intake/read-statement-file.ts';
import { createRestore, type Restore } from '#renderer/data/storage/backup/restore-backup.ts';
import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import type { Pause } from '#shared/base/tasks.ts';
import {
  BridgeError,
  type Caller,
  type Channel,
  createCaller,
  type Handlers,
  serveCalls,
} from '#shared/contract/rpc.ts';
import { linesOfSlice } from '#shared/domain/sheet-table.ts';
import type { StatementQuestion } from '#shared/domain/statements/read-statement.ts';
import type { AskedCalls, ReadingCalls, TableFacts } from './reading-calls.ts';
import { partsOf, restOf } from './statement-parts.ts';

/** The side of a worker that reads one file: all that parses what strangers wrote runs behind this. */

type Runtime = {
  /** Between two steps of a reading. */
  readonly pause: Pause;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

type Asked = Caller<AskedCalls>;

/** Serves one reading over a channel; where that closes, it is given up. Long, for its calls share what is being read. */
export function serveReadings(channel: Channel, { pause, now }: Runtime): void {
  const asked = createCaller<AskedCalls>(channel);
  let intake: ReturnType<typeof readIntake> | null = null;
  let check: ReturnType<typeof checkExport> | null = null;
  let restore: Restore | null = null;
  const nextOf = async <Step>(steps: AsyncGenerator<Step, Step> | null): Promise<Step> => {
    if (steps === null) throw nothingRead();
    try {
      return (await steps.next()).value;
    } catch (error) {
      throw asTooMuch(error);
    }
  };
  const stored = async <T>(work: (restore: Restore) => Promise<T>): Promise<T> => {
    if (restore === null) throw nothingRead();
    try {
      return await work(restore);
    } catch (error) {
      throw asLedgerFailure(asTooMuch(error));
    }
  };
  const calls: Handlers<ReadingCalls> = {
    startIntake: ({ file, ask, question }) => {
      intake = readIntake(file, ask, { pause, now, statements: statementsOf(asked, question) });
      return null;
    },
    readIntake: () => nextOf(intake),
    startCheck: ({ file, ...of }) => {
      check = checkExport(file, todayOf(asked, of), pause);
      return null;
    },
    readCheck: () => nextOf(check),
    startRestore: ({ name }) => {
      restore = createRestore(name);
      return null;
    },
    writeRestore: ({ bytes }) =>
      stored(async ({ write }) => {
        await write(bytes);
        return null;
      }),
    finishRestore: () =>
      stored(async ({ finish, copy }) => {
        const end = await finish();
        return { end, copy: end.kind === 'ready' ? copy() : null };
      }),
  };
  serveCalls(channel, calls, null);
  channel.onClose(() => {
    restore?.close();
    for (const steps of [intake, check]) void steps?.return(undefined as never).catch(() => undefined);
  });
}

const nothingRead = (): Error => new Error('Nothing is being read.');

/** As engines say that a text, a list or a buffer is longer than any may be, or nested too deep. */
const TOO_LONG = /invalid (?:string|array|typed array|array buffer) length|allocation failed|maximum/i;

const asTooMuch = (error: unknown): unknown =>
  error instanceof RangeError && TOO_LONG.test(error.message)
    ? new BridgeError(FILE_TOO_MUCH, error.message)
    : error;

function statementsOf({ takePart, tellStatement }: Asked, question: StatementQuestion): StatementTools {
  return {
    question: () => question,
    async tell({ reading, ...found }, ask) {
      let taken: Promise<null> = Promise.resolve(null);
      for (const part of partsOf(reading)) {
        // One is taken while the next is made, never more.
        await taken;
        taken = takePart(part);
      }
      await taken;
      return tellStatement({ found: { ...found, reading: restOf(reading) }, ask });
    },
  };
}

function todayOf(asked: Asked, { account, anyAccount }: Pick<Today, 'account' | 'anyAccount'>): Today {
  return {
    account,
    anyAccount,
    table: async (content) => {
      const { table, readUntil } = await asked.startTable(content);
      return { table: { ...table, slices: () => slicesOf(asked, table) }, readUntil };
    },
    totals: asked.readTotals,
    ordersSince: (content, readUntil) => asked.readOrdersSince({ content, readUntil }),
  };
}

/** The lines of today's table, one slice on the way while the one before is looked at. */
async function* slicesOf(
  { readTable }: Asked,
  table: TableFacts,
): ReturnType<TodayTable['slices']> & AsyncGenerator<Awaited<ReturnType<Asked['readTable']>>> {
  const limit = linesOfSlice(table);
  const ask = (offset: number) => {
    const lines = readTable({ offset, limit: Math.min(limit, table.lineCount - offset) });
    // Whoever stops in between hears no more of it.
    lines.catch(() => undefined);
    return lines;
  };
  if (table.lineCount === 0) return;
  let coming = ask(0);
  for (let offset = limit; offset < table.lineCount; offset += limit) {
    const lines = await coming;
    coming = ask(offset);
    yield lines;
  }
  yield await coming;
}
