import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from '#renderer/data/client/session-context.tsx';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { createUndo, type Undo } from './undo-stack.ts';

const UndoContext = createContext<Undo | null>(null);

/** True where Ctrl+Z is the field's own. */
function isTyping(): boolean {
  const focused = document.activeElement;
  return (
    focused instanceof HTMLElement &&
    focused.closest('textarea, [contenteditable], input:not([type="checkbox"], [type="radio"])') !== null
  );
}

/** Holds what was done in one account; give it the account's id as its key. Ctrl+Z takes the newest back. */
export function UndoProvider(props: { readonly children: ReactNode }) {
  const [undo] = useState(createUndo);
  useShortcut('ctrl+z', undo.undo, () => !isTyping());
  return <UndoContext.Provider value={undo}>{props.children}</UndoContext.Provider>;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === null) throw new Error('Nothing can be undone here.');
  return undo;
}

/** The way back from the newest thing that was done; null where there is none. */
export function useUndoNewest(): (() => void) | null {
  const undo = useUndo();
  return useStore(undo.newest) === null ? null : undo.undo;
}
