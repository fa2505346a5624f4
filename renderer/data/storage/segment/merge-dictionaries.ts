import { hashOfEntry } from '#renderer/data/engine/dictionary/entry-hash.ts';
import { isEntryAt, type TextDictionary, textAt } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { BodyWriter, DictionaryHeader } from './layout.ts';

/** Entries of many dictionaries as one, byte by byte: texts that nobody reads never become strings. */
export type EntryWriter = {
  /** The code of an entry, given in order of appearance. */
  readonly codeOf: (dictionary: TextDictionary, entry: number) => number;
  /** The code of an absent cell. */
  readonly codeOfNull: () => number;
  /** Some entry is no absent cell. */
  readonly hasTexts: () => boolean;
  readonly size: () => number;
  readonly write: (body: BodyWriter) => DictionaryHeader;
};

export function createEntryWriter(): EntryWriter {
  let size = 0;
  let nullCode = -1;
  const odd: [number, string][] = [];
  const oddCodes = new Map<Cell, number>();
  let offsets = new Uint32Array(256);
  let hashes = new Int32Array(256);
  /** Code + 1, or 0 for a free place. */
  let places = new Int32Array(512);
  let bytes = new Uint8Array(4096);
  let length = 0;

  const addCode = (): number => {
    const code = size;
    size += 1;
    if (size >= offsets.length) {
      offsets = longer(offsets, new Uint32Array(size * 2));
      hashes = longer(hashes, new Int32Array(size * 2));
    }
    offsets[size] = length;
    return code;
  };
  const put = (code: number, hash: number): void => {
    const mask = places.length - 1;
    let at = hash & mask;
    while (places[at] !== 0) at = (at + 1) & mask;
    places[at] = code + 1;
  };
  const makeRoom = (): void => {
    if (size * 2 < places.length) return;
    const known = places;
    places = new Int32Array(known.length * 2);
    for (const place of known) if (place !== 0) put(place - 1, hashes[place - 1] ?? 0);
  };
  const addOdd = (text: Cell): number => {
    const known = oddCodes.get(text);
    if (known !== undefined) return known;
    const code = addCode();
    oddCodes.set(text, code);
    odd.push([code, text ?? '']);
    return code;
  };
  const codeOfNull = (): number => {
    if (nullCode < 0) nullCode = addCode();
    return nullCode;
  };

  return {
    codeOfNull,
    hasTexts: () => size > (nullCode < 0 ? 0 : 1),
    size: () => size,
    codeOf(dictionary, entry) {
      if (entry === dictionary.nullCode) return codeOfNull();
      if (dictionary.odd.has(entry)) return addOdd(textAt(dictionary, entry));
      const hash = hashOfEntry(dictionary, entry);
      const from = dictionary.offsets[entry] ?? 0;
      const to = dictionary.offsets[entry + 1] ?? 0;
      const mask = places.length - 1;
      for (let at = hash & mask; places[at] !== 0; at = (at + 1) & mask) {
        const code = (places[at] ?? 0) - 1;
        const isKnown =
          hashes[code] === hash &&
          isEntryAt(dictionary, entry, bytes, offsets[code] ?? 0, offsets[code + 1] ?? 0);
        if (isKnown) return code;
      }
      if (length + to - from > bytes.length) {
        bytes = longer(bytes, new Uint8Array((length + to - from) * 2));
      }
      bytes.set(dictionary.bytes.subarray(from, to), length);
      length += to - from;
      const code = addCode();
      hashes[code] = hash;
      makeRoom();
      put(code, hash);
      return code;
    },
    write: (body) => ({
      offsets: body.add('u32', offsets.slice(0, size + 1)),
      bytes: body.add('u8', bytes.subarray(0, length)),
      nullCode,
      odd,
    }),
  };
}

function longer<T extends Uint8Array | Uint32Array | Int32Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
