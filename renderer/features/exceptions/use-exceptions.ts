import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';

/**
 * The queue of exceptions: of all rows of the accounts in view, whatever is selected. It is found in idle moments; the last
 * answer stays while another one is made.
 */
export function useExceptions(isWanted = true) {
  const { scope } = useSelection().selection;
  const input = useMemo(() => ({ scope }), [scope]);
  return useLiveQuery('exceptions', isWanted ? input : null, (call, asked, slot) =>
    call.readExceptions({ ...asked, slot }),
  );
}
