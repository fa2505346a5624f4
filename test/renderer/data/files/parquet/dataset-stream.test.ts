import { expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { datasetStream } from '#renderer/data/files/parquet/dataset-stream.ts';
import type { DatasetEnd, DatasetPiece, DatasetStart } from '#renderer/data/model/datasets.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { WrittenFile } from '#shared/contract/app-streams.ts';
import { pullStreams, serveStreams } from '#shared/contract/streams.ts';

const START: DatasetStart = { manifest: null, files: [], account: 'a', app: '1', forPostgresql: false };

type Streams = {
  readonly dataset: {
    readonly input: null;
    readonly feed: readonly WrittenFile[] | undefined;
    readonly piece: DatasetPiece;
    readonly end: DatasetEnd;
  };
};

const NOW = { orders: 3, revision: 4, readUntil: '2026-04-01T00:00:00.000Z' };

async function rows() {
  const store = createColumnStore();
  const columns = ['Fecha de compra', 'Orden', 'Ventas'];
  const cells = [1, 2, 3].map((month) => [`2026-0${month}-05T10:00:00.000`, `${month}`, '1.50']);
  const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
  store.addSegment(1, decodeSegment(bytes, headerLength), null);
  return { ...atOnce(rowsByMonth(store)), ...NOW };
}

const opened = (pause: () => Promise<void>, readRows = rows) =>
  pullStreams<Streams>(
    serveStreams<Streams>({
      dataset: (_, signal) => datasetStream(START, { readRows, pause, signal }),
    }).calls,
  ).dataset(null);

test('an export that is given up while its cells are looked at stops at the next step', async () => {
  let steps = 0;
  let resume = (): void => {};
  const held = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const dataset = opened(async () => {
    steps += 1;
    if (steps === 2) await held;
  });
  const failed = expect(dataset.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  await expect.poll(() => steps).toBe(2);
  const ended = dataset.cancel();
  resume();
  await failed;
  await ended;
  expect(steps).toBe(2);
  await expect(dataset.next()).rejects.toMatchObject({ code: 'unknown-stream' });
});

test('an export that is given up before its rows are known is never begun', async () => {
  let looks = 0;
  let known = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    known = resolve;
  });
  const dataset = opened(
    async () => {
      looks += 1;
    },
    async () => {
      await waiting;
      return rows();
    },
  );
  const failed = expect(dataset.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  await Promise.resolve();
  const ended = dataset.cancel();
  known();
  await failed;
  await ended;
  expect(looks).toBeLessThanOrEqual(1);
});

test('one that goes on is read to its end, is fed what was written, and is forgotten', async () => {
  const dataset = opened(async () => {});
  expect(await dataset.next()).toEqual({ done: false, value: { kind: 'begun', rows: 3, ...NOW } });
  const paths = new Set<string>();
  for (;;) {
    const { value } = await dataset.next();
    if (value === undefined || !('kind' in value) || value.kind !== 'chunk') break;
    paths.add(value.path);
  }
  expect([...paths]).toEqual(['01', '02', '03'].map((month) => `Mes=2026-${month}/filas.parquet`));
  const written = [...paths].map((path): WrittenFile => ({ path, bytes: 5, sha256: 'f'.repeat(64) }));
  const { done, value } = await dataset.next(written);
  expect(done).toBe(true);
  const { files } = value as DatasetEnd;
  const manifest = JSON.parse(files.find(({ path }) => path === 'manifest.json')?.text ?? '') as {
    readonly months: readonly { readonly path: string; readonly sha256: string }[];
  };
  expect(manifest.months.map(({ path, sha256 }) => ({ path, sha256 }))).toEqual(
    written.map(({ path, sha256 }) => ({ path, sha256 })),
  );
  await expect(dataset.next()).rejects.toMatchObject({ code: 'unknown-stream' });
});

/** An export to its end; of the sizes of files only that they are those which were told. */
async function exportedBy(start: Partial<DatasetStart>, readRows = rows) {
  const stream = datasetStream(
    { ...START, ...start },
    {
      ...{ readRows, pause: async () => {} },
      signal: new AbortController().signal,
    },
  );
  const chunks: { readonly path: string; readonly rowsDone: number }[] = [];
  let written: readonly WrittenFile[] | undefined;
  for (;;) {
    const { done, value } = await stream.next(written);
    if (done === true) {
      const paths = value.files.map(({ path }) => path);
      const manifest = value.files.find(({ path }) => path === 'manifest.json')?.text ?? '';
      return { paths, manifest, kept: value.kept, chunks, written: written ?? [] };
    }
    if (value.kind === 'chunk') chunks.push(value);
    if (value.kind === 'complete')
      written = [...new Set(chunks.map(({ path }) => path))].map((path) => ({ path, bytes: 5, sha256: 'f' }));
  }
}

const SCRIPTS = ['duckdb', 'postgresql', 'clickhouse', 'clickhouse-cluster', 'bigquery'].map(
  (engine) => `cargar-${engine}.sql`,
);
const MONTHS = ['01', '02', '03'].map((month) => `Mes=2026-${month}`);
const PARQUET = MONTHS.map((month) => `${month}/filas.parquet`);

test('an export without rows is its manifest alone, and one with rows has a script for each engine', async () => {
  const none = async () => ({ ...atOnce(rowsByMonth(createColumnStore())), ...NOW });
  expect(await exportedBy({}, none)).toMatchObject({ paths: ['manifest.json'], kept: [], chunks: [] });
  const { paths, manifest } = await exportedBy({});
  expect(paths).toEqual([...SCRIPTS, 'manifest.json']);
  expect(JSON.parse(manifest)).toMatchObject({
    ...{ account: 'a', app: '1', readUntil: '2026-04-01T00:00:00.000Z', rows: 3 },
  });
});

test('files that lie there as they were told stay, with the lines for PostgreSQL once there are any', async () => {
  const plain = await exportedBy({});
  expect(plain.chunks.map(({ path }) => path)).toEqual(PARQUET);
  const first = await exportedBy({ forPostgresql: true });
  const both = MONTHS.flatMap((month) => [`${month}/filas.parquet`, `${month}/_filas.tar.gz`]);
  expect(first.chunks.map(({ path }) => path)).toEqual(both);
  const again = await exportedBy({ manifest: first.manifest, files: first.written });
  expect([again.chunks, again.kept]).toEqual([[], both]);
  const [gone, ...left] = first.written;
  const once = await exportedBy({ manifest: first.manifest, files: left });
  expect(once.chunks.map(({ path }) => path)).toEqual(both.slice(0, 2));
  expect([gone?.path, once.kept]).toEqual([PARQUET[0], both.slice(2)]);
  // Without them before, they are for all months.
  const added = await exportedBy({ manifest: plain.manifest, files: plain.written, forPostgresql: true });
  expect([added.chunks.map(({ path }) => path), added.kept]).toEqual([both, []]);
});

test('rows are told as done by half once one of two files is written, and those of months that stay', async () => {
  const plain = await exportedBy({});
  expect(plain.chunks.map(({ rowsDone }) => rowsDone)).toEqual([1, 2, 3]);
  const five = async () => {
    const store = createColumnStore();
    const days = ['01-01', '01-02', '02-01', '02-02', '02-03'].map((day) => [
      `2026-${day}T00:00:00.000`,
      day,
    ]);
    const { bytes, headerLength } = encodeSegment({ columns: ['Fecha de compra', 'Orden'], rows: days });
    store.addSegment(1, decodeSegment(bytes, headerLength), null);
    return { ...atOnce(rowsByMonth(store)), ...NOW };
  };
  const both = await exportedBy({ forPostgresql: true }, five);
  expect(both.chunks.map(({ rowsDone }) => rowsDone)).toEqual([1, 2, 3, 5]);
  const left = both.written.filter(({ path }) => path.startsWith('Mes=2026-01'));
  const second = await exportedBy({ manifest: both.manifest, files: left }, five);
  expect(second.chunks.map(({ rowsDone }) => rowsDone)).toEqual([3, 5]);
});

test('a file that nobody wrote is in no manifest', async () => {
  const stream = datasetStream(START, {
    ...{ readRows: rows, pause: async () => {} },
    signal: new AbortController().signal,
  });
  let next = await stream.next();
  while (next.done !== true && next.value.kind !== 'complete') next = await stream.next();
  await expect(stream.next([])).rejects.toThrow('Mes=2026-01/filas.parquet was not written.');
});

test('months stand in their order, rows without one before them', async () => {
  const store = createColumnStore();
  const days = ['2026-03-01', 'no', '2025-12-31', '2026-01-01'].map((day) => [`${day}T00:00:00.000`, day]);
  const { bytes, headerLength } = encodeSegment({ columns: ['Fecha de compra', 'Orden'], rows: days });
  store.addSegment(1, decodeSegment(bytes, headerLength), null);
  const { chunks } = await exportedBy({}, async () => ({ ...atOnce(rowsByMonth(store)), ...NOW }));
  expect(chunks.map(({ path }) => path)).toEqual(
    ['__HIVE_DEFAULT_PARTITION__', '2025-12', '2026-01', '2026-03'].map(
      (month) => `Mes=${month}/filas.parquet`,
    ),
  );
});
