/** A value that comes often and is let through at most once in a while; the latest always arrives in the end. */
export type Throttle<T> = {
  readonly push: (value: T) => void;
  /** Lets what is held back through now. */
  readonly flush: () => void;
};

/** Calls `apply` with the first value at once, then at most every `everyMs` with the latest. */
export function createThrottle<T>(apply: (value: T) => void, everyMs: number): Throttle<T> {
  let held: { readonly value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const letThrough = () => {
    timer = null;
    if (held === null) return;
    const { value } = held;
    held = null;
    timer = setTimeout(letThrough, everyMs);
    apply(value);
  };
  return {
    push: (value) => {
      held = { value };
      if (timer === null) letThrough();
    },
    flush: () => {
      if (timer !== null) clearTimeout(timer);
      letThrough();
    },
  };
}
