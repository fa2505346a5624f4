import type { Pause } from '#shared/base/tasks.ts';

/**
 * The container of a backup: gzip members one after the other (RFC 1952), each with its own length and SHA-256 in its
 * header's extra field, as BGZF has its block sizes. There is no directory that could disagree with what it lists, and no
 * name or path: every member is checked by itself, and where one is damaged the next is looked for. `gzip -dc` reads it.
 */

/** Magic, deflate, FEXTRA, no time, no flags, unknown system; then the extra field with our two letters and its size. */
const SIGNATURE = Uint8Array.of(0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 44, 0, 0x43, 0x55, 40, 0);
const LENGTH_AT = SIGNATURE.length;
const CONTENT_LENGTH_AT = LENGTH_AT + 4;
const DIGEST_AT = CONTENT_LENGTH_AT + 4;
const HEADER_BYTES = DIGEST_AT + 32;
/** Length of the header that the platform's gzip writes. */
const PLAIN_HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

/** No member is larger, compressed or not: whoever reads holds one at a time. */
export const MAX_MEMBER_BYTES = 32 * 2 ** 20;
/** Compressed at once: others have their turn in between. */
const SLICE_BYTES = 2 ** 17;

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** A member, and the SHA-256 of what is in it. */
export type Frame = { readonly bytes: Uint8Array<ArrayBuffer>; readonly digest: Uint8Array<ArrayBuffer> };

export async function encodeFrame(content: Uint8Array<ArrayBuffer>, pause: Pause): Promise<Frame> {
  if (content.length > MAX_MEMBER_BYTES) throw new RangeError('A part of the backup is too large.');
  const digest = await sha256(content);
  const { readable, writable } = new CompressionStream('gzip');
  const compressed = collect(readable, Number.POSITIVE_INFINITY);
  compressed.catch(() => undefined);
  const writer = writable.getWriter();
  for (let from = 0; from < content.length; from += SLICE_BYTES) {
    await pause();
    await writer.write(content.subarray(from, from + SLICE_BYTES));
  }
  await writer.close();
  const plain = await compressed;
  const bytes = new Uint8Array(HEADER_BYTES + plain.length - PLAIN_HEADER_BYTES);
  bytes.set(SIGNATURE);
  const view = new DataView(bytes.buffer);
  view.setUint32(LENGTH_AT, bytes.length, true);
  view.setUint32(CONTENT_LENGTH_AT, content.length, true);
  bytes.set(digest, DIGEST_AT);
  bytes.set(plain.subarray(PLAIN_HEADER_BYTES), HEADER_BYTES);
  return { bytes, digest };
}

/** Told of bytes that were worked on. */
type CountBytes = (bytes: number) => void;

/** All bytes of a stream; rejects where there are more than `limit`, without holding them. */
async function collect(
  readable: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  count: CountBytes = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    count(value.length);
    chunks.push(value);
    length += value.length;
    if (length > limit) {
      reader.cancel().catch(() => undefined);
      throw new RangeError('There is more than was said.');
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Compressed bytes that are handed over at once: what is no member is noticed before the rest of it is touched. */
const FED_BYTES = 2 ** 16;

async function feed(
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  member: Uint8Array<ArrayBuffer>,
  count: CountBytes,
): Promise<void> {
  const header = SIGNATURE.slice(0, PLAIN_HEADER_BYTES);
  header[3] = 0;
  await writer.write(header);
  for (let at = HEADER_BYTES; at < member.length; at += FED_BYTES) {
    const piece = member.slice(at, at + FED_BYTES);
    count(piece.length);
    await writer.write(piece);
  }
  await writer.close();
}

async function decodeFrame(member: Uint8Array<ArrayBuffer>, count: CountBytes): Promise<Content | null> {
  const view = new DataView(member.buffer, member.byteOffset);
  const length = view.getUint32(CONTENT_LENGTH_AT, true);
  try {
    const { readable, writable } = new DecompressionStream('gzip');
    // The reading end reports the fault.
    feed(writable.getWriter(), member, count).catch(() => undefined);
    const bytes = await collect(readable, length, count);
    const digest = await sha256(bytes);
    const isWhole =
      bytes.length === length && digest.every((byte, index) => byte === member[DIGEST_AT + index]);
    return isWhole ? { bytes, digest } : null;
  } catch {
    return null;
  }
}

/** Content of a member. */
export type Content = { readonly bytes: Uint8Array<ArrayBuffer>; readonly digest: Uint8Array<ArrayBuffer> };

/**
 * Bytes, compressed and not, that members may take which fail where others were tried before: within a damaged one, others are
 * looked for. Damage leads to hardly any; heads that somebody wrote into each other would have every byte tried as often as
 * there are heads.
 */
const MAX_TRIED_AGAIN = 4 * MAX_MEMBER_BYTES;

/**
 * Walks over a file that comes in pieces, and hands on every member that is whole; of heads that stand in each other by
 * design, once that is clear, only those that do not. Takes time linear to the file.
 */
export function createFrameReader(take: (content: Content) => Promise<void>) {
  let buffer = new Uint8Array(0);
  let skipped = 0;
  /** Offsets in the whole file: where the buffer begins, and up to where members were tried that are none. */
  let [position, triedUntil] = [0, 0];
  let triedAgain = 0;
  const advance = (count: number): void => {
    position += count;
    buffer = buffer.subarray(count);
  };
  const skip = (count: number): void => {
    skipped += count;
    advance(count);
  };
  /** A member that is none: what follows its first byte may be one, unless too much was tried so before. */
  const skipFailed = (length: number, worked: number): void => {
    if (position < triedUntil) triedAgain += worked;
    triedUntil = Math.max(triedUntil, position + length);
    skip(triedAgain > MAX_TRIED_AGAIN ? length : 1);
  };
  /** False: more is needed. */
  const step = async (isEnd: boolean): Promise<boolean> => {
    const start = findSignature(buffer);
    if (start !== 0) {
      // Its beginning may be here and the rest still to come.
      const count = start > 0 ? start : Math.max(0, buffer.length - (isEnd ? 0 : SIGNATURE.length - 1));
      skip(count);
      return start > 0;
    }
    const length =
      buffer.length < HEADER_BYTES
        ? HEADER_BYTES
        : new DataView(buffer.buffer, buffer.byteOffset).getUint32(LENGTH_AT, true);
    const isPossible = length >= HEADER_BYTES && length <= MAX_MEMBER_BYTES + 2 ** 20;
    if (isPossible && buffer.length < length && !isEnd) return false;
    if (!isPossible || buffer.length < length || buffer.length < HEADER_BYTES + TRAILER_BYTES) {
      skip(1);
      return true;
    }
    let worked = 0;
    const content = await decodeWithin(buffer.subarray(0, length), (bytes) => {
      worked += bytes;
    });
    if (content === null) skipFailed(length, worked);
    else {
      advance(length);
      await take(content);
    }
    return true;
  };
  return {
    write: async (bytes: Uint8Array): Promise<void> => {
      const joined = new Uint8Array(buffer.length + bytes.length);
      joined.set(buffer);
      joined.set(bytes, buffer.length);
      buffer = joined;
      while (buffer.length > 0 && (await step(false)));
    },
    end: async (): Promise<void> => {
      while (buffer.length > 0 && (await step(true)));
    },
    /** Bytes that belong to no whole member. */
    skipped: () => skipped,
  };
}

async function decodeWithin(member: Uint8Array<ArrayBuffer>, count: CountBytes): Promise<Content | null> {
  const said = new DataView(member.buffer, member.byteOffset).getUint32(CONTENT_LENGTH_AT, true);
  return said > MAX_MEMBER_BYTES ? null : decodeFrame(member, count);
}

function findSignature(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x1f); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (at + SIGNATURE.length > bytes.length) return -1;
    if (SIGNATURE.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
