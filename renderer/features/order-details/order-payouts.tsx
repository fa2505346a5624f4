import { type ReactNode, useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { PAYOUT_TONES, payoutName, payoutWhy } from '#renderer/features/chain/payout-messages.ts';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { bankName } from '#renderer/features/payouts/bank-names.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  OrderPayouts as Chain,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { identityCells, type OrderPart } from './order-data.ts';
import styles from './order-details.module.css';

/** Settlement → statement → bank: where the money of the order is, each step with its figure; what is not known is said. */
export function OrderPayouts({ order, places }: OrderPart) {
  const text = useText();
  const day = todayHere();
  const [tolerance] = usePayoutTolerance();
  const input = useMemo(() => ({ identity: identityCells(order), day, tolerance }), [order, day, tolerance]);
  const { output } = useLiveQuery('order-chain', input, (call, asked, slot) =>
    call.readOrderPayouts({ ...asked, slot }),
  );
  if (output === null) return null;
  const part = { chain: output, places };
  return (
    <section data-testid="order-chain" aria-label={text('chain.order')}>
      <h3>{text('chain.order')}</h3>
      <ol className={styles.steps}>
        <Settlements {...part} />
        <Statement {...part} />
        <Bank {...part} />
      </ol>
    </section>
  );
}

type StepPart = { readonly chain: Chain; readonly places: number };

function Step(props: {
  readonly name: 'settlement' | 'statement' | 'bank';
  readonly state: string;
  readonly children: ReactNode;
}) {
  const text = useText();
  return (
    <li data-testid="chain-step" data-value={props.name} data-state={props.state}>
      <b>{text(`chain.step-${props.name}`)}</b>
      <span>{props.children}</span>
    </li>
  );
}

function Settlements({ chain: { settlements }, places }: StepPart) {
  const text = useText();
  const formats = useFormats();
  if (settlements.length === 0) {
    return (
      <Step name="settlement" state="unknown">
        {text('chain.order-unsettled')}
      </Step>
    );
  }
  return (
    <Step name="settlement" state="known">
      {settlements.map(({ settlement, amount, whole }) => (
        <span key={settlement} className={styles.fragment}>
          {settlement} <Figure value={amount} kind="money" places={places} />{' '}
          <span className={ui.faint}>
            {text('chain.order-of-whole', { whole: formats.money(whole, places) })}
          </span>
        </span>
      ))}
    </Step>
  );
}

function Statement({ chain: { statement, hasStatements }, places }: StepPart) {
  const text = useText();
  const formats = useFormats();
  if (statement === null) {
    return (
      <Step name="statement" state="unknown">
        {text(hasStatements ? 'chain.order-not-in-statement' : 'chain.order-no-statements')}
      </Step>
    );
  }
  const { kind, state, amounts, orders, files, isExplained } = statement;
  const named = (currency: string) => (amounts.length < 2 ? '' : ` ${currencyName(currency, text)}`);
  const isSame = state === 'same';
  return (
    <Step name="statement" state={state}>
      {amounts.map(({ currency, statementAmount }) => (
        <span key={currency} className={styles.fragment}>
          <Figure value={statementAmount} kind="money" places={places} />
          {named(currency)}{' '}
        </span>
      ))}
      <span className={classNames(ui.tag, isSame ? ui.good : ui.caution)}>
        {isSame
          ? text('chain.order-same')
          : text('chain.order-differs', {
              amount: amounts
                .map(({ currency, difference }) => formats.exact(difference) + named(currency))
                .join(' · '),
            })}
      </span>{' '}
      <span className={ui.faint}>
        {[
          text(`statement-import.kind-${kind}`),
          ...files,
          ...(orders > 1 ? [text('chain.order-together', { count: orders })] : []),
          ...(isExplained ? [text('match.explained')] : []),
        ].join(' · ')}
      </span>
    </Step>
  );
}

function Bank({ chain: { payouts }, places }: StepPart) {
  const text = useText();
  if (payouts.length === 0) {
    return (
      <Step name="bank" state="unknown">
        {text('chain.order-no-payout')}
      </Step>
    );
  }
  return (
    <Step name="bank" state={payouts[0]?.state ?? 'unknown'}>
      {payouts.map((payout) => (
        <PayoutStep key={payout.key} payout={payout} places={places} />
      ))}
    </Step>
  );
}

function PayoutStep({ payout, places }: { readonly payout: PayoutView; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { state, came, amount, deposits } = payout;
  const [line] = deposits;
  const why = payoutWhy(payout, { text, formats });
  return (
    <span className={styles.fragment}>
      <Figure value={came ?? amount} kind="money" places={places} />{' '}
      <span className={classNames(ui.tag, PAYOUT_TONES[state])}>{text(`chain.state-${state}`)}</span>{' '}
      <span className={ui.faint}>
        {[
          ...(line === undefined
            ? []
            : [line.day === null ? '—' : formatDay(line.day, formats.dates), bankName(line)]),
          payoutName(payout, text),
          ...(why === '' ? [] : [why]),
        ].join(' · ')}
      </span>
    </span>
  );
}
