import { Menu } from '@base-ui/react/menu';
import { createContext, type ReactNode, use, useState } from 'react';
import { Icon } from './icon.tsx';

const Place = createContext<HTMLElement | null>(null);

/** Where menus opened within stand: beside the children, in the landmark that these are in, not behind every landmark. */
export function useMenuPlace(): {
  readonly place: ReactNode;
  readonly within: (children: ReactNode) => ReactNode;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return {
    place: <div ref={setElement} className="menu-place" />,
    within: (children) => <Place value={element}>{children}</Place>,
  };
}

/** What a menu floats in: the place given for it; the end of the page where there is none, as within dialogs. */
export function MenuPortal(props: { readonly children: ReactNode }) {
  const place = use(Place);
  return <Menu.Portal {...(place === null ? {} : { container: place })}>{props.children}</Menu.Portal>;
}

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
