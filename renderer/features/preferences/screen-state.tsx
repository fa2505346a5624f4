import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { z } from 'zod';
import { requiredContext } from '#renderer/ui/hooks.ts';
import { readStoredJson, writeStored } from './stored.ts';

/** What each screen remembers by account («orders», «orders.columns»), as plain JSON; saved views carry it. */
export type ScreenParts = { readonly [part: string]: unknown };

/** Parts («changes.rows») that choose rows begin anew with the page: rows must not be missing unasked. */
const ROWS_PART = /\.rows$/;

type ScreenStateControl = { readonly parts: ScreenParts; readonly set: (parts: ScreenParts) => void };
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
    (changed: ScreenParts) =>
      setParts((before) => {
        const next = { ...before, ...changed };
        const lasting = Object.entries(next).filter(([part]) => !ROWS_PART.test(part));
        writeStored(keyOf(accountId), Object.fromEntries(lasting));
        return next;
      }),
    [accountId],
  );
  const held = useMemo(() => ({ parts, set }), [parts, set]);
  return <Provider value={held}>{props.children}</Provider>;
}

/** One part, with the way to change it; the fallback where there is none, or one that no longer fits its schema. */
export function useScreenState<T>(
  part: string,
  schema: z.ZodType<T>,
  fallback: T,
): readonly [T, (next: T) => void] {
  const { parts, set } = useScreenParts();
  const stored = parts[part];
  const state = useMemo(() => {
    const read = schema.safeParse(stored);
    return read.success ? read.data : fallback;
  }, [stored, schema, fallback]);
  const change = useCallback((next: T) => set({ [part]: next }), [set, part]);
  return [state, change];
}
