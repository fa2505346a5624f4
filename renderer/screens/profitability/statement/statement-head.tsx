import { memo } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPES } from '#shared/domain/profitability.ts';
import type { NamedColumn } from './statement-data.ts';
import type { RowProps } from './statement-row.tsx';

/** The two rows of headers: the columns' names, and what stands beneath each. */
export const StatementHead = memo(function StatementHead(
  props: Pick<RowProps, 'columns' | 'whole' | 'from' | 'to' | 'values'> & {
    /** The orders of a whole column. */
    readonly onOpen: (column: NamedColumn) => void;
  },
) {
  const text = useText();
  const { code } = useCurrency();
  const { columns, whole, from, to, values, onOpen } = props;
  const drawn = columns.slice(from, to);
  const span = values === 'both' ? 2 : 1;
  const amount = code ?? text('panel.amount');
  return (
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
        {from > 0 ? <td rowSpan={2} /> : null}
        {drawn.map((column) => (
          <th key={column.id} className="n a mh" colSpan={span} scope="colgroup" title={column.name}>
            <ColumnName column={column} onOpen={() => onOpen(column)} />
          </th>
        ))}
        {to < columns.length ? <td rowSpan={2} /> : null}
        {whole === null ? null : (
          <th className="n acc mh" colSpan={span} scope="colgroup" title={whole.name}>
            <bdi className="ell">{whole.name}</bdi>
          </th>
        )}
      </tr>
      <tr>
        {drawn.flatMap((column) => [
          values === 'rate' ? null : (
            <th key={`${column.id} amount`} className="n a">
              {amount}
            </th>
          ),
          values === 'amount' ? null : (
            <th key={`${column.id} rate`} className={values === 'rate' ? 'n a' : 'n'}>
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
  );
});

/** A column's name, which leads to its orders. */
function ColumnName(props: { readonly column: NamedColumn; readonly onOpen: () => void }) {
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
