import { allSections } from '#renderer/features/columns/column-sections.ts';
import {
  byColumn,
  byTime,
  DATE_COLUMNS,
  type DimensionRef,
  dimensionKey,
  dimensionName,
  TIME_UNITS,
} from '#renderer/features/dimensions/dimensions.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { ChoiceGroup } from '#renderer/ui/search-choice.tsx';
import { findColumn } from '#shared/domain/column-catalogue.ts';

/** Dimensions that are asked for most, before all others. */
const USUAL: readonly DimensionRef[] = [
  byTime('month'),
  byColumn('Canal'),
  byColumn('Cuenta'),
  byColumn('SKU Producto'),
  byColumn('Producto'),
  byColumn('Marca'),
  byColumn('Categoría'),
];

/** Every dimension there is, by key: parts of the calendar of each date, and the columns of text. */
export function allDimensions(unknownColumns: readonly string[]): ReadonlyMap<string, DimensionRef> {
  const texts = allSections(unknownColumns).flatMap(({ columns }) => columns.filter(isText));
  const times = [null, ...DATE_COLUMNS].flatMap((column) =>
    TIME_UNITS.map((unit): DimensionRef => ({ column, unit })),
  );
  return new Map([...times, ...texts.map(byColumn)].map((each) => [dimensionKey(each), each]));
}

/** Of a column that the catalogue does not know only its text can be told. */
function isText(column: string): boolean {
  return (findColumn(column)?.kind ?? 'text') === 'text';
}

/** The dimensions by section; `except` is already taken. */
export function dimensionGroups(
  unknownColumns: readonly string[],
  except: DimensionRef | null,
  text: Text,
): readonly ChoiceGroup[] {
  const taken = except === null ? null : dimensionKey(except);
  const items = (dimensions: readonly DimensionRef[]) =>
    dimensions
      .map((each) => ({ value: dimensionKey(each), label: dimensionName(each, text) }))
      .filter(({ value }) => value !== taken);
  const usual = new Set(USUAL.map(dimensionKey));
  const rest = (dimensions: readonly DimensionRef[]) =>
    items(dimensions.filter((each) => !usual.has(dimensionKey(each))));
  return [
    { value: text('choice.usual'), items: items(USUAL) },
    { value: text('choice.period'), items: rest(TIME_UNITS.map(byTime)) },
    ...allSections(unknownColumns).map(({ id, columns }) => ({
      value: text(`section.${id}`),
      items: rest(columns.filter(isText).map(byColumn)),
    })),
    ...DATE_COLUMNS.map((column) => ({
      value: column,
      items: rest(TIME_UNITS.map((unit): DimensionRef => ({ column, unit }))),
    })),
  ].filter((group) => group.items.length > 0);
}
