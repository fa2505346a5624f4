import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataFilter } from '#electron/api/client.ts';
import { readParts } from '#electron/sync/run/read-parts.ts';

/** The rows of one second, read by filters that divide them: against a source that has each row with its labels. */

const LABELS = {
  payment_status: ['paid', 'unpaid', 'noinformation'],
  item_type: ['order', 'publication', 'marketplace'],
  item_status: ['paid', 'canceled', 'returned'],
} as const;
type Axis = keyof typeof LABELS;
const AXES = Object.keys(LABELS) as readonly Axis[];
type Row = { readonly id: number } & { readonly [axis in Axis]: string };

const PAGE_ROWS = 3;

/** @param rowsAt the rows at each request, from 0 on */
function source(rowsAt: (request: number) => readonly Row[]) {
  const asked: { readonly filter: DataFilter; readonly page: number }[] = [];
  const fetchPage = async (filter: DataFilter, page: number) => {
    const rows = rowsAt(asked.length).filter((row) =>
      AXES.every((axis) => filter[axis]?.includes(row[axis] as never) ?? true),
    );
    asked.push({ filter, page });
    const own = rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
    const meta = { totalRows: rows.length, totalPages: Math.ceil(rows.length / PAGE_ROWS) };
    return { page: { meta, rows: own.map(({ id }) => id) }, serverDate: '' } as never;
  };
  return { asked, fetchPage };
}
const idsIn = (pages: readonly unknown[]) =>
  pages.flatMap((each) => (each as { readonly page: { readonly rows: readonly number[] } }).page.rows);
const rowsOf = (labels: readonly (readonly [string, string, string])[]): readonly Row[] =>
  labels.map(([payment_status, item_type, item_status], id) => ({
    ...{ id, payment_status, item_type, item_status },
  }));

describe('rows that no window divides', () => {
  it('come each once, in parts that are one answer wherever the labels divide them', async () => {
    const label = fc.tuple(...AXES.map((axis) => fc.constantFrom(...LABELS[axis])));
    await fc.assert(
      fc.asyncProperty(fc.array(label, { maxLength: 30 }), async (labels) => {
        const rows = rowsOf(labels as never);
        const { asked, fetchPage } = source(() => rows);
        const parts = await readParts(fetchPage);
        expect(parts?.totalRows).toBe(rows.length);
        expect(idsIn(parts?.pages ?? []).sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
        // The whole before and after; further pages only of what all three labels name.
        for (const end of [asked[0], asked.at(-1)]) expect(end).toEqual({ filter: {}, page: 1 });
        for (const { filter, page } of asked)
          if (page > 1) expect(Object.keys(filter).sort()).toEqual([...AXES].sort());
        const names = asked.slice(1, -1).map((each) => JSON.stringify(each));
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 150 },
    );
  });

  it('are asked for no further than they are found', async () => {
    const askedFor = async (labels: readonly (readonly [string, string, string])[]) => {
      const { asked, fetchPage } = source(() => rowsOf(labels));
      await readParts(fetchPage);
      return asked.slice(1, -1).map(({ filter, page }) => [...Object.values(filter).flat(), page].join(' '));
    };
    expect(await askedFor([])).toEqual([]);
    expect(await askedFor(Array(3).fill(['paid', 'order', 'paid']))).toEqual([]);
    // All are paid orders: nothing is left for the other labels.
    expect(await askedFor(Array(4).fill(['paid', 'order', 'paid']))).toEqual([
      ...['paid 1', 'paid order 1', 'paid order paid 1', 'paid order paid 2'],
    ]);
    expect(
      await askedFor([...Array(3).fill(['paid', 'order', 'paid']), ['unpaid', 'order', 'paid']]),
    ).toEqual([...['paid 1', 'unpaid 1']]);
  });

  it('are none where their number changes meanwhile, in all or in a part', async () => {
    const rows = rowsOf(Array(8).fill(['paid', 'order', 'paid']));
    const changed = (at: number) => source((request) => (request === at ? rows.slice(1) : rows)).fetchPage;
    expect((await readParts(source(() => rows).fetchPage))?.totalRows).toBe(8);
    // Of the seven requests the last are the second and third page of the part, and the whole.
    for (const at of [0, 4, 5, 6]) expect(await readParts(changed(at)), String(at)).toBeNull();
    const fewer = source((request) => (request === 4 ? rows.slice(2) : rows)).fetchPage;
    expect(await readParts(fewer)).toBeNull();
  });
});
