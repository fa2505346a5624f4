import { parseArgs } from 'node:util';
import type { Finding } from '#renderer/data/model/finding.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { type ExceptionSaying, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import {
  filterLines,
  INITIAL_QUEUE,
  queueGroups,
  queueLines,
  queueRows,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { offsetsOf, rowsBetween } from '#renderer/reconciliation/findings/screen/use-row-window.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/**
 * What the page does with many exceptions, beside drawing those in sight: within 100 ms at 10,000.
 *
 *   npm run bench -- queue [--exceptions 10000]
 *
 * `group`: the worker's part, with a thousand sayings; `lines`: once for each answer; `filter`: a letter typed in the search, all
 * groups open, down to the rows of the table; `sort`: another column; `scroll`: which rows are in sight. CPU ms, median and most
 * of 20.
 */

const { values } = parseArgs({ options: { exceptions: { type: 'string', default: '10000' } } });
const COUNT = Number(values.exceptions);
const ROUNDS = 20;
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11'] as Month[];
const findings = ['A', 'B', 'C', 'D', 'E'].flatMap((Cuenta, account) =>
  ['missing-cost', 'rate', 'overdue'].map((kind, place): Finding => {
    const own = Array.from({ length: Math.ceil(COUNT / 15) }, (_, at) => {
      const number = (at * 15 + account * 3 + place) * 7_919;
      const month = MONTHS[at % MONTHS.length] ?? ('2026-08' as Month);
      return {
        ...{ id: number.toString(16).padStart(32, '0'), name: `20000${number}`, month, rows: 1 },
        ...{ day: `${month}-${String((at % 28) + 1).padStart(2, '0')}` as LocalDate, evidence: `${number}` },
        amount: `${number % 90_001}.${String(at % 100).padStart(2, '0')}` as Decimal,
      };
    });
    return {
      ...{ kind, subject: { Canal: 'Mercado', Cuenta }, evidence: '', rows: 0, orders: 0, amount: null },
      ...{ firstPurchase: null, lastPurchase: null, affects: [], cases: own },
    };
  }),
);
const sayings = new Map(
  Array.from({ length: 1000 }, (_, at): [string, ExceptionSaying] => {
    const finding = findings[at % findings.length] as Finding;
    const cases = (finding.cases ?? []).slice(at % 50, (at % 50) + 3);
    const said = { reason: 'fee', note: 'una nota', owner: 'Ana', followUp: null, atMs: at } as const;
    return [`s${at}`, sayingOf([{ finding, cases }], { ...said, state: 'explained' })];
  }),
);

function measure<T>(name: string, run: (round: number) => T): T {
  const taken: number[] = [];
  let last = run(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = process.cpuUsage();
    last = run(round);
    taken.push(process.cpuUsage(begun).user / 1000);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const median = sorted[ROUNDS / 2] ?? 0;
  say(`${name.padEnd(8)} CPU ${median.toFixed(1)} ms, at most ${(sorted.at(-1) ?? 0).toFixed(1)} ms`);
  return last;
}

const groups = measure('group', () =>
  groupsOf({
    ...{ findings, records: new Map(), sayings, claimed: new Map(), scope: null },
    today: '2026-11-27' as LocalDate,
  }),
);
const lines = measure('lines', () =>
  queueLines(
    groups,
    '2026-11-26T10:00:00.000' as LocalDateTime,
    () => '',
    ({ head }) => `${head.kind} ${head.subject.Cuenta}`,
  ),
);
const opened = groups.map(({ key }) => key);
const rowsOf = (search: string, sort: 'age' | 'amount') => {
  const found = filterLines(lines, { ...INITIAL_QUEUE, search }, null);
  return queueRows(queueGroups(found, { sort, isDescending: true }, text), { opened, closed: [] });
};
const rows = measure('filter', (round) => rowsOf(['', '2', '20', '200', '2000'][round % 5] ?? '', 'age'));
measure('sort', (round) => rowsOf('', round % 2 === 0 ? 'age' : 'amount'));
const offsets = offsetsOf(rows.map(({ is }) => (is === 'group' ? 40 : 28)));
measure('scroll', (round) => rowsBetween(offsets, round * 5_000, round * 5_000 + 900));
say(`${lines.length} exceptions in ${groups.length} groups`);
