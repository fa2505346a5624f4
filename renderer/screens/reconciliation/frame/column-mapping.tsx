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
}) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <ChoiceMenu {...props} className={classNames(ui.button, ui.smallButton, styles.choice)} />
      </dd>
    </div>
  );
}
