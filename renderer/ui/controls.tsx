import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Option<T> = {
  readonly value: T;
  readonly label: ReactNode;
  readonly title?: string;
  /** What it is called where its label is no words. */
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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span className="seg" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
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

/** A box with its words, as one target. */
export function CheckLine(props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly title?: string;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className="it" title={props.title}>
      <Base.Root className="cb" checked={props.checked} onCheckedChange={props.onChange}>
        <Base.Indicator>
          <Icon name="check" small />
        </Base.Indicator>
      </Base.Root>
      {props.children}
    </label>
  );
}

/** A button that submits nothing. */
export function Button(props: ComponentProps<'button'> & { readonly 'data-value'?: string }) {
  return <button type="button" {...props} />;
}
