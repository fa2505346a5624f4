import type { TableRowsSource, TableRowsView } from '#renderer/data/client/table-rows.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { countedRows } from '#renderer/screens/orders/state/line-places.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type CellRange, type GridColumn, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { MAX_RANGE_ROWS } from '#renderer/ui/grid/tsv.ts';
import type { OpenedOrders } from './use-opened-orders.ts';
import { useRangeFigures } from './use-range-figures.ts';

/** What became of the last copy: all lines, the first of them, or none. */
export type Copied = 'whole' | 'part' | 'failed';

/** Sum, average and number of the chosen cells, and what of them is left out. */
export function RangeSummary(props: {
  readonly range: CellRange | null;
  readonly view: TableRowsView;
  readonly opened: OpenedOrders;
  readonly source: TableRowsSource;
  readonly columns: readonly GridColumn[];
  readonly places: number;
  readonly copied: Copied | null;
  readonly onCopy: (range: CellRange, withNames: boolean) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { range, opened } = props;
  const bounds = range === null ? null : rangeBounds(range);
  const keys =
    bounds === null ? [] : props.columns.slice(bounds.left, bounds.right + 1).map((column) => column.id);
  const answer = useRangeFigures(range, props.view, opened, props.source, keys, MAX_RANGE_ROWS);
  const { copied } = props;
  const said =
    copied === null ? null : (
      <span role="status" className={copied === 'whole' ? 'dim' : 'warn'} data-testid="copied">
        {text(`range.copied-${copied}`, { shown: formats.count(MAX_RANGE_ROWS) })}
      </span>
    );
  if (range === null || bounds === null || answer === null)
    return said === null ? null : <span className="range-figures">{said}</span>;
  const rows = bounds.bottom - bounds.top + 1;
  const counted = rows > MAX_RANGE_ROWS ? rows : countedRows(opened.places, bounds.top, bounds.bottom).length;
  const cells = counted * keys.length;
  const left = (rows - counted) * keys.length;
  const figures = answer.kind === 'figures' ? answer.figures : null;
  return (
    <span className="range-figures" data-testid="range-summary">
      <span className="dim ell name" data-testid="range-cells">
        {text('range.cells', {
          column: keys.length === 1 ? (keys[0] ?? '') : text('range.columns', { count: keys.length }),
          count: cells,
          shown: formats.count(cells),
        })}
      </span>
      {left === 0 ? null : (
        <span className="dim" title={text('range.items-title')} data-testid="range-left-out">
          {text('range.items-out', { count: left, shown: formats.count(left) })}
        </span>
      )}
      {answer.kind === 'reading' ? <span className="dim">{text('range.reading')}</span> : null}
      {answer.kind === 'too-many' ? (
        <span className="dim">{text('range.too-many', { shown: formats.count(MAX_RANGE_ROWS) })}</span>
      ) : null}
      {figures === null ? null : (
        <span>
          {text('range.sum')}{' '}
          <b title={formats.exact(figures.sum)} data-value={figures.sum} data-testid="range-sum">
            {formats.money(figures.sum, props.places)}
          </b>
        </span>
      )}
      {figures === null || figures.average === null ? null : (
        <span>
          {text('range.average')}{' '}
          <b title={formats.exact(figures.average)} data-value={figures.average}>
            {formats.money(figures.average, props.places)}
          </b>
        </span>
      )}
      <span>
        {text('range.count')} <b>{formats.count(figures?.count ?? cells)}</b>
      </span>
      {said}
      <button
        type="button"
        className="link"
        data-testid="copy-with-names"
        title={`${text('copy-cells.named')} (Ctrl+Alt+C)`}
        onClick={() => props.onCopy(range, true)}
      >
        {text('copy-cells.named')}
      </button>
    </span>
  );
}
