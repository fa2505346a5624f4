import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
 * MEMORY is resident: of the renderer process that holds the page, the data worker and the worker that compresses, before
 * and at its highest while the file is written (twice a second), and of the main process. Beside it the same rows from the
 * exact CSV, written in Node by libraries that stream: hucre, and exceljs, installed in a temporary folder for it; what they take
 * to read the CSV is in their memory and not in their time. DuckDB writes workbooks by an extension that no npm package holds.
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

/** Resident bytes of processes whose command line holds all these words, the largest. */
function residentBytes(...words: readonly string[]): number {
  const list = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const own = list.split('\n').filter((line) => words.every((word) => line.includes(word)));
  return Math.max(0, ...own.map((line) => Number.parseInt(line, 10) * 1024));
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
    const before = residentBytes('--type=renderer');
    const hostBefore = residentBytes('launch.mjs web');
    let [peak, hostPeak] = [before, hostBefore];
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes('--type=renderer'));
      hostPeak = Math.max(hostPeak, residentBytes('launch.mjs web'));
    }, 500);
    const download = page.waitForEvent('download', { timeout: 600_000 });
    await page.getByTestId('export-menu').click();
    const from = performance.now();
    await page.getByTestId(form).click();
    const path = await (await download).path();
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    clearInterval(watch);
    const { size } = await stat(path);
    say(
      `${form.padEnd(18)} ${seconds.padStart(6)} s  ${mb(size).padStart(7)}  renderer ${mb(before)} → ${mb(peak)}  main ${mb(hostBefore)} → ${mb(hostPeak)}`,
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
