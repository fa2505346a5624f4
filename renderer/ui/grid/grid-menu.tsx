import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '#renderer/ui/icon.tsx';
import { MenuPortal } from '#renderer/ui/menu-portal.tsx';

/** A menu of the table, open from the beginning, at a header or where the pointer is. */
export function GridMenu(props: {
  readonly label: string;
  readonly testId: string;
  readonly anchor: ComponentProps<typeof Menu.Positioner>['anchor'];
  readonly offsetPx?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <MenuPortal>
        <Menu.Positioner
          anchor={props.anchor}
          sideOffset={props.offsetPx ?? 0}
          align="start"
          className="float"
        >
          <Menu.Popup className="menu column-menu" aria-label={props.label} data-testid={props.testId}>
            {props.children}
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}

export function GridMenuRule() {
  return <Menu.Separator className="rule" />;
}

/** Something that can be done, with the keys that do it without the menu. */
export function GridMenuItem(props: {
  readonly icon: IconName;
  readonly keys?: string | undefined;
  readonly disabled?: boolean;
  readonly testId?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Item
      className="it"
      disabled={props.disabled === true}
      data-testid={props.testId}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      <span className="grow ell">{props.children}</span>
      {props.keys === undefined ? null : <small>{props.keys}</small>}
    </Menu.Item>
  );
}
