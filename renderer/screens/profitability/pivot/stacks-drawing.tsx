import { memo, useId } from 'react';
import { Bar, ComposedChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Stack } from './chart-stacks.ts';

/** Costs stacked from 0, and below each stack what is left: the result. Every piece is pressed by itself. */
export const StacksDrawing = memo(function StacksDrawing(props: {
  readonly stacks: readonly Stack[];
  readonly domain: readonly [number, number];
  readonly inks: readonly (string | null)[];
  readonly resultInk: string;
  readonly width: number;
  readonly rowPx: number;
  /** `part`: the place of a cost; null: the result. */
  readonly onOpen: (stack: number, part: number | null) => void;
}) {
  const { stacks, domain, inks, width, rowPx, onOpen } = props;
  const hatch = useId();
  const data = stacks.map(({ mark, costs }) => ({
    key: mark.line.key,
    result: toPlotNumber(mark.value),
    ...Object.fromEntries(costs.map(({ value }, at) => [`c${at}`, toPlotNumber(value)])),
  }));
  return (
    <ComposedChart
      layout="vertical"
      width={width}
      height={stacks.length * rowPx}
      data={data}
      margin={MARGIN}
      barCategoryGap={0}
      barGap={1}
      stackOffset="sign"
      accessibilityLayer={false}
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--bg)" />
          <rect width="1.5" height="4" fill="var(--cost-prod)" />
        </pattern>
      </defs>
      <XAxis type="number" domain={[...domain]} allowDataOverflow hide />
      <YAxis type="category" dataKey="key" interval={0} hide />
      {inks.map((ink, at) => (
        <Bar
          // biome-ignore lint/suspicious/noArrayIndexKey: costs stand in the statement's order
          key={at}
          dataKey={`c${at}`}
          stackId="costs"
          fill={ink ?? `url(#${hatch})`}
          stroke={ink === null ? 'var(--cost-prod)' : 'var(--bg)'}
          strokeWidth={0.75}
          barSize={STACK_PX}
          isAnimationActive={false}
          onClick={(_, stack) => onOpen(stack, at)}
        />
      ))}
      <Bar
        dataKey="result"
        fill={props.resultInk}
        barSize={RESULT_PX}
        isAnimationActive={false}
        onClick={(_, stack) => onOpen(stack, null)}
      />
      <ReferenceLine x={0} stroke="var(--chart-axis)" />
    </ComposedChart>
  );
});
const STACK_PX = 14;
const RESULT_PX = 6;
const MARGIN = { top: 0, right: 4, bottom: 0, left: 1 };
