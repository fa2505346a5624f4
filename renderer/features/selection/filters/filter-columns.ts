import { allSections, type SectionId } from '#renderer/features/columns/column-sections.ts';
import { fold } from '#shared/base/fold.ts';
import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { FILTER_COLUMNS } from '#shared/domain/selection.ts';

/** What the filter bar lists: columns one may filter by, and the values of one of them. Pure. */

/** How a column is filtered: by its values, or by the size of its figures. Dates are the period's. */
export function filterKind(column: string): 'values' | 'numbers' | null {
  const kind = findColumn(column)?.kind ?? 'text';
  if (kind === 'text') return 'values';
  return isDecimalKind(kind) ? 'numbers' : null;
}

export type ColumnGroup = {
  readonly id: SectionId | 'frequent';
  readonly columns: readonly string[];
};

/**
 * The columns that may be filtered by and that rows carry: the frequent ones first, then all of them by section; what
 * was typed leaves those that hold it, each once.
 */
export function filterColumns(
  present: readonly string[],
  unknownColumns: readonly string[],
  used: ReadonlySet<string>,
  typed: string,
): readonly ColumnGroup[] {
  const here = new Set(present);
  const needle = fold(typed.trim());
  const offers = (column: string): boolean =>
    here.has(column) && !used.has(column) && filterKind(column) !== null && fold(column).includes(needle);
  const frequent = needle === '' ? FILTER_COLUMNS.filter(offers) : [];
  const groups: readonly ColumnGroup[] = [
    { id: 'frequent', columns: frequent },
    ...allSections(unknownColumns).map((section) => ({
      id: section.id,
      columns: section.columns.filter(
        (column) => offers(column) && !frequent.some((other) => other === column),
      ),
    })),
  ];
  return groups.filter(({ columns }) => columns.length > 0);
}

/** Values that are listed at once, and chosen ones beyond them; the rest is found by typing. */
export const MAX_VALUES = 200;

/** What is chosen once all found values are, none of them is, or each is turned over; others stay as they are. */
export function chosenAfter(
  chosen: readonly string[],
  found: readonly string[],
  how: 'all' | 'none' | 'invert',
): readonly string[] {
  const isFound = new Set(found);
  const others = chosen.filter((value) => !isFound.has(value));
  if (how === 'none') return others;
  if (how === 'all') return [...others, ...found];
  const was = new Set(chosen);
  return [...others, ...found.filter((value) => !was.has(value))];
}
