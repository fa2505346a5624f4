import type { ReactNode } from 'react';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import { lineName, type StatementLine } from '#renderer/features/statement/statement-lines.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { costBoundsOf } from '#renderer/screens/profitability/figures/cost-bounds.ts';
import { favouredTone } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { drawFigure } from '#renderer/ui/figure.tsx';
import { differenceTone, type FigureKind, figureText } from '#renderer/ui/figure-text.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { NamedColumn } from './statement-data.ts';
import { coverageAmount, coverageRate, type StatementFigure } from './statement-result.ts';

/**
 * The cells of a line in one column: its amount and its share of Ventas. Plain functions, not components: a screen has
 * hundreds of them.
 */

export type CellStyle = {
  readonly text: Text;
  readonly formats: Formats;
  readonly places: number;
  readonly values: StatementView['values'];
};

export type CellPlace = {
  readonly column: NamedColumn;
  /** Pinned at the right. */
  readonly isPinned: boolean;
  /** Id of the cell that has the keys; null of all others. */
  readonly activeId: string | null;
};

/** A line's amount and share of Ventas in a column. */
export function lineCells(
  line: StatementLine,
  { amount, ratePercent }: StatementFigure,
  shade: number | null,
  place: CellPlace,
  style: CellStyle,
): readonly ReactNode[] {
  const { column } = place;
  const { formats } = style;
  const favour = column.less === null ? null : favourOf(line);
  return cellPair(place, style, {
    amount: cellFigure(
      { value: amount, kind: 'money', places: style.places, favour },
      formats,
      column.kind === 'whole' ? { testId: `line-${line.id}` } : {},
    ),
    rate: cellFigure(
      { value: ratePercent, kind: 'points', places: 1, favour },
      formats,
      titled(divisionMessage(line, amount, column, style)),
    ),
    rateClass: shade === null ? '' : `h${shade}`,
  });
}

/** How much of the sales has a product cost. */
export function coverageCells(place: CellPlace, style: CellStyle): readonly ReactNode[] {
  const { column } = place;
  const { formats, places } = style;
  const { sums, ventasWithProductCost } = column.totals;
  const share = coverageRate(column);
  const isPartial = column.less === null && share !== null && !share.startsWith('100.');
  const favour = column.less === null ? null : 1;
  const value = sums.Ventas === undefined ? null : coverageAmount(column);
  const words =
    sums.Ventas === undefined || column.less !== null
      ? null
      : quotient(ventasWithProductCost, sums.Ventas, formats);
  return cellPair(place, style, {
    amount: cellFigure({ value, kind: 'money', places, favour }, formats, {}),
    rate: cellFigure({ value: share, kind: 'points', places: 1, favour }, formats, {
      ...titled(words),
      ...(isPartial ? { className: 'warn' } : {}),
    }),
    rateClass: '',
  });
}

/** Whether more of a line is good (1) or bad (-1) for the seller. */
function favourOf({ kind, section, operator }: StatementLine): 1 | -1 {
  if (kind === 'part' && section !== null) return operator === '+' ? -1 : 1;
  return kind === 'result' || kind === 'income' || operator === '+' ? 1 : -1;
}

function titled(words: string | null): { readonly title?: string } {
  return words === null ? {} : { title: words };
}

function cellPair(
  { column, isPinned, activeId }: CellPlace,
  { values }: CellStyle,
  drawn: { readonly amount: ReactNode; readonly rate: ReactNode; readonly rateClass: string },
): readonly ReactNode[] {
  const active = activeId === null ? '' : ' act';
  const unfinished = column.until === null ? '' : ' pt';
  const id = activeId ?? undefined;
  const cells: ReactNode[] = [];
  if (values !== 'rate') {
    cells.push(
      <td
        key={`${column.id} amount`}
        className={`${isPinned ? 'n acc1' : 'n a'}${unfinished}${values === 'amount' && isPinned ? ' acc2' : ''}${active}`}
        id={id}
        data-at={column.id}
      >
        {drawn.amount}
      </td>,
    );
  }
  if (values !== 'amount') {
    cells.push(
      <td
        key={`${column.id} rate`}
        className={`n r ${isPinned ? 'acc2' : values === 'rate' ? 'a' : ''} ${drawn.rateClass}${values === 'rate' ? active : ''}`}
        id={values === 'rate' ? id : undefined}
        data-at={column.id}
      >
        {drawn.rate}
      </td>,
    );
  }
  return cells;
}

/** A figure; of a difference (`favour` is not null) with its sign, its colour saying favourable or not. */
function cellFigure(
  figure: {
    readonly value: string | null;
    readonly kind: FigureKind;
    readonly places: number;
    readonly favour: 1 | -1 | null;
  },
  formats: Formats,
  more: { readonly title?: string; readonly testId?: string; readonly className?: string },
): ReactNode {
  const { value, kind, places, favour } = figure;
  if (favour === null || value === null) return drawFigure({ value, kind, places, ...more }, formats);
  const shown = figureText(value, kind, places, formats);
  const tone = differenceTone(value, kind, shown, formats);
  return (
    <data
      className={`fig ${TONES[favouredTone(tone, favour)]}`}
      value={value}
      data-value={value}
      title={(kind === 'money' ? formats.exact : formats.figure)(value)}
    >
      {tone === 'gained' ? `+${shown}` : shown}
    </data>
  );
}

const TONES = { positive: 'pos', negative: 'neg', zero: 'zero', plain: '' } as const;

/** The division that a rate is, and the bounds of a result; null of differences, and where there is nothing to divide. */
function divisionMessage(
  line: StatementLine,
  amount: string | null,
  column: NamedColumn,
  { text, formats }: CellStyle,
): string | null {
  const { Ventas } = column.totals.sums;
  if (column.less !== null || amount === null || Ventas === undefined) return null;
  const words = division(amount, Ventas, formats, lineName(line, text));
  const bounds = boundsMessage(line, column, text, formats);
  return bounds === null ? words : `${words}\n${bounds}`;
}

/** What Comercial and Total may be at most, and what they would be if the missing costs were as the known ones. */
function boundsMessage(
  line: StatementLine,
  { totals }: NamedColumn,
  text: Text,
  formats: Formats,
): string | null {
  if (line.column !== 'Rentabilidad Comercial' && line.column !== 'Rentabilidad Total') return null;
  const bounds = costBoundsOf(totals, line.column);
  if (bounds === null || bounds.mostPercent === null || bounds.likelyPercent === null) return null;
  return text('statement.bounds', {
    most: formats.percent(bounds.mostPercent),
    likely: formats.percent(bounds.likelyPercent),
  });
}
