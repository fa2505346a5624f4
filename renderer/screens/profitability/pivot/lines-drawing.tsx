import { memo, useId } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { STILL_LINE } from '#renderer/ui/still-line.tsx';
import type { PlotRow } from './chart-lines.ts';
import { LINES_MARGIN, SCALE_PX, TIMES_PX } from './lines-place.ts';

type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/**
 * Lines over time. One is in view: it stands before the others, with its band of missing costs and what it is held against.
 * Long for its markup, which is one drawing.
 */
export const LinesDrawing = memo(function LinesDrawing(props: {
  readonly rows: readonly PlotRow[];
  readonly inks: readonly string[];
  /** Places of the line and the time in view. */
  readonly line: number;
  readonly x: number | null;
  readonly xDomain: readonly [number, number];
  readonly xTicks: readonly number[];
  readonly y: Axis;
  readonly width: number;
  readonly height: number;
  readonly xTick: (value: number) => string;
  readonly yTick: (value: number) => string;
}) {
  const { rows, inks, line, y, width, height } = props;
  const hatch = useId();
  const axis = { axisLine: false, tickLine: false, tick: TICK } as const;
  const ink = inks[line] ?? 'var(--text-2)';
  const inOrder = [...inks.keys()].toSorted((a, b) => Number(a === line) - Number(b === line));
  const still = { type: 'linear', activeDot: false, isAnimationActive: false } as const;
  return (
    <ComposedChart
      width={width}
      height={height}
      data={[...rows]}
      margin={LINES_MARGIN}
      accessibilityLayer={false}
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="4" fill={ink} opacity={0.55} />
        </pattern>
      </defs>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        {...axis}
        type="number"
        dataKey="x"
        domain={[...props.xDomain]}
        ticks={[...props.xTicks]}
        interval={0}
        tickFormatter={props.xTick}
        height={TIMES_PX}
      />
      <YAxis
        {...axis}
        type="number"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        interval={0}
        tickFormatter={props.yTick}
        width={SCALE_PX}
      />
      {y.min < 0 && y.max > 0 ? <ReferenceLine y={0} stroke="var(--chart-axis)" /> : null}
      {props.x === null ? null : <ReferenceLine x={props.x} stroke="var(--chart-axis)" />}
      <Area {...still} dataKey="missing" stroke="none" fill={`url(#${hatch})`} dot={false} />
      <Line
        {...STILL_LINE}
        dataKey="before"
        stroke={ink}
        strokeOpacity={0.45}
        strokeWidth={1.25}
        dot={false}
      />
      {inOrder.flatMap((at) => {
        const own = {
          ...STILL_LINE,
          stroke: inks[at] ?? '',
          strokeWidth: at === line ? 2.5 : 1.5,
          strokeOpacity: at === line ? 1 : 0.85,
        };
        return [
          <Line key={`v${at}`} {...own} dataKey={`v${at}`} dot={rows.length <= MAX_DOTTED ? DOT : false} />,
          <Line key={`p${at}`} {...own} dataKey={`p${at}`} dot={false} strokeDasharray="2 3" />,
        ];
      })}
    </ComposedChart>
  );
});
const TICK = { fontSize: 11, fill: 'var(--text-3)' };
const DOT = { r: 1.75, strokeWidth: 1.5, fill: 'var(--bg)' };
/** Points of more times would be a chain of dots. */
const MAX_DOTTED = 40;
