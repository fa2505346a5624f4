import { Icon } from './icon.tsx';

/** The field at the head of a list that narrows it as one types. */
export function FindField(props: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <span className="field">
      <Icon name="search" />
      <input
        type="search"
        value={props.value}
        placeholder={props.label}
        aria-label={props.label}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </span>
  );
}
