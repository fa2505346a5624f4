import { createActivity } from '#renderer/data/scheduling/scheduler.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LedgerDatabase } from './database.ts';
import { asLedgerFailure, LEDGER_LOST, OWNERSHIP_LOST } from './failures.ts';

export type LedgerAccess = ReturnType<typeof createAccess>;

export type AccessListeners = {
  /** A write was refused because another page owns the ledger. */
  readonly onOwnershipLost: () => void;
  /** The database went away under us: cleared by the user, evicted by the browser. */
  readonly onLedgerLost: () => void;
};

/**
 * The one way into an open ledger's database: calls in turn, writes only by its owner, nothing once it is gone. Long, for its
 * functions share how it ended.
 */
export function createAccess(
  database: LedgerDatabase,
  identity: { readonly ownerEpoch: number; readonly ledgerId: string },
  listeners: AccessListeners,
) {
  let end: 'closed' | 'lost' | null = null;
  const sequence = createSequencer();
  const activity = createActivity();
  /** While one is written, what it may still have to read stays. */
  const backups = createActivity();

  const lost = () => new RpcError(LEDGER_LOST, 'The local copy is no longer there.');
  const lose = () => {
    if (end !== null) return;
    end = 'lost';
    // Dexie would open the database again by itself, and make an empty one.
    database.close({ disableAutoOpen: true });
    listeners.onLedgerLost();
  };
  const close = () => {
    end ??= 'closed';
    database.close({ disableAutoOpen: true });
  };
  // Fired by every closing, ours included: only one that nobody here asked for is a loss.
  database.on('close', lose);
  // Another page wants a newer version of the database, or to delete it: this one lets go and writes no more.
  database.on('versionchange', (event) => {
    if (event.newVersion === null) lose();
    else {
      close();
      listeners.onOwnershipLost();
    }
    // Dexie would only close it once more.
    return false;
  });

  /** Runs works one after the other: a plan made from the rows in memory stays true until it is written. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    activity.during(() =>
      sequence(async () => {
        if (end === 'lost') throw lost();
        return work();
      }).catch((error: unknown) => {
        throw end === 'lost' ? lost() : asLedgerFailure(error);
      }),
    );

  /** One read-write transaction over everything, refused when another page has become the owner. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await database.transaction('rw', database.tables, async () => {
        const [owner, ledger] = await database.meta.bulkGet(['owner', 'ledger']);
        if (ledger?.key !== 'ledger' || ledger.ledgerId !== identity.ledgerId) throw lost();
        if (owner?.key !== 'owner' || owner.epoch !== identity.ownerEpoch) {
          throw new RpcError(OWNERSHIP_LOST, 'Another page owns the local copy now.');
        }
        return work();
      });
    } catch (error) {
      const failure = asLedgerFailure(error);
      if (failure instanceof RpcError && failure.code === OWNERSHIP_LOST) listeners.onOwnershipLost();
      if (failure instanceof RpcError && failure.code === LEDGER_LOST) lose();
      throw failure;
    }
  };
  /** Makes true in memory what was written. Where that fails nothing more is answered: the ledger has to be opened again. */
  const follow = (apply: () => void): void => {
    try {
      apply();
    } catch (error) {
      lose();
      throw error;
    }
  };
  return { inTurn, write, activity, backups, follow, close };
}

/** One page owns an account's ledger: a Web Lock says who, and an epoch in the database refuses all others. */

export type Locks = Pick<LockManager, 'request'>;

export type Lease = {
  readonly release: () => void;
  /** Resolves when another page has taken the lock away; never after `release`. */
  readonly lost: Promise<void>;
};

/** `free`: only if nobody holds it. `take-over`: away from whoever holds it. */
export type Claim = 'free' | 'take-over';

/** A page that reloads may find its former self still letting go: a worker that is busy ends a second after its page. */
const ATTEMPTS = 16;
const PAUSE_MS = 100;

export async function claimLedger(locks: Locks, name: string, claim: Claim): Promise<Lease | null> {
  for (let attempt = 1; ; attempt += 1) {
    const lease = await requestOnce(locks, name, claim);
    if (lease !== null || attempt === ATTEMPTS) return lease;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function requestOnce(locks: Locks, name: string, claim: Claim): Promise<Lease | null> {
  return new Promise((resolve, reject) => {
    let granted = false;
    let released = false;
    let reportLoss: () => void = () => {};
    const lost = new Promise<void>((resolve) => {
      reportLoss = resolve;
    });
    const options: LockOptions = claim === 'free' ? { ifAvailable: true } : { steal: true };
    locks
      .request(name, options, async (lock) => {
        if (lock === null) {
          resolve(null);
          return;
        }
        granted = true;
        await new Promise<void>((end) => {
          const release = (): void => {
            released = true;
            end();
          };
          resolve({ release, lost });
        });
      })
      .catch((error: unknown) => {
        // A stolen lock ends its holder's request with an AbortError.
        if (!granted) reject(error);
        else if (!released) reportLoss();
      });
  });
}
