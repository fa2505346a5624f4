import type { DataFilter } from '#electron/api/client.ts';
import type { Answer } from './fetch-page-with-retry.ts';

/**
 * Reads what no window can cut, the rows of one second, by filters: their documented values (spec 3) divide the rows
 * into parts that fit one answer, which cannot disagree with itself.
 */

type Axis = { readonly name: keyof DataFilter; readonly values: readonly string[] };

const AXES: readonly Axis[] = [
  { name: 'payment_status', values: ['paid', 'unpaid', 'noinformation'] },
  { name: 'item_type', values: ['order', 'publication', 'marketplace'] },
  { name: 'item_status', values: ['paid', 'canceled', 'returned'] },
];

type FetchPart = (filter: DataFilter, page: number) => Promise<Answer>;

export type Parts = {
  /** Rows of the whole, the same before and after its parts were read. */
  readonly totalRows: number;
  /** The pages of all parts. Whether they add up to the whole is for the caller to judge: a label may be undocumented. */
  readonly pages: readonly Answer[];
};

/** Null when the number of rows changed meanwhile. */
export async function readParts(fetchPage: FetchPart): Promise<Parts | null> {
  const before = await fetchPage({}, 1);
  const pages = await readPart(fetchPage, {}, AXES, before);
  const after = await fetchPage({}, 1);
  const { totalRows } = before.page.meta;
  return pages !== null && after.page.meta.totalRows === totalRows ? { totalRows, pages } : null;
}

async function readPart(
  fetchPage: FetchPart,
  filter: DataFilter,
  axes: readonly Axis[],
  first: Answer,
): Promise<readonly Answer[] | null> {
  const { totalRows, totalPages } = first.page.meta;
  if (totalRows === 0) return [];
  if (totalPages <= 1) return [first];
  const [axis, ...others] = axes;
  if (axis === undefined) return readOtherPages(fetchPage, filter, first);
  const pages: Answer[] = [];
  let found = 0;
  for (const value of axis.values) {
    // The values divide the part: nothing is left for the others.
    if (found >= totalRows) break;
    const narrower = { ...filter, [axis.name]: [value] };
    const answer = await fetchPage(narrower, 1);
    const below = await readPart(fetchPage, narrower, others, answer);
    if (below === null) return null;
    found += answer.page.meta.totalRows;
    pages.push(...below);
  }
  return pages;
}

/** A part that no filter divides further: its pages, or null when they disagree on its size. */
async function readOtherPages(
  fetchPage: FetchPart,
  filter: DataFilter,
  first: Answer,
): Promise<readonly Answer[] | null> {
  const { totalRows, totalPages } = first.page.meta;
  const pages = [first];
  for (let page = 2; page <= totalPages; page += 1) {
    const next = await fetchPage(filter, page);
    const { meta } = next.page;
    if (meta.totalRows !== totalRows || meta.totalPages !== totalPages) return null;
    pages.push(next);
  }
  return pages;
}
