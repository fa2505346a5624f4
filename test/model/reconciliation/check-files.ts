import { EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { Desk } from './desk.ts';
import type { Expected } from './expected.ts';
import { COLUMNS, FIGURES, type FigureName, figuresOf, orderKeyOf, total, unitsOf } from './oracle.ts';
import { equal } from './violation.ts';

/** The files of all rows, by row and by order, against the books. */
export async function checkFiles(desk: Desk, { rows }: Expected): Promise<void> {
  for (const grouping of ['rows', 'orders'] as const) {
    const query = { selection: EVERYTHING, grouping, sort: null, columns: COLUMNS } as const;
    const file = desk.streams().exportTable({
      content: { kind: 'rows', name: 'rows', query },
      format: { kind: 'csv', csv: EXACT_CSV },
    });
    const parts: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await desk.wait(file.next());
      if (done === true) break;
      if (value.kind === 'chunk') parts.push(value.bytes);
    }
    const [header = [], ...lines] = readLines(Buffer.concat(parts).toString('utf8'));
    equal('files', header, COLUMNS, 'columns of a file');
    const expected = grouping === 'rows' ? rows.length : new Set(rows.map(orderKeyOf)).size;
    equal('files', lines.length, expected, `lines of a file of ${grouping}`);
    const sumOf = (name: FigureName) => total(lines.map((cells) => unitsOf(cells[COLUMNS.indexOf(name)])));
    for (const name of FIGURES)
      equal(
        'files',
        sumOf(name),
        total(rows.map((row) => figuresOf(row, 0n)[name])),
        `${name} in a file of ${grouping}`,
      );
  }
}

/** Delimited by commas, quoted where it must be. */
function readLines(text: string): string[][] {
  const lines: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const cells: string[] = [];
    for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
      cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    lines.push(cells);
  }
  return lines;
}
