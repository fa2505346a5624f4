import { Fragment, useMemo, useState } from 'react';
import type { ChainPage, ChainPayout, SettlementsPage } from '#renderer/data/api.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { payoutName } from '#renderer/features/chain/payout-words.ts';
import { todayHere, useChain } from '#renderer/features/chain/use-chain.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { ExportMenu, exportFileName, type TableJob } from '#renderer/features/export/export.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type LocalDate, lastDay, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Settlement } from '#shared/domain/matching/match-results.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { useDecisions } from '../frame/use-decisions.ts';
import { BankChain } from './bank-chain.tsx';
import { owedByAccount, totalOf } from './owed.ts';
import { PayoutDetail } from './payout-detail.tsx';
import { ReleasesPart } from './releases-part.tsx';
import { SettlementBank } from './settlement-bank.tsx';
import styles from './settlements.module.css';
import { settlementsTable } from './settlements-table.ts';

const AT_ONCE = 20;
const MONTHS_BACK = 12;
type Shown = 'all' | 'pending';

const NO_ROWS = 0;
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** What marketplaces settle and owe, of all rows of the accounts in view. */
export function SettlementsSection() {
  const text = useText();
  const { scope } = useCurrency();
  const today = todayHere();
  const [month, setMonth] = useState<Month>(() => shiftMonth(monthOf(today), -1));
  const asked = useMemo(() => ({ scope, day: today, offset: 0, limit: ALL_ROWS }), [scope, today]);
  const askedThen = useMemo(
    () => ({ scope, day: lastDay(month), offset: 0, limit: NO_ROWS }),
    [scope, month],
  );
  const now = useLiveQuery('settlements', asked, (call, query, slot) =>
    call.readSettlements({ ...query, slot }),
  );
  const then = useLiveQuery('settlements-then', askedThen, (call, query, slot) =>
    call.readSettlements({ ...query, slot }),
  );
  const answer = {
    output: now.output === null || then.output === null ? null : { now: now.output, atMonthEnd: then.output },
    error: now.error ?? then.error,
    isStale: now.isStale || then.isStale,
    refresh: () => {
      now.refresh();
      then.refresh();
    },
  };
  return (
    <section className={ui.section} aria-label={text('settlement.title')} data-testid="settlements">
      <header>
        <h2>{text('settlement.title')}</h2>
        <span className={ui.note}>{text('settlement.note')}</span>
      </header>
      <Answered answer={answer} loading={text('settlement.loading')}>
        {(found) =>
          found.now.total === 0 ? (
            <p className={ui.hint}>{text('settlement.none')}</p>
          ) : (
            <>
              <Owed now={found.now} then={found.atMonthEnd} today={today} month={month} onMonth={setMonth} />
              <ReleasesPart today={today} />
              <Settlements page={found.now} />
              <BankChain />
            </>
          )
        }
      </Answered>
    </section>
  );
}

/** What each marketplace owes today, and owed at the end of a month. */
function Owed(props: {
  readonly now: SettlementsPage;
  readonly then: SettlementsPage;
  readonly today: LocalDate;
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { today, month } = props;
  const lines = useMemo(() => owedByAccount(props.now, props.then), [props.now, props.then]);
  const [now, then] = [totalOf(lines.map((each) => each.now)), totalOf(lines.map((each) => each.atEnd))];
  const places = formats.places([...lines.flatMap((each) => [each.now, each.atEnd]), now, then]);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => shiftMonth(monthOf(today), -1 - back));
  return (
    <table className={classNames(ui.denseTable, styles.owed)} aria-label={text('settlement.owed-title')}>
      <thead>
        <tr>
          <th>Canal</th>
          <th>Cuenta</th>
          <th className={ui.number}>{text('settlement.pending')}</th>
          <th className={ui.number}>{text('settlement.age')}</th>
          <th className={classNames(ui.number, styles.dated)}>
            {text('settlement.owed-on', { day: formatDay(today, formats.dates) })}
          </th>
          <th className={ui.number}>
            {text('settlement.owed-end')}{' '}
            <ChoiceMenu
              label={text('settlement.owed-end')}
              value={month}
              options={months.map((each) => ({ value: each, label: monthTitle(each, text) }))}
              onChange={props.onMonth}
              testId="owed-month"
            />
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((each) => (
          <tr key={JSON.stringify([each.canal, each.cuenta])} data-testid="owed-line">
            <td className={ui.cut} title={each.canal}>
              {each.canal === '' ? text('filter.blank') : each.canal}
            </td>
            <td className={ui.cut} title={each.cuenta}>
              {each.cuenta === '' ? text('filter.blank') : each.cuenta}
            </td>
            <FigureCell value={String(each.pendingRows)} kind="count" />
            <FigureCell
              value={each.oldestPendingDays === null ? null : String(each.oldestPendingDays)}
              kind="count"
            />
            <FigureCell value={each.now} kind="money" places={places} testId="owed-now" />
            <FigureCell value={each.atEnd} kind="money" places={places} testId="owed-then" />
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={4}>
            {text('settlement.owed-all')}
          </th>
          <FigureCell value={now} kind="money" places={places} testId="owed-now-all" />
          <FigureCell value={then} kind="money" places={places} testId="owed-then-all" />
        </tr>
      </tbody>
    </table>
  );
}

function Settlements({ page }: { readonly page: SettlementsPage }) {
  const text = useText();
  const formats = useFormats();
  const factsOf = useFigureFacts();
  const { scope } = useCurrency();
  const [shown, setShown] = useState<Shown>('all');
  const [count, setCount] = useState(AT_ONCE);
  const listed = page.settlements.filter(({ pendingRows }) => shown === 'all' || pendingRows > 0);
  const selection = { ...EVERYTHING, scope };
  const job = (): TableJob => ({
    fileName: exportFileName(text('settlement.title'), selection),
    content: { kind: 'table', table: settlementsTable(listed, text) },
    facts: factsOf(selection, page.revision),
  });
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label={text('settlement.shown')}
          value={shown}
          options={[
            { value: 'all', label: text('settlement.shown-all') },
            { value: 'pending', label: text('settlement.shown-pending') },
          ]}
          onChange={(next) => {
            setShown(next);
            setCount(AT_ONCE);
          }}
        />
        <span className={ui.caption} data-testid="settlement-count" data-value={listed.length}>
          {text('settlement.count', { count: listed.length, shown: formats.count(listed.length) })}
        </span>
        <ExportMenu
          job={job}
          hasNoKeys
          className={ui.smallButton}
          name={text('settlement.export')}
          title={text('settlement.export')}
        />
      </div>
      {listed.length === 0 ? (
        <p className={ui.hint}>{text('settlement.none-pending')}</p>
      ) : (
        <SettlementLines settlements={listed.slice(0, count)} />
      )}
      {listed.length > count ? (
        <Button className={ui.smallLink} onClick={() => setCount(count + 5 * AT_ONCE)}>
          {text('proof.more')} ({formats.count(listed.length - count)})
        </Button>
      ) : null}
    </>
  );
}

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
function SettlementLines({ settlements }: { readonly settlements: readonly Settlement[] }) {
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
    <section
      className={styles.rows}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={text('settlement.table')}
    >
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
    </section>
  );
}
