import { useMemo } from 'react';
import { useStore } from '#renderer/data/client/session-context.tsx';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { fold } from '#shared/base/fold.ts';
import { hitColumns } from './order-cells.ts';

/** In which columns the first lines hold what is searched for; those that are not shown can be. */
export function HitColumns(props: {
  readonly source: TableRowsSource;
  readonly shown: readonly string[];
  readonly onShow: (column: string) => void;
}) {
  const text = useText();
  const { shown } = props;
  const view = useStore(props.source.store);
  const lines = view.pages.get(0);
  const columns = useMemo(() => {
    const needle = fold(view.query?.rows.selection.search.trim() ?? '');
    return needle === '' ? [] : hitColumns(lines ?? [], view.query?.rows.columns ?? [], needle);
  }, [lines, view.query]);
  const hidden = columns.filter((column) => !shown.includes(column));
  if (columns.length === 0) return null;
  return (
    <span className="hits f11" data-testid="hit-columns" data-value={columns.join('\n')}>
      <span className="dim">{text('search.hits', { columns: columns.join(', ') })}</span>
      {hidden.map((column) => (
        <button key={column} type="button" className="link f11" onClick={() => props.onShow(column)}>
          {text('search.show-column', { column })}
        </button>
      ))}
    </span>
  );
}
