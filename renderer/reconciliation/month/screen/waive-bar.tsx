import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { StepPart, WaivableStep, Waiver } from '#renderer/reconciliation/month/model/month-steps.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { useWaiving } from './use-waiving.ts';
import styles from './waive-bar.module.css';

/** What the user said of a step as a whole: that it is not needed; what was said of another figure is asked again. */
export function WaiveBar(props: {
  readonly month: Month;
  readonly step: WaivableStep;
  readonly parts: readonly StepPart[];
}) {
  const text = useText();
  const { parts } = props;
  const waiving = useWaiving(props.month, props.step);
  const open = parts.filter(({ state }) => state === 'open' || state === 'blocked');
  const waived = parts.filter(({ waiver }) => waiver !== null);
  const fallen = parts.filter((part) => part.fallen !== null);
  if (open.length + waived.length + fallen.length === 0) return null;
  return (
    <div className={styles.bar} data-testid="month-waive-bar" data-value={waived.length}>
      {fallen.map((part) => (
        <p
          key={nameOf(part, text('month.all-accounts'))}
          className={classNames(ui.tag, ui.caution)}
          data-testid="month-fallen"
        >
          <Said part={part} waiver={part.fallen} id="month.fallen" />
        </p>
      ))}
      {waived.map((part) => (
        <p key={nameOf(part, text('month.all-accounts'))} className={ui.caption} data-testid="month-waived">
          <Said part={part} waiver={part.waiver} id="month.waived-by" />
        </p>
      ))}
      {open.length === 0 ? null : (
        <Button
          className={ui.smallLink}
          data-testid="month-waive"
          title={text('month.waive-title')}
          disabled={waiving.busy}
          onClick={() => waiving.waive(parts)}
        >
          {text('month.waive', { count: open.length })}
        </Button>
      )}
      {waived.length === 0 ? null : (
        <Button
          className={ui.smallLink}
          data-testid="month-unwaive"
          disabled={waiving.busy}
          onClick={() => waiving.unwaive(waived)}
        >
          {text('month.unwaive')}
        </Button>
      )}
      <ActionFailure words={waiving.failed} />
    </div>
  );
}

const nameOf = ({ account }: Pick<StepPart, 'account'>, all: string): string =>
  account === null ? all : `${account.canal} · ${account.cuenta}`;

function Said(props: {
  readonly part: StepPart;
  readonly waiver: Waiver | null;
  readonly id: 'month.fallen' | 'month.waived-by';
}) {
  const text = useText();
  const formats = useFormats();
  const { waiver, part } = props;
  if (waiver === null) return null;
  const { amount } = waiver.said;
  return (
    <span>
      {text(props.id, {
        account: nameOf(part, text('month.all-accounts')),
        owner: waiver.owner === '' ? text('closing.nobody') : waiver.owner,
        date: formatMoment(machineLocal(waiver.atMs), formats.dates),
        count: waiver.said.count,
      })}
      {amount === null ? null : (
        <>
          {' '}
          <Figure value={amount} kind="money" places={formats.places([amount])} signed />
        </>
      )}
    </span>
  );
}
