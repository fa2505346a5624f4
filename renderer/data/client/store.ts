/** A value that changes and can be listened to. The snapshot is replaced, never mutated. */
export type Store<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
};

export type WritableStore<T> = Store<T> & { readonly set: (value: T) => void };

/** A store holding `initial`. Listeners hear only of values that are not the same object. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
