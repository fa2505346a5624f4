import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFile, findEncoding } from '#renderer/data/files/intake/text-encoding.ts';

/** In which encoding a file was saved, by its bytes alone. */

const noPause = async () => undefined;
const encode = (text: string) => new TextEncoder().encode(text);
const found = (bytes: Uint8Array<ArrayBuffer>) => findEncoding(new Blob([bytes]), noPause);
const read = async (bytes: Uint8Array<ArrayBuffer>) => {
  const file = new Blob([bytes]);
  let text = '';
  let done = 0;
  for await (const piece of decodeFile(file, await findEncoding(file, noPause))) {
    text += piece.text;
    done = piece.bytesDone;
  }
  return [text, done === file.size];
};
/** Letters of these languages: one byte each in Windows, two in UTF-8. */
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const wide = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
const SPANISH = 'Fecha;Descripción;Año\nÚltima venta;ñandú;2026';

describe('a text', () => {
  const words = fc.array(fc.constantFrom('venta;', 'Año ', 'ñandú\n', '€ 12,50', '日本', '😀', '9'), {
    minLength: 1,
    maxLength: 30,
  });

  test('of UTF-8 is that, whatever stands in it, and is read to its last letter', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), async (some, isMarked) => {
        const text = some.join('');
        const bytes = Uint8Array.from([...(isMarked ? [0xef, 0xbb, 0xbf] : []), ...encode(text)]);
        expect(await found(bytes)).toEqual({
          ...{ encoding: 'utf-8', markBytes: isMarked ? 3 : 0, isDamaged: false },
        });
        expect(await read(bytes)).toEqual([text, true]);
      }),
    );
  });

  test('of Windows has letters of one byte', async () => {
    expect(await found(latin(SPANISH))).toEqual({
      ...{ encoding: 'windows-1252', markBytes: 0, isDamaged: false },
    });
    expect(await read(latin(SPANISH))).toEqual([SPANISH, true]);
    // One letter at the very end tells, also one that begins a longer one in UTF-8.
    for (const letter of ['Á', 'Ã', 'ð', '\u00ff'])
      expect(await read(latin(`a;b\n1;${letter}`))).toEqual([`a;b\n1;${letter}`, true]);
  });

  test('of UTF-8 in which something broke is damaged where more of it is whole', async () => {
    const whole = encode('áéí');
    const broken = (count: number) => Uint8Array.from([...whole, ...Array<number>(count).fill(0xff)]);
    expect([await found(broken(2)), await found(broken(3))]).toMatchObject([
      { encoding: 'utf-8', isDamaged: true },
      { encoding: 'windows-1252', isDamaged: false },
    ]);
    // A letter of three bytes is one, and the mark of the encoding none.
    for (const bytes of [
      [...encode('€'), 0xff],
      [0xef, 0xbb, 0xbf, ...encode('á'), 0xff],
    ])
      expect(await found(Uint8Array.from(bytes))).toMatchObject({ encoding: 'windows-1252' });
    // A letter that is cut, by another one, by a plain one or by the end.
    const cut = [[0xe2, 0x82, 0xc3, 0xa1], [0xe2, 0x82, 0x41], [0xe2, 0x82], [0x82]];
    for (const bytes of cut)
      expect(await found(Uint8Array.from([...whole, ...bytes]))).toMatchObject({ isDamaged: true });
    const lead = [
      [0xc1, 0x81],
      [0xf5, 0x80, 0x80, 0x80],
    ];
    for (const bytes of lead)
      expect(await found(Uint8Array.from([...encode('áéíóúñ'), ...bytes]))).toMatchObject({
        isDamaged: true,
      });
  });

  test('of two bytes a letter is told by its mark, or by its empty bytes', async () => {
    for (const isLittle of [true, false]) {
      const encoding = isLittle ? 'utf-16le' : 'utf-16be';
      const mark = isLittle ? [0xff, 0xfe] : [0xfe, 0xff];
      const marked = Uint8Array.from([...mark, ...wide(SPANISH, isLittle)]);
      expect(await found(marked)).toEqual({ encoding, markBytes: 2, isDamaged: false });
      expect(await read(marked)).toEqual([SPANISH, true]);
      expect(await found(wide(SPANISH, isLittle))).toEqual({ encoding, markBytes: 0, isDamaged: false });
    }
    // Two letters tell; one is too little.
    expect(await found(wide('ab', true))).toMatchObject({ encoding: 'utf-16le' });
    expect(await found(Uint8Array.from([0x41, 0]))).toMatchObject({ encoding: 'utf-8' });
    // Seven empty bytes of ten are not most of them.
    const some = Uint8Array.from([...wide('abcdefg', true), 65, 65, 65, 65, 65, 65]);
    expect(await found(some)).toMatchObject({ encoding: 'utf-8' });
  });

  test('of nothing is of nothing', async () => {
    expect(await read(new Uint8Array(0))).toEqual(['', true]);
  });
});
