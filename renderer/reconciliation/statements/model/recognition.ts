import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import { type HeaderRows, possibleHeaders } from './headers.ts';
import type { Layout, LayoutColumn } from './layout.ts';
import { type KnownLayout, LAYOUTS } from './statement-kinds.ts';

/** Which layouts a header may be of, by the set of its names: neither their order nor the name of the file counts. */

export type HeaderMatch = {
  readonly layout: KnownLayout;
  readonly header: HeaderRows;
  /** Place of the column in the rows, by key. */
  readonly columns: ReadonlyMap<string, number>;
  readonly missing: readonly LayoutColumn[];
  /** Places of headers that the layout does not have. */
  readonly unknown: readonly number[];
  readonly score: number;
};

const NORMAL_HEADERS = new Map<LayoutColumn, readonly string[]>();

function normalHeadersOf(column: LayoutColumn): readonly string[] {
  const known = NORMAL_HEADERS.get(column);
  if (known !== undefined) return known;
  const found = column.headers.map(normalHeader);
  NORMAL_HEADERS.set(column, found);
  return found;
}

/** @param names the header's, normal: for whoever tries several layouts on it */
export function matchHeader(
  layout: KnownLayout,
  header: HeaderRows,
  names: readonly string[] = header.headers.map(normalHeader),
): HeaderMatch {
  const columns = new Map<string, number>();
  const taken = new Set<number>();
  let score = 0;
  const missing: LayoutColumn[] = [];
  for (const column of layout.columns) {
    const place = placeOf(names, taken, normalHeadersOf(column));
    if (place !== undefined) {
      taken.add(place);
      columns.set(column.key, place);
      score += column.need === 'needed' ? 2 : 1;
    } else if (column.need !== 'optional') {
      missing.push(column);
      if (column.need === 'needed') score -= 4;
    }
  }
  // Some files repeat headers: the first is meant. Amounts under another one are of nobody: a second table may stand there.
  const known = new Set([...taken].map((at) => names[at]));
  const repeated = new Set(namedAgain({ layout, columns }, names));
  const unknown = names.flatMap((name, at) =>
    name === '' || (known.has(name) && !repeated.has(at)) ? [] : [at],
  );
  return { layout, header, columns, missing, unknown, score: score - unknown.length / 4 };
}

/**
 * Places of headers that are called as a column of amounts is, and are not it; of columns that the user named, as any of them is.
 * @param names the header's, normal
 */
export function namedAgain(
  { layout, columns }: { readonly layout: Layout; readonly columns: HeaderMatch['columns'] },
  names: readonly string[],
): readonly number[] {
  const places = layout.columns.flatMap(({ key, reads }) =>
    reads === 'amount' || layout.id === 'mapping' ? (columns.get(key) ?? []) : [],
  );
  const own = new Set(places.map((place) => names[place]));
  const taken = new Set(columns.values());
  return names.flatMap((name, at) => (own.has(name) && !taken.has(at) ? [at] : []));
}

function placeOf(
  names: readonly string[],
  taken: ReadonlySet<number>,
  headers: readonly string[],
): number | undefined {
  for (const header of headers) {
    const place = names.findIndex((name, at) => name === header && !taken.has(at));
    if (place >= 0) return place;
  }
  return undefined;
}

export const isPartial = ({ missing }: HeaderMatch): boolean => missing.some(({ need }) => need === 'needed');

/** A known layout may have lost or renamed few of what tells it. */
function isPlausible(match: HeaderMatch): boolean {
  const lost = match.missing.filter(({ need }) => need === 'needed');
  if (lost.length === 0) return true;
  const needed = match.layout.columns.filter(({ need }) => need === 'needed').length;
  if (match.layout.needsChecks || match.columns.size < 4) return false;
  if (match.layout.kind === 'bank') return lost.length === 1 && lost.every(({ reads }) => reads === 'text');
  return lost.length <= Math.min(2, needed * 0.35);
}

/** Matches so close to the best are told apart by arithmetic. */
const CLOSE = 1.5;
const MAX_CANDIDATES = 6;

/** Best first; what is not close to the best is left out. */
export function findCandidates(rows: readonly FileRow[]): readonly HeaderMatch[] {
  const found = possibleHeaders(rows)
    .flatMap((header) => {
      const names = header.headers.map(normalHeader);
      return LAYOUTS.map((layout) => matchHeader(layout, header, names));
    })
    .filter(isPlausible)
    .sort((left, right) => Number(isPartial(left)) - Number(isPartial(right)) || right.score - left.score);
  const best = firstTable(found);
  if (best === undefined) return [];
  const isOfTable = ({ header }: HeaderMatch) => header.at <= best.header.at + best.header.rows;
  return found
    .filter((each) => isPartial(each) === isPartial(best) && isOfTable(each))
    .filter(({ score }) => Math.abs(score - best.score) <= CLOSE)
    .slice(0, MAX_CANDIDATES);
}

/** Takes the upper of two tables in one file: nothing of it may pass for titles of the lower. */
function firstTable(found: readonly HeaderMatch[]): HeaderMatch | undefined {
  const [best] = found;
  if (best === undefined) return undefined;
  const isAbove = (each: HeaderMatch): boolean =>
    !isPartial(each) && !each.layout.needsChecks && each.header.at + each.header.rows < best.header.at;
  return found.filter(isAbove).sort((left, right) => left.header.at - right.header.at)[0] ?? best;
}
