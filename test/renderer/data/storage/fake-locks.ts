import type { Locks } from '#renderer/data/storage/database/ledger-access.ts';

/** Web Locks for one machine without a browser: `ifAvailable` and `steal`, as the standard has them. */
export function createFakeLocks(): Locks {
  const held = new Map<string, { readonly reject: (error: Error) => void }>();
  const request = (
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    const holder = held.get(name);
    if (holder !== undefined && options.ifAvailable === true) return Promise.resolve(callback(null));
    if (holder !== undefined) {
      if (options.steal !== true) throw new Error('Waiting is not needed here.');
      holder.reject(new DOMException('The lock was stolen.', 'AbortError'));
    }
    return new Promise((resolve, reject) => {
      const mine = { reject };
      held.set(name, mine);
      void Promise.resolve(callback({ name, mode: 'exclusive' })).then((value) => {
        if (held.get(name) === mine) held.delete(name);
        resolve(value);
      });
    });
  };
  return { request: request as Locks['request'] };
}
