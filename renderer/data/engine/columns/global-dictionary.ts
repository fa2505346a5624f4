import type { Cell } from '#shared/domain/row-table.ts';
import { defineDerivation } from './derived.ts';
import { createHashTable, grown } from './hash-table.ts';
import { cellAt, type Segment, type SegmentColumn, type TextColumn } from './segment.ts';
import {
  entryBytes,
  hashOfEntry,
  hashOfText,
  isEntryAt,
  type TextDictionary,
  textAt,
} from './text-dictionary.ts';

/** One set of codes for a column over all segments. Code 0: absent, null or "". Equal texts meet as bytes. */
export type GlobalDictionary = {
  /** Text by global code; 0 is "". */
  readonly texts: readonly string[];
  /** Global codes of a segment's rows, or one code for all of them. */
  readonly codesOf: (segmentIndex: number, segment: Segment) => RowCodes;
};

/** Reads a row's global code. `map` goes from local codes; null where `codes` are global already. */
export type RowCodes = {
  readonly constant: number | null;
  readonly codes: Uint8Array | Uint16Array | Uint32Array | null;
  readonly map: Uint32Array | null;
};

export const EMPTY_CODE = 0;

export function createGlobalDictionary(column: string): GlobalDictionary {
  const interned = createInternedTexts();
  // Kept by column where there is one: segments that share it have the same codes. A column's own codes are not kept: it may
  // have put them out of memory.
  const maps = defineDerivation<TextColumn, Uint32Array>();
  const rowCodes = defineDerivation<SegmentColumn, Uint32Array>();
  const codesOf = (segment: Segment): RowCodes => {
    const local: SegmentColumn | undefined = segment.columns.get(column);
    if (local === undefined) return { constant: EMPTY_CODE, codes: null, map: null };
    if (local.kind === 'text') {
      const map = maps.of(local, () =>
        Uint32Array.from({ length: local.dictionary.size }, (_, code) =>
          interned.codeOfEntry(local.dictionary, code),
        ),
      );
      const { codes } = local;
      return codes === null
        ? { constant: map[0] ?? EMPTY_CODE, codes: null, map: null }
        : { constant: null, codes, map };
    }
    const codes = rowCodes.of(local, () =>
      Uint32Array.from({ length: segment.rowCount }, (_, row) => interned.codeOfText(cellAt(local, row))),
    );
    return { constant: null, codes, map: null };
  };
  return {
    texts: interned.texts,
    codesOf: (_, segment) => codesOf(segment),
  };
}

export function rowCode(codes: RowCodes, row: number): number {
  if (codes.constant !== null) return codes.constant;
  const local = codes.codes?.[row] ?? 0;
  return codes.map === null ? local : (codes.map[local] ?? 0);
}

/** Numbers distinct texts. It keeps bytes of its own: those of a segment would keep all of it after it was merged away. */
function createInternedTexts() {
  const table = createHashTable();
  const texts: string[] = [];
  let bytes = new Uint8Array(4096);
  /** Where each text's bytes end; those of a text without any (it came as a string) are its predecessor's end. */
  let ends = new Uint32Array(256);
  /** Codes of texts that have no bytes here. */
  const bare = new Set<number>();

  const insert = (hash: number, text: string, own: Uint8Array | null): number => {
    const code = table.insert(hash);
    if (code === ends.length) ends = grown(ends, code * 2);
    texts.push(text);
    const start = ends[code - 1] ?? 0;
    const end = start + (own?.length ?? 0);
    if (end > bytes.length) bytes = grown(bytes, end * 2);
    if (own === null) bare.add(code);
    else bytes.set(own, start);
    ends[code] = end;
    return code;
  };
  // EMPTY_CODE.
  insert(hashOfText(''), '', null);

  return {
    texts,
    codeOfEntry(dictionary: TextDictionary, entry: number): number {
      if (entry === dictionary.nullCode) return EMPTY_CODE;
      const hash = hashOfEntry(dictionary, entry);
      const isOdd = dictionary.odd.has(entry);
      const known = table.search(hash, (code) => {
        if (isOdd || bare.has(code)) return texts[code] === textAt(dictionary, entry);
        return isEntryAt(dictionary, entry, bytes, ends[code - 1] ?? 0, ends[code] ?? 0);
      });
      if (known >= 0) return known;
      return insert(hash, textAt(dictionary, entry) ?? '', isOdd ? null : entryBytes(dictionary, entry));
    },
    codeOfText(cell: Cell): number {
      const text = cell ?? '';
      const hash = hashOfText(text);
      const known = table.search(hash, (code) => texts[code] === text);
      return known >= 0 ? known : insert(hash, text, null);
    },
  };
}
