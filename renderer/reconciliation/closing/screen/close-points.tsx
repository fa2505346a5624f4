import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { openPoints } from '#renderer/reconciliation/month/model/close-points.ts';
import type { MonthStep, MonthWalk, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { signLine, stepLine, stepName, stepNumber } from '#renderer/reconciliation/parts/step-messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './closing.module.css';

type Step = MonthStep<WaivableStep>;

/** The steps before the close: how each stands, who signed it off, and why the month is closed with it open. */
export function ClosePoints(props: {
  readonly walk: MonthWalk;
  readonly reasons: { readonly [step: string]: string };
  readonly onReason: (step: WaivableStep, why: string) => void;
}) {
  const text = useText();
  const steps = props.walk.steps.filter((step): step is Step => step.id !== 'close');
  const open = new Set(openPoints(props.walk).map(({ id }) => id));
  return (
    <ListTable
      name={text('closing.checks')}
      className={styles.points}
      columns={useColumns(props, open)}
      rows={steps}
      keyOf={({ id }) => id}
      line={(step) => ({
        'data-testid': 'close-check',
        'data-check': step.id,
        'data-value': !open.has(step.id) ? 'yes' : step.state === 'blocked' ? 'unknown' : 'no',
      })}
    />
  );
}

function useColumns(
  { walk, reasons, onReason }: Parameters<typeof ClosePoints>[0],
  open: ReadonlySet<WaivableStep>,
): readonly Column<Step>[] {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const words = { text, formats };
  const toneOf = ({ id, state }: Step) =>
    !open.has(id) ? ui.good : state === 'blocked' ? undefined : ui.caution;
  return [
    {
      heading: text('closing.step'),
      value: ({ id }) => `${stepNumber(id)} ${stepName(id, text)}`,
      draw: ({ id }) => (
        <Button
          className={ui.smallLink}
          onClick={() => go('reconciliation', detailOf(partPlace(id, walk.month)))}
        >
          {stepNumber(id)} {stepName(id, text)}
        </Button>
      ),
    },
    {
      heading: text('closing.state'),
      value: (step) => stepLine(step, walk, words),
      draw: (step) => <span className={classNames(ui.tag, toneOf(step))}>{stepLine(step, walk, words)}</span>,
    },
    { heading: text('exception.amount'), kind: 'money', value: 'amount' },
    {
      heading: text('closing.sign'),
      value: ({ sign }) => signLine(sign, words),
      draw: ({ sign }) => (
        <span className={sign.state === 'fallen' ? styles.fallen : ui.faint}>{signLine(sign, words)}</span>
      ),
    },
    {
      heading: text('closing.reason'),
      cell: { className: styles.reason },
      value: ({ id }) => (open.has(id) ? (reasons[id] ?? '') : null),
      draw: ({ id }) =>
        open.has(id) ? (
          <span className={ui.field}>
            <input
              type="text"
              data-testid="close-reason"
              data-step={id}
              aria-label={text('closing.reason-of', { step: stepName(id, text) })}
              placeholder={text('closing.reason-asked')}
              required
              value={reasons[id] ?? ''}
              maxLength={1000}
              onChange={(event) => onReason(id, event.target.value)}
            />
          </span>
        ) : null,
    },
  ];
}
