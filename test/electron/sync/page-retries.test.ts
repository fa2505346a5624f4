import { expect, it } from 'vitest';
import { createFetchPageWithRetry } from '#electron/sync/run/fetch-page-with-retry.ts';
import { MINUTE_MS, type UtcInstant } from '#shared/domain/dates.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';

/** One page, asked for until its answer and the server's time at it can be believed. */

const AT = '2026-05-20T12:00:00.000Z' as UtcInstant;
const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString() as UtcInstant;
const failure = (kind: string, more: object = {}) => ({
  ok: false,
  failure: { kind, status: 503, words: null, detail: null, retryAfterMs: null, serverDate: null, ...more },
});
const good = (serverDate: UtcInstant | null = AT) => ({ ok: true, page: { meta: { to: '' } }, serverDate });

/** @param verdicts of the server's time, answer by answer; the last for all that follow */
function asking(
  answers: readonly object[],
  {
    verdicts = ['believed'],
    now = AT,
  }: { readonly verdicts?: readonly string[]; readonly now?: UtcInstant | null } = {},
) {
  const manual = createManualClock();
  const said: string[] = [];
  const say = (what: string) => void said.push(what);
  const controller = new AbortController();
  let asked = 0;
  let seen = 0;
  const engine = {
    account: { baseUrl: 'https://x.test' },
    clock: manual.clock,
    retry: { baseMs: 1_000, capMs: 4_000, tries: 3 },
    random: () => 1,
    requestPage: async ({ key, baseUrl }: { readonly key: string; readonly baseUrl: string }) => {
      say(`ask ${baseUrl} ${key}`);
      await new Promise<void>((resolve) => void manual.clock.setTimer(resolve, 100));
      asked += 1;
      const answer = answers[Math.min(asked, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    traffic: { countRequest: (ms: number) => say(`took ${ms}`) },
    reporter: {
      waiting: (wait: { readonly reason: string; readonly untilMs: number } | null) =>
        say(wait === null ? 'no wait' : `wait ${wait.reason} ${wait.untilMs - manual.clock.wallMs()}`),
      trying: (tried: number) => say(`tried ${tried}`),
      answered: () => say('answered'),
      tryFailed: (outage: string, tried: number, tries: number) => say(`${outage} ${tried}/${tries}`),
    },
    serverClock: {
      observeServerTime: () => {
        seen += 1;
        return verdicts[Math.min(seen, verdicts.length) - 1];
      },
      now: () => now,
    },
  };
  const counts: { [name: string]: number } = {};
  const job = {
    key: 'k',
    signal: controller.signal,
    journal: {
      add: (more: { readonly [name: string]: number }) => {
        for (const [name, by] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + by;
      },
      writeClock: async (outcome: string, wrong: string, believed: string) =>
        say(`clock ${outcome} ${wrong} ${believed}`),
    },
  };
  const limiter = {
    acquire: async () => ({ release: (isAnswered: boolean) => say(`release ${isAnswered}`) }),
  };
  const fetchPage = createFetchPageWithRetry(engine as never, job as never, limiter as never);
  const ask = async () => {
    const answer = fetchPage({ to: '' } as never).then(
      ({ serverDate }) => serverDate,
      (error: Error & { readonly failure?: { readonly kind: string }; readonly code?: string }) =>
        `failed: ${error.failure?.kind ?? error.code ?? error.name}`,
    );
    await manual.advance(MINUTE_MS);
    return answer;
  };
  return { ask, said, counts, controller };
}

it('a good answer is asked for once', async () => {
  const { ask, said, counts } = asking([good()]);
  expect(await ask()).toBe(AT);
  expect(said).toEqual(['tried 0', 'ask https://x.test k', 'release true', 'took 100', 'answered']);
  expect(counts).toEqual({ requests: 1 });
});

it('a failure that passes is tried again, later each time, and told as the outage that it is', async () => {
  const { ask, said, counts } = asking([
    failure('unreachable', { status: null }),
    failure('server-error'),
    good(),
  ]);
  expect(await ask()).toBe(AT);
  expect(said).toEqual([
    ...[
      'tried 0',
      'ask https://x.test k',
      'release false',
      'took 100',
      'silent 1/3',
      'wait back-off 1000',
      'no wait',
    ],
    ...[
      'tried 1',
      'ask https://x.test k',
      'release true',
      'took 100',
      'failing 2/3',
      'wait back-off 2000',
      'no wait',
    ],
    ...['tried 2', 'ask https://x.test k', 'release true', 'took 100', 'answered'],
  ]);
  expect(counts).toEqual({ requests: 3, retries: 2, backOffMs: 3_000 });
});

it('what does not pass, or fails too often, is given up with its failure', async () => {
  const refused = asking([failure('unauthorized', { status: 401 })]);
  expect(await refused.ask()).toBe('failed: unauthorized');
  expect([refused.counts, refused.said.at(-1)]).toEqual([{ requests: 1 }, 'answered']);
  const failing = asking([failure('server-error')]);
  expect(await failing.ask()).toBe('failed: server-error');
  expect(failing.counts).toEqual({ requests: 3, retries: 2, backOffMs: 3_000 });
});

it('a request that breaks gives its slot back as one that nobody answered', async () => {
  const { ask, said, counts } = asking([new Error('broken')]);
  expect(await ask()).toBe('failed: Error');
  expect([said.slice(-2), counts]).toEqual([['release false', 'took 100'], { requests: 1 }]);
});

it('an answer that came after the run was interrupted counts for nothing', async () => {
  const { ask, said, controller } = asking([good()]);
  controller.abort(Object.assign(new Error('no more'), { name: 'Stopped' }));
  expect(await ask()).toBe('failed: Stopped');
  expect(said).not.toContain('answered');
});

it('a time that is doubted is asked for again, five times at most, and what was wrong is noted', async () => {
  const agreed = asking([good(later(10 * MINUTE_MS)), good(AT)], { verdicts: ['doubted', 'believed'] });
  expect(await agreed.ask()).toBe(AT);
  expect(agreed.counts.requests).toBe(2);
  expect(agreed.said.filter((each) => each.startsWith('clock'))).toEqual([
    `clock doubted ${later(10 * MINUTE_MS)} ${AT}`,
  ]);
  const never = asking([good(later(10 * MINUTE_MS))], { verdicts: ['doubted'], now: null });
  expect(await never.ask()).toBe('failed: unclear-time');
  expect(never.counts.requests).toBe(6);
  const kept = asking([good(null)], { verdicts: ['kept'] });
  expect([await kept.ask(), kept.counts.requests]).toEqual([AT, 1]);
  expect(kept.said.some((each) => each.startsWith('clock'))).toBe(false);
  // One that was kept aside is a doubt as well, one that was believed is none, whatever is believed by then.
  const noted = async (verdict: string) => {
    const { ask, said } = asking([good(later(10 * MINUTE_MS))], { verdicts: [verdict] });
    await ask();
    return said.some((each) => each.startsWith('clock'));
  };
  expect([await noted('kept'), await noted('believed')]).toEqual([true, false]);
});

it('a doubted time that was right within two minutes is none to note', async () => {
  const noted = async (byMs: number) => {
    // The one that is believed came a tenth of a second later.
    const { ask, said } = asking([good(later(byMs)), good()], {
      verdicts: ['doubted', 'believed'],
      now: later(100),
    });
    await ask();
    return said.some((each) => each.startsWith('clock'));
  };
  const two = 2 * MINUTE_MS;
  expect([await noted(0), await noted(two), await noted(-two)]).toEqual([false, false, false]);
  expect([await noted(two + 1), await noted(-two - 1)]).toEqual([true, true]);
});
