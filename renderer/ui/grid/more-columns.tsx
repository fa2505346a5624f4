// biome-ignore-all lint/a11y/useSemanticElements: part of a grid made of roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import styles from './grid.module.css';
import { type Hidden, hiddenAfter, type Placement } from './placement.ts';

const NOTHING: Hidden = { columns: 0, groups: 0, firstPx: 0 };

/**
 * «+8 secciones →» over the edge that columns go on beyond; a press brings the next of them into view, as the arrows do.
 * Nothing where the last column is seen.
 */
export function MoreColumns(props: {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly placement: Placement;
  readonly viewPx: number;
  /** Whether the groups of the columns are sections that people count. */
  readonly hasSections: boolean;
}) {
  const text = useText();
  const { scroller, placement, viewPx, hasSections } = props;
  const [hidden, setHidden] = useState(NOTHING);
  // Told by the table where it scrolls: to ask it as each answer is drawn costs a layout of its own.
  const scrolledPx = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (px: number): void => {
      scrolledPx.current = px;
      const next = hiddenAfter(placement, px, viewPx);
      setHidden((before) =>
        before.columns === next.columns && before.firstPx === next.firstPx ? before : next,
      );
    };
    const follow = (): void => look(element.scrollLeft);
    look(scrolledPx.current ?? element.scrollLeft);
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, placement, viewPx]);
  const { columns, groups, firstPx } = hidden;
  if (columns === 0) return null;
  return (
    <div
      className={styles.more}
      style={{ right: `calc(100cqw - ${placement.endLeftPx}px)` }}
      role="columnheader"
      data-testid="more-columns"
      data-columns={columns}
    >
      <button
        type="button"
        // The arrows lead there from any cell.
        tabIndex={-1}
        title={text('grid.more-title', { count: columns })}
        onClick={() => {
          if (scroller.current !== null) scroller.current.scrollLeft = firstPx;
        }}
      >
        {hasSections
          ? text('grid.more-sections', { count: groups })
          : text('grid.more-columns', { count: columns })}{' '}
        <Icon name="right" small />
      </button>
    </div>
  );
}
