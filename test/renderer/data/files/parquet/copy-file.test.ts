import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { copyFile, countNul } from '#renderer/data/files/parquet/copy-file.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { type RowSource, rowsOfPieces } from '#renderer/data/files/parquet/gather.ts';
import type { ColumnType, FileColumn } from '#renderer/data/files/parquet/plan.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { storeOf } from './file-oracle.ts';

/** The lines for PostgreSQL's COPY, byte by byte, and the archive that they lie in. */

const noPause = async (): Promise<void> => {};
const column = (key: string, type: ColumnType, name = key): FileColumn => ({ name, key, type });
const piecesOf = (rows: readonly NaiveRow[]): RowSource =>
  rowsOfPieces([...atOnce(rowsByMonth(storeOf([rows]))).months.values()].flat());

type Member = { readonly name: string; readonly text: string };

/** As the format's own text has it: numbers in octal digits, and a head whose bytes add up to what it says. */
function membersOf(tar: Buffer): readonly Member[] {
  const members: Member[] = [];
  let at = 0;
  while (tar[at] !== 0) {
    const head = Buffer.from(tar.subarray(at, at + 512));
    const field = (from: number, length: number) =>
      head.toString('latin1', from, from + length).replace(/[\0 ]+$/, '');
    const size = Number.parseInt(field(124, 12), 8);
    expect([field(100, 8), field(108, 8), field(116, 8), field(136, 12)]).toEqual([
      ...['0000600', '0000000', '0000000', '00000000000'],
    ]);
    expect(head.toString('latin1', 156, 157)).toBe('0');
    expect(head.toString('latin1', 257, 265)).toBe('ustar\x0000');
    const told = field(148, 8);
    head.fill(' ', 148, 156);
    expect(told).toBe(
      head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0'),
    );
    const end = at + 512 + size;
    members.push({ name: field(0, 100), text: tar.toString('utf8', at + 512, end) });
    at += 512 + Math.ceil(size / 512) * 512;
    expect(tar.subarray(end, at).every((byte) => byte === 0)).toBe(true);
  }
  // Two empty blocks end it.
  expect(tar.subarray(at).equals(Buffer.alloc(1024))).toBe(true);
  return members;
}

async function archiveOf(columns: readonly FileColumn[], rows: readonly NaiveRow[], last: string | null) {
  const parts: Uint8Array[] = [];
  const done: number[] = [];
  for await (const { bytes, rowsDone } of copyFile(columns, piecesOf(rows), last, noPause)) {
    parts.push(bytes);
    done.push(rowsDone);
  }
  return { members: membersOf(gunzipSync(Buffer.concat(parts))), parts, done };
}

async function linesOf(columns: readonly FileColumn[], rows: readonly NaiveRow[], last: string | null = 'm') {
  const { members } = await archiveOf(columns, rows, last);
  expect(members.map(({ name }) => name)).toEqual(['1.tsv']);
  return members[0]?.text;
}

describe('a line for COPY', () => {
  test('has a tab between cells, the month at its end, and a sign for what is empty', async () => {
    const columns = [column('Canal', { kind: 'text' }), column('Orden', { kind: 'text' })];
    const rows = [
      { Canal: 'Uno', Orden: '1' },
      { Canal: null, Orden: '' },
    ];
    expect(await linesOf(columns, rows, '2026-05')).toBe('Uno\t1\t2026-05\n\\N\t\t2026-05\n');
    expect(await linesOf(columns, rows, null)).toBe('Uno\t1\t\\N\n\\N\t\t\\N\n');
  });

  test('has none of the characters in its texts that end a cell, a row or a load', async () => {
    const columns = [column('Producto', { kind: 'text' })];
    const texts = ['a\tb', 'a\nb', 'a\rb', '\\.', 'a\0b', 'ñ€', '\ud83d', '\\N'];
    expect(
      await linesOf(
        columns,
        texts.map((Producto) => ({ Producto })),
        '',
      ),
    ).toBe(
      ['a\\tb', 'a\\nb', 'a\\rb', '\\\\.', 'a\ufffdb', 'ñ€', '\ufffd', '\\\\N']
        .map((text) => `${text}\t\n`)
        .join(''),
    );
  });

  test('has amounts at the places of their column, of any size and sign', async () => {
    const columns = [
      column('Ventas', { kind: 'decimal', digits: 38, scale: 2 }),
      column('Unidades', { kind: 'decimal', digits: 18, scale: 0 }),
    ];
    const amounts: readonly (readonly [string | null, string | null])[] = [
      ['10.5', '3'],
      ['-0.05', '-12'],
      ['0.99', '0'],
      ['0.00', null],
      ['-1', '100'],
      ['90071992547409.93', '9007199254740993'],
      ['-123456789012345678901.25', '1'],
      ['', 'x'],
    ];
    const lines = await linesOf(
      columns,
      amounts.map(([Ventas, Unidades]) => ({ Ventas, Unidades })),
    );
    expect(lines?.split('\n')).toEqual([
      ...['10.50\t3\tm', '-0.05\t-12\tm', '0.99\t0\tm', '0\t\\N\tm', '-1.00\t100\tm'],
      ...['90071992547409.93\t9007199254740993\tm', '-123456789012345678901.25\t1\tm', '\\N\t\\N\tm', ''],
    ]);
  });

  test('has moments as PostgreSQL reads them, with their zone, and before Christ', async () => {
    const columns = [
      column('Fecha de compra', { kind: 'timestamp', utc: false }),
      column('Fecha de actualización', { kind: 'timestamp', utc: true }),
      column('Fecha de compra', { kind: 'apart', scale: 0 }, 'Fecha de compra (texto)'),
    ];
    const moments: readonly (readonly [string, string | null])[] = [
      ['2026-05-01T10:20:30.456', '2026-05-02T00:00:00.000Z'],
      ['0000-02-29T01:02:03.004', '1969-12-31T23:59:59.999Z'],
      ['0001-01-01T00:00:00.000', null],
      ['9999-12-31T23:59:59.999', null],
      ['ayer', null],
    ];
    const pieces = moments.map(([bought, changed]) => ({
      'Fecha de compra': bought,
      'Fecha de actualización': changed,
    }));
    const lines = (await linesOf(columns, pieces))?.split('\n');
    expect(lines?.toSorted()).toEqual(
      [
        '2026-05-01 10:20:30.456\t2026-05-02 00:00:00.000+00\t\\N\tm',
        '0001-02-29 01:02:03.004 BC\t1969-12-31 23:59:59.999+00\t\\N\tm',
        '0001-01-01 00:00:00.000\t\\N\t\\N\tm',
        '9999-12-31 23:59:59.999\t\\N\t\\N\tm',
        '\\N\t\\N\tayer\tm',
        '',
      ].toSorted(),
    );
  });
});

describe('the archive of the lines', () => {
  const columns = [column('Orden', { kind: 'text' })];
  const random = (count: number) => {
    let state = 7;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    return Array.from({ length: count }, (_, at) => ({
      Orden: `${at}-${Array.from({ length: 8 }, () => next().toString(36)).join('')}`,
    }));
  };

  test('has a member for each 8,192 rows, and comes in chunks that say how many are done', async () => {
    const rows = random(8_193);
    const { members, parts, done } = await archiveOf(columns, rows, '2026-05');
    expect(members.map(({ name }) => name)).toEqual(['1.tsv', '2.tsv']);
    const lines = members.map(({ text }) => text.split('\n'));
    expect(lines.map(({ length }) => length)).toEqual([8_193, 2]);
    expect(members.map(({ text }) => text).join('')).toBe(
      rows.map(({ Orden }) => `${Orden}\t2026-05\n`).join(''),
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.slice(0, -1).every(({ length }) => length >= 200_000)).toBe(true);
    expect(done.at(-1)).toBe(8_193);
  });

  test('is given up with what stops it, and asks for no more rows once nobody reads', async () => {
    const stopped = async () => {
      throw new Error('stopped');
    };
    await expect(copyFile(columns, piecesOf(random(2)), null, stopped).next()).rejects.toThrow('stopped');
    const rows = piecesOf(random(24_000));
    let pauses = 0;
    const counted = async () => {
      pauses += 1;
    };
    for await (const _ of copyFile(columns, rows, null, counted));
    const all = pauses;
    pauses = 0;
    const left = copyFile(columns, rows, null, counted);
    await left.next();
    await left.return(undefined);
    expect(pauses).toBeGreaterThan(0);
    expect(pauses).toBeLessThan(all);
  });
});

test('rows are counted whose text holds what PostgreSQL’s do not, where there is a text', () => {
  const encoder = new TextEncoder();
  const of = (entries: readonly string[], codes: readonly number[], present: readonly number[]) =>
    countNul({
      ...{ kind: 'texts', replaced: 0, codes: Uint32Array.from(codes), present: Uint8Array.from(present) },
      entries: entries.map((text) => encoder.encode(text)),
    });
  expect(of(['\0', 'a', 'b\0'], [0, 1, 2, 0, 2], [1, 1, 1, 0, 1])).toBe(3);
  expect(of(['a'], [0, 0], [1, 1])).toBe(0);
});
