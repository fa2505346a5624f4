import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { allSections } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import {
  byColumn,
  byTime,
  DATE_COLUMNS,
  type DimensionRef,
  dimensionKey,
  dimensionName,
  TIME_UNITS,
} from '#renderer/features/dimensions/dimensions.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import {
  CHART_KINDS,
  type ChartKind,
  COMPARISONS,
  INITIAL_VIEW,
  isComparison,
  type PivotView,
  POINTS,
  type ProfitabilityView,
  STARTING_POINTS,
  type StatementView,
  withChart,
  withFirst,
  withSecond,
} from '#renderer/screens/profitability/state/view-state.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { ChoiceMenu, MenuPortal } from '#renderer/ui/menu.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { type ChoiceGroup, SearchChoice } from '#renderer/ui/search-choice.tsx';
import { findColumn, type Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import styles from './choices.module.css';
import { MeasuresChoice } from './measures-choice.tsx';
import { ShadesLegend } from './shades-legend.tsx';

/** Stands for the lines of the result, in a list of dimensions without being one. */
const RESULT = '#result';

function useDimensions(): Dimensions {
  const ledger = useLedger();
  const unknown = ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS;
  return useMemo(() => ({ unknown, all: allDimensions(unknown) }), [unknown]);
}
const NO_COLUMNS: readonly string[] = [];

type BarProps = {
  readonly view: ProfitabilityView;
  /** Whether any cell of the table below is shaded: then the shades are explained. */
  readonly hasShades?: boolean;
  readonly onChange: (view: ProfitabilityView) => void;
};

/** The choice of rows, columns and values: one bar for the result's lines and for the pivot. */
export function ChoiceBar(props: BarProps) {
  const text = useText();
  const { view, onChange } = props;
  const dimensions = useDimensions();
  const isResult = view.shows === 'result';
  const setPivot = (pivot: PivotView): void => onChange({ ...view, shows: 'pivot', pivot });
  return (
    <section className={styles.bar} aria-label={text('bar.label')}>
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
      <span className={ui.grow} />
      <DrawingChoices {...props} />
    </section>
  );
}

/** How it is drawn: as which chart or shaded, with the trend above it, or as it began. */
function DrawingChoices({ view, hasShades, onChange }: BarProps) {
  const text = useText();
  const isResult = view.shows === 'result';
  const setPivot = (pivot: PivotView): void => onChange({ ...view, shows: 'pivot', pivot });
  const isChart = !isResult && view.pivot.chart !== undefined;
  const isShaded = isResult ? view.statement.heat : view.pivot.heat;
  return (
    <>
      {hasShades === true ? <ShadesLegend words={isResult ? text('bar.shades') : ''} /> : null}
      <span className={styles.end}>
        {isResult ? null : (
          <ChartChoice
            kind={view.pivot.chart?.kind ?? null}
            onChange={(kind) => setPivot(withChart(view.pivot, kind))}
          />
        )}
        {isChart ? null : (
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
        )}
        <IconButton
          icon="panel"
          name={text('bar.trend')}
          pressed={view.trend}
          testId="toggle-trend"
          onPress={() => onChange({ ...view, trend: !view.trend })}
        />
        <StartsMenu
          onResult={() =>
            onChange({
              ...view,
              shows: 'result',
              statement: { ...view.statement, columns: INITIAL_VIEW.statement.columns },
            })
          }
          onPivot={setPivot}
        />
      </span>
    </>
  );
}

type Dimensions = {
  readonly unknown: readonly string[];
  readonly all: ReadonlyMap<string, DimensionRef>;
};

function Labelled(props: { readonly words: string; readonly children: ReactNode }) {
  return (
    <span className={styles.choice}>
      <span className={styles.name}>{props.words}</span>
      {props.children}
    </span>
  );
}

/** Dimensions that are asked for most, before all others. */
const USUAL: readonly DimensionRef[] = [
  byTime('month'),
  byColumn('Canal'),
  byColumn('Cuenta'),
  byColumn('SKU Producto'),
  byColumn('Producto'),
  byColumn('Marca'),
  byColumn('Categoría'),
];

/** Every dimension there is, by key: parts of the calendar of each date, and the columns of text. */
export function allDimensions(unknownColumns: readonly string[]): ReadonlyMap<string, DimensionRef> {
  const texts = allSections(unknownColumns).flatMap(({ columns }) => columns.filter(isText));
  const times = [null, ...DATE_COLUMNS].flatMap((column) =>
    TIME_UNITS.map((unit): DimensionRef => ({ column, unit })),
  );
  return new Map([...times, ...texts.map(byColumn)].map((each) => [dimensionKey(each), each]));
}

/** A column that the catalogue does not know has only its text. */
function isText(column: string): boolean {
  return (findColumn(column)?.kind ?? 'text') === 'text';
}

/** The dimensions by section; `except` is already taken. */
export function dimensionGroups(
  unknownColumns: readonly string[],
  except: DimensionRef | null,
  text: Text,
): readonly ChoiceGroup[] {
  const taken = except === null ? null : dimensionKey(except);
  const items = (dimensions: readonly DimensionRef[]) =>
    dimensions
      .map((each) => ({ value: dimensionKey(each), label: dimensionName(each, text) }))
      .filter(({ value }) => value !== taken);
  const usual = new Set(USUAL.map(dimensionKey));
  const rest = (dimensions: readonly DimensionRef[]) =>
    items(dimensions.filter((each) => !usual.has(dimensionKey(each))));
  return [
    { value: text('choice.usual'), items: items(USUAL) },
    { value: text('choice.period'), items: rest(TIME_UNITS.map(byTime)) },
    ...allSections(unknownColumns).map(({ id, columns }) => ({
      value: text(`section.${id}`),
      items: rest(columns.filter(isText).map(byColumn)),
    })),
    ...DATE_COLUMNS.map((column) => ({
      value: text.column(column),
      items: rest(TIME_UNITS.map((unit): DimensionRef => ({ column, unit }))),
    })),
  ].filter((group) => group.items.length > 0);
}

/** The choice of columns of the result, and of their measure. */
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
          shown={isComparison(columns) ? text(`bar.against-${columns}`) : dimensionName(columns, text)}
          value={isComparison(columns) ? columns : dimensionKey(columns)}
          groups={[
            ...dimensionGroups(dimensions.unknown, null, text).slice(0, 2),
            {
              value: text('bar.against'),
              items: COMPARISONS.map((value) => ({ value, label: text(`bar.against-${value}`) })),
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

/** Stands in a list without being one of its kind. */
const NONE = '#none';

/** The table, or one of the charts of it. */
function ChartChoice(props: {
  readonly kind: ChartKind | null;
  readonly onChange: (kind: ChartKind | null) => void;
}) {
  const text = useText();
  return (
    <ChoiceMenu
      label={text('bar.as')}
      icon="profitability"
      value={props.kind ?? NONE}
      options={[
        { value: NONE, label: text('bar.as-table') },
        ...CHART_KINDS.map((value) => ({ value, label: text(`chart.${value}`) })),
      ]}
      testId="choose-chart"
      onChange={(value) => props.onChange(CHART_KINDS.find((each) => each === value) ?? null)}
    />
  );
}

/**
 * Where a second dimension is chosen: of a table within or across; of bars and lines wherever it stands in the table; other
 * charts leave it to the table. Nested groups are opened all at once.
 */
export function secondChoices({ chart, second, place }: Pick<PivotView, 'chart' | 'second' | 'place'>) {
  const isTable = chart === undefined;
  return {
    isTable,
    isPaired: chart?.kind === 'bars' || chart?.kind === 'lines',
    isNested: isTable && second !== null && place === 'nested',
  };
}

/** The choice of dimensions and measures of the pivot. */
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
  const { isTable, isPaired, isNested } = secondChoices(view);
  const isAllOpen = view.open === 'all';
  return (
    <>
      {isTable ? second('nested', text('bar.then'), text('bar.none'), 'choose-within') : null}
      {isPaired ? second(view.place, text('bar.then'), text('bar.none'), 'choose-second') : null}
      {isNested ? (
        <IconButton
          icon="fit"
          name={text(isAllOpen ? 'pivot.close-all' : 'pivot.open-all')}
          pressed={isAllOpen}
          testId="toggle-all-groups"
          onPress={() => onChange({ ...view, open: isAllOpen ? 'none' : 'all' })}
        />
      ) : null}
      {isTable ? second('across', text('bar.columns'), text('bar.measures'), 'choose-columns') : null}
      <Labelled words={text('bar.values')}>
        <MeasuresChoice
          chosen={view.measures}
          onChange={(measures) => onChange({ ...view, measures: [...measures] })}
        />
      </Labelled>
      <ScopeChoice scope={view.scope} onChange={(scope) => onChange({ ...view, scope })} />
      <ChoiceMenu
        label={text('bar.against')}
        value={view.against ?? NONE}
        options={[
          { value: NONE, label: text('bar.no') },
          ...COMPARISONS.map((value) => ({ value, label: text(`bar.against-${value}`) })),
        ]}
        testId="choose-comparison"
        onChange={(value) =>
          onChange({ ...view, against: COMPARISONS.find((each) => each === value) ?? null })
        }
      />
    </>
  );
}

/** The measures as they were chosen, or all of them of one scope. */
function ScopeChoice(props: {
  readonly scope: Scope | null;
  readonly onChange: (scope: Scope | null) => void;
}) {
  const text = useText();
  const all = { label: text('bar.scope-all'), title: text('bar.scope-columns'), testId: 'scope-all' };
  return (
    <Segmented<Scope | 'all'>
      label={text('bar.scope')}
      value={props.scope ?? 'all'}
      options={[
        { value: 'all', ...all },
        ...SCOPES.map((value) => {
          const name = text('bar.scope-only', { scope: text(`scope.${value}`) });
          return { value, label: <ScopeMark scope={value} />, title: name, name, testId: `scope-${value}` };
        }),
      ]}
      onChange={(value) => props.onChange(value === 'all' ? null : value)}
    />
  );
}

/** Ready-made ways to look at the selection, to go on from. */
function StartsMenu(props: { readonly onResult: () => void; readonly onPivot: (view: PivotView) => void }) {
  const text = useText();
  return (
    <Menu.Root>
      <Menu.Trigger className={ui.smallButton} data-testid="pivot-starts">
        {text('bar.starts')}
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPortal>
        <Menu.Positioner sideOffset={4} align="end" className={ui.positioner}>
          <Menu.Popup className={ui.menu}>
            <Menu.Item className={ui.item} onClick={props.onResult}>
              {text('start.result')}
            </Menu.Item>
            {STARTING_POINTS.map((point) => (
              <Menu.Item
                key={point}
                className={ui.item}
                data-choice={point}
                onClick={() => props.onPivot(POINTS[point])}
              >
                {text(`start.${point}`)}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}
