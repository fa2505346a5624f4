import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream } from 'hucre/xlsx';

/** One library that writes a workbook as a stream, on the rows of an exact CSV: time, size and peak memory. */

const [name = '', csv = '', home = ''] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'cuadra-peer-'));
const file = join(folder, 'book.xlsx');

function* rowsOf(text: string): Generator<(string | number | null)[]> {
  for (const line of text.split('\r\n')) {
    if (line === '') continue;
    const cells = [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].slice(0, -1);
    yield cells.map(([, quoted, plain = '']) =>
      quoted === undefined ? (plain === '' ? null : Number(plain)) : quoted,
    );
  }
}

async function withExcelJs(rows: Iterable<(string | number | null)[]>): Promise<boolean> {
  const place = join(home, 'node_modules/exceljs');
  if (!existsSync(place)) return false;
  const { WorkbookWriter } = createRequire(import.meta.url)(place).stream.xlsx;
  const book = new WorkbookWriter({ filename: file, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet('Datos');
  let count = 0;
  for (const row of rows) {
    sheet.addRow(row).commit();
    count += 1;
    if (count % 2000 === 0) await new Promise(setImmediate);
  }
  sheet.commit();
  await book.commit();
  return true;
}

const text = await readFile(csv, 'utf8');
const from = performance.now();
const isThere =
  name === 'exceljs'
    ? await withExcelJs(rowsOf(text))
    : await pipeline(
        Readable.fromWeb(writeXlsxStream(rowsOf(text), { name: 'Datos' }) as never),
        createWriteStream(file),
      ).then(() => true);
const seconds = ((performance.now() - from) / 1000).toFixed(1);
const report = isThere
  ? `${seconds.padStart(6)} s  ${((await stat(file)).size / 1e6).toFixed(0).padStart(4)} MB  process ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB`
  : 'not installed';
process.stdout.write(`  ${name.padEnd(18)} ${report}\n`);
await rm(folder, { recursive: true });
