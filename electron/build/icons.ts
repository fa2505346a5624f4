import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { PROJECT } from '../launch/project.ts';

/** The app's icons in every form that the three systems ask for, drawn from one SVG: the same bytes on every machine. */

const DRAWING = 'electron/build/resources/icon.svg';
/** Where electron-builder.yml looks for them. */
const ICONS = 'dist/icons';

/** The framing in the drawing's 1024 units. */
type Framing = '0 0 1024 1024' | '96 96 832 832';
const WITH_MARGIN: Framing = '0 0 1024 1024';
const TILE: Framing = '96 96 832 832';

type Image = { readonly size: number; readonly png: Uint8Array; readonly pixels: Uint8Array };
type Draw = (framing: Framing, size: number) => Image;

let loaded: Promise<void> | undefined;

async function openDrawing(): Promise<Draw> {
  // The library can be given its WebAssembly once in a process.
  loaded ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then(
    (bytes) => initWasm(bytes),
  );
  await loaded;
  const svg = await readFile(join(PROJECT, DRAWING), 'utf8');
  return (framing, size) => {
    const framed = svg.replace(WITH_MARGIN, framing);
    const image = new Resvg(framed, { fitTo: { mode: 'width', value: size } }).render();
    return { size, png: image.asPng(), pixels: image.pixels };
  };
}

export const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const;
export const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const;
/** Apple's four letters for a PNG of so many pixels; those of a Retina display are other letters for the same. */
export const APPLE_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

/** The form of small icons that every program of Windows reads, installers too: rows from below, then an empty mask. */
function bitmapOf({ size, pixels }: Image): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // Colours and mask count as one image of twice the height.
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const colours = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      const alpha = pixels[from + 3] ?? 0;
      // The library's colours are multiplied by their opacity; those of a bitmap are not.
      const plain = (channel: number) =>
        alpha === 0 ? 0 : Math.min(255, Math.round(((pixels[from + channel] ?? 0) * 255) / alpha));
      colours.set([plain(2), plain(1), plain(0), alpha], to);
    }
  }
  return Buffer.concat([header, colours, Buffer.alloc(Math.ceil(size / 32) * 4 * size)]);
}

/** An .ico: PNG where Windows expects it (256 pixels), bitmaps below. */
function encodeIco(images: readonly Image[]): Buffer {
  const head = Buffer.alloc(6 + images.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  const parts = images.map((image) => (image.size >= 256 ? Buffer.from(image.png) : bitmapOf(image)));
  let offset = head.length;
  for (const [index, { size }] of images.entries()) {
    const at = 6 + index * 16;
    const length = parts[index]?.length ?? 0;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...parts]);
}

/** An .icns: PNGs one after the other, each with its four letters and its length. */
function encodeIcns(images: readonly (readonly [type: string, png: Uint8Array])[]): Buffer {
  const chunk = (type: string, content: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(images.map(([type, png]) => chunk(type, png))));
}

/** Draws all of them into dist/icons. */
export async function makeIcons(folder: string = join(PROJECT, ICONS)): Promise<void> {
  const draw = await openDrawing();
  await mkdir(join(folder, 'linux'), { recursive: true });
  for (const size of LINUX_SIZES)
    await writeFile(join(folder, 'linux', `${size}x${size}.png`), draw(TILE, size).png);
  await writeFile(join(folder, 'icon.ico'), encodeIco(WINDOWS_SIZES.map((size) => draw(TILE, size))));
  const apple = APPLE_TYPES.map(([type, size]) => [type, draw(WITH_MARGIN, size).png] as const);
  await writeFile(join(folder, 'icon.icns'), encodeIcns(apple));
}
