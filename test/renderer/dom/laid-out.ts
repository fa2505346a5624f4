import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';

/** A table of a file line by line: its name, its columns (with their kinds, and what stands below them), and the cells of each. */
export function laidOut(content: FileContent | WholeTable): readonly string[] {
  const table = 'columns' in content ? content : content.kind === 'table' ? content.table : null;
  if (table === null) throw new Error('It is no table.');
  const columns = table.columns.map(({ name, kind, total }) =>
    [name, kind === 'text' ? '' : ` [${kind}]`, total === null ? '' : ` (${total.value ?? '—'})`].join(''),
  );
  const cell = (each: unknown): string =>
    typeof each === 'object' && each !== null && 'value' in each ? String(each.value) : String(each ?? '—');
  return [
    `${table.name}, ${table.keyColumns}`,
    columns.join(' | '),
    ...table.lines.map(({ cells }) => cells.map(cell).join(' | ')),
  ];
}
