import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { StatementLine } from '#renderer/features/statement/statement-lines.ts';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { type CellPosition, moveFocus } from '#renderer/ui/grid/grid-types.ts';
import { tsv } from '#shared/domain/spreadsheet.ts';
import type { NamedColumn } from './statement-data.ts';
import { figureOf } from './statement-result.ts';

/** The cell that has the keys: arrows walk it, Enter and a double press open what is behind it, Ctrl+C copies it. */
export function useStatementKeys(of: {
  readonly lines: readonly StatementLine[];
  /** All columns in their order; a position's column 0 is the line's name. */
  readonly columns: readonly NamedColumn[];
  readonly values: StatementView['values'];
  readonly onOpen: (line: StatementLine | null, column: NamedColumn) => void;
  readonly onToggle: (line: string) => void;
  /** Brings a cell into view. */
  readonly reveal: (at: CellPosition) => void;
}) {
  const formats = useFormats();
  const { lines, columns, values } = of;
  const [active, setActive] = useState<CellPosition | null>(null);
  function openAt(at: CellPosition): void {
    const line = lines[at.row];
    const column = columns[at.column - 1];
    if (column !== undefined) of.onOpen(line ?? null, column);
    else if (line !== undefined && (line.kind === 'section' || line.kind === 'income')) of.onToggle(line.id);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    if (active !== null && event.key === 'Enter') {
      event.preventDefault();
      openAt(active);
      return;
    }
    if (active !== null && control && event.key.toLowerCase() === 'c') {
      event.preventDefault();
      void copyCell(lines, columns, active, values, formats);
      return;
    }
    if (event.key === 'Escape') {
      setActive(null);
      return;
    }
    const size = { rows: lines.length + 1, columns: columns.length + 1, page: 10 };
    const next = moveFocus(active ?? { row: 0, column: 0 }, event.key, size, control);
    if (next === null) return;
    event.preventDefault();
    const to = active === null ? { row: 0, column: columns.length } : next;
    setActive(to);
    of.reveal(to);
  }
  function placeOf(event: MouseEvent): CellPosition | null {
    const cell = event.target instanceof Element ? event.target.closest('td[data-at]') : null;
    const row = cell?.closest('tr')?.rowIndex;
    const column = columns.findIndex(({ id }) => id === cell?.getAttribute('data-at'));
    return row === undefined || column < 0 ? null : { row: row - 2, column: column + 1 };
  }
  return {
    active,
    onKeyDown,
    onMouseDown: (event: MouseEvent): void => {
      const at = placeOf(event);
      if (at !== null) setActive(at);
    },
    onDoubleClick: (event: MouseEvent): void => {
      const at = placeOf(event);
      if (at !== null) openAt(at);
    },
  };
}

/** The cell that has the keys, as a spreadsheet takes it. */
async function copyCell(
  lines: readonly StatementLine[],
  columns: readonly NamedColumn[],
  at: CellPosition,
  values: StatementView['values'],
  formats: Formats,
): Promise<void> {
  const line = lines[at.row];
  const column = columns[at.column - 1];
  if (line === undefined || column === undefined) return;
  const { amount, ratePercent } = figureOf(line, column);
  const value = values === 'rate' ? ratePercent : amount;
  await navigator.clipboard.writeText(tsv([[{ figure: value }]], formats.numbers.decimal));
}
