import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react';
import { classNames } from './class-names.ts';
import ui from './controls.module.css';
import { Icon, type IconName } from './icon.tsx';

const Place = createContext<HTMLElement | null>(null);

/** Where menus opened within stand: beside the children, in the same landmark, not behind every landmark. */
export function useMenuPlace(): {
  readonly place: ReactNode;
  readonly within: (children: ReactNode) => ReactNode;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return {
    place: <div ref={setElement} className={ui.menuPlace} />,
    within: (children) => <Place value={element}>{children}</Place>,
  };
}

/** The place where a menu floats: the one given; the end of the page where there is none, as within dialogs. */
export function MenuPortal(props: { readonly children: ReactNode }) {
  const place = use(Place);
  return <Menu.Portal {...(place === null ? {} : { container: place })}>{props.children}</Menu.Portal>;
}

/** The popup under a menu's trigger, or at `anchor`. */
export function MenuPopup(props: {
  readonly className: string | undefined;
  readonly label?: string;
  readonly testId?: string;
  readonly anchor?: ComponentProps<typeof Menu.Positioner>['anchor'];
  readonly offsetPx?: number;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) {
  const { offsetPx = 4, align = 'start' } = props;
  return (
    <MenuPortal>
      <Menu.Positioner anchor={props.anchor} sideOffset={offsetPx} align={align} className={ui.positioner}>
        <Menu.Popup className={props.className} aria-label={props.label} data-testid={props.testId}>
          {props.children}
        </Menu.Popup>
      </Menu.Positioner>
    </MenuPortal>
  );
}

/** An action in a menu: beside choices its icon, or null, stands where theirs bear their mark; without any, it begins at the edge. */
export function MenuAction(props: {
  readonly icon?: IconName | null;
  readonly testId?: string;
  readonly keys?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Item className={ui.item} data-testid={props.testId} onClick={props.onClick}>
      {props.icon === undefined ? null : (
        <span className={ui.mark}>{props.icon === null ? null : <Icon name={props.icon} />}</span>
      )}
      <span className={ui.stretched}>{props.children}</span>
      {props.keys === undefined ? null : <kbd>{props.keys}</kbd>}
    </Menu.Item>
  );
}

/** One choice of a `Menu.RadioGroup`, marked while it is the chosen one; a press closes the menu. */
export function MenuChoice({
  children,
  ...item
}: ComponentProps<typeof Menu.RadioItem> & {
  readonly 'data-testid'?: string;
  readonly 'data-value'?: string;
  readonly 'data-name'?: string;
}) {
  return (
    <Menu.RadioItem {...item} className={ui.item} closeOnClick>
      <span className={ui.mark}>
        <Menu.RadioItemIndicator>
          <Icon name="check" />
        </Menu.RadioItemIndicator>
      </span>
      {children}
    </Menu.RadioItem>
  );
}

/** A button that shows what is chosen, or an icon with it as its title, and opens the other choices. */
export function ChoiceMenu<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
  readonly testId?: string;
  readonly icon?: IconName;
}) {
  const { icon } = props;
  const shown = props.options.find((option) => option.value === props.value)?.label ?? '';
  return (
    <Menu.Root>
      <Menu.Trigger
        className={props.className ?? classNames(ui.smallButton, icon !== undefined && ui.iconButton)}
        data-testid={props.testId}
        data-value={props.value}
        aria-label={`${props.label}: ${shown}`}
        title={icon === undefined ? undefined : `${props.label}: ${shown}`}
      >
        {icon === undefined ? (
          <>
            {shown}
            <Icon name="down" small />
          </>
        ) : (
          <Icon name={icon} />
        )}
      </Menu.Trigger>
      <MenuPopup className={ui.choiceMenu}>
        <Menu.RadioGroup value={props.value} onValueChange={(value: T) => props.onChange(value)}>
          {props.options.map(({ value, label }) => (
            <MenuChoice key={value} value={value}>
              {label}
            </MenuChoice>
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}
