import { useEffect } from 'react';
import { useText } from '../../i18n/text.tsx';
import { useLedger } from '../../link/session-context.tsx';
import { ChangesScreen } from '../changes/changes-screen.tsx';
import { OrdersScreen } from '../orders/orders-screen.tsx';
import { PanelScreen } from '../panel/panel-screen.tsx';
import { usePreferences } from '../preferences.tsx';
import { ProfitabilityScreen } from '../profitability/profitability-screen.tsx';
import { useShortcut } from '../shortcuts.ts';
import { SyncScreen } from '../sync/sync-screen.tsx';
import { ClosedLedger } from './closed-ledger.tsx';
import { useNarrowerThan } from './narrow.ts';
import { NavigationProvider, useNavigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { RailFoldProvider, useRailFold } from './rail-fold.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { type Address, SCREENS } from './screens.ts';
import './frame.css';

function useCrowded(): boolean {
  const under = useNarrowerThan(1440);
  const wanted = useRailFold();
  return under && wanted;
}

/** The rail and the screen. */
export function Frame(props: { readonly onConnect: () => void }) {
  return (
    <NavigationProvider>
      <RailFoldProvider>
        <FrameWithRail onConnect={props.onConnect} />
      </RailFoldProvider>
    </NavigationProvider>
  );
}

function FrameWithRail(props: { readonly onConnect: () => void }) {
  const text = useText();
  const ledger = useLedger();
  const { preferences, change } = usePreferences();
  const { address } = useNavigation();
  const { screen } = address;
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
      <Rail onConnect={props.onConnect} />
      <main className="main">
        {readable ? (
          <ScreenBoundary key={screen}>
            <Screen address={address} />
          </ScreenBoundary>
        ) : (
          <>
            <header className="top">
              <h1>{name}</h1>
            </header>
            <ClosedLedger ledger={ledger} />
          </>
        )}
        <Notices />
      </main>
    </div>
  );
}

function Screen(props: { readonly address: Address }) {
  const { screen, detail } = props.address;
  switch (screen) {
    case 'panel':
      return <PanelScreen />;
    case 'orders':
      return <OrdersScreen />;
    case 'profitability':
      return <ProfitabilityScreen />;
    case 'changes':
      return <ChangesScreen detail={detail} />;
    case 'sync':
      return <SyncScreen month={detail} />;
  }
}
