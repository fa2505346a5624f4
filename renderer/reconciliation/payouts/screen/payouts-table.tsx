import { useEffect, useRef, useState } from 'react';
import { payoutName } from '#renderer/features/chain/payout-messages.ts';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { usePayouts } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { sumsByCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { LedTo } from '#renderer/reconciliation/parts/led-to.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type PayoutsAsk, scrollToPart } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { useDecisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type {
  BankDeposit,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { monthOf } from '#shared/domain/dates.ts';
import { OtherLines } from './other-lines.tsx';
import { PayoutLines, payoutsTable } from './payout-lines.tsx';
import { PayoutToleranceField } from './payout-tolerance-field.tsx';
import { PayoutsByHand } from './payouts-by-hand.tsx';
import styles from './settlements.module.css';

const AT_ONCE = 20;
type Shown = 'all' | 'open' | 'different';

const isAsked = ({ day, state, isExplained }: PayoutView, asked: PayoutsAsk): boolean =>
  day !== null && monthOf(day) === asked.month && state === asked.state && !isExplained;

const isShown = ({ state }: PayoutView, shown: Shown): boolean =>
  shown === 'all' ||
  (shown === 'different' ? state === 'different' : state === 'missing' || state === 'waiting');

/**
 * Payouts of marketplaces, and the amounts that the bank got of them. `asked`: what one was led to; another object each
 * time.
 */
export function PayoutsTable({ asked }: { readonly asked: PayoutsAsk | null }) {
  const text = useText();
  const answer = usePayouts();
  return (
    <section className={styles.chain} aria-label={text('chain.title')} data-testid="chain">
      <h3>{text('chain.title')}</h3>
      <p className={ui.note}>{text('chain.note')}</p>
      <Answered answer={answer} loading={text('chain.loading')} testId="chain-answer">
        {(page) =>
          page.payouts.length === 0 && page.bankDays === null ? (
            <p className={ui.hint}>{text('chain.none')}</p>
          ) : (
            <Payouts page={page} asked={asked} />
          )
        }
      </Answered>
    </section>
  );
}

/** Long, for what is taken and what is listed are of one page. */
function Payouts({ page, asked }: { readonly page: PayoutsPage; readonly asked: PayoutsAsk | null }) {
  const text = useText();
  const formats = useFormats();
  const decisions = useDecisions('payout-decision');
  const bar = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>('all');
  // From the first picture on: all of them would flash by before those that one was led to.
  const [led, setLed] = useState(asked);
  const [count, setCount] = useState(AT_ONCE);
  const [payouts, setPayouts] = useState<ReadonlyMap<string, PayoutView>>(new Map());
  const [lines, setLines] = useState<ReadonlyMap<string, BankDeposit>>(new Map());
  useEffect(() => {
    if (asked === null) return;
    setLed(asked);
    setCount(AT_ONCE);
    if (bar.current !== null) scrollToPart(bar.current);
  }, [asked]);
  const names = new Map(page.payouts.map((each) => [each.key, payoutName(each, text)]));
  const nameOf = (key: string): string => names.get(key) ?? key;
  const listed = page.payouts.filter((each) => (led === null ? isShown(each, shown) : isAsked(each, led)));
  const letGo = (): void => {
    setPayouts(new Map());
    setLines(new Map());
  };
  return (
    <>
      <Sums page={page} />
      <div className={styles.bar} ref={bar}>
        <Segmented
          label={text('chain.shown')}
          value={shown}
          options={(['all', 'open', 'different'] as const).map((value) => ({
            value,
            label: text(`chain.shown-${value}`),
          }))}
          onChange={(next) => {
            setLed(null);
            setShown(next);
            setCount(AT_ONCE);
          }}
        />
        {led === null ? null : (
          <LedTo
            name={text('chain.led', {
              month: monthInSentence(led.month, text),
              state: text(`chain.state-${led.state}`),
            })}
            onEnd={() => setLed(null)}
          />
        )}
        <span className={ui.caption} data-testid="payout-count" data-value={listed.length}>
          {text('chain.count', { count: listed.length, shown: formats.count(listed.length) })}
        </span>
        <TableExport
          label={text('chain.export')}
          fileName={text('chain.title')}
          of={led ?? (shown === 'all' ? null : shown)}
          table={() => payoutsTable(listed, { text, formats, nameOf })}
          revision={page.revision}
        />
        <PayoutToleranceField />
      </div>
      <ActionFailure words={decisions.failed} />
      <PayoutLines
        payouts={listed.slice(0, count)}
        decisions={decisions}
        nameOf={nameOf}
        taken={payouts}
        onTake={(each) => setPayouts(toggled(payouts, each.key, each))}
      />
      <MoreLink left={listed.length - count} onMore={() => setCount(count + 5 * AT_ONCE)} />
      <OtherLines
        page={page}
        taken={lines}
        onTake={(each) => setLines(toggled(lines, each.identity, each))}
      />
      {payouts.size + lines.size === 0 ? null : (
        <PayoutsByHand
          payouts={[...payouts.values()]}
          lines={[...lines.values()]}
          decisions={decisions}
          onDone={letGo}
        />
      )}
    </>
  );
}

function toggled<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  const next = new Map(map);
  if (!next.delete(key)) next.set(key, value);
  return next;
}

/** In each currency, how much did not come, came otherwise, waits, or came from nobody knows where. */
function Sums({ page }: { readonly page: PayoutsPage }) {
  const text = useText();
  const formats = useFormats();
  const { bankDays, unexplained } = page;
  const of = (state: PayoutView['state']) =>
    page.payouts.filter((each) => each.state === state && !each.isExplained);
  const [missing, different, waiting] = [of('missing'), of('different'), of('waiting')];
  // Payouts that came together have one difference.
  const seen = new Set<string>();
  const cases = different.filter(({ key, together }) => {
    seen.add(key);
    return !together.some((other) => seen.has(other.key));
  });
  const sums = [
    ['missing', missing.length, sumsByCurrency(missing)],
    ['different', different.length, sumsByCurrency(cases.flatMap(({ differences }) => differences))],
    ['waiting', waiting.length, sumsByCurrency(waiting)],
    ['unexplained', unexplained.lines, unexplained.sums],
  ] as const;
  // Of several currencies each stands on a line of its own, below the first.
  const lines = sums.flatMap(([name, count, own]) =>
    own.map(({ currency, sum }, at) => ({
      ...{ name, currency, sum },
      count: at === 0 ? count : undefined,
      isOneOfSeveral: own.length > 1,
    })),
  );
  const columns: readonly Column<(typeof lines)[number]>[] = [
    {
      heading: text('chain.state'),
      value: ({ name, currency, isOneOfSeveral }) =>
        [text(`chain.${name}-sum`), ...(isOneOfSeveral ? [currencyName(currency, text)] : [])].join(' · '),
    },
    { heading: text('match.lines'), kind: 'count', value: 'count' },
    {
      heading: text('chain.amount'),
      kind: 'money',
      value: 'sum',
      figure: ({ name }) => ({ testId: `chain-${name}-sum` }),
    },
  ];
  return (
    <>
      <p className={ui.caption} data-testid="chain-bank-days">
        {bankDays === null
          ? text('chain.no-bank')
          : text('chain.bank-days', {
              from: formatDay(bankDays.from, formats.dates),
              to: formatDay(bankDays.to, formats.dates),
            })}
      </p>
      <ListTable
        name={text('chain.bank')}
        className={styles.sums}
        hasNoHead
        columns={columns}
        rows={lines}
        keyOf={({ name, currency }) => `${name} ${currency}`}
        line={({ name, currency, count }) => ({
          'data-testid': count === undefined ? `chain-${name}-beside` : `chain-${name}`,
          'data-currency': currency,
          'data-value': count,
        })}
      />
    </>
  );
}
