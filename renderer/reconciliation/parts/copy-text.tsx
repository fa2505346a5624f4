import { useState } from 'react';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';

/**
 * Puts a text that holds amounts on the clipboard. Where amounts are covered it is asked first whether they may be read in
 * it, as exports ask.
 */
export function CopyText(props: {
  readonly label: string;
  readonly testId: string;
  /** Made when it is asked for, amounts as they are. */
  readonly written: () => string | Promise<string>;
}) {
  const text = useText();
  const { hidesAmounts } = useFormats();
  const [said, setSaid] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const { label, testId, written } = props;
  const copy = async (): Promise<void> => {
    setAsks(false);
    try {
      await navigator.clipboard.writeText(await written());
      setSaid(text('proof.copied'));
    } catch (error) {
      setSaid(errorMessage(error, text));
    }
  };
  return (
    <>
      <Button
        className={ui.smallButton}
        data-testid={testId}
        onClick={() => {
          setSaid(null);
          if (hidesAmounts) setAsks(true);
          else void copy();
        }}
      >
        {label}
      </Button>
      <span role="status" className={ui.caption}>
        {asks ? text('proof.copy-covered') : said}
      </span>
      {asks ? (
        <>
          <Button
            className={ui.smallButton}
            data-testid={`${testId}-covered`}
            autoFocus
            onClick={() => void copy()}
          >
            {text('proof.copy-covered-go')}
          </Button>
          <Button className={ui.smallLink} onClick={() => setAsks(false)}>
            {text('export.cancel')}
          </Button>
        </>
      ) : null}
    </>
  );
}
