import { lazy, StrictMode, Suspense, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Session } from '#renderer/data/client/session.ts';
import { SessionProvider, useAccounts } from '#renderer/data/client/session-context.tsx';
import { CurrencyProvider } from '#renderer/features/currency/currency.tsx';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { useBoundRows } from '#renderer/features/preferences/row-memory.ts';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';
import { ViewsProvider } from '#renderer/features/saved-views/views-context.tsx';
import { ScheduledExportsProvider } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { SelectionProvider } from '#renderer/features/selection/selection-context.tsx';
import { UndoProvider } from '#renderer/features/undo/undo.tsx';
import { useSendCommands } from './desktop/send-commands.ts';
import { useSendLanguage } from './desktop/send-language.ts';
import { Frame, FrameSkeleton } from './frame/frame.tsx';
import { SettingsProvider } from './settings/settings-context.tsx';

/**
 * Puts the interface in the place of the frame that index.html painted; `onFailure` hears of what a screen failed with. Returns
 * what takes it away.
 */
export function mount(session: Session, onFailure: (error: unknown) => void): () => void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  const onCaughtError = (error: unknown): void => {
    // As React does by itself.
    console.error(error);
    onFailure(error);
  };
  const drawn = createRoot(root, { onCaughtError });
  drawn.render(
    <StrictMode>
      <SessionProvider session={session}>
        <PreferencesProvider>
          <App />
        </PreferencesProvider>
      </SessionProvider>
    </StrictMode>,
  );
  return () => drawn.unmount();
}

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }));

/** First run until there is an account; then the frame, with a selection of its own for every account. */
function App() {
  const accounts = useAccounts();
  useSendLanguage();
  useBoundRows();
  const [connecting, setConnecting] = useState(false);
  const activeId = accounts?.activeId ?? null;
  const isFirstRun = accounts?.activeId === null || connecting;
  useSendCommands(accounts === null ? null : isFirstRun ? 'first-run' : 'account');
  // The account before this one: the address of the page is still its own.
  const before = useRef(activeId);
  const isSwitched = before.current !== null && before.current !== activeId;
  useEffect(() => {
    if (activeId !== null) before.current = activeId;
  }, [activeId]);
  if (accounts === null) return <FrameSkeleton />;
  if (accounts.activeId === null || isFirstRun)
    return (
      <Suspense fallback={null}>
        <FirstRun onBack={accounts.activeId === null ? null : () => setConnecting(false)} />
      </Suspense>
    );
  return (
    <ScreenStateProvider key={accounts.activeId} accountId={accounts.activeId}>
      <UndoProvider>
        <CurrencyProvider>
          <SelectionProvider>
            <ViewsProvider accountId={accounts.activeId}>
              <ScheduledExportsProvider accountId={accounts.activeId}>
                <SettingsProvider onConnect={() => setConnecting(true)}>
                  <Frame isSwitched={isSwitched} onConnect={() => setConnecting(true)} />
                </SettingsProvider>
              </ScheduledExportsProvider>
            </ViewsProvider>
          </SelectionProvider>
        </CurrencyProvider>
      </UndoProvider>
    </ScreenStateProvider>
  );
}
