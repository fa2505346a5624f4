import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { requiredContext, useLatest } from '#renderer/ui/hooks.ts';
import { SCREEN_IDS, SCREENS, type ScreenId } from '#shared/domain/screens.ts';

const screenSchema = z.enum(SCREEN_IDS);
/** The part of the account's state that remembers the screen one was on. */
const SCREEN_PART = 'screen';

/** Where one is: a screen, and what of it is looked at (a month, a run), if anything. */
export type Address = { readonly screen: ScreenId; readonly detail: string | null };

/** «#sync/2025-03»: the address of the page carries both, so that Back works. */
export function addressOf(hash: string): Address {
  const [id = '', ...rest] = hash.replace(/^#/, '').split('/');
  const screen = screenSchema.catch(SCREENS[0].id).parse(id);
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

/** The request that opens Órdenes: a column, whether its lines are sorted by it, and an order that is opened beside them. */
type OrdersRequest = {
  readonly column: string | null;
  readonly isSorted: boolean;
  readonly order: string | null;
};

const ORDER_DETAIL = 'order/';

/** «#orders/Ventas» is sorted by it, «#orders//Ventas» shows it. */
export function ordersDetail({ column, isSorted }: Omit<OrdersRequest, 'order'>): string | null {
  return column === null || isSorted ? column : `/${column}`;
}

/** «#orders/order/123» opens one order. */
export function orderDetail(order: string): string {
  return `${ORDER_DETAIL}${order}`;
}

export function ordersRequestOf(detail: string | null): OrdersRequest {
  if (detail?.startsWith(ORDER_DETAIL) === true)
    return { column: null, isSorted: false, order: detail.slice(ORDER_DETAIL.length) };
  return detail?.startsWith('/') === true
    ? { column: detail.slice(1), isSorted: false, order: null }
    : { column: detail, isSorted: detail !== null, order: null };
}

/** Where one was led from, and to; and what is put right once one is back. */
export type WayBack = { readonly to: Address; readonly led: Address; readonly onReturn: () => void };

const isSame = (one: Address, other: Address): boolean => hashOf(one) === hashOf(other);

/** Holds on the way back itself, and while one stays where one was led to: there, or on another screen as a whole. */
export function wayBackAt(next: Address, wayBack: WayBack | null): WayBack | null {
  if (wayBack === null || isSame(next, wayBack.to) || isSame(next, wayBack.led)) return wayBack;
  return next.screen === wayBack.led.screen && next.screen !== wayBack.to.screen ? wayBack : null;
}

type Navigation = {
  readonly address: Address;
  /** Goes somewhere; what one was led away from before is forgotten. */
  readonly go: (screen: ScreenId, detail?: string | null) => void;
  /** Goes to another place of the screen one is on, in the place of where one is: Back does not lead there. Who has left that screen meanwhile stays where they went. */
  readonly replace: (screen: ScreenId, detail: string | null) => void;
  /** Goes somewhere, from where one can come back: `onReturn` is called once one is here again, whichever way one came. */
  readonly lead: (screen: ScreenId, detail: string | null, onReturn: () => void) => void;
  /** Null: one was not led here. */
  readonly wayBack: WayBack | null;
};
const [Provider, useNavigation] = requiredContext<Navigation>('navigation');

export { useNavigation };

/**
 * The screen one is on; its name is the fragment of the address. The account remembers it: an address that names none,
 * or one that was another account's (`isSwitched`), leads there.
 */
export function NavigationProvider(props: { readonly isSwitched?: boolean; readonly children: ReactNode }) {
  const [remembered, remember] = useScreenState(SCREEN_PART, screenSchema, SCREENS[0].id);
  const [address, setAddress] = useState((): Address => {
    const isNamed = props.isSwitched !== true && window.location.hash !== '';
    return isNamed ? addressOf(window.location.hash) : { screen: remembered, detail: null };
  });
  const [wayBack, setWayBack] = useState<WayBack | null>(null);
  const { screen } = address;
  const [first] = useState(address);
  // Before anything within looks at it.
  useLayoutEffect(() => tell(first), [first]);
  useEffect(() => remember(screen), [screen, remember]);
  useEffect(() => {
    // Who goes somewhere is there before the address tells it.
    const follow = (): void => {
      const next = addressOf(window.location.hash);
      setAddress((before) => (hashOf(next) === hashOf(before) ? before : next));
      setWayBack((before) => wayBackAt(next, before));
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const isBack = wayBack !== null && hashOf(wayBack.to) === hashOf(address);
  useEffect(() => {
    if (wayBack === null || !isBack) return;
    setWayBack(null);
    wayBack.onReturn();
  }, [wayBack, isBack]);
  const held = useMemo<Navigation>(() => {
    const to = (next: Address): boolean => {
      // Where one is now: a way back is kept from where one was.
      if (hashOf(next) === hashOf(addressOf(window.location.hash))) return false;
      setAddress(next);
      window.location.hash = hashOf(next);
      return true;
    };
    return {
      address,
      wayBack,
      go: (screen, detail = null) => {
        const next = { screen, detail };
        if (to(next)) setWayBack((before) => wayBackAt(next, before));
      },
      replace: (screen, detail) => {
        // By the address, which whoever goes somewhere has written already: what is drawn may be a step behind it.
        if (addressOf(window.location.hash).screen !== screen) return;
        const next = { screen, detail };
        setAddress(next);
        tell(next);
      },
      lead: (screen, detail, onReturn) => {
        const next = { screen, detail };
        if (to(next)) setWayBack({ to: address, led: next, onReturn });
      },
    };
  }, [address, wayBack]);
  return <Provider value={held}>{props.children}</Provider>;
}

/**
 * Whatever leads elsewhere from within can be come back from. `onLeave` is called as one leaves, and tells what is done once
 * one is back.
 */
export function WithWayBack(props: { readonly onLeave: () => () => void; readonly children: ReactNode }) {
  const navigation = useNavigation();
  const onLeave = useLatest(props.onLeave);
  const held = useMemo<Navigation>(
    () => ({
      ...navigation,
      go: (screen, detail = null) => navigation.lead(screen, detail, onLeave.current()),
    }),
    [navigation, onLeave],
  );
  return <Provider value={held}>{props.children}</Provider>;
}

/**
 * Writes where one is into the page's address, without a step that Back leads to. Only as one goes there, never after it is
 * drawn: by then one may have gone on, and the address of the step before would lead back.
 */
function tell(address: Address): void {
  if (hashOf(address) === hashOf(addressOf(window.location.hash))) return;
  window.history.replaceState(null, '', hashOf(address));
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
