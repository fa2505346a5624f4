import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { expectSyncState } from '#test/e2e/screen.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { startSeededApp } from './browser/seeded-app.ts';

/**
 * How long a table takes to become a file, and with how much memory: all rows of the demo world in 30 columns, from the
 * press to the whole file in the browser's hands, through data worker, page, WebSocket and main process.
 *
 *   npm run bench -- export [--rows 200000]
 *
 * Of the renderer process, which holds the page, the data worker and the worker that compresses, and of the main process:
 * CPU seconds, which other programs disturb less than the time, and resident MEMORY, before and at its highest while the file
 * is written (twice a second). LOAD is the machine's, of the last minute. Beside it the same rows from the
 * exact CSV, written in Node by libraries that stream: hucre, and exceljs, installed in a temporary folder for it; what they take
 * to read the CSV is in their memory and not in their time. DuckDB writes workbooks by an extension that no npm package holds.
 *
 * One run of it, 210,683 rows, two cores shared with others (load 4.7 to 4.9): XLSX 8.5 s with the hash of the rows, renderer
 * 12 s of CPU and 462 → 581 MB, main 1 s and 153 → 169 MB; hucre 15.7 s and 754 MB, exceljs 17.8 s and 561 MB.
 * CPU of the threads by /proc, second exports of a page, before the hash came: 12.4 s in the renderer with slices joined before
 * they were encoded, texts and dates read one by one, and base64 to main (load 8.9; data worker 5.2, compression 4.4, page 1.6);
 * 9.1 s without the former (load 5.5; 3.0, 4.1, 1.2).
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } });
const rows = Number(values.rows);
const FORMS = ['export-xlsx', 'export-csv', 'export-csv-exact'] as const;

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Nro. Paquete', 'SKU Producto', 'Producto', 'Variante'],
  ...['Fecha de actualización', 'Fecha de compra', 'Estado de Orden', 'Estado de Pago', 'Tipo de Dato'],
  ...['Ventas', 'Unidades', 'Ingreso Total', 'Cobro Total', 'Reembolso Total', 'Costo de Marketplace'],
  ...['Costo Envío', 'Costo de Comisiones', 'Cobro de Comisiones', 'Costo de Producto', 'Costo Comercial'],
  ...['Rentabilidad Marketplace', '% Rentabilidad Marketplace', 'Rentabilidad Comercial'],
  ...['Rentabilidad Total', '% Rentabilidad Total', 'Costo Total'],
];

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** The largest of the processes whose command line holds all these words: its resident bytes, and its CPU seconds so far. */
function processUse(...words: readonly string[]): { readonly bytes: number; readonly seconds: number } {
  const list = execFileSync('ps', ['-eo', 'rss=,cputimes=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const own = list.split('\n').filter((line) => words.every((word) => line.includes(word)));
  const uses = own.map((line) => {
    const [kilobytes = 0, seconds = 0] = line.trim().split(/\s+/, 2).map(Number);
    return { bytes: kilobytes * 1024, seconds };
  });
  return uses.sort((left, right) => right.bytes - left.bytes)[0] ?? { bytes: 0, seconds: 0 };
}

const app = await startSeededApp(rows);
try {
  const { page } = app.browser;
  await page.goto(`${app.host.address}#orders`);
  await expectSyncState(page, 'idle');
  await page.evaluate(
    ({ columns }) => {
      const account = Object.keys(localStorage).find((key) => key.startsWith('cuadra.screens.'));
      const key = account ?? '';
      const parts = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...parts, orders: { columns, grouping: 'rows' } }));
    },
    { columns: COLUMNS },
  );
  await page.reload();
  await page.getByTestId('nav-orders').click();
  await page.getByTestId('clear-filters').click();
  await page.waitForTimeout(5000);
  let exact = '';
  for (const form of FORMS) {
    const renderer = () => processUse('--type=renderer', app.userDataDirectory);
    const host = () => processUse('launch.mjs web');
    const [before, hostBefore] = [renderer(), host()];
    let [peak, hostPeak] = [before.bytes, hostBefore.bytes];
    const watch = setInterval(() => {
      peak = Math.max(peak, renderer().bytes);
      hostPeak = Math.max(hostPeak, host().bytes);
    }, 500);
    const download = page.waitForEvent('download', { timeout: 600_000 });
    await page.getByTestId('export-menu').click();
    const from = performance.now();
    await page.getByTestId(form).click();
    const path = await (await download).path();
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    clearInterval(watch);
    const { size } = await stat(path);
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const used = `renderer ${renderer().seconds - before.seconds} s, ${mb(before.bytes)} → ${mb(peak)}`;
    const hostUsed = `main ${host().seconds - hostBefore.seconds} s, ${mb(hostBefore.bytes)} → ${mb(hostPeak)}`;
    say(
      `${form.padEnd(18)} ${seconds.padStart(6)} s  ${mb(size).padStart(7)}  ${used}  ${hostUsed}  load ${load}`,
    );
    if (form === 'export-csv-exact') exact = path;
  }
  const lines = (await readFile(exact, 'utf8')).split('\r\n').length - 2;
  say(`${lines} rows of ${COLUMNS.length} columns`);
  const peer = fileURLToPath(new URL('browser/export-peer.ts', import.meta.url));
  const home = await mkdtemp(join(tmpdir(), 'cuadra-exceljs-'));
  try {
    const install = ['install', '--prefix', home, '--no-audit', '--no-fund', '--silent', 'exceljs@4.4.0'];
    execFileSync('npm', install, { shell: process.platform === 'win32' });
  } catch {
    say('exceljs could not be fetched');
  }
  for (const name of ['hucre', 'exceljs']) {
    const child = spawn(process.execPath, ['--import', TYPESCRIPT_LOADER, peer, name, exact, home], {
      stdio: 'inherit',
    });
    await new Promise((resolve) => child.once('exit', resolve));
  }
  await rm(home, { recursive: true });
} finally {
  await app.close();
}
