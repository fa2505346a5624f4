import type { MonthCoverage } from '#renderer/data/api.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { MonthActions } from './month-actions.tsx';

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
