import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import ui from './controls.module.css';
import { walkAcross } from './walk-list.ts';

type Option<T> = {
  readonly value: T;
  readonly label: ReactNode;
  readonly title?: string;
  /** Its name where its label is no words. */
  readonly name?: string;
  readonly testId?: string;
};

/** A choice of one among few, all visible. */
export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}) {
  const chosen = Math.max(
    0,
    props.options.findIndex(({ value }) => value === props.value),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span className={ui.segmented} role="group" aria-label={props.label} onKeyDown={moveAcross}>
      {props.options.map((option, at) => (
        <button
          key={option.value}
          type="button"
          tabIndex={at === chosen ? 0 : -1}
          data-value={option.value}
          data-testid={option.testId}
          title={option.title}
          aria-label={option.name}
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}

/** One stop of Tab: left and right go from choice to choice. */
function moveAcross(event: KeyboardEvent<HTMLElement>): void {
  walkAcross(event, [...event.currentTarget.querySelectorAll('button')]);
}

/** A button that submits nothing. */
export function Button(props: ComponentProps<'button'> & { readonly 'data-value'?: string }) {
  return <button type="button" {...props} />;
}
