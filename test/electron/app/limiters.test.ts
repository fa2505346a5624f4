import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { type App, type AppParts, createApp } from '#electron/app/app.ts';
import { createAppParts } from '#electron/app/app-parts.ts';
import { type StartedService, startService } from '#electron/demo/service/start-service.ts';
import type { SyncEngine } from '#electron/sync/engine.ts';
import { createPendingCommands } from '#electron/sync/run/sync-commands.ts';
import { createMemoryLedger } from '#test/electron/sync/memory-ledger.ts';
import { NO_FOLDERS } from './fake-parts.ts';

/** A limiter for each (base address, key), whoever asks: the key check, the key's proof, the sync. */

const KEYS = ['first-key', 'second-key'];
let services: readonly [StartedService, StartedService];
beforeAll(async () => {
  const start = (seed: number) =>
    startService({
      keys: KEYS,
      plan: 'pro',
      orders: 100,
      seed,
      clock: Date.now,
      limits: { perMinute: 1_000, perDay: 10_000 },
    });
  services = [await start(1), await start(2)];
});
afterAll(async () => {
  for (const service of services) await service.close();
});

let profile: string;
let parts: AppParts;
let sent: { readonly baseUrl: string; readonly key: string; readonly from: string }[];
const engines: SyncEngine[] = [];
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'cuadra-limiters-'));
  sent = [];
  parts = createAppParts({
    profileDirectory: profile,
    requestsPerMinute: null,
    fetch: (url, init) => {
      const { origin, searchParams } = new URL(url);
      const key = new Headers(init.headers).get('Ocp-Apim-Subscription-Key') ?? '';
      sent.push({ baseUrl: origin, key, from: searchParams.get('from') ?? '' });
      return fetch(url, init);
    },
  });
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  await rm(profile, { recursive: true, force: true });
});

const check = ({ baseUrl }: StartedService, key: string) => parts.checkKey({ baseUrl, plan: 'pro', key });

function startEngine(
  { baseUrl }: Pick<StartedService, 'baseUrl'>,
  key: string,
  isKeyProven = true,
  kind: 'api' | 'demo' = 'api',
): SyncEngine {
  const engine = parts.createEngine({
    account: { id: `${baseUrl} ${key}`, kind, baseUrl, plan: 'pro', syncEveryMinutes: 60 },
    readKey: () => key,
    isKeyProven: () => isKeyProven,
    onKeyProven: () => undefined,
    commands: createPendingCommands(),
    onStatus: () => undefined,
    isAskedOnly: () => false,
  });
  engines.push(engine);
  engine.attachLedger(createMemoryLedger().caller, 1, 'new');
  return engine;
}

const requestsOf = ({ baseUrl }: StartedService, key: string) =>
  sent.filter((one) => one.baseUrl === baseUrl && one.key === key).length;
const untilHeldBack = (engine: SyncEngine) =>
  expect.poll(() => engine.status().waiting?.reason, { timeout: 20_000 }).toBe('minute-limit');

describe('the limits of a key at an address', () => {
  it('are shared by all who ask there with it, and by nobody else', async () => {
    const [one, two] = services;
    for (let i = 0; i < 3; i += 1) expect((await check(one, 'first-key')).kind).toBe('accepted');
    // What the check used, the sync lacks; an unproven key asks once more, through the same gate.
    const first = startEngine(one, 'first-key', false);
    await untilHeldBack(first);
    expect(requestsOf(one, 'first-key')).toBe(5);
    expect(first.status().requests).toMatchObject({ lastMinute: 5, perMinute: 5, lastDay: 5, perDay: 7_200 });
    expect(first.status().requests.recentAtMs).toHaveLength(5);
    // And the other way round: it waits while the others below are let through.
    let isChecked = false;
    void check(one, 'first-key').then(() => {
      isChecked = true;
    });

    // Another key there, and the same key elsewhere, have their own.
    const other = startEngine(one, 'second-key');
    const elsewhere = startEngine(two, 'first-key');
    await Promise.all([untilHeldBack(other), untilHeldBack(elsewhere)]);
    expect(requestsOf(one, 'second-key')).toBe(5);
    expect(requestsOf(two, 'first-key')).toBe(5);
    expect(requestsOf(one, 'first-key')).toBe(5);
    expect(isChecked).toBe(false);
  });

  it('are other than those of the demo company, which has its own', async () => {
    const demo = await parts.startDemo(null);
    try {
      const own = startEngine(services[0], 'first-key');
      const ofDemo = startEngine(demo, demo.key, true, 'demo');
      const perMinute = (engine: SyncEngine) => engine.status().requests.perMinute;
      await expect.poll(() => [perMinute(own), perMinute(ofDemo)]).toEqual([5, expect.any(Number)]);
      expect(perMinute(ofDemo)).toBeGreaterThan(5);
    } finally {
      for (const engine of engines.splice(0)) await engine.stop();
      await demo.stop();
    }
  });

  it('outlive the app, in files that name neither', async () => {
    const [one, two] = services;
    await check(one, 'first-key');
    await check(two, 'first-key');
    // A draft of what is being written may stand beside them, or in the place of one, for a moment.
    let files: readonly string[] = [];
    await expect
      .poll(async () => {
        files = (await readdir(join(profile, 'limits'))).filter((file) => file.endsWith('.json'));
        return files;
      })
      .toHaveLength(2);
    for (const file of files) {
      const text = await readFile(join(profile, 'limits', file), 'utf8');
      for (const secret of ['first-key', one.baseUrl, two.baseUrl]) expect(file + text).not.toContain(secret);
    }
    const again: App = await createApp({
      profileDirectory: profile,
      host: { host: 'browser', version: '0' },
      openExportTarget: async () => null,
      keyVault: NO_VAULT,
      exportFolders: NO_FOLDERS,
      parts: createAppParts({ profileDirectory: profile, requestsPerMinute: null, fetch }),
    });
    try {
      await again.handlers.connectAccount({ baseUrl: one.baseUrl, plan: 'pro', key: 'first-key', name: '' });
      await expect.poll(async () => (await again.handlers.readSyncStatus(null)).requests.lastMinute).toBe(1);
    } finally {
      await again.stop();
    }
  });
});
