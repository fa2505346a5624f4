import { expect, test } from 'vitest';
import { hostileTexts, wellFormed } from '#test/renderer/data/files/hostile-texts.ts';
import { ask, datasetOf, filesOf, inFolder } from './duckdb.ts';
import { row, storeOf, unitsOf } from './file-oracle.ts';

/** The bytes of a text: what hands texts to JavaScript may take a mark off their beginning. */
const hexOf = (text: string | null | undefined): string =>
  Buffer.from(text ?? '')
    .toString('hex')
    .toUpperCase();

// A row group holds 65,536.
test('many rows are several row groups, and 67,000 hostile texts come back as they were', async () => {
  const texts = hostileTexts(1_000);
  const rows = Array.from({ length: 67_000 }, (_, at) =>
    row('2026-05-01', {
      Orden: String(at),
      // Runs, a text of its own for each row, and something of both.
      Producto: texts[Math.floor(at / 97) % texts.length] ?? '',
      'SKU Producto': `${texts[at % texts.length]}${at}`,
      Ventas: `${(at * 7919) % 100_003}.${String(at % 100).padStart(2, '0')}`,
      'Otros costos': at % 1000 === 0 ? '1.25' : '0',
    }),
  );
  const dataset = await datasetOf(storeOf([rows]));
  const halves = rows
    .flatMap((sent) => [sent.Producto, sent['SKU Producto']])
    .filter((text) => text !== wellFormed(text ?? ''));
  expect(dataset.months.map(({ replaced }) => replaced.halves)).toEqual([halves.length]);
  expect(halves.length).toBeGreaterThan(0);
  const [found, encodings] = await inFolder(await filesOf(dataset), async (folder) => [
    await ask(
      'SELECT Orden, hex(Producto) AS producto, hex("SKU Producto") AS sku, Ventas, "Otros costos" AS otros FROM TABLE',
      folder,
    ),
    await ask(
      `SELECT path_in_schema AS name, string_agg(DISTINCT encodings, ' ') AS used
       FROM parquet_metadata('${folder}/Mes=*/*.parquet') GROUP BY name`,
      folder,
    ),
  ]);
  expect(found).toHaveLength(rows.length);
  // Each column as it takes the least: what was read back went through every encoding there is.
  const usedOf = (column: string) => encodings.find(({ name }) => name === column)?.used;
  expect(usedOf('SKU Producto')).toContain('DELTA_BYTE_ARRAY');
  expect(usedOf('Ventas')).toContain('DELTA_BINARY_PACKED');
  expect(usedOf('Producto')).toContain('RLE_DICTIONARY');
  const wrong = found.filter((read) => {
    const sent = rows[Number(read.Orden)];
    return (
      read.producto !== hexOf(wellFormed(sent?.Producto ?? '')) ||
      read.sku !== hexOf(wellFormed(sent?.['SKU Producto'] ?? '')) ||
      unitsOf(read.Ventas) !== unitsOf(sent?.Ventas) ||
      unitsOf(read.otros) !== unitsOf(sent?.['Otros costos'])
    );
  });
  expect(wrong.slice(0, 3)).toEqual([]);
}, 60_000);
