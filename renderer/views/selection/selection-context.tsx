import { createContext, type Dispatch, type ReactNode, useContext, useMemo, useReducer } from 'react';
import type { Selection } from '#shared/selection/selection.ts';
import { changeSelection, INITIAL_SELECTION, type SelectionAction } from './selection-state.ts';

type Held = { readonly selection: Selection; readonly change: Dispatch<SelectionAction> };
const SelectionContext = createContext<Held | null>(null);

/** One selection for all screens of an account: what Órdenes lists is what Rentabilidad sums. */
export function SelectionProvider(props: { readonly children: ReactNode }) {
  const [selection, change] = useReducer(changeSelection, INITIAL_SELECTION);
  const held = useMemo(() => ({ selection, change }), [selection]);
  return <SelectionContext.Provider value={held}>{props.children}</SelectionContext.Provider>;
}

export function useSelection(): Held {
  const held = useContext(SelectionContext);
  if (held === null) throw new Error('No selection here.');
  return held;
}
