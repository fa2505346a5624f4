import { checkExport, type Today, type TodayTable } from '#renderer/data/files/check/check-export.ts';
import { FILE_TOO_MUCH } from '#renderer/data/model/failures.ts';
import { linesPerPiece } from '#renderer/data/model/sheet-table.ts';
import { createRestore } from '#renderer/data/storage/backup/restore-backup.ts';
import { asLedgerFailure } from '#renderer/data/storage/database/failures.ts';
import type { StatementQuestion } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { type Caller, type Channel, createCaller, RpcError, serveCalls } from '#shared/contract/rpc.ts';
import { type StreamCalls, serveStreams } from '#shared/contract/streams.ts';
import { readIntake } from './read-intake.ts';
import type { ReaderCallbacks, ReadingStreams, TableFacts } from './reading-calls.ts';
import { partsOf, restOf } from './statement-parts.ts';

/** The side of a worker that reads one file: all that parses what strangers wrote runs behind this. */

type Runtime = {
  /** Between two steps of a reading. */
  readonly pause: Pause;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

type Callbacks = Caller<ReaderCallbacks>;

/** Serves one reading over a channel; where that closes, it is given up. */
export function serveReadings(channel: Channel, { pause, now }: Runtime): void {
  const asked = createCaller<ReaderCallbacks>(channel);
  const served = serveStreams<ReadingStreams>({
    intake: ({ file, ask, question }) =>
      readingOf(readIntake(file, ask, { pause, now, statements: statementsOf(asked, question) })),
    checkWorkbook: ({ file, ...of }) => readingOf(checkExport(file, todayOf(asked, of), pause)),
    restore: async function* ({ name }) {
      const restore = createRestore(name);
      try {
        let fed = yield { kind: 'more' };
        while (fed?.kind === 'bytes') {
          await restore.write(fed.bytes);
          fed = yield { kind: 'more' };
        }
        const end = await restore.finish();
        return { end, copy: end.kind === 'ready' ? restore.copy() : null };
      } catch (error) {
        throw asLedgerFailure(asTooMuch(error));
      } finally {
        restore.close();
      }
    },
  });
  serveCalls<StreamCalls>(channel, served.calls, null);
  channel.onClose(() => void served.endAll());
}

/** A reading as it is pulled: how far it has come as pieces, its last step as its end. */
async function* readingOf<Step extends { readonly kind: string }>(
  steps: AsyncGenerator<Step, Step>,
): AsyncGenerator<Extract<Step, { readonly kind: 'running' }>, Exclude<Step, { readonly kind: 'running' }>> {
  type Progress = Extract<Step, { readonly kind: 'running' }>;
  const isProgress = (step: Step): step is Progress => step.kind === 'running';
  try {
    for (;;) {
      const { value } = await steps.next();
      if (!isProgress(value)) return value as Exclude<Step, { readonly kind: 'running' }>;
      yield value;
    }
  } catch (error) {
    throw asTooMuch(error);
  } finally {
    await steps.return(undefined as never).catch(() => undefined);
  }
}

/** As engines say that a text, a list or a buffer is longer than any may be, or nested too deep. */
const TOO_LONG = /invalid (?:string|array|typed array|array buffer) length|allocation failed|maximum/i;

const asTooMuch = (error: unknown): unknown =>
  error instanceof RangeError && TOO_LONG.test(error.message)
    ? new RpcError(FILE_TOO_MUCH, error.message)
    : error;

function statementsOf(
  { takePart, describeStatement }: Callbacks,
  question: StatementQuestion,
): StatementTools {
  return {
    question: () => question,
    async describe({ reading, ...found }, ask) {
      let taken: Promise<null> = Promise.resolve(null);
      for (const part of partsOf(reading)) {
        // One is taken while the next is made, never more.
        await taken;
        taken = takePart(part);
      }
      await taken;
      return describeStatement({ found: { ...found, reading: restOf(reading) }, ask });
    },
  };
}

function todayOf(asked: Callbacks, { account, anyAccount }: Pick<Today, 'account' | 'anyAccount'>): Today {
  return {
    account,
    anyAccount,
    table: async (content) => {
      const { table, readUntil } = await asked.startTable(content);
      return { table: { ...table, slices: () => piecesOf(asked, table) }, readUntil };
    },
    totals: asked.readTotals,
    ordersSince: (content, readUntil) => asked.readOrdersSince({ content, readUntil }),
  };
}

/** The lines of today's table, one piece on the way while the one before is looked at. */
async function* piecesOf(
  { readTable }: Callbacks,
  table: TableFacts,
): ReturnType<TodayTable['slices']> & AsyncGenerator<Awaited<ReturnType<Callbacks['readTable']>>> {
  const limit = linesPerPiece(table);
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
