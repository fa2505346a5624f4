import { type ReactNode, useState } from 'react';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { AddFilter } from './add-filter.tsx';
import { DatesChip, NumbersChip, ValuesChip } from './filter-chips.tsx';
import { filterKind } from './filter-columns.ts';
import { PresetFilter } from './preset-button.tsx';
import '#renderer/features/selection/selection.css';
import './filter-bar.css';

/**
 * Preset, own filters as chips, the way back to every row; what a screen adds stands at the right. `note` says what the
 * filters are of, where that is not plain to see.
 */
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
