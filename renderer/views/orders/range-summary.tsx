import { useText } from '../../i18n/text.tsx';
import type { LinesView } from '../../link/lines.ts';
import { lineAt } from '../../link/pages.ts';
import { useFormats } from '../../ui/formats.tsx';
import { type CellRange, type GridColumn, rangeBounds } from '../../ui/grid/grid-types.ts';
import { kindOf } from '../columns/cells.ts';
import { rangeFigures } from './orders-state.ts';

/** More cells than this are not summed in the page. */
export const MAX_RANGE_ROWS = 20_000;

/** Sum, average and number of the selected cells. */
export function RangeSummary(props: {
  readonly range: CellRange | null;
  readonly view: LinesView;
  readonly columns: readonly GridColumn[];
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { range, view } = props;
  if (range === null) return null;
  const { top, bottom, left, right } = rangeBounds(range);
  const asked = view.query?.rows.columns ?? [];
  const keys = props.columns.slice(left, right + 1).map((column) => column.id);
  const cells = (bottom - top + 1) * keys.length;
  if (cells < 2 || bottom - top >= MAX_RANGE_ROWS) return null;
  const values: (string | null)[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const line = lineAt(view, row);
    if (line === undefined) return <span className="dim">{text('range.not-read')}</span>;
    for (const key of keys) {
      if (kindOf(key) === 'money' || kindOf(key) === 'count')
        values.push(line.cells[asked.indexOf(key)] ?? null);
    }
  }
  const figures = rangeFigures(values);
  return (
    <span className="range">
      <span className="dim ell name">
        {text('range.cells', {
          column: keys.length === 1 ? (keys[0] ?? '') : text('range.columns', { count: keys.length }),
          count: cells,
          shown: formats.count(cells),
        })}
      </span>
      {figures === null ? null : (
        <>
          <span>
            {text('range.sum')}{' '}
            <b title={formats.exact(figures.sum)}>{formats.money(figures.sum, props.places)}</b>
          </span>
          <span>
            {text('range.average')}{' '}
            <b title={formats.exact(figures.average)}>{formats.money(figures.average, props.places)}</b>
          </span>
        </>
      )}
      <span>
        {text('range.count')} <b>{formats.count(figures?.count ?? cells)}</b>
      </span>
    </span>
  );
}
