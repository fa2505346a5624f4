import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useRef, useState } from 'react';
import { maskText } from '#renderer/features/columns/cells.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { besideMessage } from '#renderer/features/selection/selection-messages.ts';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { DateFilter, NumberFilter } from '#shared/domain/selection.ts';
import { AddFilter, filterKind } from './add-filter.tsx';
import { describeNumbers, NumberFilterForm } from './number-filter.tsx';
import { PresetFilter } from './preset-button.tsx';
import { ValueChoices } from './value-choices.tsx';
import '#renderer/features/selection/selection.css';
import './filter-bar.css';

/** Preset, own filters as chips, the way back to every row. `note`: what the filters are of, where not plain. */
export function FilterBar(props: { readonly children?: ReactNode; readonly note?: string | null }) {
  const text = useText();
  const { selection, change } = useSelection();
  const [opened, setOpened] = useState<string | null>(null);
  const { filters, numberFilters, dateFilters } = selection;
  const used = new Set([...filters, ...numberFilters].map((filter) => filter.column));
  const chips = opened === null || used.has(opened) ? [...used] : [...used, opened];
  return (
    <div className="fbar">
      <div className="fchips">
        <PresetFilter />
        {chips.flatMap((column) => {
          const ownNumbers = numberFilters.filter((filter) => filter.column === column);
          const values = filters.find((filter) => filter.column === column)?.values ?? [];
          const isNew = values.length === 0 && ownNumbers.length === 0;
          const chip = {
            column,
            open: opened === column,
            onOpen: (open: boolean) => setOpened(open ? column : null),
          };
          return [
            ...(values.length > 0 || (isNew && filterKind(column) === 'values')
              ? [<ValuesChip key={`${column} values`} {...chip} values={values} />]
              : []),
            ...(ownNumbers.length > 0 || (isNew && filterKind(column) === 'numbers')
              ? [<NumbersChip key={`${column} numbers`} {...chip} filters={ownNumbers} />]
              : []),
          ];
        })}
        {dateFilters.map((filter) => (
          <DatesChip key={`${filter.column} dates`} filter={filter} />
        ))}
        <AddFilter used={used} onColumn={setOpened} />
        <span className="fend">
          <button
            type="button"
            className={isEverything(selection) ? 'btn sm g idle' : 'btn sm g'}
            data-testid="clear-filters"
            title={text('filter.clear-title')}
            onClick={() => change({ type: 'clear' })}
          >
            {text('filter.clear')}
          </button>
          {props.note === undefined ||
          props.note === null ||
          (used.size === 0 && dateFilters.length === 0 && !selection.dashboardPreset) ? null : (
            <span className="fnote" title={props.note}>
              <Icon name="info" small />
              <span className="ell">{props.note}</span>
            </span>
          )}
        </span>
      </div>
      {props.children}
    </div>
  );
}

type Chip = { readonly column: string; readonly open: boolean; readonly onOpen: (open: boolean) => void };

/** A filter of the user's own: what it says opens it, the cross takes it away. */
function ChipFrame(
  props: Chip & {
    readonly sign: string;
    readonly shown: string;
    readonly title: string;
    readonly onRemove: () => void;
    readonly children: ReactNode;
  },
) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <span className="chip own" data-testid="own-filter" data-value={props.column}>
      <Popover.Root open={props.open} onOpenChange={props.onOpen}>
        <Popover.Trigger className="open" title={props.title}>
          <span>
            {props.column}
            {props.sign}
          </span>
          <span className="ell">{props.shown}</span>
        </Popover.Trigger>
        <PopoverPopup
          offsetPx={6}
          ref={popup}
          className="menu values-menu"
          aria-label={props.column}
          // A list of values has the focus as a whole until its field is there; a form its first control.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('.values-all') ?? true}
        >
          {props.children}
        </PopoverPopup>
      </Popover.Root>
      <RemoveButton
        column={props.column}
        onRemove={() => {
          props.onOpen(false);
          props.onRemove();
        }}
      />
    </span>
  );
}

function RemoveButton(props: { readonly column: string; readonly onRemove: () => void }) {
  const text = useText();
  const remove = text('filter.remove', { column: props.column });
  return (
    <button type="button" className="rm" aria-label={remove} title={remove} onClick={props.onRemove}>
      <Icon name="close" small />
    </button>
  );
}

function ValuesChip(props: Chip & { readonly values: readonly string[] }) {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  const named = props.values.map((value) =>
    value === '' ? text('filter.blank') : maskText(props.column, value, formats),
  );
  const shown = named.length > 2 ? text('filter.some', { count: named.length }) : named.join(', ');
  const listed = named.slice(0, 50).join(', ');
  return (
    <ChipFrame
      {...props}
      sign=":"
      shown={shown === '' ? text('filter.any') : shown}
      title={`${props.column}: ${named.length > 50 ? `${listed}…` : listed}`}
      onRemove={() => change({ type: 'set-filter', column: props.column, values: [] })}
    >
      <ValueChoices column={props.column} values={props.values} />
    </ChipFrame>
  );
}

/** Rows without a date, or with one out of range. Others of it are chosen with the period. */
function DatesChip({ filter }: { readonly filter: DateFilter }) {
  const text = useText();
  const { change } = useSelection();
  const { column } = filter;
  return (
    <span className="chip own" data-testid="own-filter" data-value={column}>
      <span>{column}:</span>
      <span>{besideMessage(filter.beyond, text)}</span>
      <RemoveButton column={column} onRemove={() => change({ type: 'set-dates', column, filter: null })} />
    </span>
  );
}

function NumbersChip(props: Chip & { readonly filters: readonly NumberFilter[] }) {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  const { column, filters } = props;
  const shown = filters
    .map((filter) => describeNumbers(filter, formats.numbers, text('number-filter.range-to')))
    .join(` ${text('number-filter.and')} `);
  const set = (filter: NumberFilter | null): void => {
    change({ type: 'set-numbers', column, filters: filter === null ? [] : [filter] });
    props.onOpen(false);
  };
  return (
    <ChipFrame
      {...props}
      sign=""
      shown={shown === '' ? text('filter.any') : shown}
      title={`${column} ${shown}`}
      onRemove={() => set(null)}
    >
      <NumberFilterForm column={column} filter={filters[0] ?? null} onFilter={set} />
    </ChipFrame>
  );
}
