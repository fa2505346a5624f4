import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TableRow, Totals } from '#renderer/data/api.ts';
import type { TableRowsSource, TableRowsView } from '#renderer/data/client/table-rows.ts';
import { lineAt } from '#renderer/data/client/table-rows.ts';
import type { CellStyle } from '#renderer/features/columns/cells.ts';
import { scopeAtEnd } from '#renderer/features/columns/column-sections.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type GridCell, type GridColumn, TONE_CLASSES } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { rangeFigures } from './order-rows.ts';
import styles from './orders.module.css';
import { footCell } from './orders-table.tsx';
import { rangeValues } from './range-summary.tsx';

/** Lines that are printed, the first ones; 1,232 by 11 columns are 23 pages upright and 50 lying, made in 2 s and 3 s. */
export const MOST_PRINTED = 2000;
/** Lines are read for paper once the table has been at rest so long: a print is asked for without a warning. */
export const PAPER_REST_MS = 1000;
const LINES_AT_ONCE = 200;

/** The first lines of a view, from the first to the last one that is on hand. */
export function firstLines(view: Pick<TableRowsView, 'pages' | 'total'>, most: number): readonly TableRow[] {
  const lines: TableRow[] = [];
  for (let at = 0; at < Math.min(view.total, most); at += 1) {
    const line = lineAt(view, at);
    if (line === undefined) break;
    lines.push(line);
  }
  return lines;
}

/** Reads the lines that a print would need, a few at a time, while nothing else happens. */
function usePaperLines(source: TableRowsSource, view: TableRowsView) {
  const held = useRef<{ readonly of: string; readonly lines: readonly TableRow[] } | null>(null);
  const key = view.query === null || view.stale ? null : `${view.revision} ${JSON.stringify(view.query)}`;
  const { total } = view;
  useEffect(() => {
    if (key === null || held.current?.of === key) return;
    let isOver = false;
    const read = async (): Promise<void> => {
      const lines: TableRow[] = [];
      const count = Math.min(total, MOST_PRINTED);
      while (lines.length < count) {
        const next = await source.readRange(lines.length, Math.min(count, lines.length + LINES_AT_ONCE) - 1);
        if (isOver || next === null || next.length === 0) return;
        lines.push(...next);
      }
      held.current = { of: key, lines };
    };
    // What cannot be read is not printed: those on hand are, and it is said how many they are.
    const timer = setTimeout(() => void read().catch(() => undefined), PAPER_REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, key, total]);
  return (): readonly TableRow[] =>
    held.current !== null && held.current.of === key ? held.current.lines : firstLines(view, MOST_PRINTED);
}

/** The columns that are seen whole, those pinned at either end among them: paper shows what the screen does. */
export function columnsInSight(table: Element): ReadonlySet<string> {
  const box = table.getBoundingClientRect();
  const from = table.querySelector('[data-zone=pins]')?.getBoundingClientRect().right ?? box.left;
  const to = table.querySelector('[data-zone=end]')?.getBoundingClientRect().left ?? box.right;
  const headers = [...table.querySelectorAll<HTMLElement>('[data-header]')].filter((header) => {
    if (header.closest('[data-zone=strip]') === null) return true;
    const { left, right } = header.getBoundingClientRect();
    // Borders may stand a fraction of a px over.
    return left >= from - 1 && right <= to + 1;
  });
  return new Set(headers.map(({ dataset }) => dataset.header ?? ''));
}

/** What is printed in the place of the table, from when a print begins until it is over; null at all other times. */
export function usePrinted(source: TableRowsSource, view: TableRowsView, columns: readonly GridColumn[]) {
  const [printed, setPrinted] = useState<PrintedOrders | null>(null);
  const linesNow = usePaperLines(source, view);
  const begin = useRef(() => {});
  useEffect(() => {
    begin.current = () => {
      const table = document.querySelector('[role=grid][data-whole]');
      const lines = linesNow();
      if (table === null || lines.length === 0) return;
      const inSight = columnsInSight(table);
      setPrinted({ lines, columns: columns.filter(({ id }) => inSight.has(id)) });
    };
  });
  useEffect(() => {
    const onBegin = (): void => flushSync(() => begin.current());
    const onEnd = (): void => setPrinted(null);
    window.addEventListener('beforeprint', onBegin);
    window.addEventListener('afterprint', onEnd);
    return () => {
      window.removeEventListener('beforeprint', onBegin);
      window.removeEventListener('afterprint', onEnd);
    };
  }, []);
  return printed;
}

type PrintedOrders = { readonly lines: readonly TableRow[]; readonly columns: readonly GridColumn[] };

/** What an A4 has between its margins, at 96 px to the inch, upright and lying. */
const UPRIGHT_PX = 718;
const LYING_PX = 1047;
/** Both sides of a cell, and its rule. */
const PADDING_PX = 14;

/** The sums of the printed lines, by column. */
export function sumsOf(
  lines: readonly TableRow[],
  asked: readonly string[],
): { readonly [column: string]: Decimal } {
  const entries = asked.flatMap((column) => {
    const known = findColumn(column);
    if (known === undefined || !isSummable(known)) return [];
    const sum = rangeFigures(rangeValues(lines, [column], asked))?.sum;
    return sum === undefined ? [] : [[column, sum] as const];
  });
  return Object.fromEntries(entries);
}

/** The orders on paper: every line up to a bound; beyond it the first ones, their subtotal beside the total of all. */
export function OrdersPaper(props: {
  readonly printed: PrintedOrders;
  readonly view: TableRowsView;
  readonly style: CellStyle;
  readonly cell: (line: object, column: string) => GridCell;
  /** Columns of the table, seen or not. */
  readonly allColumns: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { printed, view, style, cell } = props;
  const { lines, columns } = printed;
  const { head, total } = view;
  const isCut = lines.length < total;
  const asked = view.query?.rows.columns;
  const subtotal = useMemo(
    (): Totals | null =>
      head === null || !isCut ? null : { ...head, sums: sumsOf(lines, asked ?? []), unreadable: {} },
    [head, isCut, lines, asked],
  );
  const chars = useCharWidths();
  // A figure is never cut, and lines that nobody has scrolled to may hold longer ones than the screen made room for.
  const widths = useMemo(
    () =>
      columns.map(({ id, width, align }) => {
        const isWhole = align === 'end' || id === 'Orden';
        const longest = isWhole ? lines.map((line) => cell(line, id).text) : [];
        return longest.reduce(
          (px, shown) => Math.max(px, Math.ceil(chars.regular(shown)) + PADDING_PX),
          width,
        );
      }),
    [columns, lines, cell, chars],
  );
  const widthPx = widths.reduce((sum, width) => sum + width, 0);
  const zoom = (px: number): string => String(Math.min(1, px / Math.max(1, widthPx)));
  const sizes = {
    '--paper-upright': zoom(UPRIGHT_PX),
    '--paper-lying': zoom(LYING_PX),
    width: widthPx,
  } as CSSProperties;
  const counts = { shown: formats.count(lines.length), total: formats.count(total) };
  const unit = view.query?.rows.grouping === 'rows' ? 'rows' : 'orders';
  const [first, ...figures] = columns;
  const sumLine = (id: 'total' | 'subtotal', name: string, totals: Totals | null) => (
    <tr data-paper={id}>
      <th scope="row" className={ui.ellipsis}>
        {name}
      </th>
      {figures.map((column) => (
        <PaperCell
          key={column.id}
          cell={footCell(column.id, totals, style)}
          isNumber={column.align === 'end'}
        />
      ))}
    </tr>
  );
  return (
    <div className={styles.paper} data-testid="orders-paper" data-lines={lines.length} data-total={total}>
      <p className={ui.remark}>
        {text(isCut ? `paper.part-${unit}` : `paper.all-${unit}`, { ...counts, count: total })}
        {columns.length === props.allColumns
          ? ''
          : ` · ${text('columns.count', { shown: columns.length, all: props.allColumns })}`}
      </p>
      <table style={sizes}>
        <colgroup>
          {columns.map(({ id }, at) => (
            <col key={id} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ id, name, align }) => (
              <th key={id} scope="col" className={classNames(align === 'end' && styles.figure)}>
                {scopeAtEnd(id) !== undefined && id.startsWith('%') ? '%' : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              {columns.map((column) => (
                <PaperCell key={column.id} cell={cell(line, column.id)} isNumber={column.align === 'end'} />
              ))}
            </tr>
          ))}
        </tbody>
        {first === undefined ? null : (
          <tbody>
            {subtotal === null ? null : sumLine('subtotal', text('paper.subtotal', counts), subtotal)}
            {sumLine('total', text('panel.total'), head)}
          </tbody>
        )}
      </table>
    </div>
  );
}

function PaperCell({ cell, isNumber }: { readonly cell: GridCell | null; readonly isNumber: boolean }) {
  return (
    <td
      className={classNames(isNumber && styles.figure, cell !== null && TONE_CLASSES[cell.tone])}
      data-value={cell?.value}
    >
      {cell?.marks?.map(({ text }) => text)}
      {cell?.text}
    </td>
  );
}
