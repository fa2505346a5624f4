import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { TaxesPage, TaxesQuery, TaxFigure } from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { type Selection, selectionOfMonth } from '#shared/domain/selection.ts';
import { figureName, placeColumns, taxColumns, untoldKey } from './tax-columns.ts';
import { TaxLines } from './tax-lines.tsx';
import styles from './taxes.module.css';

/** Taxes by their names, and apart from them what names none; each opens as its lines or its orders. */
export function TaxTables({ page, query }: { readonly page: TaxesPage; readonly query: TaxesQuery }) {
  const text = useText();
  const formats = useFormats();
  const places = formats.places(page.figures.map(({ amount }) => amount));
  const named = page.figures.filter(({ term }) => term !== null);
  const unnamed = page.figures.filter(({ term }) => term === null);
  return (
    <>
      <Figures name={text('tax.named')} figures={named} empty={text('tax.none')} {...{ places, query }} />
      {unnamed.length === 0 ? null : (
        <>
          <h3 className={styles.title}>{text('tax.unnamed')}</h3>
          <p className={ui.hint}>{text('tax.unnamed-note')}</p>
          <Figures name={text('tax.unnamed')} figures={unnamed} empty="" {...{ places, query }} />
        </>
      )}
    </>
  );
}

function Figures(props: {
  readonly name: string;
  readonly figures: readonly TaxFigure[];
  readonly empty: string;
  readonly places: number;
  readonly query: TaxesQuery;
}) {
  const text = useText();
  const { places, query } = props;
  const columns: readonly Column<TaxFigure>[] = [
    ...taxColumns(text).filter(
      ({ id }) =>
        (id !== 'authority' && id !== 'period') || props.figures.some((figure) => figure[id] !== null),
    ),
    ...placeColumns<TaxFigure>(text),
    {
      id: 'amount',
      heading: text('tax.amount'),
      kind: 'money',
      value: 'amount',
      testId: 'tax-figure-amount',
    },
    {
      id: 'behind',
      heading: text('tax.behind'),
      kind: 'end',
      draw: (figure, { isOpen, toggle }) => <Behind {...{ figure, isOpen, toggle }} month={query.month} />,
    },
  ];
  return (
    <ListTable
      name={props.name}
      frame={{ className: styles.wide, isBare: true }}
      columns={columns}
      rows={props.figures}
      keyOf={({ key }) => key}
      places={places}
      line={({ key, term, act, source, amount }) => ({
        'data-testid': 'tax-figure',
        'data-key': key,
        'data-term': term ?? '',
        'data-act': act,
        'data-source': source,
        'data-value': amount,
      })}
      belowClass={styles.below}
      below={({ key }, { isOpen }) => (isOpen ? <TaxLines figure={key} {...{ query, places }} /> : null)}
      empty={props.empty}
    />
  );
}

/** What a figure of the rows is the sum of: the rows of its account that were bought in the month. */
function rowsBehind({ accounts: [account] }: TaxFigure, month: Month, base: Selection): Selection {
  return {
    ...selectionOfMonth(month, base.scope),
    filters: [
      { column: 'Canal', values: [account?.Canal ?? ''] },
      { column: 'Cuenta', values: [account?.Cuenta ?? ''] },
    ],
  };
}

function Behind(props: {
  readonly figure: TaxFigure;
  readonly month: Month;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const openOrders = useOpenOrders();
  const { selection } = useSelection();
  const { figure, month } = props;
  const { lines, column } = figure;
  if (lines === null) {
    const only = rowsBehind(figure, month, selection);
    return (
      <Button
        className={ui.smallLink}
        data-testid="tax-orders"
        aria-label={text('tax.orders-of', { what: figureName(figure, text) })}
        onClick={() => openOrders({ only: [{ type: 'set-all', selection: only }], by: column })}
      >
        {text('tax.orders')}
      </Button>
    );
  }
  return (
    <Button
      className={ui.smallLink}
      data-testid="tax-open-lines"
      aria-expanded={props.isOpen}
      aria-label={text('tax.open-lines', {
        what: figureName(figure, text),
        count: lines,
        lines: formats.count(lines),
      })}
      onClick={props.toggle}
    >
      {text('tax.line-count', { count: lines, lines: formats.count(lines) })}
    </Button>
  );
}

/** Charges in which VAT is, and no file says how much. */
export function UntoldTable({ page }: { readonly page: TaxesPage }) {
  const text = useText();
  const formats = useFormats();
  if (page.untold.length === 0) return null;
  return (
    <>
      <p className={ui.hint}>{text('tax.untold-note')}</p>
      <ListTable
        name={text('tax.untold')}
        frame={{ className: styles.wide, isBare: true }}
        columns={[
          ...placeColumns<TaxesPage['untold'][number]>(text),
          { heading: text('tax.lines'), kind: 'count', value: 'lines' },
          {
            heading: text('tax.untold-amount'),
            kind: 'money',
            value: 'amount',
            testId: 'tax-untold-amount',
          },
        ]}
        rows={page.untold}
        keyOf={untoldKey}
        places={formats.places(page.untold.map(({ amount }) => amount))}
      />
    </>
  );
}
