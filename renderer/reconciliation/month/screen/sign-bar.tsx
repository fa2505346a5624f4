import { useId } from 'react';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { MonthStep, StepPart, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './sign-bar.module.css';
import { useSigning } from './use-signing.ts';

type Step = MonthStep<WaivableStep>;

/** Who signed a step off, and of what; a sign-off whose figure moved keeps all of it, and is asked again. */
export function SignBar(props: {
  readonly month: Month;
  readonly step: Step;
  readonly parts: readonly StepPart[];
  /** Keys of what was signed in accounts that the step has no part in by now. */
  readonly gone: readonly string[];
}) {
  const text = useText();
  const { month, step } = props;
  const signing = useSigning(month, props);
  const lacksId = useId();
  const { state } = step.sign;
  const isSignable = step.state !== 'blocked' && props.parts.length > 0;
  if (!isSignable && state === 'none') return null;
  const isAsked = state !== 'signed' && isSignable;
  return (
    <div className={styles.bar} data-testid="month-sign" data-step={step.id} data-state={state}>
      <Said step={step} />
      {isAsked ? (
        <>
          <OwnerField testId="sign-owner" />
          <Button
            className={classNames(ui.button, ui.smallButton)}
            data-testid="sign-step"
            title={text('month.sign-title')}
            disabled={signing.busy || !signing.hasName}
            aria-describedby={lacksId}
            onClick={signing.sign}
          >
            {text(state === 'fallen' ? 'month.sign-again' : 'month.sign')}
          </Button>
          <span id={lacksId} className={ui.caption} role="status" data-testid="sign-lacks">
            {signing.hasName ? '' : text('month.sign-lacks')}
          </span>
        </>
      ) : null}
      {step.sign.last === null ? null : (
        <Button
          className={ui.smallLink}
          data-testid="unsign-step"
          disabled={signing.busy}
          onClick={signing.unsign}
        >
          {text('month.unsign')}
        </Button>
      )}
      <ActionFailure words={signing.failed} />
    </div>
  );
}

function Said({ step: { id, sign } }: { readonly step: Step }) {
  const text = useText();
  const formats = useFormats();
  const { state, last } = sign;
  if (last === null) {
    return state === 'by-itself' ? (
      <span className={classNames(ui.tag, ui.good)} data-testid="month-by-itself">
        {text('month.by-itself')}
      </span>
    ) : null;
  }
  const { count, of, amount } = last.step;
  const counted =
    count === 0
      ? formats.count(of)
      : text('month.count-of', { count: formats.count(count), of: formats.count(of) });
  const shown = {
    owner: last.owner === '' ? text('closing.nobody') : last.owner,
    date: formatMoment(machineLocal(last.atMs), formats.dates),
  };
  return (
    <span
      className={classNames(ui.tag, state === 'fallen' ? ui.caution : ui.good)}
      data-testid={state === 'fallen' ? 'month-sign-fallen' : 'month-signed'}
    >
      <span>
        {text(state === 'fallen' ? 'month.sign-fallen-with' : 'month.signed-with', shown)}{' '}
        {amount === null ? (
          <span data-value={count === 0 ? of : count}>{counted}</span>
        ) : (
          <Figure
            value={amount}
            kind="money"
            places={formats.places([amount])}
            signed={id === 'differences'}
          />
        )}
      </span>
    </span>
  );
}
