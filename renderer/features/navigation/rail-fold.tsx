import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

type RailFold = { readonly wanted: boolean; readonly want: (folded: boolean) => void };
const FoldContext = createContext<RailFold | null>(null);

/** Lets a screen ask for the narrow rail while it needs the room (ui/README.md: Órdenes with its side panel open). */
export function RailFoldProvider(props: { readonly children: ReactNode }) {
  const [wanted, want] = useState(false);
  const held = useMemo(() => ({ wanted, want }), [wanted]);
  return <FoldContext.Provider value={held}>{props.children}</FoldContext.Provider>;
}

export function useRailFold(): boolean {
  return useContext(FoldContext)?.wanted ?? false;
}

/** Asks for it while `folded`, and gives it back when the screen goes. */
export function useFoldedRail(folded: boolean): void {
  const want = useContext(FoldContext)?.want;
  useEffect(() => {
    want?.(folded);
    return () => want?.(false);
  }, [want, folded]);
}
