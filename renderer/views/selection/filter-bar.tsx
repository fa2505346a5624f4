import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import {
  type ColumnFilter,
  DASHBOARD_FILTERS,
  FILTER_COLUMNS,
  type Selection,
} from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import type { Session } from '../../link/session.ts';
import { useLive } from '../../link/session-context.tsx';
import { CheckLine } from '../../ui/checkbox.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSelection } from './selection-context.tsx';
import { isEverything } from './selection-state.ts';
import './selection.css';

function describe(filter: ColumnFilter): string {
  return `${filter.column}: ${filter.values.join(', ')}`;
}

/** Preset, own filters as chips, the way back to every row; what a screen adds stands at the right. */
export function FilterBar(props: { readonly children?: ReactNode }) {
  const text = useText();
  const { selection, change } = useSelection();
  const [opened, setOpened] = useState<string | null>(null);
  const used = new Set(selection.filters.map((filter) => filter.column));
  const chips = opened === null || used.has(opened) ? [...used] : [...used, opened];
  return (
    <div className="fbar">
      <div className="fchips">
        <button
          type="button"
          className="btn sm"
          data-testid="preset-dashboard"
          aria-pressed={selection.dashboardPreset}
          title={`${text('preset.title')}\n${DASHBOARD_FILTERS.map(describe).join('\n')}`}
          onClick={() => change({ type: 'set-preset', on: !selection.dashboardPreset })}
        >
          <Icon name="filter" />
          {text('preset.name')}
        </button>
        {selection.dashboardPreset ? (
          <span className="locks">
            {DASHBOARD_FILTERS.map((filter) => (
              <span
                key={filter.column}
                className={filter.values.length > 2 ? 'chip lock many-values' : 'chip lock'}
                title={`${describe(filter)} · ${text('preset.locked')}`}
              >
                <span>{filter.column}:</span>
                <span className="ell">{filter.values.join(', ')}</span>
              </span>
            ))}
          </span>
        ) : null}
        {chips.map((column) => (
          <FilterChip
            key={column}
            column={column}
            values={selection.filters.find((filter) => filter.column === column)?.values ?? []}
            open={opened === column}
            onOpen={(open) => setOpened(open ? column : null)}
          />
        ))}
        <Menu.Root>
          <Menu.Trigger className="btn sm g">
            <Icon name="plus" />
            {text('filter.add')}
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner sideOffset={4} align="start" className="float">
              <Menu.Popup className="menu">
                {FILTER_COLUMNS.filter((column) => !used.has(column)).map((column) => (
                  <Menu.Item
                    key={column}
                    className="it"
                    onClick={() => setTimeout(() => setOpened(column), 0)}
                  >
                    {column}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
        <button
          type="button"
          className={isEverything(selection) ? 'btn sm g idle' : 'btn sm g'}
          data-testid="clear-filters"
          title={text('filter.clear-title')}
          onClick={() => change({ type: 'clear' })}
        >
          {text('filter.clear')}
        </button>
      </div>
      {props.children}
    </div>
  );
}

function FilterChip(props: {
  readonly column: string;
  readonly values: readonly string[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const text = useText();
  const { change } = useSelection();
  const named = props.values.map((value) => (value === '' ? text('filter.blank') : value));
  const shown = named.length > 2 ? text('filter.some', { count: named.length }) : named.join(', ');
  return (
    <span className="chip own">
      <Popover.Root open={props.open} onOpenChange={props.onOpen}>
        <Popover.Trigger className="open" title={`${props.column}: ${named.join(', ')}`}>
          <span>{props.column}:</span>
          <span className="ell">{shown === '' ? text('filter.any') : shown}</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="start" className="float">
            <Popover.Popup className="menu values-menu" aria-label={props.column}>
              <ValueChoices column={props.column} values={props.values} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <button
        type="button"
        className="rm"
        aria-label={text('filter.remove', { column: props.column })}
        title={text('filter.remove', { column: props.column })}
        onClick={() => {
          props.onOpen(false);
          change({ type: 'set-filter', column: props.column, values: [] });
        }}
      >
        <Icon name="close" small />
      </button>
    </span>
  );
}

type ValuesInput = { readonly selection: Selection; readonly column: string };

async function readValues(session: Session, input: ValuesInput, slot: string) {
  return (await session.data.call.readValues({ ...input, slot })).values;
}

function plain(value: string): string {
  return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function ValueChoices(props: { readonly column: string; readonly values: readonly string[] }) {
  const text = useText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const [find, setFind] = useState('');
  // The column's own filter is left out, so that the values that could be added are counted too.
  const others: Selection = {
    ...selection,
    filters: selection.filters.filter((filter) => filter.column !== props.column),
  };
  const answer = useLive(readValues, { selection: others, column: props.column });
  const chosen = new Set(props.values);
  const known = answer.output ?? [];
  const missing = props.values.filter((value) => !known.some((other) => other.value === value));
  const all = [...known, ...missing.map((value) => ({ value, rows: 0 }))];
  const shown = all.filter(({ value }) => plain(value).includes(plain(find)));
  const set = (values: readonly string[]): void =>
    change({ type: 'set-filter', column: props.column, values });
  return (
    <>
      {all.length > 8 ? <FindField value={find} label={text('filter.find')} onChange={setFind} /> : null}
      <div className="values" data-stale={answer.stale}>
        {shown.map(({ value, rows }) => (
          <CheckLine
            key={value}
            checked={chosen.has(value)}
            title={value}
            onChange={(on) =>
              set(on ? [...props.values, value] : props.values.filter((other) => other !== value))
            }
          >
            <span className="grow ell">{value === '' ? text('filter.blank') : value}</span>
            <small>{formats.count(rows)}</small>
          </CheckLine>
        ))}
        {shown.length === 0 && answer.output !== null ? <p className="lb">{text('filter.none')}</p> : null}
      </div>
      <div className="mf">
        <span className="dim grow">{text('filter.rows-note')}</span>
        <button type="button" className="link" onClick={() => set([])}>
          {text('filter.reset')}
        </button>
      </div>
    </>
  );
}
