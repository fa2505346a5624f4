import { Fragment, useState } from 'react';
import { useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { OpenedOutputs } from '#shared/contract/opened.ts';

const RUNTIMES = ['electron', 'chromium'] as const;

/** The licences of what the desktop app runs on, opened beside it; nothing in a browser. */
export function RuntimeLicences() {
  const text = useText();
  const { bridge } = useSession();
  const host = useHostInfo();
  const [last, setLast] = useState<OpenedOutputs['showRuntimeLicence'] | null>(null);
  if (host?.host !== 'desktop') return null;
  return (
    <>
      <p>{text('settings.licences-runtime')}</p>
      <p>
        {RUNTIMES.map((of) => (
          <Fragment key={of}>
            <Button
              className={ui.smallButton}
              data-testid={`licence-${of}`}
              onClick={() => void bridge.call.showRuntimeLicence({ of }).then(setLast, () => null)}
            >
              {text(`settings.licences-${of}`)}
            </Button>{' '}
          </Fragment>
        ))}
      </p>
      <p role="status" className={ui.detail} data-testid="licence-problem">
        {last === null || last.isShown
          ? ''
          : last.path === null
            ? text('settings.licences-gone')
            : text('settings.licences-at', { path: last.path })}
      </p>
    </>
  );
}
