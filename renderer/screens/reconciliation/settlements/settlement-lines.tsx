import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { ChainPage, ChainPayout } from '#renderer/data/api/chain.ts';
import { payoutName } from '#renderer/features/chain/payout-words.ts';
import { useChain } from '#renderer/features/chain/use-chain.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ScrolledRows } from '#renderer/screens/reconciliation/frame/scrolled-rows.tsx';
import { useDecisions } from '#renderer/screens/reconciliation/frame/use-decisions.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Settlement } from '#shared/domain/matching/match-results.ts';
import { PayoutDetail } from './payout-detail.tsx';
import { SettlementBank } from './settlement-bank.tsx';
import styles from './settlements.module.css';

const COLUMNS = 14;
type SettlementNames = Pick<Settlement, 'canal' | 'cuenta' | 'settlement'>;
const keyOf = ({ canal, cuenta, settlement }: SettlementNames) => JSON.stringify([settlement, canal, cuenta]);

/** The payouts of each settlement of the rows. */
function payoutsOfSettlements(chain: ChainPage | null): ReadonlyMap<string, readonly ChainPayout[]> {
  const byKey = new Map(chain?.payouts.map((payout) => [payout.key, payout]));
  return new Map(
    chain?.ofRows.map((each) => [keyOf(each), each.payouts.flatMap((key) => byKey.get(key) ?? [])]),
  );
}

/** Each leads to its orders and to its bank line. Long for its markup, which is one table. */
export function SettlementLines({ settlements }: { readonly settlements: readonly Settlement[] }) {
  const text = useText();
  const formats = useFormats();
  const chain = useChain().output;
  const decisions = useDecisions('payout-decision');
  const [opened, setOpened] = useState<string | null>(null);
  const payoutsOf = useMemo(() => payoutsOfSettlements(chain), [chain]);
  const names = useMemo(
    () => new Map(chain?.payouts.map((each) => [each.key, payoutName(each, text)])),
    [chain, text],
  );
  const places = formats.places(settlements.flatMap((each) => [each.ventas, each.rentabilidad, each.owed]));
  return (
    <ScrolledRows name={text('settlement.table')} className={styles.rows} isTall>
      <table className={ui.denseTable}>
        <thead>
          <tr>
            <th>N° de Liquidación</th>
            <th>Canal · Cuenta</th>
            <th className={ui.number}>{text('proof.rows')}</th>
            <th className={ui.number}>{text('settlement.orders')}</th>
            <th className={ui.number}>Ventas</th>
            <th className={ui.number}>Rentabilidad Marketplace</th>
            <th>{text('settlement.purchases')}</th>
            <th className={ui.number}>{text('settlement.months')}</th>
            <th>{text('settlement.payments')}</th>
            <th className={ui.number}>{text('settlement.paid')}</th>
            <th className={ui.number}>{text('settlement.pending')}</th>
            <th className={ui.number}>{text('settlement.age')}</th>
            <th className={ui.number}>{text('settlement.owed')}</th>
            <th>{text('chain.bank')}</th>
          </tr>
        </thead>
        <tbody>
          {settlements.map((each) => {
            const key = keyOf(each);
            const isOpen = opened === key;
            const payouts = payoutsOf.get(key) ?? [];
            return (
              <Fragment key={key}>
                <SettlementLine settlement={each} places={places}>
                  <SettlementBank
                    payouts={payouts}
                    isOpen={isOpen}
                    onOpen={() => setOpened(isOpen ? null : key)}
                  />
                </SettlementLine>
                {isOpen ? (
                  <tr>
                    <td colSpan={COLUMNS} className={styles.opened}>
                      {payouts.map((payout) => (
                        <PayoutDetail
                          key={payout.key}
                          payout={payout}
                          places={places}
                          decisions={decisions}
                          nameOf={(other) => names.get(other) ?? other}
                        />
                      ))}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </ScrolledRows>
  );
}

/** A settlement in figures; `children`: what the bank says of it. */
function SettlementLine(props: {
  readonly settlement: Settlement;
  readonly places: number;
  readonly children: ReactNode;
}) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { settlement, places } = props;
  const { canal, cuenta, months, oldestPendingDays } = settlement;
  const day = (each: LocalDate | null) => (each === null ? '—' : formatDay(each, formats.dates));
  const days = (first: LocalDate | null, last: LocalDate | null) =>
    first === last ? day(first) : `${day(first)} – ${day(last)}`;
  const only = [
    { type: 'clear' },
    { type: 'set-period', period: null },
    onlyWith('N° de Liquidación', settlement.settlement),
    onlyWith('Canal', canal),
    onlyWith('Cuenta', cuenta),
  ] as const;
  return (
    <tr data-testid="settlement-line" data-value={settlement.settlement}>
      <td>
        <Button
          className={ui.smallLink}
          title={text('settlement.to-orders')}
          onClick={() => open({ only, by: 'Rentabilidad Marketplace' })}
        >
          {settlement.settlement === '' ? text('settlement.unsettled') : settlement.settlement}
        </Button>
      </td>
      <td className={ui.cut} title={`${canal} · ${cuenta}`}>
        {canal} · {cuenta}
      </td>
      <FigureCell value={String(settlement.rows)} kind="count" />
      <FigureCell value={String(settlement.orders)} kind="count" />
      <FigureCell value={settlement.ventas} kind="money" places={places} />
      <FigureCell value={settlement.rentabilidad} kind="money" places={places} testId="settlement-sum" />
      <td>{days(settlement.firstPurchase, settlement.lastPurchase)}</td>
      <td className={ui.number} title={months.map((month) => monthTitle(month, text)).join(', ')}>
        {formats.count(months.length)}
      </td>
      <td>{days(settlement.firstPayment, settlement.lastPayment)}</td>
      <FigureCell value={String(settlement.paidRows)} kind="count" />
      <FigureCell value={String(settlement.pendingRows)} kind="count" testId="settlement-pending" />
      <FigureCell value={oldestPendingDays === null ? null : String(oldestPendingDays)} kind="count" />
      <FigureCell value={settlement.owed} kind="money" places={places} testId="settlement-owed" />
      <td>{props.children}</td>
    </tr>
  );
}
