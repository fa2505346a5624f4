import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoApi, PRO_START, startDemoApi } from '#test/electron/demo/demo-api.ts';

let api: DemoApi;
beforeAll(async () => {
  api = await startDemoApi({ orders: 60 });
});
afterAll(() => api.close());

const good = { date: 'purchase_date', from: PRO_START };

async function expectRejected(query: Record<string, string>, ...named: string[]): Promise<void> {
  const { status, message, headers, data } = await api.get(query);
  expect(status).toBe(400);
  for (const words of named) expect(message).toContain(words);
  expect(headers.get('content-type')).toContain('application/json');
  expect(data).toEqual([]);
}

describe('400', () => {
  test('4.2.10 an invalid date field is named with the valid ones', async () => {
    await expectRejected({ ...good, date: 'paid_at' }, '"paid_at"', 'purchase_date', 'updated_at');
    await expectRejected({ ...good, date: '' }, '"date"', 'purchase_date', 'updated_at');
  });

  test('4.1 date and from are required', async () => {
    await expectRejected({ from: PRO_START }, '"date"');
    await expectRejected({ date: 'purchase_date' }, '"from"', 'YYYY-MM-DD');
  });

  test.each(['2026-02-31', '2026-13-01', '2025-02-29', '2026-04-31T10:00:00', '2026-00-10'])(
    '4.2.10 the impossible day %s is rejected by name in from and to',
    async (day) => {
      await expectRejected({ ...good, from: day }, `"${day}"`, '"from"', 'YYYY-MM-DD');
      await expectRejected({ ...good, to: day }, `"${day}"`, '"to"', 'YYYY-MM-DD');
      await expectRejected({ date: 'updated_at', from: day }, `"${day}"`);
    },
  );

  test.each([
    '',
    'yesterday',
    '20260301',
    '2026-3-1',
    '2026-03-01 10:00:00',
    '2026-03-01T25:00:00',
    '1772323200',
  ])('4.2.10 "%s" is no ISO 8601 date', async (text) => {
    await expectRejected({ ...good, from: text }, `"${text}"`);
    await expectRejected({ ...good, to: text }, `"${text}"`);
  });

  test('4.2.2 a purchase date with Z is refused: it is local', async () => {
    await expectRejected({ ...good, from: '2026-03-01T10:00:00Z' }, '2026-03-01T10:00:00Z', 'local');
  });

  test('4.2.1 from after to is rejected (our choice)', async () => {
    await expectRejected({ ...good, from: '2026-03-02', to: '2026-03-01' }, '2026-03-02', '2026-03-01');
  });

  test('4.2.1 from later than today is an empty answer (our choice)', async () => {
    const { status, meta } = await api.get({ ...good, from: '2026-05-25' });
    expect(status).toBe(200);
    expect(meta.totalRows).toBe(0);
  });

  test.each([
    ['item_type', 'Orden', 'order, publication, marketplace'],
    ['payment_status', 'Pagado', 'paid, unpaid, noinformation'],
    ['item_status', 'cancelled', 'paid, canceled, returned'],
    ['categories', 'product', 'income, costs, reimbursement, products, orders, channels, internal-cost'],
  ])('4.2.10 an unknown value in %s is named with the valid ones', async (parameter, wrong, valid) => {
    await expectRejected({ ...good, [parameter]: wrong }, `"${wrong}"`, parameter, valid);
    const [first = ''] = valid.split(', ');
    await expectRejected({ ...good, [parameter]: `${first},${wrong}` }, `"${wrong}"`);
    await expectRejected({ ...good, [parameter]: '' }, '""', valid);
  });

  test('4.2.11 an unknown parameter is named with the valid names', async () => {
    for (const name of ['itemType', 'Date', 'cursor', 'sort']) {
      await expectRejected(
        { ...good, [name]: '1' },
        `"${name}"`,
        'date, from, to, item_type, payment_status, item_status, page, limit, categories',
      );
    }
  });

  test('4.1 a parameter given twice is rejected (our choice)', async () => {
    const { status, message } = await api.fetchRaw(
      `/data?date=purchase_date&from=${PRO_START}&item_type=order&item_type=publication`,
      { headers: { 'Ocp-Apim-Subscription-Key': 'key-of-the-test' } },
    );
    expect(status).toBe(400);
    expect(message).toContain('"item_type"');
  });
});
