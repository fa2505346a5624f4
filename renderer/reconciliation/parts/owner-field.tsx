import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import styles from './owner-field.module.css';
import { MAX_OWNER_LENGTH, useOwner } from './use-owner.ts';

/** In whose name the next thing is said. */
export function OwnerField(props: {
  readonly testId: string;
  /** Absent: «your name». */
  readonly label?: string;
}) {
  const text = useText();
  const [owner, setOwner] = useOwner();
  return (
    <label className={styles.owner}>
      <span className={ui.caption}>{props.label ?? text('reconciliation.owner')}</span>
      <span className={ui.field}>
        <input
          type="text"
          data-testid={props.testId}
          value={owner}
          maxLength={MAX_OWNER_LENGTH}
          autoComplete="name"
          onChange={({ target }) => setOwner(target.value)}
        />
      </span>
    </label>
  );
}
