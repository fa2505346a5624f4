import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSendMovedMonths } from '#renderer/app/desktop/send-moved-months.ts';
import { SCREEN_PARTS } from '#renderer/app/screens/screens.tsx';
import { useSettings } from '#renderer/app/settings/settings-context.tsx';
import {
  useAccounts,
  useConnection,
  useLedger,
  useLiveQuery,
  useSession,
  useStore,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import { accountDetail, accountLine, accountName } from '#renderer/features/accounts/accounts.tsx';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import {
  knownMoment,
  outageMessages,
  railDetail,
  railTitle,
} from '#renderer/features/messages/sync-messages.ts';
import { useNow } from '#renderer/features/messages/time-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { landOnScreen } from '#renderer/features/shortcuts/page-parts.ts';
import {
  chordOfCommand,
  commandKeys,
  useCommandKeys,
  useShortcut,
  useShortcuts,
} from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { countInSight } from '#renderer/reconciliation/findings/model/groups.ts';
import { stepsDown } from '#renderer/ui/chart/mark-steps.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Brand, Icon, IconButton } from '#renderer/ui/icon.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';
import { MenuAction, MenuChoice, MenuPopup } from '#renderer/ui/menu.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import { progressShare } from '#shared/contract/sync-progress.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import styles from './rail.module.css';

const SCREEN_CHORDS = SCREEN_IDS.map((id) => chordOfCommand(`go-${id}`));

export function Rail(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { address, go } = useNavigation();
  useShortcuts(SCREEN_CHORDS, (at) => {
    const screen = SCREEN_IDS[at];
    if (screen === undefined) return;
    go(screen);
    landOnScreen();
  });
  return (
    <nav className="rail" aria-label={text('nav.label')}>
      <div className="brand">
        <Brand />
        <span>Cuadra</span>
      </div>
      <AccountMenu onConnect={props.onConnect} />
      {/* One stop of Tab: up and down lead from screen to screen. */}
      <ul className={styles.screens} onKeyDown={moveBetweenScreens}>
        {SCREEN_IDS.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              data-testid={`nav-${id}`}
              aria-current={address.screen === id ? 'page' : undefined}
              tabIndex={address.screen === id ? 0 : -1}
              title={`${text(SCREEN_PARTS[id].name)} (${commandKeys(`go-${id}`, text)})`}
              onClick={(event) => {
                event.preventDefault();
                go(id);
              }}
            >
              {SCREEN_PARTS[id].icon}
              <span>{text(SCREEN_PARTS[id].name)}</span>
              {id === 'reconciliation' ? <OpenExceptions /> : null}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <SettingsMenu />
        <SyncFoot onOpen={() => go('sync')} />
      </div>
    </nav>
  );
}

function moveBetweenScreens(event: KeyboardEvent<HTMLUListElement>): void {
  const links: readonly Element[] = [...event.currentTarget.querySelectorAll('a')];
  const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement);
  const next = stepsDown(at, links.length - 1)[event.key];
  if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  (links[next] as HTMLElement | undefined)?.focus();
}

/** How many exceptions wait for somebody, beside the screen where they are. */
function OpenExceptions() {
  const text = useText();
  const formats = useFormats();
  const isTime = useQuietStart();
  const { output } = useExceptions(isTime);
  useSendMovedMonths(output?.exceptions ?? null);
  if (output === null) return null;
  const count = countInSight(output.groups);
  return (
    <small
      className={styles.count}
      data-testid="nav-reconciliation-count"
      data-value={count}
      title={text('exception.open-count', { count })}
    >
      {count === 0 ? '' : formats.count(count)}
    </small>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

function AccountMenu(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const state = useAccounts();
  const channels = useChannelCount();
  const [open, setOpen] = useState(false);
  const settings = useSettings();
  useShortcut('ctrl+shift+a', () => setOpen(true));
  const active = state?.accounts.find((account) => account.id === state.activeId);
  if (state === null || active === undefined) return null;
  const hasDemo = state.accounts.some((account) => account.kind === 'demo');
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className={styles.account} data-testid="account-menu" title={text('account.switch')}>
        <b className={styles.initials} aria-hidden="true">
          {initials(accountName(active, text))}
        </b>
        <span>
          <span className={ui.ellipsis}>{accountName(active, text)}</span>
          <small className={ui.ellipsis}>{accountLine(active, channels, text)}</small>
        </span>
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPopup className={classNames(ui.menu, styles.accountMenu)}>
        <Menu.RadioGroup
          value={active.id}
          onValueChange={(accountId: string) => void bridge.call.activateAccount({ accountId })}
        >
          {state.accounts.map((account) => (
            <MenuChoice
              key={account.id}
              value={account.id}
              data-testid="account-choice"
              data-value={account.id}
            >
              <span className={ui.stretched}>{accountName(account, text)}</span>
              <small>{accountDetail(account, text)}</small>
            </MenuChoice>
          ))}
        </Menu.RadioGroup>
        <div className={ui.separator} />
        <MenuAction icon="settings" testId="account-edit" onClick={() => settings.open('accounts')}>
          {text('account.edit', { name: accountName(active, text) })}
        </MenuAction>
        {hasDemo ? null : (
          <MenuAction icon={null} onClick={() => void bridge.call.openDemo(null)}>
            {text('first.demo-open')}
          </MenuAction>
        )}
        <MenuAction icon="plus" onClick={props.onConnect}>
          {text('account.connect')}
        </MenuAction>
      </MenuPopup>
    </Menu.Root>
  );
}

/** The way to the settings, at the foot of the rail; above it, that amounts are covered, and the way to show them. */
function SettingsMenu() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const { open } = useSettings();
  return (
    <>
      {preferences.hidesAmounts ? (
        <Button
          className={styles.entry}
          data-testid="amounts-covered"
          title={`${text('settings.hide-show')} (${commandKeys('cover', text)})`}
          onClick={() => change({ hidesAmounts: false })}
        >
          <Icon name="eye" />
          <span>{text('settings.hidden-now')}</span>
        </Button>
      ) : null}
      <Button
        className={styles.entry}
        data-testid="settings-open"
        aria-haspopup="dialog"
        title={`${text('settings.name')} (${commandKeys('settings-formats', text)})`}
        onClick={() => open()}
      >
        <Icon name="settings" />
        <span>{text('settings.name')}</span>
      </Button>
    </>
  );
}

/** Says how the sync comes to rest whenever that is otherwise than the last time; that it reads is no news. */
function useSyncNews(status: SyncStatus | null, title: string | null): void {
  const announce = useAnnounce();
  const heard = useRef<string | null>(null);
  const isReading = status?.state === 'running';
  useEffect(() => {
    if (title === null || isReading || title === heard.current) return;
    if (heard.current !== null) announce(title);
    heard.current = title;
  }, [title, isReading, announce]);
}

/** The state of the sync, on every screen; and the button that reads the changes, resumes or tries again. */
function SyncFoot(props: { readonly onOpen: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const status = useSyncStatus();
  const now = useNow();
  const syncNow = (): void => void bridge.call.syncNow(null).catch(() => null);
  useCommandKeys('sync', syncNow);
  // The browser's own reload keeps its other shortcut (Ctrl+R).
  useEffect(() => {
    document.documentElement.dataset.sync = status?.state ?? 'idle';
  }, [status?.state]);
  const connection = useConnection();
  const connected = connection === 'connected';
  useSyncNews(status, status === null ? null : railTitle(status, text));
  if (status === null) return null;
  const share = progressShare(status);
  const percent = share === null ? null : formats.percent(String(Math.floor(share * 100)), 0);
  // Its last state is no longer known to hold.
  const outage = connected ? outageMessages(status, now, text, formats) : null;
  const title = connected ? (outage?.since ?? railTitle(status, text)) : text('rail.disconnected');
  const known =
    status.knownUntil === null ? '' : `\n${text('copy.known')} ${knownMoment(status.knownUntil, formats)}`;
  return (
    <div
      className={styles.sync}
      data-testid="sync-status"
      data-state={status.state}
      data-connected={connected}
      data-outage={outage !== null}
      title={outage?.whole ?? title}
    >
      <Button
        className={styles.syncLink}
        onClick={props.onOpen}
        title={`${outage === null ? '' : `${outage.whole}\n`}${text('sync.open')}${known}`}
      >
        <b>
          <span className={ui.ellipsis}>{title}</span>
          {percent === null ? null : <span>{percent}</span>}
        </b>
        {share === null ? null : (
          <span className={classNames(ui.progress, styles.progress)}>
            <i style={{ width: `${share * 100}%` }} />
          </span>
        )}
        <span className={ui.ellipsis}>
          {connected ? railDetail(status, now, text, formats) : text(`rail.${connection}-detail`)}
        </span>
      </Button>
      <FreezeToggle />
      <Button
        className={ui.toolButton}
        data-testid="sync-now"
        title={text('sync.now-title')}
        aria-label={text('sync.now')}
        onClick={syncNow}
      >
        <Icon name="sync" />
      </Button>
      {share === null ? null : (
        <span className={styles.share} title={title}>
          {percent}
        </span>
      )}
    </div>
  );
}

/** Holds all figures as they are while one works with them; the sync goes on. */
function FreezeToggle() {
  const text = useText();
  const { frozen, freeze, release } = useSession();
  const isFrozen = useStore(frozen) !== null;
  const action = useAction();
  if (useLedger().kind !== 'open') return null;
  return (
    <IconButton
      icon="frozen"
      className={ui.toolButton}
      testId="freeze-toggle"
      pressed={isFrozen}
      disabled={action.busy}
      name={text(isFrozen ? 'revision.release-all' : 'revision.freeze-all')}
      onPress={() => void action.run(isFrozen ? release : freeze)}
    />
  );
}

/** The screens' own figures are asked for first. */
const AFTER_MS = 2500;
const CANALES = { selection: EVERYTHING, column: 'Canal' };

/** False until a copy has been open for a while. */
function useQuietStart(): boolean {
  const isOpen = useLedger().kind === 'open';
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setIsTime(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isTime;
}

/** How many channels the local copy knows; null until they have been counted, in a quiet moment. */
function useChannelCount(): number | null {
  const isTime = useQuietStart();
  const { output } = useLiveQuery('channel-count', isTime ? CANALES : null, (call, asked, slot) =>
    call.readValues({ ...asked, slot }),
  );
  const count = output?.values.filter(({ value }) => value !== '').length ?? 0;
  return count === 0 ? null : count;
}
