import { z } from 'zod';
import { currencyCodeSchema } from '#shared/contract/currencies.ts';
import type { Frozen } from '#shared/contract/rpc.ts';
import { localDate, localDateTime, monthSchema } from '#shared/contract/wire-dates.ts';
import { COST_SECTIONS } from '#shared/domain/column-catalogue.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { CLAIM_MEASURES, CLAIM_STATES } from './claim-states.ts';
import { DRIFT_CAUSES } from './drift-causes.ts';
import { EXCEPTION_STATES, REASON_CODES } from './finding.ts';
import { COUNTRIES, ENTRY_KINDS, JOURNAL_FORMS, JOURNAL_GROUPINGS, RULE_LEVELS } from './journal-terms.ts';
import { isOwnCostFigure, MAX_NOTE_LENGTH, MAX_SKU_LENGTH } from './own-costs.ts';
import {
  AS_WRITTEN,
  BASIS_PARTS,
  MAPPED_FIELDS,
  MAPPED_SIGNS,
  MAX_NUMBER_LENGTH,
  ROW_ANSWERS,
  SIGN_ANSWERS,
} from './statement-answers.ts';
import { TARGET_COLUMNS, TARGET_MEASURES } from './target-measures.ts';
import { isVatRate, MAX_VAT_RATES } from './vat-rates.ts';
import { DAY_ORDERS } from './written-dates.ts';
import { DECIMAL_SIGNS } from './written-numbers.ts';

/**
 * The user's annotations beside the rows: kept in the account's database, never in the rows themselves. No sync touches
 * it; a backup takes it along. The key of each is made of content (an order, a SKU), never of where a row lies.
 */

const exceptionState = z.enum(EXCEPTION_STATES);
const decimal = z.string().transform((text) => text as Decimal);

const exact = decimal.refine((text) => parseDecimal(text) !== undefined);

const vatRate = decimal.refine(isVatRate);

const findingSchema = z.object({
  kind: z.string().max(200),
  subject: z.record(z.string(), z.string()),
  name: z.string().optional(),
  evidence: z.string().max(200),
  rows: z.number(),
  orders: z.number(),
  amount: decimal.nullable(),
  currency: z.string().optional(),
  firstPurchase: localDateTime.nullable(),
  lastPurchase: localDateTime.nullable(),
  affects: z.array(z.enum(SCOPES)),
});

const sellerAccount = z.object({ Canal: z.string(), Cuenta: z.string() });

/** Of an account's code in the books, a cost centre and a tax code. */
export const MAX_JOURNAL_CODE_LENGTH = 60;

/** A finding and those of its cases that something is said of, as they were found then. */
const saidFinding = z.object({
  finding: findingSchema.pick({ kind: true, subject: true, name: true, currency: true, affects: true }),
  cases: z.array(
    z.object({
      id: z.string().max(200),
      name: z.string().max(10_000),
      account: sellerAccount.optional(),
      month: monthSchema.nullable(),
      day: localDate.nullable(),
      amount: decimal.nullable(),
      rows: z.int().min(0),
      evidence: z.string().max(200),
    }),
  ),
});

/** The figures that it was said of; null: it was said before they were kept. */
const saidOf = z
  .object({
    orders: z.array(z.object({ amount: exact, settled: exact })).max(10_000),
    there: exact,
    here: exact,
  })
  .nullable()
  .default(null);

const matchSaying = {
  verdict: z.enum(['match', 'no-match', 'explained']),
  note: z.string().max(10_000).default(''),
  owner: z.string().max(200).default(''),
  /** By this machine's clock. */
  atMs: z.number(),
  said: saidOf,
};

const matchDecisionSchema = z.object({
  ...matchSaying,
  /** Order keys, and identities of a statement's lines. */
  orders: z.array(z.string().max(1000)).max(10_000),
  lines: z.array(z.string().max(100)).max(10_000),
  /** Whether lines are identified by the text of their cells (until figures were kept) or by their values. */
  linesBy: z.enum(['text', 'values']).default('text'),
  /** Former verdicts on the same lines and orders, the first first. */
  earlier: z.array(z.object(matchSaying)).max(100).default([]),
});

const place = z.int().min(0).nullable();

/** An account of the books, and what is said with it. */
const booking = {
  account: z.string().min(1).max(MAX_JOURNAL_CODE_LENGTH),
  name: z.string().max(200),
  costCentre: z.string().max(MAX_JOURNAL_CODE_LENGTH),
  taxCode: z.string().max(MAX_JOURNAL_CODE_LENGTH),
};

/** By kind, what is kept. What an earlier version wrote must be read: new fields are optional or have a default. */
export const ANNOTATION_SCHEMAS = {
  /** What the user said of one, several or a group of exceptions at once; the key is its own. The latest counts. */
  'exception-saying': z.object({
    state: exceptionState,
    reason: z.enum(REASON_CODES).nullable(),
    note: z.string().max(10_000),
    owner: z.string().max(200),
    /** The day from which it is in sight again. */
    followUp: localDate.nullable(),
    /** By this machine's clock, and later than what was said before. */
    atMs: z.number(),
    of: z.array(saidFinding),
  }),
  /** State of all that a finder found in an account, as earlier versions had it; the key is the finding's (renderer/data/model/finding.ts). */
  exception: z.object({
    state: exceptionState,
    note: z.string().max(10_000),
    /** The name of who said so. */
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
    /** As it was found then: where it rests on something else by now, it is open again. */
    finding: findingSchema,
    /** All that was said of it, the first first. */
    log: z.array(
      z.object({
        state: exceptionState,
        note: z.string().max(10_000),
        owner: z.string().max(200),
        atMs: z.number(),
        amount: decimal.nullable(),
      }),
    ),
  }),
  /** A claim to a marketplace; the key is its number (claims/model/claims.ts). */
  claim: z.object({
    number: z.string().min(1).max(100),
    Canal: z.string(),
    Cuenta: z.string(),
    /** Of its amounts; "": that of its account. */
    currency: z.string().max(100),
    state: z.enum(CLAIM_STATES),
    /** The last day on which it may be made; null: no day is known of what it is of. */
    deadline: localDate.nullable(),
    /** Of what it is made, as it was found then. */
    of: z.array(saidFinding),
    /** A line for each, with the figures that a refund would move, as they were then. */
    lines: z.array(
      z.object({
        /** Of the exception. */
        key: z.string().max(1000),
        numbers: z.array(z.string().max(1000)),
        amount: exact,
        by: z.enum(CLAIM_MEASURES),
        before: z.object({ rows: exact, paid: exact, lines: exact.nullable() }),
      }),
    ),
    claimed: exact,
    /** As it was made: the digest is the SHA-256 of the text's UTF-8 bytes. */
    file: z.object({ name: z.string().max(1000), text: z.string(), digest: z.string().max(100) }),
    log: z.array(
      z.object({
        state: z.enum(CLAIM_STATES),
        note: z.string().max(10_000),
        owner: z.string().max(200),
        /** By this machine's clock. */
        atMs: z.number(),
      }),
    ),
    atMs: z.number(),
  }),
  /** Within how many days a marketplace takes claims; the key is the marketplace (`Canal`). */
  'claim-rule': z.object({
    days: z.int().min(1).max(10_000),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** A month that was closed; the key is the month. What it held, order by order, lies beside it under `snapshot`. */
  'month-close': z.object({
    state: z.enum(['closed', 'reopened']),
    /** Names what is kept of its orders; another one with every close. */
    snapshot: z.string().min(1).max(100),
    checksum: z.string().max(100),
    /** The last reading that its rows held, by the server's clock. */
    readUntil: z.string().nullable(),
    /** Its figures when it was closed, by channel and account: unlike currencies are never added. */
    figures: z.array(
      z.object({
        Canal: z.string(),
        Cuenta: z.string(),
        rows: z.int().min(0),
        orders: z.int().min(0),
        /** Exact sums by column. */
        sums: z.record(z.string(), z.string()),
      }),
    ),
    /** The accounts whose own costs count in it, and in what becomes of it, by currency; none: it is of the source alone. */
    ownCosts: z
      .array(
        z.object({
          currency: currencyCodeSchema.nullable(),
          scope: z
            .object({
              accounts: z.array(z.object({ Canal: z.string(), Cuenta: z.string() })),
              isExcluded: z.boolean(),
            })
            .nullable(),
        }),
      )
      .default([]),
    /** What the result of each account consisted of: exact sums by column. Closes made before it was kept have none. */
    results: z.array(sellerAccount.extend({ sums: z.record(z.string(), z.string()) })).optional(),
    /** Adjustments: the parts of its drift that were taken to the books of other months, the first first. */
    adjustments: z
      .array(
        z.object({
          id: z.string().min(1).max(100),
          datedIn: monthSchema,
          lines: z.array(
            z.object({
              Canal: z.string(),
              Cuenta: z.string(),
              causes: z.array(
                z.object({
                  cause: z.enum(DRIFT_CAUSES),
                  sums: z.object({ marketplace: exact, comercial: exact, total: exact }),
                }),
              ),
            }),
          ),
          owner: z.string().max(200),
          atMs: z.number(),
        }),
      )
      .default([]),
    /** Digest of the drift that was looked at; null: none. */
    seen: z.string().max(100).nullable(),
    /** Who did what, when by this machine's clock; newest last. */
    log: z.array(
      z.object({
        what: z.enum(['closed', 'reopened', 'seen', 'adjusted', 'adjustment-removed']),
        owner: z.string().max(200),
        note: z.string().max(10_000),
        atMs: z.number(),
        /** Of a close: who reviewed it ("": nobody is named). Not there where it was made before two were asked. */
        reviewer: z.string().max(200).optional(),
        /** Of a close: what stood open, what it came to, and why it was closed so. */
        reasons: z
          .array(
            z.object({
              step: z.string().max(100),
              reason: z.string().max(100),
              count: z.int().min(0),
              amount: exact.nullable(),
              why: z.string().max(10_000),
            }),
          )
          .max(100)
          .optional(),
        /** Of a close: the month was not over, which was said before. */
        wasRunning: z.boolean().optional(),
        /**
         * The drift that was seen: by how much Rentabilidad Total of each account had moved. Not there where nobody
         * kept it.
         */
        drift: z.array(z.object({ Canal: z.string(), Cuenta: z.string(), amount: exact })).optional(),
      }),
    ),
  }),
  /** An anomaly that is not to be shown again as long as it rests on the same; the key is its own (anomalies/model/anomalies.ts). */
  'dismissed-anomaly': z.object({
    evidence: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** A product cost that the user set (own-costs.ts says what it means); the key is ownCostKey's. */
  'own-cost': z
    .object({
      sku: z.string().min(1).max(MAX_SKU_LENGTH),
      currency: currencyCodeSchema.nullable(),
      from: localDate.nullable(),
      to: localDate.nullable(),
      cost: z
        .string()
        .refine(isOwnCostFigure)
        .transform((text) => text as Decimal),
      vat: vatRate.optional(),
      note: z.string().max(MAX_NOTE_LENGTH),
      owner: z.string().max(200),
      atMs: z.number(),
    })
    .refine(({ from, to }) => from === null || to === null || from <= to),
  /** Verdict on whether lines of a statement and orders belong together; the key is that of `decisionKey`. */
  'match-decision': matchDecisionSchema,
  /** The same between the bank and payouts, which stand for the orders (payouts/model). */
  'payout-decision': matchDecisionSchema,
  /** Bank lines that are no channel's; the key is the words they are known by (payouts/model/bank-words.ts). */
  'no-channel': z.object({
    /** As the bank wrote it of the line that it was said of. */
    description: z.string().max(10_000),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** Allowance for the receivables of an account at the end of a month; the key is allowanceKey's. */
  'receivable-allowance': z.object({
    amount: exact,
    /** Receivables by age then: of other figures it does not hold. */
    ages: z.object({
      'not-due': exact,
      'to-30': exact,
      'to-60': exact,
      'to-90': exact,
      'over-90': exact,
      undated: exact,
    }),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** What a month is to come to (targets.ts says whose); the key is `targetKey`'s. */
  target: z.object({
    measure: z.enum(TARGET_MEASURES),
    month: monthSchema,
    /** Null: all of the company. */
    of: z.object({ column: z.enum(TARGET_COLUMNS), value: z.string().max(1000) }).nullable(),
    currency: currencyCodeSchema.nullable(),
    /** An amount, or percent of Ventas. */
    value: exact,
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** Which account of the books takes a line of the result; the key is that of `ruleKey` (journals/model/rules.ts). */
  'journal-rule': z.object({
    line: z.string().min(1).max(200),
    /** Null: of all. */
    Canal: z.string().nullable(),
    Cuenta: z.string().nullable(),
    ...booking,
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** How journals in a currency are made; the key is its code, "" where it has no name. */
  'journal-setting': z.object({
    /** Whose accounts are proposed; null: nobody's. */
    country: z.enum(COUNTRIES).nullable(),
    by: z.enum(JOURNAL_GROUPINGS),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** The rates of VAT of an account, in percent, in place of its country's; none: it knows no VAT. The key is `accountKey`. */
  'account-vat': sellerAccount.extend({
    rates: z.array(vatRate).max(MAX_VAT_RATES),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** Entries of a month that were exported, with their numbers; the key is that of `postingKey` (journals/model/numbered.ts). */
  'journal-posting': z.object({
    month: monthSchema,
    /** From 1, over all exports of the month. */
    posting: z.int().min(1),
    by: z.enum(JOURNAL_GROUPINGS),
    currency: currencyCodeSchema.nullable(),
    country: z.enum(COUNTRIES).nullable(),
    /** The close that it was exported of. */
    snapshot: z.string().max(100),
    entries: z.array(
      sellerAccount.extend({
        key: z.string().max(10_000),
        kind: z.enum(ENTRY_KINDS),
        date: localDate,
        reference: z.string().max(10_000),
        number: z.string().max(100),
        isDifference: z.boolean(),
        lines: z.array(
          z.object({ line: z.string().max(200), ...booking, level: z.enum(RULE_LEVELS), amount: exact }),
        ),
      }),
    ),
    /** Every file that was written of it, the first first. */
    exports: z.array(
      z.object({
        form: z.enum(JOURNAL_FORMS),
        owner: z.string().max(200),
        /** By this machine's clock. */
        atMs: z.number(),
      }),
    ),
  }),
  /** What of a step of a month is not needed; the key is that of `partKey` (month/model/part-key.ts). */
  'month-waiver': z.object({
    /** What it came to then: of another figure it does not hold. */
    said: z.object({
      reason: z.string().max(100),
      count: z.int().min(0),
      amount: exact.nullable(),
      evidence: z.string().max(200),
    }),
    note: z.string().max(10_000),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** A step of a month that was signed off in one account; the key is that of `partKey` (month/model/part-key.ts). */
  'month-sign-off': z.object({
    /** What it came to then, open or not: of another figure it does not hold. */
    said: z.object({
      state: z.enum(['done', 'open', 'blocked', 'waived']),
      reason: z.string().max(100),
      count: z.int().min(0),
      of: z.int().min(0),
      amount: exact.nullable(),
      evidence: z.string().max(200),
      explained: z.object({ count: z.int().min(0), amount: exact.nullable() }),
      whole: z.string().max(200),
    }),
    /** What the whole step came to. */
    step: z.object({
      reason: z.string().max(100),
      count: z.int().min(0),
      of: z.int().min(0),
      amount: exact.nullable(),
    }),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** The user's mapping of an unknown statement's columns; the key is the fingerprint of its header. */
  'statement-mapping': z.object({
    /** Header by field, as in the file. */
    fields: z.partialRecord(z.enum(MAPPED_FIELDS), z.string().max(1000)),
    sign: z.enum(MAPPED_SIGNS),
    partsAddUp: z.boolean(),
    dayOrder: z.enum(DAY_ORDERS).nullable(),
    /** By heading, of columns that leave it open. */
    dayOrders: z.record(z.string().max(1000), z.enum(DAY_ORDERS)).optional(),
    decimalSign: z.enum(DECIMAL_SIGNS).nullable(),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /** The columns of a list of own costs, as it was imported last; the key is the fingerprint of its header. */
  'cost-columns': z.object({
    /** The header, as in the file. */
    headings: z.array(z.string().max(1000)).max(1000),
    /** From 0, by field. */
    columns: z.object({ sku: place, cost: place, from: place, to: place, note: place }),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /**
   * The basis that statements of a layout and an account are matched by; the key is that of `basisKeys`
   * (matching/model/basis.ts).
   */
  'statement-basis': z.object({
    part: z.enum(BASIS_PARTS),
    /** Sections of the cost that are billed apart: what the orders come to is told without them. */
    apart: z.array(z.enum(COST_SECTIONS)),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
  /**
   * The user's answer to a row of a statement that was not understood; the key is of its content
   * (statements/model/row-answers.ts).
   */
  'statement-row': z.object({
    answer: z.union([
      z.enum([...ROW_ANSWERS, ...SIGN_ANSWERS, AS_WRITTEN]),
      z.object({ amount: exact }),
      z.object({ number: z.string().min(1).max(MAX_NUMBER_LENGTH) }),
    ]),
    /** As the file has it. */
    text: z.string().max(10_000),
    owner: z.string().max(200),
    /** By this machine's clock. */
    atMs: z.number(),
  }),
} as const satisfies { readonly [kind: string]: z.ZodType };

export type AnnotationKind = keyof typeof ANNOTATION_SCHEMAS;
export type Annotation<K extends AnnotationKind = AnnotationKind> = Frozen<
  z.infer<(typeof ANNOTATION_SCHEMAS)[K]>
>;
/** By key. */
export type Annotations<K extends AnnotationKind = AnnotationKind> = ReadonlyMap<string, Annotation<K>>;

/** One write: all of it or nothing. */
export type AnnotationChanges<K extends AnnotationKind = AnnotationKind> = {
  readonly kind: K;
  readonly puts: readonly { readonly key: string; readonly value: Annotation<K> }[];
  /** Keys; those that are not there are passed over. */
  readonly deletes: readonly string[];
};

export const MAX_KEY_LENGTH = 1000;

/** Reads a stored value of a kind, if this version knows the kind and can read it. */
export function readAnnotation<K extends AnnotationKind>(kind: K, value: unknown): Annotation<K> | null {
  const read = ANNOTATION_SCHEMAS[kind].safeParse(value);
  return read.success ? (read.data as Annotation<K>) : null;
}

export const ANNOTATION_KINDS = Object.keys(ANNOTATION_SCHEMAS) as readonly AnnotationKind[];

export const isAnnotationKind = (kind: string): kind is AnnotationKind =>
  Object.hasOwn(ANNOTATION_SCHEMAS, kind);
