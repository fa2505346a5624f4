import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';

/** Why two sides belong together although they do not come to the same. */
export function ReasonField(props: {
  readonly testId: string;
  readonly reason: string;
  readonly onChange: (reason: string) => void;
}) {
  const text = useText();
  return (
    <span className={ui.field}>
      <input
        data-testid={props.testId}
        aria-label={text('match.reason')}
        placeholder={text('match.reason')}
        maxLength={10_000}
        value={props.reason}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </span>
  );
}
