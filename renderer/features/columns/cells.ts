import { division } from '#renderer/features/dimensions/division.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { figureText, figureTone } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { GridCell } from '#renderer/ui/grid/grid-types.ts';
import type { CharWidths } from '#renderer/ui/grid/measure.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { type ColumnKind, findColumn } from '#shared/domain/column-catalogue.ts';
import { parseDecimal, readFigure } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { RESULT_COLUMNS } from './column-sections.ts';

/** How a cell of the API is shown. Pure: words come in, nothing is looked up. */

export type CellStyle = {
  /** Names columns. */
  readonly text: Pick<Text, 'column'>;
  readonly formats: Formats;
  readonly moneyPlaces: number;
  /** Purchases all lie in one year: it need not be repeated in every row. */
  readonly shortDates: boolean;
  /** `several` stands in a cell whose rows differ, `mixed` is its title. Looked up once, not for each cell. */
  readonly words: {
    readonly [word in 'notLoaded' | 'mixed' | 'several' | 'incomplete' | 'unreadable' | 'blank']: string;
  };
};

/** The facts that a figure of a line or of the totals needs besides its own value. */
export type CellFacts = {
  readonly unreadable: boolean;
  readonly mixed: boolean;
  readonly productCostMissing: boolean;
  /** Another cell of the same line, for the division a rate comes from. */
  readonly cellOf: (column: string) => string | null | undefined;
};

const NO_FACTS: CellFacts = {
  unreadable: false,
  mixed: false,
  productCostMissing: false,
  cellOf: () => null,
};

/** Profitabilities that a missing product cost makes too high. */
const NEEDS_PRODUCT_COST = new Set(RESULT_COLUMNS.filter((column) => !column.endsWith('Marketplace')));

export function kindOf(column: string): ColumnKind {
  return findColumn(column)?.kind ?? 'text';
}

/** The division that a rate of a line comes from; null where it cannot be said. */
export function divisionOf(
  percentColumn: string,
  cellOf: (column: string) => string | null | undefined,
  { formats, text }: Pick<CellStyle, 'formats' | 'text'>,
): string | null {
  const part = RATE_COLUMNS[percentColumn];
  if (part === undefined) return null;
  const top = cellOf(part);
  const bottom = cellOf(RATE_BASE_COLUMN);
  if (typeof top !== 'string' || typeof bottom !== 'string') return null;
  return division(top, bottom, formats, text, text.column(part));
}

function figure(
  column: string,
  kind: ColumnKind,
  value: string,
  style: CellStyle,
  facts: CellFacts,
): GridCell {
  const { formats } = style;
  const places = kind === 'money' ? style.moneyPlaces : kind === 'percent' ? 1 : 0;
  const shownKind = kind === 'money' || kind === 'count' ? kind : 'points';
  const text = figureText(value, shownKind, places, formats);
  const exact = (kind === 'money' ? formats.title : formats.figure)(value);
  const title = (kind === 'percent' ? divisionOf(column, facts.cellOf, style) : null) ?? exact;
  const partial = facts.productCostMissing && NEEDS_PRODUCT_COST.has(column);
  return {
    text,
    tone: figureTone(value, shownKind, formats),
    value,
    title: partial ? `${title} · ${style.words.incomplete}` : title,
    ...(partial ? { partial } : {}),
  };
}

/** Columns that say who bought. */
const BUYER_COLUMNS = new Set(['Comprador']);
/** What a column of a later API is called where it says who bought, or where they live. */
const OF_A_BUYER =
  /comprador|buyer|cliente|customer|destinatari|direcci|address|correo|e-?mail|tel[eé]fono|phone/i;

/** Whether a column may say who bought: those that are known to, and those whose name lets one think so. */
export const isOfBuyer = (column: string): boolean =>
  BUYER_COLUMNS.has(column) || (findColumn(column) === undefined && OF_A_BUYER.test(column));

/** A text as it may be shown: who bought is covered with the amounts. */
export function maskText(column: string, value: string, formats: Formats): string {
  return formats.hidesAmounts && BUYER_COLUMNS.has(column) ? formats.cover : value;
}

/** One cell of a table line. */
export function showCell(
  column: string,
  value: string | null,
  style: CellStyle,
  facts: CellFacts = NO_FACTS,
): GridCell {
  const kind = kindOf(column);
  if (value === null) {
    return facts.mixed
      ? { text: style.words.several, tone: 'none', title: style.words.mixed }
      : { text: '—', tone: 'none', title: style.words.blank };
  }
  switch (kind) {
    case 'text':
      if (value === '') return { text: '—', tone: 'none' };
      return maskText(column, value, style.formats) === value
        ? { text: value, tone: 'plain', title: value }
        : { text: style.formats.cover, tone: 'soft' };
    case 'local-datetime':
    case 'utc-datetime':
      return value === ''
        ? { text: '—', tone: 'none' }
        : {
            text: formatMoment(value, style.formats.dates, style.shortDates && column === 'Fecha de compra'),
            tone: 'soft',
            title: value,
          };
    case 'money':
    case 'count':
    case 'percent':
      if (value === '') return { text: '—', tone: 'none', title: style.words.blank };
      if ((facts.unreadable ? parseDecimal(value) : readFigure(value)) === undefined)
        return { text: value, tone: 'warn', title: `${style.words.unreadable}: ${value}` };
      if (column === 'Costo de Producto' && isZero(value) && facts.productCostMissing)
        return { text: style.words.notLoaded, tone: 'warn', value };
      return facts.unreadable
        ? { ...figure(column, kind, value, style, facts), title: style.words.unreadable, partial: true }
        : figure(column, kind, value, style, facts);
  }
}

/** Both sides of a cell, its rule, and a pixel for rounding. */
const PADDING = 15;
/** Sides of a header and its arrow when sorted. */
const HEADER_EXTRA = 28;
const TEXT_WIDTHS: { readonly [column: string]: number } = {
  Producto: 230,
  'Producto Interno': 200,
  Variante: 120,
  Comprador: 130,
  Marca: 110,
  Categoría: 130,
};
const TEXT_WIDTH = 118;
const MAX_ID_WIDTH = 190;

type WidthInput = {
  readonly column: string;
  readonly header: string;
  /** The figure at the foot, bold; null where there is none. */
  readonly total: string | null;
  /** The longest texts seen in the rows so far. */
  readonly longest: string;
};

/** In px. A column of figures is as wide as its widest figure, the total included (ui/README.md, Tables). */
export function columnWidth(input: WidthInput, widths: CharWidths): number {
  const kind = kindOf(input.column);
  // Headers are a size smaller than cells.
  const header = widths.bold(input.header) * (11 / 12) + HEADER_EXTRA;
  const total = input.total === null ? 0 : widths.bold(input.total);
  const content = Math.max(widths.regular(input.longest), total) + PADDING;
  if (kind === 'text') {
    const fixed = TEXT_WIDTHS[input.column];
    if (fixed !== undefined) return fixed;
    const isId = input.column === 'Orden' || input.column.startsWith('N') || input.column.startsWith('SKU');
    return Math.ceil(Math.max(header, Math.min(Math.max(content, 70), isId ? MAX_ID_WIDTH : TEXT_WIDTH)));
  }
  return Math.ceil(Math.max(header, content, 44));
}

/** A section's name and its fold button must fit over its columns: the last of them makes up for it. */
const SECTION_EXTRA = 36;

export function sectionShortfall(label: string, width: number, widths: CharWidths): number {
  return Math.max(0, Math.ceil(widths.bold(label) * (11 / 12)) + SECTION_EXTRA - width);
}
