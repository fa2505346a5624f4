import { afterEach, describe, expect, it } from 'vitest';
import { createFetchPage } from '#electron/api/client.ts';
import { systemClock } from '#electron/api/clock.ts';
import { checkKey } from '#electron/api/key-check.ts';
import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { earliestInWords, planEarliest, probePlanWindow } from '#electron/api/plan-window.ts';
import { boundOfToday, createServerClock } from '#electron/sync/plan/server-clock.ts';
import type { Plan } from '#shared/contract/app.ts';
import { baseRow, envelope, serveAnswers } from './answers.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** `date`: null for an answer without that header. */
type Said = { readonly status: number; readonly body: unknown; readonly date?: string | null };

/** A server that answers by the `from` it is asked, on a clock of its own. */
async function checkAgainst(plan: Plan, ourNow: string, say: (from: string) => Said) {
  const asked: string[] = [];
  const server = await serveAnswers((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const from = url.searchParams.get('from') ?? '';
    asked.push(from);
    const said = say(from);
    response.statusCode = said.status;
    if (said.date === null) response.sendDate = false;
    else response.setHeader('Date', said.date ?? 'Wed, 20 May 2026 12:00:05 GMT');
    response.end(JSON.stringify(said.body));
  });
  closers.push(server.close);
  const clock = { ...systemClock, wallMs: () => Date.parse(ourNow) };
  const fetchPage = createFetchPage({ fetch, timeoutMs: 5_000, maxBytes: 1_000_000 });
  const limits = { perMinute: 100, perDay: 1_000 };
  const limiters = createLimiters({ limits, clock, storage: inMemoryLimiterStorage() });
  const signal = new AbortController().signal;
  const options = { baseUrl: server.baseUrl, plan, key: 'k', fetchPage, clock, signal };
  const isBelieved = (): Parameters<typeof checkKey>[0]['isBelieved'] => {
    const serverClock = createServerClock(clock);
    return (query, meta, date) =>
      serverClock.observeServerTime(date, boundOfToday(query, meta)) === 'believed';
  };
  return {
    asked,
    limiters,
    baseUrl: server.baseUrl,
    check: (key = 'k') => checkKey({ ...options, key, limiters, isBelieved: isBelieved() }),
    close: server.close,
    /** A check, and whether its request was said to be answered. */
    checkReleasing: async () => {
      const released: (boolean | undefined)[] = [];
      const limiter = limiters.of(server.baseUrl, 'k');
      const lease = { release: (isAnswered?: boolean) => released.push(isAnswered) };
      const watched = { ...limiters, of: () => ({ ...limiter, acquire: async () => lease }) };
      const checked = await checkKey({ ...options, limiters: watched, isBelieved: isBelieved() });
      return [checked, released] as const;
    },
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
    const mayFirst = envelope([baseRow()], { pageSize: 100, totalRows: 1, to: '2026-05-01T23:59:59' });
    const behind = await checkAgainst('free', '2025-01-15T00:00:00Z', () => refusal('2026-04-01'));
    expect(await behind.check()).toEqual({ kind: 'accepted', earliest: '2026-04-01', words: null });
    const wordless = await checkAgainst('free', '2025-01-15T00:00:00Z', () => ({ status: 400, body: 'no' }));
    // Only the Date of a refusal and a clock that is wrong: neither is heard.
    expect(await wordless.check()).toEqual({ kind: 'accepted', earliest: null, words: null });
    // A minute before a month by our clock, half a minute into it by the service's: the day told is of the latter.
    const date = 'Fri, 01 May 2026 00:00:30 GMT';
    const late = await checkAgainst('free', '2026-04-30T23:59:00Z', () => ({
      ...page,
      body: mayFirst,
      date,
    }));
    expect(await late.check()).toEqual({ kind: 'accepted', earliest: '2026-04-01', words: null });
    expect(late.asked).toEqual(['2026-03-01']);
    const ahead = await checkAgainst('free', '2026-08-15T00:00:00Z', () => page);
    expect(await ahead.check()).toEqual({ kind: 'accepted', earliest: null, words: null });
  });

  it('tells no day that rests on the Date of one answer alone', async () => {
    for (const date of ['Mon, 20 May 2030 12:00:05 GMT', 'Tue, 20 May 2025 12:00:05 GMT', 'soon']) {
      const { asked, check } = await checkAgainst('pro', NOW, () => ({ ...page, date }));
      expect(await check()).toEqual({ kind: 'accepted', earliest: null, words: null });
      expect(asked).toHaveLength(1);
    }
    // A proxy and this machine agree on a year that the answer knows nothing of.
    const both = await checkAgainst('pro', '2030-05-20T12:00:00Z', () => ({
      ...page,
      date: 'Mon, 20 May 2030 12:00:05 GMT',
    }));
    expect(await both.check()).toEqual({ kind: 'accepted', earliest: null, words: null });
    const named = await checkAgainst('pro', NOW, () => ({
      ...refusal('2026-04-01'),
      date: 'Mon, 20 May 2030 12:00:05 GMT',
    }));
    expect(await named.check()).toMatchObject({ kind: 'accepted', earliest: '2026-04-01' });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [400, 'refused'],
    [422, 'refused'],
    [404, 'not-the-api'],
    [200, 'not-the-api'],
  ] as const)('rejects on %i as %s', async (status, reason) => {
    const { check } = await checkAgainst('pro', NOW, () => ({ status, body: { message: 'palabras' } }));
    expect(await check()).toMatchObject({ kind: 'rejected', reason });
  });
});

describe('a check', () => {
  it.each([
    ['timed-out', 'unreachable'],
    ['aborted', 'unreachable'],
    ['bad-answer', 'not-the-api'],
  ] as const)('that %s is rejected as %s', async (kind, reason) => {
    const limits = { perMinute: 5, perDay: 5 };
    const limiters = createLimiters({ limits, clock: systemClock, storage: inMemoryLimiterStorage() });
    const failure = { kind, status: null, words: 'w', detail: null, retryAfterMs: null, serverDate: null };
    const options = { baseUrl: 'https://x', plan: 'pro', key: 'k', limiters, clock: systemClock } as const;
    const fetchPage = async () => ({ ok: false, failure }) as const;
    const words = reason === 'not-the-api' ? null : 'w';
    const { signal } = new AbortController();
    const checked = await checkKey({ ...options, fetchPage, signal, isBelieved: () => true });
    expect(checked).toEqual({ kind: 'rejected', reason, words });
  });

  it('tells a key that no request can carry from one that the API refused', async () => {
    const { asked, check } = await checkAgainst('pro', NOW, () => page);
    expect(await check('“una clave”')).toEqual({ kind: 'rejected', reason: 'unfit-key', words: null });
    expect(asked).toEqual([]);
  });

  it('learns a date from refusals of the date alone, and from no time where there is none', async () => {
    const behind = '2025-01-15T00:00:00Z';
    const unknown = await checkAgainst('free', behind, () => ({
      status: 401,
      body: refusal('2026-04-01').body,
    }));
    expect(await unknown.check()).toMatchObject({ kind: 'rejected', reason: 'unauthorized' });
    const timeless = await checkAgainst('free', behind, () => ({ status: 400, body: 'no', date: null }));
    expect(await timeless.check()).toMatchObject({ kind: 'rejected', reason: 'refused' });
  });

  it('of an answer without a time names no day', async () => {
    const { check } = await checkAgainst('pro', NOW, () => ({ ...page, date: null }));
    expect(await check()).toEqual({ kind: 'accepted', earliest: null, words: null });
  });

  it('lets go of its slot as answered whatever was answered, else as given up', async () => {
    const good = await checkAgainst('pro', NOW, () => page);
    expect((await good.checkReleasing())[1]).toEqual([true]);
    const refused = await checkAgainst('pro', NOW, () => ({ status: 401, body: {} }));
    expect((await refused.checkReleasing())[1]).toEqual([true]);
    const gone = await checkAgainst('pro', NOW, () => page);
    await gone.close();
    expect(await gone.checkReleasing()).toMatchObject([{ reason: 'unreachable' }, [false]]);
  });

  it('repeats no words of a server that is not the API', async () => {
    const { check } = await checkAgainst('pro', NOW, () => ({ status: 200, body: { message: 'palabras' } }));
    expect(await check()).toEqual({ kind: 'rejected', reason: 'not-the-api', words: null });
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
    // No first of a month among them: the end that was asked for is the last to be believed.
    expect(words('2026-04-15 to 2026-04-16', { ...asked, to: '2026-04-15T00:00:01' })).toBe('2026-04-16');
    expect(words('not before 2026-04-15', { ...asked, to: '2026-04-15T00:00:01' })).toBeNull();
    expect(words('2026-03-01 to 2026-04-01', { ...asked, to: '2026-03-01T00:00:01' })).toBe('2026-04-01');
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

  it('follows a server that names another date every time no further than four times', async () => {
    const { asked, probe } = await checkAgainst('pro', NOW, (from) =>
      from < '2026-01-01'
        ? refusal(`${from.slice(0, 5)}${String(Number(from.slice(5, 7)) + 1).padStart(2, '0')}-01`)
        : page,
    );
    expect(await probe()).toMatchObject({ ok: false, failure: { kind: 'bad-request' } });
    expect(asked).toEqual(['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01']);
  });

  it('asks again further back where our clock was ahead', async () => {
    const { asked, probe } = await checkAgainst('pro', '2028-05-20T12:00:00Z', () => page);
    expect(await probe()).toMatchObject({ ok: true, earliest: '2024-01-01', words: null });
    expect(asked).toEqual(['2026-01-01', '2024-01-01']);
  });

  it('asks from where the plan begins by this machine’s clock where no answer has a time', async () => {
    const { asked, probe } = await checkAgainst('pro', NOW, () => ({ ...page, date: null }));
    expect(await probe()).toMatchObject({ ok: true, earliest: '2024-01-01', serverDate: null });
    expect(asked).toEqual(['2024-01-01']);
  });

  it('ends with a server whose clock goes back with every answer', async () => {
    let year = 2028;
    const { asked, probe } = await checkAgainst('pro', '2028-05-20T12:00:00Z', () => {
      year -= 1;
      return { ...page, date: new Date(Date.UTC(year, 4, 20)).toUTCString() };
    });
    expect(await probe()).toMatchObject({ ok: true, earliest: '2021-01-01' });
    expect(asked).toEqual(['2026-01-01', '2025-01-01', '2024-01-01', '2023-01-01', '2022-01-01']);
  });
});
