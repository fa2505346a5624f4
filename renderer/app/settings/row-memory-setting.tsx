import { type Preferences, ROW_MEMORY, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { BYTES_PER_MB, useRowMemory } from '#renderer/features/preferences/row-memory.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import { Setting } from './preferences-tabs.tsx';
import styles from './settings.module.css';

type Choice = Preferences['rowMemory'];

/** How much memory rows may take, and what is on disk alone because of it. */
export function RowMemorySetting() {
  const text = useText();
  const formats = useFormats();
  const { preferences, change } = usePreferences();
  const state = useRowMemory();
  return (
    <section className={styles.section} aria-label={text('settings.row-memory')} data-testid="row-memory">
      <Setting name={text('settings.row-memory')} note={text('settings.row-memory-note')}>
        <ChoiceMenu<Choice>
          label={text('settings.row-memory')}
          testId="settings-row-memory"
          value={preferences.rowMemory}
          options={ROW_MEMORY.map((value) => ({
            value,
            label:
              value === 'all'
                ? text('settings.row-memory-all')
                : sizeText(Number(value) * BYTES_PER_MB, formats),
          }))}
          onChange={(rowMemory) => change({ rowMemory })}
        />
      </Setting>
      {state === null ? null : (
        <p className={ui.hint} data-testid="row-memory-state" data-value={state.monthsOut}>
          {state.outBytes === 0
            ? text('settings.row-memory-held', { held: sizeText(state.heldBytes, formats) })
            : text('settings.row-memory-out', {
                held: sizeText(state.heldBytes, formats),
                out: sizeText(state.outBytes, formats),
                count: state.monthsOut,
              })}
          {state.isKept ? null : ` ${text('settings.row-memory-not-kept')}`}
        </p>
      )}
    </section>
  );
}
