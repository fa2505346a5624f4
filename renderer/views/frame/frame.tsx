import { type FunctionComponent, lazy, Suspense, useEffect } from 'react';
import { useText } from '../../i18n/text.tsx';
import { useLedger } from '../../link/session-context.tsx';
import { LiveRegionProvider } from '../../ui/live-region.tsx';
import { useMenuPlace } from '../../ui/menu-portal.tsx';
import { PaletteKeys } from '../palette/palette-keys.tsx';
import { usePreferences } from '../preferences.tsx';
import { useShortcut } from '../shortcuts.ts';
import { UndoLine } from '../undo-line.tsx';
import { ClosedLedger } from './closed-ledger.tsx';
import { useNarrowerThan } from './narrow.ts';
import { NavigationProvider, useNavigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { PrintHead } from './print-head.tsx';
import { Rail } from './rail.tsx';
import { RailFoldProvider, useRailFold } from './rail-fold.tsx';
import { ScreenBoundary, ScreenNotLoaded } from './screen-boundary.tsx';
import { type Address, addressOf, SCREENS } from './screens.ts';
import { SelectionNews } from './selection-news.tsx';
import { ScreenSkeleton } from './skeleton.tsx';
import './frame.css';

/** Each screen's program comes when it is first looked at; the others follow once there is time. */
const LOADERS = {
  panel: () => import('../panel/panel-screen.tsx'),
  orders: () => import('../orders/orders-screen.tsx'),
  profitability: () => import('../profitability/profitability-screen.tsx'),
  changes: () => import('../changes/changes-screen.tsx'),
  sync: () => import('../sync/sync-screen.tsx'),
};
const PanelScreen = screenOf(async () => (await LOADERS.panel()).PanelScreen);
const OrdersScreen = screenOf(async () => (await LOADERS.orders()).OrdersScreen);
const ProfitabilityScreen = screenOf(async () => (await LOADERS.profitability()).ProfitabilityScreen);
const ChangesScreen = screenOf(async () => (await LOADERS.changes()).ChangesScreen);
const SyncScreen = screenOf(async () => (await LOADERS.sync()).SyncScreen);

function screenOf<ScreenProps extends object>(load: () => Promise<FunctionComponent<ScreenProps>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new ScreenNotLoaded('The screen was not loaded.', { cause });
    }
  });
}

// The one that the address names is on its way before the frame is drawn.
void LOADERS[addressOf(window.location.hash).screen]();

/** The rest of the program, in idle moments after the figures are there. */
function usePrefetch(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const idle =
      window.requestIdleCallback ?? ((run: () => void): number => window.setTimeout(run, IDLE_FALLBACK_MS));
    const timer = setTimeout(() => {
      for (const load of Object.values(LOADERS)) idle(() => void load());
      idle(() => void import('../orders/one-order/order-panel.tsx'));
      idle(() => void import('../trend/trend-chart.tsx'));
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
}
const PREFETCH_AFTER_MS = 3000;
const IDLE_FALLBACK_MS = 200;

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
        <LiveRegionProvider>
          <FrameWithRail onConnect={props.onConnect} />
        </LiveRegionProvider>
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
  const menus = useMenuPlace();
  const name = text(SCREENS.find((other) => other.id === screen)?.name ?? 'nav.orders');
  useEffect(() => {
    document.title = `${name} · Cuadra`;
  }, [name]);
  usePrefetch(ledger.kind === 'open');
  // The two that speak of readings, not of rows.
  const isSelection = screen !== 'sync' && screen !== 'changes';
  const readable = ledger.kind === 'open' || screen === 'sync';
  return menus.within(
    <div className={preferences.rail === 'mini' || narrow || crowded ? 'app mini' : 'app'}>
      <Rail onConnect={props.onConnect} />
      <main className="main">
        <PrintHead screen={name} isSelection={isSelection} />
        {isSelection && ledger.kind === 'open' ? <SelectionNews /> : null}
        {readable ? (
          <ScreenBoundary key={screen} name={name}>
            <Suspense fallback={<ScreenSkeleton name={name} />}>
              <Screen address={address} />
            </Suspense>
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
        <UndoLine />
        <PaletteKeys />
        {menus.place}
      </main>
    </div>,
  );
}

function Screen(props: { readonly address: Address }) {
  const { screen, detail } = props.address;
  switch (screen) {
    case 'panel':
      return <PanelScreen />;
    case 'orders':
      return <OrdersScreen key={detail} by={detail} />;
    case 'profitability':
      return <ProfitabilityScreen />;
    case 'changes':
      return <ChangesScreen detail={detail} />;
    case 'sync':
      return <SyncScreen month={detail} />;
  }
}
