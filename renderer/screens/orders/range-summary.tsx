import { useEffect, useState } from 'react';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type CellRange, type CopyForm, type GridColumn, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { MAX_RANGE_ROWS } from '#renderer/ui/grid/tsv.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, fromDecimal, parseDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { countedRows, type OpenedOrders } from './opened-orders.ts';
import { type RangeFigures, rangeFigures } from './order-rows.ts';

/** The outcome of the last copy: all lines, the first of them, or none. */
export type Copied = 'whole' | 'part' | 'failed';

/** Sum, average and number of the chosen cells, and what of them is left out. */
export function RangeSummary(props: {
  readonly range: CellRange | null;
  readonly opened: OpenedOrders;
  readonly source: TableRowsSource;
  readonly columns: readonly GridColumn[];
  readonly places: number;
  readonly copied: Copied | null;
  readonly onCopy: (range: CellRange, form: CopyForm) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { range, opened, copied } = props;
  const bounds = range === null ? null : rangeBounds(range);
  const keys =
    bounds === null ? [] : props.columns.slice(bounds.left, bounds.right + 1).map((column) => column.id);
  const answer = useRangeFigures(range, opened, props.source, keys);
  const most = formats.count(MAX_RANGE_ROWS);
  const said =
    copied === null ? null : (
      <span role="status" className={copied === 'whole' ? ui.faint : ui.warning} data-testid="copied">
        {text(`range.copied-${copied}`, { shown: most })}
      </span>
    );
  if (range === null || bounds === null || answer === null)
    return said === null ? null : <span className={ui.rangeFigures}>{said}</span>;
  const rows = bounds.bottom - bounds.top + 1;
  const counted = rows > MAX_RANGE_ROWS ? rows : countedRows(opened.places, bounds.top, bounds.bottom).length;
  const cells = counted * keys.length;
  const left = (rows - counted) * keys.length;
  const { sum = null, average = null, count = cells } = (answer.kind === 'figures' && answer.figures) || {};
  const isOneKind = areAlike(keys);
  return (
    <span className={ui.rangeFigures} data-testid="range-summary">
      <RangeCells keys={keys} cells={cells} />
      {left === 0 ? null : (
        <span className={ui.faint} title={text('range.items-title')} data-testid="range-left-out">
          {text('range.items-out', { count: left, shown: formats.count(left) })}
        </span>
      )}
      {answer.kind === 'figures' ? null : (
        <span className={ui.faint}>{text(`range.${answer.kind}`, { shown: most })}</span>
      )}
      {isOneKind ? null : <Unlike />}
      <Figures
        sum={isOneKind ? sum : null}
        average={isOneKind ? average : null}
        count={count}
        places={props.places}
      />
      {said}
      <button
        type="button"
        className={ui.link}
        data-testid="copy-with-names"
        title={`${text('copy-cells.named')} (Ctrl+Alt+C)`}
        onClick={() => props.onCopy(range, 'named')}
      >
        {text('copy-cells.named')}
      </button>
    </span>
  );
}

/** Of which columns they are, and how many. */
function RangeCells({ keys, cells }: { readonly keys: readonly string[]; readonly cells: number }) {
  const text = useText();
  const formats = useFormats();
  const [only, ...others] = keys;
  const column =
    only !== undefined && others.length === 0
      ? text.column(only)
      : text('range.columns', { count: keys.length });
  return (
    <span className={classNames(ui.faint, ui.ellipsis, ui.rangeName)} data-testid="range-cells">
      {text('range.cells', { column, count: cells, shown: formats.count(cells) })}
    </span>
  );
}

/** Why there is no sum. */
function Unlike() {
  const text = useText();
  return (
    <span className={ui.faint} title={text('range.unlike-title')} data-testid="range-unlike">
      {text('range.unlike')}
    </span>
  );
}

function Figures(props: {
  readonly sum: Decimal | null;
  readonly average: Decimal | null;
  readonly count: number;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { sum, average, count, places } = props;
  const amount = (value: Decimal) => ({
    title: formats.title(value),
    'data-value': value,
    children: formats.money(value, places),
  });
  return (
    <>
      {sum === null ? null : (
        <span>
          {text('range.sum')} <b {...amount(sum)} data-testid="range-sum" />
        </span>
      )}
      {average === null ? null : (
        <span>
          {text('range.average')} <b {...amount(average)} />
        </span>
      )}
      <span>
        {text('range.count')} <b>{formats.count(count)}</b>
      </span>
    </>
  );
}

/** A range that is still being drawn out is not read for. */
const SETTLE_MS = 150;

/**
 * The lines of a range that count, top to bottom, read where they are not on hand; null where a commit came in between
 * or there are too many.
 */
export async function readCounted(
  bounds: Rows,
  opened: Pick<OpenedOrders, 'places' | 'lineOf'>,
  source: Pick<TableRowsSource, 'readRange'>,
): Promise<readonly TableRow[] | null> {
  const { top, bottom } = bounds;
  if (bottom - top >= MAX_RANGE_ROWS) return null;
  const rows = countedRows(opened.places, top, bottom);
  const places = rows.map((row) => opened.places.at(row));
  const orders = places.filter(({ item }) => item === null).map(({ line }) => line);
  const [first, last] = [orders[0], orders.at(-1)];
  const read = first === undefined || last === undefined ? [] : await source.readRange(first, last);
  if (read === null) return null;
  const lines = places.map(({ line, item }, index) =>
    item === null ? read[line - (first ?? 0)] : opened.lineOf(rows[index] ?? 0),
  );
  return lines.some((line) => line === undefined) ? null : lines.filter((line) => line !== undefined);
}

type RangeAnswer =
  | { readonly kind: 'figures'; readonly figures: RangeFigures | null }
  | { readonly kind: 'reading' }
  | { readonly kind: 'too-many' };

/** Sum, average and number of the chosen cells; null where nothing or a single cell is chosen. */
function useRangeFigures(
  range: CellRange | null,
  opened: OpenedOrders,
  source: TableRowsSource,
  columns: readonly string[],
): RangeAnswer | null {
  const { view } = opened;
  const [read, setRead] = useState<{ readonly key: string; readonly figures: RangeFigures | null } | null>(
    null,
  );
  const bounds = range === null ? null : rangeBounds(range);
  const asked = view.query?.rows.columns ?? [];
  const key = JSON.stringify([bounds, columns, view.revision, asked.length]);
  const length = bounds === null ? 'none' : lengthOf(bounds, columns.length);
  const isWhole = bounds !== null && isWholeColumn(bounds, opened.places.rowCount);
  const onHand = bounds === null || length !== 'some' ? null : linesOnHand(bounds, opened);
  const isWanted = length === 'some' && onHand === null && read?.key !== key;
  const top = bounds?.top ?? 0;
  const bottom = bounds?.bottom ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question is of
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const timer = setTimeout(() => {
      readCounted({ top, bottom }, opened, source).then(
        (lines) => {
          if (isOver || lines === null) return;
          setRead({ key, figures: rangeFigures(rangeValues(lines, columns, asked)) });
        },
        () => undefined,
      );
    }, SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, key]);
  if (length === 'none') return null;
  if (isWhole && onHand === null)
    return { kind: 'figures', figures: wholeFigures(view.head, columns, view.total) };
  if (length === 'too-many') return { kind: 'too-many' };
  if (onHand !== null) return { kind: 'figures', figures: rangeFigures(rangeValues(onHand, columns, asked)) };
  return read?.key === key ? { kind: 'figures', figures: read.figures } : { kind: 'reading' };
}

type Rows = { readonly top: number; readonly bottom: number };

/** Whether a range holds every row of the table: its sums are the foot's. */
export function isWholeColumn({ top, bottom }: Rows, rowCount: number): boolean {
  return top === 0 && bottom === rowCount - 1;
}

/** Whether something is to be said of a range of so many columns: of a single cell nothing is. */
export function lengthOf({ top, bottom }: Rows, columns: number): 'none' | 'some' | 'too-many' {
  if (bottom - top >= MAX_RANGE_ROWS) return 'too-many';
  return (bottom - top + 1) * columns > 1 ? 'some' : 'none';
}

/** The range's lines where all of them have been read; null otherwise. */
export function linesOnHand(
  { top, bottom }: Rows,
  opened: Pick<OpenedOrders, 'places' | 'lineOf'>,
): readonly TableRow[] | null {
  const lines: TableRow[] = [];
  for (const row of countedRows(opened.places, top, bottom)) {
    const line = opened.lineOf(row);
    if (line === undefined) return null;
    lines.push(line);
  }
  return lines;
}

/** Roles in a section whose sums over several sections say something: what was charged in all, or given back. */
const ADDED_ROLES: readonly (string | undefined)[] = ['charge', 'refund', 'income', 'total'];

/**
 * Whether the cells of some columns may be added to each other: those of one column, or of one role in the sections of
 * costs. Sales, units and charges together, a part and its whole, come to nothing that has a name.
 */
export function areAlike(columns: readonly string[]): boolean {
  const families = columns.filter(isAdded).map((column) => {
    const role = findColumn(column)?.section?.role;
    return ADDED_ROLES.includes(role) ? role : column;
  });
  return new Set(families).size <= 1;
}

/** Whether a column's cells may be added: percentages belong to their own line (spec 2.5.2). */
function isAdded(column: string): boolean {
  const known = findColumn(column);
  return known !== undefined && isSummable(known);
}

/** The texts of a range's cells that may be added. `asked`: the columns that the lines were read with. */
export function rangeValues(
  lines: readonly TableRow[],
  columns: readonly string[],
  asked: readonly string[],
): readonly (string | null)[] {
  const added = columns.filter(isAdded).map((column) => ({ column, place: asked.indexOf(column) }));
  return lines.flatMap((line) =>
    added.map(({ column, place }) => {
      const cell = line.cells[place] ?? null;
      // An order's sum may be longer than any value that is read; a row's own text may not.
      return cell !== null && line.unreadable.includes(column) && parseDecimal(cell) === undefined
        ? null
        : cell;
    }),
  );
}

/** The sum of whole columns, as the foot has it: every line of the query, read or not. */
export function wholeFigures(
  totals: Totals | null,
  columns: readonly string[],
  lines: number,
): RangeFigures | null {
  if (totals === null) return null;
  const known = columns.filter(isAdded).flatMap((column) => {
    const sum = totals.sums[column];
    return sum === undefined ? [] : [fromDecimal(sum)];
  });
  return known.length === 0
    ? null
    : { sum: toDecimal(known.reduce(add, ZERO)), average: null, count: lines * columns.length };
}
