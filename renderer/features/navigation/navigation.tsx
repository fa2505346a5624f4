import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Address, addressOf, hashOf, type ScreenId } from './screens.ts';

type Navigation = {
  readonly address: Address;
  readonly go: (screen: ScreenId, detail?: string | null) => void;
};
const NavigationContext = createContext<Navigation | null>(null);

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
  return <NavigationContext.Provider value={held}>{props.children}</NavigationContext.Provider>;
}

export function useNavigation(): Navigation {
  const held = useContext(NavigationContext);
  if (held === null) throw new Error('No navigation here.');
  return held;
}
