import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expectSyncState } from '#test/e2e/screen.ts';
import { watchAnswers } from './browser/answer-times.ts';
import { pageThread, workerThreads } from './browser/page-thread.ts';
import { type Measured, measureScreens } from './browser/screens-journey.ts';
import { startSeededApp } from './browser/seeded-app.ts';
import { describeMachine } from './million/machine.ts';

/**
 * How long the app takes from an input to the figures it asks for, on a million rows, in a real Chromium.
 *
 *   npm run bench -- screens [--rows 1000000] [--rounds 7] [--json <file>]
 *   npm run bench -- screens --keep-open [--rows 1000000]
 *
 * THE APP is the browser host with the demo world's rows in its local copy (browser/seeded-app.ts), 1920 x 1080, the sync
 * at rest. What is done is in browser/screens-journey.ts: a round that does not count, then so many that do; each asks
 * figures that were never asked before (another bound, word, value, month), except where one goes back to a screen.
 *
 * A TIME begins with the time stamp of the last press of a button or key, and ends when the last frame is painted in
 * which the page changed, with no question to the data worker left open and nothing happening for a quarter of a second
 * afterwards. «first» is the first frame that showed anything new. The rest of a time is told apart: «worker» is the time
 * during which some question was open, and the long tasks are the page's own. The search waits a moment for typing to
 * settle, as it does for people: that is in its times. «page cpu» and «worker cpu» are how long their threads were on a
 * processor (Linux alone), until all was at rest: other programs of the machine count little in them.
 *
 * --keep-open measures nothing: it seeds the app, closes the browser, prints the address and the folder of the browser's
 * data (any Chromium started on it has the rows: `openBrowser` of test/e2e/app-under-test.ts does that), and waits for
 * Ctrl+C, which removes all of it.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'string' },
    'keep-open': { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rows) || !Number.isSafeInteger(rounds) || rows < 1 || rounds < 1) {
  throw new TypeError('--rows and --rounds are whole numbers from 1 on.');
}

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const app = await startSeededApp(rows);
try {
  if (values['keep-open']) await keepOpen();
  else await measure();
} finally {
  await app.close();
}

async function keepOpen(): Promise<void> {
  await app.browser.context.close();
  say(`address: ${await app.host.anotherAddress()}`);
  say(`browser data: ${app.userDataDirectory}`);
  say('Ctrl+C ends it.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

async function measure(): Promise<void> {
  const before = describeMachine();
  const { page } = await app.reopen({ width: 1920, height: 1080 });
  await watchAnswers(page);
  await page.goto(`${app.host.address}#panel`);
  await expectSyncState(page, 'idle');
  await page.waitForTimeout(5000);
  const { userDataDirectory } = app;
  const threads = { page: pageThread(userDataDirectory), worker: workerThreads(userDataDirectory) };
  const measured = await measureScreens(page, rounds, threads, say);
  process.stdout.write(`\n${table(measured)}\n`);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const json = values.json ?? join(tmpdir(), `cuadra-bench-screens-${stamp}.json`);
  await writeFile(
    json,
    JSON.stringify({ rows, rounds, before, after: describeMachine(), interactions: measured }, null, 1),
  );
  say(`All figures: ${json}`);
  if (measured.some((each) => each.rounds.length === 0)) process.exitCode = 1;
}

function table(measured: readonly Measured[]): string {
  const cells = ['first', 'median', 'worst', 'worker', 'page cpu', 'worker cpu', 'questions', 'long tasks']
    .map((title) => title.padStart(11))
    .join('');
  const lines = measured.map(({ name, rounds: each }) => {
    if (each.length === 0) return `  ${name.padEnd(40)} not measured`;
    const settled = each.map(({ settledMs }) => settledMs).sort((a, b) => a - b);
    const tasks = each.flatMap(({ longTasks }) => longTasks);
    const figures = [
      median(each.map(({ firstMs }) => firstMs)),
      median(settled),
      settled.at(-1) ?? 0,
      median(each.map(openMs)),
      median(each.map(({ pageMs }) => pageMs)),
      median(each.map(({ workerMs }) => workerMs)),
      median(each.map(({ calls }) => calls.filter(({ askedMs }) => askedMs > 0).length)),
    ].map((ms) => ms.toFixed(0).padStart(11));
    return `  ${name.padEnd(40)}${figures.join('')}${(tasks.length === 0 ? '-' : Math.max(...tasks).toFixed(0)).padStart(11)}`;
  });
  return [`  ${'milliseconds'.padEnd(40)}${cells}`, ...lines].join('\n');
}

/** How long some question was open. */
function openMs({ calls }: Measured['rounds'][number]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { askedMs, tookMs } of [...calls].sort((a, b) => a.askedMs - b.askedMs)) {
    const end = askedMs + tookMs;
    total += Math.max(0, end - Math.max(askedMs, until));
    until = Math.max(until, end);
  }
  return total;
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
