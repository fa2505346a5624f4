import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import { SCOPES } from '#shared/profitability.ts';
import { type Text, useText } from '../../../i18n/text.tsx';
import type { CompareWith } from '../../../link/data-contract.ts';
import { useLedger } from '../../../link/session-context.tsx';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ScopeMark } from '../../../ui/scope-mark.tsx';
import { useCurrency } from '../../selection/currency/currency.tsx';
import { type DimensionRef, dimensionKey, dimensionName } from '../dimensions.ts';
import {
  COMPARISONS,
  isComparison,
  type PivotView,
  POINTS,
  type ProfitabilityView,
  STARTING_POINTS,
  type StatementView,
  withFirst,
  withSecond,
} from '../view-state.ts';
import { allDimensions, dimensionGroups } from './dimension-choices.ts';
import { MeasuresChoice } from './measures-choice.tsx';
import { SearchChoice } from './search-choice.tsx';
import './choices.css';

/** Of what stands in a list of dimensions without being one. */
const RESULT = '#result';
const NONE = '#none';

type Dimensions = {
  readonly unknown: readonly string[];
  readonly all: ReadonlyMap<string, DimensionRef>;
};

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
        <Toggle
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
        <Toggle
          icon="panel"
          name={text('bar.trend')}
          pressed={view.trend}
          testId="toggle-trend"
          onPress={() => onChange({ ...view, trend: !view.trend })}
        />
        <Starts onResult={() => onChange({ ...view, shows: 'result' })} onPivot={setPivot} />
      </span>
    </section>
  );
}

function Labelled(props: { readonly words: string; readonly children: ReactNode }) {
  return (
    <span className="pbar-of">
      <span className="pbar-name">{props.words}</span>
      {props.children}
    </span>
  );
}

function comparisonName(against: CompareWith, text: Text): string {
  return text(`bar.against-${against}`);
}

function StatementChoices(props: {
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

function PivotChoices(props: {
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
        <Toggle
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <span className="seg" role="group" aria-label={text('bar.scope')}>
        <button
          type="button"
          aria-pressed={view.scope === null}
          data-testid="scope-all"
          title={text('bar.scope-columns')}
          onClick={() => onChange({ ...view, scope: null })}
        >
          {text('bar.scope-all')}
        </button>
        {SCOPES.map((scope) => (
          <button
            key={scope}
            type="button"
            aria-pressed={view.scope === scope}
            data-testid={`scope-${scope}`}
            title={text('bar.scope-only', { scope: text(`scope.${scope}`) })}
            aria-label={text('bar.scope-only', { scope: text(`scope.${scope}`) })}
            onClick={() => onChange({ ...view, scope })}
          >
            <ScopeMark scope={scope} />
          </button>
        ))}
      </span>
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

function Toggle(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly pressed: boolean;
  readonly testId: string;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="btn sm ic"
      data-testid={props.testId}
      aria-pressed={props.pressed}
      title={props.name}
      aria-label={props.name}
      onClick={props.onPress}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** Ready-made ways to look at the selection, to go on from. */
function Starts(props: { readonly onResult: () => void; readonly onPivot: (view: PivotView) => void }) {
  const text = useText();
  return (
    <Menu.Root>
      <Menu.Trigger className="btn sm" data-testid="pivot-starts">
        {text('bar.starts')}
        <Icon name="down" small />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="float">
          <Menu.Popup className="menu">
            <Menu.Item className="it" onClick={props.onResult}>
              {text('start.result')}
            </Menu.Item>
            {STARTING_POINTS.map((point) => (
              <Menu.Item
                key={point}
                className="it"
                data-choice={point}
                onClick={() => props.onPivot(POINTS[point])}
              >
                {text(`start.${point}`)}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
