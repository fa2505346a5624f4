import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { fileBytes } from '#renderer/data/files/file-bytes.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { type CsvFormat, csvFormat, EXACT_CSV, tsv } from '#renderer/data/model/spreadsheet.ts';
import { randomCases } from '#test/random-cases.ts';
import { CHECKED_PLAN } from './checked-workbook.ts';
import { hostileTexts, wellFormed } from './hostile-texts.ts';
import { readWorkbook, writeWorkbook } from './workbook-file.ts';

/** Many texts out and back again in each format of tables, read by others: by night 100,000. Those of Parquet are in parquet.test.ts. */

const TEXTS = hostileTexts(randomCases(25_000));
const table = tableOf({
  name: 'Datos',
  keyColumns: 0,
  columns: [
    { name: 'Texto', kind: 'text', total: null },
    { name: 'Orden', kind: 'text', total: null },
  ],
  lines: TEXTS.map((text, at) => ({ cells: [text, `00${at}`] })),
});

async function fileText(csv: CsvFormat): Promise<string> {
  const format = { kind: 'csv', csv } as const;
  const bytes: Uint8Array[] = [];
  for await (const chunk of fileBytes([table], format, CHECKED_PLAN.proof, async () => {})) bytes.push(chunk);
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(Buffer.concat(bytes));
}

const readLines = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, record_delimiter: '\r\n', relax_column_count: false, bom: false });

/** The first differences: of so many no more is worth reading. */
function expectSame(found: readonly string[], expected: readonly string[]): void {
  expect(found.length).toBe(expected.length);
  const wrong = expected.flatMap((text, at) =>
    found[at] === text ? [] : [[at, text.slice(0, 80), found[at]?.slice(0, 80)]],
  );
  expect(wrong.slice(0, 5)).toEqual([]);
}

const SIGNS = '=+-@\uff1d\uff0b\uff0d\uff20';
const SEPARATORS = ',;\t\r\n';

/** Takes the guard's apostrophes away, from left to right: one of those before what would begin a formula. */
function unguarded(text: string): string {
  let result = '';
  let begins = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    let end = at;
    while (text.charAt(end) === "'") end += 1;
    if (end > at) {
      const after = text.charAt(end);
      const isGuard =
        begins && after !== '' && (SIGNS.includes(after) || (at === 0 && '\t\r\n'.includes(after)));
      result += "'".repeat(end - at - (isGuard ? 1 : 0));
      begins = false;
      at = end - 1;
      continue;
    }
    result += sign;
    begins = SEPARATORS.includes(sign) || (begins && /[\s"\uFEFF\u200B-\u200D\u2060]/.test(sign));
  }
  return result;
}

/** A number or a code held as the formula of its own text: nothing in it computes. */
const HELD = /^="([\p{L}\d.,:/%$€() +-]*)"$/u;

/** Whether a spreadsheet would compute any cell of it, whichever separator it takes the file to have. */
const isFormula = (text: string): boolean =>
  text
    .split(/[,;\t\r\n]/)
    .some((cell) => SIGNS.includes(cell.replace(/^[\s"\uFEFF\u200B-\u200D\u2060]+/, '').charAt(0) || 'x'));

describe('many hostile texts', () => {
  it('come back from the CSV for programs, but for half characters, which UTF-8 does not have', async () => {
    const [, ...lines] = readLines(await fileText(EXACT_CSV), ',');
    expectSame(
      lines.map(([text]) => text ?? ''),
      TEXTS.map(wellFormed),
    );
    expectSame(
      lines.map(([, id]) => id ?? ''),
      TEXTS.map((_, at) => `00${at}`),
    );
  }, 30_000);

  it('come back from the CSV for spreadsheets without its apostrophes, and out of what holds them whole', async () => {
    const text = await fileText(csvFormat(','));
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const [, ...lines] = readLines(text.slice(1), ';');
    const cells = lines.map(([cell]) => cell ?? '');
    expect(cells.filter((cell) => isFormula(cell) && !HELD.test(cell)).slice(0, 5)).toEqual([]);
    expect(cells.some((cell) => HELD.test(cell))).toBe(true);
    expectSame(
      cells.map((cell) => HELD.exec(cell)?.[1] ?? unguarded(cell)),
      TEXTS.map(wellFormed),
    );
  }, 30_000);

  it('come back from the clipboard without its apostrophes', () => {
    const rows = TEXTS.map((text, at) => [{ text }, { text: `00${at}` }]);
    const lines = readLines(tsv(rows, { decimal: ',', group: '.' }), '\t');
    const cells = lines.map(([cell]) => cell ?? '');
    expect(cells.filter(isFormula).slice(0, 5)).toEqual([]);
    // The reader takes bytes.
    expectSame(cells.map(unguarded), TEXTS.map(wellFormed));
  }, 30_000);

  it('come back from a workbook, but for what is longer than a cell, which the evidence counts', async () => {
    const [sheet, evidence] = await readWorkbook(await writeWorkbook(table));
    const rows = sheet?.rows.slice(2) ?? [];
    const whole = (text: string): string =>
      text.length <= 32_767
        ? text
        : text.slice(0, /[\ud800-\udbff]/.test(text.charAt(32_766)) ? 32_766 : 32_767);
    expectSame(
      rows.map(([text]) => String(text ?? '')),
      TEXTS.map(whole),
    );
    const cut = evidence?.rows.find(([name]) => String(name).startsWith('Textos cortados'))?.[1];
    expect(cut).toBe(TEXTS.filter((text) => text.length > 32_767).length);
    expect(cut).toBeGreaterThan(0);
  }, 30_000);
});
