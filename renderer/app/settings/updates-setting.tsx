import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { ago, useNow } from '#renderer/features/messages/time-messages.ts';
import { UpdateActions, useIsReading } from '#renderer/features/updates/update-actions.tsx';
import { stepMessage, useUpdates } from '#renderer/features/updates/use-updates.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { UpdateAction, Updates } from '#shared/contract/updates.ts';
import { ChoiceSetting, Setting } from './preferences-tabs.tsx';

/** Newer versions: whether they are asked for and how far it is; where this build cannot take them, why and what to do. */
export function UpdatesSetting() {
  const text = useText();
  const { bridge } = useSession();
  const { run, failed } = useAction();
  const updates = useUpdates();
  if (updates === null) return null;
  const ask = (action: UpdateAction) => void run(() => bridge.call.askUpdates({ action }));
  const { obstacle } = updates;
  if (obstacle !== null) {
    return (
      <Setting name={text('updates.name')}>
        <span data-testid="updates-obstacle" data-value={obstacle}>
          {text(`updates.obstacle-${obstacle}`)}
        </span>{' '}
        {updates.hasReleases ? (
          <Button className={ui.link} onClick={() => ask('releases')}>
            {text('updates.releases')}
          </Button>
        ) : null}
      </Setting>
    );
  }
  return (
    <>
      <ChoiceSetting<'on' | 'off'>
        name={text('updates.name')}
        note={text('updates.note')}
        value={updates.isOn ? 'on' : 'off'}
        labels={{ on: text('updates.on'), off: text('updates.off') }}
        failed={failed}
        onChange={ask}
      />
      {updates.isOn ? <Progress updates={updates} /> : null}
    </>
  );
}

function Progress({ updates: { step, askedAtMs } }: { readonly updates: Updates }) {
  const text = useText();
  const now = useNow();
  const isReading = useIsReading();
  return (
    <Setting name="">
      <span
        role="status"
        className={step.kind === 'failed' ? ui.failed : undefined}
        data-testid="updates-step"
        data-value={step.kind}
      >
        {stepMessage(step, isReading, text)}
        {step.kind === 'current' && askedAtMs !== null ? ` · ${ago(now - askedAtMs, text)}` : ''}
      </span>{' '}
      <UpdateActions step={step} className={ui.smallButton} />
    </Setting>
  );
}
