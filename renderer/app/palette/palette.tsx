import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { type Command, type CommandGroup, useCommands } from './commands.ts';
import './palette.css';

/** Everything that can be done, found by typing a part of its name. */
export function Palette(props: { readonly onClose: () => void; readonly onSheet: () => void }) {
  const text = useText();
  const groups = useCommands(props.onSheet);
  const run = (command: Command): void => {
    props.onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dlg palette" aria-label={text('palette.name')} data-testid="palette">
          <Autocomplete.Root
            open
            inline
            items={groups}
            itemToStringValue={(item) => (item as Command).label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="palette-find">
              <Icon name="search" />
              <Autocomplete.Input
                aria-label={text('palette.find')}
                placeholder={text('palette.find')}
                data-testid="palette-find"
              />
            </div>
            <Autocomplete.Empty>
              <p className="palette-none">{text('palette.none')}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="lb">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Command) => (
                      <Autocomplete.Item
                        key={item.id}
                        value={item}
                        className="it"
                        data-command={item.id}
                        onClick={() => run(item)}
                      >
                        <span className="grow ell">{item.label}</span>
                        <small>{item.hint}</small>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
