import { useText } from '#renderer/i18n/text.tsx';

/** Figures that could not be worked out: what happened, in whose words, what still stands, and one way on. */
export function QueryFailure(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useText();
  const { error } = props;
  return (
    <div className="empty" role="alert" data-testid="query-failure">
      <b>{text('failure.figures')}</b>
      <span>{text('failure.figures-note')}</span>
      <p className="words dim">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="link" onClick={props.onRetry}>
        {text('sync.retry')}
      </button>
    </div>
  );
}
