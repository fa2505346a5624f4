import { type ReactNode, useEffect } from 'react';
import { useGuide } from '#renderer/features/demo-company/guide.ts';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { type MonthStepId, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { stepName, stepNumber } from '#renderer/reconciliation/parts/step-messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './guide-strip.module.css';
import type { useMonths } from './use-months.ts';

type Guide = NonNullable<ReturnType<typeof useGuide>>;

/** The guided first close of the demo company, over the place one is at. */
export function GuideStrip(props: {
  /** Null: no month is in view. */
  readonly month: Month | null;
  /** Null: none is in view. */
  readonly at: MonthStepId | null;
  readonly months: ReturnType<typeof useMonths>;
}) {
  const guide = useGuide();
  if (guide === null || guide.state === 'left') return null;
  const isClosed = (props.months.walkOf(guide.month)?.close.state ?? 'open') !== 'open';
  const at = props.month === guide.month ? props.at : null;
  if (guide.state === 'offered') return isClosed ? null : <Offer guide={guide} />;
  if (isClosed && (at === null || at === 'close')) return <End guide={guide} />;
  return <Walk guide={guide} at={at} />;
}

function Strip(props: {
  readonly title: string;
  readonly words: string;
  readonly step: MonthStepId | '';
  readonly children: ReactNode;
}) {
  const text = useText();
  return (
    <aside
      className={styles.strip}
      aria-label={text('guide.title')}
      data-testid="guide"
      data-step={props.step}
    >
      <p>
        <b>{props.title}</b> {props.words}
      </p>
      <span className={styles.buttons}>{props.children}</span>
    </aside>
  );
}

function Press(props: {
  readonly testId: string;
  readonly words: string;
  readonly isQuiet?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      className={classNames(ui.smallButton, props.isQuiet === true ? ui.quietButton : ui.button)}
      data-testid={props.testId}
      onClick={props.onClick}
    >
      {props.words}
    </Button>
  );
}

function Offer({ guide }: { readonly guide: Guide }) {
  const text = useText();
  const month = monthInSentence(guide.month, text);
  return (
    <Strip title={`${text('guide.title')}.`} words={text('guide.offer', { month })} step="">
      <Press testId="guide-start" words={text('guide.start')} onClick={guide.start} />
      <Press testId="guide-skip" words={text('guide.not-now')} isQuiet onClick={guide.leave} />
    </Strip>
  );
}

/** `at`: the step in view of its month; null: one is elsewhere. */
function Walk({ guide, at }: { readonly guide: Guide; readonly at: MonthStepId | null }) {
  const text = useText();
  const { step, reach } = guide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows where one goes
  useEffect(() => {
    if (at !== null && at !== step) reach(at);
  }, [at]);
  const shown = at ?? step;
  const title = text('guide.step', {
    month: monthTitle(guide.month, text),
    number: stepNumber(shown),
    of: STEP_IDS.length,
    name: stepName(shown, text),
  });
  const next = STEP_IDS[STEP_IDS.indexOf(shown) + 1];
  return (
    <Strip title={title} words={at === null ? text('guide.elsewhere') : text(`guide.at-${at}`)} step={shown}>
      {at === null ? (
        <Press testId="guide-resume" words={text('guide.resume')} onClick={guide.resume} />
      ) : next === undefined ? null : (
        <Press
          testId="guide-next"
          words={text('guide.next', { number: stepNumber(next), name: stepName(next, text) })}
          onClick={() => guide.goTo(next)}
        />
      )}
      <Press testId="guide-skip" words={text('guide.skip')} isQuiet onClick={guide.leave} />
    </Strip>
  );
}

function End({ guide }: { readonly guide: Guide }) {
  const text = useText();
  const month = monthInSentence(guide.month, text);
  return (
    <Strip title={text('guide.closed', { month })} words={text('guide.end')} step="close">
      <Press testId="guide-end" words={text('guide.finish')} onClick={guide.leave} />
    </Strip>
  );
}
