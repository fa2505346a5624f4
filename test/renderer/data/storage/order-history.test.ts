import { expect, test } from 'vitest';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from './fake-locks.ts';
import { type Row, row } from './ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from './started-page.ts';

/** What became of an order is found by the cells that a screen shows of it, on a ledger with real commits. */

type Identity = { readonly [column: string]: Cell };

async function startedWith(...readings: readonly (readonly Row[])[]) {
  const page = startPage(createFakeLocks());
  const accountId = freshServiceAccount();
  await page.service.open({ accountId, line: LINE });
  const { calls } = await page.main();
  for (const [at, rows] of readings.entries()) await load(calls, `w${at}`, rows);
  const historyOf = async (identity: Identity) => (await page.service.readOrderHistory({ identity })).changes;
  /** The identities of the table's lines, from columns in the order given, with what else is shown. */
  const identities = async (
    grouping: 'rows' | 'orders',
    columns: readonly string[],
  ): Promise<readonly Identity[]> => {
    const query = { selection: EVERYTHING, grouping, sort: null, columns };
    const { lines } = await page.service.readTableRows({ ...query, offset: 0, limit: 99 });
    return lines.map(({ cells }) =>
      Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? null])),
    );
  };
  return { page, accountId, historyOf, identities };
}

const A = row({ Orden: 'A', Ventas: '1.00' });

test('an order changed by two readings has two changes, newest first, each with its own before and after', async () => {
  const { page, historyOf } = await startedWith(
    [A, row({ Orden: 'B' })],
    [{ ...A, Ventas: '2.50' }, row({ Orden: 'B' })],
    [{ ...A, Ventas: '2.50', 'Estado de Orden': 'Cancelada' }, row({ Orden: 'B' })],
  );
  const identity = { Canal: 'Mercado Uno', Cuenta: 'Principal', Orden: 'A' };
  expect(await historyOf(identity)).toMatchObject([
    {
      Orden: 'A',
      kind: 'changed',
      changes: 1,
      before: { states: ['Regular'], amounts: { Ventas: '2.50' } },
      after: { states: ['Cancelada'], amounts: { Ventas: '2.50' } },
    },
    { Orden: 'A', kind: 'changed', changes: 1, before: { amounts: { Ventas: '1.00' } }, after: { rows: 1 } },
  ]);
  // The columns in any order, and others beside them.
  const shuffled = { Ventas: '9', Orden: 'A', Producto: null, Cuenta: 'Principal', Canal: 'Mercado Uno' };
  expect(await historyOf(shuffled)).toEqual(await historyOf(identity));
  expect(await historyOf({ ...identity, Orden: 'B' })).toEqual([]);
  expect(await historyOf({ ...identity, Cuenta: null })).toEqual([]);
  expect((await page.service.readOrderHistory({ identity })).revision).toBe(
    (await page.service.readFacts(null)).revision,
  );
});

test('a change says which of all columns differ, and comes back from the storage as it was', async () => {
  const first = row({ Orden: 'B' });
  const second = row({ Orden: 'B', 'Nro. suborden': 'S-2', Ventas: '2.00' });
  const { historyOf, page, accountId } = await startedWith(
    [A, first, second],
    [{ ...A, Producto: 'Otro', Marca: 'Nueva' }, second, { ...first, 'Columna nueva': 'x' }],
    [{ ...A, Producto: 'Otro', Marca: 'Nueva' }, first, second],
  );
  const of = (Orden: string) => ({ Canal: 'Mercado Uno', Cuenta: 'Principal', Orden });
  const columns = async (Orden: string) => (await historyOf(of(Orden))).map((change) => change.columns);
  expect((await columns('A')).map((names) => names?.toSorted())).toEqual([['Marca', 'Producto']]);
  expect(await columns('B')).toEqual([['Columna nueva'], ['Columna nueva']]);
  const views = await historyOf(of('B'));
  await page.service.close(null);
  await page.service.open({ accountId: accountId, line: LINE });
  expect(await historyOf(of('B'))).toEqual(views);
});

test('a commit after the first question is told by the next', async () => {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  const identity = { Canal: 'Mercado Uno', Cuenta: 'Principal', Orden: 'A' };
  await load(calls, 'w0', [A]);
  expect((await page.service.readOrderHistory({ identity })).changes).toEqual([]);
  await load(calls, 'w1', [{ ...A, Ventas: '7.00' }]);
  expect((await page.service.readOrderHistory({ identity })).changes).toHaveLength(1);
});

test('rows without an order number are told apart by all that cannot change, null and empty texts too', async () => {
  const movement = row({ Orden: null, 'Tipo de Dato': 'Marketplace', 'SKU Producto': null, Ventas: '0.00' });
  const groups: readonly Row[] = [
    movement,
    { ...movement, 'SKU Producto': '' },
    { ...movement, Orden: '', 'Nro. suborden': null },
    { ...movement, Orden: '  ', 'Fecha de compra': '2026-03-11T00:00:00' },
    { ...movement, Canal: null, Producto: '' },
  ];
  // Each goes through its own number of changes.
  const at = (time: number) =>
    groups.map((values, group) => ({ ...values, Ventas: `${Math.min(time, group)}.00` }));
  const { historyOf, identities } = await startedWith(...groups.map((_, time) => at(time)));
  for (const grouping of ['rows', 'orders'] as const) {
    for (const columns of [IDENTITY_COLUMNS, ['Ventas', ...IDENTITY_COLUMNS.toReversed(), 'Comprador']]) {
      const shown = await identities(grouping, columns);
      expect(shown).toHaveLength(groups.length);
      const lengths: number[] = [];
      for (const identity of shown) {
        const history = await historyOf(identity);
        lengths.push(history.length);
        for (const { Orden, identity: view } of history) {
          expect(Orden).toBe('');
          expect(await historyOf(view)).toEqual(history);
        }
      }
      expect(lengths.sort()).toEqual([0, 1, 2, 3, 4]);
    }
  }
});

test('an order that is gone still has its history', async () => {
  // One of thirty: a larger share of a month would stay until a person decides (rule 11).
  const others = Array.from({ length: 29 }, (_, at) => row({ Orden: `B-${at}` }));
  const { historyOf } = await startedWith([A, ...others], others);
  const identity = { Canal: 'Mercado Uno', Cuenta: 'Principal', Orden: 'A' };
  expect(await historyOf(identity)).toMatchObject([{ kind: 'removed', before: { rows: 1 }, after: null }]);
});
