import { expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { backUp, openCurrent, readFile } from './backup/backup-file.ts';
import { purchases, row } from './ledger-fixtures.ts';
import { freshAccount, open, read } from './real-ledger.ts';

/** Own costs beside rows that are read again, restored and changed by the source. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-03-28T00:00:00.000');
const COMERCIAL = 'Rentabilidad Comercial';
const sold = (orden: string, cost: string, comercial: string) =>
  row({ Orden: orden, Unidades: '2', 'Costo de Producto': cost, [COMERCIAL]: comercial });
const WITHOUT = [sold('O-1', '0.00', '80.00'), sold('O-2', '0.00', '70.00')];
const cost: OwnCost = {
  sku: 'SKU-1',
  currency: null,
  from: null,
  to: null,
  cost: '12.50' as Decimal,
  note: 'lista',
  owner: '',
  atMs: 1,
};
const counted = { ...EVERYTHING, ownCosts: { currency: null } };

/** Comercial with own costs and by the source, and what an own cost is listed with. */
function figuresOf(ledger: Ledger) {
  const queries = createQueries(ledger.store, () => ledger.annotations.of('own-cost'));
  const { lines } = atOnce(queries.tasks.ownCosts({ selection: EVERYTHING, currency: null }));
  return [
    queries.totals(counted, [COMERCIAL]).sums[COMERCIAL],
    queries.totals(EVERYTHING, [COMERCIAL]).sums[COMERCIAL],
    ...lines.map(({ rows, sourceRows }) => `${rows} filled, ${sourceRows} by the source`),
  ];
}

test('own costs stand through a restart, a reading, a backup; and give way to a cost that the source brings', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'first', MARCH, WITHOUT);
  await ledger.annotate({ kind: 'own-cost', puts: [{ key: ownCostKey(cost), value: cost }], deletes: [] });
  const filled = ['100.00', '150.00', '2 filled, 0 by the source'];
  expect(figuresOf(ledger)).toEqual(filled);
  await read(ledger, 'again', MARCH, WITHOUT);
  expect(figuresOf(ledger)).toEqual(filled);
  ledger.close();

  const file = await backUp(account);
  const { restore } = await readFile(file);
  const other = freshAccount();
  await restore.commit(other);
  const restored = await openCurrent(other);
  expect(figuresOf(restored)).toEqual(filled);
  expect([...restored.annotations.of('own-cost').values()]).toEqual([cost]);
  restored.close();

  const later = await open(account);
  expect(figuresOf(later)).toEqual(filled);
  await read(later, 'loaded', MARCH, [sold('O-1', '30.00', '50.00'), sold('O-2', '0.00', '70.00')]);
  expect(figuresOf(later)).toEqual(['95.00', '120.00', '1 filled, 1 by the source']);
});
