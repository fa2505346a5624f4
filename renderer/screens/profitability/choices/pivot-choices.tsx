import { dimensionKey, dimensionName } from '#renderer/features/dimensions/dimensions.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { COMPARISONS, type PivotView, withSecond } from '#renderer/screens/profitability/state/view-state.ts';
import { Segmented } from '#renderer/ui/controls.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SearchChoice } from '#renderer/ui/search-choice.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { comparisonName, type Dimensions, Labelled } from './choice-parts.tsx';
import { dimensionGroups } from './dimension-choices.ts';
import { MeasuresChoice } from './measures-choice.tsx';

/** Of what stands in a list without being one of its kind. */
const NONE = '#none';
/** The measures as they were chosen, of whatever scope. */
const ALL = 'all';

/** What stands beneath and across the pivot's rows, and what is measured. */
export function PivotChoices(props: {
  readonly view: PivotView;
  readonly dimensions: Dimensions;
  readonly onChange: (view: PivotView) => void;
}) {
  const text = useText();
  const { view, dimensions, onChange } = props;
  const second = (place: PivotView['place'], label: string, none: string, testId: string) => {
    const chosen = view.place === place ? view.second : null;
    return (
      <Labelled words={label}>
        <SearchChoice
          label={label}
          shown={chosen === null ? none : dimensionName(chosen, text)}
          value={chosen === null ? NONE : dimensionKey(chosen)}
          groups={[
            { value: label, items: [{ value: NONE, label: none }] },
            ...dimensionGroups(dimensions.unknown, view.first, text),
          ]}
          testId={testId}
          onChange={(key) => onChange(withSecond(view, dimensions.all.get(key) ?? null, place))}
        />
      </Labelled>
    );
  };
  const isNested = view.second !== null && view.place === 'nested';
  const isAllOpen = view.open === 'all';
  return (
    <>
      {second('nested', text('bar.then'), text('bar.none'), 'choose-within')}
      {isNested ? (
        <IconButton
          icon="fit"
          name={text(isAllOpen ? 'pivot.close-all' : 'pivot.open-all')}
          pressed={isAllOpen}
          testId="toggle-all-groups"
          onPress={() => onChange({ ...view, open: isAllOpen ? 'none' : 'all' })}
        />
      ) : null}
      {second('across', text('bar.columns'), text('bar.measures'), 'choose-columns')}
      <Labelled words={text('bar.values')}>
        <MeasuresChoice
          chosen={view.measures}
          onChange={(measures) => onChange({ ...view, measures: [...measures] })}
        />
      </Labelled>
      <Segmented<Scope | typeof ALL>
        label={text('bar.scope')}
        value={view.scope ?? ALL}
        options={[
          { value: ALL, label: text('bar.scope-all'), title: text('bar.scope-columns'), testId: 'scope-all' },
          ...SCOPES.map((scope) => {
            const name = text('bar.scope-only', { scope: text(`scope.${scope}`) });
            return {
              value: scope,
              label: <ScopeMark scope={scope} />,
              title: name,
              name,
              testId: `scope-${scope}`,
            };
          }),
        ]}
        onChange={(scope) => onChange({ ...view, scope: scope === ALL ? null : scope })}
      />
      <ChoiceMenu
        label={text('bar.against')}
        value={view.against ?? NONE}
        options={[
          { value: NONE, label: text('bar.no') },
          ...COMPARISONS.map((value) => ({ value, label: comparisonName(value, text) })),
        ]}
        testId="choose-comparison"
        onChange={(value) =>
          onChange({ ...view, against: COMPARISONS.find((each) => each === value) ?? null })
        }
      />
    </>
  );
}
