import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import {
  PAYOUT_TONES,
  payoutName,
  payoutNumber,
  payoutWhy,
} from '#renderer/features/chain/payout-messages.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { areOfOneCurrency, currencyColumn, nameOneCurrency } from './currency-column.ts';
import { PayoutDetail } from './payout-detail.tsx';
import styles from './settlements.module.css';

type Words = { readonly text: Text; readonly formats: Formats; readonly nameOf: (key: string) => string };

const unique = <T,>(values: readonly T[]): readonly T[] => [...new Set(values)];

const namesOf = (accounts: PayoutView['accounts']): string =>
  accounts.map(({ canal, cuenta }) => `${canal} · ${cuenta}`).join('; ');

/**
 * What was paid out, the bank line it came in, and by how much the one differs from the other. Long for its columns.
 * @param isOneCurrency all payouts are of one: their amounts add up
 */
function columnsOf(words: Words, isOneCurrency: boolean): readonly Column<PayoutView>[] {
  const { text, formats } = words;
  const day = (each: string | null): string => (each === null ? '—' : formatDay(each, formats.dates));
  return [
    {
      id: 'account',
      heading: text('chain.account'),
      isCut: true,
      cell: ({ accounts }) => ({ className: styles.short, title: namesOf(accounts) }),
      value: ({ accounts }) => namesOf(accounts),
      draw: ({ accounts }) => unique(accounts.map(({ cuenta }) => cuenta)).join('; '),
    },
    {
      heading: text('chain.payout'),
      value: (each) => payoutName(each, text),
      cell: (each) => ({ className: styles.name, title: payoutName(each, text) }),
      draw: (each, { isOpen, toggle }) => (
        <Button className={ui.smallLink} data-testid="payout-open" aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'down' : 'right'} small /> {payoutNumber(each, text)}
        </Button>
      ),
    },
    {
      id: 'paid-on',
      heading: text('chain.paid-on'),
      value: 'day',
      cell: (each) => ({ title: each.day === null || each.isDated ? undefined : text('chain.last-line') }),
      draw: (each) => day(each.day),
    },
    {
      heading: text('chain.amount'),
      kind: 'money',
      value: 'amount',
      testId: 'payout-amount',
      ...(isOneCurrency ? ({ total: 'sum' } as const) : {}),
    },
    ...(isOneCurrency ? [] : [currencyColumn<PayoutView>(text)]),
    sheetColumn(text('chain.state'), ({ state }) => text(`chain.state-${state}`)),
    {
      id: 'to-bank',
      givesWay: true,
      heading: text('chain.to-bank'),
      isHeadingHidden: true,
      only: 'screen',
      cell: { className: styles.arrow, 'aria-hidden': true },
      draw: () => '→',
    },
    {
      heading: text('chain.came-on'),
      value: ({ deposits }) => deposits.flatMap((line) => line.day ?? []).join(' '),
      cell: { className: styles.days },
      draw: ({ deposits }) =>
        deposits.length === 0
          ? '—'
          : unique(deposits.map((line) => day(line.day))).map((came) => <span key={came}>{came}</span>),
    },
    {
      id: 'words',
      heading: text('chain.words'),
      givesWay: true,
      isCut: true,
      head: { className: styles.words },
      cell: { className: classNames(styles.short, styles.words) },
      value: ({ deposits }) => unique(deposits.map(({ description }) => description)).join('; '),
    },
    sheetColumn(text('chain.document'), ({ deposits }) =>
      unique(deposits.flatMap(({ document }) => (document === '' ? [] : [document]))).join('; '),
    ),
    // Payouts that came together have one sum: it is not added.
    { heading: text('chain.came'), kind: 'money', value: 'came', testId: 'payout-came' },
    {
      heading: text('chain.difference'),
      kind: 'money',
      value: 'difference',
      signed: true,
      testId: 'payout-difference',
    },
    sheetColumn(text('chain.how'), (each) => payoutWhy(each, words, words.nameOf)),
    sheetColumn(text('chain.file'), ({ deposits }) => unique(deposits.map(({ file }) => file)).join('; ')),
    sheetColumn(text('chain.file-line'), ({ deposits }) => deposits.map(({ line }) => line).join(' ')),
    {
      heading: text('chain.state'),
      only: 'screen',
      value: ({ state }) => text(`chain.state-${state}`),
      cell: (each) => ({ className: styles.why, title: payoutWhy(each, words, words.nameOf) }),
      draw: (each) => (
        <>
          <span className={classNames(ui.tag, PAYOUT_TONES[each.state])}>
            {text(`chain.state-${each.state}`)}
          </span>{' '}
          {each.suggestions.length === 0 ? null : (
            <span className={classNames(ui.tag, ui.info)} data-testid="payout-suggested">
              {text('match.suggestions', { count: each.suggestions.length })}
            </span>
          )}{' '}
          <Why words={payoutWhy(each, words, words.nameOf)} />
        </>
      ),
    },
  ];
}

/** Payouts as a file has them. Pure. */
export function payoutsTable(rows: readonly PayoutView[], words: Words): WholeTable {
  return sheetOf({
    name: words.text('chain.title'),
    columns: columnsOf(words, areOfOneCurrency(rows)),
    rows,
    keyColumns: 1,
  });
}

/** Both sides of a payout need the width: only from here on there is more of it. */
const ROOM_FOR_BOTH_PX = 1200;

/** Payouts, each with where its money is; one opens to its bank lines. */
export function PayoutLines(props: {
  readonly payouts: readonly PayoutView[];
  readonly decisions: Decisions;
  readonly nameOf: (key: string) => string;
  readonly taken: ReadonlyMap<string, PayoutView>;
  readonly onTake: (payout: PayoutView) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { payouts, nameOf } = props;
  const places = formats.places(
    payouts.flatMap(({ amount, came, difference }) => [amount, came ?? amount, difference ?? amount]),
  );
  const take: Column<PayoutView> = {
    heading: text('match.take'),
    isHeadingHidden: true,
    draw: (each) => (
      <input
        type="checkbox"
        data-testid="take-payout"
        aria-label={text('chain.take-payout', { name: payoutName(each, text) })}
        checked={props.taken.has(each.key)}
        disabled={each.deposits.length > 0}
        title={each.deposits.length > 0 ? text('chain.take-came') : undefined}
        onChange={() => props.onTake(each)}
      />
    ),
  };
  return (
    <ListTable
      name={text('chain.table')}
      empty={text('chain.none-shown')}
      frame={{ className: classNames(styles.rows, styles.payouts), isTall: true }}
      columns={[take, ...columnsOf({ text, formats, nameOf }, nameOneCurrency(payouts))]}
      rows={payouts}
      keyOf={({ key }) => key}
      places={places}
      line={({ state, amount }) => ({
        'data-testid': 'payout-line',
        'data-state': state,
        'data-value': amount,
      })}
      belowClass={styles.opened}
      beside={{
        name: (each) => payoutName(each, text),
        closeName: text('common.close'),
        from: ROOM_FOR_BOTH_PX,
      }}
      below={(each, { isOpen }) =>
        isOpen ? (
          <PayoutDetail payout={each} places={places} decisions={props.decisions} nameOf={nameOf} />
        ) : null
      }
    />
  );
}

function Why({ words }: { readonly words: string }) {
  return words === '' ? null : <span className={ui.faint}>· {words} </span>;
}
