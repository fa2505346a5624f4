import { useMemo } from 'react';
import { quotient } from '#renderer/features/dimensions/division.ts';
import { isPartial } from '#renderer/features/selection/cost-coverage.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  costBoundsOf,
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
import { differenceTone, figureText, figureTone } from '#renderer/ui/figure-text.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { GridCell } from '#renderer/ui/grid/grid-types.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { measureName } from './pivot-columns.ts';

/** How a figure of the pivot is shown. Pure: words come in. */
export type CellStyle = {
  readonly formats: Formats;
  /** Decimal places of amounts. */
  readonly places: number;
  readonly words: {
    readonly incomplete: string;
    readonly notLoaded: string;
    readonly unreadable: string;
    /** «Como máximo 13,7 %; 9,2 % si el costo que falta fuera como el cargado». */
    readonly bounds: (most: string, likely: string) => string;
    /** A measure's name, for its division. */
    readonly nameOf: (measure: Measure) => string;
  };
};

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
  const { formats, words } = style;
  const kind = figureKindOf(measure);
  const lacksCost = isPartial(figures);
  if (measure.kind === 'sum' && measure.column === 'Costo de Producto' && isZero(value) && lacksCost)
    return { text: words.notLoaded, tone: 'warn', value, title: words.incomplete };
  const isIncomplete = lacksCost && needsProductCost(measure);
  const unreadable = measure.column === null ? 0 : (figures.unreadable[measure.column] ?? 0);
  const title = [
    exactTitle(measure, value, figures, whole, style),
    isIncomplete ? (boundsOf(measure, figures, style) ?? words.incomplete) : null,
    unreadable > 0 ? `${words.unreadable} (+${unreadable})` : null,
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
  { formats, words }: CellStyle,
): string {
  const division = divisionIn(measure, figures, whole);
  const written = figureKindOf(measure) === 'money' ? formats.exact : formats.figure;
  if (division === null) return written(value);
  return quotient(division.part, division.base, formats, words.nameOf(measure));
}

/** What Comercial and Total may be at most, and would be if the missing costs were as those that are known. */
function boundsOf(measure: Measure, figures: Figures, { formats, words }: CellStyle): string | null {
  if (measure.column !== 'Rentabilidad Comercial' && measure.column !== 'Rentabilidad Total') return null;
  const bounds = costBoundsOf(figures, measure.column);
  if (bounds === null || bounds.mostPercent === null || bounds.likelyPercent === null) return null;
  return words.bounds(formats.percent(bounds.mostPercent), formats.percent(bounds.likelyPercent));
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
  const shown = figureText(value, kind, places, formats);
  const tone = differenceTone(value, kind, shown, formats);
  const written = figureKindOf(measure) === 'money' ? formats.exact : formats.figure;
  const own = decimalIn(measure, now, whole.now);
  const other = before === null ? null : decimalIn(measure, before, whole.before ?? NO_FIGURES);
  return {
    text: tone === 'gained' ? `+${shown}` : shown,
    tone: favouredTone(tone, favourOf(measure)),
    value,
    ...(own === null || other === null ? {} : { title: `${written(own)} − ${written(other)}` }),
  };
}

/** A gain is good where more is good; where neither can be said, a difference has no colour. */
export function favouredTone(
  tone: ReturnType<typeof differenceTone>,
  favour: 1 | 0 | -1,
): 'positive' | 'negative' | 'zero' | 'plain' {
  if (tone === 'zero' || tone === 'plain') return tone;
  if (favour === 0) return 'plain';
  return (tone === 'gained') === (favour === 1) ? 'positive' : 'negative';
}

/** Words and formats of the pivot's figures; `places` are the decimals of its amounts. */
export function useCellStyle(places: number): CellStyle {
  const text = useText();
  const formats = useFormats();
  return useMemo(
    () => ({
      formats,
      places,
      words: {
        incomplete: text('cell.incomplete'),
        notLoaded: text('cell.not-loaded'),
        unreadable: text('cell.unreadable'),
        bounds: (most, likely) => text('statement.bounds', { most, likely }),
        nameOf: (measure) => measureName(measure, text),
      },
    }),
    [formats, places, text],
  );
}
