import { Icon, type IconName } from './icon.tsx';

/** A button that is only its drawing; its name is said, and stands in its title. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly onPress: () => void;
  /** Of the buttons of a bar unless another is given. */
  readonly className?: string;
  readonly small?: boolean;
  /** Of one that stays pressed. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly testId?: string;
}) {
  return (
    <button
      type="button"
      className={props.className ?? 'btn sm ic'}
      data-testid={props.testId}
      aria-pressed={props.pressed}
      title={props.name}
      aria-label={props.name}
      disabled={props.disabled === true}
      onClick={props.onPress}
    >
      <Icon name={props.icon} small={props.small === true} />
    </button>
  );
}
