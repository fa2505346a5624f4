import type { ChangesView } from '#renderer/data/client/change-rows.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { DamageMark } from '#renderer/features/damage/damage.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

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
