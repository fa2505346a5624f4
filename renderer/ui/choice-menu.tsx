import { Menu } from '@base-ui/react/menu';
import { Icon } from './icon.tsx';
import { MenuPortal } from './menu-portal.tsx';

/** A button that shows what is chosen and opens the other choices. */
export function ChoiceMenu<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
  readonly testId?: string;
}) {
  const chosen = props.options.find((option) => option.value === props.value);
  return (
    <Menu.Root>
      <Menu.Trigger
        className={props.className ?? 'btn sm'}
        data-testid={props.testId}
        data-value={props.value}
        aria-label={`${props.label}: ${chosen?.label ?? ''}`}
      >
        {chosen?.label ?? ''}
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPortal>
        <Menu.Positioner sideOffset={4} align="start" className="float">
          <Menu.Popup className="menu choices">
            <Menu.RadioGroup value={props.value} onValueChange={(value: T) => props.onChange(value)}>
              {props.options.map((option) => (
                <Menu.RadioItem key={option.value} className="it" value={option.value} closeOnClick>
                  <span className="mark">
                    <Menu.RadioItemIndicator>
                      <Icon name="check" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {option.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}
