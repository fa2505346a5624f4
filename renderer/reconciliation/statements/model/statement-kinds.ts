import { BANK_LAYOUTS } from './bank-layouts.ts';
import type { Layout } from './layout.ts';
import { MARKETPLACE_LAYOUTS } from './layouts.ts';
import { type KindFacts, PAYOUT_WAYS, type PayoutWay } from './marketplace-layout.ts';

/** Kinds of statements, as the layouts say them: each marketplace's own, extracts of banks, and what the user described. */

const MARKETPLACE_KINDS = MARKETPLACE_LAYOUTS.map(({ kind }) => kind);

export const STATEMENT_KINDS = [...MARKETPLACE_KINDS, 'bank', 'unknown'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export type KnownLayout = Layout<StatementKind>;
export const LAYOUTS: readonly KnownLayout[] = [...MARKETPLACE_LAYOUTS, ...BANK_LAYOUTS];

/** Columns that the user named are taken for those of settlements that are paid as they are. */
const DESCRIBED: KindFacts = { payout: 'settlement', matchedFigure: 'Rentabilidad Marketplace', payer: null };

const FACTS: ReadonlyMap<string, KindFacts> = new Map<string, KindFacts>([
  ...MARKETPLACE_LAYOUTS.map((layout) => [layout.kind, layout] as const),
  ['unknown', DESCRIBED],
]);

/** The relation of a kind of statements to orders and to the bank; null: of banks, and of what is no kind. */
export const factsOf = (kind: string): KindFacts | null => FACTS.get(kind) ?? null;

const isPaidBy = (way: PayoutWay) => (kind: StatementKind) => factsOf(kind)?.payout === way;

/** Statements that say what came of an order, those first that say how it was paid. Bills hold its charges alone. */
export const SPEAKS_OF_ORDERS: readonly StatementKind[] = PAYOUT_WAYS.filter((way) => way !== 'bill').flatMap(
  (way) => STATEMENT_KINDS.filter(isPaidBy(way)),
);

/** Its settlements are paid as they are. */
export const isPaidAsItIs = isPaidBy('settlement');

/** Money stays there until it is withdrawn. */
export const isBalance = isPaidBy('balance');

/** Reports that tell the same money of the same orders. */
export const isOfOneBalance = (kind: StatementKind): boolean =>
  isBalance(kind) || isPaidBy('other-balance')(kind);
