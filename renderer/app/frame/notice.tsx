import type { ReactNode } from 'react';
import { Icon, type IconName } from '#renderer/ui/icon.tsx';

/** A line under the header: icon, sentence, at most one action; what it needs besides stands below it. */
export function Notice(props: {
  readonly kind: 'warn' | 'info' | 'neg';
  readonly icon: IconName;
  readonly name: string;
  readonly children: ReactNode;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly aside?: ReactNode;
}) {
  return (
    <div
      className={`ban ${props.kind}b`}
      role={props.kind === 'neg' ? 'alert' : 'status'}
      data-testid="notice"
      data-notice={props.name}
    >
      <Icon name={props.icon} />
      <span className="grow">{props.children}</span>
      {props.aside}
      {props.action === undefined ? null : (
        <button type="button" className="link" data-testid="notice-action" onClick={props.onAction}>
          {props.action}
        </button>
      )}
    </div>
  );
}

/** The server's own words, as they came. */
export function ServerMessage(props: { readonly words: string | null }) {
  return props.words === null ? null : (
    <>
      {' '}
      <q className="words">{props.words}</q>
    </>
  );
}
