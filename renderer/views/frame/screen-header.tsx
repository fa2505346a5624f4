import type { ReactNode } from 'react';
import { CurrencySwitch } from '../selection/currency-switch.tsx';

export function ScreenHeader(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <header className="top">
      <h1>{props.title}</h1>
      <CurrencySwitch />
      {props.children}
    </header>
  );
}
