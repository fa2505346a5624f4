import { useEffect, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { RowMemoryBound, RowMemoryState } from '#renderer/data/model/row-memory.ts';
import { type Preferences, ROW_MEMORY, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import { Setting } from './preferences-tabs.tsx';
import styles from './settings.module.css';

type Choice = Preferences['rowMemory'];

const BYTES_PER_MB = 1_000_000;
const boundOf = (choice: Choice): RowMemoryBound => (choice === 'all' ? null : Number(choice) * BYTES_PER_MB);

/** The data worker keeps rows within the memory that is chosen. Gives how they are kept; null: unknown, or no copy is open. */
export function useRowMemory(): RowMemoryState | null {
  const { data } = useSession();
  const { rowMemory } = usePreferences().preferences;
  const [state, setState] = useState<RowMemoryState | null>(null);
  useEffect(() => {
    let isShown = true;
    data.copy.boundRows({ bound: boundOf(rowMemory) }).then(
      (next) => {
        if (isShown) setState(next);
      },
      // Where it does not arrive, the next start of the page tells it.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [data, rowMemory]);
  return state;
}

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
