import { useEffect, useState } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The screens' own figures are asked for first. */
const AFTER_MS = 2500;
const CANALES = { selection: EVERYTHING, column: 'Canal' };

/** How many channels the local copy knows; null until they have been counted, in a quiet moment. */
export function useChannelCount(): number | null {
  const isOpen = useLedger().kind === 'open';
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setIsTime(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  const { output } = useLiveQuery('channel-count', isTime ? CANALES : null, (call, asked, slot) =>
    call.readValues({ ...asked, slot }),
  );
  const count = output?.values.filter(({ value }) => value !== '').length ?? 0;
  return count === 0 ? null : count;
}
