import { afterAll, expect, it, vi } from 'vitest';
import { createFetchPage, DEFAULT_CLIENT_OPTIONS } from '#electron/api/client.ts';
import { Life } from '#test/model/life.ts';
import { HONEST, Source } from '#test/model/source.ts';
import { everyNth } from '#test/random-cases.ts';
import { note } from '#test/soak/tally.ts';
import { type HttpSource, serveSource } from './http-source.ts';

vi.setConfig({ testTimeout: 300_000 });

let http: HttpSource;
afterAll(() => http.close());

/** Bytes from one cut to the next: every one in the long form. */
const STRIDE = Number(process.env.CUADRA_CUT_STRIDE ?? everyNth(22));

it('an answer cut at any byte is never taken for a page, whether its length says so or not', async () => {
  const now = () => Date.parse('2026-05-20T15:30:00.000Z');
  const source = new Source({ ...HONEST, pageSize: 4 }, 'free', now);
  source.isLimited = false;
  new Life(source, now).populate(3);
  http = await serveSource(source);
  const fetchPage = createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, fetch });
  const ask = () =>
    fetchPage({
      baseUrl: http.baseUrl,
      key: 'key',
      query: {
        date: 'purchase_date',
        from: '2026-04-01',
        to: '2026-05-31',
        page: 1,
        limit: 1000,
        withCategories: true,
      },
      signal: new AbortController().signal,
    });
  let whole = '';
  http.misbehave((_, honest) => {
    whole = honest().body;
    return undefined;
  });
  expect((await ask()).ok).toBe(true);
  const length = Buffer.byteLength(whole);
  let cuts = 0;
  for (let at = 0; at < length; at += STRIDE) {
    for (const isSaid of at % (STRIDE * 8) === 0 ? [false, true] : [true]) {
      http.misbehave((_, honest) => {
        // Bytes, not characters: a cut may fall into the middle of an «ó».
        if (!isSaid) return { kind: 'reset', afterBytes: at };
        const body = Buffer.from(honest().body).subarray(0, at);
        return { kind: 'answer', answer: { ...honest(), body: body as unknown as string } };
      });
      const answer = await ask();
      expect(answer.ok, `cut at byte ${at} of ${length}`).toBe(false);
      if (!answer.ok) expect(['bad-answer', 'unreachable']).toContain(answer.failure.kind);
      cuts += 1;
    }
  }
  note({ part: 'faults', faults: cuts });
});
