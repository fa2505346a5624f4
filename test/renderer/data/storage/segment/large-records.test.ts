import { expect, test } from 'vitest';
import { cutBytes, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import { backUp, openCurrent, readFile } from '../backup/backup-file.ts';
import { purchases, type Row, row } from '../ledger-fixtures.ts';
import { contents, expected, freshAccount, inDatabase, open, read } from '../real-ledger.ts';

/** Rows of a large segment stand in records of a megabyte; any sizes are read, whoever wrote them. */

const FEBRUARY = purchases('2026-02-01T00:00:00.000', '2026-03-01T00:00:00.000');
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const few = [row({ Orden: 'A', 'Fecha de compra': '2026-02-05T10:00:00.000' })];
const many: readonly Row[] = Array.from({ length: 400 }, (_, index) =>
  row({ Orden: `O-${index}`, Producto: `${'larga '.repeat(600)}${index}` }),
);

type Chunk = { readonly segment: number; readonly index: number; readonly bytes: Uint8Array };

/** A copy of a small segment and a large one. */
async function written(): Promise<string> {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w1', FEBRUARY, few);
  await read(ledger, 'w2', MARCH, many, { pages: 1 });
  ledger.close();
  return account;
}

const sizesOf = (account: string, segment: number) =>
  inDatabase(account, async (database) => {
    const chunks = await database.table<Chunk>('segmentChunks').toArray();
    return chunks.filter((each) => each.segment === segment).map(({ bytes }) => bytes.buffer.byteLength);
  });

/** The records of a segment as versions before had them. */
const cutSmall = (account: string, segment: number) =>
  inDatabase(account, async (database) => {
    const table = database.table<Chunk>('segmentChunks');
    const chunks = (await table.toArray()).filter((each) => each.segment === segment);
    const small = cutBytes(joinBytes(chunks.map(({ bytes }) => bytes)));
    await table.bulkPut(small.map((bytes, index) => ({ segment, index, bytes })));
    await database.table('segments').update(segment, { chunks: small.length });
    return small.length;
  });

test('a large segment is written in records of a megabyte, a small one in small ones', async () => {
  const account = await written();
  expect(Math.max(...(await sizesOf(account, 1)))).toBeLessThanOrEqual(60_000);
  const large = await sizesOf(account, 2);
  expect(large.length).toBeGreaterThan(1);
  expect(large.slice(0, -1).every((size) => size === 1_000_000)).toBe(true);
  expect(contents(await open(account))).toEqual(expected([...few, ...many]));
});

test('a copy of before opens as it is, and merging writes it anew', async () => {
  const account = await written();
  expect(await cutSmall(account, 2)).toBeGreaterThan(20);
  const ledger = await open(account);
  expect(ledger.damage()).toBeNull();
  expect(contents(ledger)).toEqual(expected([...few, ...many]));
  expect(await ledger.merger.mergeOnce({ ids: [1, 2] })).toBe('merged');
  ledger.close();
  expect((await sizesOf(account, 3))[0]).toBe(1_000_000);
  expect(contents(await open(account))).toEqual(expected([...few, ...many]));
});

test.each(['large', 'small'])('a backup carries records that are %s', async (which) => {
  const account = await written();
  if (which === 'small') await cutSmall(account, 2);
  const { restore, end } = await readFile(await backUp(account), 100_000);
  expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true, rows: few.length + many.length } });
  const other = freshAccount();
  await restore.commit(other);
  const restored = await openCurrent(other);
  expect(contents(restored)).toEqual(expected([...few, ...many]));
  restored.close();
});

test('a record that is gone, as where its file was deleted, loses its segment and no other', async () => {
  const account = await written();
  await inDatabase(account, (database) => database.table('segmentChunks').delete([2, 1]));
  const ledger = await open(account);
  expect(ledger.damage()).toMatchObject({ rowsLost: many.length });
  expect(contents(ledger)).toEqual(expected(few));
});
