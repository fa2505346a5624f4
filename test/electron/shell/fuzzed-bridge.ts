import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { App } from '#electron/app/app.ts';
import type { AccountsState } from '#shared/contract/app.ts';
import { type AppStreams, appStreams } from '#shared/contract/app-streams.ts';
import type { Reply } from '#shared/contract/ipc.ts';
import type { StreamCalls } from '#shared/contract/streams.ts';
import { randomCases } from '#test/random-cases.ts';
import { type Draw, hostilePayload } from './hostile-payloads.ts';

/** What both hosts are fuzzed with and held to: payloads that are half right, and answers that are whole or typed refusals. */

/** Payloads a call: the suite lives a share. */
export const EACH = Number(process.env.CUADRA_FUZZ ?? randomCases(15));
export const SEED = Number(process.env.CUADRA_SEED ?? 20_261_123);
/** The key of the account that stands; no payload holds it, so that no answer may. */
const HELD_KEY = 'held-9f21c7d4e8a0';
/** What is typed as a key: it may come back in no message. */
const TYPED_KEY = 'typed-51ab77c09e34';

type Tally = { readonly answered: number; readonly refused: number };

const accountsOf = (app: App) => (app.handlers.readAccounts(null) as AccountsState).accounts;

/** The account whose key nobody may be told. */
export async function holdKey(app: App): Promise<void> {
  await app.handlers.connectAccount({
    baseUrl: 'https://api.example/v1',
    plan: 'pro',
    key: HELD_KEY,
    name: 'T',
  });
}

/** What would be right where a text of this name is asked for, as far as this app goes. */
export function knownTexts(app: App): Draw['known'] {
  const ids = accountsOf(app).map(({ id }) => id);
  const texts: { readonly [name: string]: readonly string[] } = {
    accountId: [...ids, 'demo-1000', 'nobody'],
    intoId: [...ids, 'demo-1000', 'demo-2000', 'copied'],
    id: ids,
    baseUrl: ['https://api.example/v1', 'https://other.example', 'http://localhost:1', 'ftp://x'],
    key: [TYPED_KEY],
    months: ['2025-03', '2024-12'],
    month: ['2025-03'],
    ranges: ['2025-03', 'all'],
    path: ['manifest.json', 'Mes=2025-03/filas.parquet', 'cargar-duckdb.sql'],
    kept: ['manifest.json'],
    main: ['CLP'],
    code: ['CLP', 'USD'],
    fileName: ['ventas.csv', '../../evil.csv', '..\\evil.csv', '.hidden', 'CON', '/etc/evil.csv'],
    name: ['cuadra-2025-03-01T101112000Z-manual-5.cuadra-respaldo', 'T'],
    text: ['a;b\n'],
  };
  return (name) => texts[name] ?? [];
}

/** One stream after the other: what it is asked with, then what it is fed, half right. `ask` brings a call over as its host does. */
export async function fuzzStream(
  name: keyof AppStreams,
  draw: Draw,
  ask: (call: keyof StreamCalls, input: unknown) => Promise<Reply<unknown>>,
): Promise<Tally> {
  const tally = { answered: 0, refused: 0 };
  const hear = (reply: Reply<unknown>): void => {
    tally[reply.ok ? 'answered' : 'refused'] += 1;
    expectTyped(name, reply);
  };
  for (let at = 0; at < EACH; at += 1) {
    const id = randomUUID();
    hear(await ask('openStream', { id, name, input: hostilePayload(draw, appStreams[name].input) }));
    await ask('pullStream', { id });
    for (let fed = 0; fed < 3; fed += 1)
      hear(await ask('pullStream', { id, feed: hostilePayload(draw, appStreams[name].feed) }));
    await ask('cancelStream', { id });
  }
  return tally;
}

/** Accounts are not piled up: what a list of thousands costs is another test's. */
export async function tidy(app: App): Promise<void> {
  for (const { id, kind } of accountsOf(app).slice(12)) {
    if (kind === 'api') await app.handlers.removeAccount({ accountId: id });
  }
}

export function expectTyped(name: string, reply: Reply<unknown>): void {
  expect(typeof reply.ok, name).toBe('boolean');
  const text = JSON.stringify(reply);
  expect(text.includes(HELD_KEY), `${name} tells the key`).toBe(false);
  if (reply.ok) return;
  const { code, message } = reply.error;
  expect(Object.keys(reply.error).sort(), name).toEqual(['code', 'message']);
  // «internal» is what nobody thought of.
  expect(code, `${name}: ${message}`).toMatch(/^(?!internal$)[a-z]+(-[a-z]+)*$/);
  expect(message.length, name).toBeLessThan(600);
  expect(message.includes(TYPED_KEY), `${name} repeats a key: ${message}`).toBe(false);
  expect(message, name).not.toMatch(/\n\s+at |node_modules/);
}
