import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import ui from './controls.module.css';
import styles from './icon.module.css';

/** The interface's own drawings, 16 × 16. A word or a title always goes with one. */
const DRAWINGS = {
  settings: (
    <>
      <path d="M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6" />
      <circle cx="10" cy="4.5" r="1.5" />
      <circle cx="6" cy="11.5" r="1.5" />
    </>
  ),
  book: <path d="M3 2.5h10v11H3zM3 5.5h10M6 13.5v-8M8.5 11.5v-3M11 11.5v-4" />,
  calendar: <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 4.8V8l2.3 1.5" />
    </>
  ),
  changes: <path d="M2.5 5h8.5M8.5 2.5 11 5 8.5 7.5M13.5 11H5M7.5 8.5 5 11l2.5 2.5" />,
  columns: <path d="M2.5 3h11v10h-11zM6.2 3v10M9.9 3v10" />,
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  up: <path d="m4.5 9.5 3.5-3.5 3.5 3.5" />,
  left: <path d="M9.5 4.5 6 8l3.5 3.5" />,
  right: <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  export: <path d="M8 2.5v7.5M5 7.2 8 10l3-2.8M2.5 11v2.5h11V11" />,
  eye: (
    <>
      <path d="M1.8 8S4 4 8 4s6.2 4 6.2 4S12 12 8 12 1.8 8 1.8 8z" />
      <circle cx="8" cy="8" r="1.7" />
    </>
  ),
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 7.3v3.5M8 5.2v.1" />
    </>
  ),
  lock: <path d="M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  more: <path d="M8 3.6v.1M8 8v.1M8 12.4v.1" strokeWidth="1.8" />,
  hide: (
    <>
      <path d="M1.8 8S4 4 8 4s6.2 4 6.2 4S12 12 8 12 1.8 8 1.8 8z" />
      <path d="m3 13 10-10" />
    </>
  ),
  undo: <path d="M5.5 3 3 5.5 5.5 8M3 5.5h6.5a3.5 3.5 0 0 1 0 7H6" />,
  fit: <path d="M2.5 3v10M13.5 3v10M5 8h6M6.8 6 4.8 8l2 2M9.2 6l2 2-2 2" />,
  picture: (
    <>
      <path d="M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 2.5 2.5 2-2 3 3" />
      <circle cx="10.5" cy="6.2" r="0.9" />
    </>
  ),
  orders: <path d="M2.5 3.5h11M2.5 8h11M2.5 12.5h11M6 3.5v9" />,
  profitability: <path d="M2.5 3h11M2.5 6.3h7M2.5 9.6h11M2.5 13h4" />,
  panel: <path d="M3.5 13V8M8 13V3M12.5 13V6" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  play: <path d="M5 3.5v9l7-4.5z" />,
  pin: <path d="M6 2.5h4M6.5 2.5v4L5 9h6L9.5 6.5v-4M8 9v4.5" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  copy: <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />,
  pencil: <path d="m3 13 .7-3 6.8-6.8 2.3 2.3L6 12.3zM9 4.7 11.3 7" />,
  save: <path d="M3 3h8.2L13 4.8V13H3zM5.5 3v3h5V3M5.5 13V9h5v4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.5 3.5" />
    </>
  ),
  sync: (
    <path d="M13.3 6.5A5.5 5.5 0 0 0 3.5 5M2.7 9.5A5.5 5.5 0 0 0 12.5 11M3.3 2.3V5.2h2.9M12.7 13.7v-2.9H9.8" />
  ),
  warning: <path d="M8 2.7 14 13H2zM8 6.7v3M8 11.3v.1" />,
  frozen: <path d="M8 2v12M2.8 5l10.4 6M13.2 5 2.8 11M6.2 3 8 4.6 9.8 3M6.2 13 8 11.4 9.8 13" />,
  close: <path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />,
} as const satisfies { readonly [name: string]: ReactNode };

export type IconName = keyof typeof DRAWINGS;

/** Always decoration: what it means is said by the words beside it or by the control's name. */
export function Icon(props: { readonly name: IconName; readonly small?: boolean }) {
  return <Drawing small={props.small ?? false}>{DRAWINGS[props.name]}</Drawing>;
}

/** A drawing of its own, 16 × 16: what only one place has. */
export function Drawing(props: { readonly children: ReactNode; readonly small?: boolean }) {
  return (
    <svg
      className={classNames(styles.icon, props.small && styles.small)}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {props.children}
    </svg>
  );
}

/** The mark of the app. */
export function Brand() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className="brand-mark">
      <path d="M1.5 16.5v-15h15" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M5.5 16.5h11v-11" fill="none" stroke="var(--accent)" strokeWidth="2" />
    </svg>
  );
}

/** A button that is only its drawing; its name is said, and stands in its title. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly onPress: () => void;
  readonly keys?: string;
  /** Of the buttons of a bar unless another is given. */
  readonly className?: string | undefined;
  readonly small?: boolean;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Keys of its own do the same: Tab passes it over. */
  readonly isOffTab?: boolean;
  readonly testId?: string;
}) {
  return (
    <button
      type="button"
      tabIndex={props.isOffTab === true ? -1 : undefined}
      className={props.className ?? classNames(ui.smallButton, ui.iconButton)}
      data-testid={props.testId}
      aria-pressed={props.pressed}
      title={props.keys === undefined ? props.name : `${props.name} (${props.keys})`}
      aria-label={props.name}
      disabled={props.disabled === true}
      onClick={props.onPress}
    >
      <Icon name={props.icon} small={props.small === true} />
    </button>
  );
}
