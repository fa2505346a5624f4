import type { ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import styles from './column-mapping.module.css';

/** What a file's columns are, said by hand: its children are MappingChoices. */
export function ColumnMapping(props: { readonly children: ReactNode }) {
  return <dl className={styles.mapping}>{props.children}</dl>;
}

export function MappingChoice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly testId?: string;
  /** How it came to be chosen: stands beside its label. */
  readonly mark?: string | undefined;
  /** Why nothing is chosen, or what to choose by. */
  readonly note?: string | undefined;
}) {
  const { mark, note, ...choice } = props;
  const label = mark === undefined ? props.label : `${props.label} (${mark})`;
  return (
    <div>
      <dt>
        {props.label}
        {mark === undefined ? null : <span className={styles.mark}> · {mark}</span>}
      </dt>
      <dd>
        <ChoiceMenu
          {...choice}
          label={label}
          className={classNames(ui.button, ui.smallButton, styles.choice)}
        />
        {note === undefined ? null : <span className={classNames(ui.warning, styles.note)}>{note}</span>}
      </dd>
    </div>
  );
}
