import { z } from 'zod';
import { readMs } from '#renderer/data/engine/columns/column-store.ts';
import {
  dateMeaning,
  decimalMeaning,
  type Exceptions,
  type Meaning,
  type Segment,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { type TextDictionary, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type AnyArray, type ArrayOf, type ArrayRef, type ArrayType, arrayRef, viewArray } from './arrays.ts';
import {
  type ArrayKeeper,
  HELD,
  LentArray,
  LentDates,
  LentDecimals,
  LentDictionary,
  LentExceptions,
  LentTexts,
} from './lent-columns.ts';

/** A segment in bytes: a JSON header, then typed arrays at multiples of eight, little-endian, used in place. */

const dictionarySchema = z.object({
  offsets: arrayRef(['u32']),
  bytes: arrayRef(['u8']),
  nullCode: z.int().min(-1),
  /** Texts with lone surrogates, which UTF-8 cannot carry; JSON escapes them. */
  odd: z.array(z.tuple([z.int().min(0), z.string()])),
});
const exceptionsSchema = z.object({
  rows: arrayRef(['u32']),
  codes: arrayRef(['u32']),
  dictionary: dictionarySchema,
});
const columnSchema = z.discriminatedUnion('kind', [
  z.object({
    key: z.string(),
    kind: z.literal('text'),
    codes: arrayRef(['u8', 'u16', 'u32']).nullable(),
    dictionary: dictionarySchema,
  }),
  z.object({
    key: z.string(),
    kind: z.literal('date'),
    utc: z.boolean(),
    base: z.number(),
    offsets: arrayRef(['u32', 'f64']),
    exceptions: exceptionsSchema,
  }),
  z.object({
    key: z.string(),
    kind: z.literal('decimal'),
    scale: z.int().min(0),
    rows: arrayRef(['u16', 'u32']).nullable(),
    values: arrayRef(['i8', 'i16', 'i32', 'f64']),
    places: z.union([z.int().min(0), arrayRef(['u8'])]),
    restPlaces: z.int().min(0),
    magnitude: z.number(),
    exceptions: exceptionsSchema,
  }),
]);
const segmentHeaderSchema = z.object({
  format: z.literal(1),
  rowCount: z.int().min(0),
  columns: z.array(columnSchema),
});

export type DictionaryHeader = z.infer<typeof dictionarySchema>;
export type ExceptionsHeader = z.infer<typeof exceptionsSchema>;
export type ColumnHeader = z.infer<typeof columnSchema>;
type SegmentHeader = z.infer<typeof segmentHeaderSchema>;

function alignUp(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

export type SegmentBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly headerLength: number };

const BYTES_PER_SLICE = 2 ** 20;

/** Collects arrays and tells where each will lie, counted from the end of the header. */
export function createBodyWriter() {
  const parts: { readonly at: number; readonly array: AnyArray }[] = [];
  let length = 0;
  return {
    add<T extends ArrayType>(type: T, array: ArrayOf<T>): ArrayRef<T> {
      const at = length;
      parts.push({ at, array });
      length = alignUp(length + array.byteLength);
      return { type, at, length: array.length };
    },
    /** The whole segment: header, padding, arrays; about a megabyte a step. */
    *finish(header: SegmentHeader): Task<SegmentBytes> {
      const headerBytes = new TextEncoder().encode(JSON.stringify(header));
      const bodyAt = alignUp(headerBytes.length);
      const bytes = new Uint8Array(bodyAt + length);
      bytes.set(headerBytes, 0);
      let stepEnd = BYTES_PER_SLICE;
      for (const { at, array } of parts) {
        if (at > stepEnd) {
          stepEnd = at + BYTES_PER_SLICE;
          yield;
        }
        bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), bodyAt + at);
      }
      return { bytes, headerLength: headerBytes.length };
    },
  };
}
export type BodyWriter = ReturnType<typeof createBodyWriter>;

/** Where the arrays of some bytes begin. */
export function bodyOf(bytes: Uint8Array, headerLength: number): number {
  return bytes.byteOffset + alignUp(headerLength);
}

/** Opens a segment over its own bytes, without copying. Throws when the header or an array does not fit them. */
export function decodeSegment(bytes: Uint8Array<ArrayBuffer>, headerLength: number): Segment {
  return segmentIn(openBody(bytes, headerLength));
}

/** The segment in bytes that were opened. Throws when the header is none of a segment. */
export function segmentIn({ header, column }: ReturnType<typeof openBody>): Segment {
  const { rowCount, columns } = segmentHeaderSchema.parse(header);
  return { rowCount, columns: new Map(columns.map((ref) => [ref.key, column(ref)])) };
}

/**
 * The header of some bytes as it was written, and what opens the arrays that it refers to: over the bytes themselves. Those of
 * columns are lent by `keeper`, which is told of each (`onLent`).
 */
export function openBody(
  bytes: Uint8Array<ArrayBuffer>,
  headerLength: number,
  keeper: ArrayKeeper = HELD,
  onLent: (lent: LentArray) => void = () => {},
) {
  const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, headerLength)));
  const { buffer } = bytes;
  const bodyAt = bodyOf(bytes, headerLength);
  const array = <T extends ArrayType>(ref: ArrayRef<T>): ArrayOf<T> => viewArray(buffer, bodyAt, ref);
  const lend = <T extends ArrayType>(ref: ArrayRef<T>): LentArray<T> => {
    const lent = new LentArray<T>(keeper, ref, array(ref));
    onLent(lent as unknown as LentArray);
    return lent;
  };
  const dictionary = (ref: DictionaryHeader): TextDictionary =>
    new LentDictionary(lend(ref.offsets), lend(ref.bytes), ref.nullCode, new Map(ref.odd));
  const exceptions = (ref: ExceptionsHeader, meaningOf: (cell: Cell) => Meaning): Exceptions => {
    const texts = dictionary(ref.dictionary);
    const meanings = Array.from({ length: texts.size }, (_, code) => meaningOf(textAt(texts, code)));
    return new LentExceptions(lend(ref.rows), lend(ref.codes), texts, meanings);
  };
  const column = (ref: ColumnHeader): SegmentColumn => {
    switch (ref.kind) {
      case 'text':
        return new LentTexts(ref.codes === null ? null : lend(ref.codes), dictionary(ref.dictionary));
      case 'date': {
        const own = exceptions(ref.exceptions, (cell) => dateMeaning(cell, ref.utc));
        return new LentDates(ref.utc, ref.base, lend(ref.offsets), own);
      }
      case 'decimal':
        return new LentDecimals(
          { ...ref, exceptions: exceptions(ref.exceptions, decimalMeaning) },
          {
            rows: ref.rows === null ? null : lend(ref.rows),
            values: lend(ref.values),
            places: typeof ref.places === 'number' ? ref.places : lend(ref.places),
          },
        );
    }
  };
  return { header, array, column };
}

export type PurchaseBounds = { readonly fromMs: number; readonly toMs: number };

/** The range that holds both; null where one of them is unknown. */
export function joinKnownBounds(a: PurchaseBounds | null, b: PurchaseBounds | null): PurchaseBounds | null {
  if (a === null || b === null) return null;
  return { fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) };
}

/** [from, to) of a segment's purchases, to read them again if its bytes are lost. Rows without a date: `window`, or null. */
export function purchaseBounds(segment: Segment, window: PurchaseBounds | null): PurchaseBounds | null {
  const purchases = readMs(segment.columns.get('Fecha de compra'), segment.rowCount);
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  let undated = 0;
  for (const ms of purchases) {
    if (Number.isNaN(ms)) undated += 1;
    else {
      if (ms < fromMs) fromMs = ms;
      if (ms >= toMs) toMs = ms + 1;
    }
  }
  return undated > 0 ? joinKnownBounds({ fromMs, toMs }, window) : { fromMs, toMs };
}
