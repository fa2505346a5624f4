import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { powerQuery } from '#renderer/features/scheduled-exports/power-query.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { findOffice } from '#test/renderer/data/files/office.ts';

describe('the query of Power Query', () => {
  test('reads every column of figures as numbers with a point, and is pasted line by line as it is', () => {
    const lines = powerQuery('C:\\Ana\\Cuadra "1"\\cuadra-cierre.csv');
    const query = lines.join('\n');
    expect(lines[1]).toContain('File.Contents("C:\\Ana\\Cuadra ""1""\\cuadra-cierre.csv")');
    expect(query).toContain('"en-US"');
    for (const { key, kind } of COLUMNS)
      expect([key, query.includes(`"${key}"`)]).toEqual([key, ['money', 'count', 'percent'].includes(kind)]);
    // A cell of a spreadsheet that began so would be a formula; one with an end of a line would come with quotes around it.
    for (const line of lines) expect(line).not.toMatch(/^\s*[=+\-@]|[\t\r\n]/);
  });

  test('has its path as one text, whatever it is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '#', '(', ')', 'lf', ' ', '\\', 'á', ',') }),
        (path) => {
          const [, text = ''] = /File\.Contents\("(.*)"\),$/.exec(powerQuery(path)[1] ?? '') ?? [];
          expect(text).not.toMatch(/(?<!")(?:"")*"(?!")/);
          expect(text.replaceAll('""', '"').replaceAll('#(#)', '#')).toBe(path);
        },
      ),
    );
  });
});

const PYTHON = '/usr/bin/python3';
const office = findOffice();
const canLink = office !== undefined && spawnSync(PYTHON, ['-c', 'import uno']).status === 0;

function csv(sales: string): string {
  const columns = [
    { name: 'Orden', kind: 'text', total: null },
    { name: 'Ventas', kind: 'money', total: null },
  ] as const;
  const lines = [{ cells: ['2000012345678901', sales] }, { cells: ['007', '-0.5'] }];
  return [...csvPieces(tableOf({ name: 'x', keyColumns: 1, columns, lines }), EXACT_CSV)].join('');
}

function expectLinked(): void {
  const folder = mkdtempSync(join(tmpdir(), 'cuadra-link-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [profile, source, following] = ['profile', 'cuadra-cierre.csv', 'next'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  mkdirSync(profile);
  writeFileSync(source, csv('123456789.25'));
  writeFileSync(following, csv('987.5'));
  const script = fileURLToPath(new URL('link-csv.py', import.meta.url));
  const said = execFileSync(PYTHON, [script, office ?? '', profile, source, following], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  const sheet = (sales: number) => [
    ['Orden', 'Ventas'],
    ['2000012345678901', sales],
    ['007', -0.5],
  ];
  expect(JSON.parse(said)).toEqual([sheet(123456789.25), sheet(987.5)]);
}

if (!canLink && process.env.CUADRA_OFFICE !== 'required') {
  test('not run: there is no LibreOffice here with its bridge to Python, and nothing says that there must be', () => {});
} else {
  test(
    'a sheet of LibreOffice that links to the file has what the next one holds, once it is refreshed',
    expectLinked,
  );
}
