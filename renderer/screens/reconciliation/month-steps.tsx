import { useAllCurrencies } from '#renderer/features/currency/currency.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { MonthStep, MonthStepId, MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  signLine,
  stepFigure,
  stepLine,
  stepName,
  stepNumber,
} from '#renderer/reconciliation/parts/step-messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import styles from './month-steps.module.css';

/** The steps of a month, each with its state, why it has it, and its figure. `walk`: null while it is not known. */
export function MonthSteps(props: {
  readonly walk: MonthWalk | null;
  /** Null: a tool beside them is shown. */
  readonly shown: MonthStepId | null;
  readonly name: string;
  readonly hrefOf: (step: MonthStepId) => string;
  readonly onGo: (step: MonthStepId) => void;
}) {
  const text = useText();
  const { walk } = props;
  return (
    <nav className={styles.steps} aria-label={props.name} aria-busy={walk === null}>
      <ol>
        {STEP_IDS.map((id) => (
          <li key={id}>
            <Step
              id={id}
              step={walk?.steps.find((each) => each.id === id) ?? null}
              walk={walk}
              isShown={props.shown === id}
              href={props.hrefOf(id)}
              onGo={() => props.onGo(id)}
            />
          </li>
        ))}
      </ol>
      <ul className={styles.legend} aria-hidden="true">
        {(['done', 'open', 'blocked'] as const).map((state) => (
          <li key={state} data-state={state}>
            <Mark state={state} number={null} />
            {text(`month.state-${state}`)}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Who signed stands in the place of why it holds; that this has fallen, in the place of whatever it is. */
const isSignShown = (step: MonthStep | null): boolean =>
  step !== null &&
  (step.sign.state === 'fallen' ||
    (step.sign.state === 'signed' && (step.state === 'done' || step.state === 'waived')));

function Step(props: {
  readonly id: MonthStepId;
  readonly step: MonthStep | null;
  readonly walk: MonthWalk | null;
  readonly isShown: boolean;
  readonly href: string;
  readonly onGo: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { id, step, walk } = props;
  const allCurrencies = useAllCurrencies();
  // The source counts the rows of all accounts; all else is of the currency in view.
  const ofAll = id === 'data' && step !== null ? allCurrencies : '';
  const told = step === null || walk === null ? null : stepLine(step, walk, { text, formats });
  const signed = step === null ? '' : signLine(step.sign, { text, formats });
  const brief = () => {
    if (step === null || walk === null) return null;
    const words = { text, formats };
    return isSignShown(step) ? signLine(step.sign, words, true) : stepLine(step, walk, words, true);
  };
  const figure = step === null ? null : stepFigure(step);
  return (
    <a
      className={styles.step}
      href={props.href}
      data-testid="month-step"
      data-step={id}
      data-state={step?.state ?? ''}
      data-reason={step?.reason ?? ''}
      data-value={step?.amount ?? ''}
      data-count={step?.count ?? ''}
      aria-current={props.isShown ? 'step' : undefined}
      data-sign={step?.sign.state ?? ''}
      title={[told ?? '', ofAll, signed].filter((each) => each !== '').join('\n')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        props.onGo();
      }}
    >
      <Mark state={step?.state ?? 'blocked'} number={stepNumber(id)} />
      <span className={styles.name}>
        {stepNumber(id)} {stepName(id, text)}
      </span>
      {step === null ? null : <i className={ui.visuallyHidden}>, {text(`month.state-${step.state}`)}. </i>}
      <span className={styles.figure}>
        {figure === null ? (
          step === null ? null : (
            '—'
          )
        ) : figure.of === undefined ? (
          <Figure
            value={figure.value}
            kind={figure.kind}
            places={figure.kind === 'money' ? formats.places(step?.amount == null ? [] : [step.amount]) : 0}
            signed={figure.isSigned}
          />
        ) : (
          text('month.count-of', { count: formats.figure(figure.value), of: formats.count(figure.of) })
        )}
      </span>
      <span className={styles.line}>{[brief() ?? '', ofAll].filter((each) => each !== '').join(' · ')}</span>
    </a>
  );
}

function Mark({ state, number }: { readonly state: MonthStep['state']; readonly number: number | null }) {
  return (
    <i className={classNames(styles.mark, styles[state])} aria-hidden="true">
      {state === 'done' ? <Icon name="check" small /> : state === 'waived' ? '–' : number}
    </i>
  );
}
