import { Curve, type LineProps } from 'recharts';

/** A line without its length: Recharts measures it for an animation at every drawing, which lays the page out. */
function drawUnmeasured(drawn: unknown) {
  const { pathRef: _, ...curve } = drawn as Parameters<typeof Curve>[0];
  return <Curve {...curve} />;
}

/** Attributes of every straight line of a chart: nothing moves. */
export const STILL_LINE = {
  type: 'linear',
  activeDot: false,
  isAnimationActive: false,
  shape: drawUnmeasured,
} as const satisfies Partial<LineProps>;
