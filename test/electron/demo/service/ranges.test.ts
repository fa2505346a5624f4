import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireRow } from '#electron/demo/world/world.ts';
import { DAY_MS, type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import {
  ALL_CATEGORIES,
  type DemoApi,
  multiset,
  NOW,
  PRO_START,
  startDemoApi,
} from '#test/electron/demo/demo-api.ts';

let api: DemoApi;
let truth: readonly WireRow[];
beforeAll(async () => {
  api = await startDemoApi({ orders: 1500 });
  truth = [...api.world.truth()];
});
afterAll(() => api.close());

const all = { categories: ALL_CATEGORIES };
const bought = (row: WireRow) => row['Fecha de compra'] ?? '';
const updated = (row: WireRow) => row['Fecha de actualización'] ?? '';

async function expectRows(query: Record<string, string>, wanted: (row: WireRow) => boolean): Promise<void> {
  const rows = await api.getAll({ ...all, ...query });
  expect(rows.length).toBeGreaterThan(0);
  expect(multiset(rows)).toEqual(multiset(truth.filter(wanted)));
}

describe('purchase_date', () => {
  test('4.2.1 date only: from 00:00:00 of its day to 23:59:59 of its day', async () => {
    await expectRows(
      { date: 'purchase_date', from: '2026-03-10', to: '2026-03-12' },
      (row) => bought(row) >= '2026-03-10' && bought(row) < '2026-03-13',
    );
    const { meta } = await api.get({ date: 'purchase_date', from: '2026-03-10', to: '2026-03-12' });
    expect(meta).toMatchObject({ from: '2026-03-10T00:00:00', to: '2026-03-12T23:59:59' });
  });

  test('4.2.1 a time is used as sent', async () => {
    const from = '2026-03-02T11:20:30';
    const to = '2026-03-09T18:40:50';
    await expectRows(
      { date: 'purchase_date', from, to },
      (row) => bought(row) >= from && bought(row).slice(0, 19) <= to,
    );
    const { meta } = await api.get({ date: 'purchase_date', from, to });
    expect(meta).toMatchObject({ from, to });
  });

  test('4.2.2 the range is on the local clock of each row: the rows of a month are those dated in it', async () => {
    await expectRows({ date: 'purchase_date', from: '2026-02-01', to: '2026-02-28' }, (row) =>
      bought(row).startsWith('2026-02'),
    );
  });

  test('4.2.5 the whole plan window may be asked in one request', async () => {
    await expectRows({ date: 'purchase_date', from: PRO_START }, () => true);
  });

  test('4.1 without to the range runs to today', async () => {
    const { meta } = await api.get({ date: 'purchase_date', from: '2026-05-01' });
    expect(meta.to).toBe('2026-05-20T23:59:59');
  });

  test('4.2.8 a later to is cut to today', async () => {
    for (const to of ['2026-05-21', '2027-01-01', '2026-05-21T00:00:00']) {
      const { status, meta } = await api.get({ date: 'purchase_date', from: '2026-05-01', to });
      expect(status).toBe(200);
      expect(meta.to).toBe('2026-05-20T23:59:59');
    }
    const { meta } = await api.get({ date: 'purchase_date', from: '2026-05-01', to: '2026-05-20T08:00:00' });
    expect(meta.to).toBe('2026-05-20T08:00:00');
  });

  test('4.2.12 a valid range with no rows succeeds', async () => {
    const second = '2024-01-01T03:59:59';
    const { status, data, meta } = await api.get({ date: 'purchase_date', from: second, to: second });
    expect(status).toBe(200);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ count: 0, totalRows: 0, totalPages: 0 });
  });
});

describe('updated_at', () => {
  const reach = (row: WireRow, from: string) => bought(row) >= from;

  test('4.2.2 the range is UTC', async () => {
    await expectRows(
      { date: 'updated_at', from: '2026-05-12', to: '2026-05-14' },
      (row) =>
        updated(row) >= '2026-05-12' && updated(row) < '2026-05-15' && reach(row, '2026-01-12T00:00:00'),
    );
  });

  test('4.2.3 a Fecha de actualización can be sent unchanged as from, and its row comes again', async () => {
    const recent = truth.filter((row) => updated(row) >= '2026-05-16' && reach(row, '2026-02-01'));
    const [row] = recent;
    if (row === undefined) throw new Error('The world has no recent update.');
    const { status, data } = await api.get({ ...all, date: 'updated_at', from: updated(row) });
    expect(status).toBe(200);
    expect(multiset(data)).toContain(multiset([row])[0]);
    expect(data.every((other) => updated(other) >= updated(row))).toBe(true);
  });

  test('4.2.6 an updated_at request spans at most 7 days', async () => {
    const week = { date: 'updated_at', from: '2026-05-01T10:00:00', to: '2026-05-08T10:00:00' };
    expect((await api.get(week)).status).toBe(200);
    const longer = await api.get({ ...week, to: '2026-05-08T10:00:01' });
    expect(longer.status).toBe(400);
    expect(longer.message).toMatch(/7 days/);
    expect((await api.get({ date: 'updated_at', from: '2026-05-01', to: '2026-05-07' })).status).toBe(200);
    expect((await api.get({ date: 'updated_at', from: '2026-05-01', to: '2026-05-08' })).status).toBe(400);
  });

  test('4.2.6 without to the span is measured to today', async () => {
    expect((await api.get({ date: 'updated_at', from: '2026-05-14' })).status).toBe(200);
    expect((await api.get({ date: 'updated_at', from: '2026-05-13' })).status).toBe(400);
    // A `to` far ahead is cut first.
    const cut = await api.get({ date: 'updated_at', from: '2026-05-18', to: '2026-12-31' });
    expect(cut.status).toBe(200);
    expect(cut.meta.to).toBe('2026-05-20T23:59:59');
  });

  test('4.2.7 only purchases of the 120 days before the start come, and meta says from when', async () => {
    const daysAfter = (row: WireRow) => (Date.parse(updated(row)) - Date.parse(`${bought(row)}Z`)) / DAY_MS;
    const late = truth.find((row) => daysAfter(row) > 125);
    if (late === undefined) throw new Error('The world has no late update.');
    const from = updated(late).slice(0, 10) as LocalDate;
    const to = shiftDay(from, 6);
    const reachesTo = shiftDay(from, -120);
    const inRange = truth.filter((row) => updated(row) >= from && updated(row) < shiftDay(from, 7));
    const beyond = inRange.filter((row) => bought(row) < reachesTo);
    expect(beyond).toContain(late);
    const rows = await api.getAll({ ...all, date: 'updated_at', from, to });
    expect(multiset(rows)).toEqual(multiset(inRange.filter((row) => bought(row) >= reachesTo)));
    const { meta } = await api.get({ date: 'updated_at', from, to });
    expect(meta.window.purchaseDateFrom).toBe(`${reachesTo}T00:00:00`);
    // Earlier purchases are read with purchase_date.
    const byPurchase = await api.getAll({ ...all, date: 'purchase_date', from: PRO_START, to: from });
    const found = new Set(multiset(byPurchase));
    expect(multiset(beyond).every((row) => found.has(row))).toBe(true);
  });

  test('4.2.7 the rows are those of updated sub-orders, not of whole orders', async () => {
    const rows = await api.getAll({ ...all, date: 'updated_at', from: '2026-05-14', to: '2026-05-20' });
    const orderOf = (row: WireRow) => JSON.stringify([row.Canal, row.Cuenta, row.Orden]);
    const came = new Set(rows.filter((row) => row.Orden !== '').map(orderOf));
    const left = truth.filter((row) => came.has(orderOf(row)) && updated(row) < '2026-05-14');
    expect(left.length).toBeGreaterThan(0);
    expect(rows.every((row) => updated(row) >= '2026-05-14')).toBe(true);
  });
});

describe('plan window', () => {
  test('4.2.4 Pro begins on 1 January two years before the current year', async () => {
    expect((await api.get({ date: 'purchase_date', from: '2024-01-01' })).status).toBe(200);
    const early = await api.get({ date: 'purchase_date', from: '2023-12-31' });
    expect(early.status).toBe(400);
    expect(early.message).toContain('Pro');
    expect(early.message).toContain('2024-01-01');
    expect(early.data).toEqual([]);
    const updatedEarly = await api.get({ date: 'updated_at', from: '2023-12-28', to: '2024-01-02' });
    expect(updatedEarly.status).toBe(400);
  });

  test('4.2.4 Free begins on day 1 of the month before the current one', async () => {
    const free = await startDemoApi({ orders: 200, plan: 'free' });
    try {
      const { status, data } = await free.get({ date: 'purchase_date', from: '2026-04-01' });
      expect(status).toBe(200);
      expect(data.length).toBeGreaterThan(0);
      const early = await free.get({ date: 'purchase_date', from: '2026-03-31T23:59:59' });
      expect(early.status).toBe(400);
      expect(early.message).toContain('Free');
      expect(early.message).toContain('2026-04-01');
    } finally {
      await free.close();
    }
  });

  test('4.2.4 in January the Free window begins in December', async () => {
    const free = await startDemoApi({ orders: 200, plan: 'free', now: Date.parse('2026-01-10T00:00:00Z') });
    try {
      expect((await free.get({ date: 'purchase_date', from: '2025-12-01' })).status).toBe(200);
      expect((await free.get({ date: 'purchase_date', from: '2025-11-30' })).status).toBe(400);
    } finally {
      await free.close();
    }
  });

  test('4.2.4 the window follows the service clock, not the machine', async () => {
    const later = await startDemoApi({ orders: 50, now: Date.parse('2031-02-03T00:00:00Z') });
    try {
      expect((await later.get({ date: 'purchase_date', from: '2029-01-01' })).status).toBe(200);
      expect((await later.get({ date: 'purchase_date', from: '2028-12-31' })).message).toContain(
        '2029-01-01',
      );
    } finally {
      await later.close();
    }
    expect(NOW).toBeLessThan(Date.parse('2031-02-03T00:00:00Z'));
  });
});
