import type { MonthCoverage } from '#renderer/data/api.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/use-action.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';

/** The plan lets us ask for it, and it has been read before: otherwise there is nothing to read again. */
function isReachable(month: MonthCoverage): boolean {
  return month.reach === 'live' || month.reach === 'blind';
}

/** Re-reading, comparing totals, taking off the list: for one month or several. */
export function MonthActions(props: { readonly months: readonly MonthCoverage[]; readonly prefix: string }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const of = (fits: (month: MonthCoverage) => boolean) => props.months.filter(fits).map(({ month }) => month);
  const toReread = of((month) => isReachable(month) && month.reread !== 'requested');
  const toCheck = of(isReachable);
  const toCancel = of((month) => month.reread !== null);
  return (
    <>
      <button
        type="button"
        className="btn sm"
        data-testid={`${props.prefix}-reread`}
        disabled={action.busy || toReread.length === 0}
        title={text('month.reread-title')}
        onClick={() => void action.run(() => bridge.call.rereadMonths({ months: toReread }))}
      >
        {text('month.reread')}
      </button>
      <button
        type="button"
        className="btn sm"
        data-testid={`${props.prefix}-check`}
        disabled={action.busy || toCheck.length === 0}
        title={text('month.check-title')}
        onClick={() => void action.run(() => bridge.call.checkMonths({ months: toCheck }))}
      >
        {text('month.check')}
      </button>
      {toCancel.length === 0 ? null : (
        <button
          type="button"
          className="btn sm"
          data-testid={`${props.prefix}-cancel-reread`}
          disabled={action.busy}
          onClick={() => void action.run(() => bridge.call.cancelRereads({ months: toCancel }))}
        >
          {text('month.cancel')}
        </button>
      )}
      {action.failed === null ? null : (
        <span className="f12 neg words" role="alert">
          {action.failed}
        </span>
      )}
    </>
  );
}

/** What can be done with several months at once, in the place of the legend. */
export function SelectedMonths(props: {
  readonly months: readonly MonthCoverage[];
  readonly onClear: () => void;
}) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span
      className="chosen"
      role="group"
      aria-label={text('coverage.chosen', { count: props.months.length })}
    >
      <b className="m5">{text('coverage.chosen', { count: props.months.length })}</b>
      <MonthActions months={props.months} prefix="selected" />
      <IconButton
        className="btn ic sm g"
        icon="close"
        name={text('coverage.unchoose')}
        onPress={props.onClear}
      />
    </span>
  );
}
