import { Popover } from '@base-ui/react/popover';
import { useMemo, useState } from 'react';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { OwnLine, SaveLine, SetLine } from './column-set-lines.tsx';
import {
  BUILT_IN_SETS,
  builtInColumns,
  NO_SETS,
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
