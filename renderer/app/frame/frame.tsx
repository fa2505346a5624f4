import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { SCREEN_PARTS, ScreenNotLoaded } from '#renderer/app/screens/screens.tsx';
import { KeptInSight } from '#renderer/data/client/kept-in-sight.tsx';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { AskedDemoFilesProvider } from '#renderer/features/demo-company/demo-company.tsx';
import { ExportCheckProvider } from '#renderer/features/export-check/export-check.tsx';
import { ClosedLedger } from '#renderer/features/messages/closed-ledger.tsx';
import {
  addressOf,
  hashOf,
  NavigationProvider,
  RailFoldProvider,
  useNavigation,
  useRailFold,
} from '#renderer/features/navigation/navigation.tsx';
import { OpenedStatementProvider } from '#renderer/features/openings/opened-statement.tsx';
import { Openings } from '#renderer/features/openings/openings.tsx';
import { OwnCostMarks } from '#renderer/features/own-costs/own-costs.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { HeldSelection, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { usePageParts } from '#renderer/features/shortcuts/page-parts.ts';
import { useCommandKeys } from '#renderer/features/shortcuts/shortcuts.ts';
import { UndoLine } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useMediaQuery } from '#renderer/ui/hooks.ts';
import { Brand } from '#renderer/ui/icon.tsx';
import { LiveRegionProvider } from '#renderer/ui/live-region.tsx';
import { useMenuPlace } from '#renderer/ui/menu.tsx';
import { showsSelection } from '#shared/domain/screens.ts';
import { Notices } from './notices.tsx';
import { PrintHead } from './print-head.tsx';
import { Rail } from './rail.tsx';
import { RevisionStrip } from './revision-strip.tsx';
import styles from './screen-boundary.module.css';
import { SelectionNews } from './selection-news.tsx';

// The one that the address names is on its way before the frame is drawn.
void SCREEN_PARTS[addressOf(window.location.hash).screen].load();

function usePrefetch(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const idle =
      window.requestIdleCallback ?? ((run: () => void): number => window.setTimeout(run, IDLE_FALLBACK_MS));
    const timer = setTimeout(() => {
      for (const { load } of Object.values(SCREEN_PARTS)) idle(() => void load());
      idle(() => void import('#renderer/features/order-details/order-panel.tsx'));
      // Recharts, with the first chart that needs it.
      idle(() => void import('#renderer/screens/profitability/pivot/lines-drawing.tsx'));
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
}
const PREFETCH_AFTER_MS = 3000;
const IDLE_FALLBACK_MS = 200;

/** The rail and the screen. */
export function Frame(props: { readonly isSwitched?: boolean; readonly onConnect: () => void }) {
  return (
    <NavigationProvider isSwitched={props.isSwitched ?? false}>
      <RailFoldProvider>
        <LiveRegionProvider>
          <OpenedStatementProvider>
            <AskedDemoFilesProvider>
              <FrameWithRail onConnect={props.onConnect} />
            </AskedDemoFilesProvider>
          </OpenedStatementProvider>
        </LiveRegionProvider>
      </RailFoldProvider>
    </NavigationProvider>
  );
}

function FrameWithRail(props: { readonly onConnect: () => void }) {
  const text = useText();
  const ledger = useLedger();
  const { preferences, change } = usePreferences();
  const { address, wayBack } = useNavigation();
  const { isSettled } = useSelection();
  const { screen } = address;
  // The screen that one was led from stays as it was, out of sight: one comes back to the same place of it.
  const drawn = wayBack === null || wayBack.to.screen === screen ? [address] : [wayBack.to, address];
  // Widths of ui/README.md, Frame.
  const narrow = useMediaQuery('(max-width: 1000px)');
  const under = useMediaQuery('(max-width: 1440px)');
  const crowded = useRailFold() && under;
  useCommandKeys('rail', () => change({ rail: preferences.rail === 'mini' ? 'auto' : 'mini' }));
  usePageParts(hashOf(address));
  const menus = useMenuPlace();
  const name = text(SCREEN_PARTS[screen].name);
  useEffect(() => {
    document.title = `${name} · Cuadra`;
  }, [name]);
  usePrefetch(ledger.kind === 'open');
  const isSelection = showsSelection(screen);
  const readable = ledger.kind === 'open' || SCREEN_PARTS[screen].isAlways;
  return menus.within(
    <ExportCheckProvider isReady={ledger.kind === 'open'}>
      <div className={preferences.rail === 'mini' || narrow || crowded ? 'app mini' : 'app'}>
        <Rail onConnect={props.onConnect} />
        <main className="main">
          <PrintHead screen={name} isSelection={isSelection} />
          {isSelection && ledger.kind === 'open' && isSettled ? <SelectionNews /> : null}
          {isSelection && ledger.kind === 'open' && !isSettled ? (
            <ScreenSkeleton name={name} />
          ) : readable ? (
            drawn.map(({ screen: each, detail }) => (
              <KeptInSight key={each} isShown={each === screen}>
                <HeldSelection isHeld={each !== screen}>
                  <ScreenBoundary name={text(SCREEN_PARTS[each].name)}>
                    <Suspense fallback={<ScreenSkeleton name={text(SCREEN_PARTS[each].name)} />}>
                      <OwnCostMarks>{SCREEN_PARTS[each].draw(detail)}</OwnCostMarks>
                    </Suspense>
                  </ScreenBoundary>
                </HeldSelection>
              </KeptInSight>
            ))
          ) : (
            <>
              <header className="top">
                <h1>{name}</h1>
              </header>
              <ClosedLedger ledger={ledger} />
            </>
          )}
          <Notices />
          {ledger.kind === 'open' ? <RevisionStrip /> : null}
          <UndoLine />
          <PaletteKeys />
          <Openings />
          {menus.place}
        </main>
      </div>
    </ExportCheckProvider>,
  );
}

type Props = { readonly name: string; readonly children: ReactNode };
type State = { readonly error: unknown; readonly retried: boolean };

/** A failing screen takes nothing with it: the rail stays, the sync goes on. Give it the screen as its key. */
class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, retried: false };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error ?? new Error('The screen failed.') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <>
        <header className="top">
          <h1>{this.props.name}</h1>
        </header>
        <ScreenFailure
          error={error}
          // A second failure, and a program that did not come, do not mend by themselves: the whole page is asked for
          // anew.
          onRetry={() =>
            this.state.retried || error instanceof ScreenNotLoaded
              ? window.location.reload()
              : this.setState({ error: null, retried: true })
          }
        />
      </>
    );
  }
}

function ScreenFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div className={classNames(ui.empty, styles.failure)} role="alert" data-testid="screen-failure">
      <b>{text('failure.screen')}</b>
      <span>{text('failure.screen-note')}</span>
      <p className={ui.verbatim}>
        {text('failure.for-support')} <q>{failureDetails(error)}</q>
      </p>
      <Button className={ui.button} onClick={onRetry}>
        {text('failure.screen-retry')}
      </Button>
    </div>
  );
}

function failureDetails(error: unknown): string {
  if (error instanceof ScreenNotLoaded) return failureDetails(error.cause);
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The frame before anything is known: the same that index.html paints before the program is there. */
export function FrameSkeleton() {
  return (
    <div className="app skeleton" aria-busy="true">
      <div className="rail">
        <div className="brand">
          <Brand />
          <span>Cuadra</span>
        </div>
      </div>
      <div className="main">
        <ScreenSkeleton name={null} />
      </div>
    </div>
  );
}

/** A screen whose program, or whose figures, are on their way. */
function ScreenSkeleton(props: { readonly name: string | null }) {
  return (
    <>
      <header className="top">{props.name === null ? null : <h1>{props.name}</h1>}</header>
      <div className="skeleton-rows" />
    </>
  );
}
