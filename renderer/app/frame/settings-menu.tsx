import { useSettings } from '#renderer/app/settings/settings-context.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { keysMessage } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';

/** The way to the settings, at the foot of the rail; above it, that amounts are covered, and the way to show them. */
export function SettingsMenu() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const { open } = useSettings();
  return (
    <>
      {preferences.hidesAmounts ? (
        <button
          type="button"
          className="nav-item covered"
          data-testid="amounts-covered"
          title={`${text('settings.hide-show')} (${keysMessage('Ctrl+Shift+H', text)})`}
          onClick={() => change({ hidesAmounts: false })}
        >
          <Icon name="eye" />
          <span>{text('settings.hidden-now')}</span>
        </button>
      ) : null}
      <button
        type="button"
        className="nav-item"
        data-testid="settings-open"
        aria-haspopup="dialog"
        title={`${text('settings.name')} (Ctrl+,)`}
        onClick={() => open()}
      >
        <Icon name="settings" />
        <span>{text('settings.name')}</span>
      </button>
    </>
  );
}
