import { useEffect } from 'react';
import { createStore } from '#renderer/data/client/session.ts';
import { useStore } from '#renderer/data/client/session-context.tsx';

type OpenMenu = () => void;

const offered = createStore<OpenMenu | null>(null);

/** Opens the export menu of the screen on show; null: it has none. */
export const useOfferedExport = (): OpenMenu | null => useStore(offered);

/** As long as a menu is there that `isOffered`, whoever has no pointer may open it by name. `open` stays the same. */
export function useOfferExport(isOffered: boolean, open: OpenMenu): void {
  useEffect(() => {
    if (!isOffered) return;
    offered.set(open);
    return () => {
      // Another screen's may have come before this one went.
      if (offered.get() === open) offered.set(null);
    };
  }, [isOffered, open]);
}
