import { type ReactNode, useState } from 'react';
import {
  useAccounts,
  useConnection,
  useLedger,
  useLostCopy,
  useSession,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { KeyForm } from '#renderer/features/accounts/key-form.tsx';
import { useCoverage } from '#renderer/features/coverage/coverage-section.tsx';
import { differenceMessage, differingMonth } from '#renderer/features/coverage/coverage-state.ts';
import { damageMessage } from '#renderer/features/damage/damage.tsx';
import { failureMessage, needsKey, useAction } from '#renderer/features/messages/failures.tsx';
import {
  knownMoment,
  outageMessages,
  outageOf,
  readAtMs,
  secondsUntil,
} from '#renderer/features/messages/sync-messages.ts';
import { ago, duration, useNow } from '#renderer/features/messages/time-messages.ts';
import { monthShort, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { UpdateActions, useIsReading } from '#renderer/features/updates/update-actions.tsx';
import { isUpdateUnderWay, stepMessage, useUpdateNews } from '#renderer/features/updates/use-updates.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon, type IconName } from '#renderer/ui/icon.tsx';
import type { Account, Connection, SyncStatus } from '#shared/contract/app.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { SyncFailure } from '#shared/contract/run-log.ts';
import type { UpdateStep } from '#shared/contract/updates.ts';
import type { Month } from '#shared/domain/dates.ts';
import noticeStyles from './notice.module.css';

/** Which one notice stands under the header: the gravest (ui/README.md, Frame). Pure. */

export type NoticeFacts = {
  readonly connection: Connection;
  readonly account: Account | null;
  readonly status: SyncStatus | null;
  /** Rows lost to damaged storage, as the open ledger tells; null where all is whole or none is open. */
  readonly damage: Damage | null;
  readonly copyLost: boolean;
  readonly copyNoticeRead: boolean;
  /** A month whose rows the source counts otherwise, as long as nobody has looked at it; null: none. */
  readonly difference: { readonly month: Month; readonly control: ControlTotal } | null;
  /** The step of a newer version of the app to announce; null: none. */
  readonly update: UpdateStep | null;
  /** The sync screen tells failures, waits and the load itself. */
  readonly onSyncScreen: boolean;
  readonly nowMs: number;
};

type NoticeChoice =
  | { readonly kind: Exclude<Connection, 'connected'> }
  | { readonly kind: 'other-company'; readonly account: Account; readonly failure: SyncFailure }
  /** `rejected`: the server no longer takes the key; else it is simply not there. */
  | {
      readonly kind: 'key';
      readonly account: Account;
      readonly rejected: boolean;
      readonly words: string | null;
    }
  | { readonly kind: 'damage'; readonly damage: Damage }
  | { readonly kind: 'failure'; readonly failure: SyncFailure }
  /** `lost`: while it was open; else it was found to be another one than this account was read into. */
  | { readonly kind: 'copy'; readonly lost: boolean }
  | { readonly kind: 'held'; readonly rows: number }
  /** `isOver`: the run has given up, and the next one is for the timetable to begin. */
  | { readonly kind: 'outage'; readonly isOver: boolean }
  | { readonly kind: 'back-off' }
  | { readonly kind: 'stale'; readonly readAtMs: number }
  | ({ readonly kind: 'differs' } & NonNullable<NoticeFacts['difference']>)
  | { readonly kind: 'paused' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'update'; readonly step: UpdateStep };

/** Changes older than the schedule promises, and half as long again, are worth a word; never before an hour. */
export function staleAfterMs(syncEveryMinutes: number): number {
  return Math.max(60, syncEveryMinutes * 1.5) * 60_000;
}

export function chooseNotice(facts: NoticeFacts): NoticeChoice | null {
  const { account, status, nowMs, onSyncScreen } = facts;
  if (facts.connection !== 'connected') return { kind: facts.connection };
  if (account === null || status === null) return null;
  const failure = status.state === 'error' ? status.failure : null;
  // Problems that only the user can mend come first: without a key nothing else mends itself either.
  if (failure?.code === 'other-company') return { kind: 'other-company', account, failure };
  if (account.kind === 'api' && (!account.hasKey || needsKey(failure)))
    return { kind: 'key', account, rejected: account.hasKey, words: failure?.words ?? null };
  if (facts.damage !== null) return { kind: 'damage', damage: facts.damage };
  const outage = outageOf(status);
  if (failure !== null) {
    if (onSyncScreen) return null;
    return outage === null ? { kind: 'failure', failure } : { kind: 'outage', isOver: true };
  }
  if ((facts.copyLost || status.copy === 'replaced') && !facts.copyNoticeRead)
    return { kind: 'copy', lost: facts.copyLost };
  if (status.rowsHeld > 0) return { kind: 'held', rows: status.rowsHeld };
  if (outage !== null) return onSyncScreen ? null : { kind: 'outage', isOver: false };
  if (status.state === 'waiting' && status.waiting?.reason === 'back-off')
    return onSyncScreen ? null : { kind: 'back-off' };
  const readAt = readAtMs(status);
  if (
    readAt !== null &&
    nowMs - readAt > staleAfterMs(account.syncEveryMinutes) &&
    status.state !== 'running' &&
    status.historyComplete
  )
    return { kind: 'stale', readAtMs: readAt };
  // While something is read it may mend itself.
  if (facts.difference !== null && status.state === 'idle') return { kind: 'differs', ...facts.difference };
  if (status.state === 'paused') return onSyncScreen ? null : { kind: 'paused' };
  if (!onSyncScreen && !status.historyComplete && (status.progress?.monthsDone ?? 0) > 0)
    return { kind: 'loading' };
  return facts.update === null ? null : { kind: 'update', step: facts.update };
}

/** One notice at a time under the header, the gravest first (ui/README.md, Frame). */
export function Notices() {
  const connection = useConnection();
  const status = useSyncStatus();
  const accounts = useAccounts();
  const ledger = useLedger();
  const lost = useLostCopy();
  const { forgetLostCopy } = useSession();
  const { address } = useNavigation();
  const now = useNow();
  const [read, setRead] = useState(false);
  const difference = useUnseenDifference(status);
  const { update, dismiss } = useUpdateNews();
  const account = accounts?.accounts.find((other) => other.id === accounts.activeId) ?? null;
  const copyLost = lost !== null && lost.accountId === account?.id;
  const choice = chooseNotice({
    connection,
    account,
    status,
    damage: ledger.kind === 'open' ? ledger.facts.damage : null,
    copyLost,
    copyNoticeRead: read && !copyLost,
    difference,
    update,
    onSyncScreen: address.screen === 'sync',
    nowMs: now,
  });
  if (choice === null) return null;
  const onCopyRead = (): void => {
    setRead(true);
    forgetLostCopy();
  };
  return (
    <Chosen choice={choice} status={status} nowMs={now} onCopyRead={onCopyRead} onUpdateRead={dismiss} />
  );
}

/** What is looked at once: this month of this account, by so many rows. Pure. */
export function differenceId(
  accountId: string | null | undefined,
  { month, control }: NonNullable<NoticeFacts['difference']>,
): string {
  return `${accountId} ${month} ${control.there - control.here}`;
}

/** The newest month that differs, until it was looked at; another difference is news again. */
function useUnseenDifference(status: SyncStatus | null): NoticeFacts['difference'] {
  const { address } = useNavigation();
  const { output } = useCoverage(status?.state === 'idle' && status.historyComplete);
  const [seen, setSeen] = useState<string | null>(null);
  const found = output === null ? null : differingMonth(output.months);
  if (found === null) return null;
  const id = differenceId(status?.accountId, found);
  const isLookedAt = address.screen === 'sync' && address.detail === found.month;
  if (isLookedAt && seen !== id) setSeen(id);
  return seen === id || isLookedAt ? null : found;
}

/** The notice in words. Long, for it is one case after the other. */
function Chosen(props: {
  readonly choice: NoticeChoice;
  readonly status: SyncStatus | null;
  readonly nowMs: number;
  readonly onCopyRead: () => void;
  readonly onUpdateRead: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const { go } = useNavigation();
  const { choice, status, nowMs } = props;
  const syncNow = (): void => void bridge.call.syncNow(null).catch(() => null);
  const toSyncScreen = { name: choice.kind, action: text('notice.detail'), onAction: () => go('sync') };
  const reading = { name: choice.kind, onAction: syncNow };
  switch (choice.kind) {
    case 'disconnected':
    case 'shut-out':
      return (
        <Notice kind="info" icon="info" name={choice.kind}>
          {text(`notice.${choice.kind}`)}
        </Notice>
      );
    case 'other-company':
      return <KeyDecision account={choice.account} words={choice.failure.words} />;
    case 'key':
      return <KeyNotice {...choice} />;
    case 'damage':
      return (
        <Notice kind="problem" icon="warning" {...toSyncScreen}>
          <b>{text('damage.what')}</b> {damageMessage(choice.damage, text, formats)}
        </Notice>
      );
    case 'failure': {
      const words = failureMessage(choice.failure, text);
      return (
        <Notice kind="problem" icon="warning" {...reading} action={text('sync.retry')}>
          <b>{words.what}</b> {words.todo}
          <ServerMessage words={choice.failure.words} />
        </Notice>
      );
    }
    case 'copy':
      return (
        <Notice
          kind="warning"
          icon="warning"
          name={choice.kind}
          action={text('notice.understood')}
          onAction={props.onCopyRead}
        >
          <b>{text(choice.lost ? 'notice.copy-lost' : 'notice.copy-replaced')}</b> {text('notice.copy-note')}
        </Notice>
      );
    case 'held':
      return <PendingRemovalNotice rows={choice.rows} />;
    case 'outage': {
      const words = status === null ? null : outageMessages(status, nowMs, text, formats);
      const way = choice.isOver ? { ...reading, action: text('sync.retry') } : toSyncScreen;
      return words === null ? null : (
        <Notice kind={choice.isOver ? 'problem' : 'warning'} icon="warning" {...way}>
          <b>{words.whole}.</b> {text('notice.outage-note')}
          {choice.isOver ? <ServerMessage words={status?.failure?.words ?? null} /> : null}
        </Notice>
      );
    }
    case 'back-off': {
      const seconds = status?.waiting == null ? null : secondsUntil(status.waiting, nowMs);
      return (
        <Notice kind="info" icon="clock" {...toSyncScreen}>
          {text('notice.back-off', { time: seconds === null ? text('wait.soon') : duration(seconds, text) })}
        </Notice>
      );
    }
    case 'stale':
      return status?.knownUntil == null ? null : (
        <Notice kind="warning" icon="clock" {...reading} action={text('notice.read-now')}>
          {text('notice.stale', {
            ago: ago(nowMs - choice.readAtMs, text),
            moment: knownMoment(status.knownUntil, formats),
          })}
        </Notice>
      );
    case 'differs':
      return (
        <Notice
          kind="warning"
          icon="warning"
          name={choice.kind}
          action={text('notice.differs-show')}
          onAction={() => go('sync', choice.month)}
        >
          {text('notice.differs', {
            month: monthTitle(choice.month, text),
            difference: differenceMessage(choice.control, text, formats),
          })}
        </Notice>
      );
    case 'paused':
      return (
        <Notice kind="warning" icon="pause" {...reading} action={text('sync.resume')}>
          {text(status?.historyComplete ? 'notice.paused' : 'notice.paused-loading')}
        </Notice>
      );
    case 'loading':
      return (
        <Notice kind="info" icon="clock" {...toSyncScreen}>
          {text('notice.loading', {
            count: status?.progress?.monthsTotal ?? 0,
            done: formats.count(status?.progress?.monthsDone ?? 0),
            total: formats.count(status?.progress?.monthsTotal ?? 0),
          })}
        </Notice>
      );
    case 'update':
      return <UpdateNotice step={choice.step} onRead={props.onUpdateRead} />;
  }
}

/** A newer version, as far as it is; a button on the way and one that leaves it be. */
function UpdateNotice(props: { readonly step: UpdateStep; readonly onRead: () => void }) {
  const text = useText();
  const isReading = useIsReading();
  const { step } = props;
  const canWait = !isUpdateUnderWay(step);
  return (
    <Notice
      kind={step.kind === 'failed' ? 'warning' : 'info'}
      icon={step.kind === 'failed' ? 'warning' : 'info'}
      name="update"
      aside={<UpdateActions step={step} className={classNames(ui.link, noticeStyles.action)} />}
      {...(canWait ? { action: text('updates.later'), onAction: props.onRead } : {})}
    >
      {stepMessage(step, isReading, text)}
    </Notice>
  );
}

/** The key is asked for again: after a restart, or because the server no longer takes it. */
function KeyNotice(props: {
  readonly account: Account;
  readonly rejected: boolean;
  readonly words: string | null;
}) {
  const text = useText();
  const [failed, setFailed] = useState<string | null>(null);
  const storage = useAccounts()?.keyStorage ?? 'memory';
  const { rejected } = props;
  return (
    <Notice
      kind={rejected ? 'problem' : 'warning'}
      icon={rejected ? 'warning' : 'lock'}
      name="key"
      aside={<KeyForm account={props.account} label={text('notice.key-give')} onFailed={setFailed} />}
    >
      <b>{text(rejected ? 'failure.unauthorized' : 'notice.key')}</b>{' '}
      {rejected
        ? text('failure.unauthorized-do')
        : `${text(`account.key-storage-${storage}`)} ${text('notice.key-note')}`}
      {rejected ? <ServerMessage words={props.words} /> : null}
      {failed === null ? null : <b> {failed}</b>}
    </Notice>
  );
}

const SHOWN_MONTHS = 3;

/** Rows that the source no longer gives: the notice leads to the first month that waits for a decision. */
function PendingRemovalNotice(props: { readonly rows: number }) {
  const text = useText();
  const formats = useFormats();
  const { address, go } = useNavigation();
  const { output } = useCoverage();
  const months = output?.months.filter(({ held }) => held !== null).map(({ month }) => month) ?? [];
  const first = months[0] ?? null;
  const more = months.length > SHOWN_MONTHS ? ['…'] : [];
  const here = address.screen === 'sync' && address.detail === first;
  return (
    <Notice
      kind="warning"
      icon="warning"
      name="held"
      {...(here ? {} : { action: text('notice.held-decide'), onAction: () => go('sync', first) })}
    >
      <b>
        {text('notice.held', {
          count: props.rows,
          shown: formats.count(props.rows),
          months: [...months.slice(0, SHOWN_MONTHS).map((month) => monthShort(month, text)), ...more].join(
            ', ',
          ),
          known: months.length > 0 ? 'yes' : 'no',
        })}
      </b>{' '}
      {text('notice.held-note')}
    </Notice>
  );
}

/** A line under the header: icon, sentence, at most one action; what it needs besides stands below it. */
function Notice(props: {
  readonly kind: 'warning' | 'info' | 'problem';
  readonly icon: IconName;
  readonly name: string;
  readonly children: ReactNode;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly aside?: ReactNode;
}) {
  return (
    <div
      className={classNames(noticeStyles.notice, noticeStyles[props.kind])}
      role={props.kind === 'problem' ? 'alert' : 'status'}
      data-testid="notice"
      data-notice={props.name}
    >
      <Icon name={props.icon} />
      <span className={ui.grow}>{props.children}</span>
      {props.aside}
      {props.action === undefined ? null : (
        <Button
          className={classNames(ui.link, noticeStyles.action)}
          data-testid="notice-action"
          onClick={props.onAction}
        >
          {props.action}
        </Button>
      )}
    </div>
  );
}

function ServerMessage(props: { readonly words: string | null }) {
  const text = useText();
  return props.words === null ? null : (
    <>
      {' '}
      <span className={ui.faint}>{text('connect.said')}</span> <q className={ui.verbatim}>{props.words}</q>
    </>
  );
}

const WAYS = ['same-company', 'own-account', 'forget'] as const;

/** A key whose answers share nothing with the account: nothing was stored, and there are three ways out. */
function KeyDecision(props: { readonly account: Account; readonly words: string | null }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  return (
    <div
      className={classNames(noticeStyles.notice, noticeStyles.problem, noticeStyles.stacked)}
      role="alert"
      data-testid="notice"
      data-notice="other-company"
    >
      <Icon name="warning" />
      <div className={ui.grow}>
        <b>{text('failure.other-company')}</b> {text('failure.other-company-do')}
        <ServerMessage words={props.words} />
        <ul className={noticeStyles.waysOut}>
          {WAYS.map((decision) => (
            <li key={decision}>
              <Button
                className={ui.smallButton}
                data-testid={`key-${decision}`}
                disabled={action.busy}
                onClick={() =>
                  void action.run(() => bridge.call.resolveKey({ accountId: props.account.id, decision }))
                }
              >
                {text(`key.${decision}`)}
              </Button>
              <span>{text(`key.${decision}-note`)}</span>
            </li>
          ))}
        </ul>
        {action.failed === null ? null : <p className={ui.verbatim}>{action.failed}</p>}
      </div>
    </div>
  );
}
