import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Icon, type IconName } from '../icon.tsx';
import type { ColumnActions, GridColumn } from './grid-types.ts';

/** What can be done to one column: opened from its header, by the keys of a context menu, or with Alt+Enter. */
export function HeaderMenu(props: {
  readonly column: GridColumn;
  readonly anchor: Element;
  readonly actions: ColumnActions;
  /** It is the only one that is shown. */
  readonly isLast: boolean;
  readonly onSort: (columnId: string) => void;
  readonly onFit: (columnId: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { column, actions } = props;
  const { id } = column;
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={props.anchor} sideOffset={2} align="start" className="float">
          <Menu.Popup
            className="menu column-menu"
            aria-label={text('column.menu', { column: column.name })}
            data-testid="column-menu"
          >
            <p className="lb ell">{column.name}</p>
            {column.sortable ? (
              <Item icon="down" keys="Alt+↓" onClick={() => props.onSort(id)}>
                {text('column.sort')}
              </Item>
            ) : null}
            <Item icon="pin" onClick={() => actions.pin(id, !column.pinned)}>
              {text(column.pinned ? 'column.unpin' : 'column.pin')}
            </Item>
            <Item icon="left" keys="Ctrl+Alt+←" onClick={() => actions.nudge(id, -1)}>
              {text('column.left')}
            </Item>
            <Item icon="right" keys="Ctrl+Alt+→" onClick={() => actions.nudge(id, 1)}>
              {text('column.right')}
            </Item>
            <Item icon="fit" onClick={() => props.onFit(id)}>
              {text('column.fit')}
            </Item>
            <Item icon="hide" disabled={props.isLast} onClick={() => actions.hide(id)}>
              {text('column.hide')}
            </Item>
            <Menu.Separator className="rule" />
            {actions.hidden === 0 ? null : (
              <Item icon="eye" onClick={actions.showHidden}>
                {text('column.show-hidden', { count: actions.hidden })}
              </Item>
            )}
            <Item icon="undo" keys="Ctrl+Z" disabled={actions.undo === null} onClick={() => actions.undo?.()}>
              {text('column.undo')}
            </Item>
            <Item icon="columns" disabled={actions.reset === null} onClick={() => actions.reset?.()}>
              {text('column.reset')}
            </Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item(props: {
  readonly icon: IconName;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Item className="it" disabled={props.disabled === true} onClick={props.onClick}>
      <Icon name={props.icon} />
      <span className="grow">{props.children}</span>
      {props.keys === undefined ? null : <small>{props.keys}</small>}
    </Menu.Item>
  );
}
