import { afterEach, describe, expect, test } from 'vitest';
import {
  type DemoApi,
  DISABLED_KEY,
  KEY,
  NOW,
  PRO_START,
  startDemoApi,
} from '#test/electron/demo/demo-api.ts';

let api: DemoApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const path = `/data?date=purchase_date&from=${PRO_START}&limit=100`;
const withKey = (key: string): RequestInit => ({ headers: { 'Ocp-Apim-Subscription-Key': key } });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function start(options: Parameters<typeof startDemoApi>[0] = {}): Promise<DemoApi> {
  api = await startDemoApi({ orders: 60, ...options });
  return api;
}

async function statuses(service: DemoApi, times: number, key = KEY): Promise<readonly number[]> {
  const all: number[] = [];
  for (let i = 0; i < times; i += 1) all.push((await service.fetchRaw(path, withKey(key))).status);
  return all;
}

describe('keys', () => {
  test('5.2 a missing key gets 401', async () => {
    const service = await start();
    const { status, message } = await service.fetchRaw(path);
    expect(status).toBe(401);
    expect(message).toContain('Ocp-Apim-Subscription-Key');
  });

  test('5.2 an invalid key gets 401, before any parameter is looked at', async () => {
    const service = await start();
    expect((await service.fetchRaw(path, withKey('wrong'))).status).toBe(401);
    expect((await service.fetchRaw('/data?nonsense=1', withKey(''))).status).toBe(401);
  });

  test('5.1 the header name is not case-sensitive', async () => {
    const service = await start();
    const { status } = await service.fetchRaw(path, { headers: { 'ocp-apim-subscription-key': KEY } });
    expect(status).toBe(200);
  });

  test('5.3 a key without access gets 403', async () => {
    const service = await start();
    const { status, message } = await service.fetchRaw(path, withKey(DISABLED_KEY));
    expect(status).toBe(403);
    expect(message).toMatch(/not enabled/);
  });
});

describe('limits', () => {
  test('8 the request after N in a minute gets 429, and passes when the minute is over', async () => {
    const service = await start({ perMinute: 5 });
    expect(await statuses(service, 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    service.waitForLimits(MINUTE - 1);
    expect(await statuses(service, 1)).toEqual([429]);
    service.waitForLimits(1);
    expect(await statuses(service, 6)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('8 the minute slides: a slot is free a minute after its own request', async () => {
    const service = await start({ perMinute: 2 });
    await statuses(service, 1);
    service.waitForLimits(40_000);
    expect(await statuses(service, 2)).toEqual([200, 429]);
    service.waitForLimits(20_000);
    expect(await statuses(service, 2)).toEqual([200, 429]);
  });

  test('8 the request after M in a day gets 429 until the day is over', async () => {
    const service = await start({ perMinute: 100, perDay: 3 });
    expect(await statuses(service, 4)).toEqual([200, 200, 200, 429]);
    service.waitForLimits(DAY - MINUTE);
    expect(await statuses(service, 1)).toEqual([429]);
    service.waitForLimits(MINUTE);
    expect(await statuses(service, 1)).toEqual([200]);
  });

  test('5.4 limits count per key', async () => {
    const service = await start({ perMinute: 1, keys: [KEY, 'second'] });
    expect(await statuses(service, 2)).toEqual([200, 429]);
    expect(await statuses(service, 2, 'second')).toEqual([200, 429]);
  });

  test('8 all requests count, those answered 400 too', async () => {
    const service = await start({ perMinute: 2 });
    expect((await service.fetchRaw('/data?nonsense=1', withKey(KEY))).status).toBe(400);
    expect(await statuses(service, 2)).toEqual([200, 429]);
  });

  test('7 a 429 says how long to wait (our choice) in Retry-After', async () => {
    const service = await start({ perMinute: 1 });
    await statuses(service, 1);
    service.waitForLimits(12_500);
    const { status, headers, message } = await service.fetchRaw(path, withKey(KEY));
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('48');
    expect(message).toContain('48 seconds');
  });
});

describe('HTTP', () => {
  test('4 other paths get 404', async () => {
    const service = await start();
    for (const other of ['/', '/Data', '/data/', '/data/1', '/orders']) {
      expect((await service.fetchRaw(other, withKey(KEY))).status).toBe(404);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('4 %s gets 405', async (method) => {
    const service = await start();
    const { status, headers } = await service.fetchRaw(path, { ...withKey(KEY), method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET');
  });

  test('the Date header tells the service clock', async () => {
    const service = await start();
    const viewOf = async () =>
      Date.parse((await service.fetchRaw(path, withKey(KEY))).headers.get('date') ?? '');
    expect(await viewOf()).toBe(NOW);
    service.setNow(NOW + DAY);
    expect(await viewOf()).toBe(NOW + DAY);
    const refused = await service.fetchRaw(path);
    expect(Date.parse(refused.headers.get('date') ?? '')).toBe(NOW + DAY);
  });

  test('7 errors are JSON with status, message and correlation id', async () => {
    const service = await start({ perMinute: 1 });
    const answers = [
      await service.fetchRaw('/nothing'),
      await service.fetchRaw(path, { method: 'POST' }),
      await service.fetchRaw(path),
      await service.fetchRaw(path, withKey(DISABLED_KEY)),
      await service.fetchRaw('/data?x=1', withKey(KEY)),
      await service.fetchRaw(path, withKey(KEY)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 403, 400, 429]);
    for (const { text, status, headers } of answers) {
      expect(JSON.parse(text)).toEqual({
        statusCode: status,
        message: expect.stringMatching(/\S/),
        correlation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('an intercept can answer in the service’s place, spoil its answer, or cut the connection', async () => {
    const service = await start({
      intercept: (request, inner) => {
        if (request.path === '/teapot') return { status: 418, headers: {}, body: '{"message":"short"}' };
        if (request.path === '/cut') return 'destroy';
        if (request.query.get('limit') !== '200') return undefined;
        const whole = inner.handleRequest(request);
        return { ...whole, body: Buffer.from(whole.body).subarray(0, 500) };
      },
    });
    expect((await service.fetchRaw('/teapot')).status).toBe(418);
    await expect(service.fetchRaw('/cut')).rejects.toThrow();
    await expect(service.get({ date: 'purchase_date', from: PRO_START, limit: 200 })).rejects.toThrow(
      SyntaxError,
    );
    expect((await service.get({ date: 'purchase_date', from: PRO_START })).status).toBe(200);
  });
});
