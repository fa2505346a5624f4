import { uniq } from 'es-toolkit/array';
import { memo, useId } from 'react';
import { Bar, ComposedChart, Line, Rectangle, ReferenceLine, XAxis, YAxis } from 'recharts';
import { STILL_LINE } from '#renderer/ui/still-line.tsx';

/** A bar in the row that names it; a row without one has a null. */
export type PlottedBar = {
  readonly key: string;
  readonly own: number | null;
  /** Its likely value with the missing costs. */
  readonly likely: number | null;
  /** In the compared period. */
  readonly before: number | null;
  /** The cumulative share so far, in percent. */
  readonly cumulative: number | null;
  readonly ink: string;
  /** Beside the one in view, in the same hue. */
  readonly isPale?: boolean;
};

/**
 * The marks' bars, each in the row that names it; a Pareto's also with the line of what they come to together. Long for its
 * markup, which is one drawing.
 */
export const BarsDrawing = memo(function BarsDrawing(props: {
  readonly bars: readonly PlottedBar[];
  readonly isPareto: boolean;
  readonly width: number;
  readonly rowPx: number;
}) {
  const { bars, isPareto, width, rowPx } = props;
  const id = useId();
  const inks = uniq(bars.map(({ ink }) => ink));
  const data = bars.map(({ own, likely, ...bar }) => ({
    ...bar,
    own,
    missing: own === null || likely === null ? null : [likely, own],
    hatch: `url(#${id}-${inks.indexOf(bar.ink)})`,
  }));
  const domain = barDomain(bars, isPareto);
  const barPx = Math.min(MAX_BAR_PX, rowPx - MIN_GAP_PX);
  const bar = { barSize: barPx, isAnimationActive: false } as const;
  return (
    <ComposedChart
      layout="vertical"
      width={width}
      height={bars.length * rowPx}
      data={data}
      margin={MARGIN}
      barCategoryGap={0}
      barGap={-barPx}
      accessibilityLayer={false}
    >
      <defs>
        {inks.map((ink, at) => (
          <pattern
            key={ink}
            id={`${id}-${at}`}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" fill="var(--bg)" />
            <rect width="1.5" height="4" fill={ink} />
          </pattern>
        ))}
      </defs>
      <XAxis type="number" domain={[...domain]} hide />
      <YAxis type="category" dataKey="key" interval={0} hide />
      <Bar
        {...bar}
        dataKey="own"
        shape={(drawn: unknown) => {
          const shape = drawn as Drawn;
          const { ink, isPale } = shape.payload;
          return <Rectangle {...shape} fill={ink} fillOpacity={isPale === true ? PALE : 1} />;
        }}
      />
      <Bar
        {...bar}
        dataKey="missing"
        shape={(drawn: unknown) => {
          const shape = drawn as Drawn;
          return <Rectangle {...shape} fill={shape.payload.hatch} />;
        }}
      />
      <Bar {...bar} dataKey="before" shape={(drawn: unknown) => <BeforeMark {...(drawn as Drawn)} />} />
      {isPareto ? (
        <Line {...STILL_LINE} dataKey="cumulative" stroke="var(--text-2)" strokeWidth={1.5} dot={DOT} />
      ) : null}
      <ReferenceLine x={0} stroke="var(--chart-axis)" />
    </ComposedChart>
  );
});

/** From where to where the bars go: 0 lies in it, and all of a Pareto. */
export function barDomain(bars: readonly PlottedBar[], isPareto: boolean): readonly [number, number] {
  const ends = bars.flatMap(({ own, likely, before, cumulative }) => [own, likely, before, cumulative]);
  const known = ends.filter((end) => end !== null);
  const low = known.reduce((least, end) => Math.min(least, end), 0);
  const high = known.reduce((most, end) => Math.max(most, end), isPareto ? 100 : 0);
  return [low, high === low ? low + 1 : high];
}

/** chart-rows.tsx has it too, for the samples beside the names. */
const PALE = 0.42;
const MAX_BAR_PX = 14;
const MIN_GAP_PX = 8;
/** The line at 0 is whole. */
const MARGIN = { top: 0, right: 4, bottom: 0, left: 1 };
const DOT = { r: 2, fill: 'var(--text-2)', strokeWidth: 0 };

/** The part of a bar that Recharts gives. */
type Drawn = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly payload: { readonly ink: string; readonly hatch: string; readonly isPale?: boolean };
};

/** Where the compared period ends: across the bar, and seen on it and beside it. */
function BeforeMark({ x, y, width, height }: Drawn) {
  return (
    <rect
      data-testid="chart-before"
      x={x + width - 1.5}
      y={y - 2}
      width={3}
      height={height + 4}
      fill="var(--text-2)"
      stroke="var(--bg)"
      strokeWidth={1}
    />
  );
}
