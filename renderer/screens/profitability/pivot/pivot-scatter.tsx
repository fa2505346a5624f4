import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { ChartFrame } from '#renderer/ui/chart/chart-frame.tsx';
import { stepsFromRight } from '#renderer/ui/chart/mark-steps.ts';
import { usePlotWidth } from '#renderer/ui/chart/use-plot-width.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import styles from './chart.module.css';
import type { ChartMark } from './chart-marks.ts';
import { shortName } from './mark-text.ts';
import type { PivotLine } from './pivot-model.ts';
import { dotAxes, dotsOf } from './scatter-dots.ts';

/** Recharts comes with the first chart, not with the app. */
const ScatterDrawing = lazy(async () => ({
  default: (await import('./scatter-drawing.tsx')).ScatterDrawing,
}));

const HEIGHT_PX = 400;
/** The width of a page's plot. */
const PAPER_PLOT_PX = 660;

/**
 * Groups as dots: the arrows walk them along their sales, Enter or a press leads to the orders of one. Long, for its
 * words, drawing and note follow one dot.
 */
export function PivotScatter(props: {
  readonly marks: readonly ChartMark[];
  readonly ink: string;
  readonly label: string;
  readonly places: number;
  readonly nameOf: (line: PivotLine) => string;
  readonly onOpen: (line: PivotLine) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { marks, places, onOpen } = props;
  const widths = useCharWidths();
  const box = useRef<HTMLDivElement>(null);
  const width = usePlotWidth(box, PAPER_PLOT_PX);
  const dots = useMemo(() => dotsOf(marks), [marks]);
  const { unit, ...axes } = useMemo(() => dotAxes(dots), [dots]);
  const [reached, setReached] = useState(0);
  const at = Math.min(reached, dots.length - 1);
  const seen = dots[at]?.mark;
  const others = marks.find(({ line }) => line.kind === 'others');
  const unitName = text(
    unit === 1e6 ? 'trend.unit-millions' : unit === 1e3 ? 'trend.unit-thousands' : 'trend.unit-units',
  );
  const open = (index: number): void => {
    const mark = dots[index]?.mark;
    if (mark !== undefined) onOpen(mark.line);
  };
  return (
    <>
      <p className={styles.seen} aria-live="polite" data-testid="chart-seen">
        {seen === undefined ? (
          text('chart.no-dots')
        ) : (
          <MarkFigures mark={seen} places={places} nameOf={props.nameOf} />
        )}
      </p>
      <ChartFrame
        frame={box}
        className={styles.scatter}
        style={{ height: HEIGHT_PX }}
        label={props.label}
        testId="chart-plot"
        // Dots stand from the greatest sales to the least: to the right are greater ones.
        steps={stepsFromRight(at, dots.length - 1)}
        onStep={setReached}
        onOpen={() => open(at)}
      >
        {width === 0 ? null : (
          <Suspense>
            <ScatterDrawing
              dots={dots}
              {...axes}
              width={width}
              height={HEIGHT_PX}
              ink={props.ink}
              at={at}
              xTick={(value) => formats.tick(value, unit)}
              yTick={(value) => formats.tick(value, 1)}
              nameOf={(dot) => shortName(dotName(dot.mark, props.nameOf), MAX_NAME)}
              namePx={widths.regular}
              onReach={setReached}
              onOpen={open}
            />
          </Suspense>
        )}
      </ChartFrame>
      <p className={ui.note}>
        {text('chart.scatter-axes', { unit: unitName })}
        {others === undefined ? null : (
          <>
            {' · '}
            <MarkFigures mark={others} places={places} nameOf={props.nameOf} />
          </>
        )}
      </p>
    </>
  );
}

/** A product is known by its name, anything else by its value. */
function dotName({ line }: ChartMark, nameOf: (line: PivotLine) => string): string {
  return line.caption ?? nameOf(line);
}

const MAX_NAME = 34;

/** «CBT-1000 Cobertor · Ventas 6.524.210 · 20,3 %», and what missing costs may make of it. */
function MarkFigures(props: {
  readonly mark: ChartMark;
  readonly places: number;
  readonly nameOf: (line: PivotLine) => string;
}) {
  const text = useText();
  const formats = useFormats();
  const { line, value, likely, isPartial } = props.mark;
  return (
    <>
      <b>{props.nameOf(line)}</b> {line.caption} · {text('total.sales')}{' '}
      <Figure value={line.pair.now.sums.Ventas ?? null} kind="money" places={props.places} /> ·{' '}
      <Figure value={value} kind="percent" />
      {likely === null && isPartial ? <span className={ui.warning}> · {text('cell.incomplete')}</span> : null}
      {likely === null ? null : (
        <span className={ui.warning}> · {text('chart.likely', { figure: formats.percent(likely) })}</span>
      )}
    </>
  );
}
