import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { classNames } from './class-names.ts';
import { MovedMark } from './moved-figures.tsx';
import styles from './scope-mark.module.css';

/** The scope's letter: never translated, never without its form. */
export const SCOPE_LETTERS: { readonly [scope in Scope]: string } = {
  marketplace: 'M',
  comercial: 'C',
  total: 'T',
};

/** The scope's ink, for what is drawn of it (ui/README.md: one hue in three depths). */
export const SCOPE_INKS: { readonly [scope in Scope]: string } = {
  marketplace: 'var(--scope-m)',
  comercial: 'var(--scope-c)',
  total: 'var(--scope-t)',
};

export function ScopeMark(props: { readonly scope: Scope }) {
  return (
    <>
      <i className={classNames(styles.mark, styles[props.scope])} aria-hidden="true">
        {SCOPE_LETTERS[props.scope]}
      </i>
      <MovedMark column={SCOPE_COLUMNS[props.scope].profitability} />
    </>
  );
}
