// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the keys
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the table keeps the focus and names its active cell
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SCOPES } from '#shared/profitability.ts';
import { useText } from '../../../i18n/text.tsx';
import { type Formats, useFormats } from '../../../ui/formats.tsx';
import { type CellPosition, moveFocus } from '../../../ui/grid/grid-types.ts';
import { charWidths } from '../../../ui/grid/measure.ts';
import { ScopeMark } from '../../../ui/scope-mark.tsx';
import { useCurrency } from '../../selection/currency/currency.tsx';
import type { StatementView } from '../view-state.ts';
import { CoverageCells, Dots, LineCells, LineHead, lineName } from './statement-cells.tsx';
import type { NamedColumn } from './statement-data.ts';
import { type StatementLine, shownLines } from './statement-lines.ts';
import { figureOf, heatOfLine } from './statement-result.ts';
import './statement.css';

const LABEL_PX = 237;
const DOTS_PX = 46;
const RATE_PX = 47;
const ROW_PX = 26;
/** Columns drawn beside those that are seen. */
const SPARE = 3;

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
  /** Columns come in time's order: it begins with the newest. */
  readonly isTime: boolean;
  readonly stale: boolean;
  readonly onToggle: (line: string) => void;
  /** The orders behind a figure; of a column's head (null) those of all its lines. */
  readonly onOpen: (line: StatementLine | null, column: NamedColumn) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { columns, whole, places, view } = props;
  const { values } = view;
  const lines = useMemo(() => shownLines(new Set(view.open)), [view.open]);
  const all = useMemo(() => (whole === null ? columns : [...columns, whole]), [columns, whole]);
  const amountPx = useMemo(
    () => (values === 'rate' ? 0 : amountWidth(all, places, formats, values === 'both' ? RATE_PX : 0)),
    [all, places, formats, values],
  );
  const ratePx = values === 'amount' ? 0 : values === 'rate' ? rateOnlyWidth(all) : RATE_PX;
  const columnPx = amountPx + ratePx;
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 2 * SPARE + 8 });
  const [active, setActive] = useState<CellPosition | null>(null);
  const activeId = useId();
  const isAtEnd = useRef(true);
  function look(): void {
    const element = scroller.current;
    if (element === null) return;
    isAtEnd.current = element.scrollLeft + element.clientWidth >= element.scrollWidth - 2;
    const first = Math.floor(element.scrollLeft / columnPx);
    const last = Math.ceil((element.scrollLeft + element.clientWidth) / columnPx);
    if (first < seen.first || last > seen.last || last < seen.last - 3 * SPARE)
      setSeen({ first: first - SPARE, last: last + SPARE });
  }
  // Time begins with its newest, and stays there while the screen, the columns or their widths change.
  const { isTime } = props;
  const settle = useRef<() => void>(() => {});
  useLayoutEffect(() => {
    settle.current = () => {
      if (isTime && isAtEnd.current) scroller.current?.scrollTo({ left: Number.MAX_SAFE_INTEGER });
      look();
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moves the columns
  useLayoutEffect(() => settle.current(), [columns, columnPx]);
  useLayoutEffect(() => {
    isAtEnd.current = isTime;
    scroller.current?.scrollTo({ left: isTime ? Number.MAX_SAFE_INTEGER : 0 });
  }, [isTime]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => settle.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = Math.min(columns.length, Math.max(0, seen.first));
  const drawn = columns.slice(from, seen.last + 1);
  const before = from * columnPx;
  const after = Math.max(0, columns.length - from - drawn.length) * columnPx;
  const span = values === 'both' ? 2 : 1;
  const amount = code ?? text('panel.amount');

  /** The cell comes into view beside what is pinned. */
  function reveal({ row, column }: CellPosition): void {
    const element = scroller.current;
    if (element === null) return;
    const pinned = LABEL_PX + DOTS_PX;
    const right = whole === null ? 0 : columnPx + 20;
    const room = element.clientWidth - pinned - right;
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
  function openAt(at: CellPosition): void {
    const line = lines[at.row];
    const column = all[at.column - 1];
    if (column !== undefined) props.onOpen(line ?? null, column);
    else if (line !== undefined && (line.kind === 'section' || line.kind === 'income'))
      props.onToggle(line.id);
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
      void copyCell(lines, all, active, values, formats);
      return;
    }
    if (event.key === 'Escape') {
      setActive(null);
      return;
    }
    const size = { rows: lines.length + 1, columns: all.length + 1, page: 10 };
    const next = moveFocus(active ?? { row: 0, column: 0 }, event.key, size, control);
    if (next === null) return;
    event.preventDefault();
    const to = active === null ? { row: 0, column: all.length } : next;
    setActive(to);
    reveal(to);
  }
  function placeOf(event: MouseEvent): CellPosition | null {
    const cell = event.target instanceof Element ? event.target.closest('td[data-at]') : null;
    const row = cell?.closest('tr')?.rowIndex;
    const column = all.findIndex(({ id }) => id === cell?.getAttribute('data-at'));
    return row === undefined || column < 0 ? null : { row: row - 2, column: column + 1 };
  }
  const idAt = (row: number, column: number): string | null =>
    active?.row === row && active.column === column ? activeId : null;
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
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          const at = placeOf(event);
          if (at !== null) setActive(at);
        }}
        onDoubleClick={(event) => {
          const at = placeOf(event);
          if (at !== null) openAt(at);
        }}
      >
        <colgroup>
          <col style={{ width: LABEL_PX }} />
          <col style={{ width: DOTS_PX }} />
          {before > 0 ? <col style={{ width: before }} /> : null}
          {drawn.map(({ id }) => [
            values === 'rate' ? null : <col key={`${id}-amount`} style={{ width: amountPx }} />,
            values === 'amount' ? null : <col key={`${id}-rate`} style={{ width: ratePx }} />,
          ])}
          {after > 0 ? <col style={{ width: after }} /> : null}
          {whole === null || values === 'rate' ? null : <col style={{ width: amountPx + 12 }} />}
          {whole === null || values === 'amount' ? null : <col style={{ width: ratePx + 8 }} />}
        </colgroup>
        <thead>
          <tr>
            <th className="p lab" rowSpan={2} scope="col">
              {text('panel.line')} <span className="dim">{code}</span>
            </th>
            <th className="p dots" rowSpan={2} title={text('statement.counts-in')}>
              {SCOPES.map((scope) => (
                <ScopeMark key={scope} scope={scope} />
              ))}
              <span className="sr">{text('statement.counts-in')}</span>
            </th>
            {before > 0 ? <td rowSpan={2} /> : null}
            {drawn.map((column) => (
              <th key={column.id} className="n a mh" colSpan={span} scope="colgroup" title={column.name}>
                <ColumnHead column={column} onOpen={() => props.onOpen(null, column)} />
              </th>
            ))}
            {after > 0 ? <td rowSpan={2} /> : null}
            {whole === null ? null : (
              <th className="n acc mh" colSpan={span} scope="colgroup" title={whole.name}>
                <bdi className="ell">{whole.name}</bdi>
              </th>
            )}
          </tr>
          <tr>
            {drawn.map((column) => [
              values === 'rate' ? null : (
                <th key={`${column.id}-amount`} className="n a">
                  {amount}
                </th>
              ),
              values === 'amount' ? null : (
                <th key={`${column.id}-rate`} className={values === 'rate' ? 'n a' : 'n'}>
                  {column.kind === 'difference' ? text('unit.points') : '%'}
                </th>
              ),
            ])}
            {whole === null || values === 'rate' ? null : (
              <th className={values === 'both' ? 'n acc1' : 'n acc1 acc2'}>{amount}</th>
            )}
            {whole === null || values === 'amount' ? null : <th className="n acc2">%</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => {
            const heat = view.heat && values !== 'amount' ? heatOfLine(line, columns) : null;
            return (
              <tr key={line.id} className={`k-${line.kind}`} data-line={line.id}>
                <th
                  className={idAt(row, 0) === null ? 'p lab' : 'p lab act'}
                  {...(line.kind === 'part' ? { colSpan: 2 } : {})}
                  scope="row"
                  id={idAt(row, 0) ?? undefined}
                  title={lineName(line, text)}
                >
                  <span className="op">{line.operator}</span>
                  <LineHead
                    line={line}
                    isOpen={view.open.includes(line.id)}
                    onToggle={() => props.onToggle(line.id)}
                  />
                </th>
                {line.kind === 'part' ? null : (
                  <td className="p dots">
                    <Dots countsIn={line.countsIn} />
                  </td>
                )}
                {before > 0 ? <td /> : null}
                {drawn.map((column, at) => (
                  <LineCells
                    key={column.id}
                    line={line}
                    column={column}
                    places={places}
                    values={values}
                    shade={heat?.[from + at] ?? null}
                    isPinned={false}
                    activeId={idAt(row, from + at + 1)}
                  />
                ))}
                {after > 0 ? <td /> : null}
                {whole === null ? null : (
                  <LineCells
                    line={line}
                    column={whole}
                    places={places}
                    values={values}
                    shade={null}
                    isPinned
                    activeId={idAt(row, all.length)}
                  />
                )}
              </tr>
            );
          })}
          <tr className="k-coverage">
            <th
              className={idAt(lines.length, 0) === null ? 'p lab' : 'p lab act'}
              id={idAt(lines.length, 0) ?? undefined}
              scope="row"
              title={text('statement.coverage-title')}
            >
              <span className="op" />
              <span className="nm">{text('statement.coverage')}</span>
            </th>
            <td className="p dots" />
            {before > 0 ? <td /> : null}
            {drawn.map((column, at) => (
              <CoverageCells
                key={column.id}
                column={column}
                places={places}
                values={values}
                isPinned={false}
                activeId={idAt(lines.length, from + at + 1)}
              />
            ))}
            {after > 0 ? <td /> : null}
            {whole === null ? null : (
              <CoverageCells
                column={whole}
                places={places}
                values={values}
                isPinned
                activeId={idAt(lines.length, all.length)}
              />
            )}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** A column's name, which leads to its orders. */
function ColumnHead(props: { readonly column: NamedColumn; readonly onOpen: () => void }) {
  const text = useText();
  const { column } = props;
  return (
    <>
      {column.kind === 'rest' || column.kind === 'difference' ? (
        <bdi className="ell">{column.name}</bdi>
      ) : (
        <button type="button" className="st-to" title={text('panel.open-orders')} onClick={props.onOpen}>
          <bdi className="ell">{column.name}</bdi>
        </button>
      )}
      {column.until === null ? null : <span className="dim"> {column.until}</span>}
    </>
  );
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
  await navigator.clipboard.writeText((value ?? '').replace('.', formats.numbers.decimal));
}

/** Column names longer than this are cut, with the whole in their title. */
const MOST_NAME_PX = 190;

/** Every amount is shown whole: the widest of the results decides. */
function amountWidth(
  columns: readonly NamedColumn[],
  places: number,
  formats: Formats,
  ratePx: number,
): number {
  const widths = charWidths();
  let widest = 0;
  for (const { totals, less } of columns) {
    for (const sums of [totals.sums, less?.sums]) {
      for (const column of ['Ingreso Total', 'Ventas', 'Rentabilidad Total', 'Costo de Producto']) {
        const sum = sums?.[column];
        if (sum !== undefined) widest = Math.max(widest, widths.bold(formats.money(sum, places)));
      }
    }
  }
  return Math.ceil(Math.max(widest, ...columns.map((column) => nameWidth(column) - ratePx)) + 16);
}

function rateOnlyWidth(columns: readonly NamedColumn[]): number {
  return Math.ceil(Math.max(64, ...columns.map(nameWidth)) + 16);
}

function nameWidth({ name, until }: NamedColumn): number {
  return Math.min(MOST_NAME_PX, charWidths().bold(`${name} ${until ?? ''}`));
}
