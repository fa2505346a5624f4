import { parseArgs } from 'node:util';
import type { LocalDate } from '#shared/domain/dates.ts';
import { lineIdentities } from '#shared/domain/statements/overlaps.ts';
import { readStatement } from '#shared/domain/statements/read-statement.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/**
 * How long it takes to recognise, prove and read the rows of a statement, in every layout.
 *
 *   npm run bench -- statements [--rows 200000]
 *
 * TAKEN is by the clock, from rows of texts to lines; STEP the longest between two pauses; KEYS what it takes to tell its
 * lines from those of other files.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const sales = inventSales({ seed: 7, sales: Number(values.rows), unit: 100 });

for (const write of WRITERS) {
  const { name, rows } = write(sales);
  const given = rows.slice(0, Number(values.rows)).map((cells, at) => ({ line: at + 1, cells }));
  const [from, steps] = [performance.now(), { longest: 0 }];
  const task = readStatement(given, { today: '2027-01-01' as LocalDate, mappings: new Map() });
  for (;;) {
    const begun = performance.now();
    const step = task.next();
    steps.longest = Math.max(steps.longest, performance.now() - begun);
    if (step.done !== true) continue;
    const taken = performance.now() - from;
    const keysFrom = performance.now();
    lineIdentities(step.value.kind, step.value.lines);
    const keys = performance.now() - keysFrom;
    say(
      `${name.padEnd(30)} ${String(step.value.lines.length).padStart(7)} lines  TAKEN ${taken.toFixed(0)} ms  STEP ${steps.longest.toFixed(0)} ms  KEYS ${keys.toFixed(0)} ms`,
    );
    break;
  }
}
