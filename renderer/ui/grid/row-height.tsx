import { createContext, type ReactNode, useContext } from 'react';

/** Px of a table's rows, their rule included (ui/README.md, Foundations). */
const ROW_PX = { dense: 28, comfortable: 32 } as const;
type RowHeight = keyof typeof ROW_PX;

const RowHeightContext = createContext<number>(ROW_PX.dense);

/** How high the rows of all tables within are. `textSize`: of the text in them, 1 as it is drawn. */
export function RowHeightProvider(props: {
  readonly height: RowHeight;
  readonly textSize?: number;
  readonly children: ReactNode;
}) {
  const rowPx = Math.round(ROW_PX[props.height] * (props.textSize ?? 1));
  return <RowHeightContext.Provider value={rowPx}>{props.children}</RowHeightContext.Provider>;
}

/** Px of a row. */
export function useRowPx(): number {
  return useContext(RowHeightContext);
}
