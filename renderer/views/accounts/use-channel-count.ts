import { useEffect, useState } from 'react';
import { EVERYTHING } from '#shared/selection/selection.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive } from '../../link/session-context.tsx';

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
