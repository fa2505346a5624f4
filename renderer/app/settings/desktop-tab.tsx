import { useEffect, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { ShellChange, ShellSettings } from '#shared/contract/shell.ts';
import { ChoiceSetting, Setting } from './preferences-tabs.tsx';
import { UpdatesSetting } from './updates-setting.tsx';

type Choice = 'yes' | 'no';
const choiceOf = (isOn: boolean): Choice => (isOn ? 'yes' : 'no');

/** The desktop app around the page: what closing its window does, whether it opens at login, whether it notifies. */
export function DesktopTab() {
  const text = useText();
  const { bridge } = useSession();
  const { run, failed } = useAction();
  const [shell, setShell] = useState<ShellSettings | null>(null);
  const [changed, setChanged] = useState<keyof ShellChange | null>(null);
  useEffect(() => {
    let isGone = false;
    void bridge.call.readShell(null).then(
      (read) => {
        if (!isGone) setShell(read);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [bridge]);
  if (shell === null) return null;
  const change = <K extends keyof ShellChange>(setting: K, next: ShellChange[K]): void => {
    setChanged(setting);
    void run(async () => setShell(await bridge.call.changeShell({ [setting]: next })));
  };
  const failedOf = (setting: keyof ShellChange) => (changed === setting ? failed : null);
  const { closing, notifies, opensAtLogin } = shell;
  return (
    <>
      <ChoiceSetting
        name={text('settings.closing')}
        note={text('settings.closing-note')}
        value={closing}
        labels={{ hide: text('settings.closing-hide'), quit: text('settings.closing-quit') }}
        failed={failedOf('closing')}
        onChange={(next) => change('closing', next)}
      />
      {opensAtLogin === null ? (
        <Setting name={text('settings.login')}>{text('settings.login-none')}</Setting>
      ) : (
        <ChoiceSetting<Choice>
          name={text('settings.login')}
          note={text('settings.login-note')}
          value={choiceOf(opensAtLogin)}
          labels={{ yes: text('settings.login-yes'), no: text('settings.login-no') }}
          failed={failedOf('opensAtLogin')}
          onChange={(next) => change('opensAtLogin', next === 'yes')}
        />
      )}
      <ChoiceSetting<Choice>
        name={text('settings.notifies')}
        note={text('settings.notifies-note')}
        value={choiceOf(notifies)}
        labels={{ yes: text('settings.notifies-yes'), no: text('settings.notifies-no') }}
        failed={failedOf('notifies')}
        onChange={(next) => change('notifies', next === 'yes')}
      />
      <UpdatesSetting />
    </>
  );
}
