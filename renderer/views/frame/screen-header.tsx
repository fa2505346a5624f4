import type { ReactNode } from 'react';
import { ViewsMenu } from '../saved-views/views-menu.tsx';
import { CurrencySwitch } from '../selection/currency/currency-switch.tsx';

export function ScreenHeader(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <header className="top">
      <h1>{props.title}</h1>
      <ViewsMenu />
      <CurrencySwitch />
      {props.children}
    </header>
  );
}
