import { memo, useId } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { STILL_LINE } from '#renderer/ui/still-line.tsx';
import type { PlotRow } from './chart-lines.ts';
import { type EndName, hasZeroInside, LINES_MARGIN, SCALE_PX, TIMES_PX } from './lines-place.ts';

type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/**
 * Lines over time. One is in view: it stands before the others, with its band of missing costs and what it is held against.
 * Long for its markup, which is one drawing.
 */
export const LinesDrawing = memo(function LinesDrawing(props: {
  readonly rows: readonly PlotRow[];
  readonly inks: readonly string[];
  readonly dashes: readonly (string | undefined)[];
  /** What each line is, beside where it ends; the width that these take. */
  readonly names: readonly EndName[];
  readonly besidePx: number;
  /** What the figures of the axis are in, above it. */
  readonly unit: string;
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
  const { rows, inks, dashes, line, y, width, height } = props;
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
      margin={{ ...LINES_MARGIN, right: props.besidePx }}
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
      {hasZeroInside(y) ? <ReferenceLine y={0} stroke="var(--chart-axis)" /> : null}
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
        const dash = dashes[at];
        return [
          <Line
            key={`v${at}`}
            {...own}
            dataKey={`v${at}`}
            dot={rows.length <= MAX_DOTTED ? DOT : false}
            {...(dash === undefined ? {} : { strokeDasharray: dash })}
          />,
          <Line key={`p${at}`} {...own} dataKey={`p${at}`} dot={false} strokeDasharray="1 3" />,
        ];
      })}
      <text x={UNIT_X} y={UNIT_Y} {...TICK} data-testid="chart-unit">
        {props.unit}
      </text>
      {props.names.map(({ text, ink, fromX, fromY, x, y: nameY }) => (
        <g key={`${text} ${fromY}`} data-testid="chart-line-name">
          <path d={`M${fromX + 4},${fromY}L${x - 4},${nameY}`} fill="none" stroke={ink} strokeWidth={1} />
          <text {...TICK} x={x} y={nameY + 4} fill="var(--text-2)">
            {text}
          </text>
        </g>
      ))}
    </ComposedChart>
  );
});
/** Above the axis, from the edge. */
const UNIT_X = 4;
const UNIT_Y = 10;
const TICK = { fontSize: 11, fill: 'var(--text-3)' };
const DOT = { r: 1.75, strokeWidth: 1.5, strokeDasharray: 'none', fill: 'var(--bg)' };
/** Points of more times would be a chain of dots. */
const MAX_DOTTED = 40;
