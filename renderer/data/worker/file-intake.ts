import { readTotals } from '#renderer/data/engine/answers/figures.ts';
import { table } from '#renderer/data/engine/answers/lines.ts';
import { ordersSince } from '#renderer/data/files/check/orders-since.ts';
import type { CheckEnd, CheckProgress } from '#renderer/data/model/export-check.ts';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import type { IntakeAsk, IntakeEnd } from '#renderer/data/worker/reader/intake.ts';
import { changesOf } from './changes.ts';
import { answerOf, tableNow } from './exported-table.ts';
import { type OpenCopy, shownOf } from './open-copy.ts';
import { checkAside, readIntakeAside, type TodayHere } from './reader/file-readings.ts';
import type { QueriedContent } from './tables-of-file.ts';

/** Files that people bring, each read by a worker of its own. */

/** Rows keep their numbers while a file is read: compaction waits. */
async function* withLedgerHeld<Piece, End>(
  { ledger }: OpenCopy,
  read: () => AsyncGenerator<Piece, End>,
): AsyncGenerator<Piece, End> {
  const release = ledger.activity.begin();
  try {
    return yield* read();
  } finally {
    release();
  }
}

/** Reads a table file for what is wanted of it. */
export const intake = stream(
  'intake',
  (
    copy: OpenCopy,
    { file, ask }: { readonly file: Blob; readonly ask: IntakeAsk },
    signal,
  ): AsyncGenerator<IntakeProgress, IntakeEnd> =>
    withLedgerHeld(copy, () => readIntakeAside(copy.openReader, file, ask, copy.statements.tools, signal)),
);

/** Holds a workbook against today's rows; `anyAccount`: also where it was written from another account. */
export const checkWorkbook = stream(
  'checkWorkbook',
  (
    copy: OpenCopy,
    { file, anyAccount }: { readonly file: Blob; readonly anyAccount: boolean },
    signal,
  ): AsyncGenerator<CheckProgress, CheckEnd> =>
    withLedgerHeld(copy, () => checkAside(copy.openReader, file, todayOf(copy, anyAccount), signal)),
);

const todayOf = (copy: OpenCopy, anyAccount: boolean): TodayHere => ({
  account: copy.ledger.accountId,
  anyAccount,
  table: async (content) => {
    const { table: made, known } = await tableNow(copy, { name: '', ...content } as QueriedContent);
    return { table: made, readUntil: known.readUntil };
  },
  totals: ({ selection, sums }) => {
    const figures = shownOf(copy);
    return answerOf(copy, function* (asked) {
      const columns = Object.keys(sums);
      const { rows, sums: now } = yield* readTotals.task(asked, { selection, columns });
      return { rows, sums: now, readUntil: figures.known().readUntil };
    });
  },
  ordersSince: async (content, readUntil) =>
    ordersSince(content, readUntil, {
      changes: (query) => changesOf(copy, query),
      ordersOf: (selection) =>
        answerOf(copy, function* (rows) {
          const columns = ['Canal', 'Cuenta', 'Orden'];
          const query = { selection, grouping: 'orders', sort: null, columns } as const;
          const orders = yield* rows.over(selection, (of) => table(of, query, ''));
          return orders.read(0, orders.lineCount).map(({ cells }) => cells.map(cellText));
        }),
    }),
});
