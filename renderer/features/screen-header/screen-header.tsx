import type { ReactNode } from 'react';
import { CurrencySwitch } from '#renderer/features/currency/currency.tsx';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';

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
