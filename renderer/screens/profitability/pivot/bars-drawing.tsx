import { memo, useId } from 'react';
import { Bar, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { ChartMark } from './chart-marks.ts';

/** The marks' bars, each in the row that names it; a Pareto's also with the line of what they come to together. */
export const BarsDrawing = memo(function BarsDrawing(props: {
  readonly marks: readonly ChartMark[];
  readonly isPareto: boolean;
  readonly width: number;
  readonly rowPx: number;
  readonly ink: string;
}) {
  const { marks, isPareto, width, rowPx, ink } = props;
  const hatch = useId();
  const data = marks.map(({ line, value, likely, share, cumulative }) => {
    const own = toPlotNumber(isPareto ? share : value);
    const least = isPareto ? null : toPlotNumber(likely);
    return {
      key: line.key,
      own,
      missing: own === null || least === null ? null : [least, own],
      cumulative: toPlotNumber(cumulative),
    };
  });
  const ends = data.flatMap(({ own, missing, cumulative }) => [
    own,
    missing?.[0] ?? null,
    isPareto ? cumulative : null,
  ]);
  const known = ends.filter((end) => end !== null);
  const low = known.reduce((least, end) => Math.min(least, end), 0);
  const high = known.reduce((most, end) => Math.max(most, end), isPareto ? 100 : 0);
  return (
    <ComposedChart
      layout="vertical"
      width={width}
      height={marks.length * rowPx}
      data={data}
      margin={MARGIN}
      barCategoryGap={0}
      barGap={-BAR_PX}
      accessibilityLayer={false}
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--bg)" />
          <rect width="1.5" height="4" fill={ink} />
        </pattern>
      </defs>
      <XAxis type="number" domain={[low, high === low ? low + 1 : high]} hide />
      <YAxis type="category" dataKey="key" interval={0} hide />
      <Bar dataKey="own" fill={ink} barSize={BAR_PX} isAnimationActive={false} />
      <Bar dataKey="missing" fill={`url(#${hatch})`} barSize={BAR_PX} isAnimationActive={false} />
      {isPareto ? (
        <Line
          dataKey="cumulative"
          type="linear"
          stroke="var(--text-2)"
          strokeWidth={1.5}
          dot={DOT}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : null}
      <ReferenceLine x={0} stroke="var(--chart-axis)" />
    </ComposedChart>
  );
});
const BAR_PX = 14;
/** The line at 0 is whole. */
const MARGIN = { top: 0, right: 4, bottom: 0, left: 1 };
const DOT = { r: 2, fill: 'var(--text-2)', strokeWidth: 0 };
