import { Autocomplete } from '@base-ui/react/autocomplete';
import { SETTINGS_TABS, useSettings } from '#renderer/app/settings/settings-context.tsx';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { SCREENS, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { daysOf } from '#renderer/features/period/named-period.ts';
import { describePeriod, PERIOD_PRESETS } from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { LANGUAGE_NAMES, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { builtInViewsOf, isViewScreen } from '#renderer/features/saved-views/view.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { usePeriodRows } from '#renderer/features/selection/period/use-period-facts.ts';
import { besideMessage, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { keysMessage } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import styles from './palette.module.css';

type Command = {
  readonly id: string;
  readonly label: string;
  /** What it comes to (a period's days), or its own key. */
  readonly hint: string;
  readonly run: () => void;
};
/** `value` is the group's name: the list's own term for it. */
type CommandGroup = { readonly value: string; readonly items: readonly Command[] };

function command(id: string, label: string, run: () => void, hint = ''): Command {
  return { id, label, hint, run };
}

/** Long, for it is one list: each group of commands after the other. */
function useCommands(onSheet: () => void): readonly CommandGroup[] {
  const text = useText();
  const { bridge } = useSession();
  const { address, go } = useNavigation();
  const views = useViews();
  const { open } = useSettings();
  const { selection, change } = useSelection();
  const { preferences, change: prefer } = usePreferences();
  const accounts = useAccounts();
  const formats = useFormats();
  const beside = usePeriodRows(true);
  const { present } = usePresent();
  const screens = SCREENS.map(({ id, name }, index) =>
    command(`go-${id}`, text(name), () => go(id), `Ctrl+${index + 1}`),
  );
  const periods = [
    command('period-all', text('period.everything'), () => change({ type: 'set-period', period: null })),
    ...(present === null ? [] : PERIOD_PRESETS).map(({ id }) => {
      const meaning = { kind: 'preset', preset: id } as const;
      const period = daysOf(meaning, present);
      const set = (): void => change({ type: 'set-period', period, meaning });
      return command(`period-${id}`, text(`period.${id}`), set, describePeriod(period, text));
    }),
    ...(beside?.beside ?? []).map(({ beyond, rows: count }) => {
      const column = selection.periodColumn;
      const label = `${column}: ${besideMessage(beyond, text)}`;
      const set = (): void => change({ type: 'set-dates', column, filter: { column, beyond } });
      const hint = text('count.rows', { count, shown: formats.count(count) });
      return command(`period-beside-${beyond?.side ?? 'none'}`, label, set, hint);
    }),
  ];
  const preset = text(selection.dashboardPreset ? 'palette.preset-off' : 'palette.preset-on');
  const turnPreset = (): void => change({ type: 'set-preset', on: !selection.dashboardPreset });
  const rows = [
    command('preset', preset, turnPreset, text('preset.name')),
    command('clear', text('palette.clear'), () => change({ type: 'clear' })),
  ];
  const doing = [
    command('sync', text('sync.now'), () => void bridge.call.syncNow(null).catch(() => null), 'F5'),
    command('pause', text('sync.pause'), () => void bridge.call.pauseSync(null).catch(() => null)),
    ...(accounts?.accounts ?? [])
      .filter(({ id }) => id !== accounts?.activeId)
      .map((account) =>
        command(
          `account-${account.id}`,
          text('palette.account', { name: accountName(account, text) }),
          () => void bridge.call.activateAccount({ accountId: account.id }).catch(() => null),
        ),
      ),
  ];
  const looks = [
    command(
      'cover',
      text(preferences.hidesAmounts ? 'settings.hide-show' : 'palette.cover'),
      () => prefer({ hidesAmounts: !preferences.hidesAmounts }),
      keysMessage('Ctrl+Shift+H', text),
    ),
    ...(['system', 'light', 'dark'] as const)
      .filter((theme) => theme !== preferences.theme)
      .map((theme) => {
        const label = `${text('settings.theme')}: ${text(`settings.theme-${theme}`)}`;
        return command(`theme-${theme}`, label, () => prefer({ theme }));
      }),
    ...LANGUAGE_NAMES.filter(({ value }) => value !== preferences.language).map(({ value, label }) =>
      command(`language-${value}`, `${text('settings.language')}: ${label}`, () =>
        prefer({ language: value }),
      ),
    ),
    command(
      'rail',
      text('keys.rail'),
      () => prefer({ rail: preferences.rail === 'mini' ? 'auto' : 'mini' }),
      'Ctrl+B',
    ),
    ...SETTINGS_TABS.map((tab) => {
      const label = text('palette.settings', { tab: text(`settings.tab-${tab}`) });
      return command(`settings-${tab}`, label, () => open(tab), tab === 'formats' ? 'Ctrl+,' : '');
    }),
    command('sheet', text('keys.sheet'), onSheet, '?'),
  ];
  const { screen } = address;
  const ownViews = views.own.map((view) => {
    const show = (): void => {
      go(view.screen);
      views.choose(view.screen, view);
    };
    const label = text('views.palette', { name: view.name });
    return command(`view-${view.id}`, label, show, text(`nav.${view.screen}`));
  });
  const viewsHere = (isViewScreen(screen) ? builtInViewsOf(screen) : []).map((view) => {
    const show = (): void => (isViewScreen(screen) ? views.choose(screen, view) : undefined);
    return command(`view-${view.id}`, text('views.palette', { name: text(view.name) }), show);
  });
  return [
    { value: text('palette.go'), items: screens },
    { value: text('period.label'), items: periods },
    { value: text('views.name'), items: [...ownViews, ...viewsHere] },
    { value: text('palette.rows'), items: rows },
    { value: text('palette.do'), items: doing },
    { value: text('palette.look'), items: looks },
  ];
}

/** Everything that can be done, found by typing a part of its name. */
export function Palette(props: { readonly onClose: () => void; readonly onSheet: () => void }) {
  const text = useText();
  const groups = useCommands(props.onSheet);
  const run = (command: Command): void => {
    props.onClose();
    command.run();
  };
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.palette)}
      aria-label={text('palette.name')}
      data-testid="palette"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        itemToStringValue={(item) => (item as Command).label}
        autoHighlight="always"
        keepHighlight
      >
        <div className={styles.find}>
          <Icon name="search" />
          <Autocomplete.Input
            aria-label={text('palette.find')}
            placeholder={text('palette.find')}
            data-testid="palette-find"
          />
        </div>
        <Autocomplete.Empty>
          <p className={styles.none}>{text('palette.none')}</p>
        </Autocomplete.Empty>
        <Autocomplete.List className={styles.list}>
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className={styles.label}>{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Command) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    className={styles.item}
                    data-command={item.id}
                    onClick={() => run(item)}
                  >
                    <span className={ui.stretched}>{item.label}</span>
                    <small>{item.hint}</small>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </ModalDialog>
  );
}
