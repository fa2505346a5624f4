import { Menu } from '@base-ui/react/menu';
import type { ComponentProps } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuPopup } from '#renderer/ui/menu.tsx';
import styles from './grid.module.css';
import type {
  CellAction,
  CellMenuPlace,
  CellRange,
  ColumnActions,
  CopyForm,
  GridColumn,
} from './grid-types.ts';

function GridMenu({
  onClose,
  ...popup
}: Omit<ComponentProps<typeof MenuPopup>, 'className'> & { readonly onClose: () => void }) {
  return (
    <Menu.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuPopup {...popup} className={classNames(ui.menu, styles.columnMenu)} />
    </Menu.Root>
  );
}

function Item(props: Omit<CellAction, 'id'> & { readonly testId?: string; readonly disabled?: boolean }) {
  return (
    <Menu.Item
      className={ui.item}
      disabled={props.disabled === true}
      data-testid={props.testId}
      onClick={props.run}
    >
      <Icon name={props.icon} />
      <span className={ui.stretched}>{props.label}</span>
      {props.keys === undefined ? null : <small>{props.keys}</small>}
    </Menu.Item>
  );
}

/** Actions on the chosen cells, under the pointer. */
export function CellMenu(props: {
  readonly place: CellMenuPlace;
  readonly actions: readonly CellAction[];
  readonly onCopy: (range: CellRange, form: CopyForm) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { place, actions } = props;
  const { range } = place;
  const item = (action: CellAction) => <Item key={action.id} testId={`cell-${action.id}`} {...action} />;
  const copy = { id: 'copy', label: text('copy-cells.plain'), keys: 'Ctrl+C' };
  const copyNamed = { id: 'copy-named', label: text('copy-cells.named'), keys: 'Ctrl+Alt+C' };
  const copyDescribed = { id: 'copy-told', label: text('copy-cells.described'), keys: 'Ctrl+Alt+Shift+C' };
  return (
    <GridMenu
      label={text('copy-cells.menu')}
      testId="cell-menu"
      anchor={{ getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) }}
      offsetPx={0}
      onClose={props.onClose}
    >
      {item({ ...copy, icon: 'copy', run: () => props.onCopy(range, 'cells') })}
      {item({ ...copyNamed, icon: 'copy', run: () => props.onCopy(range, 'named') })}
      {item({ ...copyDescribed, icon: 'copy', run: () => props.onCopy(range, 'described') })}
      {actions.length === 0 ? null : <Menu.Separator className={ui.separator} />}
      {actions.map(item)}
    </GridMenu>
  );
}

/** Actions on one column: opened from its header, by the keys of a context menu, or with Alt+Enter. */
export function HeaderMenu(props: {
  readonly column: GridColumn;
  readonly anchor: Element;
  readonly actions: ColumnActions;
  readonly isLast: boolean;
  readonly onSort: (columnId: string) => void;
  readonly onFit: (columnId: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { column, actions } = props;
  const { id, pinned } = column;
  const end = column.atEnd ?? column.leftEnd;
  const shown = text('column.show-hidden', { count: actions.hidden });
  const { undo, reset } = actions;
  return (
    <GridMenu
      label={text('column.menu', { column: column.name })}
      testId="column-menu"
      anchor={props.anchor}
      offsetPx={2}
      onClose={props.onClose}
    >
      <p className={classNames(ui.label, ui.ellipsis)}>{column.name}</p>
      {column.sortable ? (
        <Item icon="down" keys="Alt+↓" label={text('column.sort')} run={() => props.onSort(id)} />
      ) : null}
      <Item
        icon="pin"
        label={text(pinned ? 'column.unpin' : 'column.pin')}
        run={() => actions.pin(id, !pinned)}
      />
      {end === undefined || pinned ? null : (
        <Item
          icon="pin"
          label={text(column.atEnd === undefined ? 'column.pin-end' : 'column.unpin-end')}
          run={() => actions.keepAtEnd(id, column.atEnd === undefined)}
        />
      )}
      <Item icon="left" keys="Ctrl+Alt+←" label={text('column.left')} run={() => actions.nudge(id, -1)} />
      <Item icon="right" keys="Ctrl+Alt+→" label={text('column.right')} run={() => actions.nudge(id, 1)} />
      <Item icon="fit" label={text('column.fit')} run={() => props.onFit(id)} />
      <Item icon="hide" label={text('column.hide')} disabled={props.isLast} run={() => actions.hide(id)} />
      <Menu.Separator className={ui.separator} />
      {actions.hidden === 0 ? null : <Item icon="eye" label={shown} run={actions.showHidden} />}
      <Item
        icon="undo"
        keys="Ctrl+Z"
        label={text('column.undo')}
        disabled={undo === null}
        run={() => undo?.()}
      />
      <Item icon="columns" label={text('column.reset')} disabled={reset === null} run={() => reset?.()} />
    </GridMenu>
  );
}
