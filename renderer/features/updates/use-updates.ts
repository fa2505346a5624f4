import { useEffect, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { Text } from '#renderer/i18n/text.tsx';
import type { UpdateStep, Updates } from '#shared/contract/updates.ts';

/** The state of newer versions of the app; null: nothing yet, or this host has none of its own. */
export function useUpdates(): Updates | null {
  const { bridge } = useSession();
  const [updates, setUpdates] = useState<Updates | null>(null);
  useEffect(() => {
    let isOver = false;
    const take = (next: Updates | null): void => {
      if (!isOver) setUpdates(next);
    };
    void bridge.call.readUpdates(null).then(take, () => undefined);
    const stop = bridge.on('updates', take);
    return () => {
      isOver = true;
      stop();
    };
  }, [bridge]);
  return updates;
}

/** It goes on by itself, and is not to be put aside. */
export function isUpdateUnderWay({ kind }: UpdateStep): boolean {
  return kind === 'downloading' || kind === 'installing';
}

/**
 * The step of a newer version that is worth a notice: one is there, or what was asked for goes on or failed. Settings
 * tell the rest.
 */
export function updateNews({ isOn, step }: Updates): UpdateStep | null {
  return isOn && 'version' in step && step.version !== null ? step : null;
}

/** The news of a newer version, until it is put aside; the next step of it is news again. */
export function useUpdateNews(): { readonly update: UpdateStep | null; readonly dismiss: () => void } {
  const updates = useUpdates();
  const [read, setRead] = useState<string | null>(null);
  const update = updates === null ? null : updateNews(updates);
  const id = update === null || !('version' in update) ? null : `${update.kind} ${update.version}`;
  return { update: id === read ? null : update, dismiss: () => setRead(id) };
}

/** A step in a sentence. `isReading`: the sync is under way, which an installation waits for. */
export function stepMessage(step: UpdateStep, isReading: boolean, text: Text): string {
  switch (step.kind) {
    case 'unasked':
    case 'checking':
    case 'current':
      return text(`updates.${step.kind}`);
    case 'found':
    case 'installing':
      return text(`updates.${step.kind}`, { version: step.version });
    case 'downloading':
      return text('updates.downloading', { version: step.version, percent: String(step.percent) });
    case 'ready':
      return text(isReading ? 'updates.ready-reading' : 'updates.ready', { version: step.version });
    case 'failed':
      return text(`updates.failed-${step.why}`);
  }
}
