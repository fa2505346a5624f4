import { useState } from 'react';
import { suggestionWords } from '#renderer/features/chain/payout-messages.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { DecisionButtons, SuggestionButtons } from '#renderer/reconciliation/parts/decision-buttons.tsx';
import { FallenSayings } from '#renderer/reconciliation/parts/fallen-sayings.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { keyOfSides, sidesFrom } from '#renderer/reconciliation/parts/sides.ts';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type {
  PayoutSuggestionView,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { BankLines } from './bank-lines.tsx';
import styles from './settlements.module.css';

type DetailProps = {
  readonly payout: PayoutView;
  readonly places: number;
  readonly decisions: Decisions;
  /** A payout's name by its key. */
  readonly nameOf: (key: string) => string;
};

/** The bank lines of a payout, what may be one, and what the user says of it. */
export function PayoutDetail({ payout, places, decisions, nameOf }: DetailProps) {
  const text = useText();
  return (
    <div className={styles.detail} data-testid="payout-detail">
      {payout.deposits.length === 0 ? null : (
        <BankLines name={text('chain.bank-lines')} lines={payout.deposits} testId="payout-bank-line" />
      )}
      {payout.suggestions.map((suggestion) => (
        <Suggested
          key={keyOfSides(sidesOf(suggestion))}
          suggestion={suggestion}
          places={places}
          decisions={decisions}
          nameOf={nameOf}
        />
      ))}
      <FallenSayings testId="payout-fallen" sayings={payout.fallen} decisions={decisions} />
      <Say payout={payout} decisions={decisions} />
    </div>
  );
}

const sidesOf = ({ payouts, deposits }: Pick<PayoutSuggestionView, 'payouts' | 'deposits'>) =>
  sidesFrom(deposits, payouts);

function Suggested(props: {
  readonly suggestion: PayoutSuggestionView;
  readonly places: number;
  readonly decisions: Decisions;
  readonly nameOf: (key: string) => string;
}) {
  const text = useText();
  const formats = useFormats();
  const { suggestion, decisions } = props;
  return (
    <div className={styles.suggested} data-testid="payout-suggestion" data-value={suggestion.remains}>
      <BankLines name={text('match.suggested')} lines={suggestion.deposits} testId="suggested-bank-line" />
      <div className={styles.bar}>
        <span>
          {text('chain.suggestion', {
            lines: text('chain.lines-count', {
              count: suggestion.deposits.length,
              shown: formats.count(suggestion.deposits.length),
            }),
            payouts: suggestion.payouts.map(({ key }) => props.nameOf(key)).join(', '),
            why: suggestionWords(suggestion, { text, formats }),
          })}{' '}
          {text('match.would-remain')}{' '}
          <Figure value={suggestion.remains} kind="money" places={props.places} signed />
        </span>
        <SuggestionButtons testId="payout-suggestion" sides={sidesOf(suggestion)} decisions={decisions} />
      </div>
    </div>
  );
}

/** A note to what differs or is not there; that what was matched belongs apart; the orders of its settlement. */
function Say({ payout, decisions }: Pick<DetailProps, 'payout' | 'decisions'>) {
  const text = useText();
  const open = useOpenOrders();
  const sides = sidesFrom(payout.deposits, [payout, ...payout.together]);
  const [note, setNote] = useState(decisions.decisions?.get(keyOfSides(sides))?.note ?? '');
  const { settlement, accounts } = payout;
  return (
    <div className={styles.bar}>
      {payout.state === 'arrived' ? null : (
        <>
          <span className={classNames(ui.field, styles.note)}>
            <input
              data-testid="payout-note"
              aria-label={text('exception.note')}
              placeholder={text('exception.note')}
              maxLength={10_000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </span>
          <OwnerField testId="payout-owner" />
        </>
      )}
      <DecisionButtons
        testId="payout"
        sides={sides}
        note={note}
        decisions={decisions}
        mayExplain={payout.state !== 'arrived'}
        mayKeep={false}
        mayPart={sides.lines.length > 0 && payout.by !== 'decision'}
      />
      {settlement === null ? null : (
        <Button
          className={ui.smallLink}
          data-testid="payout-orders"
          onClick={() =>
            open({
              only: [
                { type: 'clear' },
                { type: 'set-period', period: null },
                onlyWith('N° de Liquidación', settlement),
                ...(accounts.length === 1 && accounts[0] !== undefined
                  ? [onlyWith('Canal', accounts[0].canal), onlyWith('Cuenta', accounts[0].cuenta)]
                  : []),
              ],
              by: 'Rentabilidad Marketplace',
            })
          }
        >
          {text('chain.to-orders')}
        </Button>
      )}
    </div>
  );
}
