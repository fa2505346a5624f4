import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { OwnCost, OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { KeptCases } from '#renderer/reconciliation/findings/worker/gathering.ts';
import { findExceptions } from '#renderer/reconciliation/findings/worker/row-findings.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { storeOf } from '#test/renderer/data/files/parquet/file-oracle.ts';

/** Cases that are kept from one commit to the next are those that are found anew in all rows. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Pago'],
  ...['Unidades', 'Ventas', 'Costo de Producto', 'Ingresos', 'Descuentos', 'Total Ingresos'],
];
const ORDERS = 24;

/** Rows of an order that lack their cost, cannot be read, have no day, or nothing wrong with them, as its version has it. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  return Array.from({ length: 1 + ((order + version) % 2) }, (_, at): NaiveRow => {
    const draw = (order * 7 + version * 5 + at * 3) % 11;
    return {
      Canal: order % 5 === 0 ? 'Sur' : 'Austral',
      Cuenta: 'Tienda',
      Orden: order % 6 === 0 ? '' : `O-${order}`,
      'Nro. suborden': String(at),
      'SKU Producto': `S${order % 3}`,
      'Fecha de compra':
        draw === 1 ? 'ayer' : `${draw === 2 ? '1970' : '2026'}-0${1 + (draw % 4)}-0${1 + at}T10:00:00.000`,
      'Estado de Pago': draw % 3 === 0 ? 'Sin Información' : 'Pagado',
      Unidades: draw === 4 ? 'dos' : '1',
      Ventas: draw === 5 ? '' : `${100 + draw}.5${version % 10}`,
      'Costo de Producto': draw % 2 === 0 ? '0.00' : '40.00',
    };
  });
}

const cost = (sku: string): OwnCost => ({
  ...{ sku, currency: null, from: null, to: null, cost: '12.5' as Decimal },
  ...{ note: '', owner: '', atMs: 0 },
});
const OWN_COSTS: readonly OwnCostsBySku[] = [new Map(), new Map([['S1', [cost('S1')]]])];
const SELECTIONS = [
  EVERYTHING,
  { ...EVERYTHING, scope: { accounts: [{ Canal: 'Austral', Cuenta: 'Tienda' }], isExcluded: false } },
];
const PRESENTS = ['2026-06-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'] as UtcInstant[];

const asked = fc.record({
  selection: fc.constantFrom(...SELECTIONS),
  ownCosts: fc.constantFrom(...OWN_COSTS),
  present: fc.constantFrom(...PRESENTS),
});

test('are the same whatever came, went, was merged or was asked before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(storeChange, asked), { minLength: 1, maxLength: 8 }), (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let before: KeptCases = new Map();
      for (const [each, { selection, ownCosts, present }] of all) {
        change(each);
        store.setPresent(present);
        const input = { store, selected: selectRows(store, selection), ownCosts };
        const keeper = { before, after: new Map() };
        expect(atOnce(findExceptions({ ...input, cases: keeper }))).toEqual(atOnce(findExceptions(input)));
        before = keeper.after;
      }
    }),
    { numRuns: randomCases(60) },
  );
});

test('a day that is believed by now is told of what was found before', () => {
  const row = {
    ...{ Canal: 'Sur', Cuenta: 'Tienda', Orden: 'O-1', 'Nro. suborden': '1', 'SKU Producto': 'S1' },
    ...{ 'Fecha de compra': '2026-04-05T10:00:00.000', 'Estado de Pago': 'Pagado' },
    ...{ Unidades: '1', Ventas: '100', 'Costo de Producto': '0.00' },
  };
  const store = storeOf([[row]]);
  let before: KeptCases = new Map();
  const bought = (present: string | undefined) => {
    store.setPresent(present as UtcInstant);
    const cases = { before, after: new Map() };
    const found = atOnce(
      findExceptions({ store, selected: selectRows(store, EVERYTHING), cases, ownCosts: new Map() }),
    );
    before = cases.after;
    return found.find(({ kind }) => kind === 'missing-cost')?.cases?.map(({ day }) => day);
  };
  const [now, then] = PRESENTS;
  expect(bought(then)).toEqual([null]);
  expect(bought(now)).toEqual(['2026-04-05']);
  expect(bought(then)).toEqual([null]);
});

test('the queue of a commit has its cases: one whose cost came is no longer there, one that changed is another', () => {
  const { store, change } = changingStore(COLUMNS, 3, (order, version) => [
    {
      ...(versionOf(1, 0)[0] ?? {}),
      Orden: `O-${order}`,
      'Costo de Producto': '0.00',
      Ventas: `${10 + version}.00`,
    },
  ]);
  const { tasks } = createQueries(store);
  const cases = () =>
    atOnce(
      tasks.findings({
        ...{ scope: null, currency: null, thresholds: DEFAULT_THRESHOLDS, dismissed: NONE_DISMISSED },
      }),
    )
      .findings.filter(({ kind }) => kind === 'missing-cost')
      .flatMap(({ cases: own = [] }) => own.map(({ name, amount }) => `${name} ${amount}`))
      .sort();
  expect(cases()).toEqual(['O-0 10.00', 'O-1 10.00', 'O-2 10.00']);
  change({ is: 'commit', orders: [1], isRemoval: false });
  expect(cases()).toEqual(['O-0 10.00', 'O-1 11.00', 'O-2 10.00']);
  change({ is: 'commit', orders: [2], isRemoval: true });
  expect(cases()).toEqual(['O-0 10.00', 'O-1 11.00']);
});

test('rows of one order are one of it with all that is at stake, without signs; where nothing is known, nothing is told', () => {
  const row = (Orden: string, day: string, more: NaiveRow = {}): NaiveRow => ({
    ...{ Canal: 'Sur', Cuenta: 'Tienda', Orden, 'Nro. suborden': '1', 'SKU Producto': 'S1' },
    ...{ 'Fecha de compra': `${day}T10:00:00.000`, 'Estado de Pago': 'Pagado', Unidades: '1' },
    ...{ Ventas: '100', 'Costo de Producto': '1', 'Costo Envío': '0', 'Ingreso Total': '1' },
    ...{ 'Cobro Total': '0', 'Reembolso Total': '0', 'Rentabilidad Total': '0' },
    ...more,
  });
  const wrong = { 'Estado de Pago': 'Sin Información', Unidades: 'dos', 'Costo Envío': 'N/D' };
  const store = storeOf([
    [
      row('O-1', '2026-01-07', { ...wrong, Ventas: '10', 'Rentabilidad Total': '-3' }),
      row('O-1', '2026-01-05', { ...wrong, Ventas: '20.5', 'Rentabilidad Total': '-4' }),
      row('O-1', '2026-01-06', { ...wrong, Ventas: '0.25', 'Rentabilidad Total': '1' }),
      row('O-2', '1970-01-05', { 'Estado de Pago': 'Sin Información', Ventas: null }),
      row('O-3', '2026-06-01', { ...wrong, Canal: 'Norte' }),
      // By its own last purchase an account waits for what was bought since the first of April.
      row('O-4', '2026-05-20'),
      row('O-5', '2026-04-10', { 'Estado de Pago': 'Sin Información' }),
    ],
  ]);
  store.setPresent(PRESENTS[0] as UtcInstant);
  const scope = { accounts: [{ Canal: 'Sur', Cuenta: 'Tienda' }], isExcluded: false };
  const input = { store, selected: selectRows(store, { ...EVERYTHING, scope }), ownCosts: new Map() };
  const keeper = { before: new Map(), after: new Map() };
  const first = atOnce(findExceptions({ ...input, cases: keeper }));
  expect(
    first.map(({ kind, subject, rows, orders, amount, firstPurchase, lastPurchase, affects }) =>
      [kind, ...Object.values(subject), rows, orders, amount, firstPurchase, lastPurchase, affects]
        .map((each) => String(each).replace('T10:00:00.000', ''))
        .join(' '),
    ),
  ).toEqual([
    'row-rule total Sur Tienda 3 1 8.00 2026-01-05 2026-01-07 total',
    'no-payment Sur Tienda 3 1 30.75 2026-01-05 2026-01-07 marketplace,comercial,total',
    'unreadable Unidades Sur Tienda 3 1 null 2026-01-05 2026-01-07 ',
    'unreadable Costo Envío Sur Tienda 3 1 null 2026-01-05 2026-01-07 marketplace,comercial,total',
    'out-of-range Sur Tienda 1 1 null null null marketplace,comercial,total',
  ]);
  expect(first[0]?.cases).toMatchObject([
    { name: 'O-1', month: '2026-01', day: '2026-01-05', amount: '8.00', rows: 3 },
  ]);
  // Whatever is kept of one column is none of another’s.
  expect(atOnce(findExceptions({ ...input, cases: { before: keeper.after, after: new Map() } }))).toEqual(
    first,
  );
});
