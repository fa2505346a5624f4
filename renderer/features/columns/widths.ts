import type { CharWidths } from '#renderer/ui/grid/measure.ts';
import { kindOf } from './cells.ts';

/** Widths in pixels. A column of figures is as wide as its widest figure, the total included (ui/README.md, Tables). */

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

export type WidthInput = {
  readonly column: string;
  readonly header: string;
  /** The figure at the foot, bold; null where there is none. */
  readonly total: string | null;
  /** The longest texts seen in the rows so far. */
  readonly longest: string;
};

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
