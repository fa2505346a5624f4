import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import type { Finding } from './finding.ts';

/** The kinds of exceptions: how grave each is, what finds it, and where one looks into it. */

/** How grave what was found is: rows that are missing or wrong before what may be. */
export type Gravity = 'bad' | 'caution' | 'info';

/** Its finder: the rows themselves (a finder each), a tool over them, or what is known beside them. */
export type FoundIn =
  | 'rows'
  | 'anomalies'
  | 'rates'
  | 'own-costs'
  | 'coverage'
  | 'closes'
  | 'statements'
  | 'receivables';

/** Narrows a finding's rows to those meant: of one value, of the value in its subject, of nothing, without a date. */
export type Narrowing = { readonly column: string } & (
  | { readonly is: 'zero' | 'undated' | 'of-subject' }
  | { readonly value: string }
);

/** Where a finding's own rows are looked into. */
export type Lead<Section extends string = string> =
  /** A section of Conciliación, by its id. */
  | { readonly to: 'section'; readonly section: Section; readonly only?: readonly Narrowing[] }
  /** Órdenes, sorted `by` a column, at the column of the subject or of the result of its rule. */
  | {
      readonly to: 'orders';
      readonly only?: readonly Narrowing[];
      readonly by?: string;
      readonly at?: 'column' | 'result-of-rule';
    }
  /** The statement's cases, or the list of files. */
  | { readonly to: 'statement' }
  | { readonly to: 'sync'; readonly at: 'month' | 'all' };

type KindFacts = {
  readonly kind: string;
  readonly gravity: Gravity;
  readonly foundIn: FoundIn;
  /** The best first. */
  readonly leads: readonly [Lead, ...Lead[]];
};

const TO_RECEIVABLES = [{ to: 'section', section: 'receivables' }] as const;
const TO_ORDERS = { to: 'orders' } as const;
const TO_MONTH = [{ to: 'sync', at: 'month' }] as const;
const TO_ANOMALIES = [{ to: 'section', section: 'anomalies' }, TO_ORDERS] as const;
const OF_SKU = [{ column: 'SKU Producto', is: 'of-subject' }] as const;
const COST = 'Costo de Producto';

/** All kinds that the queue knows, the gravest first. A kind of a later version is a caution, after these. */
export const EXCEPTION_KINDS = [
  { kind: 'damage', gravity: 'bad', foundIn: 'coverage', leads: [{ to: 'sync', at: 'all' }] },
  { kind: 'held', gravity: 'bad', foundIn: 'coverage', leads: TO_MONTH },
  { kind: 'control-differs', gravity: 'bad', foundIn: 'coverage', leads: TO_MONTH },
  { kind: 'closed-month', gravity: 'bad', foundIn: 'closes', leads: [{ to: 'section', section: 'closing' }] },
  {
    kind: 'row-rule',
    gravity: 'bad',
    foundIn: 'rows',
    leads: [
      { to: 'section', section: 'proof' },
      { to: 'orders', at: 'result-of-rule' },
    ],
  },
  { kind: 'statement-difference', gravity: 'bad', foundIn: 'statements', leads: [{ to: 'statement' }] },
  { kind: 'double-charge', gravity: 'bad', foundIn: 'anomalies', leads: TO_ANOMALIES },
  { kind: 'charge-without-sale', gravity: 'bad', foundIn: 'anomalies', leads: TO_ANOMALIES },
  { kind: 'canceled-charge', gravity: 'bad', foundIn: 'anomalies', leads: TO_ANOMALIES },
  { kind: 'long-overdue', gravity: 'bad', foundIn: 'receivables', leads: TO_RECEIVABLES },
  { kind: 'overdue', gravity: 'caution', foundIn: 'receivables', leads: TO_RECEIVABLES },
  { kind: 'rate', gravity: 'caution', foundIn: 'rates', leads: [{ to: 'section', section: 'rates' }] },
  { kind: 'negative-sale', gravity: 'caution', foundIn: 'anomalies', leads: TO_ANOMALIES },
  { kind: 'refund-above-sale', gravity: 'caution', foundIn: 'anomalies', leads: TO_ANOMALIES },
  {
    kind: 'missing-cost',
    gravity: 'caution',
    foundIn: 'rows',
    leads: [
      { to: 'section', section: 'missing-costs' },
      { to: 'orders', only: [{ column: COST, is: 'zero' }], by: RATE_BASE_COLUMN },
    ],
  },
  {
    kind: 'own-cost-superseded',
    gravity: 'caution',
    foundIn: 'own-costs',
    leads: [
      { to: 'section', section: 'missing-costs', only: OF_SKU },
      { to: 'orders', only: OF_SKU, by: COST },
    ],
  },
  { kind: 'unreadable', gravity: 'caution', foundIn: 'rows', leads: [{ to: 'orders', at: 'column' }] },
  { kind: 'unsettled', gravity: 'caution', foundIn: 'coverage', leads: TO_MONTH },
  {
    kind: 'no-payment',
    gravity: 'caution',
    foundIn: 'rows',
    leads: [
      { to: 'orders', only: [{ column: 'Estado de Pago', value: 'Sin Información' }], by: RATE_BASE_COLUMN },
    ],
  },
  { kind: 'out-of-range', gravity: 'caution', foundIn: 'rows', leads: [TO_ORDERS] },
  {
    kind: 'undated',
    gravity: 'caution',
    foundIn: 'rows',
    leads: [{ to: 'orders', only: [{ column: 'Fecha de compra', is: 'undated' }] }],
  },
  { kind: 'margin', gravity: 'info', foundIn: 'anomalies', leads: TO_ANOMALIES },
  { kind: 'to-verify', gravity: 'info', foundIn: 'coverage', leads: TO_MONTH },
  { kind: 'reread-due', gravity: 'info', foundIn: 'coverage', leads: TO_MONTH },
  { kind: 'unknown-column', gravity: 'info', foundIn: 'rows', leads: [{ to: 'orders', at: 'column' }] },
] as const satisfies readonly KindFacts[];

type KnownFacts = (typeof EXCEPTION_KINDS)[number];
export type ExceptionKind = KnownFacts['kind'];
/** Sections that a kind leads to. */
type LedToSection = Extract<KnownFacts['leads'][number], { readonly to: 'section' }>['section'];
/** The kinds that a source finds: no fewer, and no others. */
export type KindIn<Source extends FoundIn> = Extract<KnownFacts, { readonly foundIn: Source }>['kind'];
/** A finding as it is found now; one that is stored may be of a kind of another version. */
export type FindingOf<Kind extends ExceptionKind> = Finding & { readonly kind: Kind };

const RANKS: ReadonlyMap<string, number> = new Map(EXCEPTION_KINDS.map(({ kind }, at) => [kind, at]));

export const isKnownKind = (kind: string): kind is ExceptionKind => RANKS.has(kind);

/** The place of a kind among the others: the gravest first. */
export const rankOf = (kind: string): number => RANKS.get(kind) ?? EXCEPTION_KINDS.length;

export const gravityOf = (kind: string): Gravity => EXCEPTION_KINDS[rankOf(kind)]?.gravity ?? 'caution';

/** Where a kind leads, the best first; one that nobody knows leads to its orders. */
export const leadsOf = (kind: string): readonly Lead<LedToSection>[] =>
  EXCEPTION_KINDS[rankOf(kind)]?.leads ?? [TO_ORDERS];
