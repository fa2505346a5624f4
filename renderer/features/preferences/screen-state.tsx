import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { requiredContext, useLatest } from '#renderer/ui/hooks.ts';
import { mergeChange } from './merge-change.ts';
import { followStored, readStoredJson, writeStored } from './stored.ts';

/** What each screen remembers by account («orders», «orders.columns»), as plain JSON; saved views carry it. */
export type ScreenParts = { readonly [part: string]: unknown };

/** Parts («changes.rows») that choose rows begin anew with the page: rows must not be missing unasked. */
const ROWS_PART = /\.rows$/;

/** Parts that are the account's own rather than a screen's: one and the same in all tabs. */
const ACCOUNTS_PART = /^column-sets\.|^reconciliation\.anomalies$/;

type ScreenStateControl = {
  readonly parts: ScreenParts;
  /** `from`: what the parts were changed from, where that is not what they are. */
  readonly set: (parts: ScreenParts, from?: ScreenParts) => void;
};
const [Provider, useScreenParts] = requiredContext<ScreenStateControl>('screen state');

export { useScreenParts };

function keyOf(accountId: string): string {
  return `cuadra.screens.${accountId}`;
}

function readParts(accountId: string): ScreenParts {
  const stored = readStoredJson(keyOf(accountId));
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as ScreenParts)
    : {};
}

/** Holds the state of one account's screens; give it the account's id as its key. */
export function ScreenStateProvider(props: { readonly accountId: string; readonly children: ReactNode }) {
  const { accountId } = props;
  const [parts, setParts] = useState(() => readParts(accountId));
  const set = useCallback(
    (changed: ScreenParts, from?: ScreenParts) =>
      setParts((before) => {
        const stored = readParts(accountId);
        const taken = Object.entries(changed).map(([part, next]) => [
          part,
          ACCOUNTS_PART.test(part)
            ? mergeChange((from ?? before)[part], next, stored[part] ?? before[part])
            : next,
        ]);
        const lasting = Object.entries({ ...stored, ...Object.fromEntries(taken) });
        writeStored(keyOf(accountId), Object.fromEntries(lasting.filter(([part]) => !ROWS_PART.test(part))));
        return { ...before, ...Object.fromEntries(taken) };
      }),
    [accountId],
  );
  useEffect(
    () =>
      followStored(keyOf(accountId), () => {
        const ofAccount = Object.entries(readParts(accountId)).filter(([part]) => ACCOUNTS_PART.test(part));
        setParts((before) => ({ ...before, ...Object.fromEntries(ofAccount) }));
      }),
    [accountId],
  );
  const held = useMemo(() => ({ parts, set }), [parts, set]);
  return <Provider value={held}>{props.children}</Provider>;
}

/**
 * One part, with the way to change it (`from`: what it was changed from, where that is not what it is); the fallback where there
 * is none, or one that no longer fits its schema.
 */
export function useScreenState<T>(
  part: string,
  schema: z.ZodType<T>,
  fallback: T,
): readonly [T, (next: T, from?: T) => void] {
  const { parts, set } = useScreenParts();
  const stored = parts[part];
  const state = useMemo(() => {
    const read = schema.safeParse(stored);
    return read.success ? read.data : fallback;
  }, [stored, schema, fallback]);
  const latest = useLatest(state);
  const change = useCallback(
    (next: T, from: T = latest.current) => set({ [part]: next }, { [part]: from }),
    [set, part, latest],
  );
  return [state, change];
}
