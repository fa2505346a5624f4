import type { Pause } from '#shared/base/tasks.ts';
import { refuse } from './refusals.ts';

/** The container of workbooks saved before 2007 ([MS-CFB]): named streams, each a chain of sectors anywhere in the file. */

export type CompoundFile = {
  readonly names: readonly string[];
  /** Null where it has no such stream. Pieces in order, each at most PIECE_BYTES. */
  readonly stream: (name: string) => ByteStream | null;
};
export type ByteStream = { readonly size: number; readonly pieces: () => AsyncGenerator<Uint8Array> };

const HEADER_BYTES = 512;
const PIECE_BYTES = 1 << 16;
const END_OF_CHAIN = 0xfffffffe;
const LAST_SECTOR = 0xfffffffa;
const ENTRY_BYTES = 128;
const MAX_ENTRIES = 10_000;
const STREAM = 2;
const ROOT = 5;

type Entry = { readonly name: string; readonly type: number; readonly start: number; readonly size: number };

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const damaged = () => refuse('unreadable');

/** Fails with an IntakeRefusedError where chains lead out of the file or in circles. */
export async function openCompoundFile(file: Blob, pause: Pause): Promise<CompoundFile> {
  const header = viewOf(await bytesOf(file, 0, HEADER_BYTES));
  if (header.byteLength < HEADER_BYTES) throw damaged();
  const shift = header.getUint16(30, true);
  const smallShift = header.getUint16(32, true);
  if ((shift !== 9 && shift !== 12) || smallShift !== 6) throw damaged();
  const sectorBytes = 1 << shift;
  const sectors = Math.ceil(file.size / sectorBytes);
  /** Sector 0 follows the header's. */
  const bytesAt = (sector: number, count = 1) =>
    bytesOf(file, (sector + 1) * sectorBytes, count * sectorBytes);
  const table = await readTable(header, { sectorBytes, sectors, bytesAt, pause });
  const entries = await readEntries(
    await joined(bytesAt, chainOf(header.getUint32(48, true), table, sectors), MAX_ENTRIES * ENTRY_BYTES),
    shift === 9,
  );
  const root = entries.find(({ type }) => type === ROOT);
  const smallest = header.getUint32(56, true);
  const streamOf = ({ start, size }: Entry): ByteStream => {
    if (size > file.size) throw damaged();
    if (size >= smallest) {
      return { size, pieces: () => largePieces(bytesAt, chainOf(start, table, sectors), size, sectorBytes) };
    }
    return { size, pieces: () => smallPieces(start, size) };
  };
  /** Streams below a size share the sectors of the root's own, in parts of 64 bytes. */
  async function* smallPieces(start: number, size: number): AsyncGenerator<Uint8Array> {
    if (size === 0) return;
    if (root === undefined || root.size > file.size) throw damaged();
    const smallTable = words(
      await joined(bytesAt, chainOf(header.getUint32(60, true), table, sectors), file.size),
    );
    const shared = await joined(bytesAt, chainOf(root.start, table, sectors), file.size);
    const parts = chainOf(start, smallTable, smallTable.length);
    const found = new Uint8Array(size);
    for (let at = 0; at < size; at += 64) {
      const part = parts[at / 64];
      if (part === undefined || (part + 1) * 64 > shared.length + 63) throw damaged();
      found.set(shared.subarray(part * 64, part * 64 + Math.min(64, size - at)), at);
    }
    yield found;
  }
  return {
    names: entries.map(({ name }) => name),
    stream: (name) => {
      const entry = entries.find((each) => each.type === STREAM && each.name === name);
      return entry === undefined ? null : streamOf(entry);
    },
  };
}

async function bytesOf(file: Blob, from: number, count: number): Promise<Uint8Array> {
  if (from >= file.size) throw damaged();
  return new Uint8Array(await file.slice(from, from + count).arrayBuffer());
}

const words = (bytes: Uint8Array): Uint32Array => {
  const view = viewOf(bytes);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(4 * at, true));
};

type Sectors = {
  readonly sectorBytes: number;
  readonly sectors: number;
  readonly bytesAt: (sector: number, count?: number) => Promise<Uint8Array>;
  readonly pause: Pause;
};

/** Which sector follows each: its own sectors are listed in the header, and in a chain where there are more. */
async function readTable(
  header: DataView,
  { sectorBytes, sectors, bytesAt, pause }: Sectors,
): Promise<Uint32Array> {
  const listed: number[] = [];
  for (let at = 0; at < 109; at += 1) listed.push(header.getUint32(76 + 4 * at, true));
  const perSector = sectorBytes / 4;
  let next = header.getUint32(68, true);
  for (let count = 0; next < LAST_SECTOR; count += 1) {
    if (count * (perSector - 1) * perSector > sectors) throw damaged();
    const more = words(await bytesAt(next));
    for (const sector of more.subarray(0, perSector - 1)) listed.push(sector);
    next = more[perSector - 1] ?? END_OF_CHAIN;
  }
  const wanted = Math.ceil(sectors / perSector);
  const table = new Uint32Array(wanted * perSector).fill(END_OF_CHAIN);
  for (const [at, sector] of listed
    .filter((each) => each < LAST_SECTOR)
    .slice(0, wanted)
    .entries()) {
    if (at % 64 === 0) await pause();
    table.set(words(await bytesAt(sector)).subarray(0, perSector), at * perSector);
  }
  return table;
}

/** Sectors from the first to the end; a chain that is longer than the file leads in a circle. */
function chainOf(first: number, table: Uint32Array, most: number): readonly number[] {
  const chain: number[] = [];
  for (let sector = first; sector !== END_OF_CHAIN; sector = table[sector] ?? END_OF_CHAIN) {
    if (sector >= most || chain.length >= most) throw damaged();
    chain.push(sector);
  }
  return chain;
}

async function joined(bytesAt: Sectors['bytesAt'], chain: readonly number[], most: number) {
  const found: Uint8Array[] = [];
  let size = 0;
  for (const [from, count] of runs(chain, Number.POSITIVE_INFINITY)) {
    const bytes = await bytesAt(from, count);
    found.push(bytes);
    size += bytes.length;
    if (size > most) throw damaged();
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const bytes of found) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

async function* largePieces(
  bytesAt: Sectors['bytesAt'],
  chain: readonly number[],
  size: number,
  sectorBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = size;
  for (const [from, count] of runs(chain, PIECE_BYTES / sectorBytes)) {
    const bytes = await bytesAt(from, count);
    yield bytes.subarray(0, Math.min(left, bytes.length));
    left -= bytes.length;
    if (left <= 0) return;
  }
  // The stream says that it is longer than its sectors.
  throw damaged();
}

/** Sectors that follow each other, read in one. */
function* runs(chain: readonly number[], most: number): Generator<readonly [from: number, count: number]> {
  let [from, count] = [chain[0] ?? 0, 0];
  for (const sector of chain) {
    if (count > 0 && (sector !== from + count || count >= most)) {
      yield [from, count];
      [from, count] = [sector, 0];
    }
    count += 1;
  }
  if (count > 0) yield [from, count];
}

async function readEntries(bytes: Uint8Array, isShort: boolean): Promise<readonly Entry[]> {
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, view.getUint16(at + 64, true));
    const type = bytes[at + 66] ?? 0;
    if (type === 0 || nameBytes < 2) continue;
    const name = new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes - 2));
    // In the older version the upper half of the size may hold anything.
    const size = view.getUint32(at + 120, true) + (isShort ? 0 : view.getUint32(at + 124, true) * 2 ** 32);
    entries.push({ name, type, start: view.getUint32(at + 116, true), size });
  }
  return entries;
}
