import { useEffect, useState } from 'react';
import type { Session } from '#renderer/data/client/session.ts';
import { useLedger, useLive } from '#renderer/data/client/session-context.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The screens' own figures are asked for first. */
const AFTER_MS = 2500;
const CANALES = { selection: EVERYTHING, column: 'Canal' };

async function readChannels(session: Session, input: typeof CANALES, slot: string): Promise<number> {
  const { values } = await session.data.call.readValues({ ...input, slot });
  return values.filter(({ value }) => value !== '').length;
}

/** How many channels the local copy knows; null until they have been counted, in a quiet moment. */
export function useChannelCount(): number | null {
  const isOpen = useLedger().kind === 'open';
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setIsTime(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  const count = useLive(readChannels, isTime ? CANALES : null).output;
  return count === 0 ? null : count;
}
