import { useText } from '#renderer/i18n/text.tsx';
import type { IconName } from '#renderer/ui/icon.tsx';
import { GridMenu, GridMenuItem, GridMenuRule } from './grid-menu.tsx';
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
