import { createContext, type ReactNode, useContext } from 'react';
import styles from './scope-mark.module.css';

/** Figures that something beside the source moves, while it does: each of them says so where it stands. */
export type MovedFigures = {
  readonly columns: ReadonlySet<string>;
  /** The title of the change. */
  readonly title: string;
};

const MovedContext = createContext<MovedFigures | null>(null);

/** Null: what stands inside is of the source alone. */
export function MovedFiguresProvider(props: {
  readonly moved: MovedFigures | null;
  readonly children: ReactNode;
}) {
  return <MovedContext value={props.moved}>{props.children}</MovedContext>;
}

/** The moved figures, where names stand in what no component draws (the cells of a grid). */
export const useMovedFigures = (): MovedFigures | null => useContext(MovedContext);

export const MOVED_SIGN = '✱';

/** The sign beside the name of a column that is moved; nothing beside others. */
export function MovedMark({ column }: { readonly column: string }) {
  const moved = useContext(MovedContext);
  if (moved === null || !moved.columns.has(column)) return null;
  return (
    <sup className={styles.moved} title={moved.title} data-testid="own-cost-mark" data-value={column}>
      {MOVED_SIGN}
    </sup>
  );
}
