import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { type OrderPart, readCell, valuesIn } from './order-data.ts';

const PRODUCT_COST = 'Costo de Producto';

/** The rows of the order, each with what it sold and what is left of it, and their total. */
export function OrderItems({ order, places }: OrderPart) {
  const text = useText();
  const formats = useFormats();
  const { totals } = order;
  const money = { kind: 'money', places } as const;
  const incomplete = { className: 'part', title: text('cell.incomplete') };
  const subOrders = valuesIn(order, 'Nro. suborden').length;
  return (
    <>
      <h3>
        {text('order.items')}
        <span>
          {[
            text('count.rows', { count: totals.rows, shown: formats.count(totals.rows) }),
            ...(subOrders === 0 ? [] : [text('order.sub-orders', { count: subOrders })]),
          ].join(', ')}
        </span>
      </h3>
      <table className="t t12">
        <thead>
          <tr>
            <th>SKU</th>
            <th className="n">{text('order.units')}</th>
            <th className="n">Ventas</th>
            <th className="n" title={PRODUCT_COST}>
              {text('order.product-cost')}
            </th>
            <th className="n" title={SCOPE_COLUMNS.total.profitability}>
              <ScopeMark scope="total" /> {text('order.result-short')}
            </th>
          </tr>
        </thead>
        {order.lines.map((line) => {
          const read = (column: string): string => readCell(order, line, column);
          const value = (column: string): string | null => read(column) || null;
          const name = [read('Producto'), read('Variante')].filter(Boolean).join(' · ');
          const missing = line.productCostMissing;
          return (
            <tbody key={line.id}>
              <tr className="i1">
                <td colSpan={5} className="ell" title={name}>
                  {name || text('filter.blank')}
                </td>
              </tr>
              <tr className="i2">
                <td className="dim ell" title={read('SKU Producto')}>
                  {read('SKU Producto') || '—'}
                </td>
                <td className="n">
                  <Figure value={value('Unidades')} kind="count" />
                </td>
                <td className="n">
                  <Figure value={value('Ventas')} {...money} />
                </td>
                <td className="n">
                  {missing ? (
                    <span className="warn">{text('cell.not-loaded')}</span>
                  ) : (
                    <Figure value={value(PRODUCT_COST)} {...money} />
                  )}
                </td>
                <td className="n">
                  <Figure value={value('Rentabilidad Total')} {...money} {...(missing ? incomplete : {})} />
                </td>
              </tr>
            </tbody>
          );
        })}
        <tfoot>
          <tr className="tot">
            <td>{text('orders.total-all')}</td>
            <td className="n">
              <Figure value={totals.sums.Unidades ?? null} kind="count" />
            </td>
            {(['Ventas', PRODUCT_COST, 'Rentabilidad Total'] as const).map((column) => (
              <td key={column} className="n">
                <Figure
                  value={totals.sums[column] ?? null}
                  {...money}
                  {...(column !== 'Ventas' && totals.rowsWithoutProductCost > 0 ? incomplete : {})}
                />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </>
  );
}
