import { useState } from 'react';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './settlements.module.css';

/** Up to which difference a payout counts as arrived. What is no amount is marked, and changes nothing. */
export function PayoutToleranceField() {
  const text = useText();
  const formats = useFormats();
  const [tolerance, setTolerance] = usePayoutTolerance();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = tolerance.replace('.', formats.numbers.decimal);
  const read = typed === null || typed.trim() === '' ? tolerance : readAmount(typed, formats.numbers);
  const isGood = read !== undefined && !read.startsWith('-');
  const leave = (): void => {
    if (!isGood) return;
    setTyped(null);
    if (read !== tolerance) setTolerance(read);
  };
  return (
    <label className={styles.tolerance}>
      <span>{text('chain.tolerance')}</span>
      <span className={classNames(styles.limit, isGood ? ui.field : ui.invalidField)}>
        <input
          inputMode="decimal"
          autoComplete="off"
          data-testid="payout-tolerance"
          data-value={tolerance}
          title={text('chain.tolerance-about')}
          aria-invalid={!isGood}
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
        />
      </span>
    </label>
  );
}
