import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autostartEntry } from '#electron/desktop/autostart.ts';
import { trayIcon } from '#electron/desktop/tray-icon.ts';

/** Reads a value of type string, then the first argument of a command line, as the Desktop Entry Specification says. */
function programOf(entry: string): string {
  const value = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const escapes: { readonly [mark: string]: string } = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const text = value.replaceAll(/\\(.)/g, (_, mark: string) => escapes[mark] ?? '?');
  const quoted = /^"((?:[^"\\]|\\.)*)" --hidden$/s.exec(text)?.[1] ?? '';
  // A field code is no part of a path.
  return quoted.replaceAll(/\\(.)/gs, '$1').replaceAll(/%(.?)/gs, (_, code) => (code === '%' ? '%' : '?'));
}

describe('the autostart file', () => {
  it('begins the program without its window, whatever its path is called', () => {
    expect(autostartEntry('/opt/Cuadra/cuadra')).toBe(
      [
        '[Desktop Entry]',
        'Type=Application',
        'Version=1.0',
        'Name=Cuadra',
        'Exec="/opt/Cuadra/cuadra" --hidden',
        'Terminal=false',
        'X-GNOME-Autostart-enabled=true',
        '',
      ].join('\n'),
    );
    const path = fc.array(
      fc.constantFrom('/', 'a', ' ', '"', '\\', '$', '`', '%', '\n', '\t', 'ñ', '=', ';', '#'),
    );
    fc.assert(
      fc.property(path, (parts) => {
        const entry = autostartEntry(`/${parts.join('')}`);
        expect(programOf(entry)).toBe(`/${parts.join('')}`);
        // No path makes another line of it.
        expect(entry.split('\n')).toHaveLength(8);
      }),
    );
  });
});

describe('the picture beside the clock', () => {
  it.each([
    [1, false],
    [2, false],
    [2, true],
  ])('is a PNG of the mark (%s times, template: %s)', (scale, isTemplate) => {
    const png = trayIcon(scale, isTemplate);
    const side = 18 * scale;
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([side, side]);
    const length = png.readUInt32BE(33);
    expect(png.subarray(37, 41).toString()).toBe('IDAT');
    const pixels = inflateSync(png.subarray(41, 41 + length));
    expect(pixels).toHaveLength(side * (side * 4 + 1));
    const pixel = (x: number, y: number) => [
      ...pixels.subarray(y * (side * 4 + 1) + 1 + x * 4).subarray(0, 4),
    ];
    expect(pixel(scale, scale)).toEqual(isTemplate ? [0, 0, 0, 255] : [0x4f, 0x83, 0xe6, 255]);
    expect(pixel(side / 2, side / 2)[3]).toBe(0);
  });
});
