import { Fragment, useMemo, useState } from 'react';
import type { ChainPage, ChainPayout } from '#renderer/data/api/chain.ts';
import { payoutName } from '#renderer/features/chain/payout-words.ts';
import { useChain } from '#renderer/features/chain/use-chain.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Settlement } from '#shared/domain/matching/match-results.ts';
import { ScrolledRows } from '../frame/scrolled-rows.tsx';
import { useDecisions } from '../frame/use-decisions.ts';
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
  const open = useOpenOrders();
  const chain = useChain().output;
  const decisions = useDecisions('payout-decision');
  const [opened, setOpened] = useState<string | null>(null);
  const payoutsOf = useMemo(() => payoutsOfSettlements(chain), [chain]);
  const names = useMemo(
    () => new Map(chain?.payouts.map((each) => [each.key, payoutName(each, text)])),
    [chain, text],
  );
  const places = formats.places(settlements.flatMap((each) => [each.ventas, each.rentabilidad, each.owed]));
  const day = (each: LocalDate | null) => (each === null ? '—' : formatDay(each, formats.dates));
  const days = (first: LocalDate | null, last: LocalDate | null) =>
    first === last ? day(first) : `${day(first)} – ${day(last)}`;
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
                <tr data-testid="settlement-line" data-value={each.settlement}>
                  <td>
                    <Button
                      className={ui.smallLink}
                      title={text('settlement.to-orders')}
                      onClick={() =>
                        open({
                          only: [
                            { type: 'clear' },
                            { type: 'set-period', period: null },
                            onlyWith('N° de Liquidación', each.settlement),
                            onlyWith('Canal', each.canal),
                            onlyWith('Cuenta', each.cuenta),
                          ],
                          by: 'Rentabilidad Marketplace',
                        })
                      }
                    >
                      {each.settlement === '' ? text('settlement.unsettled') : each.settlement}
                    </Button>
                  </td>
                  <td className={ui.cut} title={`${each.canal} · ${each.cuenta}`}>
                    {each.canal} · {each.cuenta}
                  </td>
                  <FigureCell value={String(each.rows)} kind="count" />
                  <FigureCell value={String(each.orders)} kind="count" />
                  <FigureCell value={each.ventas} kind="money" places={places} />
                  <FigureCell
                    value={each.rentabilidad}
                    kind="money"
                    places={places}
                    testId="settlement-sum"
                  />
                  <td>{days(each.firstPurchase, each.lastPurchase)}</td>
                  <td
                    className={ui.number}
                    title={each.months.map((month) => monthTitle(month, text)).join(', ')}
                  >
                    {formats.count(each.months.length)}
                  </td>
                  <td>{days(each.firstPayment, each.lastPayment)}</td>
                  <FigureCell value={String(each.paidRows)} kind="count" />
                  <FigureCell value={String(each.pendingRows)} kind="count" testId="settlement-pending" />
                  <FigureCell
                    value={each.oldestPendingDays === null ? null : String(each.oldestPendingDays)}
                    kind="count"
                  />
                  <FigureCell value={each.owed} kind="money" places={places} testId="settlement-owed" />
                  <td>
                    <SettlementBank
                      payouts={payouts}
                      isOpen={isOpen}
                      onOpen={() => setOpened(isOpen ? null : key)}
                    />
                  </td>
                </tr>
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
