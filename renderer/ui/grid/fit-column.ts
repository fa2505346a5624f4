import type { BodyPainter } from './body-painter.ts';
import type { ColumnActions, GridColumn } from './grid-types.ts';
import { charWidths } from './measure.ts';

/** Both sides of a cell and a px for rounding; room for the arrow and the menu of a header; the screen's own gutter. */
const CELL_EXTRA = 14;
const HEADER_EXTRA = 30;
const GUTTER = 14;

/** Makes a column as wide as what is drawn of it. */
export function fitColumn(
  id: string,
  columns: readonly GridColumn[],
  painter: BodyPainter | null,
  resize: ColumnActions['resize'],
): void {
  const column = columns.find((other) => other.id === id);
  if (column === undefined) return;
  if (column.align === 'end') {
    // A column of figures is by nature as wide as its widest, and stays so when its total grows.
    resize(id, null);
    return;
  }
  const widths = charWidths();
  const texts = painter?.shownTexts(id) ?? [];
  const label = typeof column.label === 'string' ? column.label : column.name;
  const widest = Math.max(
    ...texts.map((text) => widths.regular(text) + CELL_EXTRA),
    widths.bold(label) * (11 / 12) + HEADER_EXTRA,
  );
  resize(id, Math.ceil(widest) + (columns[0] === column ? GUTTER : 0));
}
