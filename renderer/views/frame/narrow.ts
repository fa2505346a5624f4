import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 1000px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True where the window has no room for the whole rail (ui.md, Frame). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
