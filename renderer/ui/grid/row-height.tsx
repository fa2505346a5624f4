import { createContext, type ReactNode, useContext } from 'react';

/** Px of a table's rows, their rule included (ui/README.md, Foundations). */
const ROW_PX = { dense: 28, comfortable: 32 } as const;
type RowHeight = keyof typeof ROW_PX;

const RowHeightContext = createContext<RowHeight>('dense');

/** How high the rows of all tables within are. */
export function RowHeightProvider(props: { readonly height: RowHeight; readonly children: ReactNode }) {
  return <RowHeightContext.Provider value={props.height}>{props.children}</RowHeightContext.Provider>;
}

/** Px of a row. */
export function useRowPx(): number {
  return ROW_PX[useContext(RowHeightContext)];
}
