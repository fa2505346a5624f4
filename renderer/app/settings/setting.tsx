import type { ReactNode } from 'react';

/** A setting's name, what it is set to, and what there is to know of it. */
export function Setting(props: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="setting">
      <span className="setting-name">{props.name}</span>
      <span className="setting-value">{props.children}</span>
      {props.note === undefined ? null : <p className="setting-note">{props.note}</p>}
    </div>
  );
}
