import type { AppParts } from '#electron/app/app.ts';
import type { RunningDemo } from '#electron/app/demo-company.ts';
import type { FolderHost } from '#electron/export/account-folder.ts';
import type { SyncEngine } from '#electron/sync/engine.ts';
import type { PendingCommands } from '#electron/sync/run/sync-commands.ts';
import { idleStatus } from '#electron/sync/status/status.ts';
import type { KeyCheck, SyncStatus } from '#shared/contract/app.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';

/** Parts of an app whose engines only note what is asked of them. */

type FakeEngine = SyncEngine & {
  readonly accountId: string;
  readonly notes: string[];
  readonly commands: PendingCommands;
  readonly key: () => string | null;
  readonly plan: string;
  readonly isKeyProven: () => boolean;
  readonly verifyKeyOwner: () => void;
  readonly report: (state: SyncStatus['state']) => void;
  /** The ledger that was attached last. */
  readonly ledger: () => Caller<LedgerCalls> | null;
};

export const NO_FOLDERS: FolderHost = { find: async () => null, isMade: false, choose: null, show: null };

export type FakeParts = AppParts & {
  readonly engines: FakeEngine[];
  readonly checked: { baseUrl: string; plan: string; key: string }[];
  /** What each start of the demo was told about its beginning. */
  readonly demoStarts: (number | null)[];
  readonly demoStops: () => number;
  readonly failDemo: (fails: boolean) => void;
};

export function statusOf(accountId: string | null, state: SyncStatus['state'] = 'idle'): SyncStatus {
  return { ...idleStatus(accountId), state };
}

export function createFakeParts(): FakeParts {
  const engines: FakeEngine[] = [];
  const checked: { baseUrl: string; plan: string; key: string }[] = [];
  const demoStarts: (number | null)[] = [];
  let demoStops = 0;
  let demoFails = false;
  const accepted: KeyCheck = { kind: 'accepted', earliest: '2024-01-01' as never, words: null };
  return {
    engines,
    checked,
    demoStarts,
    demoStops: () => demoStops,
    failDemo: (fails) => {
      demoFails = fails;
    },
    periodMs: ({ syncEveryMinutes }) => syncEveryMinutes * 60_000,
    createEngine: ({ account, readKey, isKeyProven, onKeyProven, commands, onStatus }) => {
      const notes: string[] = [];
      let state: SyncStatus['state'] = 'idle';
      let attached: Caller<LedgerCalls> | null = null;
      const engine: FakeEngine = {
        accountId: account.id,
        notes,
        key: readKey,
        plan: account.plan,
        commands,
        isKeyProven,
        verifyKeyOwner: onKeyProven,
        report: (next) => {
          state = next;
          onStatus(statusOf(account.id, state));
        },
        ledger: () => attached,
        attachLedger: (caller, epoch, copy) => {
          attached = caller;
          notes.push(`attach ${epoch} ${copy}`);
        },
        detachLedger: (epoch) => void notes.push(`detach ${epoch}`),
        syncNow: () => void notes.push('sync'),
        pause: (reason = 'user') => void notes.push(`pause ${reason}`),
        wake: () => void notes.push('wake'),
        beginByItself: () => void notes.push('begin'),
        setPeriod: (periodMs) => void notes.push(`period ${periodMs}`),
        rereadMonths: (months) => void notes.push(`reread ${months.join(' ')}`),
        cancelRereads: (months) => void notes.push(`cancel ${months.join(' ')}`),
        checkMonths: (months) => void notes.push(`check ${months.join(' ')}`),
        findDifferences: (ranges) => void notes.push(`find ${ranges.join(' ')}`),
        resolveMissing: async ({ month, decision }) => {
          notes.push(`${decision} ${month}`);
          return { rowsRemoved: decision === 'remove' ? 3 : 0 };
        },
        status: () => statusOf(account.id, state),
        stop: async () => void notes.push('stop'),
      };
      engines.push(engine);
      return engine;
    },
    checkKey: async (input) => {
      checked.push(input);
      return accepted;
    },
    startDemo: async (beganAtMs): Promise<RunningDemo> => {
      demoStarts.push(beganAtMs);
      if (demoFails) throw new Error('no demo today');
      return {
        beganAtMs: beganAtMs ?? 1000,
        baseUrl: 'http://127.0.0.1:1',
        plan: 'pro',
        key: 'demo-key',
        currencies: { main: 'CLP', own: [] },
        stop: async () => {
          demoStops += 1;
        },
        async *files(month) {
          yield { kind: 'file', file: { name: `${month}.csv`, of: 'bank', text: '' }, at: 0, total: 1 };
          return null;
        },
      };
    },
    idleStatus: () => statusOf(null),
  };
}
