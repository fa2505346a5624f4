import { Activity, createContext, type ReactNode, useContext } from 'react';

/** Whether what is within can be seen: what is kept out of sight asks nothing, and waits for nothing. */
const InSight = createContext(true);

export const useIsInSight = (): boolean => useContext(InSight);

/** A screen or a part of one that stays as it was while it is not shown, for when one comes back to it. */
export function KeptInSight(props: { readonly isShown: boolean; readonly children: ReactNode }) {
  const isInSight = useIsInSight() && props.isShown;
  return (
    <Activity mode={props.isShown ? 'visible' : 'hidden'}>
      <InSight value={isInSight}>{props.children}</InSight>
    </Activity>
  );
}
