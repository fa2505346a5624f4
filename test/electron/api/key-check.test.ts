import { afterEach, describe, expect, it } from 'vitest';
import { createFetchPage } from '#electron/api/client.ts';
import { systemClock } from '#electron/api/clock.ts';
import { checkKey } from '#electron/api/key-check.ts';
import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { earliestInWords, planEarliest } from '#electron/api/plan-window.ts';
import { probePlanWindow } from '#electron/api/probe.ts';
import type { Plan } from '#shared/contract/app.ts';
import { baseRow, envelope, serveAnswers } from './answers.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Said = { readonly status: number; readonly body: unknown; readonly date?: string };

/** A server that answers by the `from` it is asked, on a clock of its own. */
async function checkAgainst(plan: Plan, ourNow: string, say: (from: string) => Said) {
  const asked: string[] = [];
  const server = await serveAnswers((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const from = url.searchParams.get('from') ?? '';
    asked.push(from);
    const said = say(from);
    response.statusCode = said.status;
    response.setHeader('Date', said.date ?? 'Wed, 20 May 2026 12:00:05 GMT');
    response.end(JSON.stringify(said.body));
  });
  closers.push(server.close);
  const clock = { ...systemClock, wallMs: () => Date.parse(ourNow) };
  const fetchPage = createFetchPage({ fetch, timeoutMs: 5_000, maxBytes: 1_000_000 });
  const limits = { perMinute: 100, perDay: 1_000 };
  const limiters = createLimiters({ limits, clock, storage: inMemoryLimiterStorage() });
  const signal = new AbortController().signal;
  const options = { baseUrl: server.baseUrl, plan, key: 'k', fetchPage, clock, signal };
  return {
    asked,
    limiters,
    baseUrl: server.baseUrl,
    check: () => checkKey({ ...options, limiters }),
    probe: () =>
      probePlanWindow(
        (query) => fetchPage({ baseUrl: server.baseUrl, key: 'k', query, signal }),
        plan,
        clock.wallMs(),
      ),
  };
}

const NOW = '2026-05-20T12:00:00.000Z';
const page: Said = {
  status: 200,
  body: envelope([baseRow()], {
    pageSize: 100,
    totalRows: 12_345,
    totalPages: 124,
    to: '2026-05-20T23:59:59',
  }),
};
const refusal = (earliest: string): Said => ({
  status: 400,
  body: { message: `Plan Free: the earliest permitted date is ${earliest}.` },
});

describe('key check', () => {
  it('accepts a good key with the plan earliest date, in one request through the limiter', async () => {
    const { asked, check, limiters, baseUrl } = await checkAgainst('pro', NOW, () => page);
    expect(await check()).toEqual({ kind: 'accepted', earliest: '2024-01-01', words: null });
    expect(asked).toEqual(['2024-01-01']);
    expect(limiters.of(baseUrl, 'k').usage().lastMinute).toBe(1);
  });

  it('accepts a key of a smaller plan with the date and words of the refusal', async () => {
    const { asked, check } = await checkAgainst('pro', NOW, () => refusal('2026-04-01'));
    expect(await check()).toEqual({
      kind: 'accepted',
      earliest: '2026-04-01',
      words: 'Plan Free: the earliest permitted date is 2026-04-01.',
    });
    expect(asked).toHaveLength(1);
  });

  it('is not misled by a wrong clock of this machine', async () => {
    const behind = await checkAgainst('free', '2025-01-15T00:00:00Z', () => refusal('2026-04-01'));
    expect(await behind.check()).toEqual({ kind: 'accepted', earliest: '2026-04-01', words: null });
    const wordless = await checkAgainst('free', '2025-01-15T00:00:00Z', () => ({ status: 400, body: 'no' }));
    expect(await wordless.check()).toEqual({ kind: 'accepted', earliest: '2026-04-01', words: null });
    const ahead = await checkAgainst('free', '2026-08-15T00:00:00Z', () => page);
    expect(await ahead.check()).toEqual({ kind: 'accepted', earliest: '2026-04-01', words: null });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [400, 'refused'],
    [404, 'not-the-api'],
    [200, 'not-the-api'],
  ] as const)('rejects on %i as %s', async (status, reason) => {
    const { check } = await checkAgainst('pro', NOW, () => ({ status, body: { message: 'palabras' } }));
    expect(await check()).toMatchObject({ kind: 'rejected', reason });
  });
});

describe('rule 9: what the server lets us ask', () => {
  it('follows the plan by the server clock', () => {
    expect(planEarliest('free', Date.parse('2026-01-01T00:00:00Z'))).toBe('2025-12-01');
    expect(planEarliest('free', Date.parse('2026-05-31T23:59:59Z'))).toBe('2026-04-01');
    expect(planEarliest('pro', Date.parse('2026-05-31T23:59:59Z'))).toBe('2024-01-01');
    expect(planEarliest('pro', Date.parse('2026-12-31T23:59:59Z'))).toBe('2024-01-01');
  });

  it('finds the permitted date among the words, not what they repeat of the question', () => {
    const asked = { from: '2024-01-01T00:00:00', to: '2026-05-02T00:00:01' };
    const words = (text: string, question = asked) => earliestInWords(text, question);
    expect(words('from 2024-01-01 is before the window of plan Free: 2026-04-01')).toBe('2026-04-01');
    expect(words('Plan free, earliest 2026-04-01T00:00:00, today is 2026-05-20')).toBe('2026-04-01');
    expect(words('from 2024-01-01 to 2026-05-02 is refused; earliest: 2026-04-15')).toBe('2026-04-15');
    expect(
      words('2024-01-01 .. 2026-04-01: from 2026-04-01 on', { ...asked, to: '2026-04-01T00:00:01' }),
    ).toBe('2026-04-01');
    expect(words('2023-01-01 is not allowed')).toBeNull();
    expect(words('earliest 2026-02-31')).toBeNull();
    expect(earliestInWords(null, asked)).toBeNull();
  });

  it('goes on from the date the server names, as often as it must, and learns the totals', async () => {
    const { asked, probe } = await checkAgainst('pro', NOW, (from) => {
      if (from < '2026-03-01') return refusal('2026-03-01');
      return from < '2026-04-01' ? refusal('2026-04-01') : page;
    });
    expect(await probe()).toMatchObject({
      ok: true,
      earliest: '2026-04-01',
      words: 'Plan Free: the earliest permitted date is 2026-04-01.',
      totalRows: 12_345,
      authoritativeUntil: '2026-05-20T23:59:59.000',
      serverDate: '2026-05-20T12:00:05.000Z',
    });
    expect(asked).toEqual(['2024-01-01', '2026-03-01', '2026-04-01']);
  });

  it('asks again further back where our clock was ahead', async () => {
    const { asked, probe } = await checkAgainst('pro', '2028-05-20T12:00:00Z', () => page);
    expect(await probe()).toMatchObject({ ok: true, earliest: '2024-01-01', words: null });
    expect(asked).toEqual(['2026-01-01', '2024-01-01']);
  });
});
