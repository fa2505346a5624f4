import { expect } from 'vitest';
import { cellText, type WholeTable } from '#renderer/data/model/sheet-table.ts';

/** A table that leaves in files, beside what somebody reads off its raw input by hand: no code of the product's in between. */
export type LaidOut = {
  /** Where the product lays it out. */
  readonly source: string;
  readonly of: string;
  readonly table: () => WholeTable;
  readonly name: string;
  /** Heading, and what stands under it, line by line; «=» before what stands over the whole column. */
  readonly columns: readonly (readonly [heading: string, ...cells: readonly (string | null)[]])[];
};

const TOTAL = '=';

/** Each heading with its own cells, none more, none less; and no two columns alike. */
export function expectLaidOut({ table, name, columns }: LaidOut): void {
  const found = table();
  expect(found.name).toBe(name);
  const views = found.columns.map(({ name: heading, total }, at) => [
    heading,
    ...found.lines.map((line) => cellText(line.cells[at]) ?? null),
    ...(total === null ? [] : [`${TOTAL}${total.value}`]),
  ]);
  expect(views).toEqual(columns);
  for (const { cells } of found.lines) expect(cells).toHaveLength(columns.length);
  // Where two columns held the same all the way down, nobody could tell that they changed places.
  const cells = columns.map(([, ...own]) => JSON.stringify(own.slice(0, found.lines.length)));
  expect(new Set(cells).size, cells.join('\n')).toBe(columns.length);
}
