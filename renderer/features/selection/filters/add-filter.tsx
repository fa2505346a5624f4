import { Popover } from '@base-ui/react/popover';
import { useRef, useState } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { FindField } from '#renderer/ui/find-field.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { filterColumns, filterKind } from './filter-columns.ts';
import { walkList } from './walk-list.ts';

const NONE: readonly string[] = [];

/** «+ Filtro»: the frequent columns, then every text and figure by section, found by typing. */
export function AddFilter(props: {
  readonly used: ReadonlySet<string>;
  readonly onColumn: (column: string) => void;
}) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn sm g" data-testid="add-filter">
        <Icon name="plus" />
        {text('filter.add')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="float">
          <Popover.Popup className="menu filter-menu" aria-label={text('filter.add-title')}>
            <ColumnChoices
              used={props.used}
              onColumn={(column) => {
                setOpen(false);
                // Once this one is closed: two open at a time would take the focus from each other.
                setTimeout(() => props.onColumn(column), 0);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ColumnChoices(props: {
  readonly used: ReadonlySet<string>;
  readonly onColumn: (column: string) => void;
}) {
  const text = useText();
  const ledger = useLedger();
  const [find, setFind] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const groups = filterColumns(facts?.columns ?? NONE, facts?.unknownColumns ?? NONE, props.used, find);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go along the buttons within
    <div
      className="filter-choices"
      onKeyDown={(event) => {
        if (walkList(event, list.current, 'button')) event.preventDefault();
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          const [first] = groups[0]?.columns ?? [];
          if (first !== undefined) props.onColumn(first);
        }
      }}
    >
      <FindField value={find} label={text('filter.find-column')} onChange={setFind} />
      <div className="filter-columns" ref={list}>
        {groups.map(({ id, columns }) => {
          const name = id === 'frequent' ? text('filter.frequent') : text(`section.${id}`);
          return (
            <section key={id} aria-label={name}>
              <p className="lb">{name}</p>
              {columns.map((column) => (
                <button
                  key={column}
                  type="button"
                  className="it"
                  title={column}
                  onClick={() => props.onColumn(column)}
                >
                  <span className="grow ell">{column}</span>
                  <small>
                    {text(filterKind(column) === 'numbers' ? 'filter.by-number' : 'filter.by-value')}
                  </small>
                </button>
              ))}
            </section>
          );
        })}
        {groups.length === 0 ? <p className="lb">{text('columns.not-found')}</p> : null}
      </div>
    </div>
  );
}
