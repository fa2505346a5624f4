import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './closed-months.module.css';
import { type ClosedMonth, closedMonthsIn, closedWords, sumOfClosed, useCloses } from './closed-months.ts';

/** Months that are named each: of more, how many there are. */
const NAMED = 3;

/** Says of the figures below that months of them are closed: with what, what came since, and where that is told. */
export function ClosedMonthsBar() {
  const text = useText();
  const formats = useFormats();
  const { scope } = useCurrency();
  const { selection } = useSelection();
  const months = closedMonthsIn(useCloses(), selection, scope);
  const [only, ...others] = months;
  if (only === undefined) return null;
  const sum = sumOfClosed(months);
  const moved = months.filter(({ isMoved }) => isMoved);
  const places = formats.places([sum.closed, sum.drift]);
  return (
    <section
      className={classNames(styles.bar, moved.length > 0 && styles.moved)}
      aria-label={text('closed.title')}
      data-testid="closed-months"
      data-count={months.length}
      data-value={sum.drift}
    >
      <Icon name="lock" small />
      <span>
        {others.length === 0
          ? closedWords(only, { text, formats })
          : text('closed.several', { count: months.length })}
      </span>
      <span title={text('closed.whole')}>
        {text('closed.closed-with', { column: text.column(SCOPE_COLUMNS.total.profitability) })}{' '}
        <Figure value={sum.closed} kind="money" places={places} testId="closed-figure" />
      </span>
      {moved.length === 0 ? <span>{text('closed.same')}</span> : <Moved moved={moved} places={places} />}
    </section>
  );
}

/** What came since, each month with the way to what moved it. */
function Moved({ moved, places }: { readonly moved: readonly ClosedMonth[]; readonly places: number }) {
  const text = useText();
  const { go } = useNavigation();
  const open = (month: Month): void => go('reconciliation', detailOf(partPlace('close', month)));
  return (
    <>
      <span>{text('closed.came-since')}</span>
      {moved.slice(-NAMED).map(({ month, drift }) => (
        <span key={month}>
          <Figure value={drift} kind="money" places={places} signed testId="closed-drift" />{' '}
          <Button
            className={ui.smallLink}
            data-testid="closed-to-drift"
            data-month={month}
            onClick={() => open(month)}
          >
            {text('closed.see', { month: monthInSentence(month, text) })}
          </Button>
        </span>
      ))}
      {moved.length > NAMED ? <span>{text('closed.more', { count: moved.length - NAMED })}</span> : null}
    </>
  );
}
