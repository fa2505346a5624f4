import type { Pause } from '#shared/base/tasks.ts';

/** In which encoding a text file was saved, whatever it says of itself. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type FoundEncoding = {
  readonly encoding: Encoding;
  /** So many bytes at the beginning are the mark of the encoding. */
  readonly markBytes: number;
  /** Some characters are lost: they belong to no encoding that the others are of. */
  readonly isDamaged: boolean;
};

const PIECE_BYTES = 1 << 20;
const SAMPLE_BYTES = 1 << 16;

/** Looks at all bytes: one letter in the last line can tell. */
export async function findEncoding(file: Blob, pause: Pause): Promise<FoundEncoding> {
  const head = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2, isDamaged: false };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2, isDamaged: false };
  const unmarked = wideEncoding(head);
  if (unmarked !== null) return { encoding: unmarked, markBytes: 0, isDamaged: false };
  const markBytes = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const { whole, broken } = await countSequences(file.slice(markBytes), pause);
  if (broken === 0) return { encoding: 'utf-8', markBytes, isDamaged: false };
  return whole > broken
    ? { encoding: 'utf-8', markBytes, isDamaged: true }
    : { encoding: 'windows-1252', markBytes, isDamaged: false };
}

/** Text of two bytes a character without a mark: of most characters of these languages one byte is 0. */
function wideEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = head.length >> 1;
  if (pairs < 2) return null;
  const zeros = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 1) if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs * 0.7 && even < pairs * 0.05) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.05 ? 'utf-16be' : null;
}

/** Characters of several bytes in UTF-8: whole ones, and bytes that are part of none. */
async function countSequences(file: Blob, pause: Pause) {
  let [whole, broken] = [0, 0];
  /** Bytes that the sequence in hand still lacks, and what it has by now. */
  let [lacking, isLong] = [0, false];
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    await pause();
    for (const byte of bytes) {
      if (byte < 0x80) {
        if (lacking > 0) broken += 1;
        lacking = 0;
      } else if (byte < 0xc0) {
        if (lacking === 0) broken += 1;
        else {
          lacking -= 1;
          if (lacking === 0 && isLong) whole += 1;
        }
      } else {
        if (lacking > 0) broken += 1;
        lacking = byte >= 0xf5 || byte < 0xc2 ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        isLong = lacking > 0;
        if (lacking === 0) broken += 1;
      }
    }
  }
  return { whole, broken: broken + (lacking > 0 ? 1 : 0) };
}

export type TextPiece = { readonly text: string; readonly bytesDone: number };

/** The file as text, piece by piece. */
export async function* decodeFile(
  file: Blob,
  { encoding, markBytes }: FoundEncoding,
): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding);
  for (let from = markBytes; from < file.size; from += PIECE_BYTES) {
    const to = Math.min(from + PIECE_BYTES, file.size);
    const text = decoder.decode(await file.slice(from, to).arrayBuffer(), { stream: true });
    yield { text, bytesDone: to };
  }
  const end = decoder.decode();
  if (end !== '') yield { text: end, bytesDone: file.size };
}
