import { useText } from '#renderer/i18n/text.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type OrderData, readCell, valuesIn } from './order-data.ts';

/** What a state says of an order: fine, to be looked at, gone wrong, or just so (spec 3). */
const STATE_KINDS: { readonly [value: string]: string } = {
  Regular: 'k-pos',
  Cancelada: 'k-neg',
  Devuelta: 'k-warn',
  Pagado: 'k-pos',
  Informado: 'k-inf',
  'No Pagado': 'k-inf',
  'Sin Información': 'k-warn',
};

/** States as marks, and when it was bought and last updated, each in its own zone. */
export function OrderFacts(props: { readonly order: OrderData }) {
  const text = useText();
  const formats = useFormats();
  const { order } = props;
  const tags = [
    ...(order.identity.order === '' ? ['Tipo de Dato'] : []),
    'Estado de Orden',
    'Estado de Pago',
    'Estado de Despacho',
    'Tipo de Despacho',
  ].flatMap((column) => valuesIn(order, column).map((value) => ({ column, value })));
  const first = order.lines[0];
  const bought = first === undefined ? '' : readCell(order, first, 'Fecha de compra');
  // Instants of one zone: their texts order as they do.
  const updated = [...valuesIn(order, 'Fecha de actualización')].sort().at(-1) ?? '';
  const moment = (value: string): string =>
    value === '' ? '—' : `${formatDay(value, formats.dates)} ${formatTime(value, true)}`;
  return (
    <>
      <p className="tags">
        {tags.map(({ column, value }) => (
          <span key={`${column}${value}`} className={`tag ${STATE_KINDS[value] ?? ''}`} title={column}>
            {value}
          </span>
        ))}
      </p>
      <dl>
        <dt>{text('order.bought')}</dt>
        <dd>
          {moment(bought)} <span className="dim">{text('zone.channel-hour')}</span>
        </dd>
        <dt>{text('order.updated')}</dt>
        <dd>
          {moment(updated)} <span className="dim">UTC</span>
        </dd>
      </dl>
    </>
  );
}
