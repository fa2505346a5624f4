import type { Text } from '#renderer/i18n/text.tsx';
import {
  differsInPoints,
  favourOf,
  figureKindOf,
  type Measure,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { ListFigure } from '#renderer/ui/chart/list-figures.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { MarkFigures } from './chart-marks.ts';

/** How a mark's figures are written beside it. Pure. */

export function placesOfMeasure(measure: Measure, places: number): number {
  const kind = figureKindOf(measure);
  return kind === 'points' ? 1 : kind === 'money' ? places : 0;
}

/** Its value, and where it is compared, how it differs. */
export function shownFigures(
  mark: MarkFigures,
  measure: Measure,
  places: number,
  isCompared: boolean,
): readonly ListFigure[] {
  const figure = { kind: figureKindOf(measure), places: placesOfMeasure(measure, places) } as const;
  const own = { ...figure, value: mark.value, isPartial: mark.isPartial };
  return isCompared
    ? [own, { ...figure, value: mark.difference, isDifference: true, favour: favourOf(measure) }]
    : [own];
}

/** The same, and by how many percent, where that says anything: rates differ in points. */
export function comparedFigures(mark: MarkFigures, measure: Measure, places: number): readonly ListFigure[] {
  const shown = shownFigures(mark, measure, places, true);
  return differsInPoints(measure)
    ? shown
    : [
        ...shown,
        { value: mark.change, kind: 'points', places: 1, isDifference: true, favour: favourOf(measure) },
      ];
}

/** The whole name, what it was before, and what is to be known of missing costs. */
export function markTitle(
  name: string,
  caption: string | null,
  mark: MarkFigures,
  measure: Measure,
  places: number,
  { text, formats }: { readonly text: Text; readonly formats: Formats },
): string {
  const kind = figureKindOf(measure);
  const written = (value: string): string =>
    kind === 'points'
      ? formats.percent(value)
      : kind === 'money'
        ? formats.money(value, places)
        : formats.figure(value);
  return [
    caption === null ? name : `${name}\n${caption}`,
    ...(mark.before === null ? [] : [text('chart.before', { figure: written(mark.before) })]),
    ...(mark.isPartial && mark.likely === null ? [text('cell.incomplete')] : []),
    ...(mark.likely === null ? [] : [text('chart.likely', { figure: written(mark.likely) })]),
  ].join('\n');
}

/** The unit of an axis of amounts: of its end that lies further from 0. */
export function unitOfAxis({ max, min }: { readonly max: number; readonly min: number }): number {
  const greatest = Math.max(max, -min);
  return greatest >= 1e6 ? 1e6 : greatest >= 1e4 ? 1e3 : 1;
}

/** A name in a drawing, to so many characters: the whole one stands beside it. */
export function shortName(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}
