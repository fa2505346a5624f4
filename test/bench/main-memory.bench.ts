import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openBrowser, startHost, temporaryDirectory } from '#test/e2e/app-under-test.ts';
import { dataValueOf } from '#test/e2e/screen.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

/**
 * Memory of the main process over a long load at a pace that nothing limits: the emulated API in a process of its own
 * (`npm run api`), the browser host as `npm run web` starts it, and a real Chromium that stores the rows. Twice a
 * second the system is asked for the host's resident memory. It must stay under 200 MB however long the load is, so
 * the second half may hold no more than the first: the highest of each quarter is printed. Some four minutes.
 *
 * CUADRA_BENCH_ORDERS: another size (170,000 orders are some 300,000 rows).
 */

const ORDERS = Number(process.env.CUADRA_BENCH_ORDERS ?? 170_000);
const LIMIT_MB = 200;
const PACE = 100_000;
const KEY = 'bench-key';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

async function startApi(): Promise<{ readonly child: ChildProcess; readonly baseUrl: string }> {
  const flags = ['--port', '0', '--key', KEY, '--orders', String(ORDERS), '--pulse-seconds', '0'];
  const pace = ['--requests-per-minute', String(PACE), '--requests-per-day', String(PACE * 1440)];
  const child = spawn(
    process.execPath,
    ['--import', TYPESCRIPT_LOADER, 'electron/demo/serve.ts', ...flags, ...pace],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const baseUrl = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('The data API did not start.')));
  });
  return { child, baseUrl };
}

/** Resident megabytes of the host that was started on this profile. */
function residentMb(profileDirectory: string): number {
  const list = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 });
  const own = list
    .split('\n')
    .find((line) => line.includes('launch.mjs web') && line.includes(profileDirectory));
  return own === undefined ? 0 : Number.parseInt(own, 10) / 1024;
}

const profile = await temporaryDirectory();
const userData = await temporaryDirectory();
const api = await startApi();
const host = await startHost({
  profileDirectory: profile.path,
  baseUrl: api.baseUrl,
  plan: 'pro',
  key: KEY,
  requestsPerMinute: PACE,
});
const beforeMb = residentMb(profile.path);
const browser = await openBrowser(userData.path, host.address);
try {
  const { page } = browser;
  await page.getByTestId('nav-orders').click();
  const samples: { readonly rows: number; readonly mb: number }[] = [];
  const from = performance.now();
  let rows = 0;
  let lastGrowth = from;
  // The load is over when it says so, and no more rows have come for a while.
  for (;;) {
    await page.waitForTimeout(500);
    const now = Number(await dataValueOf(page, 'row-count').catch(() => '0'));
    if (now !== rows) lastGrowth = performance.now();
    rows = Math.max(rows, now);
    samples.push({ rows, mb: residentMb(profile.path) });
    const state = await page.getByTestId('sync-status').getAttribute('data-state');
    if (rows > 0 && state === 'idle' && performance.now() - lastGrowth > 3_000) break;
    if (performance.now() - lastGrowth > 120_000)
      throw new Error(`The load stands still at ${rows} rows, ${state}.`);
  }
  const seconds = (lastGrowth - from) / 1000;
  const highest = (of: typeof samples) => Math.max(0, ...of.map(({ mb }) => mb));
  const quarters = [0, 1, 2, 3].map((quarter) =>
    highest(samples.filter(({ rows: at }) => at > (rows * quarter) / 4 && at <= (rows * (quarter + 1)) / 4)),
  );
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  process.stdout.write(
    [
      `  ${rows.toLocaleString('en')} rows in ${seconds.toFixed(0)} s`,
      `  main before the load ${mb(beforeMb)}, highest by quarter ${quarters.map(mb).join(', ')}; at rest ${mb(samples.at(-1)?.mb ?? 0)}`,
      '',
    ].join('\n'),
  );
  if (highest(samples) > LIMIT_MB) {
    process.stderr.write(`  more than ${LIMIT_MB} MB\n`);
    process.exitCode = 1;
  }
} finally {
  await browser.context.close().catch(() => undefined);
  await host.stop();
  api.child.kill();
  await profile.remove();
  await userData.remove();
}
