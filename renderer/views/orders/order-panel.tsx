import { type ReactNode, useMemo } from 'react';
import { findColumn, isDecimalKind, isSummable } from '#shared/columns/catalogue.ts';
import { identityHolds, ROW_IDENTITIES } from '#shared/identities.ts';
import { profitabilityOf, SCOPE_COLUMNS } from '#shared/profitability.ts';
import { type ColumnFilter, EVERYTHING, type Selection } from '#shared/selection/selection.ts';
import type { Cell } from '#shared/wire/row-table.ts';
import { useText } from '../../i18n/text.tsx';
import { readTogether } from '../../link/live-query.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive } from '../../link/session-context.tsx';
import { formatDay, formatTime } from '../../ui/date-format.ts';
import { Figure } from '../../ui/figure.tsx';
import { type Formats, useFormats } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { allSections, inkOf } from '../columns/column-sections.ts';
import { useShortcut } from '../shortcuts.ts';

export type OrderIdentity = {
  /** Its line in the table it was opened from. */
  readonly row: number;
  /** "" for a movement without order number. */
  readonly order: string;
  readonly channel: string;
  /** What leaves its rows, whatever the filter of the table. */
  readonly filters: readonly ColumnFilter[];
};

type OrderInput = { readonly selection: Selection; readonly columns: readonly string[] };
const MAX_ROWS = 500;

async function readOrder(session: Session, input: OrderInput) {
  const [lines, totals] = await readTogether(() =>
    Promise.all([
      session.data.call.readLines({ ...input, grouping: 'rows', sort: null, offset: 0, limit: MAX_ROWS }),
      session.data.call.readTotals({
        selection: input.selection,
        columns: input.columns.filter((key) => {
          const column = findColumn(key);
          return column !== undefined && isSummable(column);
        }),
      }),
    ]),
  );
  return { lines: lines.lines, totals, columns: input.columns };
}

const NO_COLUMNS: readonly string[] = [];

/** One order whole, whatever the filter: its facts, items, results and every column by section. */
export function OrderPanel(props: {
  readonly identity: OrderIdentity;
  readonly moneyPlaces: number;
  readonly onClose: () => void;
  readonly onStep: (direction: -1 | 1) => void;
  /** What the table it was opened from has to say of it. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const { order, channel, filters } = props.identity;
  const title = order === '' ? text('order.none') : text('order.title', { order });
  const columns = ledger.kind === 'open' ? ledger.facts.columns : NO_COLUMNS;
  const unknown = ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS;
  const input = useMemo<OrderInput>(
    () => ({
      selection: { ...EVERYTHING, filters },
      columns,
    }),
    [filters, columns],
  );
  const { output } = useLive(readOrder, input);
  useShortcut('Escape', props.onClose);
  const read = (cells: readonly Cell[], column: string): string =>
    cells[output?.columns.indexOf(column) ?? -1] ?? '';
  const first = output?.lines[0]?.cells ?? [];
  const tags = [
    ...(order === '' ? ['Tipo de Dato'] : []),
    'Estado de Orden',
    'Estado de Pago',
    'Estado de Despacho',
    'Tipo de Despacho',
  ].flatMap((column) => {
    const values = new Set(output?.lines.map((line) => read(line.cells, column)).filter(Boolean) ?? []);
    return [...values].map((value) => ({ column, value }));
  });
  const subOrders = new Set(
    output?.lines.map((line) => read(line.cells, 'Nro. suborden')).filter(Boolean) ?? [],
  );
  const rows = output?.lines.length ?? 0;
  // Instants of one zone: their texts order as they do.
  const updated =
    output?.lines
      .map((line) => read(line.cells, 'Fecha de actualización'))
      .sort()
      .at(-1) ?? '';
  return (
    <aside className="side" aria-label={order === '' ? title : text('order.label', { order })}>
      <header>
        <div className="grow">
          <h2>{title}</h2>
          <span className="f12 mut">{[channel, read(first, 'Cuenta')].filter(Boolean).join(' · ')}</span>
        </div>
        <button
          type="button"
          className="btn ic sm g"
          title={text('order.previous')}
          aria-label={text('order.previous')}
          onClick={() => props.onStep(-1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          className="btn ic sm g"
          title={text('order.next')}
          aria-label={text('order.next')}
          onClick={() => props.onStep(1)}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="btn ic sm g"
          title={text('order.close')}
          aria-label={text('order.close')}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {output === null ? null : output.lines.length === 0 ? (
        <div className="sb">
          {props.children}
          <p className="f12 mut gone">{text('order.gone')}</p>
        </div>
      ) : (
        <div className="sb">
          {props.children}
          <p className="tags">
            {tags.map(({ column, value }) => (
              <span key={`${column}${value}`} className="tag" title={column}>
                {value}
              </span>
            ))}
          </p>
          <dl>
            <dt>{text('order.bought')}</dt>
            <dd>
              {formatDay(read(first, 'Fecha de compra'), formats.dates)}{' '}
              {formatTime(read(first, 'Fecha de compra'), true)}{' '}
              <span className="dim">{text('zone.channel-hour')}</span>
            </dd>
            <dt>{text('order.updated')}</dt>
            <dd>
              {formatDay(updated, formats.dates)} {formatTime(updated, true)} <span className="dim">UTC</span>
            </dd>
          </dl>
          <h3>
            {text('order.items')}
            <span>
              {text('count.rows', { count: rows, shown: formats.count(rows) })}
              {subOrders.size > 0 ? `, ${text('order.sub-orders', { count: subOrders.size })}` : ''}
            </span>
          </h3>
          <table className="t t12">
            <thead>
              <tr>
                <th>SKU</th>
                <th className="n">{text('order.units')}</th>
                <th className="n">Ventas</th>
                <th className="n">{text('order.product-cost')}</th>
                <th className="n">
                  <ScopeMark scope="total" /> {text('order.result-short')}
                </th>
              </tr>
            </thead>
            {output.lines.map((line) => {
              const value = (column: string): string | null => read(line.cells, column) || null;
              const missing = line.productCostMissing;
              return (
                <tbody key={line.id}>
                  <tr className="i1">
                    <td colSpan={5} className="ell" title={read(line.cells, 'Producto')}>
                      {[read(line.cells, 'Producto'), read(line.cells, 'Variante')]
                        .filter(Boolean)
                        .join(' · ')}
                    </td>
                  </tr>
                  <tr className="i2">
                    <td className="dim ell">{read(line.cells, 'SKU Producto')}</td>
                    <td className="n">
                      <Figure value={value('Unidades')} kind="count" />
                    </td>
                    <td className="n">
                      <Figure value={value('Ventas')} kind="money" places={props.moneyPlaces} />
                    </td>
                    <td className="n">
                      {missing ? (
                        <span className="warn">{text('cell.not-loaded')}</span>
                      ) : (
                        <Figure value={value('Costo de Producto')} kind="money" places={props.moneyPlaces} />
                      )}
                    </td>
                    <td className="n">
                      <Figure
                        value={value('Rentabilidad Total')}
                        kind="money"
                        places={props.moneyPlaces}
                        {...(missing ? { className: 'part', title: text('cell.incomplete') } : {})}
                      />
                    </td>
                  </tr>
                </tbody>
              );
            })}
            <tfoot>
              <tr className="tot">
                <td>{text('orders.total-all')}</td>
                <td className="n">
                  <Figure value={output.totals.sums.Unidades ?? null} kind="count" />
                </td>
                {(['Ventas', 'Costo de Producto', 'Rentabilidad Total'] as const).map((column) => (
                  <td key={column} className="n">
                    <Figure
                      value={output.totals.sums[column] ?? null}
                      kind="money"
                      places={props.moneyPlaces}
                      {...(column !== 'Ventas' && output.totals.rowsWithoutProductCost > 0
                        ? { className: 'part', title: text('cell.incomplete') }
                        : {})}
                    />
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
          <Results
            rows={output.lines.map((line) => line.cells)}
            columns={output.columns}
            totals={output.totals}
            places={props.moneyPlaces}
          />
          {allSections(unknown).map((section) => (
            <SectionFacts
              key={section.id}
              name={text(`section.${section.id}`)}
              ink={inkOf(section.id)}
              facts={section.columns.flatMap((column): SectionFact[] => {
                const decimal = isDecimalKind(findColumn(column)?.kind ?? 'text');
                if (decimal) {
                  const sum = output.totals.sums[column];
                  return sum === undefined ? [] : [{ column, sum, text: '' }];
                }
                const values = new Set(output.lines.map((line) => read(line.cells, column)).filter(Boolean));
                if (values.size === 0) return [];
                return [{ column, sum: null, text: valuesText(column, [...values], formats) }];
              })}
              places={props.moneyPlaces}
            />
          ))}
        </div>
      )}
    </aside>
  );
}

type SectionFact = { readonly column: string; readonly sum: string | null; readonly text: string };

/** Several values in one text; moments one under the other, whole to the second. */
function valuesText(column: string, values: readonly string[], formats: Formats): string {
  const kind = findColumn(column)?.kind ?? 'text';
  if (kind !== 'local-datetime' && kind !== 'utc-datetime') return values.join(', ');
  const zone = kind === 'utc-datetime' ? ' UTC' : '';
  const moments = values.map(
    (value) => `${formatDay(value, formats.dates)} ${formatTime(value, true)}${zone}`,
  );
  return [...new Set(moments)].join('\n');
}

function SectionFacts(props: {
  readonly name: string;
  readonly ink: string | null;
  readonly facts: readonly SectionFact[];
  readonly places: number;
}) {
  if (props.facts.length === 0) return null;
  return (
    <>
      <h3>
        {props.ink === null ? null : <i className="sw" style={{ background: props.ink }} />} {props.name}
      </h3>
      <dl>
        {props.facts.map(({ column, sum, text }) => (
          <div key={column} style={{ display: 'contents' }}>
            <dt>{column}</dt>
            {sum === null ? (
              <dd className="lines">{text}</dd>
            ) : (
              <dd className="n">
                <Figure value={sum} kind="money" places={column === 'Unidades' ? 0 : props.places} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}

/** The three results of the order, each with the mark of the identity that was recomputed on every row. */
function Results(props: {
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: readonly string[];
  readonly totals: Awaited<ReturnType<typeof readOrder>>['totals'];
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { sums } = props.totals;
  const holds = (result: string): boolean | undefined => {
    const identity = ROW_IDENTITIES.find((other) => other.result === result);
    if (identity === undefined) return undefined;
    const all = props.rows.map((cells) =>
      identityHolds(identity, (key) => cells[props.columns.indexOf(key)]),
    );
    return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
  };
  return (
    <>
      <h3>
        {text('order.results')}
        <span>{text('order.results-note')}</span>
      </h3>
      <ul className="ids">
        {profitabilityOf(sums, 6).map((result) => {
          const { profitability } = SCOPE_COLUMNS[result.scope];
          const held = holds(profitability);
          return (
            <li key={result.scope}>
              <span
                className={held === false ? 'warn' : 'pos'}
                title={held === undefined ? '' : text(held ? 'order.holds' : 'order.differs')}
              >
                {held === undefined ? null : <Icon name={held ? 'check' : 'warning'} />}
              </span>
              <span className="m5">
                <ScopeMark scope={result.scope} />
                <span title={profitability}>
                  {text('order.rent', { scope: text(`scope.${result.scope}`) })}
                </span>
              </span>
              <Figure value={result.profit} kind="money" places={props.places} className="m5" />
              <span className="rate">
                <Figure
                  value={result.ratePercent}
                  kind="percent"
                  {...(result.profit === null || sums.Ventas === undefined
                    ? {}
                    : { title: `${formats.exact(result.profit)} ÷ ${formats.exact(sums.Ventas)}` })}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
