import type { ReactNode } from 'react';

export function ScreenHeader(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <header className="top">
      <h1>{props.title}</h1>
      {props.children}
    </header>
  );
}
