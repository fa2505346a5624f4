import { crc32, deflateSync } from 'node:zlib';

/** The mark of the rail as a small picture: two corners that do not meet. */

/** The side of the drawing, and its bars as they lie on it: left, top, right, bottom. */
const SIDE = 18;
const BARS = [
  [0.5, 0.5, 2.5, 16.5],
  [0.5, 0.5, 16.5, 2.5],
  [5.5, 15.5, 17.5, 17.5],
  [15.5, 5.5, 17.5, 17.5],
] as const;
/** Seen on light and on dark bars alike. */
const BLUE = [0x4f, 0x83, 0xe6] as const;
const BLACK = [0, 0, 0] as const;

/** The share of a pixel that a bar covers. */
function covered(bar: (typeof BARS)[number], x: number, y: number, scale: number): number {
  const [left, top, right, bottom] = bar.map((edge) => edge * scale) as [number, number, number, number];
  const width = Math.min(right, x + 1) - Math.max(left, x);
  const height = Math.min(bottom, y + 1) - Math.max(top, y);
  return width > 0 && height > 0 ? width * height : 0;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** The mark as PNG, `scale` times 18 pixels wide. `isTemplate`: black, for a system that colours it itself (macOS). */
export function trayIcon(scale: number, isTemplate: boolean): Buffer {
  const side = Math.round(SIDE * scale);
  const [red, green, blue] = isTemplate ? BLACK : BLUE;
  const lines = Array.from({ length: side }, (_line, y) => {
    const pixels = Array.from({ length: side }, (_pixel, x) => {
      const alpha = Math.max(...BARS.map((bar) => covered(bar, x, y, side / SIDE)));
      return [red, green, blue, Math.round(alpha * 255)];
    });
    // Each line says how it is filtered: not at all.
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits a channel, with alpha.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', new Uint8Array()),
  ]);
}
