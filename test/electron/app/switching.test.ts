import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { type Clock, systemClock } from '#electron/api/clock.ts';
import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { type App, createApp } from '#electron/app/app.ts';
import { type StartedService, startService } from '#electron/demo/service/start-service.ts';
import { createSyncEngine } from '#electron/sync/engine.ts';
import type { AccountsState } from '#shared/contract/app.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import { type Channel, serveCalls } from '#shared/contract/rpc.ts';
import {
  createMemoryLedger,
  differences,
  type MemoryLedger,
  truthRow,
} from '#test/electron/sync/memory-ledger.ts';
import { everyNth } from '#test/random-cases.ts';
import { createFakeParts, NO_FOLDERS } from './fake-parts.ts';

/** Two companies, the real sync, and a user who changes between them at any moment: nothing is lost, nothing mixed. */

const NOW = Date.parse('2026-05-20T15:30:00.000Z');
const WIDE = { perMinute: 1_000_000, perDay: 100_000_000 };
const KEYS = ['key-one', 'key-two'] as const;
type Key = (typeof KEYS)[number];

/** So many turns of the event loop. */
async function pass(turns: number): Promise<void> {
  for (let passed = 0; passed < turns; passed += 1) await turn();
}
/** At which request of a load, and how many turns later, its user changes to the other company. */
const MOMENTS = [2, 5, 12, 23]
  .map((request, place) => [request, place % 3] as const)
  .filter((_, place) => place % everyNth(2) === 0);

const clock: Clock = { ...systemClock, wallMs: () => NOW };
let services: readonly [StartedService, StartedService];
beforeAll(async () => {
  const start = (key: Key, seed: number) =>
    startService({ keys: [key], plan: 'pro', orders: 150, seed, clock: () => NOW, limits: WIDE });
  services = [await start(KEYS[0], 3), await start(KEYS[1], 4)];
});
afterAll(async () => {
  for (const service of services) await service.close();
});

/** A line between two ends in one process. */
function line(): readonly [Channel, Channel] {
  const ends = [0, 1].map(() => ({
    messages: [] as ((message: unknown) => void)[],
    closes: [] as (() => void)[],
  }));
  let isOpen = true;
  const end = (own: number, other: number): Channel => ({
    send: (message) => {
      const text = JSON.stringify(message);
      setImmediate(() => {
        if (isOpen) for (const listener of ends[other]?.messages ?? []) listener(JSON.parse(text));
      });
    },
    onMessage: (listener) => void ends[own]?.messages.push(listener),
    onClose: (listener) => void ends[own]?.closes.push(listener),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      for (const { closes } of ends) for (const listener of closes) listener();
    },
  });
  return [end(0, 1), end(1, 0)];
}

describe('switching accounts', () => {
  let profile: string;
  let app: App;
  let ids: readonly [string, string];
  let ledgers: Map<string, MemoryLedger>;
  let requests: URL[];
  let onRequest: (number: number) => void;
  let page: { readonly accountId: string; readonly channel: Channel } | null;

  /** As the page does: it closes the one ledger and opens the other. */
  function show({ activeId }: AccountsState): void {
    if (activeId === null || page?.accountId === activeId) return;
    page?.channel.close();
    const [own, theirs] = line();
    const ledger = ledgers.get(activeId) ?? createMemoryLedger();
    ledgers.set(activeId, ledger);
    page = { accountId: activeId, channel: own };
    serveCalls<LedgerCalls>(own, ledger.caller, null);
    app.attachLedgerChannel(theirs);
    own.send({ type: 'ledger-hello', accountId: activeId, ownerEpoch: 1, ledgerId: `copy-${activeId}` });
  }

  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'cuadra-switch-'));
    ledgers = new Map();
    requests = [];
    onRequest = () => undefined;
    page = null;
    await openApp();
    const connect = (key: Key, { baseUrl }: StartedService) =>
      app.handlers.connectAccount({ baseUrl, plan: 'pro', key, name: key });
    // The first to be read is the first of the list.
    const second = (await connect(KEYS[1], services[1])).activeId ?? '';
    const first = (await connect(KEYS[0], services[0])).activeId ?? '';
    ids = [first, second];
    followAccounts();
  });
  afterEach(async () => {
    await app.stop();
    await rm(profile, { recursive: true, force: true });
  });

  /** Opens the profile as a process does. */
  async function openApp(): Promise<void> {
    const limiters = createLimiters({ limits: WIDE, clock, storage: inMemoryLimiterStorage() });
    app = await createApp({
      profileDirectory: profile,
      host: { host: 'browser', version: '0' },
      openExportTarget: async () => null,
      keyVault: NO_VAULT,
      exportFolders: NO_FOLDERS,
      parts: {
        ...createFakeParts(),
        createEngine: (given) =>
          createSyncEngine({
            ...given,
            limiters,
            clock,
            periodMs: null,
            retry: { baseMs: 1, capMs: 3, tries: 4 },
            fetch: (url, init) => {
              requests.push(new URL(url));
              onRequest(requests.length);
              return fetch(url, init);
            },
          }),
      },
    });
  }

  const followAccounts = () =>
    app.onEvent((name, payload) => {
      if (name === 'accounts') show(payload as AccountsState);
    });

  const activate = async (accountId: string) => app.handlers.activateAccount({ accountId });
  const status = () => app.handlers.readSyncStatus(null);
  const untilDone = (accountId: string) =>
    expect
      .poll(
        async () => {
          const { accountId: own, state, historyComplete, failure } = await status();
          expect(failure).toBeNull();
          return own === accountId && state === 'idle' && historyComplete;
        },
        { timeout: 60_000, interval: 5 },
      )
      .toBe(true);

  async function expectBothWhole(): Promise<void> {
    for (const id of ids) {
      await activate(id);
      await untilDone(id);
    }
    for (const [place, id] of ids.entries()) {
      const truth = [...(services[place]?.world.truth() ?? [])].map(truthRow);
      expect(differences(ledgers.get(id)?.rows() ?? [], truth)).toEqual([]);
    }
  }

  it('after every single request of a load ends with both companies whole', async () => {
    const change = async (turns: number) => {
      await pass(turns);
      const { activeId } = await app.handlers.readAccounts(null);
      await activate(activeId === ids[0] ? ids[1] : ids[0]);
    };
    const changes: Promise<void>[] = [];
    onRequest = (number) => {
      // While that very request is on its way.
      if (number <= 24) changes.push(change(number % 4));
    };
    show(await app.handlers.readAccounts(null));
    await expect.poll(() => requests.length, { timeout: 60_000 }).toBeGreaterThan(24);
    // One that comes late would take away the account that is waited for.
    await Promise.all(changes);
    await expectBothWhole();
  });

  it('at any one moment of a load, and back, reads no more than was missing', async () => {
    for (const [moment, turns] of MOMENTS) {
      page?.channel.close();
      page = null;
      ledgers.clear();
      requests.length = 0;
      // The load begins while its account is being activated: its requests count from then on.
      const gone = new Promise<void>((resolve) => {
        onRequest = (number) => {
          if (number === moment) void pass(turns).then(() => activate(ids[1]).then(() => resolve()));
        };
      });
      await activate(ids[0]);
      show(await app.handlers.readAccounts(null));
      await gone;
      await untilDone(ids[1]);
      await expectBothWhole();
      // Staged pages of the window that was left are not asked for again; only the request in flight is.
      const [{ baseUrl }] = services;
      const asked = requests.filter(
        ({ href, searchParams }) => href.startsWith(baseUrl) && searchParams.get('date') === 'purchase_date',
      );
      const pages = asked.map(({ search }) => search);
      expect(pages.length - new Set(pages).size).toBeLessThanOrEqual(2);
    }
  });

  it('takes along what the user asked to be read again', async () => {
    show(await app.handlers.readAccounts(null));
    await untilDone(ids[0]);
    requests.length = 0;
    const gone = new Promise<void>((resolve) => {
      onRequest = (number) => {
        if (number === 1) {
          app.handlers.rereadMonths({ months: ['2026-02' as never] });
          void activate(ids[1]).then(() => resolve());
        }
      };
    });
    app.handlers.syncNow(null);
    await gone;
    await untilDone(ids[1]);
    await activate(ids[0]);
    await untilDone(ids[0]);
    const [{ baseUrl }] = services;
    await expect
      .poll(() =>
        requests.some(
          ({ href, searchParams }) =>
            href.startsWith(baseUrl) &&
            searchParams.get('date') === 'purchase_date' &&
            (searchParams.get('from') ?? '').startsWith('2026-01-31T23:59:59'),
        ),
      )
      .toBe(true);
    await expectBothWhole();
  });

  it('keeps what one key reads from two addresses apart, also when the profile is opened again', async () => {
    const [own] = services;
    const other = await startService({
      keys: [KEYS[0]],
      plan: 'pro',
      orders: 150,
      seed: 5,
      clock: () => NOW,
      limits: WIDE,
    });
    try {
      const addresses = [own.baseUrl, other.baseUrl] as const;
      const opened: string[] = [];
      for (let round = 0; round < 2; round += 1) {
        for (const baseUrl of addresses) {
          show(await app.handlers.connectAccount({ baseUrl, plan: 'pro', key: KEYS[0], name: '' }));
          const { activeId } = await app.handlers.readAccounts(null);
          opened.push(activeId ?? '');
          const since = requests.length;
          await app.handlers.syncNow(null);
          await untilDone(activeId ?? '');
          await expect.poll(() => requests.length).toBeGreaterThan(since);
          const asked = requests.slice(since).map(({ href }) => href);
          expect(asked.every((href) => href.startsWith(`${baseUrl}/`))).toBe(true);
        }
        // The same profile in another process: keys live in memory alone, and are given anew.
        await app.stop();
        page = null;
        await openApp();
        followAccounts();
      }
      // One account an address, and the same one each time.
      expect(opened.slice(2)).toEqual(opened.slice(0, 2));
      expect(new Set(opened).size).toBe(2);
      for (const [place, { world }] of [own, other].entries()) {
        const rows = ledgers.get(opened[place] ?? '')?.rows() ?? [];
        expect(differences(rows, [...world.truth()].map(truthRow))).toEqual([]);
      }
    } finally {
      await other.close();
    }
  });
});
