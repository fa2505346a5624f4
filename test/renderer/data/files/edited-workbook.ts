import { zipParts } from '#renderer/data/files/streams/zip.ts';
import { unzipped } from './unzipped.ts';

/** A workbook that somebody changed: its parts as texts, changed by hand. */

export type Parts = Map<string, string>;

export async function withParts(bytes: Uint8Array, edit: (parts: Parts) => void): Promise<Uint8Array> {
  const parts = new Map(unzipped(bytes));
  edit(parts);
  const chunks: Uint8Array[] = [];
  const written = [...parts].map(([name, text]) => ({ name, isLarge: false, slices: [text] }));
  for await (const chunk of zipParts(written, async () => {})) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Some text in one of its parts in the place of another; throws where nothing would be another. */
export async function edited(
  bytes: Uint8Array,
  part: RegExp,
  from: string | RegExp,
  to: string,
): Promise<Uint8Array> {
  return withParts(bytes, (parts) => {
    let isOther = false;
    for (const [name, text] of parts) {
      if (!part.test(name)) continue;
      const next = text.replace(from, to);
      isOther ||= next !== text;
      parts.set(name, next);
    }
    if (!isOther) throw new Error(`Nothing to edit: ${from}`);
  });
}
