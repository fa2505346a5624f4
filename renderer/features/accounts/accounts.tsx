import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { codesOf } from '#renderer/features/currency/currency.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import {
  type Account,
  DEFAULT_SYNC_PERIOD_MINUTES,
  type Plan,
  SYNC_PERIODS_MINUTES,
} from '#shared/contract/app.ts';
import { hostOf } from '#shared/domain/base-url.ts';

export function accountName(account: Pick<Account, 'kind' | 'name' | 'baseUrl'>, text: Text): string {
  if (account.kind === 'demo') return text('account.demo');
  return account.name === '' ? hostOf(account.baseUrl) : account.name;
}

/** Where it comes from and its plan: what tells it from the others of a list. */
export function accountDetail(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo-detail');
  const plan = planName(account, text);
  return account.name === '' ? plan : `${hostOf(account.baseUrl)} · ${plan}`;
}

/** «CLP · 5 canales · Pro»: what it holds. `channels` is null while they have not been counted. */
export function accountLine(account: Account, channels: number | null, text: Text): string {
  const [main, ...others] = codesOf(account.currencies);
  return [
    ...(main === undefined ? [] : [others.length === 0 ? main : `${main} +${others.length}`]),
    ...(channels === null ? [] : [text('account.channels', { count: channels })]),
    planName(account, text),
  ].join(' · ');
}

function planName(account: Account, text: Text): string {
  return text(`plan.${account.plan}`);
}

/** The plan of an account: it decides how far back the service answers (spec 4.2.4). */
export function PlanChoice(props: { readonly plan: Plan; readonly onChange: (plan: Plan) => void }) {
  const text = useText();
  return (
    <Segmented<Plan>
      label={text('connect.plan')}
      value={props.plan}
      options={[
        { value: 'pro', label: text('plan.pro') },
        { value: 'free', label: text('plan.free') },
      ]}
      onChange={props.onChange}
    />
  );
}

/** «cada 15 min», «cada hora», «cada día». */
function periodMessage(minutes: number, text: Text): string {
  if (minutes === 1440) return text('schedule.day');
  if (minutes < 60) return text('schedule.minutes', { count: minutes });
  return minutes === 60 ? text('schedule.hour') : text('schedule.hours', { count: minutes / 60 });
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
      className={classNames(ui.smallButton, ui.quietButton)}
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
