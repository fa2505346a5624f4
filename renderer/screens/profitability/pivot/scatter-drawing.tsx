import { memo } from 'react';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';
import { type Dot, namesBeside, outstanding } from './scatter-dots.ts';

type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/**
 * Dots of a margin against sales; what missing costs may take from one, as a line below it. Long for its markup, which is one
 * drawing.
 */
export const ScatterDrawing = memo(function ScatterDrawing(props: {
  readonly dots: readonly Dot[];
  readonly x: Axis;
  readonly y: Axis;
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  /** Index of the dot in view. */
  readonly at: number;
  readonly xTick: (value: number) => string;
  readonly yTick: (value: number) => string;
  /** The name of a dot that stands out, and the width of a text. */
  readonly nameOf: (dot: Dot) => string;
  readonly namePx: (text: string) => number;
  readonly onReach: (at: number) => void;
  readonly onOpen: (at: number) => void;
}) {
  const { dots, x, y, width, height, ink, at } = props;
  const axis = { axisLine: false, tickLine: false, tick: TICK, allowDecimals: true } as const;
  const plotPx = height - MARGIN.top - MARGIN.bottom - NAMES_PX;
  const yOf = (percent: number): number => MARGIN.top + ((y.max - percent) / (y.max - y.min)) * plotPx;
  const xOf = (sales: number): number =>
    SCALE_PX + ((sales - x.min) / (x.max - x.min)) * (width - SCALE_PX - MARGIN.right);
  const named = outstanding(dots).map((dot) => {
    const name = props.nameOf(dot);
    return { at: dot.at, x: xOf(dot.x), y: yOf(dot.y), px: props.namePx(name) * TICK_SHARE, name };
  });
  const names = new Map(named.map(({ at: index, name }) => [index, name]));
  const drawDot = (shown: unknown) => {
    const { cx, cy, payload } = shown as Drawn;
    const index = payload.at;
    const likelyY = payload.likely === null ? null : yOf(payload.likely);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: arrows and Enter do the same on what holds it
      <g
        data-testid="chart-dot"
        data-key={payload.key}
        onPointerEnter={() => props.onReach(index)}
        onClick={() => props.onOpen(index)}
      >
        {likelyY === null ? null : (
          <line x1={cx} x2={cx} y1={cy} y2={likelyY} stroke={ink} strokeWidth={1} strokeDasharray="2 2" />
        )}
        {/* What is aimed at is larger than what is seen. */}
        <circle cx={cx} cy={cy} r={9} fill="transparent" />
        <circle
          cx={cx}
          cy={cy}
          r={index === at ? 5.5 : 3.5}
          fill={payload.isBeyond || payload.mark.isPartial ? 'var(--bg)' : ink}
          fillOpacity={index === at ? 1 : 0.6}
          stroke={index === at ? 'var(--accent)' : ink}
          strokeWidth={index === at ? 2 : 1}
        />
      </g>
    );
  };
  return (
    <ScatterChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        {...axis}
        type="number"
        dataKey="x"
        domain={[x.min, x.max]}
        ticks={[...x.ticks]}
        tickFormatter={props.xTick}
        height={NAMES_PX}
      />
      <YAxis
        {...axis}
        type="number"
        dataKey="y"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        tickFormatter={props.yTick}
        width={SCALE_PX}
      />
      <ReferenceLine y={0} stroke="var(--chart-axis)" />
      <Scatter data={dots} shape={drawDot} isAnimationActive={false} />
      {namesBeside(named, width).map((name) => (
        <text
          key={name.at}
          {...TICK}
          x={name.x}
          y={name.y + 4}
          textAnchor={name.isLeft ? 'end' : 'start'}
          fill="var(--text-2)"
          pointerEvents="none"
          data-testid="chart-dot-name"
        >
          {names.get(name.at)}
        </text>
      ))}
    </ScatterChart>
  );
});
/** The height of the names of the axis along. */
const NAMES_PX = 22;
const MARGIN = { top: 10, right: 24, bottom: 0, left: 0 };
const SCALE_PX = 44;
/** Names are set in 11 px; widths are told of 12. */
const TICK_SHARE = 11 / 12;
const TICK = { fontSize: 11, fill: 'var(--text-3)' };

/** The part of a dot that Recharts gives. */
type Drawn = {
  readonly cx: number;
  readonly cy: number;
  readonly payload: Dot;
};
