import type { ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import styles from './scrolled-rows.module.css';

/** A table of many rows in a frame of its own, which keys scroll too. */
export function ScrolledRows(props: {
  readonly name: string;
  /** Of the screen's own styles. */
  readonly className?: string | undefined;
  readonly isTall?: boolean;
  /** It has the screen's own styles alone. */
  readonly isBare?: boolean;
  readonly testId?: string;
  /** How many rows there are, with those that are not shown. */
  readonly total?: number;
  readonly children: ReactNode;
}) {
  const { name, className, isTall = false, isBare = false, testId, total } = props;
  return (
    <section
      className={classNames(styles.frame, !isBare && styles.rows, isTall && styles.tall, className)}
      data-testid={testId}
      data-value={total}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={name}
    >
      {props.children}
    </section>
  );
}
