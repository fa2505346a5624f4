import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import { type Account, DEFAULT_SYNC_PERIOD_MINUTES, SYNC_PERIODS_MINUTES } from '#shared/contract/app.ts';

/** «cada 15 min», «cada hora», «cada día». */
function periodMessage(minutes: number, text: Text): string {
  if (minutes === 60) return text('schedule.hour');
  if (minutes === 1440) return text('schedule.day');
  return minutes < 60
    ? text('schedule.minutes', { count: minutes })
    : text('schedule.hours', { count: minutes / 60 });
}

/** The periods to choose from. The demo company is read at its own pace where nothing else was chosen. */
export function periodOptions(
  kind: Account['kind'],
  text: Text,
): readonly { readonly value: string; readonly label: string }[] {
  return SYNC_PERIODS_MINUTES.map((minutes) => ({
    value: String(minutes),
    label:
      kind === 'demo' && minutes === DEFAULT_SYNC_PERIOD_MINUTES
        ? text('schedule.demo')
        : periodMessage(minutes, text),
  }));
}

/** How often the changes are read while the app is open. */
export function ScheduleChoice() {
  const text = useText();
  const { bridge } = useSession();
  const state = useAccounts();
  const account = state?.accounts.find((other) => other.id === state.activeId);
  if (account === undefined) return null;
  return (
    <ChoiceMenu
      label={text('schedule.label')}
      className="btn sm g"
      testId="schedule"
      value={String(account.syncEveryMinutes)}
      options={periodOptions(account.kind, text)}
      onChange={(minutes) =>
        void bridge.call
          .updateAccount({ accountId: account.id, syncEveryMinutes: Number(minutes) })
          .catch(() => null)
      }
    />
  );
}
