import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon, type IconName } from '#renderer/ui/icon.tsx';
import { MenuPortal } from '#renderer/ui/menu.tsx';
import type { CellPosition, CellRange, ColumnActions, GridColumn } from './grid-types.ts';

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
    <GridMenu
      label={text('column.menu', { column: column.name })}
      testId="column-menu"
      anchor={props.anchor}
      offsetPx={2}
      onClose={props.onClose}
    >
      <p className="lb ell">{column.name}</p>
      {column.sortable ? (
        <GridMenuItem icon="down" keys="Alt+↓" onClick={() => props.onSort(id)}>
          {text('column.sort')}
        </GridMenuItem>
      ) : null}
      <GridMenuItem icon="pin" onClick={() => actions.pin(id, !column.pinned)}>
        {text(column.pinned ? 'column.unpin' : 'column.pin')}
      </GridMenuItem>
      <GridMenuItem icon="left" keys="Ctrl+Alt+←" onClick={() => actions.nudge(id, -1)}>
        {text('column.left')}
      </GridMenuItem>
      <GridMenuItem icon="right" keys="Ctrl+Alt+→" onClick={() => actions.nudge(id, 1)}>
        {text('column.right')}
      </GridMenuItem>
      <GridMenuItem icon="fit" onClick={() => props.onFit(id)}>
        {text('column.fit')}
      </GridMenuItem>
      <GridMenuItem icon="hide" disabled={props.isLast} onClick={() => actions.hide(id)}>
        {text('column.hide')}
      </GridMenuItem>
      <GridMenuRule />
      {actions.hidden === 0 ? null : (
        <GridMenuItem icon="eye" onClick={actions.showHidden}>
          {text('column.show-hidden', { count: actions.hidden })}
        </GridMenuItem>
      )}
      <GridMenuItem
        icon="undo"
        keys="Ctrl+Z"
        disabled={actions.undo === null}
        onClick={() => actions.undo?.()}
      >
        {text('column.undo')}
      </GridMenuItem>
      <GridMenuItem icon="columns" disabled={actions.reset === null} onClick={() => actions.reset?.()}>
        {text('column.reset')}
      </GridMenuItem>
    </GridMenu>
  );
}

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
    <GridMenu label={text('copy-cells.menu')} testId="cell-menu" anchor={anchor} onClose={props.onClose}>
      {copies.map(item)}
      {props.actions.length === 0 ? null : <GridMenuRule />}
      {props.actions.map(item)}
    </GridMenu>
  );
}

function item({ id, icon, label, keys, run }: CellAction) {
  return (
    <GridMenuItem key={id} testId={`cell-${id}`} icon={icon} keys={keys} onClick={run}>
      {label}
    </GridMenuItem>
  );
}

/** A menu of the table, open from the beginning, at a header or where the pointer is. */
function GridMenu(props: {
  readonly label: string;
  readonly testId: string;
  readonly anchor: ComponentProps<typeof Menu.Positioner>['anchor'];
  readonly offsetPx?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <MenuPortal>
        <Menu.Positioner
          anchor={props.anchor}
          sideOffset={props.offsetPx ?? 0}
          align="start"
          className="float"
        >
          <Menu.Popup className="menu column-menu" aria-label={props.label} data-testid={props.testId}>
            {props.children}
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}

function GridMenuRule() {
  return <Menu.Separator className="rule" />;
}

/** Something that can be done, with the keys that do it without the menu. */
function GridMenuItem(props: {
  readonly icon: IconName;
  readonly keys?: string | undefined;
  readonly disabled?: boolean;
  readonly testId?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Item
      className="it"
      disabled={props.disabled === true}
      data-testid={props.testId}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      <span className="grow ell">{props.children}</span>
      {props.keys === undefined ? null : <small>{props.keys}</small>}
    </Menu.Item>
  );
}
