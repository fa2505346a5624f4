import { describe, expect, test } from 'vitest';
import { axisOf } from '#renderer/views/profitability/months.ts';
import { AXIS_WIDTH, linePath, STRIP_HEIGHT, stripPlot } from '#renderer/views/profitability/strip-plot.ts';

describe('the strips of the chart', () => {
  const values = [-50, 0, 100];
  const plot = stripPlot(364, 3, axisOf(values));

  test('months stand in the middle of their share, values between the ends of their own axis', () => {
    expect([0, 1, 2].map(plot.x)).toEqual([AXIS_WIDTH + 50, AXIS_WIDTH + 150, AXIS_WIDTH + 250]);
    expect(plot.y(100)).toBe(7);
    expect(plot.y(-50)).toBe(STRIP_HEIGHT - 7);
    expect(plot.y(0)).toBe(35);
  });

  test('a point belongs to the month it stands over, beside the plot to none', () => {
    expect(plot.indexAt(AXIS_WIDTH + 99)).toBe(0);
    expect(plot.indexAt(AXIS_WIDTH + 101)).toBe(1);
    expect(plot.indexAt(AXIS_WIDTH - 1)).toBeNull();
    expect(plot.indexAt(AXIS_WIDTH + 301)).toBeNull();
  });

  test('a month without a value is a gap, one alone a dot, never a zero', () => {
    expect(linePath([100, null, 0], plot)).toBe('M94.0 7.0h0.01M294.0 35.0h0.01');
    expect(linePath([100, 0, -50], plot)).toBe('M94.0 7.0L194.0 35.0L294.0 49.0');
    expect(linePath([null, null, null], plot)).toBe('');
  });
});
