import { expect, test } from 'vitest';
import { fileAt, manifestOf } from '#renderer/data/files/parquet/dataset.ts';
import {
  keptFiles,
  manifestTables,
  prepareTables,
  tableChunks,
} from '#renderer/data/files/parquet/dataset-tables.ts';
import type { Manifest } from '#renderer/data/files/parquet/manifest.ts';
import type { FilledPart, FilledTable } from '#renderer/data/model/dataset-tables.ts';

/** Tables beside the rows over several exports: what is looked at, and what is written. */

type Months = { readonly [month: string]: { readonly stamp: string; readonly amounts: readonly string[] } };
type Before = { readonly manifest: Manifest; readonly files: readonly { path: string; bytes: number }[] };
const noPause = async (): Promise<void> => undefined;

/** Exports a table of a part a month; `lookedAt` are the parts whose rows were asked for. */
async function exportMonths(months: Months, before: Before | null = null, app = '1', hasCopies = false) {
  const lookedAt = new Set<string>();
  const parts = Object.entries(months).map(([part, { stamp, amounts }]): FilledPart => {
    const rows = amounts.map((importe, n) => ({ mes: part, n, importe }));
    const slice = (from: number, to: number) => {
      lookedAt.add(part);
      return rows.slice(from, to);
    };
    return { part, stamp, rows: { length: rows.length, slice } };
  });
  const table: FilledTable = {
    ...{ name: 'cuadra_x', about: '', partBy: 'mes', parts },
    columns: { mes: ['key', ''], n: ['place', ''], importe: ['amount', ''] },
  };
  const tables = await prepareTables([table], {
    ...{
      before: before?.manifest ?? null,
      files: before?.files ?? [],
      app,
      pause: noPause,
      hasCopies,
    },
  });
  const written = new Map<string, number>();
  for await (const { path, bytes } of tableChunks(tables, 0, noPause))
    written.set(path, (written.get(path) ?? 0) + bytes.length);
  const files = [...written].map(([path, bytes]) => ({ path, bytes, sha256: '' }));
  const manifest = manifestOf({ columns: [], rows: 0, sums: {}, months: [] }, files, {
    ...{ account: 'a', app, readUntil: null, written: '' },
    tables: manifestTables(tables, (path) => fileAt(files, path)),
  });
  const all = [...files, ...(before?.files ?? []).filter(({ path }) => !written.has(path))];
  const kept = keptFiles(tables).map(({ path }) => path);
  return { manifest, files: all, lookedAt: [...lookedAt], written: [...written.keys()], kept };
}

const JANUARY = { '2026-01': { stamp: 'j', amounts: ['1.5', '2'] } };
const FEBRUARY = { '2026-02': { stamp: 'f', amounts: ['3'] } };

test('a part of the same stamp is neither looked at nor written', async () => {
  const first = await exportMonths(JANUARY);
  expect(first.written).toEqual(['tablas/x-2026-01.parquet']);
  const second = await exportMonths({ ...JANUARY, ...FEBRUARY }, first);
  expect([second.lookedAt, second.written]).toEqual([['2026-02'], ['tablas/x-2026-02.parquet']]);
  const third = await exportMonths({ ...JANUARY, '2026-02': { stamp: 'g', amounts: ['3'] } }, second);
  // Another stamp and the same rows: it was looked at in vain.
  expect([third.lookedAt, third.written]).toEqual([['2026-02'], []]);
  const [table] = third.manifest.tables;
  expect(table?.parts.map(({ part, stamp, rows }) => [part, stamp, rows])).toEqual([
    ['2026-01', 'j', 2],
    ['2026-02', 'g', 1],
  ]);
});

test('all parts are written where a column takes another type, and looked at where another app wrote them', async () => {
  const first = await exportMonths({ ...JANUARY, ...FEBRUARY });
  const wider = { ...JANUARY, '2026-02': { stamp: 'w', amounts: ['3.25'] } };
  const second = await exportMonths(wider, first);
  expect(second.written).toEqual(['tablas/x-2026-01.parquet', 'tablas/x-2026-02.parquet']);
  const third = await exportMonths(wider, second, '2');
  expect([third.lookedAt, third.written]).toEqual([['2026-01', '2026-02'], []]);
});

test('a part whose file is gone, or of another size, is written again', async () => {
  const first = await exportMonths(JANUARY);
  const cut = first.files.map(({ path, bytes }) => ({ path, bytes: bytes - 1 }));
  expect((await exportMonths(JANUARY, { ...first, files: cut })).written).toEqual(first.written);
  expect((await exportMonths(JANUARY, { ...first, files: [] })).written).toEqual(first.written);
});

test('the lines for COPY are written beside each part, and stay with it', async () => {
  const paths = ['tablas/x-2026-01.parquet', 'tablas/_x-2026-01.tar.gz'];
  const plain = await exportMonths(JANUARY);
  expect(plain.manifest.tables[0]?.parts[0]?.copy).toBeNull();
  const first = await exportMonths(JANUARY, plain, '1', true);
  expect([first.written, first.kept]).toEqual([paths, []]);
  expect(first.manifest.tables[0]?.parts[0]?.copy?.path).toBe(paths[1]);
  const second = await exportMonths({ ...JANUARY, ...FEBRUARY }, first, '1', true);
  expect(second.kept).toEqual(paths);
  expect(second.manifest.tables[0]?.parts[0]).toEqual(first.manifest.tables[0]?.parts[0]);
  const [, copy] = paths;
  const files = first.files.filter(({ path }) => path !== copy);
  expect((await exportMonths(JANUARY, { ...first, files }, '1', true)).written).toEqual(paths);
});

test('rows of no month are a part by that name', async () => {
  const { written, manifest } = await exportMonths({ '': { stamp: 's', amounts: ['1'] } });
  expect(written).toEqual(['tablas/x-sin-mes.parquet']);
  expect(manifest.tables[0]?.parts.map(({ part }) => part)).toEqual(['']);
});
