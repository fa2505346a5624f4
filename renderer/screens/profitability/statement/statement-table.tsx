// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the keys
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the table keeps the focus and names its active cell
import { useCallback, useId, useMemo, useRef } from 'react';
import { type StatementLine, shownLines } from '#renderer/features/statement/statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CellPosition } from '#renderer/ui/grid/grid-types.ts';
import type { NamedColumn } from './statement-data.ts';
import { StatementHead } from './statement-head.tsx';
import { CoverageRow, StatementRow } from './statement-row.tsx';
import { cellWidths, DOTS_PX, LABEL_PX, ROW_PX, WHOLE_EXTRA } from './statement-widths.ts';
import { useColumnsInView } from './use-columns-in-view.ts';
import { useStatementKeys } from './use-statement-keys.ts';
import './statement.css';

/**
 * Lines by columns: amounts and their share of Ventas, all of the selection at the right. Sections open to their columns.
 * Only the columns that are seen are drawn. Arrows walk the cells, Enter opens the orders behind one.
 */
export function StatementTable(props: {
  readonly columns: readonly NamedColumn[];
  /** Pinned at the right; null where it stands among the others. */
  readonly whole: NamedColumn | null;
  readonly places: number;
  readonly view: StatementView;
  /** Columns come in time's order: it begins with the newest. Give it a key that changes with it. */
  readonly isTime: boolean;
  readonly stale: boolean;
  readonly onToggle: (line: string) => void;
  /** The orders behind a figure; of a column's head (null) those of all its lines. */
  readonly onOpen: (line: StatementLine | null, column: NamedColumn) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { columns, whole, places, view, onOpen, onToggle } = props;
  const { values } = view;
  const lines = useMemo(() => shownLines(new Set(view.open)), [view.open]);
  const all = useMemo(() => (whole === null ? columns : [...columns, whole]), [columns, whole]);
  const { amountPx, ratePx } = useMemo(
    () => cellWidths(all, places, values, formats),
    [all, places, values, formats],
  );
  const columnPx = amountPx + ratePx;
  const wholePx = whole === null ? 0 : columnPx + WHOLE_EXTRA.amount + WHOLE_EXTRA.rate;
  const pinnedPx = LABEL_PX + DOTS_PX + wholePx;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, look } = useColumnsInView(scroller, {
    count: columns.length,
    columnPx,
    pinnedPx,
    beginAtEnd: props.isTime,
  });
  /** The cell comes into view beside what is pinned. */
  function reveal({ row, column }: CellPosition): void {
    const element = scroller.current;
    if (element === null) return;
    const room = element.clientWidth - pinnedPx;
    const left = (column - 1) * columnPx;
    if (column > 0 && column <= columns.length) {
      if (left < element.scrollLeft) element.scrollLeft = left;
      else if (left + columnPx > element.scrollLeft + room) element.scrollLeft = left + columnPx - room;
    }
    const head = 2 * ROW_PX;
    const top = row * ROW_PX;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_PX + head > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_PX + head - element.clientHeight;
  }
  const keys = useStatementKeys({ lines, columns: all, values, onOpen, onToggle, reveal });
  const { active } = keys;
  const activeId = useId();
  const activeIn = (row: number): number | null => (active?.row === row ? active.column : null);
  const openColumn = useCallback((column: NamedColumn) => onOpen(null, column), [onOpen]);
  const shown = { columns, whole, from, to, places, values, activeId };
  const drawn = columns.slice(from, to);
  const after = columns.length - to;
  return (
    <section className="stw" ref={scroller} onScroll={look} aria-label={text('statement.label')}>
      <table
        className={`st-t v-${values}`}
        role="grid"
        tabIndex={0}
        aria-label={text('statement.label')}
        aria-colcount={all.length + 1}
        aria-activedescendant={active === null ? undefined : activeId}
        aria-keyshortcuts="Enter Control+C"
        data-stale={props.stale}
        onKeyDown={keys.onKeyDown}
        onMouseDown={keys.onMouseDown}
        onDoubleClick={keys.onDoubleClick}
      >
        <colgroup>
          <col style={{ width: LABEL_PX }} />
          <col style={{ width: DOTS_PX }} />
          {from > 0 ? <col style={{ width: from * columnPx }} /> : null}
          {drawn.flatMap(({ id }) => [
            values === 'rate' ? null : <col key={`${id} amount`} style={{ width: amountPx }} />,
            values === 'amount' ? null : <col key={`${id} rate`} style={{ width: ratePx }} />,
          ])}
          {after > 0 ? <col style={{ width: after * columnPx }} /> : null}
          {whole === null || values === 'rate' ? null : (
            <col style={{ width: amountPx + WHOLE_EXTRA.amount }} />
          )}
          {whole === null || values === 'amount' ? null : (
            <col style={{ width: ratePx + WHOLE_EXTRA.rate }} />
          )}
        </colgroup>
        <StatementHead
          columns={columns}
          whole={whole}
          from={from}
          to={to}
          values={values}
          onOpen={openColumn}
        />
        <tbody>
          {lines.map((line, row) => (
            <StatementRow
              key={line.id}
              {...shown}
              line={line}
              isOpen={view.open.includes(line.id)}
              isShaded={view.heat && values !== 'amount'}
              active={activeIn(row)}
              onToggle={onToggle}
            />
          ))}
          <CoverageRow {...shown} active={activeIn(lines.length)} />
        </tbody>
      </table>
    </section>
  );
}
