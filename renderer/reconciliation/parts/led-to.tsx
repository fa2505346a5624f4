import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';

/** The condition that a list was opened with, and the way to all of it. */
export function LedTo(props: { readonly name: string; readonly onEnd: () => void }) {
  const text = useText();
  return (
    <span data-testid="led-to">
      <span className={classNames(ui.tag, ui.info)}>{props.name}</span>{' '}
      <Button className={ui.smallLink} data-testid="led-to-end" onClick={props.onEnd}>
        {text('reconciliation.led-end')}
      </Button>
    </span>
  );
}
