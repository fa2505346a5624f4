import { refuse } from './refusals.ts';

/** The records of a workbook's stream ([MS-XLS] 2.1.4): a number, a length, and what it says. */

export type BinaryRecord = {
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where in the stream it begins. */
  readonly at: number;
};

export const CONTINUE = 0x3c;
/** More than any version writes in one. */
const LONGEST = 0x8000;

/** A piece at a time, so that whoever reads may give way between two. `cut`: what to throw where the last one has no end. */
export async function* binaryRecords(
  pieces: AsyncGenerator<Uint8Array>,
  cut: () => Error,
): AsyncGenerator<readonly BinaryRecord[]> {
  let rest: Uint8Array = new Uint8Array(0);
  let before = 0;
  for await (const piece of pieces) {
    const all = rest.length === 0 ? piece : joinTwo(rest, piece);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const found: BinaryRecord[] = [];
    let at = 0;
    while (at + 4 <= all.length) {
      const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
      if (length > LONGEST) throw cut();
      if (at + 4 + length > all.length) break;
      const bytes = all.subarray(at + 4, at + 4 + length);
      found.push({ type, bytes, view: new DataView(all.buffer, bytes.byteOffset, length), at: before + at });
      at += 4 + length;
    }
    rest = all.subarray(at);
    before += at;
    yield found;
  }
  // Zeros fill the last sector.
  if (rest.some((byte) => byte !== 0)) throw cut();
}

function joinTwo(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** Encodings of the older version's texts, by the number of the code page of its machine. */
const ENCODINGS: { readonly [codePage: number]: string } = {
  ...{ 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' },
  ...{ 1200: 'utf-16le', 10000: 'macintosh', 32768: 'macintosh', 65001: 'utf-8' },
};

export function decodeText(bytes: Uint8Array, codePage: number): string {
  const name = ENCODINGS[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : null);
  // As a part of a text: of whole ones Node takes windows-1252 for ISO 8859-1.
  return new TextDecoder(name ?? 'windows-1252').decode(bytes, { stream: true });
}

/**
 * Reads through a record and those that continue it. Characters that are cut between two go on behind a byte that says
 * anew how wide they are; all else goes on at once.
 */
export function createRecordReader(parts: readonly Uint8Array[]) {
  let [part, at] = [0, 0];
  const isAtEnd = (): boolean => {
    while (part < parts.length && at >= (parts[part]?.length ?? 0)) [part, at] = [part + 1, 0];
    return part >= parts.length;
  };
  const byte = (): number => {
    if (isAtEnd()) throw refuse('unreadable');
    const value = parts[part]?.[at] ?? 0;
    at += 1;
    return value;
  };
  const word = (): number => byte() | (byte() << 8);
  const long = (): number => (word() | (word() << 16)) >>> 0;
  const skip = (count: number): void => {
    let left = count;
    while (left > 0) {
      if (isAtEnd()) throw refuse('unreadable');
      const taken = Math.min(left, (parts[part]?.length ?? 0) - at);
      at += taken;
      left -= taken;
    }
  };
  /** Characters of the newer version; `flags` says how wide they begin. */
  const characters = (count: number, flags: number): string => {
    let [left, isWide, text] = [count, (flags & 1) === 1, ''];
    while (left > 0) {
      const own = parts[part];
      if (own !== undefined && at >= own.length && part + 1 < parts.length) {
        [part, at] = [part + 1, 0];
        isWide = (byte() & 1) === 1;
        continue;
      }
      const width = isWide ? 2 : 1;
      const taken = Math.min(left, Math.floor(((own?.length ?? 0) - at) / width));
      if (own === undefined || taken <= 0) throw refuse('unreadable');
      text += unitsOf(own.subarray(at, at + taken * width), isWide);
      at += taken * width;
      left -= taken;
    }
    return text;
  };
  return {
    isAtEnd,
    word,
    long,
    skip,
    /** With what may follow its characters: fonts, readings. */
    text: (length = word()): string => {
      const flags = byte();
      const fonts = (flags & 8) === 0 ? 0 : word();
      const more = (flags & 4) === 0 ? 0 : long();
      const found = characters(length, flags);
      skip(4 * fonts + more);
      return found;
    },
    /** Takes bytes of the older version. */
    bytes: (length: number): Uint8Array => {
      const found = new Uint8Array(length);
      for (let index = 0; index < length; index += 1) found[index] = byte();
      return found;
    },
  };
}

/** Units of UTF-16, in two bytes or, where the upper one is 0, in one: a character of two units may be cut between records. */
function unitsOf(bytes: Uint8Array, isWide: boolean): string {
  if (!isWide) return String.fromCharCode(...bytes);
  const units = new Array<number>(bytes.length >> 1);
  for (let at = 0; at < units.length; at += 1)
    units[at] = (bytes[2 * at] ?? 0) | ((bytes[2 * at + 1] ?? 0) << 8);
  return String.fromCharCode(...units);
}
