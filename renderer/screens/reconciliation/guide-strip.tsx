import { type ReactNode, useEffect } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useGuide } from '#renderer/features/demo-company/guide.ts';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  type MonthStep,
  type MonthStepId,
  type MonthWalk,
  STEP_IDS,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import { nextWords, stepName, stepNumber } from '#renderer/reconciliation/parts/step-messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
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
  const walk = props.months.walkOf(guide.month);
  const isKnown = walk !== null || props.months.isKnown;
  const isClosed = (walk?.close.state ?? 'open') !== 'open';
  const at = props.month === guide.month ? props.at : null;
  if (guide.state === 'offered') return isClosed ? null : <Offer guide={guide} />;
  if (isClosed && (at === null || at === 'close')) return <End guide={guide} />;
  return <Walk guide={guide} at={at} walk={walk} isKnown={isKnown} />;
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

function Walk(props: {
  readonly guide: Guide;
  /** The step in view of its month; null: one is elsewhere. */
  readonly at: MonthStepId | null;
  /** Null: the month has no rows, or is not known yet. */
  readonly walk: MonthWalk | null;
  /** False: how far it is is still read, and whether it is closed. */
  readonly isKnown: boolean;
}) {
  const text = useText();
  const { guide, at, walk, isKnown } = props;
  const { step, reach } = guide;
  const inView = useInView(at === null ? null : (walk?.steps.find(({ id }) => id === at) ?? null));
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
  const next = isKnown ? guide.after(shown) : null;
  const words =
    at === null
      ? text('guide.elsewhere')
      : isKnown
        ? [text(`guide.at-${at}`), inView].filter((each) => each !== '').join(' ')
        : text('guide.reading');
  return (
    <Strip title={title} words={words} step={shown}>
      {at === null ? (
        <Press testId="guide-resume" words={text('guide.resume')} onClick={guide.resume} />
      ) : next === null ? null : (
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

/** Steps that tell of one currency, though something of theirs is in others too. */
const OF_CURRENCIES: readonly MonthStepId[] = ['costs', 'differences', 'bank'];

/** What of a step stands open in the currency in view, where there are several; "": nothing is to be said of it. */
function useInView(step: MonthStep | null): string {
  const text = useText();
  const formats = useFormats();
  const { code, codes } = useCurrency();
  if (step === null || code === null || codes.length < 2 || !OF_CURRENCIES.includes(step.id)) return '';
  if (step.state === 'done') return text('guide.in-view-none', { currency: code });
  return step.state === 'open'
    ? text('guide.in-view', { currency: code, what: nextWords(step, { text, formats }) })
    : '';
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
