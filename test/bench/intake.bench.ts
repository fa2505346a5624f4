import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Worker as Thread } from 'node:worker_threads';
import { readTableFile } from '#renderer/data/files/intake/read-table-file.ts';
import { zipParts } from '#renderer/data/files/streams/zip.ts';
import { createPauses, createYieldToEventLoop } from '#renderer/data/scheduling/scheduler.ts';
import { createFileReaders } from '#renderer/data/worker/reader/file-reader.ts';
import { readIntakeAside } from '#renderer/data/worker/reader/file-readings.ts';
import type { IntakeStep } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/**
 * How long a table file takes to be read, and what memory it takes beside the file itself; and what a statement holds up,
 * read where the rows are kept and in a worker of its own.
 *
 *   npm run bench -- intake [--lines 200000] [--columns 30] [--megabytes 200]
 *
 * TAKEN is by the clock, CPU what the process itself used (other programs share this machine), WAIT the longest time that
 * the event loop was held, HEAP the most that lived on it after a collection. The files lie on disk and are read as
 * the browser reads them, piece by piece. The statement is read as the data worker has it read: all of it, lines judged and
 * told back. Here it gives way as often as it does there; in the worker, a thread that runs the same calls, it need not. WAIT
 * is of the loop that asks, CPU of both.
 */

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '200000' },
    columns: { type: 'string', default: '30' },
    megabytes: { type: 'string', default: '200' },
  },
});
const [lines, columns, megabytes] = [Number(values.lines), Number(values.columns), Number(values.megabytes)];
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'cuadra-intake-'));

/** A settlement's line: ids, dates, amounts, words that repeat. */
function cellOf(line: number, column: number): string {
  switch (column % 5) {
    case 0:
      return `2000${String(1_000_000_000 + line * 31 + column)}`;
    case 1:
      return `2026-08-${String(1 + (line % 28)).padStart(2, '0')}T22:39:50.000-03:00`;
    case 2:
      return `${(line * 97 + column * 13) % 1_000_000}.${String((line * 7) % 100).padStart(2, '0')}`;
    case 3:
      return ['payment', 'refund', 'Cargo por envío', 'comisión'][line % 4] ?? '';
    default:
      return '';
  }
}

async function writeText(path: string, count: number, leastBytes: number): Promise<void> {
  function* pieces() {
    let bytes = 0;
    for (let line = 0; line < count || bytes < leastBytes; line += 1) {
      const text = `${Array.from({ length: columns }, (_, column) => cellOf(line, column)).join(';')}\r\n`;
      bytes += text.length;
      yield text;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path));
}

async function writeWorkbook(path: string): Promise<void> {
  const name = (column: number): string =>
    column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`;
  function* sheet() {
    yield '<worksheet><sheetData>';
    for (let line = 1; line <= lines; line += 1) {
      let row = `<row r="${line}" spans="1:${columns}">`;
      for (let column = 0; column < columns; column += 1) {
        const value = cellOf(line, column);
        if (value === '') continue;
        const place = `${name(column)}${line}`;
        if (column % 5 === 2) row += `<c r="${place}" s="1"><v>${value}</v></c>`;
        else if (column % 5 === 3) row += `<c r="${place}" s="1" t="s"><v>${line % 4}</v></c>`;
        else row += `<c r="${place}" s="1" t="inlineStr"><is><t>${value}</t></is></c>`;
      }
      yield `${row}</row>`;
    }
    yield '</sheetData></worksheet>';
  }
  const texts = [0, 1, 2, 3].map((at) => `<si><t>${cellOf(at, 3)}</t></si>`).join('');
  const part = (path: string, slices: Iterable<string>) => ({ name: path, isLarge: true, slices });
  const parts = [
    part('xl/workbook.xml', [
      '<workbook><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ]),
    part('xl/_rels/workbook.xml.rels', ['<R><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></R>']),
    part('xl/sharedStrings.xml', [`<sst>${texts}</sst>`]),
    part('xl/worksheets/sheet1.xml', sheet()),
  ];
  const stream = zipParts(parts, async () => undefined);
  await pipeline(Readable.fromWeb(stream as never), createWriteStream(path));
}

async function writeStatement(path: string): Promise<void> {
  function* pieces() {
    yield 'Fecha;Descripción;Documento;Monto;Saldo\r\n';
    let balance = 1_000_000;
    for (let line = 0; line < lines; line += 1) {
      const amount = ((line * 97) % 100_000) - 50_000;
      balance += amount;
      yield `${cellOf(line, 1).slice(0, 10)};${cellOf(line, 3)} ${line};${1000 + line};${amount};${balance}\r\n`;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path));
}

/** What the data worker would know and do. */
const STATEMENTS = (viewOf: (lines: number) => void): StatementTools => ({
  question: () => ({ today: '2026-12-31' as LocalDate, mappings: new Map() }),
  describe: async ({ reading }) => {
    viewOf(reading.lines.length);
    return { kind: 'statement', statement: {} as never };
  },
});
const ASK = { kind: 'statement', sheet: null, mapping: null } as const;

/** Longest that the event loop was held until it is stopped. */
function watchLoop(): () => number {
  let [wait, last] = [0, performance.now()];
  const ticks = setInterval(() => {
    wait = Math.max(wait, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(ticks);
    return Math.max(wait, performance.now() - last);
  };
}

async function timedStatement(
  name: string,
  path: string,
  stepsOf: (file: Blob, statements: StatementTools) => AsyncGenerator<IntakeStep, IntakeStep>,
): Promise<void> {
  // Node hands no file of the disk to a thread.
  const file = new Blob([readFileSync(path)]);
  globalThis.gc?.();
  let count = 0;
  const steps = stepsOf(
    file,
    STATEMENTS((found) => {
      count = found;
    }),
  );
  const stop = watchLoop();
  const [from, used] = [performance.now(), process.cpuUsage()];
  let step = await steps.next();
  while (step.done !== true) step = await steps.next();
  const taken = performance.now() - from;
  const { user, system } = process.cpuUsage(used);
  if (step.value.kind !== 'done') throw new Error(`The statement is not read: ${JSON.stringify(step.value)}`);
  say(
    `${name.padEnd(19)} ${count} lines: TAKEN ${(taken / 1000).toFixed(1)} s, ` +
      `CPU ${((user + system) / 1e6).toFixed(1)} s, WAIT ${stop().toFixed(0)} ms`,
  );
}

function readAside(file: Blob, statements: StatementTools): AsyncGenerator<IntakeStep, IntakeStep> {
  const open = createFileReaders(
    () => {
      const thread = new Thread(new URL('./intake/read.thread.ts', import.meta.url));
      const closers: (() => void)[] = [];
      const close = (): void => {
        void thread.terminate();
        for (const closer of closers.splice(0)) closer();
      };
      return {
        send: (message) => thread.postMessage(message),
        onMessage: (listener) => void thread.on('message', listener),
        onClose: (listener) => void closers.push(listener),
        close,
      };
    },
    {
      setTimer: (work, ms) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
  );
  return readIntakeAside(open, file, ASK, statements, new AbortController().signal);
}

async function timed(name: string, path: string): Promise<void> {
  const file = await openAsBlob(path);
  let [count, cells, heap, wait, last] = [0, 0, 0, 0, performance.now()];
  const ticks = setInterval(() => {
    wait = Math.max(wait, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const [from, used] = [performance.now(), process.cpuUsage()];
  const pause = createPauses(createYieldToEventLoop(), () => performance.now());
  let measured = 0;
  let collecting = 0;
  for await (const { rows, share } of readTableFile(file, pause)) {
    count += rows.length;
    for (const row of rows) cells += row.cells.length;
    if (share < measured) continue;
    measured = share + 0.1;
    const begun = performance.now();
    globalThis.gc?.();
    collecting += performance.now() - begun;
    heap = Math.max(heap, process.memoryUsage().heapUsed - before);
    last = performance.now();
  }
  const taken = performance.now() - from - collecting;
  clearInterval(ticks);
  const { user, system } = process.cpuUsage(used);
  say(
    `${name.padEnd(10)} ${(file.size / 2 ** 20).toFixed(0).padStart(4)} MB, ${count} lines, ${cells} cells: TAKEN ${(taken / 1000).toFixed(1)} s, ` +
      `CPU ${((user + system) / 1e6).toFixed(1)} s, WAIT ${wait.toFixed(0)} ms, HEAP ${(heap / 2 ** 20).toFixed(0)} MB`,
  );
}

try {
  const [text, book, large] = ['table.csv', 'table.xlsx', 'large.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeText(text, lines, 0);
  await timed('csv', text);
  rmSync(text);
  await writeWorkbook(book);
  await timed('xlsx', book);
  rmSync(book);
  await writeText(large, 0, megabytes * 2 ** 20);
  await timed('large csv', large);
  rmSync(large);
  const statement = join(folder, 'statement.csv');
  await writeStatement(statement);
  await timedStatement('statement here', statement, (file, statements) => {
    // Messages to itself come before the timers here, which are to tell how long the loop was held.
    const giveWay = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    const pause = createPauses(giveWay, () => performance.now());
    return readIntake(file, ASK, { pause, now: () => performance.now(), statements });
  });
  await timedStatement('statement, worker', statement, readAside);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// What gives way by messages to itself would wait for the next one.
process.exit(0);
