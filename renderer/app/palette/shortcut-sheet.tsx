import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { keysMessage } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { SHORTCUTS } from './shortcut-list.ts';
import './palette.css';

/** All keys on one sheet. */
export function ShortcutSheet(props: { readonly onClose: () => void }) {
  const text = useText();
  // Read from its beginning: the button at its end is not gone to.
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup ref={sheet} initialFocus={sheet} className="dlg sheet" data-testid="shortcut-sheet">
          <Dialog.Title>{text('keys.name')}</Dialog.Title>
          <div className="sheet-columns">
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
          <div className="acts">
            <Dialog.Close className="btn">{text('keys.close-sheet')}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
