import type { ReactNode } from 'react';
import styles from './chart-parts.module.css';
import { type ListFigure, ListFigures } from './list-figures.tsx';

export type SeenItem = {
  readonly key: string;
  readonly sample: ReactNode;
  readonly name: string;
  readonly title: string;
  readonly figures: readonly ListFigure[];
  readonly look?: 'reached' | 'total' | undefined;
  readonly onOpen: () => void;
};

/** The exact figures of what is in view, beside its drawing; each leads to its orders. */
export function SeenList(props: {
  readonly name: ReactNode;
  /** Over the figures, where they need to be told apart. */
  readonly columns?: readonly string[];
  readonly items: readonly SeenItem[];
  readonly onReach?: (item: number) => void;
}) {
  return (
    <div className={styles.seenList} data-testid="chart-seen">
      <p aria-live="polite">{props.name}</p>
      {props.columns === undefined ? null : (
        <div className={styles.item} aria-hidden="true">
          <span />
          <span />
          {props.columns.map((name) => (
            <span key={name} className={styles.number}>
              {name}
            </span>
          ))}
        </div>
      )}
      <ul>
        {props.items.map(({ key, sample, name, title, figures, look, onOpen }, item) => (
          <li key={key}>
            <button
              type="button"
              className={styles.item}
              title={title}
              data-testid="chart-figure"
              data-key={key}
              data-look={look}
              onFocus={() => props.onReach?.(item)}
              onPointerEnter={() => props.onReach?.(item)}
              onClick={onOpen}
            >
              <span aria-hidden="true">{sample}</span>
              <span className={styles.itemName}>{name}</span>
              <ListFigures figures={figures} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
