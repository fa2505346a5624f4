import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAccountBook } from '#electron/accounts/account-book.ts';

/** The demo company among the accounts: at most one, in its place. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-demo-account-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));

const demo = (beganAtMs: number) =>
  ({
    beganAtMs,
    name: 'Demo',
    plan: 'pro',
    key: 'd',
    baseUrl: 'http://127.0.0.1:1',
    currencies: { main: 'CLP', own: [] },
  }) as const;

test('opened again it stays where it was and what it was called; one that began anew takes its place away', async () => {
  const book = await openAccountBook(folder);
  const kinds = () => book.state().accounts.map(({ kind }) => kind);
  await book.openDemo(demo(5));
  await book.connect({ baseUrl: 'https://api.example', plan: 'pro', key: 'k', name: 'Tienda' });
  await book.update('demo-5', { name: 'Mine' });
  expect(kinds()).toEqual(['demo', 'api']);
  await book.openDemo(demo(5));
  expect(kinds()).toEqual(['demo', 'api']);
  expect(book.state()).toMatchObject({ activeId: 'demo-5', accounts: [{ id: 'demo-5', name: 'Mine' }, {}] });
  await book.openDemo(demo(6));
  expect(
    book
      .state()
      .accounts.map(({ id }) => id)
      .filter((id) => id.startsWith('demo')),
  ).toEqual(['demo-6']);
  expect(kinds()).toHaveLength(2);
});
