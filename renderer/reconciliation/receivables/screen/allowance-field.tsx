import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { isOfThese, proposedAllowance } from '#renderer/reconciliation/receivables/model/allowance.ts';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './receivables.module.css';
import type { useAllowances } from './use-allowances.ts';

/**
 * The allowance of one account: what was set, where that still is of these figures, or what is proposed, to set. Long, for both
 * stand in one place.
 */
export function AllowanceField(props: {
  readonly line: ReceivableLine;
  readonly allowances: ReturnType<typeof useAllowances>;
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const { line, allowances, places } = props;
  const { canal, cuenta, ages } = line;
  const said = allowances.of(canal, cuenta);
  const account = accountName({ Canal: canal, Cuenta: cuenta }, text);
  if (said !== null && typed === null) {
    const holds = isOfThese(said, ages);
    return (
      <span className={styles.allowance} data-testid="receivable-allowance" data-holds={holds}>
        <Figure value={said.amount} kind="money" places={places} testId="receivable-allowance-set" />
        {holds ? null : <span className={ui.caption}>{text('receivable.allowance-fallen')}</span>}
        <Button
          className={ui.smallLink}
          aria-label={text('receivable.allowance-change-of', { account })}
          onClick={() => setTyped('')}
        >
          {text('receivable.allowance-change')}
        </Button>
        <Button
          className={ui.smallLink}
          disabled={allowances.busy}
          aria-label={text('receivable.allowance-withdraw-of', { account })}
          onClick={() => void allowances.withdraw(canal, cuenta)}
        >
          {text('receivable.allowance-withdraw')}
        </Button>
      </span>
    );
  }
  const read =
    typed === null || typed.trim() === '' ? proposedAllowance(ages) : readAmount(typed, formats.numbers);
  return (
    <form
      className={styles.allowance}
      onSubmit={(event) => {
        event.preventDefault();
        if (read === undefined) return;
        setTyped(null);
        void allowances.set(canal, cuenta, read, ages);
      }}
    >
      <span className={ui.field}>
        <input
          type="text"
          inputMode="decimal"
          data-testid="receivable-allowance-input"
          aria-label={text('receivable.allowance-of', { account })}
          aria-invalid={read === undefined}
          placeholder={formats.hidesAmounts ? '' : formats.money(proposedAllowance(ages), places)}
          value={typed ?? ''}
          onChange={({ target }) => setTyped(target.value)}
        />
      </span>
      <Button
        type="submit"
        className={ui.smallLink}
        disabled={read === undefined || allowances.busy}
        title={read === undefined ? text('receivable.allowance-first') : undefined}
      >
        {text('receivable.allowance-set')}
      </Button>
    </form>
  );
}
