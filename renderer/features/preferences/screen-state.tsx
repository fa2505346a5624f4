import { isEqual } from 'es-toolkit';
import { type ReactNode, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { requiredContext, useLatest } from '#renderer/ui/hooks.ts';
import { mergeChange, takeBack } from './merge-change.ts';
import { followStored, readStoredJson, writeStored } from './stored.ts';

/** The state that each screen remembers by account («orders», «orders.columns»), as plain JSON; saved views carry it. */
export type ScreenParts = { readonly [part: string]: unknown };

/** Parts («changes.rows») that choose rows begin anew with the page: rows must not be missing unasked. */
const ROWS_PART = /\.rows$/;

/** Parts that are the account's own rather than a screen's: one and the same in all tabs. */
const ACCOUNTS_PART = /^column-sets\.|^reconciliation\.(?:anomalies|tolerance|payout-tolerance)$/;

type SetParts = (parts: ScreenParts, from?: ScreenParts) => void;

/** Beside React's own state, so that a part that changes redraws what reads it and nothing else. */
type ScreenStore = {
  readonly parts: () => ScreenParts;
  /** `from`: what the parts were changed from, where that is not what they are. */
  readonly set: SetParts;
  /** Takes a change of a part back, but for what was changed again since; false: nothing of it stood. */
  readonly takeBack: (part: string, before: unknown, after: unknown) => boolean;
  readonly subscribe: (changed: () => void) => () => void;
  /** Takes what another tab, or a take-over, writes of the account's own parts; gives the way to stop. */
  readonly follow: () => () => void;
};
const [Provider, useScreenStore] = requiredContext<ScreenStore>('screen state');

function keyOf(accountId: string): string {
  return `cuadra.screens.${accountId}`;
}

function readParts(accountId: string): ScreenParts {
  const stored = readStoredJson(keyOf(accountId));
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as ScreenParts)
    : {};
}

/** A part of an account's state as it is remembered, for what asks outside the screens; the default where none fits. */
export function readScreenPart<T>(accountId: string, part: string, schema: z.ZodType<T>, initial: T): T {
  const read = schema.safeParse(readParts(accountId)[part]);
  return read.success ? read.data : initial;
}

function createScreenStore(accountId: string): ScreenStore {
  let parts = readParts(accountId);
  const listeners = new Set<() => void>();
  const become = (next: ScreenParts): void => {
    parts = next;
    for (const changed of listeners) changed();
  };
  const write = (stored: ScreenParts, taken: ScreenParts): void => {
    const lasting = Object.entries({ ...stored, ...taken }).filter(([part]) => !ROWS_PART.test(part));
    writeStored(keyOf(accountId), Object.fromEntries(lasting));
    become({ ...parts, ...taken });
  };
  /** A part as it is: the account's own as whichever tab wrote it last, a screen's as it is in this one. */
  const held = (part: string, stored: ScreenParts): unknown =>
    (ACCOUNTS_PART.test(part) ? stored[part] : undefined) ?? parts[part];
  return {
    parts: () => parts,
    set(changed, from = parts) {
      const stored = readParts(accountId);
      const taken = Object.fromEntries(
        Object.entries(changed).map(([part, next]) => [
          part,
          ACCOUNTS_PART.test(part) ? mergeChange(from[part], next, held(part, stored)) : next,
        ]),
      );
      write(stored, taken);
    },
    takeBack(part, before, after) {
      const stored = readParts(accountId);
      const now = held(part, stored);
      const next = takeBack(before, after, now);
      write(stored, { [part]: next });
      return !isEqual(next, now);
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    follow: () =>
      followStored(keyOf(accountId), () => {
        const ofAccount = Object.entries(readParts(accountId)).filter(([part]) => ACCOUNTS_PART.test(part));
        become({ ...parts, ...Object.fromEntries(ofAccount) });
      }),
  };
}

/** Holds the state of one account's screens; give it the account's id as its key. */
export function ScreenStateProvider(props: { readonly accountId: string; readonly children: ReactNode }) {
  const { accountId } = props;
  const store = useMemo(() => createScreenStore(accountId), [accountId]);
  useEffect(() => store.follow(), [store]);
  return <Provider value={store}>{props.children}</Provider>;
}

/** All parts, and the way to change several at once: redraws with every one of them. */
export function useScreenParts(): { readonly parts: ScreenParts; readonly set: SetParts } {
  const { parts, set, subscribe } = useScreenStore();
  return { parts: useSyncExternalStore(subscribe, parts), set };
}

/** The way back from a change of a part, as `takeBack` of the store. */
export function useTakeBack<T>(part: string): (before: T, after: T) => boolean {
  const store = useScreenStore();
  return useCallback((before: T, after: T) => store.takeBack(part, before, after), [store, part]);
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
  const { parts, set, subscribe } = useScreenStore();
  const stored = useSyncExternalStore(subscribe, () => parts()[part]);
  const state = useMemo(() => {
    const read = schema.safeParse(stored);
    return read.success ? read.data : fallback;
  }, [stored, schema, fallback]);
  const latest = useLatest(state);
  const change = useCallback(
    (next: T, from: T = latest.current) => {
      const held = parts()[part];
      // What no longer fits is changed as a whole: with a part of it changed it would fit no more than before.
      const isUnread = held !== undefined && !schema.safeParse(held).success;
      set({ [part]: next }, { [part]: isUnread ? undefined : from });
    },
    [parts, set, part, schema, latest],
  );
  return [state, change];
}
