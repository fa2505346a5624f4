import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useAccounts } from '#renderer/data/client/session-context.tsx';

/** The demo company's account where it is the one in use; null: another is. */
export function useDemoAccount(): string | null {
  const state = useAccounts();
  const active = state?.accounts.find(({ id }) => id === state.activeId);
  return active?.kind === 'demo' ? active.id : null;
}

/** That its files are asked for, until the statements' section takes it. */
type AskedFiles = { readonly isAsked: boolean; readonly set: (isAsked: boolean) => void };
const AskedFilesContext = createContext<AskedFiles>({ isAsked: false, set: () => {} });

export function AskedDemoFilesProvider(props: { readonly children: ReactNode }) {
  const [isAsked, set] = useState(false);
  const held = useMemo(() => ({ isAsked, set }), [isAsked]);
  return <AskedFilesContext.Provider value={held}>{props.children}</AskedFilesContext.Provider>;
}

/** Asks for the demo company's files from anywhere. */
export function useAskDemoFiles(): () => void {
  const { set } = useContext(AskedFilesContext);
  return () => set(true);
}

/** Calls back once each time they are asked for. */
export function useAskedDemoFiles(onAsked: () => void): void {
  const { isAsked, set } = useContext(AskedFilesContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time, whatever is drawn meanwhile
  useEffect(() => {
    if (!isAsked) return;
    set(false);
    onAsked();
  }, [isAsked, set]);
}
