import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expectLaidOut } from './laid-out.ts';
import { OTHER_TABLES } from './other-tables.ts';
import { PAGE_TABLES } from './page-tables.ts';

/** Every table that leaves in a file, cell by cell: a column under another's heading, or two that changed places, is seen. */

const TABLES = [...PAGE_TABLES, ...OTHER_TABLES];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each(TABLES.map((table) => [table.of, table] as const))(
  '%s: its own cells under each heading',
  (_of, table) => {
    expectLaidOut(table);
  },
);

describe('whoever lays out another table', () => {
  /** Where a table is laid out, the columns that stay in view are counted. */
  const LAYS_OUT = /\bkeyColumns: /g;
  /** The type of a table, what makes one of a screen's columns, and a list of rows on the screen. */
  const NONE = [
    'renderer/data/model/sheet-table.ts',
    'renderer/ui/list-table/sheet.ts',
    'renderer/reconciliation/parts/listed-rows.tsx',
  ];

  test('writes down here what it holds', () => {
    const found = ['renderer', 'shared'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .flatMap((name) => (readFileSync(join(ROOT, name), 'utf8').match(LAYS_OUT) ?? []).map(() => name)),
    );
    expect(found.filter((name) => !NONE.includes(name)).toSorted()).toEqual(
      TABLES.map(({ source }) => source).toSorted(),
    );
  });
});
