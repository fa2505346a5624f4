import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { SessionProvider } from './link/session-context.tsx';
import { startPage } from './link/start.ts';
import { forgetCharWidths } from './ui/grid/measure.ts';
import { App } from './views/app.tsx';
import { PreferencesProvider } from './views/preferences.tsx';

// The page's policy forbids code made from text: zod must not try.
config({ jitless: true });

const session = startPage();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
// Column widths are measured with the real font.
await document.fonts.load('400 12px "Inter Variable"').catch(() => []);
await document.fonts.load('600 12px "Inter Variable"').catch(() => []);
forgetCharWidths();
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <PreferencesProvider>
        <App />
      </PreferencesProvider>
    </SessionProvider>
  </StrictMode>,
);
