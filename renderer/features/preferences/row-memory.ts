import { useEffect, useState } from 'react';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import type { RowMemoryBound, RowMemoryState } from '#renderer/data/model/row-memory.ts';
import { type Preferences, usePreferences } from './preferences.tsx';

export const BYTES_PER_MB = 1_000_000;

const boundOf = (choice: Preferences['rowMemory']): RowMemoryBound =>
  choice === 'all' ? null : Number(choice) * BYTES_PER_MB;

/** The data worker keeps rows within the memory that is chosen. */
export function useBoundRows(): void {
  const { data } = useSession();
  const { rowMemory } = usePreferences().preferences;
  useEffect(() => {
    // Where it does not arrive, the next start of the page tells it.
    void data.copy.boundRows({ bound: boundOf(rowMemory) }).catch(() => null);
  }, [data, rowMemory]);
}

/** How rows are kept within the memory that is chosen, as of the last commit; null: unknown, or no copy is open. */
export function useRowMemory(): RowMemoryState | null {
  const { data, revision } = useSession();
  const { rowMemory } = usePreferences().preferences;
  const shown = useStore(revision);
  const [state, setState] = useState<RowMemoryState | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit brings rows, and moves others
  useEffect(() => {
    let isShown = true;
    data.copy.boundRows({ bound: boundOf(rowMemory) }).then(
      (next) => {
        if (isShown) setState(next);
      },
      // What is not known is not shown.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [data, rowMemory, shown]);
  return state;
}
