import { useId, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './matches.module.css';

/** Both limits: what either of them allows is within. A mistake is said, and changes nothing. */
export function ToleranceForm(props: {
  readonly tolerance: Tolerance;
  readonly onChange: (tolerance: Tolerance) => void;
}) {
  const text = useText();
  const { tolerance, onChange } = props;
  return (
    <fieldset className={styles.tolerance}>
      <legend className={ui.visuallyHidden}>{text('match.tolerance')}</legend>
      {(['absolute', 'percent'] as const).map((part) => (
        <Limit
          key={part}
          part={part}
          value={tolerance[part]}
          onChange={(value) => onChange({ ...tolerance, [part]: value })}
        />
      ))}
    </fieldset>
  );
}

function Limit(props: {
  readonly part: 'absolute' | 'percent';
  readonly value: Decimal;
  readonly onChange: (value: Decimal) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const mistakeId = useId();
  const { part, value, onChange } = props;
  // Null: nothing is being typed, and the field shows what counts, whoever changed it.
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const read =
    typed === null ? value : typed.trim() === '' ? ('0' as Decimal) : readAmount(typed, formats.numbers);
  const isGood = read !== undefined && !read.startsWith('-');
  const mistake = wasLeft && !isGood;
  const leave = (): void => {
    setWasLeft(!isGood);
    if (!isGood) return;
    setTyped(null);
    if (read !== value) onChange(read);
  };
  return (
    <label>
      <span>{text(`match.tolerance-${part}`)}</span>
      <span className={classNames(styles.limit, mistake ? ui.invalidField : ui.field)}>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? value.replace('.', formats.numbers.decimal)}
          data-testid={`match-tolerance-${part}`}
          data-value={value}
          aria-invalid={mistake}
          aria-describedby={mistake ? mistakeId : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
        />
      </span>
      {mistake ? (
        <span id={mistakeId} role="alert" className={classNames(ui.negative, ui.tiny)}>
          {text('match.tolerance-mistake')}
        </span>
      ) : null}
    </label>
  );
}
