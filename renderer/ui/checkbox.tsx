import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import ui from './controls.module.css';
import { Icon } from './icon.tsx';

/** A box with its words, as one target. */
export function CheckLine(props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly title?: string;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className={ui.item} title={props.title}>
      <Base.Root className={ui.checkbox} checked={props.checked} onCheckedChange={props.onChange}>
        <Base.Indicator>
          <Icon name="check" small />
        </Base.Indicator>
      </Base.Root>
      {props.children}
    </label>
  );
}
