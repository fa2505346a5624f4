import { useId, useState } from 'react';
import { isAmount, isLimit, MARGIN_LIMITS } from '#renderer/features/exceptions/thresholds.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  ANOMALY_KINDS,
  type AnomalyThresholds,
  DEFAULT_THRESHOLDS,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './anomalies.module.css';

/** From when on each kind is reported. What is typed counts as soon as it can be read. */
export function ThresholdsForm(props: {
  readonly thresholds: AnomalyThresholds;
  readonly onChange: (thresholds: AnomalyThresholds) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { thresholds, onChange } = props;
  // Fields are typed anew where all of them are set back.
  const [resets, setResets] = useState(0);
  const { amounts } = thresholds;
  return (
    <fieldset className={styles.thresholds} key={resets}>
      <legend className={ui.visuallyHidden}>{text('anomaly.thresholds')}</legend>
      {ANOMALY_KINDS.map((kind) => (
        <ThresholdField
          key={kind}
          label={text('anomaly.least', { kind: text(`anomaly.kind.${kind}`) })}
          value={formats.figure(amounts[kind])}
          testId={`anomaly-least-${kind}`}
          onTyped={(typed) => {
            const amount = readAmount(typed, formats.numbers);
            if (amount === undefined || !isAmount(amount)) return false;
            onChange({ ...thresholds, amounts: { ...amounts, [kind]: amount } });
            return true;
          }}
        />
      ))}
      {MARGIN_LIMITS.map((limit) => (
        <ThresholdField
          key={limit}
          label={text(`anomaly.limit.${limit}`)}
          value={String(thresholds[limit])}
          testId={`anomaly-limit-${limit}`}
          onTyped={(typed) => {
            const value = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
            if (!isLimit(limit, value)) return false;
            onChange({ ...thresholds, [limit]: value });
            return true;
          }}
        />
      ))}
      <Button
        className={ui.smallButton}
        data-testid="anomaly-reset"
        onClick={() => {
          onChange(DEFAULT_THRESHOLDS);
          setResets(resets + 1);
        }}
      >
        {text('anomaly.reset')}
      </Button>
    </fieldset>
  );
}

function ThresholdField(props: {
  readonly label: string;
  readonly value: string;
  readonly testId: string;
  /** False where it cannot be read. */
  readonly onTyped: (typed: string) => boolean;
}) {
  const text = useText();
  const [typed, setTyped] = useState(props.value);
  const [isRead, setIsRead] = useState(true);
  const errorId = useId();
  return (
    <label className={styles.threshold}>
      <span>{props.label}</span>
      <span className={isRead ? ui.field : classNames(ui.field, ui.invalidField)}>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          data-testid={props.testId}
          aria-invalid={!isRead}
          aria-describedby={isRead ? undefined : errorId}
          onChange={({ target }) => {
            setTyped(target.value);
            setIsRead(props.onTyped(target.value));
          }}
        />
      </span>
      {isRead ? null : (
        <span id={errorId} role="alert" className={classNames(ui.negative, ui.tiny)}>
          {text('anomaly.unreadable')}
        </span>
      )}
    </label>
  );
}
