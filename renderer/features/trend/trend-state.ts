import { z } from 'zod';

/** What of a trend lasts, and travels with the saved views of its screen. */

/** Sums of the three scopes, or their shares of Ventas. */
const TREND_MEASURES = ['sum', 'rate'] as const;
export type TrendMeasure = (typeof TREND_MEASURES)[number];

export const trendSchema = z.object({
  measure: z.enum(TREND_MEASURES),
  /** The figures as a table instead of the chart. */
  isTable: z.boolean(),
});
export type TrendState = z.infer<typeof trendSchema>;

export const INITIAL_TREND: TrendState = { measure: 'sum', isTable: false };
