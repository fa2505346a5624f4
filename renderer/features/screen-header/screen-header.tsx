import type { ReactNode } from 'react';
import { CurrencySwitch } from '#renderer/features/currency/currency.tsx';
import type { Address } from '#renderer/features/navigation/navigation.tsx';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';
import { WayBackLink } from './way-back-link.tsx';

/** `back`: where one is led back to, where it is not the way that one was led. */
export function ScreenHeader(props: {
  readonly title: string;
  readonly back?: Address | null;
  readonly children: ReactNode;
}) {
  return (
    <header className="top">
      <WayBackLink otherwise={props.back ?? null} />
      <h1>{props.title}</h1>
      <ViewsMenu />
      <CurrencySwitch />
      {props.children}
    </header>
  );
}
