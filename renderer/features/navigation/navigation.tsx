import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { IconName } from '#renderer/ui/icon.tsx';

/** The screens that exist, in the order of their shortcuts. */
export const SCREENS = [
  { id: 'panel', name: 'nav.panel', icon: 'panel' },
  { id: 'orders', name: 'nav.orders', icon: 'orders' },
  { id: 'profitability', name: 'nav.profitability', icon: 'profitability' },
  { id: 'changes', name: 'nav.changes', icon: 'changes' },
  { id: 'sync', name: 'nav.sync', icon: 'sync' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId; readonly icon: IconName }[];

type ScreenId = (typeof SCREENS)[number]['id'];

/** Where one is: a screen, and what of it is looked at (a month, a run), if anything. */
export type Address = { readonly screen: ScreenId; readonly detail: string | null };

/** «#sync/2025-03»: the address of the page carries both, so that Back works. */
export function addressOf(hash: string): Address {
  const [id = '', ...rest] = hash.replace(/^#/, '').split('/');
  const screen = SCREENS.find((other) => other.id === id)?.id ?? SCREENS[0].id;
  const detail = rest.join('/');
  return { screen, detail: detail === '' ? null : decoded(detail) };
}

/** An address may have been typed, or cut by whoever sent it: what no name can be read from is none. */
function decoded(detail: string): string | null {
  try {
    return decodeURIComponent(detail);
  } catch {
    return null;
  }
}

export function hashOf(address: Address): string {
  const detail = address.detail?.split('/').map(encodeURIComponent).join('/');
  return detail === undefined ? `#${address.screen}` : `#${address.screen}/${detail}`;
}

/** The column that Órdenes is opened for, and whether its lines are sorted by it. */
type OrdersColumn = { readonly column: string | null; readonly isSorted: boolean };

/** «#orders/Ventas» is sorted by it, «#orders//Ventas» shows it. */
export function ordersDetail({ column, isSorted }: OrdersColumn): string | null {
  return column === null || isSorted ? column : `/${column}`;
}

export function ordersColumnOf(detail: string | null): OrdersColumn {
  return detail?.startsWith('/') === true
    ? { column: detail.slice(1), isSorted: false }
    : { column: detail, isSorted: detail !== null };
}

type Navigation = {
  readonly address: Address;
  readonly go: (screen: ScreenId, detail?: string | null) => void;
};
const [Provider, useNavigation] = requiredContext<Navigation>('navigation');

export { useNavigation };

/** The screen one is on; its name is the fragment of the address. */
export function NavigationProvider(props: { readonly children: ReactNode }) {
  const [address, setAddress] = useState(() => addressOf(window.location.hash));
  useEffect(() => {
    // Who goes somewhere is there before the address tells it.
    const follow = (): void =>
      setAddress((before) => {
        const next = addressOf(window.location.hash);
        return hashOf(next) === hashOf(before) ? before : next;
      });
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const held = useMemo<Navigation>(
    () => ({
      address,
      go: (screen, detail = null) => {
        const next = { screen, detail };
        // Where one is now: a way back is kept from where one was.
        if (hashOf(next) === hashOf(addressOf(window.location.hash))) return;
        setAddress(next);
        window.location.hash = hashOf(next);
      },
    }),
    [address],
  );
  return <Provider value={held}>{props.children}</Provider>;
}

type RailFold = { readonly wanted: boolean; readonly want: (folded: boolean) => void };
const FoldContext = createContext<RailFold | null>(null);

/** Lets a screen ask for the narrow rail while it needs the room (ui/README.md: Órdenes with its side panel open). */
export function RailFoldProvider(props: { readonly children: ReactNode }) {
  const [wanted, want] = useState(false);
  const held = useMemo(() => ({ wanted, want }), [wanted]);
  return <FoldContext.Provider value={held}>{props.children}</FoldContext.Provider>;
}

export function useRailFold(): boolean {
  return useContext(FoldContext)?.wanted ?? false;
}

/** Asks for it while `folded`, and gives it back when the screen goes. */
export function useFoldedRail(folded: boolean): void {
  const want = useContext(FoldContext)?.want;
  useEffect(() => {
    want?.(folded);
    return () => want?.(false);
  }, [want, folded]);
}
