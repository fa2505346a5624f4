import { z } from 'zod';
import { BACKED_UP_TABLES, type BackedUpTable, type MonthFacts } from '#renderer/data/model/backups.ts';
import { BACKUP_REASONS, backupAccountSchema } from '#shared/contract/backups.ts';
import type { Frame } from './frames.ts';

/**
 * Content of a backup's members: a line of JSON that says which part it is, and its bytes. Records are those of the
 * tables as they lay there, under their schema version (FORMAT.md): an older one is migrated where it is restored.
 */

/** Raised when the parts change; every version below has a reader. */
export const BACKUP_FORMAT = 1;

/** Rows of a month of purchases, null where none is readable, and the exact sum of their Ventas. */
const monthSchema = z.object({
  month: z.string().nullable(),
  rows: z.int().min(0),
  ventas: z.string(),
}) satisfies z.ZodType<MonthFacts>;

const recordSchema = z.record(z.string(), z.unknown());

const segmentSchema = z.object({
  id: z.int().min(0),
  chunks: z.int().min(1),
  byteLength: z.int().min(1),
  checksum: z.string(),
  hasTombstone: z.boolean(),
  /** As it lay in its table. */
  record: recordSchema,
  /** The months of its live rows; null where they could not be read when the backup was made. */
  months: z.array(monthSchema).nullable(),
});
export type SegmentFacts = Readonly<z.infer<typeof segmentSchema>>;

/** All but the rows and the logs; at the beginning of a file and once more at its end. */
const headSchema = z.object({
  part: z.literal('head'),
  format: z.literal(BACKUP_FORMAT),
  /** Every part names it: parts of two backups are never mixed. */
  backup: z.string().min(1),
  app: z.string(),
  schema: z.int().min(1),
  /** By this machine's clock. */
  madeAtMs: z.number(),
  reason: z.enum(BACKUP_REASONS),
  account: backupAccountSchema,
  settings: z.record(z.string(), z.string()),
  /** The last reading that the rows hold, by the server's clock. */
  readUntil: z.string().nullable(),
  rows: z.int().min(0),
  segments: z.array(segmentSchema),
  /** Records of the small tables, by table. */
  small: z.record(z.string(), z.array(recordSchema)),
  /** Records of the logs, by table. */
  logs: z.record(z.string(), z.int().min(0)),
});
export type Head = Readonly<z.infer<typeof headSchema>>;

/** Tables that stand in the head. The owner, the identity of the copy and results of commits are not kept. */
export const SMALL_TABLES = ['meta', 'held', 'toVerify', 'controls'] as const;
/** Tables whose records come in parts of their own, the ones of most value first. */
export const LOG_TABLES = BACKED_UP_TABLES;
/** Tables that nobody can read again stand before the rows, so that a file that is cut keeps them. */
export const isIrreplaceable = (table: BackedUpTable): boolean =>
  !['changes', 'runs', 'runWindows'].includes(table);
export const KEPT_META: ReadonlySet<unknown> = new Set(['checkpoint', 'contents', 'damage', 'changeValues']);

const pieceSchema = z.object({
  part: z.literal('segment'),
  backup: z.string(),
  schema: z.int().min(1),
  segment: z.int().min(0),
  /** The first of its records of bytes, and how many there are. */
  first: z.int().min(0),
  lengths: z.array(
    z
      .int()
      .min(1)
      .max(2 ** 20),
  ),
  tombstone: recordSchema.nullable(),
  missing: recordSchema.nullable(),
});
const logSchema = z.object({
  part: z.literal('log'),
  backup: z.string(),
  schema: z.int().min(1),
  table: z.enum(LOG_TABLES),
});
const endSchema = z.object({
  part: z.literal('end'),
  backup: z.string(),
  parts: z.int(),
  digest: z.string(),
  head: headSchema,
});

const partSchema = z.discriminatedUnion('part', [headSchema, pieceSchema, logSchema, endSchema]);
export type Part = z.infer<typeof partSchema>;

/** A part, with its bytes after its line. */
export type ReadPart =
  | { readonly kind: 'part'; readonly part: Part; readonly body: Uint8Array<ArrayBuffer> }
  /** Written by a later version. */
  | { readonly kind: 'newer'; readonly app: string }
  | { readonly kind: 'unknown' };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const LINE_END = 10;

export function encodePart(part: Part, body: readonly Uint8Array[] = []): Uint8Array<ArrayBuffer> {
  const line = encoder.encode(`${toJson(part)}\n`);
  const bytes = new Uint8Array(body.reduce((length, each) => length + each.length, line.length));
  bytes.set(line);
  let at = line.length;
  for (const each of body) {
    bytes.set(each, at);
    at += each.length;
  }
  return bytes;
}

export function readPart(content: Uint8Array<ArrayBuffer>): ReadPart {
  const end = content.indexOf(LINE_END);
  if (end < 0) return { kind: 'unknown' };
  const said = fromJson(decoder.decode(content.subarray(0, end)));
  const read = partSchema.safeParse(said);
  if (read.success) return { kind: 'part', part: read.data, body: content.subarray(end + 1) };
  const version = z.object({ format: z.int().min(BACKUP_FORMAT + 1), app: z.string() }).safeParse(said);
  return version.success ? { kind: 'newer', app: version.data.app } : { kind: 'unknown' };
}

/** Records as lines of JSON. */
export const encodeRecord = (record: object): Uint8Array => encoder.encode(`${toJson(record)}\n`);

export function decodeRecords(body: Uint8Array): readonly object[] {
  const records: object[] = [];
  for (const line of decoder.decode(body).split('\n')) {
    const record = line === '' ? null : fromJson(line);
    if (typeof record === 'object' && record !== null) records.push(record);
  }
  return records;
}

/** Bytes in records are written as text under names that no record has. */
const BYTES = '$u8';
const CODES = '$u16';

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Uint8Array) return { [BYTES]: base64(each) };
    if (each instanceof Uint16Array) return { [CODES]: [...each] };
    return each;
  });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, each: unknown) => {
      if (typeof each !== 'object' || each === null) return each;
      if (BYTES in each && typeof each[BYTES] === 'string') return bytesOf(each[BYTES]);
      if (CODES in each && Array.isArray(each[CODES])) return Uint16Array.from(each[CODES]);
      return each;
    });
  } catch {
    return null;
  }
}

/** Turned into characters at once: more would not fit among the arguments of a call. */
const AT_ONCE = 8_190;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + AT_ONCE)));
  }
  return text;
}

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Digest of all members together, in their order. */
export function joinDigests(digests: readonly Frame['digest'][]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(digests.length * 32);
  for (const [index, digest] of digests.entries()) joined.set(digest, index * 32);
  return joined;
}
