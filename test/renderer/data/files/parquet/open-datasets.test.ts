import { expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { createOpenDatasets } from '#renderer/data/files/parquet/open-datasets.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';

const START = { datasetId: 'd', manifest: null, files: [], account: 'a', app: '1', forPostgresql: false };

async function rows() {
  const store = createColumnStore();
  const columns = ['Fecha de compra', 'Orden', 'Ventas'];
  const cells = [1, 2, 3].map((month) => [`2026-0${month}-05T10:00:00.000`, `${month}`, '1.50']);
  const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
  store.addSegment(1, decodeSegment(bytes, headerLength), null);
  return atOnce(rowsByMonth(store));
}

test('an export that is given up while its cells are looked at stops at the next step', async () => {
  let steps = 0;
  let resume = (): void => {};
  const held = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const datasets = createOpenDatasets(async () => {
    steps += 1;
    if (steps === 2) await held;
  });
  const starting = datasets.start(START, rows, null);
  await expect.poll(() => steps).toBe(2);
  await datasets.end('d');
  resume();
  await expect(starting).rejects.toMatchObject({ code: 'unknown-file' });
  expect(steps).toBe(2);
  await expect(datasets.next('d')).rejects.toMatchObject({ code: 'unknown-file' });
});

test('an export that is given up before its rows are known is never begun', async () => {
  const datasets = createOpenDatasets(async () => {});
  const starting = datasets.start(
    START,
    async () => {
      await datasets.end('d');
      return rows();
    },
    null,
  );
  await expect(starting).rejects.toMatchObject({ code: 'unknown-file' });
});

test('one that goes on is read to its end, and forgotten', async () => {
  const datasets = createOpenDatasets(async () => {});
  expect(await datasets.start(START, rows, null)).toEqual({ rows: 3 });
  const paths = new Set<string>();
  for (let next = await datasets.next('d'); next !== null; next = await datasets.next('d'))
    paths.add(next.path);
  expect([...paths]).toEqual(['01', '02', '03'].map((month) => `Mes=2026-${month}/filas.parquet`));
  await datasets.end('d');
  await expect(datasets.next('d')).rejects.toMatchObject({ code: 'unknown-file' });
});
