import { z } from 'zod';
import { CONTROL_SCOPES } from '#shared/contract/control-total.ts';
import type { Frozen } from '#shared/contract/rpc.ts';
import { localDate, monthSchema, utcInstant } from '#shared/contract/wire-dates.ts';
import { type Decimal, readFigure } from '#shared/domain/decimal.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';
import { tableLayoutSchema } from './table-layout.ts';

/**
 * A workbook's record for this program: what was asked, of which account as of when, and what its tables hold. It
 * stands on the evidence sheet as JSON; what is read there may be anybody's.
 */

/** Raised where a reader of before would take something for what it is not. */
export const EVIDENCE_VERSION = 3;
/** Those before say nothing of formulas and of lines; the first ones nothing of own costs either. */
const VERSIONS = [1, 2, EVIDENCE_VERSION] as const;
const KIND = 'export';

const MAX_COLUMNS = 16_384;
const text = z.string().max(40_000);
const count = z.int().min(0);
const figure = z
  .string()
  .max(400)
  .refine((value) => readFigure(value) !== undefined)
  .transform((value) => value as Decimal);
const sums = z.record(text, figure);
const sortSchema = z.object({ column: text, direction: z.enum(['ascending', 'descending']) });
const scopeSchema = z
  .object({ accounts: z.array(z.object({ Canal: text, Cuenta: text })), isExcluded: z.boolean() })
  .nullable();

const selectionSchema = z.object({
  period: z.object({ from: localDate, to: localDate }).nullable(),
  periodColumn: z.enum(PERIOD_COLUMNS),
  filters: z.array(z.object({ column: text, values: z.array(text) })),
  numberFilters: z.array(z.object({ column: text, from: figure.nullable(), to: figure.nullable() })),
  dateFilters: z.array(
    z.object({
      column: text,
      beyond: z.object({ side: z.enum(['<', '>']), day: localDate }).nullable(),
    }),
  ),
  scope: scopeSchema,
  dashboardPreset: z.boolean(),
  search: text,
  /** Files of before there were own costs count none. */
  ownCosts: z.object({ currency: text.nullable() }).nullable().default(null),
});

const contentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    query: z.object({
      selection: selectionSchema,
      grouping: z.enum(['rows', 'orders']),
      sort: sortSchema.nullable(),
      columns: z.array(text).max(MAX_COLUMNS),
    }),
  }),
  z.object({
    kind: z.literal('changes'),
    query: z.object({
      runId: text.nullable(),
      since: utcInstant.nullable(),
      month: monthSchema.nullable(),
      kinds: z.array(z.enum(['new', 'changed', 'removed'])),
      canal: text.nullable(),
      scope: scopeSchema,
      /** Files of before are of all orders. */
      selection: selectionSchema.nullable().optional(),
      search: text,
      onlyDifferent: z.boolean(),
      grouping: z.enum(['news', 'cause', 'month']),
      group: z
        .union([
          z.enum(['new', 'restated', 'cost', 'source', 'reread', 'decision', 'first']),
          z.literal(''),
          monthSchema,
        ])
        .nullable(),
      sort: text.nullable(),
    }),
  }),
  /** A table that the page laid out of a selection's figures (a pivot, the result), with the exact sums of the selection. */
  z.object({ kind: z.literal('figures'), selection: selectionSchema, rows: count, sums }),
]);

const sheetKind = z.enum([
  'text',
  'local-datetime',
  'utc-datetime',
  'money',
  'count',
  'percent',
  'number',
] as const);

const tableSchema = z.object({
  name: text,
  columns: z.array(z.tuple([text, sheetKind])).max(MAX_COLUMNS),
  sheets: z.array(z.object({ name: text, headingRow: z.int().min(1), rows: count })).min(1),
  rows: count,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  sums,
  /** Null: in files of before. */
  layout: tableLayoutSchema.nullable().default(null),
});

/** The data of a chart: ranges of cells, in the order in which it names them, and the values that stood in them. */
const chartSchema = z.object({
  title: text,
  shape: z.enum(['columns', 'bars']),
  ranges: z.array(z.object({ range: text, points: z.array(text.nullable()) })),
});
export type ChartRecord = Frozen<z.infer<typeof chartSchema>>;

const controlSchema = z.object({
  range: text,
  scope: z.enum(CONTROL_SCOPES),
  there: count,
  here: count,
  agrees: z.boolean(),
  checkedAt: text,
});

const evidenceSchema = z
  .object({
    cuadra: z.literal(KIND),
    version: z.literal(VERSIONS),
    account: text,
    /** Null: it was laid out by hand, and cannot be asked for again. */
    content: contentSchema.nullable(),
    /** The last reading of the rows, up to when their changes are known, and the next `from` by `updated_at`. */
    readUntil: utcInstant.nullable(),
    knownUntil: utcInstant.nullable(),
    watermark: utcInstant.nullable(),
    facts: z.array(z.object({ name: text, value: text })),
    longFigures: count,
    /** Null, as the two after it: in files of before. Texts that a cell could not hold whole. */
    cutTexts: count.nullable().default(null),
    controls: z.array(controlSchema).nullable().default(null),
    /** Count of drawn objects: of a workbook of ours its charts. */
    charts: count.nullable().default(null),
    /** Null: in files of before it was told. */
    drawn: z.array(chartSchema).nullable().default(null),
    /** In their order. */
    tables: z.tuple([tableSchema], tableSchema),
  })
  // A query gives one table.
  .refine(({ content, tables }) => tables.length === 1 || content === null || content.kind === 'figures');
export type WorkbookEvidence = Frozen<z.infer<typeof evidenceSchema>>;
export type EvidenceContent = NonNullable<WorkbookEvidence['content']>;
export type TableEvidence = WorkbookEvidence['tables'][0];

/** The part of the evidence that is known before its tables are written. */
export type EvidenceStart = Pick<
  WorkbookEvidence,
  'account' | 'content' | 'readUntil' | 'knownUntil' | 'watermark'
> & {
  readonly controls: readonly ControlLine[];
};

/** The source's own count beside ours, as it was compared last. */
export type ControlLine = Frozen<z.infer<typeof controlSchema>>;

export function evidenceText(proof: Omit<WorkbookEvidence, 'cuadra' | 'version'>): string {
  return JSON.stringify({ cuadra: KIND, version: EVIDENCE_VERSION, ...proof } satisfies WorkbookEvidence);
}

export type EvidenceReading =
  | { readonly kind: 'read'; readonly proof: WorkbookEvidence }
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

const headSchema = z.object({ cuadra: z.literal(KIND), version: z.int().min(1) });

/** Never throws. */
export function parseEvidence(json: string): EvidenceReading {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'damaged' };
  }
  const head = headSchema.safeParse(value);
  if (!head.success) return { kind: 'damaged' };
  if (head.data.version > EVIDENCE_VERSION) return { kind: 'newer' };
  const proof = evidenceSchema.safeParse(value);
  return proof.success ? { kind: 'read', proof: proof.data } : { kind: 'damaged' };
}
