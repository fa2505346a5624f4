import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { inkOf, sectionOf } from '#renderer/features/columns/column-sections.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  figureKindOf,
  type Measure,
  measureId,
  scopeOf,
} from '#renderer/screens/profitability/figures/measures.ts';
import type { ChartKind } from '#renderer/screens/profitability/state/view-state.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import figureStyles from '#renderer/ui/figure.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useWidth } from '#renderer/ui/hooks.ts';
import { IconButton } from '#renderer/ui/icon.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { SCOPE_INKS } from '#renderer/ui/scope-mark.tsx';
import styles from './chart.module.css';
import { type ChartMark, chartMarks, MOST_MARKS } from './chart-marks.ts';
import { measureName } from './pivot-columns.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';
import { PivotScatter } from './pivot-scatter.tsx';
import { MOST_DOTS } from './scatter-dots.ts';

/** Recharts comes with the first chart, not with the app. */
const BarsDrawing = lazy(async () => ({ default: (await import('./bars-drawing.tsx')).BarsDrawing }));

const ROW_PX = 26;

/**
 * The pivot's groups as bars, each with its name, its exact figure and the way to its orders. Arrows walk the marks.
 * Long for its heading, which is one list of choices.
 */
export function PivotChart(props: {
  readonly kind: ChartKind;
  readonly model: PivotModel;
  readonly measure: Measure;
  readonly measures: readonly Measure[];
  /** What the groups are of. */
  readonly heading: string;
  readonly isTime: boolean;
  readonly places: number;
  readonly stale: boolean;
  readonly nameOf: (line: PivotLine) => string;
  readonly onMeasure: (measure: Measure) => void;
  readonly onTable: () => void;
  readonly onOpen: (line: PivotLine) => void;
  /** What is said where there are no groups. */
  readonly empty: ReactNode;
}) {
  const text = useText();
  const { kind, model, measure, isTime } = props;
  const isPareto = kind === 'pareto';
  const isScatter = kind === 'scatter';
  const marks = useMemo(
    () => chartMarks(model, measure, isTime && kind === 'bars', isScatter ? MOST_DOTS : MOST_MARKS),
    [model, measure, isTime, kind, isScatter],
  );
  const isMissing = marks.some(({ likely }) => likely !== null) && !isPareto && !isScatter;
  const label = text(isScatter ? 'chart.scatter-title' : 'chart.title', {
    measure: measureName(measure, text),
    dimension: props.heading,
  });
  return (
    <section className={styles.chart} aria-label={label} data-stale={props.stale} data-testid="pivot-chart">
      <header className={styles.head}>
        <h2>{label}</h2>
        {isMissing ? (
          <span className={classNames(ui.note, styles.legend)}>
            <i aria-hidden="true" className={ui.hatchedSwatch} /> {text('chart.missing-cost')}
          </span>
        ) : null}
        {isPareto ? <span className={ui.note}>{text('chart.pareto-note')}</span> : null}
        <span className={ui.grow} />
        <ChoiceMenu
          label={text('trend.measure')}
          value={measureId(measure)}
          options={props.measures.map((each) => ({
            value: measureId(each),
            label: measureName(each, text),
          }))}
          testId="chart-measure"
          onChange={(id) => {
            const next = props.measures.find((each) => measureId(each) === id);
            if (next !== undefined) props.onMeasure(next);
          }}
        />
        <IconButton
          icon="orders"
          name={text('trend.as-table')}
          testId="chart-as-table"
          onPress={props.onTable}
        />
      </header>
      {marks.length === 0 ? (
        <div className={ui.empty}>{props.empty}</div>
      ) : isScatter ? (
        <PivotScatter {...props} marks={marks} label={label} ink={inkOfMeasure(measure)} />
      ) : (
        <MarkRows {...props} marks={marks} isPareto={isPareto} />
      )}
    </section>
  );
}

/** The ink of what is measured: its scope's, its section's, or that of a quantity without a meaning of its own. */
function inkOfMeasure(measure: Measure): string {
  const scope = scopeOf(measure);
  if (scope !== null) return SCOPE_INKS[scope];
  const ink = measure.column === null ? null : inkOf(sectionOf(measure.column));
  return ink ?? 'var(--chart-base)';
}

type RowsProps = {
  readonly marks: readonly ChartMark[];
  readonly isPareto: boolean;
  readonly measure: Measure;
  readonly heading: string;
  readonly places: number;
  readonly nameOf: (line: PivotLine) => string;
  readonly onOpen: (line: PivotLine) => void;
};

/** A row for each mark: name, room for its bar, its figures. One of them is reached by Tab, the others by the arrows. */
function MarkRows(props: RowsProps) {
  const text = useText();
  const { marks, isPareto, measure } = props;
  const plot = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(plot);
  const [reached, setReached] = useState(0);
  const at = Math.min(reached, marks.length - 1);
  function onKeyDown(event: KeyboardEvent): void {
    const next = stepOf(event.key, at, marks.length - 1);
    if (next === null || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    setReached(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  }
  return (
    <div className={classNames(styles.rows, isPareto && styles.pareto)}>
      <div className={styles.columns} aria-hidden="true">
        <span>{props.heading}</span>
        <span ref={plot} />
        <span className={styles.number}>{measureName(measure, text)}</span>
        {isPareto ? (
          <>
            <span className={styles.number}>%</span>
            <span className={styles.number}>{text('chart.cumulative')}</span>
          </>
        ) : null}
      </div>
      <div className={styles.drawn}>
        <div className={styles.plot} aria-hidden="true" data-testid="chart-plot">
          {width === 0 ? null : (
            <Suspense>
              <BarsDrawing
                marks={marks}
                isPareto={isPareto}
                width={width}
                rowPx={ROW_PX}
                ink={inkOfMeasure(measure)}
              />
            </Suspense>
          )}
        </div>
        <ul ref={list} onKeyDown={onKeyDown}>
          {marks.map((mark, index) => (
            <li key={mark.line.key} style={{ height: ROW_PX }}>
              <MarkButton
                {...props}
                mark={mark}
                tabIndex={index === at ? 0 : -1}
                onReach={() => setReached(index)}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function stepOf(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function MarkButton(
  props: Pick<RowsProps, 'isPareto' | 'measure' | 'places' | 'nameOf' | 'onOpen'> & {
    readonly mark: ChartMark;
    readonly tabIndex: number;
    readonly onReach: () => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { mark, measure, places } = props;
  const { line, value, likely, isPartial, share, cumulative } = mark;
  const kind = figureKindOf(measure);
  const shownPlaces = kind === 'points' ? 1 : kind === 'money' ? places : 0;
  const name = props.nameOf(line);
  const title = [
    line.caption === null ? name : `${name}\n${line.caption}`,
    ...(isPartial && likely === null ? [text('cell.incomplete')] : []),
    ...(likely === null
      ? []
      : [
          text('chart.likely', {
            figure: kind === 'points' ? formats.percent(likely) : formats.money(likely, shownPlaces),
          }),
        ]),
  ].join('\n');
  return (
    <button
      type="button"
      className={styles.mark}
      title={title}
      tabIndex={props.tabIndex}
      data-testid="chart-mark"
      data-key={line.key}
      onFocus={props.onReach}
      onClick={() => props.onOpen(line)}
    >
      <span className={classNames(ui.ellipsis, line.kind === 'others' && ui.faint)}>
        {name} {line.caption === null ? null : <span className={ui.faint}>{line.caption}</span>}
      </span>
      <span />
      <Figure
        value={value}
        kind={kind}
        places={shownPlaces}
        className={classNames(styles.number, isPartial && figureStyles.partial)}
      />
      {props.isPareto ? (
        <>
          <Figure value={share} kind="points" places={1} className={styles.number} />
          <Figure value={cumulative} kind="points" places={1} className={styles.number} />
        </>
      ) : null}
    </button>
  );
}
