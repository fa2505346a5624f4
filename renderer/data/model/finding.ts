import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** Why a statement does not square: cases of its lines and orders, its own arithmetic, or that nothing of it can be read. */
export const STATEMENT_REASONS = ['different', 'only-here', 'only-there', 'proof', 'damaged'] as const;
export type StatementReason = (typeof STATEMENT_REASONS)[number];

/** One of what a finding is made of: an order, a line of a statement, a product. */
export type FindingCase = {
  /** A hash of its content: the same after any sync, and no other of its finding has it. */
  readonly id: string;
  /** The number that people know it by; "": it has none. */
  readonly name: string;
  /** Whose it is, where the subject of its finding does not say. */
  readonly account?: SellerAccount | undefined;
  /** The month it is of; null: it is of no month. */
  readonly month: Month | null;
  /** Its age counts from here: the day of its purchase or, of what is late, the day it was due. Null: not known. */
  readonly day: LocalDate | null;
  readonly amount: Decimal | null;
  readonly rows: number;
  /** A hash of the rows and amounts that it rests on: another one means that it changed. */
  readonly evidence: string;
};

/**
 * Something that does not square, as one of the tools of Conciliación found it: failing rows, sales without cost, charges
 * that break a rule, a month whose count differs. The queue of exceptions shows findings and keeps what the user says of them.
 */
export type Finding = {
  readonly kind: string;
  /** Its subject, by parts (`Canal`, `Orden`, `rule`, `month`): the same after any sync, and no other of its kind has it. */
  readonly subject: { readonly [part: string]: string };
  /** Its readable name, where its subject is a digest: the name of a file. */
  readonly name?: string | undefined;
  /** A hash of the orders and amounts that it rests on: another one means that it changed. */
  readonly evidence: string;
  /** The same as earlier versions made it: what was said of it then holds. */
  readonly formerEvidence?: readonly string[] | undefined;
  readonly rows: number;
  readonly orders: number;
  /** The amount at stake; null where it is no money, or not known. */
  readonly amount: Decimal | null;
  /** The currency of the amount, as ISO 4217 has it, where lines of a file name it; absent: that of the accounts. */
  readonly currency?: string | undefined;
  /** Purchases among its rows: its age counts from the first. Null where none is readable. */
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
  /** The profitabilities that it makes wrong, or may. */
  readonly affects: readonly Scope[];
  /** What it is made of; absent: it is one matter. */
  readonly cases?: readonly FindingCase[] | undefined;
};

/** States that the user can give a finding. */
export const EXCEPTION_STATES = ['open', 'explained', 'accepted'] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];

/** What the user says a difference is. */
export const REASON_CODES = [
  'fee',
  'shipping',
  'withholding',
  'claim',
  'duplicate',
  'rounding',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);

/** The evidence of a finding: `parts` (an order and what of it counts, as one text each) in any order give the same. */
export function evidenceOf(parts: readonly string[]): string {
  return hashOf(JSON.stringify(parts.toSorted()));
}

/** The identity of a finding, whatever its rows and amounts are by now: short, and fit for an address. */
export function findingKey({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): string {
  const parts = Object.entries(subject).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${kind}:${hashOf(JSON.stringify(parts))}`;
}
