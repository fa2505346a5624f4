import { Menu } from '@base-ui/react/menu';
import { useText } from '../../i18n/text.tsx';
import { Icon, type IconName } from '../icon.tsx';
import type { CellPosition, CellRange } from './grid-types.ts';

/** Something that can be done to the cell that was pressed. */
export type CellAction = {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
};

/** Where the menu was asked for: the cell, what is chosen, and the pointer in px of the window. */
export type CellMenuPlace = {
  readonly at: CellPosition;
  readonly range: CellRange;
  readonly x: number;
  readonly y: number;
};

/** What can be done to the chosen cells, under the pointer. */
export function CellMenu(props: {
  readonly place: CellMenuPlace;
  readonly actions: readonly CellAction[];
  readonly onCopy: (range: CellRange, withNames: boolean) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { place } = props;
  const anchor = { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) };
  const copies: readonly CellAction[] = [
    {
      id: 'copy',
      icon: 'copy',
      label: text('copy-cells.plain'),
      keys: 'Ctrl+C',
      run: () => props.onCopy(place.range, false),
    },
    {
      id: 'copy-named',
      icon: 'copy',
      label: text('copy-cells.named'),
      keys: 'Ctrl+Alt+C',
      run: () => props.onCopy(place.range, true),
    },
  ];
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" className="float">
          <Menu.Popup
            className="menu column-menu"
            aria-label={text('copy-cells.menu')}
            data-testid="cell-menu"
          >
            {copies.map((action) => (
              <Item key={action.id} action={action} />
            ))}
            {props.actions.length === 0 ? null : <Menu.Separator className="rule" />}
            {props.actions.map((action) => (
              <Item key={action.id} action={action} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item(props: { readonly action: CellAction }) {
  const { action } = props;
  return (
    <Menu.Item className="it" data-testid={`cell-${action.id}`} onClick={action.run}>
      <Icon name={action.icon} />
      <span className="grow ell">{action.label}</span>
      {action.keys === undefined ? null : <small>{action.keys}</small>}
    </Menu.Item>
  );
}
