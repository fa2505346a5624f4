import { quotient } from '#renderer/features/dimensions/division.ts';
import { isPartial } from '#renderer/features/selection/selection-totals.tsx';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  boundsMessage,
  decimalIn,
  divisionIn,
  type FigurePair,
  type Figures,
  NO_FIGURES,
  type Part,
  partText,
} from '#renderer/screens/profitability/figures/figures.ts';
import {
  favourOf,
  figureKindOf,
  type Measure,
  needsProductCost,
} from '#renderer/screens/profitability/figures/measures.ts';
import { differenceShown, figureText, figureTone } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { GridCell } from '#renderer/ui/grid/grid-types.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { measureName } from './pivot-columns.ts';

/** How a figure of the pivot is shown; `places` are the decimals of its amounts. */
export type CellStyle = { readonly text: Text; readonly formats: Formats; readonly places: number };

const NO_VALUE: GridCell = { text: '—', tone: 'none' };

/** `whole` is the whole selection: what a share is a share of. */
export function figureCell(
  measure: Measure,
  part: Part,
  pair: FigurePair,
  whole: FigurePair,
  style: CellStyle,
): GridCell {
  const value = partText(measure, part, pair, whole);
  if (value === null) return NO_VALUE;
  return part === 'value'
    ? valueCell(measure, value, pair.now, whole.now, style)
    : differenceCell(measure, part, value, pair, whole, style);
}

function placesOf(measure: Measure, style: CellStyle): number {
  const kind = figureKindOf(measure);
  if (kind !== 'money') return kind === 'points' ? 1 : 0;
  return style.places;
}

function valueCell(
  measure: Measure,
  value: string,
  figures: Figures,
  whole: Figures,
  style: CellStyle,
): GridCell {
  const { text, formats } = style;
  const kind = figureKindOf(measure);
  const lacksCost = isPartial(figures);
  if (measure.kind === 'sum' && measure.column === 'Costo de Producto' && isZero(value) && lacksCost)
    return { text: text('cell.not-loaded'), tone: 'warn', value, title: text('cell.incomplete') };
  const isIncomplete = lacksCost && needsProductCost(measure);
  const unreadable = measure.column === null ? 0 : (figures.unreadable[measure.column] ?? 0);
  const title = [
    exactTitle(measure, value, figures, whole, style),
    isIncomplete ? (boundsMessage(measure.column, figures, text, formats) ?? text('cell.incomplete')) : null,
    unreadable > 0 ? `${text('cell.unreadable')} (+${unreadable})` : null,
  ];
  return {
    text: figureText(value, kind, placesOf(measure, style), formats),
    tone: figureTone(value, kind, formats),
    value,
    title: title.filter((line) => line !== null).join('\n'),
    ...(isIncomplete || unreadable > 0 ? { partial: true } : {}),
  };
}

/** The figure with all its digits; of a quotient, its division. */
function exactTitle(
  measure: Measure,
  value: string,
  figures: Figures,
  whole: Figures,
  { text, formats }: CellStyle,
): string {
  const division = divisionIn(measure, figures, whole);
  const written = figureKindOf(measure) === 'money' ? formats.title : formats.figure;
  if (division === null) return written(value);
  return quotient(division.part, division.base, formats, measureName(measure, text));
}

/** Colour says favourable or not, the sign says direction (ui/README.md, Tables). */
function differenceCell(
  measure: Measure,
  part: Part,
  value: string,
  { now, before }: FigurePair,
  whole: FigurePair,
  style: CellStyle,
): GridCell {
  const { formats } = style;
  const kind = part === 'change' ? 'points' : figureKindOf(measure);
  const places = part === 'change' ? 1 : placesOf(measure, style);
  const written = figureKindOf(measure) === 'money' ? formats.title : formats.figure;
  const own = decimalIn(measure, now, whole.now);
  const other = before === null ? null : decimalIn(measure, before, whole.before ?? NO_FIGURES);
  return {
    ...differenceShown(value, kind, places, favourOf(measure), formats),
    value,
    ...(own === null || other === null ? {} : { title: `${written(own)} − ${written(other)}` }),
  };
}
