import type { Cell } from '#shared/wire/row-table.ts';
import { cellAt, codeAt, type Segment, type SegmentColumn } from './segment.ts';
import { textAt } from './text-dictionary.ts';

/**
 * One set of codes for a column over all segments. Absent cells (null, no such column) and "" share code 0:
 * whoever filters or groups means both.
 */
export type GlobalDictionary = {
  /** Text by global code; 0 is "". */
  readonly texts: readonly string[];
  /** Global codes of a segment's rows, or one code for all of them. */
  readonly codesOf: (segmentIndex: number, segment: Segment) => RowCodes;
};

/** Reads a row's global code. `map` goes from local codes; null where `codes` are global already. */
export type RowCodes = {
  readonly constant: number | null;
  readonly codes: ArrayLike<number> | null;
  readonly map: Uint32Array | null;
};

export const EMPTY_CODE = 0;

export function createGlobalDictionary(column: string): GlobalDictionary {
  const texts: string[] = [''];
  const codeOfText = new Map<string, number>([['', EMPTY_CODE]]);
  const bySegment: (RowCodes | undefined)[] = [];
  const globalCode = (cell: Cell): number => {
    const text = cell ?? '';
    const known = codeOfText.get(text);
    if (known !== undefined) return known;
    codeOfText.set(text, texts.length);
    texts.push(text);
    return texts.length - 1;
  };
  const mapSegment = (segment: Segment): RowCodes => {
    const local: SegmentColumn | undefined = segment.columns.get(column);
    if (local === undefined) return { constant: EMPTY_CODE, codes: null, map: null };
    if (local.kind === 'text') {
      const map = Uint32Array.from({ length: local.dictionary.size }, (_, code) =>
        globalCode(textAt(local.dictionary, code)),
      );
      return local.codes === null
        ? { constant: map[codeAt(local, 0)] ?? EMPTY_CODE, codes: null, map: null }
        : { constant: null, codes: local.codes, map };
    }
    const codes = Uint32Array.from({ length: segment.rowCount }, (_, row) => globalCode(cellAt(local, row)));
    return { constant: null, codes, map: null };
  };
  return {
    texts,
    codesOf(segmentIndex, segment) {
      const known = bySegment[segmentIndex];
      if (known !== undefined) return known;
      const mapped = mapSegment(segment);
      bySegment[segmentIndex] = mapped;
      return mapped;
    },
  };
}

export function rowCode(codes: RowCodes, row: number): number {
  if (codes.constant !== null) return codes.constant;
  const local = codes.codes?.[row] ?? 0;
  return codes.map === null ? local : (codes.map[local] ?? 0);
}
