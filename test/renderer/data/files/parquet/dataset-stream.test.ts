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

async function rows() {
  const store = createColumnStore();
  const columns = ['Fecha de compra', 'Orden', 'Ventas'];
  const cells = [1, 2, 3].map((month) => [`2026-0${month}-05T10:00:00.000`, `${month}`, '1.50']);
  const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
  store.addSegment(1, decodeSegment(bytes, headerLength), null);
  return atOnce(rowsByMonth(store));
}

const opened = (pause: () => Promise<void>, readRows = rows) =>
  pullStreams<Streams>(
    serveStreams<Streams>({
      dataset: (_, signal) => datasetStream(START, { readRows, readUntil: null, pause, signal }),
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
  expect(await dataset.next()).toEqual({ done: false, value: { kind: 'begun', rows: 3 } });
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
