import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireRow } from '#electron/demo/world/world.ts';
import {
  ALL_CATEGORIES,
  type DemoApi,
  multiset,
  PRO_START,
  startDemoApi,
} from '#test/electron/demo/demo-api.ts';
import { randomCases } from '#test/random-cases.ts';

let api: DemoApi;
let truth: readonly WireRow[];
beforeAll(async () => {
  api = await startDemoApi({ orders: 400 });
  truth = [...api.world.truth()];
});
afterAll(() => api.close());

/** Written out from the table of spec 3, not taken from the service. */
const LABELS: Readonly<Record<string, Readonly<Record<string, readonly [column: string, label: string]>>>> = {
  item_type: {
    order: ['Tipo de Dato', 'Orden'],
    publication: ['Tipo de Dato', 'Publicación'],
    marketplace: ['Tipo de Dato', 'Marketplace'],
    orders: ['Tipo de Dato', 'Orden'],
    publications: ['Tipo de Dato', 'Publicación'],
  },
  payment_status: {
    paid: ['Estado de Pago', 'Pagado'],
    unpaid: ['Estado de Pago', 'Informado'],
    noinformation: ['Estado de Pago', 'Sin Información'],
  },
  item_status: {
    paid: ['Estado de Orden', 'Regular'],
    canceled: ['Estado de Orden', 'Cancelada'],
    returned: ['Estado de Orden', 'Devuelta'],
  },
};

type Filters = { readonly [parameter: string]: readonly string[] };

function passes(row: WireRow, filters: Filters): boolean {
  return Object.entries(filters).every(([parameter, values]) =>
    values.some((value) => {
      const [column, label] = LABELS[parameter]?.[value] ?? ['', 'none'];
      return row[column] === label;
    }),
  );
}

async function expectFiltered(filters: Filters): Promise<number> {
  const query = Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.join(',')]));
  const rows = await api.getAll({
    date: 'purchase_date',
    from: PRO_START,
    categories: ALL_CATEGORIES,
    ...query,
  });
  expect(multiset(rows)).toEqual(multiset(truth.filter((row) => passes(row, filters))));
  return rows.length;
}

const cases = Object.entries(LABELS).flatMap(([parameter, values]) =>
  Object.keys(values).map((value) => [parameter, value] as const),
);

describe('filters', () => {
  test.each(cases)('3 %s=%s selects the rows of its label', async (parameter, value) => {
    expect(await expectFiltered({ [parameter]: [value] })).toBeGreaterThan(0);
  });

  test('4.1 the aliases orders and publications select as order and publication', async () => {
    const plural = await expectFiltered({ item_type: ['orders', 'publications'] });
    expect(plural).toBe(await expectFiltered({ item_type: ['order', 'publication'] }));
  });

  test('4.2.9 values of one filter combine with OR', async () => {
    const canceled = await expectFiltered({ item_status: ['canceled'] });
    const returned = await expectFiltered({ item_status: ['returned'] });
    expect(await expectFiltered({ item_status: ['canceled', 'returned'] })).toBe(canceled + returned);
  });

  test('4.2.9 different filters combine with AND', async () => {
    const both = await expectFiltered({ item_status: ['canceled'], payment_status: ['paid'] });
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThan(await expectFiltered({ item_status: ['canceled'] }));
    expect(both).toBeLessThan(await expectFiltered({ payment_status: ['paid'] }));
  });

  test('4.2.14 the dashboard-equivalent selection', async () => {
    const rows = await expectFiltered({
      item_type: ['order', 'publication'],
      payment_status: ['paid', 'unpaid'],
      item_status: ['paid'],
    });
    expect(rows).toBeGreaterThan(truth.length / 2);
    expect(rows).toBeLessThan(truth.length);
  });

  test('4.2.9 any combination of filters equals filtering the rows by their labels', async () => {
    const valuesOf = (parameter: string) =>
      fc.subarray(Object.keys(LABELS[parameter] ?? {}), { minLength: 1 });
    const filters = fc.record(
      {
        item_type: valuesOf('item_type'),
        payment_status: valuesOf('payment_status'),
        item_status: valuesOf('item_status'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const given = Object.fromEntries(Object.entries(chosen).filter(([, values]) => values !== undefined));
        await expectFiltered(given);
      }),
      { numRuns: randomCases(10) },
    );
  });

  test('4.2.7 filters apply to updated_at as well', async () => {
    const range = { date: 'updated_at', from: '2026-05-14', categories: ALL_CATEGORIES };
    const rows = await api.getAll(range);
    const paid = await api.getAll({ ...range, payment_status: 'paid' });
    expect(multiset(paid)).toEqual(multiset(rows.filter((row) => row['Estado de Pago'] === 'Pagado')));
    expect(paid.length).toBeLessThan(rows.length);
  });
});
