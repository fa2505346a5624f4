import { afterEach, describe, expect, test } from 'vitest';
import { type DemoService, startDemoService } from '#electron/demo/demo-account.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/dates.ts';

let demo: DemoService | undefined;
afterEach(async () => {
  await demo?.close();
  demo = undefined;
});

async function ask(service: DemoService, query: string, key = service.key) {
  const response = await fetch(`${service.baseUrl}/data?${query}`, {
    headers: { 'Ocp-Apim-Subscription-Key': key },
  });
  return { status: response.status, body: await response.json() };
}

describe('the demo account', () => {
  test('a full Pro window of at least 50,000 rows, in any month of the year', async () => {
    for (const day of ['2026-01-01T00:00:00Z', '2026-11-20T12:00:00Z']) {
      const now = Date.parse(day);
      demo = await startDemoService({ clock: () => now });
      const { status, body } = await ask(demo, 'date=purchase_date&from=2024-01-01&limit=100');
      expect(status).toBe(200);
      expect(body.meta.totalRows).toBeGreaterThanOrEqual(50_000);
      const first = await ask(demo, 'date=purchase_date&from=2024-01-01&to=2024-01-31&limit=100');
      expect(first.body.meta.totalRows).toBeGreaterThan(500);
      await demo.close();
    }
  });

  test('its limit lets the whole window pass in well under a minute', async () => {
    demo = await startDemoService({ orders: 10 });
    expect(demo.limits.perMinute).toBeGreaterThanOrEqual(300);
    expect(demo.plan).toBe('pro');
  });

  test('each account is paid in the currency of its country, most of them at home', async () => {
    demo = await startDemoService({ orders: 10 });
    expect(demo.currencies.main).toBe('CLP');
    expect(demo.currencies.own.map(({ Canal, Cuenta, code }) => `${Canal} / ${Cuenta}: ${code}`)).toEqual([
      'Vitrina / lumbre.loja: BRL',
      'Bodega Uno / Lumbre México: MXN',
      'Tienda propia / lumbre.com.ar: ARS',
      'Tienda propia / Lumbre Mayorista: ARS',
    ]);
  });

  test('its key is random and needed', async () => {
    const clock = () => Date.parse('2026-11-20T12:00:00Z');
    demo = await startDemoService({ orders: 10, clock });
    expect((await ask(demo, 'date=purchase_date&from=2026-01-01', 'demo-key')).status).toBe(401);
    expect((await ask(demo, 'date=purchase_date&from=2026-01-01')).status).toBe(200);
    const { key } = demo;
    await demo.close();
    demo = await startDemoService({ orders: 10 });
    expect(demo.key).not.toBe(key);
  });

  test('started again with its first instant it is the same company', async () => {
    const began = Date.parse('2026-11-20T12:00:00Z');
    const rowsOf = async (beganAt: number | undefined, now: number) => {
      const service = await startDemoService({
        clock: () => now,
        orders: 100,
        ...(beganAt === undefined ? {} : { beganAt }),
      });
      const rows = [...service.world.truth()].map((row) => JSON.stringify(row)).sort();
      await service.close();
      return rows;
    };
    const once = await rowsOf(began, began + 3 * DAY_MS);
    expect(await rowsOf(began, began + 3 * DAY_MS)).toEqual(once);
    expect(await rowsOf(undefined, began + 3 * DAY_MS)).not.toEqual(once);
  });

  test('an update request sees something new every minute', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    demo = await startDemoService({ clock: () => now, orders: 500 });
    for (let minute = 0; minute < 5; minute += 1) {
      const from = new Date(now + 1).toISOString();
      now += MINUTE_MS;
      const all = [...demo.world.truth((row) => (row['Fecha de actualización'] ?? '') >= from)];
      expect(all.length).toBeGreaterThan(0);
    }
    const { body } = await ask(demo, `date=updated_at&from=${new Date(now - 5 * MINUTE_MS).toISOString()}`);
    expect(body.meta.totalRows).toBeGreaterThan(0);
    expect(Date.parse(`${body.meta.window.purchaseDateFrom}Z`)).toBe(now - 5 * MINUTE_MS - 120 * DAY_MS);
  });
});
