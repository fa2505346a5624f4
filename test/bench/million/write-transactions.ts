/** Watches IndexedDB's read-write transactions from outside: the product's code stays as it is. */

export type WriteTransaction = { readonly beganMs: number; readonly completeMs: number };

export type WriteWatch = { readonly take: () => readonly WriteTransaction[] };

/** To be called before a database is opened. From then on `take` gives the transactions that completed since it was last called. */
export function watchWriteTransactions(): WriteWatch {
  let seen: WriteTransaction[] = [];
  const original = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...parameters) {
    const transaction = original.apply(this, parameters);
    const beganMs = performance.now();
    if (transaction.mode === 'readwrite') {
      transaction.addEventListener('complete', () => {
        seen.push({ beganMs, completeMs: performance.now() });
      });
    }
    return transaction;
  };
  return {
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}
