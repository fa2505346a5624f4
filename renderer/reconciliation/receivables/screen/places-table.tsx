import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type {
  ReceivableLine,
  ReceivablePlace,
  ReceivablesPage,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure, figureText } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import { accountColumn, amountOfLine, placeColumn } from './receivable-columns.tsx';
import { ReceivableOrders } from './receivable-orders.tsx';
import styles from './receivables.module.css';

export type PlacesProps = {
  readonly page: ReceivablesPage;
  readonly today: LocalDate;
  readonly onOpenOrder: OpenOrder;
};

const accountOf = ({ canal, cuenta }: ReceivableLine) => ({ canal, cuenta });
const keyOf = ({ canal, cuenta }: ReceivableLine): string => accountKey(canal, cuenta);

/** Amounts by account, each of which opens as the orders behind it; the accounts in view are of one currency, and have a total. */
export function PlacesTable(
  props: PlacesProps & {
    readonly name: string;
    readonly places: readonly ReceivablePlace[];
    readonly more: readonly Column<ReceivableLine>[];
  },
) {
  const text = useText();
  const formats = useFormats();
  const [opened, setOpened] = useState<{ readonly account: string; readonly place: ReceivablePlace } | null>(
    null,
  );
  const { page, places } = props;
  const { month } = page;
  const shownPlaces = formats.places(
    page.lines.flatMap((line) => places.map((place) => amountOfLine(line, place))),
  );
  const columns = places.map(
    (place): Column<ReceivableLine> => ({
      ...placeColumn(place, text),
      draw: (line) => {
        const account = keyOf(line);
        const isOpen = opened?.account === account && opened.place === place;
        return (
          <Amount
            {...{ line, place, month, isOpen }}
            places={shownPlaces}
            onPress={() => setOpened(isOpen ? null : { account, place })}
          />
        );
      },
    }),
  );
  const totals = places.map((place) => {
    const value = sumOf(page.lines.map((line) => amountOfLine(line, place)));
    return [place, { value, draw: <Total {...{ place, month, value }} places={shownPlaces} /> }] as const;
  });
  return (
    <ListTable
      name={props.name}
      frame={{ className: styles.wide, isBare: true }}
      columns={[accountColumn(text), ...columns, ...props.more]}
      rows={page.lines}
      keyOf={keyOf}
      line={() => ({ 'data-testid': 'receivable-line' })}
      belowClass={styles.below}
      below={(line) =>
        opened === null || opened.account !== keyOf(line) ? null : (
          <ReceivableOrders
            key={opened.place}
            query={{ ...accountOf(line), month, today: props.today, place: opened.place }}
            places={shownPlaces}
            onOpenOrder={props.onOpenOrder}
          />
        )
      }
      sums={[
        {
          key: 'all',
          name: text('receivable.all'),
          line: { className: styles.total },
          sums: Object.fromEntries(totals),
        },
      ]}
    />
  );
}

/** An amount of an account: pressed, its orders open below. */
function Amount(props: {
  readonly line: ReceivableLine;
  readonly place: ReceivablePlace;
  readonly month: Month;
  readonly places: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { line, place, places } = props;
  const value = amountOfLine(line, place);
  return (
    <button
      type="button"
      className={ui.smallLink}
      data-testid={`receivable-${place}`}
      data-account={keyOf(line)}
      data-month={props.month}
      data-value={value}
      aria-expanded={props.isOpen}
      aria-label={text('receivable.orders-of', {
        what: text(`receivable.${place}`),
        account: accountName({ Canal: line.canal, Cuenta: line.cuenta }, text),
        amount: figureText(value, 'money', places, formats),
      })}
      onClick={props.onPress}
    >
      <Figure value={value} kind="money" places={places} />
    </button>
  );
}

function Total(props: {
  readonly place: ReceivablePlace;
  readonly month: Month;
  readonly value: Decimal;
  readonly places: number;
}) {
  const { place, month, value } = props;
  return (
    <span data-testid={`receivable-${place}`} data-account="" data-month={month} data-value={value}>
      <Figure value={value} kind="money" places={props.places} />
    </span>
  );
}
