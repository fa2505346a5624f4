import { useMemo, useSyncExternalStore } from 'react';

/** True while the window is no wider than this (ui/README.md, Frame). */
export function useNarrowerThan(width: number): boolean {
  const query = useMemo(() => window.matchMedia(`(max-width: ${width}px)`), [width]);
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
