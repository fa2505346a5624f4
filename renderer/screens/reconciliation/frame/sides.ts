import { decisionKey } from '#shared/domain/matching/decisions.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What is decided about: all lines and orders of a case (or payouts), or those that the user put together. */
export type Sides = {
  /** Identities of lines. */
  readonly lines: readonly string[];
  readonly orders: readonly string[];
};

export const keyOfSides = ({ lines, orders }: Sides): string =>
  decisionKey(orders as readonly OrderKey[], lines);
