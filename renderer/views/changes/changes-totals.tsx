import { SCOPE_COLUMNS, SCOPES } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import type { ChangesView } from '../../link/change-lines.ts';
import { Figure } from '../../ui/figure.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { DamageMark } from '../frame/damage-mark.tsx';
import { useCurrency } from '../selection/currency/currency.tsx';

/** What the listed changes come to: orders, rows, and the difference of Ventas and of each profitability. */
export function ChangesTotals(props: { readonly view: ChangesView; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const { view, places } = props;
  const { head } = view;
  if (head === null) return <span className="dim">…</span>;
  const difference = (column: string): string => head.sums[column]?.difference ?? '0';
  return (
    <span className="sums" data-stale={view.stale} data-revision={head.revision}>
      <DamageMark />
      <data value={head.total} data-value={head.total} data-testid="changes-count">
        <b>{formats.count(head.total)}</b> {text('changes.orders-word', { count: head.total })}
      </data>
      <span>
        {text('sync.rows')} <b>{formats.count(head.rowsBefore)}</b> → <b>{formats.count(head.rowsAfter)}</b>
      </span>
      <span>
        {text('changes.difference')}
        {code === null ? '' : ` · ${code}`}
      </span>
      <span>
        Ventas{' '}
        <Figure
          value={difference('Ventas')}
          kind="money"
          places={places}
          testId="changes-difference-ventas"
          className="b"
          signed
        />
      </span>
      {SCOPES.map((scope) => (
        <span key={scope}>
          <ScopeMark scope={scope} /> <span className="sr">{SCOPE_COLUMNS[scope].profitability}</span>
          <Figure
            value={difference(SCOPE_COLUMNS[scope].profitability)}
            kind="money"
            places={places}
            testId={`changes-difference-${scope}`}
            className="b"
            signed
          />
        </span>
      ))}
    </span>
  );
}
