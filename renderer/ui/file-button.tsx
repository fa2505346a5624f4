import { type ReactNode, useRef } from 'react';
import ui from './controls.module.css';
import { Button } from './controls.tsx';

/** A button that asks for a file of this computer. `testId` is the button's, `inputTestId` that of the field behind it. */
export function FileButton(props: {
  /** Endings or types, as a file field takes them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly testId: string;
  readonly inputTestId: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        className={props.className ?? ui.button}
        data-testid={props.testId}
        onClick={() => input.current?.click()}
      >
        {props.children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        data-testid={props.inputTestId}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (file !== undefined) props.onFile(file);
        }}
      />
    </>
  );
}
