import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openArchive } from '#renderer/data/files/check/archive.ts';

/** The parts of an archive as texts: every character of them, or none of the file. */

/** An archive of one part, written by hand: what it says of its size may be wrong. */
function archiveOf(bytes: Uint8Array): Blob {
  const name = Buffer.from('a.xml');
  const packed = deflateRawSync(bytes);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    fields,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Blob([local, central, end]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

async function textOf(bytes: Uint8Array): Promise<{ readonly text: string; readonly pieces: number }> {
  const archive = await openArchive(archiveOf(bytes));
  let [text, pieces] = ['', 0];
  for await (const piece of archive.read('a.xml')) [text, pieces] = [text + piece, pieces + 1];
  await archive.close();
  return { text, pieces };
}

describe('a part of an archive', () => {
  test('is one text, also where a piece ends within a character', async () => {
    // Characters of three bytes, in an order that packs badly: one piece does not hold them.
    let state = 1;
    const code = () => (state = (state * 48_271) % 2_147_483_647);
    const characters = Array.from({ length: 200_000 }, () =>
      String.fromCodePoint(0x1000 + (code() % 0x8000)),
    );
    for (const beginning of ['', 'x', 'xx']) {
      const written = beginning + characters.join('');
      const { text, pieces } = await textOf(Buffer.from(written));
      expect(pieces).toBeGreaterThan(2);
      expect(text === written).toBe(true);
    }
  });

  test('that is no UTF-8 is not read with other characters in their place', async () => {
    for (const bytes of [
      [0x61, 0xff],
      [0xc3, 0x28],
      [0x61, 0xe2, 0x82],
    ])
      await expect(textOf(Uint8Array.from(bytes))).rejects.toMatchObject({ reason: 'unreadable' });
  });

  test('that is not there is no part', async () => {
    const archive = await openArchive(archiveOf(Buffer.from('a')));
    expect([archive.has('a.xml'), archive.has('b.xml'), archive.paths()]).toEqual([true, false, ['a.xml']]);
    expect([archive.sizeOf('a.xml'), archive.sizeOf('b.xml')]).toEqual([1, 0]);
    await expect(archive.read('b.xml').next()).rejects.toMatchObject({ reason: 'unreadable' });
  });
});
