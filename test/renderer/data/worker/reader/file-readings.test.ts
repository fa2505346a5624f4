import { uniqBy } from 'es-toolkit/array';
import { expect, test } from 'vitest';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { pageClock } from '#renderer/data/scheduling/scheduler.ts';
import { exportTable, tableNow } from '#renderer/data/worker/exported-table.ts';
import { checkWorkbook, intake } from '#renderer/data/worker/file-intake.ts';
import type { OpenCopy } from '#renderer/data/worker/open-copy.ts';
import { createFileReaders } from '#renderer/data/worker/reader/file-reader.ts';
import {
  checkAside,
  NO_CALLBACKS,
  readIntakeAside,
  type TodayHere,
} from '#renderer/data/worker/reader/file-readings.ts';
import type { IntakeAsk, IntakeEnd } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { serveReadings } from '#renderer/data/worker/reader/serve-readings.ts';
import { createPartsCollector } from '#renderer/data/worker/reader/statement-parts.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { PLAIN_PLAN } from '#test/renderer/data/files/workbook-file.ts';
import { checkpoint, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { openCopy } from '../opened-copy.ts';
import { clonedChannelPair, openReaderBeside } from '../reader-beside.ts';

/** Files read by a worker of their own, to their end: what it asks back, in which pieces, and what comes of it. */

const beside = createFileReaders(openReaderBeside, pageClock);
const signal = () => new AbortController().signal;
async function endOf<Piece, End>(steps: AsyncGenerator<Piece, End>): Promise<End> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
  }
}

/** Wide enough for few of its lines to be a piece. */
const QUERY: RowsQuery = {
  ...{ selection: EVERYTHING, grouping: 'rows', sort: null },
  columns: [
    'Canal',
    'Cuenta',
    'Orden',
    'Ventas',
    ...Array.from({ length: 396 }, (_, at) => `Sin valor ${at}`),
  ],
};
const ROWS = { kind: 'rows', name: 'Filas', query: QUERY } as const;
async function workbookOf(copy: OpenCopy, content: FileContent = ROWS): Promise<Blob> {
  const { look, title, facts } = PLAIN_PLAN;
  const order = { content, format: { kind: 'xlsx', title, look, facts } } as const;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const { activity } = copy.ledger;
  for await (const piece of exportTable.source(copy, order, signal())) {
    // Rows keep their numbers until the file is written.
    expect(activity.isIdle()).toBe(false);
    if (piece.kind === 'chunk') chunks.push(piece.bytes as Uint8Array<ArrayBuffer>);
  }
  expect(activity.isIdle()).toBe(true);
  return new Blob(chunks);
}
const unasked = (): never => {
  throw new Error('Nobody asks for it.');
};

test('today’s table is asked for piece by piece, each line once, and none where it has none', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => row({ Orden: `O-${at}` }));
  const { copy } = await openCopy(rows);
  const workbook = await workbookOf(copy);
  const { table } = await tableNow(copy, ROWS);
  const lines = table.read(0, 25);
  const checkOf = async (lineCount: number) => {
    const asked: [number, number][] = [];
    const read = (offset: number, limit: number) => {
      asked.push([offset, limit]);
      return lines.slice(offset, Math.min(offset + limit, lineCount));
    };
    const today: TodayHere = {
      ...{ account: copy.ledger.accountId, anyAccount: false, totals: unasked, ordersSince: unasked },
      table: async ({ kind }) => {
        expect(kind).toBe('rows');
        return { table: { columns: table.columns, lineCount, read }, readUntil: 'until' as never };
      },
    };
    const end = await endOf(checkAside(beside, workbook, today, signal()));
    if (end.kind !== 'done') throw new Error(JSON.stringify(end));
    const { isOtherAccount, today: now } = end.check;
    expect([isOtherAccount, now?.readUntil]).toEqual([false, 'until']);
    return { asked: uniqBy(asked, String), isSame: now?.isSame, counts: now?.orders.counts };
  };
  const whole = await checkOf(25);
  expect([whole.isSame, whole.counts]).toEqual([true, { new: 0, changed: 0, removed: 0 }]);
  const [[, atOnce] = [0, 0]] = whole.asked;
  expect(atOnce).toBeLessThan(13);
  expect(whole.asked).toEqual([
    [0, atOnce],
    [atOnce, atOnce],
    [2 * atOnce, Math.min(atOnce, 25 - 2 * atOnce)],
  ]);
  const two = await checkOf(2 * atOnce);
  expect([two.asked, two.counts?.removed]).toEqual([
    [
      [0, atOnce],
      [atOnce, atOnce],
    ],
    25 - 2 * atOnce,
  ]);
  expect(await checkOf(0)).toEqual({
    asked: [],
    isSame: false,
    counts: { new: 0, changed: 0, removed: 25 },
  });
});

test('today’s sums and the orders since are asked for by what the file says, and another account’s only if they are to be', async () => {
  const { copy, ledger } = await openCopy([row({ Orden: 'A', Ventas: '2' })]);
  const readUntil = '2026-04-01T10:00:00.000Z' as UtcInstant;
  const { changes, ...rest } = checkpoint();
  await ledger.calls.saveCheckpoint({ ...rest, changes: { ...changes, lastReadAt: readUntil } });
  const totals = { revision: ledger.store.revision, rows: 7, sums: { Ventas: '2.50' } } as never;
  const table = {
    name: 'T',
    keyColumns: 0,
    columns: [{ name: 'L', kind: 'text', total: null }],
    lines: [],
  } as const;
  const of = { selection: { ...EVERYTHING, search: 'x' }, totals };
  const workbook = await workbookOf(copy, { kind: 'table', table, of });
  const asked: unknown[] = [];
  const check = async (account: string, anyAccount: boolean) => {
    const today: TodayHere = {
      ...{ account, anyAccount, table: unasked },
      totals: async (content) => {
        asked.push(content);
        return { rows: 8, sums: { Ventas: '3.75' as Decimal }, readUntil: 'now' as never };
      },
      ordersSince: async (content, since) => {
        asked.push([content, since]);
        return { by: 'log', counts: { new: 1, changed: 2, removed: 3 }, lines: [] };
      },
    };
    const end = await endOf(checkAside(beside, workbook, today, signal()));
    return end.kind === 'done' ? end.check : end;
  };
  const own = {
    isOtherAccount: false,
    today: { rows: { before: 7, now: 8 }, readUntil: 'now', orders: { by: 'log', counts: { removed: 3 } } },
  };
  expect(await check(ledger.accountId, false)).toMatchObject(own);
  const figures = { kind: 'figures', selection: of.selection, rows: 7, sums: { Ventas: '2.50' } };
  expect(asked).toEqual([figures, [figures, readUntil]]);
  expect(await check('other', false)).toMatchObject({ isOtherAccount: true, today: null });
  expect(await check('other', true)).toMatchObject({ ...own, isOtherAccount: true });
});

/** A statement of many lines, as a file. */
function statementFile(): Blob {
  const sales = inventSales({ seed: 3, sales: 600, unit: 100 });
  const made = WRITERS[0]?.(sales);
  const csv = (made?.rows ?? []).map((cells) =>
    cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'),
  );
  return new Blob([csv.join('\n')]);
}
const STATEMENT: IntakeAsk = { kind: 'statement', sheet: null, mapping: null };

test('a statement comes in parts, one after another, and to what it comes to where it is read here', async () => {
  const { copy } = await openCopy([row({})]);
  const file = statementFile();
  const { tools } = copy.statements;
  const runtime = { pause: async () => undefined, now: () => 0, statements: tools };
  const here = await endOf(readIntake(file, STATEMENT, runtime));
  const parts = createPartsCollector();
  let [inHand, taken] = [0, 0];
  const { pull, end } = beside({
    ...NO_CALLBACKS,
    takePart: async (part) => {
      inHand += 1;
      expect(inHand).toBe(1);
      await new Promise((resolve) => void setImmediate(resolve));
      inHand -= 1;
      taken += 1;
      parts.take(part);
      return null;
    },
    describeStatement: ({ found, ask }) => {
      expect(inHand).toBe(0);
      return tools.describe({ ...found, reading: parts.complete(found.reading) }, ask, signal());
    },
  });
  const reading = pull.intake({ file, ask: STATEMENT, question: tools.question() });
  let step = await reading.next();
  while (step.done !== true) step = await reading.next();
  end();
  expect(taken).toBeGreaterThan(1);
  const told = (ended: IntakeEnd) => {
    if (ended.kind !== 'done' || ended.answer.kind !== 'statement') throw new Error(JSON.stringify(ended));
    const { readingId, ...statement } = ended.answer.statement;
    return statement;
  };
  expect(told(step.value)).toEqual(told(here as IntakeEnd));
});

test('rows keep their numbers while a file is read, until it is read, given up, or fails', async () => {
  const { copy, ledger } = await openCopy([row({})]);
  const { activity } = ledger;
  const file = new Blob(['a;b\n1;2\n']);
  const beginning = (openReader: OpenCopy['openReader'], ask: IntakeAsk = { kind: 'look' }) =>
    intake.source({ ...copy, openReader }, { file, ask }, signal());
  const whole = endOf(beginning(beside));
  expect(activity.isIdle()).toBe(false);
  expect(await whole).toMatchObject({ kind: 'done', answer: { facts: { delimiter: ';' } } });
  expect(activity.isIdle()).toBe(true);
  const given = new AbortController();
  const left = intake
    .source({ ...copy, openReader: beside }, { file, ask: { kind: 'look' } }, given.signal)
    .next();
  expect(activity.isIdle()).toBe(false);
  given.abort();
  await expect(left).rejects.toMatchObject({ code: 'channel-closed' });
  expect(activity.isIdle()).toBe(true);
  await expect(beginning(copy.openReader).next()).rejects.toThrow('No file');
  const check = checkWorkbook.source({ ...copy, openReader: beside }, { file, anyAccount: false }, signal());
  const checked = endOf(check);
  expect(activity.isIdle()).toBe(false);
  expect(await checked).toEqual({ kind: 'refused', reason: 'not-workbook' });
  expect(activity.isIdle()).toBe(true);
});

test('where a text or a list would be longer than any may be the file is too much; other failures stay what they are', async () => {
  const { tools } = (await openCopy([row({})])).copy.statements;
  const failing = (failure: Error) => {
    const pause: Pause = async () => {
      throw failure;
    };
    return createFileReaders(() => {
      const [here, there] = clonedChannelPair();
      serveReadings(there, { pause, now: () => 0 });
      return here;
    }, pageClock);
  };
  const text = new Blob(['a;b\n'.repeat(20_000)]);
  const outcome = (failure: Error) =>
    endOf(readIntakeAside(failing(failure), text, { kind: 'look' }, tools, signal())).catch(
      (error: Error) => error.message,
    );
  const refusal = { reason: 'too-much', sheet: null, line: null, column: null };
  for (const message of [
    'Invalid string length',
    'Invalid array length',
    'Array buffer allocation failed',
    'Maximum call stack size exceeded',
  ])
    expect(await outcome(new RangeError(message)), message).toEqual({ kind: 'refused', refusal });
  expect(await outcome(new RangeError('Invalid date'))).toBe('Invalid date');
  expect(await outcome(new Error('Invalid string length'))).toBe('Invalid string length');
});
