import { Menu } from '@base-ui/react/menu';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { keptMeaning } from '#renderer/features/period/named-period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { keysMessage, useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuAction, MenuChoice, MenuPopup } from '#renderer/ui/menu.tsx';
import { DASHBOARD_FILTERS } from '#shared/domain/selection.ts';
import styles from './saved-views.module.css';
import {
  type AnyView,
  builtInViewsOf,
  firstViewOf,
  isOwn,
  isViewScreen,
  type SavedView,
  showsSelection,
  type ViewScreen,
  viewsElsewhere,
} from './view.ts';
import { useViews, type Views, viewName } from './views-context.tsx';

const SaveDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).SaveDialog }));
const RenameDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).RenameDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).ShareDialog }));

/** The views of the screen one is on, in its header; nothing where a screen has none. */
export function ViewsMenu() {
  const { screen } = useNavigation().address;
  return isViewScreen(screen) ? <ScreenViews key={screen} screen={screen} /> : null;
}

type ViewRequest =
  | { readonly kind: 'save'; readonly replaced: SavedView | null }
  | { readonly kind: 'rename'; readonly view: SavedView }
  | { readonly kind: 'share' };

function ScreenViews({ screen }: { readonly screen: ViewScreen }) {
  const text = useText();
  const views = useViews();
  const { selection } = useSelection();
  const { present } = usePresent();
  const [asked, setAsked] = useState<ViewRequest | null>(null);
  const { view, isChanged } = views.inUse(screen);
  const own = views.own.filter((other) => other.screen === screen);

  /** Saves what changed into the view in use; asks where there is none, or where it is not clear how its days are meant. */
  function save(): void {
    if (!isOwn(view) || !isChanged) {
      setAsked({ kind: 'save', replaced: null });
      return;
    }
    const period = keptMeaning(view.period, showsSelection(screen) ? selection.period : null, present);
    if (period === null) setAsked({ kind: 'save', replaced: view });
    else views.save(screen, view.name, period, view);
  }
  useShortcut('ctrl+shift+s', save);
  return (
    <>
      <Menu.Root>
        <ViewsButton screen={screen} />
        <MenuPopup className={classNames(ui.menu, styles.list)} label={text('views.name')}>
          <ViewGroup
            name={text('views.built-in')}
            screen={screen}
            views={builtInViewsOf(screen)}
            chosen={isChanged ? '' : view.id}
          />
          <div className={ui.separator} />
          <ViewGroup name={text('views.own')} screen={screen} views={own} chosen={isChanged ? '' : view.id} />
          <div className={ui.separator} />
          <ViewActions screen={screen} onSave={save} onAsk={setAsked} />
          {viewsElsewhere(screen, views.own).map((other) => (
            <Fragment key={other.screen}>
              <div className={ui.separator} />
              <ViewGroup
                name={text('views.of-screen', { screen: text(`nav.${other.screen}`) })}
                screen={other.screen}
                views={other.views}
                chosen=""
                isShort
              />
            </Fragment>
          ))}
        </MenuPopup>
      </Menu.Root>
      <Suspense fallback={null}>
        {asked === null ? null : <ViewDialog screen={screen} asked={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

/** Other rows than those it begins with are no change of that view: they are simply not it. */
const isNoView = (screen: ViewScreen, { view, isChanged }: ReturnType<Views['inUse']>): boolean =>
  view.id === firstViewOf(screen).id && isChanged;

/** Names the view in use, and opens the menu. */
function ViewsButton({ screen }: { readonly screen: ViewScreen }) {
  const text = useText();
  const inUse = useViews().inUse(screen);
  const { view, isChanged } = inUse;
  const isNone = isNoView(screen, inUse);
  const name = viewName(view, text);
  return (
    <Menu.Trigger
      className={classNames(ui.quietButton, styles.button)}
      data-testid="views-menu"
      data-value={isNone ? '' : view.id}
      data-changed={isChanged}
      aria-label={
        isNone
          ? text('views.name')
          : `${text('views.name')}: ${name}${isChanged ? `, ${text('views.changed')}` : ''}`
      }
      title={isNone ? text('views.name') : text('views.button', { name })}
    >
      <Icon name="filter" />
      <span className={ui.ellipsis}>{isNone ? text('views.name') : name}</span>
      {isChanged && !isNone ? <small>{text('views.changed')}</small> : null}
      <Icon name="down" small />
    </Menu.Trigger>
  );
}

/** Actions on the view in use, and on what the screen shows. */
function ViewActions(props: {
  readonly screen: ViewScreen;
  readonly onSave: () => void;
  readonly onAsk: (asked: ViewRequest) => void;
}) {
  const text = useText();
  const views = useViews();
  const { screen, onSave, onAsk } = props;
  const inUse = views.inUse(screen);
  const { view, isChanged } = inUse;
  const isNone = isNoView(screen, inUse);
  const name = viewName(view, text);
  return (
    <>
      {isChanged && isOwn(view) ? (
        <MenuAction icon="check" testId="view-save" onClick={onSave}>
          {text('views.save', { name })}
        </MenuAction>
      ) : null}
      {isChanged && !isNone ? (
        <MenuAction icon="undo" testId="view-back" onClick={() => views.choose(screen, view)}>
          {text('views.back', { name })}
        </MenuAction>
      ) : null}
      <MenuAction
        icon="plus"
        testId="view-save-as"
        keys={keysMessage('Ctrl+Shift+S', text)}
        onClick={() => onAsk({ kind: 'save', replaced: null })}
      >
        {text('views.save-as')}
      </MenuAction>
      {isOwn(view) ? (
        <>
          <MenuAction icon={null} testId="view-rename" onClick={() => onAsk({ kind: 'rename', view })}>
            {text('views.rename', { name })}
          </MenuAction>
          <MenuAction icon={null} testId="view-delete" onClick={() => views.remove(view)}>
            {text('views.delete', { name })}
          </MenuAction>
        </>
      ) : null}
      <MenuAction icon="export" testId="views-share" onClick={() => onAsk({ kind: 'share' })}>
        {text('views.share')}
      </MenuAction>
    </>
  );
}

function ViewDialog(props: {
  readonly screen: ViewScreen;
  readonly asked: ViewRequest;
  readonly onClose: () => void;
}) {
  const { view } = useViews().inUse(props.screen);
  const { screen, asked, onClose } = props;
  switch (asked.kind) {
    case 'save':
      return <SaveDialog screen={screen} replaced={asked.replaced} onClose={onClose} />;
    case 'rename':
      return <RenameDialog view={asked.view} onClose={onClose} />;
    case 'share':
      return <ShareDialog screen={screen} inUse={isOwn(view) ? view : null} onClose={onClose} />;
  }
}

function ViewGroup(props: {
  readonly name: string;
  readonly screen: ViewScreen;
  readonly views: readonly AnyView[];
  readonly chosen: string;
  /** Names alone: what a view counts is its title. */
  readonly isShort?: boolean;
}) {
  const text = useText();
  const { choose } = useViews();
  const { go, address } = useNavigation();
  return (
    <Menu.RadioGroup value={props.chosen}>
      <Menu.GroupLabel className={ui.label}>{props.name}</Menu.GroupLabel>
      {props.views.length === 0 ? (
        <p className={classNames(ui.label, styles.none)}>{text('views.own-none')}</p>
      ) : null}
      {props.views.map((view) => (
        <MenuChoice
          key={view.id}
          value={view.id}
          data-testid={`view-${view.id}`}
          data-name={viewName(view, text)}
          title={
            props.isShort === true && !isOwn(view) && view.note !== null
              ? text(view.note)
              : viewName(view, text)
          }
          // Also the one in use: after a change it sets the screen back to it.
          onClick={() => {
            if (props.screen !== address.screen) go(props.screen);
            choose(props.screen, view);
          }}
        >
          <span className={classNames(ui.grow, styles.words)}>
            <span className={ui.ellipsis}>{viewName(view, text)}</span>
            {props.isShort === true ? null : <ViewNote view={view} />}
          </span>
        </MenuChoice>
      ))}
    </Menu.RadioGroup>
  );
}

/** The conditions of a built-in view; of the dashboard's rows each in the API's own words (spec 4.2.14). */
function ViewNote({ view }: { readonly view: AnyView }) {
  const text = useText();
  if (isOwn(view) || view.note === null) return null;
  return (
    <small>
      {text(view.note)}
      {view.rows.dashboardPreset
        ? DASHBOARD_FILTERS.map(({ column, values }) => (
            <span key={column} className={styles.condition}>
              {column}: {values.join(', ')}
            </span>
          ))
        : null}
    </small>
  );
}
