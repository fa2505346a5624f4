import { lazy, Suspense, useState } from 'react';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { CurrencyProvider } from '#renderer/features/currency/currency.tsx';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';
import { ViewsProvider } from '#renderer/features/saved-views/views-context.tsx';
import { SelectionProvider } from '#renderer/features/selection/selection-context.tsx';
import { UndoProvider } from '#renderer/features/undo/undo.tsx';
import { Frame } from './frame/frame.tsx';
import { FrameSkeleton } from './frame/skeleton.tsx';
import { SettingsProvider } from './settings/settings-context.tsx';

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }));

/** First run until there is an account; then the frame, with a selection of its own for every account. */
export function App() {
  const accounts = useAccounts();
  const [connecting, setConnecting] = useState(false);
  if (accounts === null) return <FrameSkeleton />;
  if (accounts.activeId === null || connecting)
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
              <SettingsProvider onConnect={() => setConnecting(true)}>
                <Frame onConnect={() => setConnecting(true)} />
              </SettingsProvider>
            </ViewsProvider>
          </SelectionProvider>
        </CurrencyProvider>
      </UndoProvider>
    </ScreenStateProvider>
  );
}
