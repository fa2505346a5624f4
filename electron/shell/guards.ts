import { app, session } from 'electron';
import { isAppAddress } from './app-address.ts';

/** Everything else is refused; Electron grants by default. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['persistent-storage', 'clipboard-sanitized-write']);

/**
 * Security checklist 12 to 15 and 19: no page but the app's, no new window, no webview, nothing handed to the
 * system's browser (the app links nowhere yet), whatever web contents come to be. Before `ready`.
 */
export function guardWebContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!isAppAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isAppAddress(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Checklist 5: both handlers, because Chromium asks some permissions through the check alone. After `ready`. */
export function guardPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(isAppAddress(contents.getURL()) && ALLOWED_PERMISSIONS.has(permission)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission) =>
    ALLOWED_PERMISSIONS.has(permission),
  );
}
