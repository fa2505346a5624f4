import { useEffect, useState } from 'react';
import { useHostInfo, useSession } from '#renderer/data/client/session-context.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type OpenedOutputs, type SystemInfo, systemText } from '#shared/contract/opened.ts';
import styles from './settings.module.css';

/** Facts for somebody who helps: the system, to be copied, and the log of errors. */
export function SupportSection() {
  const text = useText();
  const { bridge } = useSession();
  const host = useHostInfo();
  const { preferences } = usePreferences();
  const [system, setSystem] = useState<SystemInfo | null>(null);
  const [copied, setCopied] = useState(false);
  const [log, setLog] = useState<OpenedOutputs['showErrorLog'] | null>(null);
  useEffect(() => {
    bridge.call.readSystem(null).then(setSystem, () => undefined);
  }, [bridge]);
  if (host === null || system === null) return null;
  const words = systemText(host, system, preferences.language, navigator.userAgent);
  return (
    <section className={styles.section} aria-label={text('settings.support')}>
      <h3>{text('settings.support')}</h3>
      <pre className={styles.licence} data-testid="support-system">
        {words}
      </pre>
      <p className={styles.actions}>
        <Button
          className={ui.smallButton}
          data-testid="support-copy"
          onBlur={() => setCopied(false)}
          onClick={() => {
            navigator.clipboard.writeText(words).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {text(copied ? 'settings.support-copied' : 'settings.support-copy')}
        </Button>
        <Button
          className={ui.smallButton}
          data-testid="support-errors"
          onClick={() => void bridge.call.showErrorLog(null).then(setLog, () => null)}
        >
          {text('settings.errors-show')}
        </Button>
      </p>
      <p role="status" className={ui.detail} data-testid="support-log" data-value={log?.path ?? ''}>
        {log === null
          ? ''
          : log.isThere
            ? text('settings.errors-path', { path: log.path })
            : text('settings.errors-none')}
      </p>
      <p className={ui.faint}>{text('settings.errors-note')}</p>
    </section>
  );
}
