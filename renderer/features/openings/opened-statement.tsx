import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** A statement that was opened with the app, until Conciliación takes it for its import. */
type OpenedStatement = { readonly file: File | null; readonly set: (file: File | null) => void };
const OpenedStatementContext = createContext<OpenedStatement>({ file: null, set: () => {} });

export function OpenedStatementProvider(props: { readonly children: ReactNode }) {
  const [file, set] = useState<File | null>(null);
  const held = useMemo(() => ({ file, set }), [file]);
  return <OpenedStatementContext.Provider value={held}>{props.children}</OpenedStatementContext.Provider>;
}

export function useBringStatement(): OpenedStatement['set'] {
  return useContext(OpenedStatementContext).set;
}

/** Calls back once for each statement that was opened. */
export function useOpenedStatement(onOpened: (file: File) => void): void {
  const { file, set } = useContext(OpenedStatementContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a file, whatever is drawn meanwhile
  useEffect(() => {
    if (file === null) return;
    set(null);
    onOpened(file);
  }, [file, set]);
}
