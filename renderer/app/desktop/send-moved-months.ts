import { useEffect, useMemo } from 'react';
import { useAccounts, useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Tells the desktop app which closed months moved, so that it can call the user back: months alone, no figure. */
export function useSendMovedMonths(exceptions: readonly Exception[] | null): void {
  const { bridge } = useSession();
  const isDesktop = useHostInfo()?.host === 'desktop';
  const accountId = useAccounts()?.activeId ?? null;
  // As one text: the same months again are no news.
  const moved = useMemo(
    () =>
      exceptions
        ?.flatMap(({ finding }) => (finding.kind === 'closed-month' ? (finding.subject.month ?? []) : []))
        .toSorted()
        .join() ?? null,
    [exceptions],
  );
  useEffect(() => {
    if (!isDesktop || accountId === null || moved === null) return;
    const months = (moved === '' ? [] : moved.split(',')) as Month[];
    void bridge.call.sendMovedMonths({ accountId, months }).catch(() => null);
  }, [bridge, isDesktop, accountId, moved]);
}
