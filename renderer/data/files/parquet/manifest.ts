import { z } from 'zod';
import { type FileColumn, LONG_DIGITS, PARTITION, SHORT_DIGITS } from './plan.ts';

/** Content of `manifest.json`: what the files hold, and by what the next export knows which of them still do. */

const typeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('apart'), scale: z.number().int().min(0) }),
  z.object({ kind: z.literal('timestamp'), utc: z.boolean() }),
  z.object({
    kind: z.literal('decimal'),
    digits: z.union([z.literal(SHORT_DIGITS), z.literal(LONG_DIGITS)]),
    scale: z.number().int().min(0),
  }),
]);

/** Exact sums of the amounts, by the column's name. */
const sumsSchema = z.record(z.string(), z.string());

const fileSchema = z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() });

const monthSchema = z.object({
  /** Null: rows without a readable purchase date. */
  month: z.string().nullable(),
  ...fileSchema.shape,
  /** The same rows for PostgreSQL's COPY, where that was asked for. */
  copy: fileSchema.nullable(),
  rows: z.number().int(),
  /** Digest of the rows, in whatever order: it changes where a cell does. */
  content: z.string(),
  sums: sumsSchema,
  /** Texts with U+FFFD in the place of what the files cannot hold: of half a character, and, for COPY alone, of NUL. */
  replaced: z.object({ halves: z.number().int(), nul: z.number().int() }),
});
export type ManifestMonth = z.infer<typeof monthSchema>;

const columnSchema = z.object({ name: z.string(), key: z.string(), type: typeSchema });

/** A table beside the rows: a file a part. */
const tablePartSchema = z.object({
  /** A month; "": the table has no parts, or the month of these rows is not known. */
  part: z.string(),
  ...fileSchema.shape,
  copy: fileSchema.nullable(),
  rows: z.number().int(),
  content: z.string(),
  /** That of its rows when they were looked at; null: they have none. */
  stamp: z.string().nullable(),
  replaced: monthSchema.shape.replaced,
});
export type ManifestPart = z.infer<typeof tablePartSchema>;

const tableSchema = z.object({
  name: z.string(),
  /** The column that holds the part; null: there is one. */
  partBy: z.string().nullable(),
  keys: z.array(z.string()),
  columns: z.array(columnSchema),
  parts: z.array(tablePartSchema),
});
export type ManifestTable = z.infer<typeof tableSchema>;

const manifestSchema = z.object({
  version: z.literal(1),
  account: z.string(),
  /** The time by this machine's clock, UTC. */
  written: z.string(),
  app: z.string(),
  /** The last reading that the rows hold, by the server's clock. */
  readUntil: z.string().nullable(),
  partition: z.literal(PARTITION),
  rows: z.number().int(),
  sums: sumsSchema,
  /** `key`: as the API writes it. */
  columns: z.array(columnSchema),
  months: z.array(monthSchema),
  /** None in exports of before there were any. */
  tables: z.array(tableSchema).default([]),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Null where it is none of ours: then everything is written anew. */
export function readManifest(text: string | null): Manifest | null {
  if (text === null) return null;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

export function sameColumns(left: readonly FileColumn[], right: readonly FileColumn[]): boolean {
  const shape = (columns: readonly FileColumn[]) =>
    JSON.stringify(columns.map(({ name, key, type }) => [name, key, Object.entries(type).sort()]));
  return shape(left) === shape(right);
}
