import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { tsv } from '#renderer/data/model/spreadsheet.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import figureStyles from '#renderer/ui/figure.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MenuPopup } from '#renderer/ui/menu.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { OrderColumns } from './order-columns.tsx';
import {
  type OrderData,
  type OrderIdentity,
  type OrderInput,
  type OrderPart,
  orderTsv,
  readCell,
  readOrder,
  valuesIn,
} from './order-data.ts';
import styles from './order-details.module.css';
import { OrderLog } from './order-log.tsx';
import { OrderPayouts } from './order-payouts.tsx';
import { OrderResults } from './order-results.tsx';

const NO_FACTS: { readonly [list in 'columns' | 'unknownColumns']: readonly string[] } = {
  columns: [],
  unknownColumns: [],
};

function isSomethingOpen(): boolean {
  return document.querySelector(`.${ui.positioner} [data-open]`) !== null;
}

/** One order whole, whatever the filter. Long: head, keys and parts hang on one answer. */
export function OrderPanel(props: {
  readonly identity: OrderIdentity;
  readonly moneyPlaces: number;
  readonly onClose: () => void;
  readonly onStep: (direction: -1 | 1) => void;
  /** Content of the table that it was opened from. */
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
      className={styles.side}
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
        <div className={styles.body} data-stale={isStale}>
          {props.children}
          {part.order.lines.length === 0 ? (
            <p className={classNames(ui.remark, styles.gone)}>{text('order.gone')}</p>
          ) : (
            <>
              <OrderFacts order={part.order} />
              <OrderItems {...part} />
              <OrderResults {...part} />
              <OrderPayouts {...part} />
              <OrderLog {...part} />
              <OrderColumns {...part} unknownColumns={unknownColumns} />
            </>
          )}
        </div>
      )}
    </aside>
  );
}

const BUTTON = ui.toolButton;

function OrderTitle(props: {
  readonly identity: OrderIdentity;
  readonly data: OrderData | null;
  readonly unknownColumns: readonly string[];
}) {
  const text = useText();
  const { numbers } = useFormats();
  const [copied, setCopied] = useState<'number' | 'order' | null>(null);
  const { data, unknownColumns } = props;
  const { order, channel } = props.identity;
  const accounts = data === null ? [] : valuesIn(data, 'Cuenta');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order has been copied nowhere
  useEffect(() => setCopied(null), [order]);
  function copy(what: 'number' | 'order'): void {
    if (data === null) return;
    const words =
      what === 'number' ? tsv([[{ text: order }]], numbers) : orderTsv(data, unknownColumns, numbers);
    navigator.clipboard.writeText(words).then(
      () => setCopied(what),
      () => setCopied(null),
    );
  }
  return (
    <>
      <div className={ui.grow}>
        <h2>{order === '' ? text('order.none') : text('order.title', { order })}</h2>
        <span className={ui.remark}>
          {[channel, ...accounts].filter(Boolean).join(' · ')}
          <span role="status" className={ui.faint}>
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
        <MenuPopup className={ui.menu} align="end">
          <Menu.Item
            className={ui.item}
            disabled={order === ''}
            data-testid="copy-number"
            onClick={() => copy('number')}
          >
            <Icon name="copy" />
            {text('order.copy-number')}
          </Menu.Item>
          <Menu.Item className={ui.item} data-testid="copy-order" onClick={() => copy('order')}>
            <Icon name="columns" />
            {text('order.copy-order')}
          </Menu.Item>
        </MenuPopup>
      </Menu.Root>
    </>
  );
}

/** The look of a state: fine, to be looked at, gone wrong, or just so (spec 3). */
const STATE_KINDS: { readonly [value: string]: string } = {
  Regular: 'good',
  Cancelada: 'bad',
  Devuelta: 'caution',
  Pagado: 'good',
  Informado: 'info',
  'No Pagado': 'info',
  'Sin Información': 'caution',
};

/** States as marks, and when it was bought and last updated, each in its own zone. */
function OrderFacts({ order }: { readonly order: OrderData }) {
  const text = useText();
  const formats = useFormats();
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
      <p className={styles.tags}>
        {tags.map(({ column, value }) => (
          <span
            key={`${column}${value}`}
            className={classNames(ui.tag, ui[STATE_KINDS[value] ?? ''])}
            title={text.column(column)}
          >
            {value}
          </span>
        ))}
      </p>
      <dl>
        <dt>{text('order.bought')}</dt>
        <dd>
          {moment(bought)} <span className={ui.faint}>{text('zone.channel-hour')}</span>
        </dd>
        <dt>{text('order.updated')}</dt>
        <dd>
          {moment(updated)} <span className={ui.faint}>UTC</span>
        </dd>
      </dl>
    </>
  );
}

const PRODUCT_COST = 'Costo de Producto';

type ItemRow = { readonly line: OrderPart['order']['lines'][number]; readonly isName: boolean };

/** Each line of an order is two rows: what it is called, over all columns, and its figures. Long for its columns. */
function itemColumns({ order, places }: OrderPart, text: Text): readonly Column<ItemRow>[] {
  const read = (line: ItemRow['line'], column: string): string => readCell(order, line, column);
  const nameOf = (line: ItemRow['line']): string =>
    [read(line, 'Producto'), read(line, 'Variante')].filter(Boolean).join(' · ');
  const incomplete = { className: figureStyles.partial, title: text('cell.incomplete') };
  const figure = (
    id: 'Unidades' | 'Ventas' | 'Costo de Producto' | 'Rentabilidad Total',
    kind: 'count' | 'money',
    heading: Column<ItemRow>['heading'],
    more: Partial<Column<ItemRow>> = {},
  ): Column<ItemRow> => ({
    ...{ id, heading, kind, sheet: { name: id } },
    value: ({ line }) => read(line, id) || null,
    ...more,
  });
  return [
    {
      heading: 'SKU',
      cell: ({ line, isName }) =>
        isName
          ? { colSpan: 5, className: ui.ellipsis, title: nameOf(line) }
          : { className: classNames(ui.faint, ui.ellipsis), title: read(line, 'SKU Producto') },
      value: ({ line, isName }) =>
        isName ? nameOf(line) || text('filter.blank') : read(line, 'SKU Producto') || '—',
    },
    figure('Unidades', 'count', text('order.units')),
    figure('Ventas', 'money', text.column('Ventas')),
    figure(PRODUCT_COST, 'money', text('order.product-cost'), {
      head: { title: text.column(PRODUCT_COST) },
      draw: ({ line }) =>
        line.productCostMissing ? (
          <span className={ui.warning}>{text('cell.not-loaded')}</span>
        ) : (
          <Figure value={read(line, PRODUCT_COST) || null} kind="money" places={places} />
        ),
    }),
    figure(
      'Rentabilidad Total',
      'money',
      <>
        <ScopeMark scope="total" /> {text('order.result-short')}
      </>,
      {
        head: { title: text.column(SCOPE_COLUMNS.total.profitability) },
        figure: ({ line }) => (line.productCostMissing ? incomplete : {}),
      },
    ),
  ];
}

/** The rows of the order: what each sold, what is left of it, and their total. Long, for it is one table. */
function OrderItems({ order, places }: OrderPart) {
  const text = useText();
  const formats = useFormats();
  const { totals } = order;
  const incomplete = { className: figureStyles.partial, title: text('cell.incomplete') };
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
      <ListTable
        columns={itemColumns({ order, places }, text)}
        groups={order.lines.map((line) => ({
          key: line.id,
          rows: [true, false].map((isName) => ({ line, isName })),
        }))}
        keyOf={({ line, isName }) => line.id + String(isName)}
        places={places}
        line={({ isName }) => ({ className: isName ? styles.itemName : styles.itemFigures })}
        sums={[
          {
            key: 'all',
            name: text('orders.total-all'),
            isPlain: true,
            isFoot: true,
            line: { className: styles.totals },
            sums: {
              Unidades: { value: totals.sums.Unidades ?? null },
              ...Object.fromEntries(
                (['Ventas', PRODUCT_COST, 'Rentabilidad Total'] as const).map((column) => [
                  column,
                  {
                    value: totals.sums[column] ?? null,
                    ...(column !== 'Ventas' && totals.rowsWithoutProductCost > 0 ? incomplete : {}),
                  },
                ]),
              ),
            },
          },
        ]}
      />
    </>
  );
}
