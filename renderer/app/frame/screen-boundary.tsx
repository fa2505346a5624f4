import { Component, type ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { Brand } from '#renderer/ui/icon.tsx';

/** A screen's program that did not come: nothing on this page asks for it again. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

type Props = { readonly name: string; readonly children: ReactNode };
type State = { readonly error: unknown; readonly retried: boolean };

/** A failing screen takes nothing with it: the rail stays, the sync goes on. Give it the screen as its key. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, retried: false };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error ?? new Error('The screen failed.') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <>
        <header className="top">
          <h1>{this.props.name}</h1>
        </header>
        <ScreenFailure
          error={error}
          // What fails twice, and a program that did not come, does not mend by itself: the whole page is asked for anew.
          onRetry={() =>
            this.state.retried || error instanceof ScreenNotLoaded
              ? window.location.reload()
              : this.setState({ error: null, retried: true })
          }
        />
      </>
    );
  }
}

function ScreenFailure(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useText();
  const { error } = props;
  return (
    <div className="empty screen-failure" role="alert" data-testid="screen-failure">
      <b>{text('failure.screen')}</b>
      <span>{text('failure.screen-note')}</span>
      <p className="words">{failureDetails(error)}</p>
      <button type="button" className="btn" onClick={props.onRetry}>
        {text('failure.screen-retry')}
      </button>
    </div>
  );
}

function failureDetails(error: unknown): string {
  if (error instanceof ScreenNotLoaded) return failureDetails(error.cause);
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The frame before anything is known: the same that index.html paints before the program is there. */
export function FrameSkeleton() {
  return (
    <div className="app skeleton" aria-busy="true">
      <div className="rail">
        <div className="brand">
          <Brand />
          <span>Cuadra</span>
        </div>
      </div>
      <div className="main">
        <ScreenSkeleton name={null} />
      </div>
    </div>
  );
}

/** A screen whose program, or whose figures, are on their way. */
export function ScreenSkeleton(props: { readonly name: string | null }) {
  return (
    <>
      <header className="top">{props.name === null ? null : <h1>{props.name}</h1>}</header>
      <div className="skeleton-rows" />
    </>
  );
}
