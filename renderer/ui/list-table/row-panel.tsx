import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { IconButton } from '#renderer/ui/icon.tsx';
import styles from './row-panel.module.css';

/** Where the panel of a row stands, and what it is called. */
export type PanelBeside<Row> = {
  readonly name: (row: Row) => string;
  /** The accessible name of the button that closes it. */
  readonly closeName: string;
  /** The px from which on list and panel have room beside each other; where there are fewer, it opens below its row. */
  readonly from: number;
};

/**
 * The panel of a chosen row beside its list: it stays in view while the list scrolls, takes the focus as it opens, and gives it
 * back to what opened it as it closes, by its button or Escape.
 */
export function RowPanel(props: {
  readonly name: string;
  readonly closeName: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const close = (): void => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={props.name}
      data-testid="row-panel"
      data-stop
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header>
        <h3>{props.name}</h3>
        <IconButton
          icon="close"
          name={props.closeName}
          keys="Esc"
          small
          testId="row-panel-close"
          className={classNames(ui.smallButton, ui.iconButton, ui.quietButton)}
          onPress={close}
        />
      </header>
      {props.children}
    </aside>
  );
}
