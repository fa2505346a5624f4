import { expect, type Page } from '@playwright/test';

/**
 * The chart's lines against the table behind it: each line has a point for every month that is over, and its points stand
 * as far apart as the table's figures say. Pixels are no money: they are compared to within one of them.
 */

type Place = { readonly x: number; readonly y: number };

/** The corners of the lines, one list a scope. */
async function linesOf(page: Page): Promise<readonly (readonly Place[])[]> {
  const paths = await page
    .locator('[data-testid=trend-plot] [data-testid^=trend-line-]')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('d') ?? ''));
  return paths.map((path) =>
    [...path.matchAll(/[ML](?<x>[\d.-]+),(?<y>[\d.-]+)/g)].map(({ groups }) => ({
      x: Number(groups?.x),
      y: Number(groups?.y),
    })),
  );
}

/** The three profitabilities of every month in the table, oldest first. */
async function figuresOf(page: Page): Promise<readonly (readonly number[])[]> {
  const rows = await page
    .getByTestId('trend-table')
    .locator('tbody tr[data-month]')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll('td')]
          .filter((_, at) => at % 2 === 1)
          .map((cell) => Number(cell.querySelector('[data-value]')?.getAttribute('data-value'))),
      ),
    );
  return [0, 1, 2].map((scope) => rows.map((row) => row[scope] ?? Number.NaN));
}

/** Expects the chart of months in sight to draw what its table says. */
export async function expectDrawnTrend(page: Page): Promise<void> {
  await expect(page.locator('[data-testid=trend-plot] [data-testid^=trend-line-]')).toHaveCount(3);
  const lines = await linesOf(page);
  await page.getByTestId('trend-as-table').click();
  const figures = await figuresOf(page);
  await page.getByTestId('trend-as-table').click();
  for (const [scope, values] of figures.entries()) {
    const line = lines[scope] ?? [];
    // The month that goes on is not part of the line.
    const whole = values.slice(0, line.length);
    expect(values.length - line.length).toBeLessThanOrEqual(1);
    expect(line.length).toBeGreaterThan(5);
    const [least, most] = [Math.min(...whole), Math.max(...whole)];
    const [low, high] = [whole.indexOf(least), whole.indexOf(most)];
    const [lowY, highY] = [line[low]?.y ?? Number.NaN, line[high]?.y ?? Number.NaN];
    expect(lowY).toBeGreaterThan(highY);
    for (const [month, value] of whole.entries()) {
      const y = lowY + ((value - least) / (most - least)) * (highY - lowY);
      expect(Math.abs((line[month]?.y ?? Number.NaN) - y)).toBeLessThan(1);
    }
    const steps = line.slice(1).map(({ x }, at) => x - (line[at]?.x ?? Number.NaN));
    for (const step of steps) expect(Math.abs(step - (steps[0] ?? Number.NaN))).toBeLessThan(1);
  }
}
