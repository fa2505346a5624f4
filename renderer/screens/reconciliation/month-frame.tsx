import { useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import type { MonthStepId, MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import { nameInSentence, nextWords } from '#renderer/reconciliation/parts/step-messages.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { MonthCell } from './month-cells.ts';
import { MonthHead } from './month-head.tsx';
import { firstStep, stepAfter } from './month-walk.ts';
import { useMonthSelection } from './use-months.ts';

/**
 * The head of a month, with where «Siguiente» leads: where its guide leads, else to the next step to do something at, else to the
 * month after it.
 */
export function MonthFrame(props: {
  readonly month: Month;
  /** Null: it has no rows, or they are not known yet. */
  readonly cell: MonthCell | null;
  /** Null while it is not known. */
  readonly walk: MonthWalk | null;
  /** False: how far months are is still computed. */
  readonly isKnown: boolean;
  /** The step that is shown; null: a tool beside them. */
  readonly at: MonthStepId | null;
  /** The step that the guide leads to; null: it leads nowhere here. */
  readonly guided: MonthStepId | null;
  readonly after: { readonly cell: MonthCell; readonly walk: MonthWalk | null } | null;
  readonly onStep: (step: MonthStepId) => void;
  readonly onMonth: (month: Month, step: MonthStepId | null) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { month, cell, walk, guided, after } = props;
  const selection = useMonthSelection(month);
  const step = walk === null ? null : stepAfter(walk, props.at);
  const toMonth = walk === null || step !== null || after === null ? null : after;
  const next =
    walk !== null && guided !== null
      ? { words: nameInSentence(guided, text), go: () => props.onStep(guided) }
      : step !== null
        ? { words: nextWords(step, { text, formats }), go: () => props.onStep(step.id) }
        : toMonth !== null
          ? {
              words: monthName(toMonth.cell.month, text.locale),
              go: () =>
                props.onMonth(toMonth.cell.month, toMonth.walk === null ? null : firstStep(toMonth.walk)),
            }
          : null;
  return (
    <MonthHead
      month={month}
      state={cell?.state ?? (props.isKnown ? 'unread' : null)}
      walk={walk}
      selection={selection}
      next={next}
      isKnown={props.isKnown}
      onClose={() => props.onStep('close')}
    />
  );
}

const monthName = (month: Month, locale: string): string =>
  monthNames(locale).long[Number(month.slice(5, 7)) - 1] ?? month;
