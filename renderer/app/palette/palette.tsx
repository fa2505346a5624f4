import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useRef, useState } from 'react';
import { SCREEN_PARTS } from '#renderer/app/screens/screens.tsx';
import { useSettings } from '#renderer/app/settings/settings-context.tsx';
import { useSettingsTabs } from '#renderer/app/settings/settings-tabs.ts';
import { useAccounts, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { useAskDemoFiles, useDemoAccount } from '#renderer/features/demo-company/demo-company.tsx';
import { useGuide } from '#renderer/features/demo-company/guide.ts';
import { useOfferedExport } from '#renderer/features/export/offered-export.ts';
import { useExportCheck } from '#renderer/features/export-check/export-check.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, partPlace, TOOLS } from '#renderer/features/navigation/reconciliation-place.ts';
import { useLinkHere } from '#renderer/features/openings/link.ts';
import { useOwnCostsSwitch } from '#renderer/features/own-costs/own-costs.tsx';
import { daysOf } from '#renderer/features/period/named-period.ts';
import { describePeriod, PERIOD_PRESETS } from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { LANGUAGE_CHOICES, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { builtInViewsOf, isViewScreen, viewsElsewhere } from '#renderer/features/saved-views/view.ts';
import { useViews, viewName } from '#renderer/features/saved-views/views-context.tsx';
import { partName } from '#renderer/features/screen-header/place-messages.ts';
import { usePeriodRows } from '#renderer/features/selection/period/use-period-facts.ts';
import { besideMessage, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { land } from '#renderer/features/shortcuts/page-parts.ts';
import { commandKeys } from '#renderer/features/shortcuts/shortcuts.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  CHART_KINDS,
  INITIAL_VIEW,
  POINTS,
  type ProfitabilityView,
  STARTING_POINTS,
  viewSchema,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import { useWalked } from '#renderer/screens/reconciliation/use-walked.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { PageCommand } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { useFoundInData } from './found-in-data.ts';
import { otherWords } from './other-words.ts';
import styles from './palette.module.css';
import { type Command, type CommandGroup, programCommand, rankedGroups } from './rank-commands.ts';

/** Long, for it is one list: each group of commands after the other. */
function useCommands(onSheet: () => void): readonly CommandGroup[] {
  const text = useText();
  const { bridge, frozen, freeze, release } = useSession();
  const isFrozen = useStore(frozen) !== null;
  const { address, go } = useNavigation();
  const views = useViews();
  const { open } = useSettings();
  const tabs = useSettingsTabs();
  const { selection, change } = useSelection();
  const { preferences, change: prefer } = usePreferences();
  const accounts = useAccounts();
  const formats = useFormats();
  const beside = usePeriodRows(true);
  const { present } = usePresent();
  const offeredExport = useOfferedExport();
  const check = useExportCheck();
  const link = useLinkHere();
  const demo = useDemoAccount();
  const askDemoFiles = useAskDemoFiles();
  const guide = useGuide();
  const { say } = useUndo();
  const command = (id: string, label: string, run: () => void, hint = ''): Command => ({
    ...programCommand(id, label, run, hint),
    also: otherWords(id, text),
  });
  /** One that the menus have too: its keys are theirs. */
  const ofPage = (id: PageCommand, label: string, run: () => void): Command =>
    command(id, label, run, commandKeys(id, text));
  const screens = SCREEN_IDS.map((id) => ofPage(`go-${id}`, text(SCREEN_PARTS[id].name), () => go(id)));
  const [walked] = useWalked();
  const places = [...STEP_IDS, ...TOOLS].map((part) =>
    command(
      `reconciliation-${part}`,
      text('month.palette-step', { screen: text('nav.reconciliation'), step: partName(part, text) }),
      () => go('reconciliation', detailOf(partPlace(part, walked?.month ?? null))),
    ),
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
      const label = `${text.column(column)}: ${besideMessage(beyond, text)}`;
      const set = (): void => change({ type: 'set-dates', column, filter: { column, beyond } });
      const hint = text('count.rows', { count, shown: formats.count(count) });
      return command(`period-beside-${beyond?.side ?? 'none'}`, label, set, hint);
    }),
  ];
  const ownCosts = useOwnCostsSwitch();
  const preset = text(selection.dashboardPreset ? 'palette.preset-off' : 'palette.preset-on');
  const turnPreset = (): void => change({ type: 'set-preset', on: !selection.dashboardPreset });
  const rows = [
    command('preset', preset, turnPreset, text('preset.name')),
    ...(ownCosts === null
      ? []
      : [
          command(
            'own-costs',
            text(ownCosts.isOn ? 'palette.own-costs-off' : 'palette.own-costs-on'),
            ownCosts.turn,
          ),
        ]),
    command('clear', text('palette.clear'), () => change({ type: 'clear' })),
  ];
  const doing = [
    ofPage('sync', text('sync.now'), () => void bridge.call.syncNow(null).catch(() => null)),
    ...(offeredExport === null ? [] : [command('export', text('palette.export'), offeredExport, 'Ctrl+E')]),
    ...(check === null ? [] : [command('check-export', text('export-check.name'), check.open)]),
    ...(link === null
      ? []
      : [
          command(
            'copy-link',
            text('palette.copy-link'),
            () =>
              void navigator.clipboard.writeText(link).then(
                () => say(text('palette.link-copied')),
                () => say(text('range.copied-failed')),
              ),
            text('palette.copy-link-holds'),
          ),
        ]),
    ...(demo === null
      ? []
      : [
          command('demo-files', text('demo-files.use'), () => {
            go('reconciliation', detailOf(partPlace('statements', null)));
            askDemoFiles();
          }),
        ]),
    ...(guide === null ? [] : [command('guide', text('guide.title'), guide.resume)]),
    ofPage('pause', text('sync.pause'), () => void bridge.call.pauseSync(null).catch(() => null)),
    command(
      'freeze',
      text(isFrozen ? 'revision.release-all' : 'revision.freeze-all'),
      () => void (isFrozen ? release() : freeze()).catch(() => null),
    ),
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
    ofPage('cover', text(preferences.hidesAmounts ? 'settings.hide-show' : 'palette.cover'), () =>
      prefer({ hidesAmounts: !preferences.hidesAmounts }),
    ),
    ...(['system', 'light', 'dark'] as const)
      .filter((theme) => theme !== preferences.theme)
      .map((theme) => {
        const label = `${text('settings.theme')}: ${text(`settings.theme-${theme}`)}`;
        return command(`theme-${theme}`, label, () => prefer({ theme }));
      }),
    ...LANGUAGE_CHOICES.filter(({ value }) => value !== preferences.language).map(({ value, label }) =>
      command(`language-${value}`, `${text('settings.language')}: ${label}`, () =>
        prefer({ language: value }),
      ),
    ),
    ofPage('rail', text('keys.rail'), () => prefer({ rail: preferences.rail === 'mini' ? 'auto' : 'mini' })),
    ...tabs.map((tab) => {
      const label = text('palette.settings', { tab: text(`settings.tab-${tab}`) });
      const keys = tab === 'formats' ? commandKeys('settings-formats', text) : '';
      return command(`settings-${tab}`, label, () => open(tab), keys);
    }),
    ofPage('sheet', text('keys.sheet'), onSheet),
  ];
  const { screen } = address;
  const here = isViewScreen(screen) ? screen : null;
  const viewsHere =
    here === null
      ? []
      : [...views.own.filter((view) => view.screen === here), ...builtInViewsOf(here)].map((view) => ({
          screen: here,
          view,
        }));
  const elsewhere = viewsElsewhere(here, views.own).flatMap((other) =>
    other.views.map((view) => ({ screen: other.screen, view })),
  );
  const all = [...viewsHere, ...elsewhere].map(({ screen: of, view }) => {
    const show = (): void => {
      if (of !== screen) go(of);
      views.choose(of, view);
    };
    const label = text('views.palette', { name: viewName(view, text) });
    return command(`view-${view.id}`, label, show, text(`nav.${of}`));
  });
  const templates = useTemplates();
  return [
    { value: text('palette.go'), items: [...screens, ...places] },
    { value: text('period.label'), items: periods },
    { value: text('views.name'), items: all },
    { value: text('palette.templates'), items: templates },
    { value: text('palette.rows'), items: rows },
    { value: text('palette.do'), items: doing },
    { value: text('palette.look'), items: looks },
  ];
}

/** Does one of the commands that need no palette, as it was asked for. */
export function RunCommand(props: {
  readonly asked: { readonly command: PageCommand };
  readonly onDone: () => void;
}) {
  const { asked, onDone } = props;
  const groups = useCommands(() => {});
  const done = useRef<unknown>(null);
  useEffect(() => {
    if (done.current === asked) return;
    done.current = asked;
    const all = groups.flatMap(({ items }) => items);
    all.find(({ id }) => id === asked.command)?.run();
    onDone();
  }, [asked, groups, onDone]);
  return null;
}

/** The ready-made ways to look at the selection: on their screen, whatever stood there can be had again. */
function useTemplates(): readonly Command[] {
  const text = useText();
  const command = programCommand;
  const { remember } = useUndo();
  const { address, go } = useNavigation();
  const [view, set] = useScreenState<ProfitabilityView>('profitability', viewSchema, INITIAL_VIEW);
  const start = (next: ProfitabilityView) => (): void => {
    remember(text('undo.table'), () => {
      set(view);
      go(address.screen, address.detail);
    });
    set(next);
    go('profitability');
  };
  const label = (name: string): string => text('palette.template', { name });
  const { statement } = INITIAL_VIEW;
  return [
    command('start-result', label(text('start.result')), start({ ...view, shows: 'result', statement })),
    ...STARTING_POINTS.map((point) =>
      command(
        `start-${point}`,
        label(text(`start.${point}`)),
        start({ ...view, shows: 'pivot', pivot: POINTS[point] }),
      ),
    ),
    ...CHART_KINDS.map((kind) =>
      command(
        `chart-${kind}`,
        text('palette.chart', { name: text(`chart.${kind}`) }),
        start({ ...view, shows: 'pivot', pivot: withChart(view.pivot, kind) }),
      ),
    ),
  ];
}

/**
 * Everything that can be done, found by typing a part of its name; orders and products too. Long, for its keys, list and
 * search share what is found.
 */
export function Palette(props: { readonly onClose: () => void; readonly onSheet: () => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [before] = useState(() => document.activeElement);
  const hasRun = useRef(false);
  const found = useFoundInData(typed);
  const groups = rankedGroups(typed, [
    { value: text('palette.orders'), items: found.orders },
    ...useCommands(props.onSheet),
    { value: text('palette.values'), items: found.values },
    { value: text('palette.columns'), items: found.columns },
    { value: text('palette.products'), items: found.products },
  ]);
  const run = (command: Command): void => {
    hasRun.current = true;
    props.onClose();
    command.run();
    land(before instanceof HTMLElement && before !== document.body ? before : null);
  };
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.palette)}
      aria-label={text('palette.name')}
      // The focused element may be gone by what was run.
      finalFocus={() => !hasRun.current}
      data-testid="palette"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        value={typed}
        onValueChange={setTyped}
        filter={() => true}
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
          <p className={styles.none}>{text(found.isLooking ? 'palette.searching' : 'palette.none')}</p>
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
