import { useMemo } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { dimensionKey, dimensionName } from '#renderer/features/dimensions/dimensions.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  isComparison,
  type PivotView,
  type ProfitabilityView,
  withFirst,
} from '#renderer/screens/profitability/state/view-state.ts';
import { IconButton } from '#renderer/ui/icon.tsx';
import { SearchChoice } from '#renderer/ui/search-choice.tsx';
import { type Dimensions, Labelled } from './choice-parts.tsx';
import { allDimensions, dimensionGroups } from './dimension-choices.ts';
import { PivotChoices } from './pivot-choices.tsx';
import { StartsMenu } from './starts-menu.tsx';
import { StatementChoices } from './statement-choices.tsx';
import './choices.css';

/** Of the lines of the result, in a list of dimensions without being one. */
const RESULT = '#result';

function useDimensions(): Dimensions {
  const ledger = useLedger();
  const unknown = ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS;
  return useMemo(() => ({ unknown, all: allDimensions(unknown) }), [unknown]);
}
const NO_COLUMNS: readonly string[] = [];

/** What the rows, the columns and the values are: one bar for the result's lines and for the pivot. */
export function ChoiceBar(props: {
  readonly view: ProfitabilityView;
  readonly onChange: (view: ProfitabilityView) => void;
}) {
  const text = useText();
  const { view, onChange } = props;
  const dimensions = useDimensions();
  const isResult = view.shows === 'result';
  const setPivot = (pivot: PivotView): void => onChange({ ...view, shows: 'pivot', pivot });
  const isShaded = isResult ? view.statement.heat : view.pivot.heat;
  return (
    <section className="pbar" aria-label={text('bar.label')}>
      <Labelled words={text('bar.rows')}>
        <SearchChoice
          label={text('bar.rows')}
          shown={isResult ? text('bar.result') : dimensionName(view.pivot.first, text)}
          value={isResult ? RESULT : dimensionKey(view.pivot.first)}
          groups={[
            { value: text('nav.profitability'), items: [{ value: RESULT, label: text('bar.result') }] },
            ...dimensionGroups(dimensions.unknown, null, text),
          ]}
          testId="choose-rows"
          onChange={(key) => {
            const first = dimensions.all.get(key);
            if (first === undefined) onChange({ ...view, shows: 'result' });
            else setPivot(withFirst(view.pivot, first));
          }}
        />
      </Labelled>
      {isResult ? (
        <StatementChoices
          view={view.statement}
          dimensions={dimensions}
          onChange={(statement) => onChange({ ...view, statement })}
        />
      ) : (
        <PivotChoices view={view.pivot} dimensions={dimensions} onChange={setPivot} />
      )}
      <span className="grow" />
      {isShaded && !(isResult && isComparison(view.statement.columns)) ? (
        <Shades words={isResult ? text('bar.shades') : ''} />
      ) : null}
      <span className="pbar-end">
        <IconButton
          icon="eye"
          name={text(isResult ? 'statement.shade' : 'pivot.shade')}
          pressed={isShaded}
          testId="toggle-heat"
          onPress={() =>
            onChange(
              isResult
                ? { ...view, statement: { ...view.statement, heat: !isShaded } }
                : { ...view, pivot: { ...view.pivot, heat: !isShaded } },
            )
          }
        />
        <IconButton
          icon="panel"
          name={text('bar.trend')}
          pressed={view.trend}
          testId="toggle-trend"
          onPress={() => onChange({ ...view, trend: !view.trend })}
        />
        <StartsMenu onResult={() => onChange({ ...view, shows: 'result' })} onPivot={setPivot} />
      </span>
    </section>
  );
}

/** The legend of the shades. */
function Shades({ words }: { readonly words: string }) {
  const text = useText();
  return (
    <span className={words === '' ? 'leg tight' : 'leg'}>
      {words} {text('statement.shade-less')}
      {[1, 2, 3, 4, 5].map((step) => (
        <i key={step} style={{ background: `var(--heat-${step})` }} />
      ))}
      {text('statement.shade-more')}
    </span>
  );
}
