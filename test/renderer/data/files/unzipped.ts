import { inflateRawSync } from 'node:zlib';

/** The parts of an archive as texts, read from its central directory by hand. */
export function unzipped(bytes: Uint8Array): ReadonlyMap<string, string> {
  const file = Buffer.from(bytes);
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  const parts = new Map<string, string>();
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, nameLength] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const data = file.subarray(from, from + packed);
    parts.set(name, (method === 0 ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}
