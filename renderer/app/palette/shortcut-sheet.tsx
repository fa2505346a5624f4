import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { keysMessage } from '#renderer/features/shortcuts/shortcuts.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { keysOf, type PageCommand } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import styles from './palette.module.css';

type ShortcutGroup = {
  readonly name: MessageId;
  readonly shortcuts: readonly { readonly keys: string; readonly does: MessageId }[];
};

const of = (command: PageCommand): string => keysOf(command) ?? '';

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    name: 'keys.everywhere',
    shortcuts: [
      { keys: of('palette'), does: 'keys.palette' },
      { keys: of('sheet'), does: 'keys.sheet' },
      { keys: `Ctrl+1 … ${SCREEN_IDS.length}`, does: 'keys.screens' },
      { keys: 'F6', does: 'keys.parts' },
      { keys: of('sync'), does: 'keys.sync' },
      { keys: 'Ctrl+F', does: 'keys.search' },
      { keys: 'Ctrl+E', does: 'keys.export' },
      { keys: 'Ctrl+Shift+S', does: 'keys.save-view' },
      { keys: of('undo'), does: 'keys.undo' },
      { keys: of('rail'), does: 'keys.rail' },
      { keys: of('settings-formats'), does: 'keys.settings' },
      { keys: 'Ctrl+Shift+A', does: 'keys.account' },
      { keys: of('cover'), does: 'keys.cover' },
    ],
  },
  {
    name: 'keys.period',
    shortcuts: [
      { keys: 'Ctrl+D', does: 'keys.period-choose' },
      { keys: 'T M Q Y P O R S A D', does: 'keys.period-presets' },
      { keys: 'Alt+← Alt+→', does: 'keys.period-step' },
    ],
  },
  {
    name: 'keys.table',
    shortcuts: [
      { keys: '← → ↑ ↓', does: 'keys.move' },
      { keys: 'Home End PgUp PgDn', does: 'keys.far' },
      { keys: 'Shift', does: 'keys.extend' },
      { keys: 'Ctrl+A', does: 'keys.column' },
      { keys: 'Ctrl+C', does: 'keys.copy' },
      { keys: 'Ctrl+Alt+C', does: 'keys.copy-with-names' },
      { keys: 'Ctrl+Alt+Shift+C', does: 'keys.copy-described' },
      { keys: 'Enter', does: 'keys.open' },
      { keys: '→ ←', does: 'keys.open-items' },
      { keys: 'Shift+F10', does: 'keys.cell-menu' },
      { keys: 'Esc', does: 'keys.close' },
      { keys: 'Alt+↓', does: 'keys.sort' },
      { keys: 'Alt+Enter', does: 'keys.column-menu' },
      { keys: 'Ctrl+Alt+← →', does: 'keys.column-move' },
      { keys: 'Alt+Shift+← →', does: 'keys.column-size' },
      { keys: 'Ctrl+Shift+C', does: 'keys.columns' },
    ],
  },
];

/** All keys on one sheet. */
export function ShortcutSheet(props: { readonly onClose: () => void }) {
  const text = useText();
  // Read from its beginning: the button at its end is not gone to.
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <ModalDialog
      onClose={props.onClose}
      ref={sheet}
      initialFocus={sheet}
      className={classNames(ui.dialog, styles.sheet)}
      data-testid="shortcut-sheet"
    >
      <Dialog.Title>{text('keys.name')}</Dialog.Title>
      <div className={styles.columns}>
        {SHORTCUTS.map((group) => (
          <section key={group.name}>
            <h3>{text(group.name)}</h3>
            <dl>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    <kbd>{keysMessage(keys, text)}</kbd>
                  </dt>
                  <dd>{text(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={ui.actions}>
        <Dialog.Close className={ui.button}>{text('keys.close-sheet')}</Dialog.Close>
      </div>
    </ModalDialog>
  );
}
