import { Popover } from '@base-ui/react/popover';
import { isEqual } from 'es-toolkit/predicate';
import { type ReactNode, useRef, useState } from 'react';
import { maskText } from '#renderer/features/columns/cells.ts';
import { OwnCostsSwitch } from '#renderer/features/own-costs/own-costs.tsx';
import styles from '#renderer/features/selection/selection.module.css';
import { besideMessage, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { changeSelection } from '#renderer/features/selection/selection-state.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import {
  type ColumnFilter,
  DASHBOARD_FILTERS,
  type DateFilter,
  type NumberFilter,
} from '#shared/domain/selection.ts';
import { AddFilter, filterKind } from './add-filter.tsx';
import { describeNumbers } from './number-filter.ts';
import { NumberFilterForm } from './number-filter-form.tsx';
import { PresetExplanation } from './preset-explanation.tsx';
import { ValueChoices } from './value-choices.tsx';

/**
 * Preset, own filters as chips, the way back to every row. `note`: what the filters are of, where not plain. `keepsPeriod`: to
 * every row of the same days.
 */
export function FilterBar(props: {
  readonly children?: ReactNode;
  readonly note?: string | null;
  readonly keepsPeriod?: boolean;
}) {
  const text = useText();
  const { selection, change } = useSelection();
  const [opened, setOpened] = useState<string | null>(null);
  const { filters, numberFilters, dateFilters } = selection;
  const clear = { type: 'clear', keepsPeriod: props.keepsPeriod === true } as const;
  const used = new Set([...filters, ...numberFilters].map((filter) => filter.column));
  const chips = opened === null || used.has(opened) ? [...used] : [...used, opened];
  return (
    <div className={styles.bar}>
      <div className={styles.chips}>
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
        <OwnCostsSwitch />
        <span className={styles.end}>
          <Button
            className={classNames(
              ui.smallButton,
              ui.quietButton,
              isEqual(changeSelection(selection, clear), selection) && ui.idleButton,
            )}
            data-testid="clear-filters"
            title={text(clear.keepsPeriod ? 'filter.clear-title-period-stays' : 'filter.clear-title')}
            onClick={() => change(clear)}
          >
            {text('filter.clear')}
          </Button>
          {props.note === undefined ||
          props.note === null ||
          (used.size === 0 && dateFilters.length === 0 && !selection.dashboardPreset) ? null : (
            <span className={styles.note} title={props.note}>
              <Icon name="info" small />
              <span className={ui.ellipsis}>{props.note}</span>
            </span>
          )}
        </span>
      </div>
      {props.children}
    </div>
  );
}

type Chip = { readonly column: string; readonly open: boolean; readonly onOpen: (open: boolean) => void };

function ChipFrame(
  props: Chip & {
    readonly sign: string;
    readonly shown: string;
    readonly title: string;
    readonly onRemove: () => void;
    readonly children: ReactNode;
  },
) {
  const text = useText();
  const popup = useRef<HTMLDivElement>(null);
  const name = text.column(props.column);
  return (
    <span className={ui.removableChip} data-testid="own-filter" data-value={props.column}>
      <Popover.Root open={props.open} onOpenChange={props.onOpen}>
        <Popover.Trigger className={ui.opener} title={props.title}>
          <span>
            {name}
            {props.sign}
          </span>
          <span className={ui.ellipsis}>{props.shown}</span>
        </Popover.Trigger>
        <PopoverPopup
          offsetPx={6}
          ref={popup}
          className={classNames(ui.menu, styles.valuesMenu)}
          aria-label={name}
          // A list of values has the focus as a whole until its field is there; a form its first control.
          initialFocus={() => popup.current?.querySelector<HTMLElement>(`.${styles.allValues}`) ?? true}
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
  const remove = text('filter.remove', { column: text.column(props.column) });
  return (
    <Button className={ui.remover} aria-label={remove} title={remove} onClick={props.onRemove}>
      <Icon name="close" small />
    </Button>
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
      title={`${text.column(props.column)}: ${named.length > 50 ? `${listed}…` : listed}`}
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
    <span className={ui.removableChip} data-testid="own-filter" data-value={column}>
      <span>{text.column(column)}:</span>
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
      title={`${text.column(column)} ${shown}`}
      onRemove={() => set(null)}
    >
      <NumberFilterForm column={column} filter={filters[0] ?? null} onFilter={set} />
    </ChipFrame>
  );
}

function describeFilter(filter: ColumnFilter, text: Text): string {
  return `${text.column(filter.column)}: ${filter.values.join(', ')}`;
}

/** The preset as a pressed button, what it means at its arrow, and its conditions as locked chips. */
function PresetFilter() {
  const text = useText();
  const { selection, change } = useSelection();
  return (
    <>
      <span className={classNames(ui.joinedButtons, styles.preset, selection.dashboardPreset && styles.on)}>
        <Button
          className={ui.smallButton}
          data-testid="preset-dashboard"
          aria-pressed={selection.dashboardPreset}
          title={`${text('preset.title')}\n${DASHBOARD_FILTERS.map((each) => describeFilter(each, text)).join('\n')}`}
          onClick={() => change({ type: 'set-preset', on: !selection.dashboardPreset })}
        >
          <Icon name="filter" />
          {text('preset.name')}
        </Button>
        <Popover.Root>
          <Popover.Trigger
            className={classNames(ui.iconButton, ui.smallButton)}
            data-testid="preset-explained"
            title={text('preset.explain')}
            aria-label={text('preset.explain')}
          >
            <Icon name="down" small />
          </Popover.Trigger>
          <PopoverPopup offsetPx={6} className={classNames(ui.menu, styles.presetMenu)}>
            <PresetExplanation />
          </PopoverPopup>
        </Popover.Root>
      </span>
      {selection.dashboardPreset ? (
        <span className={styles.locks}>
          {DASHBOARD_FILTERS.map((filter) => (
            <span
              key={filter.column}
              className={classNames(ui.lockedChip, filter.values.length > 2 && styles.manyValues)}
              title={`${describeFilter(filter, text)} · ${text('preset.locked')}`}
            >
              <span>{text.column(filter.column)}:</span>
              <span className={ui.ellipsis}>{filter.values.join(', ')}</span>
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}
