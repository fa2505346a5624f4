import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { SCREENS } from '#renderer/features/navigation/screens.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Brand, Icon } from '#renderer/ui/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { SyncFoot } from './sync-foot.tsx';

export function Rail(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { address, go } = useNavigation();
  useShortcut('ctrl+1', () => go(SCREENS[0].id));
  useShortcut('ctrl+2', () => go(SCREENS[1].id));
  useShortcut('ctrl+3', () => go(SCREENS[2].id));
  useShortcut('ctrl+4', () => go(SCREENS[3].id));
  useShortcut('ctrl+5', () => go(SCREENS[4].id));
  return (
    <nav className="rail" aria-label={text('nav.label')}>
      <div className="brand">
        <Brand />
        <span>Cuadra</span>
      </div>
      <AccountMenu onConnect={props.onConnect} />
      <ul className="nav">
        {SCREENS.map((screen, index) => (
          <li key={screen.id}>
            <a
              href={`#${screen.id}`}
              data-testid={`nav-${screen.id}`}
              aria-current={address.screen === screen.id ? 'page' : undefined}
              title={`${text(screen.name)} (Ctrl+${index + 1})`}
              onClick={(event) => {
                event.preventDefault();
                go(screen.id);
              }}
            >
              <Icon name={screen.icon} />
              <span>{text(screen.name)}</span>
            </a>
          </li>
        ))}
      </ul>
      <div className="rail-foot">
        <SettingsMenu />
        <SyncFoot onOpen={() => go('sync')} />
      </div>
    </nav>
  );
}
