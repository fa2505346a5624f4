import type { BasisPart } from '#renderer/data/model/statement-answers.ts';
import {
  amountValue,
  numberValue,
  textValue,
} from '#renderer/reconciliation/statements/model/line-values.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The parts of a statement's line that matching looks at; money to the seller is positive. */
export type MatchLine = {
  /** In the file, from 1. */
  readonly line: number;
  readonly movement: string | null;
  readonly settlement: string | null;
  readonly order: string | null;
  readonly suborder: string | null;
  /** Another number of the order. */
  readonly reference?: string | null;
  readonly sku: string | null;
  readonly operation: string | null;
  readonly currency: string | null;
  readonly description: string | null;
  readonly date: { readonly day: LocalDate } | null;
  readonly released: { readonly day: LocalDate } | null;
  /** Null where the line could not be read. */
  readonly net: Decimal | null;
} & {
  /** Where the file tells them apart. */
  readonly [part in Exclude<BasisPart, 'net'>]?: Decimal | null;
};

/** The amount of a line by its basis: a part that it does not tell is nothing; null where it could not be read. */
export const amountOf = (line: MatchLine, part: BasisPart): Decimal | null =>
  line.net === null || part === 'net' ? line.net : (line[part] ?? NOTHING);

const NOTHING = '0' as Decimal;

/** Equal for lines that say the same, in whatever file and writing (`line-values.ts`). */
export function contentOf(line: MatchLine): string {
  const { movement, settlement, order, suborder, sku, operation, currency, description, net } = line;
  return JSON.stringify([
    textValue(movement),
    numberValue(settlement),
    numberValue(order),
    numberValue(suborder),
    numberValue(sku),
    numberValue(operation),
    textValue(currency),
    textValue(description),
    line.date?.day ?? null,
    line.released?.day ?? null,
    amountValue(net),
  ]);
}

/** Whether two lines say the same in every field. */
export function areAlike(line: MatchLine | undefined, other: MatchLine | undefined): boolean {
  return line !== undefined && other !== undefined && contentOf(line) === contentOf(other);
}

/** Why a line is no part of the result of sales. */
export const OUTSIDE_REASONS = ['reserve', 'block', 'payout', 'own-purchase', 'total', 'unreadable'] as const;
export type OutsideReason = (typeof OUTSIDE_REASONS)[number];

const OUTSIDE_MOVEMENTS: readonly (readonly [OutsideReason, RegExp])[] = [
  ['total', /^(sub)?total$|^(initial_)?available_balance$|^saldo (inicial|final)/],
  ['reserve', /^reserve[_ ]for|^reserva\b/],
  ['block', /^(full|un)?block$|^(des)?bloqueo\b/],
  ['payout', /^payouts?$|^withdrawal|^retiro\b|^transfer$/],
];

/**
 * The reason, by the column of its movement, that keeps a line outside the result; null where it belongs to it. What a
 * product is called says nothing of the movement. A payment that takes money is the seller's own purchase. Whoever
 * knows that the line is of an order asks no further: only one that could not be read is outside then.
 */
export function outsideReason({ net, movement }: Pick<MatchLine, 'net' | 'movement'>): OutsideReason | null {
  if (net === null) return 'unreadable';
  const word = movement?.trim().toLowerCase() ?? '';
  for (const [reason, pattern] of OUTSIDE_MOVEMENTS) if (pattern.test(word)) return reason;
  return /^(payment|pago)$/.test(word) && net.startsWith('-') ? 'own-purchase' : null;
}
