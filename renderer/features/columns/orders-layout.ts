import { z } from 'zod';

/** The layout of the table of orders; remembered account by account, and carried by saved views. */
export const layoutSchema = z.object({
  /** Null: those that the table opens with. */
  columns: z.array(z.string()).min(1).nullable(),
  grouping: z.enum(['rows', 'orders']),
});
export type OrdersLayout = z.infer<typeof layoutSchema>;
export const DEFAULT_LAYOUT: OrdersLayout = { columns: null, grouping: 'orders' };

/** How they are sorted; not at all: newest purchase first. */
export const sortSchema = z
  .object({ column: z.string(), direction: z.enum(['ascending', 'descending']) })
  .optional();
