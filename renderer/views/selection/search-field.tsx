import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShortcut } from '../shortcuts.ts';
import { useSelection } from './selection-context.tsx';

/** Long enough not to ask at every key, short enough to feel immediate. */
const SETTLE_MS = 180;

export function SearchField() {
  const text = useText();
  const { selection, change } = useSelection();
  const [typed, setTyped] = useState(selection.search);
  const [sent, setSent] = useState(selection.search);
  const input = useRef<HTMLInputElement>(null);
  if (selection.search !== sent) {
    // Cleared from elsewhere: the field follows.
    setSent(selection.search);
    setTyped(selection.search);
  }
  useEffect(() => {
    const search = typed.trim();
    if (search === sent) return;
    const timer = setTimeout(() => {
      setSent(search);
      change({ type: 'search', text: search });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, change]);
  useShortcut('ctrl+f', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <label className="field find">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        value={typed}
        placeholder={text('search.placeholder')}
        aria-label={text('search.label')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
      />
      <kbd>Ctrl F</kbd>
    </label>
  );
}
