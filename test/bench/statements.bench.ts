import { parseArgs } from 'node:util';
import { createPauses, createYieldToEventLoop } from '#renderer/data/scheduling/scheduler.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { previewOf } from '#renderer/reconciliation/matching/worker/statements.ts';
import { lineIdentities } from '#renderer/reconciliation/statements/model/overlaps.ts';
import { readStatement } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/**
 * How long it takes to recognise, prove and read the rows of a statement, in every layout.
 *
 *   npm run bench -- statements [--rows 200000]
 *
 * TAKEN is by the clock, from rows of texts to lines, CPU what the process itself used (other programs share this machine),
 * STEP the most it used between two pauses; KEYS what it takes to tell its
 * lines from those of other files. Last, a file of so many lines from its bytes to what the preview shows, as the worker reads
 * it: WAIT is the longest time that the event loop was held.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const cpuMs = (from: NodeJS.CpuUsage): number => process.cpuUsage(from).user / 1000;
const sales = inventSales({ seed: 7, sales: Number(values.rows), unit: 100 });

for (const write of WRITERS) {
  const { name, rows } = write(sales);
  const given = rows.slice(0, Number(values.rows)).map((cells, at) => ({ line: at + 1, cells }));
  const [from, used, steps] = [performance.now(), process.cpuUsage(), { longest: 0 }];
  const task = readStatement(given, { today: '2027-01-01' as LocalDate, mappings: new Map() });
  for (;;) {
    const begun = process.cpuUsage();
    const step = task.next();
    steps.longest = Math.max(steps.longest, cpuMs(begun));
    if (step.done !== true) continue;
    const taken = performance.now() - from;
    const cpu = cpuMs(used);
    const keysFrom = process.cpuUsage();
    atOnce(lineIdentities(step.value.kind, step.value.lines));
    const keys = cpuMs(keysFrom);
    say(
      `${name.padEnd(30)} ${String(step.value.lines.length).padStart(7)} lines  TAKEN ${taken.toFixed(0)} ms  CPU ${cpu.toFixed(0)} ms  STEP ${steps.longest.toFixed(0)} ms  KEYS ${keys.toFixed(0)} ms`,
    );
    break;
  }
}

const QUESTION = { today: '2027-01-01' as LocalDate, mappings: new Map() };

/** From the bytes of a file to its preview. */
async function fromBytes(rows: readonly (readonly string[])[]): Promise<void> {
  const file = new Blob([rows.map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\r\n')]);
  let [wait, last] = [0, performance.now()];
  const ticks = setInterval(() => {
    wait = Math.max(wait, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  const [from, used] = [performance.now(), process.cpuUsage()];
  const reading = readIntake(
    file,
    { kind: 'statement', sheet: null, mapping: null },
    {
      pause: createPauses(createYieldToEventLoop(), () => performance.now()),
      now: () => performance.now(),
      statements: {
        question: () => QUESTION,
        describe: async (found, ask) => {
          const more = { readingId: '', ask, accounts: [], account: null };
          const overlap = { fresh: found.reading.lines.length, shared: [] };
          return { kind: 'statement', statement: previewOf({ ...found, ...more }, overlap) };
        },
      },
    },
  );
  let step = await reading.next();
  while (step.done !== true) step = await reading.next();
  clearInterval(ticks);
  const shown =
    step.value.kind === 'done' && step.value.answer.kind === 'statement' ? step.value.answer.statement : null;
  say(
    `file of ${(file.size / 2 ** 20).toFixed(0)} MB to preview  ${shown?.kind} ${shown?.rows} lines  TAKEN ${(performance.now() - from).toFixed(0)} ms  CPU ${cpuMs(used).toFixed(0)} ms  WAIT ${wait.toFixed(0)} ms`,
  );
}

const [releases] = WRITERS.map((write) => write(sales)).filter(
  ({ kind }) => kind === 'mercado-pago-releases',
);
await fromBytes((releases?.rows ?? []).slice(0, Number(values.rows) + 1));
process.exit(0);
