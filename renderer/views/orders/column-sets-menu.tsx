import { Popover } from '@base-ui/react/popover';
import { useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useScreenState } from '../screen-state.tsx';
import { useUndo } from '../undo.tsx';
import {
  BUILT_IN_SETS,
  builtInColumns,
  NO_SETS,
  type OwnSet,
  type OwnSets,
  ownSetsSchema,
  renamedSet,
  setOf,
  withoutSet,
  withSet,
} from './column-sets.ts';

/** Apart from how the screen is set: a saved view neither carries the user's sets nor puts others in their place. */
const SETS_PART = 'column-sets.orders';

/** Which columns are shown, by name: those that come with the app, the user's own, and what can be done to these. */
export function ColumnSetsMenu(props: {
  readonly shown: readonly string[];
  readonly unknownColumns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}) {
  const text = useText();
  const { remember } = useUndo();
  const [own, setOwn] = useScreenState(SETS_PART, ownSetsSchema, NO_SETS);
  const [open, setOpen] = useState(false);
  const { shown, unknownColumns } = props;
  const current = useMemo(() => setOf(shown, own, unknownColumns), [shown, own, unknownColumns]);
  const name =
    current === null
      ? text('column-set.other')
      : current.kind === 'own'
        ? current.set.name
        : text(`column-set.${current.set}`);
  const choose = (columns: readonly string[]): void => {
    props.onChoose(columns);
    setOpen(false);
  };
  /** A step of the user's own sets that can be undone. */
  const change = (next: OwnSets, label: string, isOffered: boolean): void => {
    if (next === own) return;
    remember(label, () => setOwn(own), { isOffered });
    setOwn(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="btn sm g sets"
        title={text('column-set.title')}
        data-testid="column-sets"
        data-value={name}
      >
        <span className="ell">{name}</span>
        <Icon name="down" small />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="float">
          <Popover.Popup className="menu sets-menu" aria-label={text('column-set.title')}>
            {BUILT_IN_SETS.map((set) => {
              const columns = builtInColumns(set, unknownColumns);
              return (
                <SetLine
                  key={set}
                  name={text(`column-set.${set}`)}
                  count={columns.length}
                  isCurrent={current?.kind === 'built-in' && current.set === set}
                  onChoose={() => choose(columns)}
                />
              );
            })}
            {own.sets.length === 0 ? null : <div className="rule" />}
            {own.sets.map((set) => (
              <OwnLine
                key={set.id}
                set={set}
                isCurrent={current?.kind === 'own' && current.set.id === set.id}
                onChoose={() => choose(set.columns)}
                onRename={(next) =>
                  change(renamedSet(own, set.id, next), text('column-set.renamed', { name: set.name }), false)
                }
                onOverwrite={() =>
                  change(
                    withSet(own, set.id, set.name, shown),
                    text('column-set.overwritten', { name: set.name }),
                    true,
                  )
                }
                onDelete={() =>
                  change(withoutSet(own, set.id), text('column-set.deleted', { name: set.name }), true)
                }
              />
            ))}
            <div className="rule" />
            <SaveLine
              own={own}
              onSave={(next) =>
                change(
                  withSet(own, crypto.randomUUID(), next, shown),
                  text('column-set.saved', { name: next }),
                  false,
                )
              }
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SetLine(props: {
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

function OwnLine(props: {
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
      <LineButton
        icon="pencil"
        label={text('column-set.rename-of', { name: set.name })}
        onPress={() => setTyped(set.name)}
      />
      <LineButton
        icon="save"
        label={text('column-set.overwrite', { name: set.name })}
        disabled={props.isCurrent}
        onPress={props.onOverwrite}
      />
      <LineButton
        icon="close"
        label={text('column-set.delete', { name: set.name })}
        onPress={props.onDelete}
      />
    </div>
  );
}

function LineButton(props: {
  readonly icon: 'pencil' | 'save' | 'close';
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="btn ic sm g"
      title={props.label}
      aria-label={props.label}
      disabled={props.disabled === true}
      onClick={props.onPress}
    >
      <Icon name={props.icon} small />
    </button>
  );
}

function SaveLine(props: { readonly own: OwnSets; readonly onSave: (name: string) => void }) {
  const text = useText();
  const id = useId();
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
          id={id}
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
