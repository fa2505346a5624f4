import { useText } from '#renderer/i18n/text.tsx';
import { GridMenu, GridMenuItem, GridMenuRule } from './grid-menu.tsx';
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
