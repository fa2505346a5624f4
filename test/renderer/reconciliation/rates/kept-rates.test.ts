import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { findRates, type RatesBefore } from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, type StoreChange, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { cents } from './naive-rate.ts';

/** What rates keep from one commit to the next gives what is made anew of all rows. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Estado de Orden', 'Categoría'],
  ...['Id publicación', 'Tipo de Dato', 'Tipo de Despacho', 'Ventas', 'Unidades', 'Cobro de Comisiones'],
  ...['Cobro de Envío', 'Reembolso de Comisiones', 'Despacho pagado por comprador', 'Comisión por Cuotas'],
];
const ORDERS = 160;

/** Numbers that look drawn, and are the same for the same order and version. */
function drawn(order: number, version: number, of: number): number {
  const mixed = Math.imul(order * 7919 + version * 104_729 + of * 31, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** A row or two: 13 % of Ventas in one category, another share of each version in the other; now and then odd ones. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  const draw = (of: number, below: number) => drawn(order, version, of) % below;
  return Array.from({ length: 1 + (order % 3 === 0 ? 1 : 0) }, (_, at): NaiveRow => {
    const sales = (1 + draw(at, 900)) * 10_000;
    const share = order % 2 === 0 ? 13 : 5 + draw(3, 20);
    const finest = draw(4, 40) === 0 ? '.125' : '';
    return {
      Canal: order % 5 === 0 ? 'Sur' : 'Austral',
      Cuenta: order % 4 === 0 ? 'Otra' : 'Tienda',
      Orden: `O-${order}`,
      'Nro. suborden': String(at),
      'Fecha de compra': new Date(Date.UTC(2026, draw(5, 4), 1 + draw(6, 28), 12)).toISOString().slice(0, -1),
      'Estado de Orden': draw(7, 12) === 0 ? 'Cancelada' : 'Regular',
      Categoría: order % 2 === 0 ? 'Hogar' : 'Moda',
      'Id publicación': `P${order % 2}-${draw(8, 3)}`,
      'Tipo de Dato': 'Orden',
      'Tipo de Despacho': order % 7 === 0 ? 'Full' : 'Normal',
      Ventas: draw(9, 30) === 0 ? 'x' : finest === '' ? cents(sales) : `${Math.floor(sales / 100)}${finest}`,
      Unidades: String(1 + draw(10, 3)),
      'Cobro de Comisiones': draw(11, 25) === 0 ? '0.00' : cents(Math.round((sales * share) / 100)),
      'Cobro de Envío': cents(order % 7 === 0 ? 399_000 : draw(12, 3) * 100_000),
      'Reembolso de Comisiones': cents(draw(13, 20) === 0 ? 50_000 : 0),
      'Despacho pagado por comprador': cents(draw(14, 6) === 0 ? 299_000 : 0),
      'Comisión por Cuotas': '0.00',
    };
  });
}

const SELECTIONS = [
  EVERYTHING,
  { ...EVERYTHING, scope: { accounts: [{ Canal: 'Austral', Cuenta: 'Tienda' }], isExcluded: false } },
  { ...EVERYTHING, search: 'hogar' },
];

const changes = fc.array(fc.tuple(storeChange, fc.nat({ max: SELECTIONS.length - 1 })), {
  minLength: 1,
  maxLength: 5,
});

test('charges and rules are the same, whatever was kept before commits and merges, of whatever selection', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let kept: RatesBefore = new Map();
      for (const [each, place] of [[null, 0] as const, ...all]) {
        if (each !== null) change(each);
        const selected = selectRows(store, SELECTIONS[place] ?? EVERYTHING);
        const again = atOnce(findRates(store, selected, kept));
        const anew = atOnce(findRates(store, selected));
        expect(again.answer).toEqual(anew.answer);
        expect(again.rowsOf).toEqual(anew.rowsOf);
        kept = again.kept;
        for (const [kind, { gathered }] of anew.kept) {
          const own = kept.get(kind)?.gathered;
          expect(plain(own)).toEqual(plain(gathered));
        }
      }
    }),
    { numRuns: randomCases(12) },
  );
});

/** As numbers: a kept column may stand in more bytes than it needs by now. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (ArrayBuffer.isView(part) ? [...(part as Uint8Array)] : part)),
  );
}

test('what is asked after a commit is of that commit: a charge that came right is off no longer', () => {
  const wrong = (order: number, version: number): readonly NaiveRow[] =>
    versionOf(order * 2, 0)
      .slice(0, 1)
      .map((row) => ({ ...row, 'Estado de Orden': 'Regular', Ventas: cents(1_000_000 + order * 10_000) }))
      .map((row) => ({
        ...row,
        'Cobro de Comisiones': cents(
          (1_000_000 + order * 10_000) * 0.13 + (order === 3 && version === 0 ? 777 : 0),
        ),
      }));
  const { store, change } = changingStore(COLUMNS, ORDERS, wrong);
  const queries = createQueries(store);
  const over = () =>
    atOnce(queries.tasks.rates({ selection: EVERYTHING }))
      .lines.filter(({ kind }) => kind === 'commission')
      .reduce((rows, line) => rows + line.over.rows, 0);
  expect(over()).toBe(1);
  change({ is: 'commit', orders: [3], isRemoval: false } satisfies StoreChange);
  expect(over()).toBe(0);
  change({ is: 'commit', orders: [3], isRemoval: true });
  expect(over()).toBe(0);
});

test('the rules of several selections in turn, after commits, are those of a store that was asked for nothing before', () => {
  const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
  const { tasks } = createQueries(store);
  for (const orders of [
    [1, 2, 3],
    [4, 40],
    [2, 120, 7],
  ]) {
    for (const selection of SELECTIONS) {
      const { revision: _, ...rates } = atOnce(tasks.rates({ selection }));
      expect(rates).toEqual(atOnce(findRates(store, selectRows(store, selection))).answer);
    }
    change({ is: 'commit', orders, isRemoval: false });
  }
});

test('a group that followed no rule has one once its rows do, though it is as large and begins with the same row', () => {
  const charged = (order: number, version: number): readonly NaiveRow[] => {
    const sales = 1_000_000 + order * 10_000;
    const cent = version === 0 && order > 0 ? drawn(order, 0, 1) % 90_000 : sales * 0.13;
    return versionOf(0, 0)
      .slice(0, 1)
      .map((row) => ({
        ...row,
        ...{ Orden: `O-${order}`, 'Estado de Orden': 'Regular', Ventas: cents(sales), Unidades: '1' },
        'Fecha de compra': new Date(Date.UTC(2026, 0, 1 + order, 12)).toISOString().slice(0, -1),
        'Cobro de Comisiones': cents(Math.round(cent)),
      }));
  };
  const { store, change } = changingStore(COLUMNS, 40, charged);
  const { tasks } = createQueries(store);
  const follow = () =>
    atOnce(tasks.rates({ selection: EVERYTHING }))
      .lines.filter(({ kind }) => kind === 'commission')
      .map(({ follows }) => follows);
  expect(follow()).toEqual([]);
  const all = Array.from({ length: 39 }, (_, at) => at + 1);
  change({ is: 'commit', orders: all.slice(0, 3), isRemoval: false });
  expect(follow()).toEqual([]);
  change({ is: 'commit', orders: all.slice(3), isRemoval: false });
  expect(follow()).toEqual([40]);
});
