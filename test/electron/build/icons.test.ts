import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestOf } from '#electron/build/build-parts.ts';
import { APPLE_TYPES, LINUX_SIZES, makeIcons, WINDOWS_SIZES } from '#electron/build/icons.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-icons-'));
  await makeIcons(join(folder, 'one'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height, and the pixels as they are stored: the length tells that all rows are there. */
function readPng(bytes: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly length: number;
} {
  expect(bytes.subarray(0, 8).equals(SIGNATURE)).toBe(true);
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    length: inflateSync(Buffer.concat(data)).length,
  };
}

const pngOf = (size: number) => ({ width: size, height: size, length: size * (size * 4 + 1) });

it('Linux: a PNG of each size, named by it', async () => {
  const names = await readdir(join(folder, 'one/linux'));
  expect(names.toSorted()).toEqual(LINUX_SIZES.map((size) => `${size}x${size}.png`).toSorted());
  for (const size of LINUX_SIZES) {
    expect(readPng(await readFile(join(folder, 'one/linux', `${size}x${size}.png`)))).toEqual(pngOf(size));
  }
});

it('Windows: every size in one .ico, the small ones as bitmaps with the colours of the mark', async () => {
  const ico = await readFile(join(folder, 'one/icon.ico'));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([
    0,
    1,
    WINDOWS_SIZES.length,
  ]);
  let end = 6 + WINDOWS_SIZES.length * 16;
  for (const [index, size] of WINDOWS_SIZES.entries()) {
    const at = 6 + index * 16;
    expect([ico.readUInt8(at), ico.readUInt8(at + 1)]).toEqual([size % 256, size % 256]);
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
    expect(offset).toBe(end);
    end = offset + length;
    const image = ico.subarray(offset, end);
    if (size === 256) {
      expect(readPng(image)).toEqual(pngOf(size));
      continue;
    }
    expect([image.readUInt32LE(0), image.readInt32LE(4), image.readInt32LE(8)]).toEqual([40, size, size * 2]);
    expect(length).toBe(40 + size * size * 4 + Math.ceil(size / 32) * 4 * size);
    const colours = new Set<number>();
    for (let pixel = 40; pixel < 40 + size * size * 4; pixel += 4) colours.add(image.readUInt32LE(pixel));
    // Ink, accent, paper, and the corner outside the tile: nothing.
    for (const colour of [0xff171b1d, 0xff1f55c4, 0xffffffff, 0]) expect(colours.has(colour)).toBe(true);
  }
  expect(end).toBe(ico.length);
});

it('macOS: every size in one .icns', async () => {
  const icns = await readFile(join(folder, 'one/icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const found: (readonly [string, number])[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const png = readPng(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)));
    expect(png).toEqual(pngOf(png.width));
    found.push([icns.toString('latin1', at, at + 4), png.width]);
  }
  expect(found).toEqual(APPLE_TYPES);
});

it('drawn again they are the same', async () => {
  await makeIcons(join(folder, 'two'));
  expect(await digestOf(join(folder, 'two'), ['.'])).toBe(await digestOf(join(folder, 'one'), ['.']));
});
