import { expect, test } from 'vitest';
import { datasetOf } from './duckdb.ts';
import { row, storeOf } from './file-oracle.ts';

/** Sums of a manifest beyond what doubles hold: to the last digit. */

test('amounts add up exactly, however far beyond whole doubles their sum is', async () => {
  const units = [9_007_199_254_740_991n, 9_007_199_254_740_990n, -3n, 9_007_199_254_740_991n, 4n];
  const text = (of: bigint) => {
    const digits = (of < 0n ? -of : of).toString().padStart(3, '0');
    return `${of < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  const sum = (of: readonly bigint[]) => text(of.reduce((total, each) => total + each, 0n));
  const months = [units, units.toReversed(), units.slice(0, 2)];
  const rows = months.map((own, at) =>
    own.map((each, place) => row(`2026-0${at + 1}-0${place + 1}`, { Ventas: text(each) })),
  );
  const dataset = await datasetOf(storeOf([rows.flat()]));
  expect(dataset.months.map(({ month, sums }) => [month, sums.Ventas])).toEqual(
    months.map((own, at) => [`2026-0${at + 1}`, sum(own)]),
  );
  expect(dataset.sums.Ventas).toBe(sum(months.flat()));
});

test('a month in which one amount is another is another, by however little or much', async () => {
  const contentOf = async (amount: string) => {
    const dataset = await datasetOf(storeOf([[row('2026-01-05', { Ventas: amount })]]));
    return dataset.months.map(({ content }) => content).join();
  };
  // In cents: of one lower half or of one upper half, of a sign, of neighbours.
  const cents = [1, 2, -1, 2 ** 32 + 1, 2 ** 33 + 1, 2 ** 32 + 2, 2 ** 40, -(2 ** 40), 0];
  const contents = await Promise.all(cents.map((each) => contentOf((each / 100).toFixed(2))));
  expect(new Set(contents).size).toBe(cents.length);
});

test('a month is known by what earlier versions wrote of its rows, in both halves of its content', async () => {
  const rows = [
    row('2026-01-05', { Ventas: '10.50', Producto: 'Polera', 'Fecha de Pago': '2026-02-01T00:00:00.000' }),
    row('2026-01-06', { Ventas: '-12345678901234567890.25', Producto: null }),
  ];
  const contentsOf = async (all: typeof rows) =>
    (await datasetOf(storeOf([all]))).months.map(({ content }) => content);
  expect(await contentsOf(rows)).toEqual(['77fc23dee8dc4d22']);
  expect(await contentsOf(rows.toReversed())).toEqual(['77fc23dee8dc4d22']);
});
