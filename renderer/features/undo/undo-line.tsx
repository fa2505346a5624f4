import { useEffect, useState } from 'react';
import { useStore } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useUndo } from './undo.tsx';
import './undo-line.css';

/** Long enough to read it and to reach the button. */
const SHOWN_MS = 8000;

/** A quiet line at the foot, below the figures: what was taken back, or what is gone and can be brought back. */
export function UndoLine() {
  const text = useText();
  const undo = useUndo();
  const news = useStore(undo.news);
  const [held, setHeld] = useState(false);
  const { forgetNews } = undo;
  useEffect(() => {
    if (news === null || held) return;
    const timer = setTimeout(forgetNews, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, held, forgetNews]);
  return (
    <div
      className={news === null ? 'undo-line' : 'undo-line shown'}
      data-testid="undo-line"
      data-kind={news?.kind ?? ''}
    >
      <span role="status">
        {news === null
          ? ''
          : news.kind === 'undone'
            ? text('undo.done', { label: news.step.label })
            : news.step.label}
      </span>
      {news?.kind === 'done' ? (
        <button
          type="button"
          className="link"
          data-testid="undo-offer"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => {
            setHeld(false);
            undo.undo();
          }}
        >
          {text('undo.offer')}
        </button>
      ) : null}
    </div>
  );
}
