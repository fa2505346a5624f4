import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { isOwnHost } from '#renderer/data/transport/channels.ts';

afterEach(() => vi.unstubAllGlobals());

/** Somebody on our port, who answers a nonce; null: who refuses. Returns what was asked of it. */
function onThePort(answer: (nonce: string) => string | null): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const text = answer(new URL(address, 'http://127.0.0.1').searchParams.get('nonce') ?? '');
    return text === null ? new Response('', { status: 401 }) : new Response(text);
  });
  return asked;
}

const prove = (secret: string) => (nonce: string) =>
  `${createHmac('sha256', secret).update(nonce).digest('hex')}\n`;

test('the host that knows the secret is known, whatever the secret; one that knows another is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ minLength: 1 }),
      async (own, other) => {
        const asked = onThePort(prove(own));
        expect(await isOwnHost(own)).toBe(true);
        expect(await isOwnHost(other)).toBe(own === other);
        // A nonce each: what was answered before is no proof.
        expect(new Set(asked).size).toBe(2);
        expect(asked.join()).not.toContain(`nonce=${own}`);
      },
    ),
    { seed: 12, numRuns: 50 },
  );
});

test('nobody else is', async () => {
  const stale = prove('secret')('an earlier nonce');
  for (const answer of ['', 'yes', 'zz', '0'.repeat(64), 'a'.repeat(63), stale, '<!doctype html>']) {
    onThePort(() => answer);
    expect(await isOwnHost('secret'), answer).toBe(false);
  }
  onThePort(() => null);
  expect(await isOwnHost('secret')).toBe(false);
});

test('a page without a secret has no host of its own', async () => {
  onThePort(prove(''));
  expect(await isOwnHost('')).toBe(false);
});

test('where nobody answers it is not said that somebody else does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
  await expect(isOwnHost('secret')).rejects.toThrow('refused');
});
