import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { dimensionKey, dimensionName } from '#renderer/features/dimensions/dimensions.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  COMPARISONS,
  isComparison,
  type StatementView,
} from '#renderer/screens/profitability/state/view-state.ts';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { SearchChoice } from '#renderer/ui/search-choice.tsx';
import { comparisonName, type Dimensions, Labelled } from './choice-parts.tsx';
import { dimensionGroups } from './dimension-choices.ts';

/** What stands across the lines of the result, and as what. */
export function StatementChoices(props: {
  readonly view: StatementView;
  readonly dimensions: Dimensions;
  readonly onChange: (view: StatementView) => void;
}) {
  const text = useText();
  const { code } = useCurrency();
  const { view, dimensions, onChange } = props;
  const { columns } = view;
  const amount = code ?? text('panel.amount');
  return (
    <>
      <Labelled words={text('bar.columns')}>
        <SearchChoice
          label={text('bar.columns')}
          shown={isComparison(columns) ? comparisonName(columns, text) : dimensionName(columns, text)}
          value={isComparison(columns) ? columns : dimensionKey(columns)}
          groups={[
            ...dimensionGroups(dimensions.unknown, null, text).slice(0, 2),
            {
              value: text('bar.against'),
              items: COMPARISONS.map((value) => ({ value, label: comparisonName(value, text) })),
            },
            ...dimensionGroups(dimensions.unknown, null, text).slice(2),
          ]}
          testId="choose-columns"
          onChange={(key) => {
            const against = COMPARISONS.find((each) => each === key);
            const by = against ?? dimensions.all.get(key);
            if (by !== undefined) onChange({ ...view, columns: by });
          }}
        />
      </Labelled>
      <Labelled words={text('bar.values')}>
        <ChoiceMenu
          label={text('bar.values')}
          value={view.values}
          options={[
            { value: 'both', label: text('bar.values-both', { amount }) },
            { value: 'amount', label: amount },
            { value: 'rate', label: text('trend.rate') },
          ]}
          testId="choose-values"
          onChange={(values) => onChange({ ...view, values })}
        />
      </Labelled>
    </>
  );
}
