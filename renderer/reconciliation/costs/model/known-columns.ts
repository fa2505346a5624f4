import type { Annotation, Annotations } from '#renderer/data/model/annotations.ts';
import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import type { ColumnMapping, FoundHeader } from '#renderer/data/model/file-columns.ts';
import { headerFingerprint, normalHeader } from '#renderer/data/model/headings.ts';
import { fold } from '#shared/base/fold.ts';
import { COST_FIELDS, type CostField } from './own-costs-import.ts';

/** Which column was what in lists of costs that were imported, by their header: the next one needs no correction. */

/** As the preferences of earlier versions have it: by all headings in their order. */
export type FormerColumns = readonly {
  readonly header: string;
  readonly columns: ColumnMapping<CostField>;
}[];

export type KnownColumns = { readonly kept: Annotations<'cost-columns'>; readonly former: FormerColumns };

const headingsOf = ({ cells }: FileRow): readonly string[] => cells.map((cell) => fileCellText(cell).trim());

/** The first row whose header is known: in another order too, its case, accents and «N°» written otherwise. */
export function recallColumns(
  head: readonly FileRow[],
  { kept, former }: KnownColumns,
): FoundHeader<CostField> | undefined {
  for (const row of head) {
    const headings = headingsOf(row);
    const known = kept.get(headerFingerprint(headings));
    const columns =
      known === undefined
        ? former.find(({ header }) => header === formerHeader(headings))?.columns
        : columnsIn(headings, known);
    if (columns !== undefined) return { line: row.line, columns };
  }
  return undefined;
}

/** The columns of a header to remember, and their key; null: the row names nothing. */
export function keptColumns(row: FileRow, columns: ColumnMapping<CostField>) {
  const headings = headingsOf(row);
  const last = headings.findLastIndex((heading) => normalHeader(heading) !== '');
  if (last === -1) return null;
  return { key: headerFingerprint(headings), value: { headings: headings.slice(0, last + 1), columns } };
}

/** Where the columns are by now: as they were where nothing moved, else where the only one of that heading is. */
function columnsIn(
  headings: readonly string[],
  known: Pick<Annotation<'cost-columns'>, 'headings' | 'columns'>,
): ColumnMapping<CostField> {
  const [names, before] = [headings.map(normalHeader), known.headings.map(normalHeader)];
  const isSame = names.every((name, at) => name === (before[at] ?? ''));
  if (isSame) return known.columns;
  const placeNow = (place: number | null): number | null => {
    const name = place === null ? '' : (before[place] ?? '');
    const places = names.flatMap((each, at) => (name !== '' && each === name ? [at] : []));
    return places.length === 1 ? (places[0] ?? null) : null;
  };
  const placed = COST_FIELDS.map((field) => [field, placeNow(known.columns[field])]);
  return Object.fromEntries(placed) as ColumnMapping<CostField>;
}

/** The words of a header as earlier versions kept them; nothing is written so any more. */
const formerHeader = (headings: readonly string[]): string =>
  headings
    .map((text) =>
      fold(text.slice(0, 200))
        .replace(/n[º°]/g, 'no')
        .replace(/\([^)]*\)/g, ' ')
        .replace(/[^a-z0-9%]+/g, ' ')
        .trim(),
    )
    .join('|');
