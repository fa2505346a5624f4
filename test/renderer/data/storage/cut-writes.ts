/** Runs something while the disk takes so many more writes and then is full. */
export async function withWritesCutAfter(
  allowed: number,
  work: () => unknown,
): Promise<{ readonly failed: boolean; readonly code: unknown }> {
  let left = allowed;
  const store = IDBObjectStore.prototype;
  const plain = { put: store.put, add: store.add, delete: store.delete };
  const guarded = <P extends unknown[], R>(write: (this: IDBObjectStore, ...parameters: P) => R) =>
    function (this: IDBObjectStore, ...parameters: P): R {
      if (left === 0) throw new DOMException('The disk is full.', 'QuotaExceededError');
      left -= 1;
      return write.apply(this, parameters);
    };
  store.put = guarded(plain.put);
  store.add = guarded(plain.add);
  store.delete = guarded(plain.delete);
  try {
    await work();
    return { failed: false, code: null };
  } catch (error) {
    return { failed: true, code: (error as { readonly code?: unknown }).code };
  } finally {
    Object.assign(store, plain);
  }
}
