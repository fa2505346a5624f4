import { parseArgs } from 'node:util';
import { expectSyncState } from '#test/e2e/screen.ts';
import { measureAnswer, watchAnswers } from './browser/answer-times.ts';
import { pageThread } from './browser/page-thread.ts';
import { startSeededApp } from './browser/seeded-app.ts';

/**
 * The queue of exceptions in a real Chromium, 1440 x 900, with some 10,000 of them: within 100 ms from an input to the picture.
 *
 *   npm run bench -- queue-screen [--rows 80000] [--rounds 20]
 *
 * The rows are the demo world's in the app's local copy (browser/seeded-app.ts), the first twenty groups are open. A TIME is that of
 * `screens`: from the time stamp of the last press to the last frame painted in which the page changed. `filter`: a letter typed
 * in the search; `state`: another chip; `sort`: another column; `scroll`: a turn of the wheel by a screen; `choose`: the next
 * exception by a key, with its panel. p50 and the most of all rounds, after one that does not count. CPU is how long the
 * page's main thread was on a processor for it, whatever else the machine does (browser/page-thread.ts): about what a time is on an idle one.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '80000' }, rounds: { type: 'string', default: '20' } },
});
const rounds = Number(values.rounds);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const app = await startSeededApp(Number(values.rows));
try {
  const { page } = await app.reopen({ width: 1440, height: 900 });
  await watchAnswers(page);
  await page.goto(`${app.host.address}#reconciliation/exceptions`);
  await expectSyncState(page, 'idle');
  const exceptions = page.getByTestId('exceptions');
  await page.getByTestId('exception-group').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(5000);
  say(`${await exceptions.getAttribute('data-value')} exceptions`);
  await page.getByTestId('exceptions').locator('button[data-walked]').first().focus();
  for (let group = 0; group < 20; group += 1) {
    await page.keyboard.press('ArrowRight');
    // Over its exceptions to the next one.
    for (let line = 0; line < 60; line += 1) {
      await page.keyboard.press('ArrowDown');
      const isGroup = await page.evaluate(
        () => document.activeElement?.closest('tr')?.dataset.testid === 'exception-group',
      );
      if (isGroup) break;
    }
  }
  await page.keyboard.press('Escape');
  const search = page.getByTestId('exceptions-search');
  const words = ['2', '20', '200', '2000', ''];
  const chips = page.getByTestId('exception-chip');
  const headings = page.locator('[data-testid=exceptions] thead button');
  const list = page.locator('[data-sections]:visible').first();
  const acts: readonly (readonly [string, (round: number) => Promise<void>])[] = [
    [
      'filter',
      async (round) => {
        await search.focus();
        const word = words[round % words.length] ?? '';
        await page.keyboard.press(word === '' ? 'Control+a' : 'End');
        await page.keyboard.press(word === '' ? 'Delete' : (word.at(-1) ?? ''));
      },
    ],
    ['state', (round) => chips.nth(round % 2 === 0 ? 1 : 0).click()],
    ['sort', (round) => headings.nth(round % 2 === 0 ? 2 : 3).click()],
    [
      'scroll',
      async (round) => {
        await list.hover();
        await page.mouse.wheel(0, round % 10 === 9 ? -9_000 : 900);
      },
    ],
    ['choose', () => page.keyboard.press('ArrowDown')],
  ];
  const threadMs = pageThread(app.userDataDirectory);
  for (const [name, act] of acts) {
    if (name === 'choose') await page.locator('[data-testid=exceptions] button[data-walked]').nth(3).focus();
    const taken: number[] = [];
    const used: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const before = threadMs();
      const times = await measureAnswer(page, () => act(round + 1));
      if (round < 0) continue;
      taken.push(times.settledMs);
      used.push(threadMs() - before);
    }
    say(`${name.padEnd(8)} ${told(taken)}, CPU ${told(used)}`);
  }
} finally {
  await app.close();
}

function told(taken: readonly number[]): string {
  const sorted = taken.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `p50 ${middle.toFixed(0)} ms, most ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms`;
}
