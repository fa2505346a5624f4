import { describe, expect, test } from 'vitest';
import { openCompoundFile } from '#renderer/data/files/intake/compound-file.ts';
import { IntakeRefusedError } from '#renderer/data/files/intake/refusals.ts';
import { compoundFile, type MadeContainer } from './made-xls.ts';

/** The container of old workbooks: its streams byte for byte, wherever their sectors lie. */

const NAME = 'Workbook';
const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

/** The bytes of a stream and how long its pieces are; null: there is none; or why it is refused. */
async function read(made: Uint8Array<ArrayBuffer>, name = NAME) {
  try {
    const container = await openCompoundFile(new Blob([made]), async () => undefined);
    const stream = container.stream(name);
    if (stream === null) return null;
    const pieces: Uint8Array[] = [];
    for await (const piece of stream.pieces()) pieces.push(piece);
    return {
      bytes: Buffer.concat(pieces).toString('hex'),
      size: stream.size,
      longest: Math.max(0, ...pieces.map(({ length }) => length)),
    };
  } catch (error) {
    if (error instanceof IntakeRefusedError) return error.refusal.reason;
    throw error;
  }
}

const KINDS: readonly MadeContainer[] = ([512, 4096] as const).flatMap((sector) =>
  [false, true].map((isBackwards) => ({ sector, isBackwards })),
);

describe('a stream', () => {
  for (const made of KINDS) {
    test(`in sectors of ${made.sector} bytes${made.isBackwards ? ', the last one first' : ''}`, async () => {
      for (const size of [0, 1, 63, 64, 65, 512, 4095, 4096, 4097, 8192, 65_536, 65_537, 70_000]) {
        const stream = bytesOf(size);
        const found = await read(compoundFile(stream, made));
        expect(found, String(size)).toMatchObject({ bytes: stream.toString('hex'), size });
        // A piece at a time: what is longer would be held whole.
        if (size > 4096)
          expect(found).toHaveProperty('longest', made.isBackwards ? made.sector : Math.min(size, 65_536));
      }
    });
  }

  test('in a file whose header does not list all sectors of its table', async () => {
    const stream = bytesOf(200_000);
    for (const listedInHeader of [0, 1, 2, 3, 4])
      expect(await read(compoundFile(stream, { listedInHeader }))).toMatchObject({
        bytes: stream.toString('hex'),
      });
  });

  test('may end before its last sector does', async () => {
    const stream = bytesOf(5000);
    const made = compoundFile(stream);
    const cut = made.slice(0, made.length - (512 - (5000 % 512)));
    expect(await read(cut)).toMatchObject({ bytes: stream.toString('hex') });
    expect(await read(made.slice(0, made.length - 512))).toBe('unreadable');
    // A short one as well, that ends within one of the small sectors.
    const short = bytesOf(300);
    const whole = compoundFile(short);
    expect(await read(whole.slice(0, whole.length - 212))).toMatchObject({ bytes: short.toString('hex') });
    expect(await read(whole.slice(0, whole.length - 256))).toBe('unreadable');
  });

  test('is none where its name is that of a folder, or of a place that is free', async () => {
    expect(await read(compoundFile(bytesOf(5000), { others: ['Book'] }), 'Book')).toBeNull();
    expect(await read(compoundFile(bytesOf(5000)), 'Book')).toBeNull();
    const freed = changed(bytesOf(5000), {}, (view, entry) => view.setUint8(entry + 66, 0));
    expect(await read(freed)).toBeNull();
    const { names } = await openCompoundFile(new Blob([freed]), async () => undefined);
    expect(names).toEqual(['Root Entry']);
  });
});

test('a container has ten thousand names at most', async () => {
  const made = (names: number) =>
    compoundFile(bytesOf(5000), { others: Array.from({ length: names - 2 }, (_, at) => `N${at}`) });
  expect(await read(made(10_000))).toMatchObject({ size: 5000 });
  expect(await read(made(10_001))).toBe('unreadable');
});

/** A container after a change of its header, or of the stream's entry and the root's before it. */
function changed(
  stream: Buffer,
  made: MadeContainer,
  change: (view: DataView, entry: number, root: number) => void,
): Uint8Array<ArrayBuffer> {
  const bytes = compoundFile(stream, made);
  const view = new DataView(bytes.buffer);
  const sector = made.sector ?? 512;
  const root = sector * (1 + view.getUint32(48, true));
  change(view, root + 128, root);
  return bytes;
}

describe('what says that it is of another length', () => {
  const long = bytesOf(6000);
  const short = bytesOf(300);
  const sizeOf = (size: number) => (view: DataView, entry: number) => view.setUint32(entry + 120, size, true);
  const upper = (view: DataView, entry: number) => view.setUint32(entry + 124, 1, true);

  test('is read as far as its sectors reach, and not beyond them', async () => {
    expect(await read(changed(long, {}, sizeOf(6144)))).toMatchObject({ size: 6144 });
    for (const size of [6145, 7000, 400_000])
      expect(await read(changed(long, {}, sizeOf(size))), String(size)).toBe('unreadable');
    expect(await read(changed(short, {}, sizeOf(320)))).toMatchObject({ size: 320 });
    for (const size of [321, 400, 4000])
      expect(await read(changed(short, {}, sizeOf(size))), String(size)).toBe('unreadable');
  });

  test('by the upper half of its size, which the older version leaves as it was', async () => {
    expect(await read(changed(long, {}, upper))).toMatchObject({ bytes: long.toString('hex') });
    expect(await read(changed(long, { sector: 4096 }, upper))).toBe('unreadable');
  });

  test('as of what all small streams lie in', async () => {
    const root = (view: DataView, _: number, at: number) => view.setUint32(at + 120, 2 ** 30, true);
    expect(await read(changed(short, {}, root))).toBe('unreadable');
    expect(await read(changed(long, {}, root))).toMatchObject({ size: 6000 });
    const none = (view: DataView, _: number, at: number) => view.setUint8(at + 66, 1);
    expect(await read(changed(short, {}, none))).toBe('unreadable');
  });
});

describe('sectors', () => {
  const long = bytesOf(6000);
  const header = (at: number, value: number) => (view: DataView) => view.setUint16(at, value, true);

  test('are of the two sizes that there are', async () => {
    expect(await read(changed(long, {}, header(30, 9)))).toMatchObject({ size: 6000 });
    for (const change of [header(30, 10), header(30, 0), header(32, 7)])
      expect(await read(changed(long, {}, change))).toBe('unreadable');
  });

  test('that lead in a circle, or out of the file, are refused', async () => {
    const table = (place: number, next: number) => (view: DataView, entry: number) => {
      const first = view.getUint32(entry + 116, true);
      view.setUint32(512 + 4 * (first + place), next === 0 ? first : next, true);
    };
    expect(await read(changed(long, {}, table(3, 0)))).toBe('unreadable');
    expect(await read(changed(long, {}, table(3, 5000)))).toBe('unreadable');
    // The list of tables too.
    const list = (view: DataView) => {
      view.setUint32(68, 3, true);
      view.setUint32(512 * 5 - 4, 3, true);
    };
    expect(await read(changed(long, {}, list))).toBe('unreadable');
  });

  test('of a file that is shorter than its header are none', async () => {
    expect(await read(compoundFile(long).slice(0, 511))).toBe('unreadable');
  });
});
