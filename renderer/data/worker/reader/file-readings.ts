import type { Today } from '#renderer/data/files/check/check-export.ts';
import type { CheckEnd, CheckProgress } from '#renderer/data/model/export-check.ts';
import { FILE_TOO_MUCH } from '#renderer/data/model/failures.ts';
import type { Table } from '#renderer/data/model/sheet-table.ts';
import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import type { Pulled, StopSignal } from '#shared/contract/streams.ts';
import type { FileReader, OpenFileReader } from './file-reader.ts';
import type { IntakeAsk, IntakeEnd } from './intake.ts';
import type { ReaderCallbacks } from './reading-calls.ts';
import { createPartsCollector } from './statement-parts.ts';

/** Files that are read in workers of their own, a worker a file: here is taken what comes of them. */

/** Today's answers to a workbook, as the data worker has them. */
export type TodayHere = Omit<Today, 'table'> & {
  readonly table: (content: Parameters<Today['table']>[0]) => Promise<
    Pick<Awaited<ReturnType<Today['table']>>, 'readUntil'> & {
      readonly table: Pick<Table, 'columns' | 'lineCount' | 'read'>;
    }
  >;
};

const unasked = (): never => {
  throw new Error('This reading asks for no such thing.');
};
/** For a reading that needs no answers. */
export const NO_CALLBACKS: Handlers<ReaderCallbacks> = {
  takePart: unasked,
  describeStatement: unasked,
  startTable: unasked,
  readTable: unasked,
  readTotals: unasked,
  readOrdersSince: unasked,
};

/** Reads a table file for what is wanted of it. */
export function readIntakeAside(
  open: OpenFileReader,
  file: Blob,
  ask: IntakeAsk,
  { question, describe }: StatementTools,
  signal: StopSignal,
): AsyncGenerator<IntakeProgress, IntakeEnd> {
  const parts = createPartsCollector();
  const given = new AbortController();
  const reader = open({
    ...NO_CALLBACKS,
    takePart: (part) => {
      parts.take(part);
      return null;
    },
    describeStatement: ({ found, ask: asked }) =>
      describe({ ...found, reading: parts.complete(found.reading) }, asked, given.signal),
  });
  const steps = reader.pull.intake({ file, ask, question: question() });
  return stepsOf(reader, signal, steps, {
    tooMuch: {
      kind: 'refused',
      refusal: { reason: 'too-much', sheet: null, line: null, column: null },
    },
    giveUp: () => given.abort(),
  });
}

/** Holds a workbook against its evidence and today's rows. */
export function checkAside(
  open: OpenFileReader,
  file: Blob,
  { account, anyAccount, ...today }: TodayHere,
  signal: StopSignal,
): AsyncGenerator<CheckProgress, CheckEnd> {
  let table: Pick<Table, 'read'> | null = null;
  const reader = open({
    ...NO_CALLBACKS,
    startTable: async (content) => {
      const { table: asked, readUntil } = await today.table(content);
      table = asked;
      return { table: { columns: asked.columns, lineCount: asked.lineCount }, readUntil };
    },
    readTable: ({ offset, limit }) => {
      if (table === null) return unasked();
      return table.read(offset, limit).map(({ cells }) => cells);
    },
    readTotals: today.totals,
    readOrdersSince: ({ content, readUntil }) => today.ordersSince(content, readUntil),
  });
  const steps = reader.pull.checkWorkbook({ file, account, anyAccount });
  return stepsOf(reader, signal, steps, {
    tooMuch: { kind: 'refused', reason: 'too-much' },
    giveUp: () => undefined,
  });
}

type Reading<End> = {
  readonly tooMuch: End;
  /** It was stopped before its end was told. */
  readonly giveUp: () => void;
};

/** The steps of a reading; where it is given up, the one that is being made fails rather than being waited for. */
async function* stepsOf<Piece, End>(
  reader: FileReader,
  signal: StopSignal,
  steps: Pulled<undefined, Piece, End>,
  { tooMuch, giveUp }: Reading<End>,
): AsyncGenerator<Piece, End> {
  signal.addEventListener('abort', reader.end);
  let isReported = false;
  try {
    for (;;) {
      const { done, value } = await steps.next();
      if (done === true) {
        isReported = true;
        return value;
      }
      yield value;
    }
  } catch (error) {
    if (error instanceof RpcError && error.code === FILE_TOO_MUCH) return tooMuch;
    throw error;
  } finally {
    if (!isReported) giveUp();
    reader.end();
  }
}
