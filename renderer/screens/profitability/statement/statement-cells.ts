import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import { lineName, type StatementLine } from '#renderer/features/statement/statement-lines.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { costBoundsOf } from '#renderer/screens/profitability/figures/cost-bounds.ts';
import { favouredTone } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { differenceTone, type FigureKind, figureText, figureTone } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { CellMark, GridCell } from '#renderer/ui/grid/grid-types.ts';
import { SCOPE_LETTERS } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import { figureColumnOf, NAME_COLUMN, SCOPES_COLUMN } from './statement-columns.tsx';
import type { NamedColumn } from './statement-data.ts';
import { coverageAmount, coverageRate, figureOf, heatOfLine } from './statement-result.ts';

/** How the statement's lines are shown. Pure: texts come in. */

/** How much of the sales has a product cost, below all lines. */
export const COVERAGE = { id: 'coverage', kind: 'coverage' } as const;
export type StatementRow = StatementLine | typeof COVERAGE;

export type StatementStyle = {
  readonly text: Text;
  readonly formats: Formats;
  /** Decimal places of amounts. */
  readonly places: number;
};

/** The cells of the lines; `isShaded`: rates are shaded within their line over `columns`. */
export function statementCells(
  columns: readonly NamedColumn[],
  isShaded: boolean,
  style: StatementStyle,
): (row: StatementRow, columnId: string) => GridCell {
  const positions = new Map(columns.map(({ id }, at) => [id, at]));
  const shades = new Map<StatementRow, readonly (number | null)[]>();
  const shadeAt = (line: StatementLine, at: number): number | null => {
    if (!isShaded) return null;
    let known = shades.get(line);
    if (known === undefined) {
      known = heatOfLine(
        line,
        columns,
        columns.map((column) => figureOf(line, column)),
      );
      shades.set(line, known);
    }
    return known[at] ?? null;
  };
  return (row, columnId) => {
    if (columnId === NAME_COLUMN) return nameCell(row, style.text);
    if (columnId === SCOPES_COLUMN) return scopesCell(row, style.text);
    const asked = figureColumnOf(columnId);
    const at = asked === null ? undefined : positions.get(asked.id);
    const column = at === undefined ? undefined : columns[at];
    if (asked === null || at === undefined || column === undefined) return { text: '', tone: 'none' };
    if (row.kind === 'coverage') return coverageCell(asked.part, column, style);
    const shown = lineCell(row, asked.part, column, style);
    return asked.part === 'amount' ? shown : { ...shown, shade: shadeAt(row, at) };
  };
}

/** Whether a row holds others, which are shown when it is open. */
export function isHolder({ kind }: StatementRow): boolean {
  return kind === 'section' || kind === 'income';
}

function nameCell(row: StatementRow, text: Text): GridCell {
  if (row.kind === 'coverage') {
    return {
      text: text('statement.coverage'),
      tone: 'plain',
      title: text('statement.coverage-title'),
      marks: [{ text: '', className: 'op' }],
    };
  }
  const name = lineName(row, text);
  return {
    text: name,
    tone: 'plain',
    title: name,
    marks: [{ text: row.operator, className: 'op' }, ...marksOf(row)],
    ...(isHolder(row) ? { opens: true } : {}),
    ...(row.kind === 'part' ? { overflows: true } : {}),
  };
}

function marksOf({ section, kind, scope }: StatementLine): readonly CellMark[] {
  if (kind === 'section' && section !== null)
    return [{ text: '', className: 'sw', ink: SECTION_INKS[section] }];
  if (scope !== null) return [{ text: SCOPE_LETTERS[scope], className: `sc ${scope}`, isSilent: true }];
  return kind === 'product-cost' ? [{ text: '', className: 'sw hatch' }] : [];
}

/** Which results a line counts in: a dot for each. */
function scopesCell(row: StatementRow, text: Text): GridCell {
  if (row.kind === 'coverage' || row.kind === 'part' || row.countsIn.length === 0)
    return { text: '', tone: 'plain' };
  const { countsIn } = row;
  return {
    text: '',
    tone: 'plain',
    title: countsIn
      .map((scope) => text('statement.counts-in-of', { scope: text(`scope.${scope}`) }))
      .join('\n'),
    marks: SCOPES.map((scope) => ({ text: '', className: countsIn.includes(scope) ? `d ${scope}` : 'd' })),
  };
}

/** A line's amount, or its share of Ventas, in a column. */
function lineCell(
  line: StatementLine,
  part: 'amount' | 'rate',
  column: NamedColumn,
  style: StatementStyle,
): GridCell {
  const { amount, ratePercent } = figureOf(line, column);
  const favour = column.less === null ? null : favourOf(line);
  if (part === 'rate') {
    const title = divisionMessage(line, amount, column, style);
    const shown = figureCell({ value: ratePercent, kind: 'points', places: 1, favour }, style.formats);
    return quiet(title === null ? shown : { ...shown, title });
  }
  const shown = figureCell({ value: amount, kind: 'money', places: style.places, favour }, style.formats);
  const known = column.until === null ? shown : quiet(shown);
  return column.kind === 'whole' ? { ...known, testId: `line-${line.id}` } : known;
}

/** How much of the sales has a product cost: the amount, or its share. */
function coverageCell(part: 'amount' | 'rate', column: NamedColumn, style: StatementStyle): GridCell {
  const { formats, places } = style;
  const { sums, ventasWithProductCost } = column.totals;
  const favour = column.less === null ? null : 1;
  if (part === 'amount') {
    const value = sums.Ventas === undefined ? null : coverageAmount(column);
    return figureCell({ value, kind: 'money', places, favour }, formats);
  }
  const share = coverageRate(column);
  const shown = figureCell({ value: share, kind: 'points', places: 1, favour }, formats);
  if (column.less !== null || sums.Ventas === undefined) return shown;
  return {
    ...shown,
    title: quotient(ventasWithProductCost, sums.Ventas, formats),
    ...(share === null || share.startsWith('100.') ? {} : { tone: 'warn' }),
  };
}

/** Beside the amounts, and where a column's time is not over. */
function quiet(cell: GridCell): GridCell {
  return cell.tone === 'plain' ? { ...cell, tone: 'soft' } : cell;
}

/** Whether more of a line is good (1) or bad (-1) for the seller. */
function favourOf({ kind, section, operator }: StatementLine): 1 | -1 {
  if (kind === 'part' && section !== null) return operator === '+' ? -1 : 1;
  return kind === 'result' || kind === 'income' || operator === '+' ? 1 : -1;
}

/** A figure; of a difference (`favour` is not null) with its sign, its colour saying favourable or not. */
function figureCell(
  figure: {
    readonly value: string | null;
    readonly kind: FigureKind;
    readonly places: number;
    readonly favour: 1 | -1 | null;
  },
  formats: Formats,
): GridCell {
  const { value, kind, places, favour } = figure;
  if (value === null) return { text: '—', tone: 'none' };
  const shown = figureText(value, kind, places, formats);
  const title = (kind === 'money' ? formats.exact : formats.figure)(value);
  if (favour === null) return { text: shown, tone: figureTone(value, kind, formats), value, title };
  const tone = differenceTone(value, kind, shown, formats);
  return {
    text: tone === 'gained' ? `+${shown}` : shown,
    tone: favouredTone(tone, favour),
    value,
    title,
  };
}

/** The division that a rate is, and the bounds of a result; null of differences, and where there is nothing to divide. */
function divisionMessage(
  line: StatementLine,
  amount: string | null,
  column: NamedColumn,
  { text, formats }: StatementStyle,
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
