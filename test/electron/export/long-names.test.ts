import { expect, test } from 'vitest';
import { safeFileName } from '#electron/export/file-writer.ts';

/** A name as long as a file system takes it, with what is put around it while it is written. */

const LONGEST = 255 - '...part'.length - 36;
const bytes = (name: string): number => Buffer.byteLength(name);

test('is kept whole up to the last byte, and cut from before its ending beyond it', () => {
  const stem = 'a'.repeat(LONGEST - '.csv'.length);
  expect(safeFileName(`${stem}.csv`)).toBe(`${stem}.csv`);
  expect(safeFileName(`${stem}b.csv`)).toBe(`${stem}.csv`);
  const accents = 'ñ'.repeat((LONGEST - '.csv'.length) / 2);
  expect(bytes(safeFileName(`${accents}ñ.csv`))).toBe(LONGEST);
  expect(safeFileName(`${accents}ñ.csv`)).toBe(`${accents}.csv`);
});
