import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { payoutName } from '#renderer/features/chain/payout-messages.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { usePayouts } from '#renderer/features/payouts/use-payouts.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { sumsByCurrency, UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { LedTo } from '#renderer/reconciliation/parts/led-to.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type PayoutsAsk, scrollToPart } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { useDecisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import { bankLinesOfMonth } from '#renderer/reconciliation/payouts/model/bank-lines-of-month.ts';
import { distinctCases } from '#renderer/reconciliation/payouts/model/payout-cases.ts';
import type {
  BankDeposit,
  BankLines,
  CurrencyAmount,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import { OtherLines } from './other-lines.tsx';
import { PayoutLines, payoutsTable } from './payout-lines.tsx';
import { PayoutToleranceField } from './payout-tolerance-field.tsx';
import { PayoutsByHand } from './payouts-by-hand.tsx';
import styles from './settlements.module.css';

const AT_ONCE = 20;
const SHOWN = ['all', 'open', 'different'] as const;
type Shown = (typeof SHOWN)[number];
const shownSchema = z.enum(SHOWN);
const ALL: Shown = 'all';

const isAsked = ({ day, state, isExplained }: PayoutView, asked: PayoutsAsk): boolean =>
  day !== null && monthOf(day) === asked.month && state === asked.state && !isExplained;

const isShown = ({ state }: PayoutView, shown: Shown): boolean =>
  shown === 'all' ||
  (shown === 'different' ? state === 'different' : state === 'missing' || state === 'waiting');

const isOf = ({ day }: PayoutView, month: Month): boolean => day !== null && monthOf(day) === month;

type PayoutsProps = {
  /** What one was led to; another object each time. */
  readonly asked: PayoutsAsk | null;
  /** The month whose payouts alone are listed to begin with; absent: all. */
  readonly month?: Month | null;
};

/** Payouts of marketplaces, and the amounts that the bank got of them. */
export function PayoutsTable({ asked, month = null }: PayoutsProps) {
  const text = useText();
  const answer = usePayouts();
  return (
    <section
      className={classNames(ui.section, styles.chain)}
      aria-label={text('chain.title')}
      data-testid="chain"
    >
      <header>
        <h2>{text('chain.title')}</h2>
        <span className={ui.note}>{text('chain.note')}</span>
      </header>
      <Answered answer={answer} loading={text('chain.loading')} testId="chain-answer">
        {(page) =>
          page.payouts.length === 0 && page.bankDays === null ? (
            <p className={ui.hint}>{text('chain.none')}</p>
          ) : (
            <Payouts page={page} asked={asked} month={month} />
          )
        }
      </Answered>
    </section>
  );
}

/** Long, for what is taken and what is listed are of one page. */
function Payouts({ page, asked, month }: { readonly page: PayoutsPage } & Required<PayoutsProps>) {
  const text = useText();
  const formats = useFormats();
  const decisions = useDecisions('payout-decision');
  const bar = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useScreenState('reconciliation.payouts', shownSchema, ALL);
  const [ownMonth, setOwnMonth] = useState(month);
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
  const ofMonth =
    led !== null || ownMonth === null ? page.payouts : page.payouts.filter((each) => isOf(each, ownMonth));
  const listed = ofMonth.filter((each) => (led === null ? isShown(each, shown) : isAsked(each, led)));
  const unexplained =
    led !== null || ownMonth === null ? page.unexplained : bankLinesOfMonth(page.unexplained, ownMonth);
  const letGo = (): void => {
    setPayouts(new Map());
    setLines(new Map());
  };
  return (
    <>
      <Sums bankDays={page.bankDays} payouts={ofMonth} unexplained={unexplained} />
      <div className={styles.bar} ref={bar}>
        <Segmented
          label={text('chain.shown')}
          value={shown}
          options={SHOWN.map((value) => ({
            value,
            label: text(`chain.shown-${value}`),
          }))}
          onChange={(next) => {
            setLed(null);
            setShown(next);
            setCount(AT_ONCE);
          }}
        />
        {led === null ? (
          ownMonth === null ? null : (
            <LedTo
              name={text('chain.of-month', { month: monthInSentence(ownMonth, text) })}
              onEnd={() => {
                setOwnMonth(null);
                setCount(AT_ONCE);
              }}
            />
          )
        ) : (
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
          of={led ?? (shown === ALL && ownMonth === null ? null : { shown, month: ownMonth })}
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
        unexplained={unexplained}
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

/** Settlements of the rows name no currency: they are of the accounts in view, which have one. */
const sumsIn = (code: string | null, all: readonly CurrencyAmount[]) =>
  sumsByCurrency(
    all.map(({ amount, currency }) => ({ amount, currency: currency || (code ?? UNNAMED_CURRENCY) })),
  );

/** In each currency, how much did not come, came otherwise, waits, or came from nobody knows where. */
function Sums(props: {
  readonly bankDays: PayoutsPage['bankDays'];
  readonly payouts: readonly PayoutView[];
  readonly unexplained: BankLines;
}) {
  const text = useText();
  const formats = useFormats();
  const { bankDays, unexplained } = props;
  const { code } = useCurrency();
  const of = (state: PayoutView['state']) =>
    props.payouts.filter((each) => each.state === state && !each.isExplained);
  const [missing, different, waiting] = [of('missing'), of('different'), of('waiting')];
  // Payouts that came together have one difference.
  const cases = distinctCases(different);
  const sumsOf = (all: readonly CurrencyAmount[]) => sumsIn(code, all);
  const sums = [
    ['missing', missing.length, sumsOf(missing)],
    ['different', different.length, sumsOf(cases.flatMap(({ differences }) => differences))],
    ['waiting', waiting.length, sumsOf(waiting)],
    ['unexplained', unexplained.lines, unexplained.sums],
  ] as const;
  // Of several currencies each has a figure of its own, below the first.
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
      <ul className={styles.sums} aria-label={text('chain.bank')}>
        {sums.map(([name, count, own]) => (
          <li key={name}>
            <span>{text(`chain.${name}-sum`)}</span>
            {own.map(({ currency, sum }, at) => (
              <span
                key={currency}
                data-testid={at === 0 ? `chain-${name}` : `chain-${name}-beside`}
                data-currency={currency}
                data-value={at === 0 ? count : undefined}
              >
                <Figure
                  value={sum}
                  kind="money"
                  places={formats.places(own.map((each) => each.sum))}
                  testId={`chain-${name}-sum`}
                />{' '}
                <small>
                  {[
                    ...(own.length > 1 ? [currencyName(currency, text)] : []),
                    ...(at === 0 && count > 0 ? [formats.count(count)] : []),
                  ].join(' · ')}
                </small>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
