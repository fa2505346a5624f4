import { expect, test } from 'vitest';
import { textAt, textReader } from '#renderer/data/engine/columns/text-dictionary.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';

const ROWS = 3_000;
/** So many reads, one after another, that a reader looks for a faster way. */
const READS = 10_000;

const plain = (at: number) => `MLC-${at * 7919}`;

test.each<[string, (at: number) => string | null]>([
  ['ASCII', plain],
  ['ASCII, nothing and empty texts', (at) => (at % 5 === 0 ? null : at === 1 ? '' : plain(at))],
  ['accents and signs of four bytes', (at) => (at % 3 === 0 ? `Polerón 😀 ${at}` : plain(at))],
  ['texts that UTF-8 cannot carry', (at) => (at === 2_000 ? '\ud83d' : plain(at))],
  ['few texts', (at) => plain(at % 9)],
])('a reader of many texts gives each exactly: %s', (_, textOf) => {
  const { bytes, headerLength } = encodeSegment({
    columns: ['Orden'],
    rows: Array.from({ length: ROWS }, (_each, at) => [textOf(at)]),
  });
  const column = decodeSegment(bytes, headerLength).columns.get('Orden');
  if (column?.kind !== 'text') throw new Error('Orden is a column of texts.');
  const read = textReader(column.dictionary);
  for (let reads = 0; reads < READS; reads += 1) {
    const row = (reads * 37) % ROWS;
    const code = column.codes?.[row] ?? 0;
    const text = read(code);
    if (text !== textOf(row) || text !== textAt(column.dictionary, code))
      expect({ row, text }).toEqual({ row, text: textOf(row) });
  }
});
