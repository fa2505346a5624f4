import { useEffect } from 'react';
import { useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import { PAGE_COMMANDS, type PageCommand } from '#shared/contract/shell.ts';

/** Where there is no account on show: what is typed can be taken back, and there is nothing to read or to go to. */
const OF_FIRST_RUN: readonly PageCommand[] = ['undo'];

/** The desktop app's menus offer what the page can do; null: it is not known yet. */
export function useSendCommands(shows: 'account' | 'first-run' | null): void {
  const { bridge } = useSession();
  const isDesktop = useHostInfo()?.host === 'desktop';
  useEffect(() => {
    if (!isDesktop || shows === null) return;
    const commands = shows === 'account' ? PAGE_COMMANDS : OF_FIRST_RUN;
    void bridge.call.sendCommands({ commands }).catch(() => null);
  }, [bridge, isDesktop, shows]);
}
