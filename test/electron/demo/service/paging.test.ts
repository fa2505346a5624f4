import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_CATEGORIES,
  type DemoApi,
  multiset,
  PRO_START,
  startDemoApi,
} from '#test/electron/demo/demo-api.ts';

let api: DemoApi;
beforeAll(async () => {
  api = await startDemoApi();
});
afterAll(() => api.close());

const everything = { date: 'purchase_date', from: PRO_START, categories: ALL_CATEGORIES };

describe('pages', () => {
  test('4.2.13 pages 1 to totalPages hold every row of the truth exactly once', async () => {
    const rows = await api.getAll({ ...everything, limit: 100 });
    expect(rows.length).toBeGreaterThan(900);
    expect(multiset(rows)).toEqual(multiset(api.world.truth()));
  });

  test('2.3 count, totalRows and totalPages agree with the rows of each page', async () => {
    const { meta: first } = await api.get({ ...everything, limit: 250 });
    expect(first.totalPages).toBe(Math.ceil(first.totalRows / 250));
    let rows = 0;
    for (let page = 1; page <= first.totalPages; page += 1) {
      const { meta, data } = await api.get({ ...everything, limit: 250, page });
      expect(meta).toMatchObject({ page, pageSize: 250, count: data.length, totalRows: first.totalRows });
      expect(data.length).toBe(
        page < first.totalPages ? 250 : first.totalRows - 250 * (first.totalPages - 1),
      );
      rows += data.length;
    }
    expect(rows).toBe(first.totalRows);
  });

  test('4.1 limit is 1000 and page is 1 when not sent', async () => {
    const { meta, data } = await api.get(everything);
    expect(meta).toMatchObject({ page: 1, pageSize: 1000, count: 1000 });
    expect(data.length).toBe(1000);
  });

  test('4.1 a limit outside 100 to 1000 gets 400 that names it and the bounds', async () => {
    for (const limit of ['99', '1001', '0', '-5', '1e3', 'all', '']) {
      const { status, message } = await api.get({ ...everything, limit });
      expect(status).toBe(400);
      expect(message).toContain(`"${limit}"`);
      expect(message).toMatch(/100.*1000/);
    }
  });

  test('4.1 a page below 1 gets 400 that names it', async () => {
    for (const page of ['0', '-1', '1.5', 'two']) {
      const { status, message } = await api.get({ ...everything, page });
      expect(status).toBe(400);
      expect(message).toContain(`"${page}"`);
    }
  });

  test('4.3 a page beyond totalPages is an empty page with the true totals (our choice)', async () => {
    const { meta: first } = await api.get(everything);
    const { status, data, meta } = await api.get({ ...everything, page: first.totalPages + 1 });
    expect(status).toBe(200);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ count: 0, totalRows: first.totalRows, totalPages: first.totalPages });
  });

  test('4.3 rows of one order stand apart in the answer, and the order is the same every time', async () => {
    const once = await api.getAll({ ...everything, limit: 100 });
    const again = await api.getAll({ ...everything, limit: 100 });
    expect(again).toEqual(once);
    const pagesOfOrder = new Map<string, Set<number>>();
    for (const [position, row] of once.entries()) {
      if (row.Orden === '') continue;
      const name = `${row.Canal}/${row.Cuenta}/${row.Orden}`;
      pagesOfOrder.set(name, (pagesOfOrder.get(name) ?? new Set()).add(Math.floor(position / 100)));
    }
    const spread = [...pagesOfOrder.values()].filter((pages) => pages.size > 1);
    expect(spread.length).toBeGreaterThan(100);
  });
});
