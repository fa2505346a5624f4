import { Popover } from '@base-ui/react/popover';
import { difference } from 'es-toolkit/array';
import { useRef, useState } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { allSections, type SectionId } from '#renderer/features/columns/column-sections.ts';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import styles from '#renderer/features/selection/selection.module.css';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { FindField } from '#renderer/ui/search-choice.tsx';
import { walkList } from '#renderer/ui/walk-list.ts';
import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { FILTER_COLUMNS } from '#shared/domain/selection.ts';

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
      <Popover.Trigger className={classNames(ui.smallButton, ui.quietButton)} data-testid="add-filter">
        <Icon name="plus" />
        {text('filter.add')}
      </Popover.Trigger>
      <PopoverPopup className={classNames(ui.menu, styles.filterMenu)} aria-label={text('filter.add-title')}>
        <ColumnChoices
          used={props.used}
          onColumn={(column) => {
            setOpen(false);
            // Once this one is closed: two open at a time would take the focus from each other.
            setTimeout(() => props.onColumn(column), 0);
          }}
        />
      </PopoverPopup>
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
  const groups = filterColumns(facts?.columns ?? NONE, facts?.unknownColumns ?? NONE, props.used, find, text);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go along the buttons within
    <div
      className={styles.choices}
      onKeyDown={(event) => {
        if (walkList(event, list.current, 'button')) event.preventDefault();
        else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          const [first] = groups[0]?.columns ?? [];
          if (first !== undefined) props.onColumn(first);
        }
      }}
    >
      <FindField value={find} label={text('filter.find-column')} onChange={setFind} />
      <div className={styles.columns} ref={list}>
        {groups.map(({ id, columns }) => {
          const name = id === 'frequent' ? text('filter.frequent') : text(`section.${id}`);
          return (
            <section key={id} aria-label={name}>
              <p className={ui.label}>{name}</p>
              {columns.map((column) => (
                <Button
                  key={column}
                  className={ui.item}
                  title={column}
                  onClick={() => props.onColumn(column)}
                >
                  <span className={ui.stretched}>{text.column(column)}</span>
                  <small>
                    {text(filterKind(column) === 'numbers' ? 'filter.by-number' : 'filter.by-value')}
                  </small>
                </Button>
              ))}
            </section>
          );
        })}
        {groups.length === 0 ? <p className={ui.label}>{text('columns.not-found')}</p> : null}
      </div>
    </div>
  );
}

/** How a column is filtered: by its values, or by the size of its figures. Dates are the period's. */
export function filterKind(column: string): 'values' | 'numbers' | null {
  const kind = findColumn(column)?.kind ?? 'text';
  if (kind === 'text') return 'values';
  return isDecimalKind(kind) ? 'numbers' : null;
}

type ColumnGroup = { readonly id: SectionId | 'frequent'; readonly columns: readonly string[] };

/** Columns to filter by that rows carry and that hold what was typed: the frequent ones first, each once. */
export function filterColumns(
  present: readonly string[],
  unknownColumns: readonly string[],
  used: ReadonlySet<string>,
  typed: string,
  text: Text,
): readonly ColumnGroup[] {
  const here = new Set(present);
  const isFound = columnFinder(typed, text);
  const offers = (column: string): boolean =>
    here.has(column) && !used.has(column) && filterKind(column) !== null && isFound(column);
  const frequent = typed.trim() === '' ? FILTER_COLUMNS.filter(offers) : [];
  const groups: readonly ColumnGroup[] = [
    { id: 'frequent', columns: frequent },
    ...allSections(unknownColumns).map((section) => ({
      id: section.id,
      columns: difference(section.columns.filter(offers), frequent),
    })),
  ];
  return groups.filter(({ columns }) => columns.length > 0);
}
