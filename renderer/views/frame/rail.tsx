import { useText } from '../../i18n/text.tsx';
import { Brand, Icon } from '../../ui/icon.tsx';
import { useShortcut } from '../shortcuts.ts';
import { AccountMenu } from './account-menu.tsx';
import { SCREENS, type ScreenId } from './screens.ts';
import { SettingsMenu } from './settings-menu.tsx';
import { SyncFoot } from './sync-foot.tsx';

export function Rail(props: {
  readonly screen: ScreenId;
  readonly onScreen: (screen: ScreenId) => void;
  readonly onConnect: () => void;
}) {
  const text = useText();
  useShortcut('ctrl+1', () => props.onScreen('orders'));
  useShortcut('ctrl+2', () => props.onScreen('profitability'));
  useShortcut('ctrl+3', () => props.onScreen('sync'));
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
              aria-current={props.screen === screen.id ? 'page' : undefined}
              title={`${text(screen.name)} (Ctrl+${index + 1})`}
              onClick={(event) => {
                event.preventDefault();
                props.onScreen(screen.id);
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
        <SyncFoot onOpen={() => props.onScreen('sync')} />
      </div>
    </nav>
  );
}
