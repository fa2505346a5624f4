import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useRef } from 'react';
import { maskText } from '#renderer/features/columns/cells.ts';
import { besideMessage } from '#renderer/features/selection/beside-messages.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { DateFilter, NumberFilter } from '#shared/domain/selection.ts';
import { describeNumbers } from './number-filter.ts';
import { NumberFilterForm } from './number-filter-form.tsx';
import { ValueChoices } from './value-choices.tsx';

type Chip = {
  readonly column: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
};

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
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="start" className="float">
            <Popover.Popup
              ref={popup}
              className="menu values-menu"
              aria-label={props.column}
              // A list of values has the focus as a whole until its field is there; a form its first control.
              initialFocus={() => popup.current?.querySelector<HTMLElement>('.values-all') ?? true}
            >
              {props.children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
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

export function ValuesChip(props: Chip & { readonly values: readonly string[] }) {
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
export function DatesChip({ filter }: { readonly filter: DateFilter }) {
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

export function NumbersChip(props: Chip & { readonly filters: readonly NumberFilter[] }) {
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
