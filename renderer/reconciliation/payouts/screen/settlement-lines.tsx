import { useMemo } from 'react';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { payoutName } from '#renderer/features/chain/payout-messages.ts';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { usePayouts } from '#renderer/features/payouts/use-payouts.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import { useDecisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { PayoutsPage, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { PayoutDetail } from './payout-detail.tsx';
import { SettlementBank } from './settlement-bank.tsx';
import styles from './settlements.module.css';

type SettlementNames = Pick<Settlement, 'canal' | 'cuenta' | 'settlement'>;
const keyOf = ({ canal, cuenta, settlement }: SettlementNames) => JSON.stringify([settlement, canal, cuenta]);

/** The payouts of each settlement of the rows. */
function payoutsOfSettlements(chain: PayoutsPage | null): ReadonlyMap<string, readonly PayoutView[]> {
  const byKey = new Map(chain?.payouts.map((payout) => [payout.key, payout]));
  return new Map(
    chain?.ofRows.map((each) => [keyOf(each), each.payouts.flatMap((key) => byKey.get(key) ?? [])]),
  );
}

/** Long for its columns: those of the screen and those of files. */
function columnsOf(text: Text, formats: Pick<Formats, 'dates' | 'count'>): readonly Column<Settlement>[] {
  const day = (each: LocalDate | null) => (each === null ? '—' : formatDay(each, formats.dates));
  const days = (first: LocalDate | null, last: LocalDate | null) =>
    first === last ? day(first) : `${day(first)} – ${day(last)}`;
  return [
    { heading: 'N° de Liquidación', value: 'settlement', draw: (each) => <ToOrders settlement={each} /> },
    {
      heading: 'Canal · Cuenta',
      isCut: true,
      only: 'screen',
      value: ({ canal, cuenta }) => `${canal} · ${cuenta}`,
    },
    sheetColumn('Canal', ({ canal }) => canal),
    sheetColumn('Cuenta', ({ cuenta }) => cuenta),
    { heading: text('proof.rows'), kind: 'count', value: 'rows', total: 'sum' },
    // An order may be in two settlements: they are not added.
    { heading: text('settlement.orders'), kind: 'count', value: 'orders' },
    { heading: 'Ventas', kind: 'money', value: 'ventas', total: 'sum' },
    {
      heading: 'Rentabilidad Marketplace',
      kind: 'money',
      value: 'rentabilidad',
      testId: 'settlement-sum',
      total: 'sum',
    },
    {
      heading: text('settlement.purchases'),
      only: 'screen',
      value: (each) => days(each.firstPurchase, each.lastPurchase),
    },
    sheetColumn(text('settlement.first-purchase'), ({ firstPurchase }) => firstPurchase),
    sheetColumn(text('settlement.last-purchase'), ({ lastPurchase }) => lastPurchase),
    sheetColumn(text('settlement.first-payment'), ({ firstPayment }) => firstPayment),
    sheetColumn(text('settlement.last-payment'), ({ lastPayment }) => lastPayment),
    {
      heading: text('settlement.months'),
      kind: 'end',
      value: ({ months }) => months.join(' '),
      draw: ({ months }) => formats.count(months.length),
      cell: ({ months }) => ({ title: months.map((month) => monthTitle(month, text)).join(', ') }),
    },
    {
      heading: text('settlement.payments'),
      only: 'screen',
      value: (each) => days(each.firstPayment, each.lastPayment),
    },
    { id: 'paid', heading: text('settlement.paid'), kind: 'count', value: 'paidRows', total: 'sum' },
    {
      id: 'pending',
      heading: text('settlement.pending'),
      kind: 'count',
      value: 'pendingRows',
      testId: 'settlement-pending',
      total: 'sum',
    },
    { id: 'age', heading: text('settlement.age'), kind: 'count', value: 'oldestPendingDays' },
    {
      heading: text('settlement.owed'),
      kind: 'money',
      value: 'owed',
      testId: 'settlement-owed',
      total: 'sum',
    },
  ];
}

/** Settlements as a file has them. Pure. */
export function settlementsTable(
  rows: readonly Settlement[],
  { text, formats }: { readonly text: Text; readonly formats: Formats },
): WholeTable {
  return sheetOf({ name: text('settlement.title'), columns: columnsOf(text, formats), rows, keyColumns: 1 });
}

/** Each leads to its orders and to its bank line. */
export function SettlementLines({ settlements }: { readonly settlements: readonly Settlement[] }) {
  const text = useText();
  const formats = useFormats();
  const chain = usePayouts().output;
  const decisions = useDecisions('payout-decision');
  const payoutsOf = useMemo(() => payoutsOfSettlements(chain), [chain]);
  const names = useMemo(
    () => new Map(chain?.payouts.map((each) => [each.key, payoutName(each, text)])),
    [chain, text],
  );
  const places = formats.places(settlements.flatMap((each) => [each.ventas, each.rentabilidad, each.owed]));
  const bank: Column<Settlement> = {
    heading: text('chain.bank'),
    draw: (each, { isOpen, toggle }) => (
      <SettlementBank payouts={payoutsOf.get(keyOf(each)) ?? []} isOpen={isOpen} onOpen={toggle} />
    ),
  };
  return (
    <ListTable
      name={text('settlement.table')}
      empty={text('settlement.none-pending')}
      frame={{ className: styles.rows, isTall: true }}
      columns={[...columnsOf(text, formats), bank]}
      rows={settlements}
      keyOf={keyOf}
      places={places}
      line={({ settlement }) => ({ 'data-testid': 'settlement-line', 'data-value': settlement })}
      belowClass={styles.opened}
      below={(each, { isOpen }) =>
        isOpen
          ? (payoutsOf.get(keyOf(each)) ?? []).map((payout) => (
              <PayoutDetail
                key={payout.key}
                payout={payout}
                places={places}
                decisions={decisions}
                nameOf={(other) => names.get(other) ?? other}
              />
            ))
          : null
      }
    />
  );
}

function ToOrders({ settlement: { settlement, canal, cuenta } }: { readonly settlement: Settlement }) {
  const text = useText();
  const open = useOpenOrders();
  const only = [
    { type: 'clear' },
    { type: 'set-period', period: null },
    onlyWith('N° de Liquidación', settlement),
    onlyWith('Canal', canal),
    onlyWith('Cuenta', cuenta),
  ] as const;
  return (
    <Button
      className={ui.smallLink}
      title={text('settlement.to-orders')}
      onClick={() => open({ only, by: 'Rentabilidad Marketplace' })}
    >
      {settlement === '' ? text('settlement.unsettled') : settlement}
    </Button>
  );
}
