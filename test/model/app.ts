import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { SERVICE_LIMITS } from '#electron/api/slots.ts';
import { createSyncEngine, type SyncEngine } from '#electron/sync/engine.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { watchCrashes } from './crashes.ts';
import type { Kill } from './history.ts';
import {
  callerThrough,
  type LedgerPage,
  type LedgerWatch,
  openLedgerPage,
  type WhereRowsLie,
} from './mortal-ledger.ts';
import type { Plan, Source } from './source.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The app as a process and a page, each of which may be gone at any moment. Both are started again by `revive`. */

export type App = {
  /** The page that is there; throws while none is. */
  readonly page: () => LedgerPage;
  readonly isOpen: () => boolean;
  readonly status: () => SyncStatus;
  readonly engine: () => SyncEngine;
  /** Starts what is not there and brings the two together. */
  readonly revive: () => Promise<void>;
  /** Closes the app as a user does. */
  readonly close: () => Promise<void>;
  /** The death to come; null: none. Counts begin anew. */
  readonly foresee: (kill: Kill | null) => void;
  /** Steps made since `foresee`. */
  readonly counts: () => { readonly [at in Kill['at']]: number };
  /** True when something died and nothing has been revived. */
  readonly isDown: () => boolean;
  /** The account's plan as the app believes it, from the next start on. */
  plan: Plan;
  /** Whose service answers from the next start on, and whether its key has been proven to be the company's. */
  source: Source;
  isKeyProven: boolean;
};

export type AppOptions = {
  readonly accountId: string;
  readonly time: VirtualTime;
  readonly source: Source;
  readonly plan: Plan;
  readonly periodMs: number | null;
  readonly watch: LedgerWatch;
  /** Of the first page that is opened; with every other one it is the other way. */
  readonly rowsLie: WhereRowsLie;
};

type Process = {
  readonly engine: SyncEngine;
  readonly die: () => void;
  readonly attach: (page: LedgerPage) => void;
};

/** The answer of someone who died. */
const never = new Promise<never>(() => undefined);
const gone = () => new RpcError(CHANNEL_CLOSED, 'The page is gone.');

export function createApp(options: AppOptions): App {
  const { accountId, time, periodMs, watch } = options;
  // What outlives the process: the files of the limiter.
  const limiterStorage = inMemoryLimiterStorage();
  let page: LedgerPage | null = null;
  let running: Process | null = null;
  let kill: Kill | null = null;
  let rowsLie = options.rowsLie;
  const counts = { request: 0, call: 0, store: 0 };

  function strike(victim: Kill['victim']): void {
    kill = null;
    if (victim !== 'page') {
      running?.die();
      running = null;
    }
    if (victim !== 'main') {
      const dying = page;
      page = null;
      dying?.crash();
    }
  }

  /** Counts one step; the death that is due at it, or null. */
  function reach(at: Kill['at']): Kill | null {
    counts[at] += 1;
    return kill !== null && kill.at === at && kill.count === counts[at] ? kill : null;
  }

  watchCrashes().onStep = () => {
    const due = reach('store');
    if (due !== null) strike(due.victim);
  };

  function startProcess(): Process {
    const { clock, end } = time.startProcess();
    let isAlive = true;
    const { source } = app;
    const fetchPage: typeof source.fetch = async (input, init) => {
      if (!isAlive) return never;
      const due = reach('request');
      if (due?.isDone === false) strike(due.victim);
      if (!isAlive) return never;
      const answer = await source.fetch(input, init);
      if (due?.isDone === true) strike(due.victim);
      return isAlive ? answer : never;
    };
    const engine = createSyncEngine({
      account: { id: accountId, baseUrl: 'http://127.0.0.1:9', plan: app.plan },
      readKey: () => 'key',
      isKeyProven: () => app.isKeyProven,
      onKeyProven: () => {
        app.isKeyProven = true;
      },
      fetch: fetchPage,
      limiters: createLimiters({ limits: SERVICE_LIMITS, clock, storage: limiterStorage }),
      clock,
      periodMs,
      onStatus: () => undefined,
      random: () => 0.5,
    });
    return {
      engine,
      die: () => {
        isAlive = false;
        end();
      },
      attach: (to) => {
        const caller = callerThrough(async (name, input) => {
          if (!isAlive) return never;
          const due = reach('call');
          if (due?.isDone === false) strike(due.victim);
          if (!isAlive) return never;
          if (!to.isAlive()) throw gone();
          try {
            const output = await to.call(name, input);
            if (due?.isDone === true) strike(due.victim);
            if (!isAlive) return never;
            if (!to.isAlive()) throw gone();
            return output;
          } catch (error) {
            if (!isAlive) return never;
            throw error;
          }
        });
        engine.attachLedger(caller, to.ledger.ownerEpoch, 'known');
      },
    };
  }

  const app: App = {
    plan: options.plan,
    source: options.source,
    isKeyProven: true,
    page: () => {
      if (page === null) throw new Error('No page is open.');
      return page;
    },
    engine: () => {
      if (running === null) throw new Error('The app is not running.');
      return running.engine;
    },
    counts: () => ({ ...counts }),
    isOpen: () => page !== null && running !== null,
    isDown: () => page === null || running === null || !page.isAlive(),
    status: () => app.engine().status(),
    revive: async () => {
      const isNewProcess = running === null;
      if (page === null) {
        page = await openLedgerPage(accountId, watch, rowsLie);
        rowsLie = rowsLie === 'in memory' ? 'in a file' : 'in memory';
        if (running !== null) {
          running.attach(page);
          return;
        }
      }
      if (isNewProcess) {
        running = startProcess();
        running.attach(page);
      }
    },
    close: async () => {
      const closing = running;
      running = null;
      if (closing !== null) {
        let isOver = false;
        void closing.engine.stop().then(() => {
          isOver = true;
        });
        await time.until(() => isOver, 'end of the engine');
        closing.die();
      }
      page?.close();
      page = null;
    },
    foresee: (fresh) => {
      kill = fresh;
      counts.request = 0;
      counts.call = 0;
      counts.store = 0;
    },
  };
  return app;
}
