import {
  dateMeaning,
  decimalMeaning,
  type Exceptions,
  type Meaning,
  type Segment,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import {
  createTextDictionary,
  type TextDictionary,
  textAt,
} from '#renderer/data/engine/dictionary/text-dictionary.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import {
  alignUp,
  type ColumnHeader,
  type DictionaryHeader,
  type ExceptionsHeader,
  segmentHeaderSchema,
  viewArray,
} from './layout.ts';

/** Opens a segment over its own bytes, without copying. Throws when the header or an array does not fit them. */
export function decodeSegment(bytes: Uint8Array<ArrayBuffer>, headerLength: number): Segment {
  const header = segmentHeaderSchema.parse(
    JSON.parse(new TextDecoder().decode(bytes.subarray(0, headerLength))),
  );
  const { buffer } = bytes;
  const bodyAt = bytes.byteOffset + alignUp(headerLength);
  const dictionary = (ref: DictionaryHeader): TextDictionary =>
    createTextDictionary(
      viewArray(buffer, bodyAt, ref.offsets),
      viewArray(buffer, bodyAt, ref.bytes),
      ref.nullCode,
      new Map(ref.odd),
    );
  const exceptions = (ref: ExceptionsHeader, meaningOf: (cell: Cell) => Meaning): Exceptions => {
    const texts = dictionary(ref.dictionary);
    return {
      rows: viewArray(buffer, bodyAt, ref.rows),
      codes: viewArray(buffer, bodyAt, ref.codes),
      dictionary: texts,
      meanings: Array.from({ length: texts.size }, (_, code) => meaningOf(textAt(texts, code))),
    };
  };
  const column = (ref: ColumnHeader): SegmentColumn => {
    switch (ref.kind) {
      case 'text':
        return {
          kind: 'text',
          codes: ref.codes === null ? null : viewArray(buffer, bodyAt, ref.codes),
          dictionary: dictionary(ref.dictionary),
        };
      case 'date':
        return {
          kind: 'date',
          utc: ref.utc,
          base: ref.base,
          offsets: viewArray(buffer, bodyAt, ref.offsets),
          exceptions: exceptions(ref.exceptions, (cell) => dateMeaning(cell, ref.utc)),
        };
      case 'decimal':
        return {
          kind: 'decimal',
          scale: ref.scale,
          rows: ref.rows === null ? null : viewArray(buffer, bodyAt, ref.rows),
          values: viewArray(buffer, bodyAt, ref.values),
          places: typeof ref.places === 'number' ? ref.places : viewArray(buffer, bodyAt, ref.places),
          restPlaces: ref.restPlaces,
          magnitude: ref.magnitude,
          exceptions: exceptions(ref.exceptions, decimalMeaning),
        };
    }
  };
  return {
    rowCount: header.rowCount,
    columns: new Map(header.columns.map((ref) => [ref.key, column(ref)])),
  };
}
