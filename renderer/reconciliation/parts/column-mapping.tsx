import type { ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import styles from './column-mapping.module.css';

/** Settings by hand of how a file is read: its children are choices. */
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

const NONE = '';

type ByField<F extends string> = (field: F) => string | undefined;

/** Which column of a file is which field: of each one of the columns, or none. */
export function FieldColumns<F extends string>(props: {
  readonly fields: readonly F[];
  readonly nameOf: (field: F) => string;
  readonly columns: readonly { readonly value: string; readonly label: string }[];
  /** The value of the column that a field is in. */
  readonly chosen: ByField<F>;
  readonly onChoose: (field: F, column: string | undefined) => void;
  /** Before the field's name. */
  readonly testId: string;
  readonly markOf?: ByField<F>;
  readonly noteOf?: ByField<F>;
}) {
  const text = useText();
  const options = [{ value: NONE, label: text('intake.no-column') }, ...props.columns];
  return props.fields.map((field) => (
    <MappingChoice
      key={field}
      label={props.nameOf(field)}
      value={props.chosen(field) ?? NONE}
      options={options}
      testId={`${props.testId}-${field}`}
      mark={props.markOf?.(field)}
      note={props.noteOf?.(field)}
      onChange={(column) => props.onChoose(field, column === NONE ? undefined : column)}
    />
  ));
}
