import { memoize } from 'es-toolkit/function';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { division, quotient } from '#renderer/features/dimensions/division.ts';
import {
  changeOf,
  coverageAmount,
  coverageRate,
  figureOf,
  lineChange,
  type NamedColumn,
  toldRate,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import { lineName, type StatementLine } from '#renderer/features/income-statement/income-statement-lines.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { boundsMessage } from '#renderer/screens/profitability/figures/figures.ts';
import type { CellStyle } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { differenceShown, type FigureKind, figureText, figureTone } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { CellMark, GridCell } from '#renderer/ui/grid/grid-types.ts';
import { MOVED_SIGN, type MovedFigures } from '#renderer/ui/moved-figures.tsx';
import scopeMarkStyles from '#renderer/ui/scope-mark.module.css';
import { SCOPE_LETTERS } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import styles from './statement.module.css';
import { heatOfLine } from './statement-data.ts';

/** What stands in each cell of the statement. Pure. */

/** How much of the sales has a product cost, below all lines. */
export const COVERAGE = { id: 'coverage', kind: 'coverage' } as const;
export type StatementRow = StatementLine | typeof COVERAGE;

export const NAME_COLUMN = 'name';
export const SCOPES_COLUMN = 'scopes';

/** change: percent of the compared amount, in columns of differences alone. */
export const PARTS = ['amount', 'change', 'rate'] as const;
export type Part = (typeof PARTS)[number];

/** The column of the grid that shows a part of a column of the statement. */
export function figureColumnId({ id }: Pick<NamedColumn, 'id'>, part: Part): string {
  return `${part} ${id}`;
}

/** The column of the statement that a column of the grid shows a part of; null of the names. */
export function figureColumnOf(columnId: string): { readonly part: Part; readonly id: string } | null {
  const part = PARTS.find((each) => columnId.startsWith(`${each} `));
  if (part === undefined) return null;
  return { part, id: columnId.slice(part.length + 1) };
}

/** Percents of change have one decimal. */
export const CHANGE_PLACES = 1;

/** The cells of the lines; `isShaded`: rates are shaded within their line over `columns`. */
export function statementCells(
  columns: readonly NamedColumn[],
  isShaded: boolean,
  style: CellStyle,
  moved: MovedFigures | null,
): (row: StatementRow, columnId: string) => GridCell {
  const places = new Map(columns.map((column, at) => [column.id, { column, at }]));
  const shadesOf = memoize((line: StatementLine) => {
    const figures = columns.map((column) => figureOf(line, column));
    return heatOfLine(line, columns, figures);
  });
  return (row, columnId) => {
    if (columnId === NAME_COLUMN) return nameCell(row, style.text, moved);
    if (columnId === SCOPES_COLUMN) return scopesCell(row, style.text);
    const asked = figureColumnOf(columnId);
    const place = asked === null ? undefined : places.get(asked.id);
    if (asked === null || place === undefined) return { text: '', tone: 'none' };
    const { column, at } = place;
    if (row.kind === 'coverage') return coverageCell(asked.part, column, style);
    const shown = lineCell(row, asked.part, column, style);
    return asked.part === 'rate' ? { ...shown, shade: isShaded ? (shadesOf(row)[at] ?? null) : null } : shown;
  };
}

export function isHolder({ kind }: StatementRow): boolean {
  return kind === 'section' || kind === 'income';
}

const MOVED_MARK: CellMark = { text: MOVED_SIGN, className: scopeMarkStyles.moved, isSilent: true };

function nameCell(row: StatementRow, text: Text, moved: MovedFigures | null): GridCell {
  if (row.kind === 'coverage') {
    const title = text('statement.coverage-title');
    return {
      text: text('statement.coverage'),
      tone: 'plain',
      title,
      marks: [{ text: '', className: styles.sign }],
    };
  }
  const name = lineName(row, text);
  const isMoved = moved !== null && row.column !== null && moved.columns.has(row.column);
  return {
    text: name,
    tone: 'plain',
    title: isMoved ? `${name} ${MOVED_SIGN} ${moved.title}` : name,
    marks: [
      { text: row.operator, className: styles.sign },
      ...marksOf(row),
      ...(isMoved ? [MOVED_MARK] : []),
    ],
    ...(isHolder(row) ? { opens: true } : {}),
    ...(row.kind === 'part' ? { overflows: true } : {}),
  };
}

function marksOf({ section, kind, scope }: StatementLine): readonly CellMark[] {
  if (kind === 'section' && section !== null)
    return [{ text: '', className: classNames(ui.swatch, styles.swatch), ink: SECTION_INKS[section] }];
  if (scope !== null)
    return [
      {
        text: SCOPE_LETTERS[scope],
        className: classNames(scopeMarkStyles.mark, styles.scope, scopeMarkStyles[scope]),
        isSilent: true,
      },
    ];
  return kind === 'product-cost'
    ? [{ text: '', className: classNames(styles.swatch, ui.hatchedSwatch) }]
    : [];
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
    marks: SCOPES.map((scope) => ({
      text: '',
      className: classNames(styles.dot, countsIn.includes(scope) && styles[scope]),
    })),
  };
}

/** A line's amount, or its share of Ventas, in a column. */
function lineCell(line: StatementLine, part: Part, column: NamedColumn, style: CellStyle): GridCell {
  const { amount, ratePercent } = figureOf(line, column);
  const favour = column.less === null ? null : favourOf(line);
  if (part === 'change')
    return figureCell(
      { value: lineChange(line, column), kind: 'points', places: CHANGE_PLACES, favour },
      style.formats,
    );
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
function coverageCell(part: Part, column: NamedColumn, style: CellStyle): GridCell {
  const { formats, places } = style;
  const { sums, ventasWithProductCost } = column.totals;
  const favour = column.less === null ? null : 1;
  if (column.isTarget === true)
    return figureCell({ value: null, kind: 'points', places: 1, favour }, formats);
  if (part === 'change') {
    const value = changeOf(ventasWithProductCost, column.less?.ventasWithProductCost ?? null);
    return figureCell({ value, kind: 'points', places: 1, favour }, formats);
  }
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
  const exact = { value, title: (kind === 'money' ? formats.title : formats.figure)(value) };
  if (favour !== null) return { ...differenceShown(value, kind, places, favour, formats), ...exact };
  return { text: figureText(value, kind, places, formats), tone: figureTone(value, kind, formats), ...exact };
}

/** The division that a rate is, and the bounds of a result; null of differences, and where there is nothing to divide. */
function divisionMessage(
  line: StatementLine,
  amount: string | null,
  column: NamedColumn,
  { text, formats }: CellStyle,
): string | null {
  const { Ventas } = column.totals.sums;
  if (column.less !== null || amount === null || Ventas === undefined) return null;
  if (toldRate(line, column.totals) !== null) return null;
  const words = division(amount, Ventas, formats, text, lineName(line, text));
  const bounds = boundsMessage(line.column, column.totals, text, formats);
  return bounds === null ? words : `${words}\n${bounds}`;
}
