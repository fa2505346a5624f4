import { useEffect, useRef, useState } from 'react';
import styles from '#renderer/features/selection/selection.module.css';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useLatest } from '#renderer/ui/hooks.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { SEARCH_COLUMNS } from '#shared/domain/selection.ts';

/** Keys that follow faster ask once; a slower one takes the place of the question before, which is dropped at once. */
const SETTLE_MS = 16;

/** The search of the selection that all screens of figures share. */
export function SearchField() {
  const text = useText();
  const { selection, change } = useSelection();
  return (
    <SearchInput
      value={selection.search}
      placeholder={text('search.placeholder')}
      label={text('search.label')}
      title={`${text('search.label')}\n${SEARCH_COLUMNS.map(text.column).join(', ')}`}
      onSearch={(search) => change({ type: 'search', text: search })}
    />
  );
}

/** A search that is asked once the typing has settled. Ctrl+F goes to it, Esc empties it. */
export function SearchInput(props: {
  readonly value: string;
  readonly placeholder: string;
  readonly label: string;
  readonly title?: string;
  readonly onSearch: (search: string) => void;
}) {
  const { value } = props;
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  if (value !== sent) {
    // Cleared from elsewhere: the field follows.
    setSent(value);
    setTyped(value);
  }
  const ask = useLatest(props.onSearch);
  useEffect(() => {
    const search = typed.trim();
    if (search === sent) return;
    const timer = setTimeout(() => {
      setSent(search);
      ask.current(search);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, ask]);
  // Who leaves before that, or presses Enter, does not wait: what was typed is asked.
  const pending = useLatest(typed.trim() === sent ? null : typed.trim());
  useEffect(
    () => () => {
      if (pending.current !== null) ask.current(pending.current);
    },
    [ask, pending],
  );
  useShortcut('ctrl+f', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <label className={classNames(ui.field, styles.find)} title={props.title}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        value={typed}
        placeholder={props.placeholder}
        aria-label={props.label}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() !== sent) {
            setSent(typed.trim());
            ask.current(typed.trim());
          }
          if (event.key !== 'Escape' || typed === '') return;
          // The panel beside the table stays open: Esc was for the search.
          event.stopPropagation();
          setTyped('');
        }}
      />
      <kbd>Ctrl F</kbd>
    </label>
  );
}
