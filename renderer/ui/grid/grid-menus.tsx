import { lazy, Suspense } from 'react';
import type { CellMenuPlace } from './cell-menu.tsx';
import type { GridProps } from './grid-props.ts';
import type { HeaderMenuPlace } from './use-header-menu.ts';

const HeaderMenu = lazy(async () => ({ default: (await import('./header-menu.tsx')).HeaderMenu }));
const CellMenu = lazy(async () => ({ default: (await import('./cell-menu.tsx')).CellMenu }));

type Opened<Place> = { readonly place: Place | null; readonly close: () => void };

/** The menu of a cell and the menu of a column, where they are open; their program comes with the first of them. */
export function GridMenus(props: {
  readonly grid: GridProps;
  readonly cell: Opened<CellMenuPlace>;
  readonly header: Opened<HeaderMenuPlace>;
  readonly onFit: (columnId: string) => void;
}) {
  const { grid, cell, header } = props;
  const { columns, actions, onCopy } = grid;
  return (
    <Suspense fallback={null}>
      {cell.place === null || onCopy === undefined ? null : (
        <CellMenu
          place={cell.place}
          actions={grid.cellActions?.(cell.place.at.row, columns[cell.place.at.column]?.id ?? '') ?? []}
          onCopy={onCopy}
          onClose={cell.close}
        />
      )}
      {header.place === null || actions === null ? null : (
        <HeaderMenu
          column={header.place.column}
          anchor={header.place.anchor}
          actions={actions}
          isLast={columns.length < 2}
          onSort={grid.onSort}
          onFit={props.onFit}
          onClose={header.close}
        />
      )}
    </Suspense>
  );
}
