/** One page owns an account's ledger: a Web Lock says who, and an epoch in the database refuses all others. */

export type Locks = Pick<LockManager, 'request'>;

export type Lease = {
  readonly release: () => void;
  /** Resolves when another page has taken the lock away; never after `release`. */
  readonly lost: Promise<void>;
};

/** `free`: only if nobody holds it. `take-over`: away from whoever holds it. */
export type Claim = 'free' | 'take-over';

/** A page that reloads may find its former self still letting go. */
const ATTEMPTS = 4;
const PAUSE_MS = 100;

/** Takes the ledger's lock, or null when another page holds it. */
export async function claimLedger(locks: Locks, name: string, claim: Claim): Promise<Lease | null> {
  for (let attempt = 1; ; attempt += 1) {
    const lease = await requestOnce(locks, name, claim);
    if (lease !== null || attempt === ATTEMPTS) return lease;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function requestOnce(locks: Locks, name: string, claim: Claim): Promise<Lease | null> {
  return new Promise((resolve, reject) => {
    let release: () => void = () => {};
    let granted = false;
    let released = false;
    let reportLoss: () => void = () => {};
    const lost = new Promise<void>((tell) => {
      reportLoss = tell;
    });
    const options: LockOptions = claim === 'free' ? { ifAvailable: true } : { steal: true };
    locks
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(null);
          return Promise.resolve();
        }
        granted = true;
        return new Promise<void>((end) => {
          release = end;
          resolve({
            release: () => {
              released = true;
              release();
            },
            lost,
          });
        });
      })
      .catch((error: unknown) => {
        // A stolen lock ends its holder's request with an AbortError.
        if (!granted) reject(error);
        else if (!released) reportLoss();
      });
  });
}
