import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { useLedger } from '../../link/session-context.tsx';
import { OrdersScreen } from '../orders/orders-screen.tsx';
import { usePreferences } from '../preferences.tsx';
import { ProfitabilityScreen } from '../profitability/profitability-screen.tsx';
import { useShortcut } from '../shortcuts.ts';
import { SyncScreen } from '../sync/sync-screen.tsx';
import { ClosedLedger } from './closed-ledger.tsx';
import { useNarrowerThan } from './narrow.ts';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { RailFoldProvider, useRailFold } from './rail-fold.tsx';
import { SCREENS, type ScreenId, screenOf } from './screens.ts';
import './frame.css';

/** The rail and the screen; the screen's name is the fragment of the address, so that Back works. */
function useScreen(): readonly [ScreenId, (screen: ScreenId) => void] {
  const [screen, setScreen] = useState(() => screenOf(window.location.hash));
  useEffect(() => {
    const follow = (): void => setScreen(screenOf(window.location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return [
    screen,
    (next) => {
      window.location.hash = next;
    },
  ];
}

function useCrowded(): boolean {
  const under = useNarrowerThan(1440);
  const wanted = useRailFold();
  return under && wanted;
}

export function Frame(props: { readonly onConnect: () => void }) {
  return (
    <RailFoldProvider>
      <FrameWithRail onConnect={props.onConnect} />
    </RailFoldProvider>
  );
}

function FrameWithRail(props: { readonly onConnect: () => void }) {
  const text = useText();
  const ledger = useLedger();
  const { preferences, change } = usePreferences();
  const [screen, setScreen] = useScreen();
  const narrow = useNarrowerThan(1000);
  const crowded = useCrowded();
  useShortcut('ctrl+b', () => change({ rail: preferences.rail === 'mini' ? 'auto' : 'mini' }));
  const name = text(SCREENS.find((other) => other.id === screen)?.name ?? 'nav.orders');
  useEffect(() => {
    document.title = `${name} · Cuadra`;
  }, [name]);
  const readable = ledger.kind === 'open' || screen === 'sync';
  return (
    <div className={preferences.rail === 'mini' || narrow || crowded ? 'app mini' : 'app'}>
      <Rail screen={screen} onScreen={setScreen} onConnect={props.onConnect} />
      <main className="main">
        {readable ? (
          <Screen screen={screen} />
        ) : (
          <>
            <header className="top">
              <h1>{name}</h1>
            </header>
            <ClosedLedger ledger={ledger} />
          </>
        )}
        <Notices onSyncScreen={screen === 'sync'} onSync={() => setScreen('sync')} />
      </main>
    </div>
  );
}

function Screen(props: { readonly screen: ScreenId }) {
  switch (props.screen) {
    case 'orders':
      return <OrdersScreen />;
    case 'profitability':
      return <ProfitabilityScreen />;
    case 'sync':
      return <SyncScreen />;
  }
}
