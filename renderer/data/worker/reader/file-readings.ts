import type { CheckEnd, CheckProgress } from '#renderer/data/api/export-check.ts';
import { FILE_TOO_MUCH } from '#renderer/data/api/failures.ts';
import type { IntakeAsk, IntakeEnd, IntakeProgress } from '#renderer/data/api/intake.ts';
import type { Today } from '#renderer/data/files/check/check-export.ts';
import type { StatementTools } from '#renderer/data/files/intake/read-statement-file.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import type { StopSignal } from '#shared/contract/streams.ts';
import type { Table } from '#shared/domain/sheet-table.ts';
import type { FileReader, OpenFileReader } from './file-reader.ts';
import type { AskedCalls } from './reading-calls.ts';
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
/** Of a reading that knows all it needs. */
export const NOTHING_ASKED: Handlers<AskedCalls> = {
  takePart: unasked,
  tellStatement: unasked,
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
  { question, tell }: StatementTools,
  signal: StopSignal,
): AsyncGenerator<IntakeProgress, IntakeEnd> {
  const parts = createPartsCollector();
  const given = new AbortController();
  const reader = open({
    ...NOTHING_ASKED,
    takePart: (part) => {
      parts.take(part);
      return null;
    },
    tellStatement: ({ found, ask: asked }) =>
      tell({ ...found, reading: parts.complete(found.reading) }, asked, given.signal),
  });
  return stepsOf<IntakeProgress, IntakeEnd>(reader, signal, {
    start: () => reader.call.startIntake({ file, ask, question: question() }),
    next: () => reader.call.readIntake(null),
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
    ...NOTHING_ASKED,
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
  return stepsOf<CheckProgress, CheckEnd>(reader, signal, {
    start: () => reader.call.startCheck({ file, account, anyAccount }),
    next: () => reader.call.readCheck(null),
    tooMuch: { kind: 'refused', reason: 'too-much' },
    giveUp: () => undefined,
  });
}

type Reading<Progress, End> = {
  readonly start: () => Promise<null>;
  readonly next: () => Promise<Progress | End>;
  readonly tooMuch: End;
  /** It was stopped before its last step was told. */
  readonly giveUp: () => void;
};

/** The steps of a reading; where it is given up, the one that is being made fails rather than being waited for. */
async function* stepsOf<Progress extends { readonly kind: 'running' }, End extends { readonly kind: string }>(
  reader: FileReader,
  signal: StopSignal,
  { start, next, tooMuch, giveUp }: Reading<Progress, End>,
): AsyncGenerator<Progress, End> {
  signal.addEventListener('abort', reader.end);
  let isTold = false;
  try {
    await start();
    for (;;) {
      const step = await next();
      if (isRunning<Progress, End>(step)) {
        yield step;
        continue;
      }
      isTold = true;
      return step;
    }
  } catch (error) {
    if (error instanceof BridgeError && error.code === FILE_TOO_MUCH) return tooMuch;
    throw error;
  } finally {
    if (!isTold) giveUp();
    reader.end();
  }
}

const isRunning = <Progress, End extends { readonly kind: string }>(step: Progress | End): step is Progress =>
  (step as { readonly kind: string }).kind === 'running';
