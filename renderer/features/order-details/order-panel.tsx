import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { MenuPopup } from '#renderer/ui/menu.tsx';
import { tsv } from '#shared/domain/spreadsheet.ts';
import { OrderColumns } from './order-columns.tsx';
import {
  type OrderData,
  type OrderIdentity,
  type OrderInput,
  orderTsv,
  readCell,
  readOrder,
  valuesIn,
} from './order-data.ts';
import { OrderItems } from './order-items.tsx';
import { OrderLog } from './order-log.tsx';
import { OrderResults } from './order-results.tsx';
import './order-details.css';

const NO_FACTS: { readonly [list in 'columns' | 'unknownColumns']: readonly string[] } = {
  columns: [],
  unknownColumns: [],
};

function isSomethingOpen(): boolean {
  return document.querySelector('.float [data-open]') !== null;
}

/** One order whole, whatever the filter: its facts, items, results, history and every column by section. */
export function OrderPanel(props: {
  readonly identity: OrderIdentity;
  readonly moneyPlaces: number;
  readonly onClose: () => void;
  readonly onStep: (direction: -1 | 1) => void;
  /** What the table it was opened from has to say of it. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const ledger = useLedger();
  const side = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const { columns, unknownColumns } = ledger.kind === 'open' ? ledger.facts : NO_FACTS;
  const input = useMemo<OrderInput>(() => ({ identity: props.identity, columns }), [props.identity, columns]);
  const { output, isStale } = useLiveQuery('order', input, readOrder);
  // Until the next order is whole, the one before stays, under its own name.
  const { order } = output?.identity ?? props.identity;
  useEffect(() => {
    opener.current = document.activeElement;
  }, []);
  const close = (): void => {
    const focused = document.activeElement;
    const isHere = focused === document.body || side.current?.contains(focused) === true;
    props.onClose();
    if (isHere && opener.current instanceof HTMLElement) opener.current.focus();
  };
  useShortcut('Escape', close, () => !isSomethingOpen());
  function onKeyDown(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (direction === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest('[role=menu]') !== null) return;
    event.preventDefault();
    props.onStep(direction);
  }
  const part = output === null ? null : { order: output, places: props.moneyPlaces };
  return (
    <aside
      ref={side}
      className="side"
      data-testid="order-panel"
      data-value={order}
      aria-label={order === '' ? text('order.none') : text('order.label', { order })}
      onKeyDown={onKeyDown}
    >
      <header>
        <OrderTitle
          identity={output?.identity ?? props.identity}
          data={output}
          unknownColumns={unknownColumns}
        />
        <IconButton
          className={BUTTON}
          icon="up"
          name={text('order.previous')}
          keys="↑"
          onPress={() => props.onStep(-1)}
        />
        <IconButton
          className={BUTTON}
          icon="down"
          name={text('order.next')}
          keys="↓"
          onPress={() => props.onStep(1)}
        />
        <IconButton className={BUTTON} icon="close" name={text('order.close')} onPress={close} />
      </header>
      {part === null ? null : (
        <div className="sb" data-stale={isStale}>
          {props.children}
          {part.order.lines.length === 0 ? (
            <p className="f12 mut gone">{text('order.gone')}</p>
          ) : (
            <>
              <OrderFacts order={part.order} />
              <OrderItems {...part} />
              <OrderResults {...part} />
              <OrderLog {...part} />
              <OrderColumns {...part} unknownColumns={unknownColumns} />
            </>
          )}
        </div>
      )}
    </aside>
  );
}

const BUTTON = 'btn ic sm g';

function OrderTitle(props: {
  readonly identity: OrderIdentity;
  readonly data: OrderData | null;
  readonly unknownColumns: readonly string[];
}) {
  const text = useText();
  const { decimal } = useFormats().numbers;
  const [copied, setCopied] = useState<'number' | 'order' | null>(null);
  const { data, unknownColumns } = props;
  const { order, channel } = props.identity;
  const accounts = data === null ? [] : valuesIn(data, 'Cuenta');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order has been copied nowhere
  useEffect(() => setCopied(null), [order]);
  function copy(what: 'number' | 'order'): void {
    if (data === null) return;
    const words =
      what === 'number' ? tsv([[{ text: order }]], decimal) : orderTsv(data, unknownColumns, decimal);
    navigator.clipboard.writeText(words).then(
      () => setCopied(what),
      () => setCopied(null),
    );
  }
  return (
    <>
      <div className="grow">
        <h2>{order === '' ? text('order.none') : text('order.title', { order })}</h2>
        <span className="f12 mut">
          {[channel, ...accounts].filter(Boolean).join(' · ')}
          <span role="status" className="dim">
            {copied === null ? '' : ` · ${text(`order.copied-${copied}`)}`}
          </span>
        </span>
      </div>
      <Menu.Root>
        <Menu.Trigger
          className={BUTTON}
          title={text('order.more')}
          aria-label={text('order.more')}
          data-testid="order-more"
        >
          <Icon name="more" />
        </Menu.Trigger>
        <MenuPopup className="menu" align="end">
          <Menu.Item
            className="it"
            disabled={order === ''}
            data-testid="copy-number"
            onClick={() => copy('number')}
          >
            <Icon name="copy" />
            {text('order.copy-number')}
          </Menu.Item>
          <Menu.Item className="it" data-testid="copy-order" onClick={() => copy('order')}>
            <Icon name="columns" />
            {text('order.copy-order')}
          </Menu.Item>
        </MenuPopup>
      </Menu.Root>
    </>
  );
}

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
function OrderFacts(props: { readonly order: OrderData }) {
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
