/**
 * Why an order is not what it was. `product-cost`: its product cost changed, whatever else did; `own-cost`: what own costs
 * take off it did. For the rest, what brought the order as it is: the source's own word, a purchase date read again, a first
 * reading, the user's decision about rows. They are kept with adjustments.
 */
export const DRIFT_CAUSES = ['source', 'product-cost', 'own-cost', 'reread', 'first', 'decision'] as const;
export type DriftCause = (typeof DRIFT_CAUSES)[number];
