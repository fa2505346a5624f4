import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Session } from '#renderer/data/client/session.ts';
import { SessionProvider } from '#renderer/data/client/session-context.tsx';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { App } from './app.tsx';

/** Puts the interface in the place of the frame that index.html painted. */
export function mount(session: Session): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  createRoot(root).render(
    <StrictMode>
      <SessionProvider session={session}>
        <PreferencesProvider>
          <App />
        </PreferencesProvider>
      </SessionProvider>
    </StrictMode>,
  );
}
