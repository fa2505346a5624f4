import { useEffect } from 'react';
import { useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';

/** The desktop app's menus, tray and notifications speak the page's language. */
export function useSendLanguage(): void {
  const { bridge } = useSession();
  const host = useHostInfo();
  const { language } = usePreferences().preferences;
  const isDesktop = host?.host === 'desktop';
  useEffect(() => {
    // Where it does not arrive, the next start of the page tells it.
    if (isDesktop) void bridge.call.sendLanguage({ language }).catch(() => null);
  }, [bridge, isDesktop, language]);
}
