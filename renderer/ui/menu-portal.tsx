import { Menu } from '@base-ui/react/menu';
import { createContext, type ReactNode, use, useState } from 'react';

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
