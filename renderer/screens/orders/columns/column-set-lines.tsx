import { useRef, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import type { OwnSet, OwnSets } from './column-sets.ts';

/** The lines of the menu of column sets. */

/** A set to be chosen. */
export function SetLine(props: {
  readonly name: string;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <button
      type="button"
      className="it"
      aria-pressed={props.isCurrent}
      title={props.name}
      onClick={props.onChoose}
    >
      <span className="mark">{props.isCurrent ? <Icon name="check" /> : null}</span>
      <span className="grow ell">{props.name}</span>
      <small>{props.count}</small>
    </button>
  );
}

/** One of the user's own: chosen, renamed, overwritten with what is on the screen, deleted. */
export function OwnLine(props: {
  readonly set: OwnSet;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly onRename: (name: string) => void;
  readonly onOverwrite: () => void;
  readonly onDelete: () => void;
}) {
  const text = useText();
  const { set } = props;
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null) {
    return (
      <form
        className="set-name"
        onSubmit={(event) => {
          event.preventDefault();
          props.onRename(typed);
          setTyped(null);
        }}
      >
        <span className="field grow">
          <input
            // biome-ignore lint/a11y/noAutofocus: the field was asked for by the button it replaces
            autoFocus
            value={typed}
            maxLength={60}
            aria-label={text('column-set.name')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setTyped(null);
            }}
          />
        </span>
        <button type="submit" className="btn sm">
          {text('column-set.rename')}
        </button>
      </form>
    );
  }
  return (
    <div className="own-set">
      <SetLine
        name={set.name}
        count={set.columns.length}
        isCurrent={props.isCurrent}
        onChoose={props.onChoose}
      />
      <IconButton
        className="btn ic sm g"
        icon="pencil"
        small
        name={text('column-set.rename-of', { name: set.name })}
        onPress={() => setTyped(set.name)}
      />
      <IconButton
        className="btn ic sm g"
        icon="save"
        small
        name={text('column-set.overwrite', { name: set.name })}
        disabled={props.isCurrent}
        onPress={props.onOverwrite}
      />
      <IconButton
        className="btn ic sm g"
        icon="close"
        small
        name={text('column-set.delete', { name: set.name })}
        onPress={props.onDelete}
      />
    </div>
  );
}

/** Keeps the columns on the screen under a name. */
export function SaveLine(props: { readonly own: OwnSets; readonly onSave: (name: string) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const isTaken = props.own.sets.some(({ name }) => name === typed.trim());
  return (
    <form
      className="set-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') {
          input.current?.focus();
          return;
        }
        props.onSave(typed.trim());
        setTyped('');
      }}
    >
      <span className="field grow">
        <input
          ref={input}
          value={typed}
          maxLength={60}
          placeholder={text('column-set.save-as')}
          aria-label={text('column-set.save-as')}
          data-testid="column-set-name"
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      <button type="submit" className="btn sm" data-testid="column-set-save">
        {text(isTaken ? 'column-set.replace' : 'column-set.save')}
      </button>
    </form>
  );
}
