import { Popover } from '@base-ui/react/popover';
import { useMemo } from 'react';
import type { DataCaller } from '#renderer/data/api.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { type ColumnFilter, DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';

function describeFilter(filter: ColumnFilter): string {
  return `${filter.column}: ${filter.values.join(', ')}`;
}

/** The preset as a pressed button, what it means at its arrow, and its conditions as locked chips. */
export function PresetFilter() {
  const text = useText();
  const { selection, change } = useSelection();
  return (
    <>
      <span className={selection.dashboardPreset ? 'join preset on' : 'join preset'}>
        <button
          type="button"
          className="btn sm"
          data-testid="preset-dashboard"
          aria-pressed={selection.dashboardPreset}
          title={`${text('preset.title')}\n${DASHBOARD_FILTERS.map(describeFilter).join('\n')}`}
          onClick={() => change({ type: 'set-preset', on: !selection.dashboardPreset })}
        >
          <Icon name="filter" />
          {text('preset.name')}
        </button>
        <Popover.Root>
          <Popover.Trigger
            className="btn ic sm"
            data-testid="preset-explained"
            title={text('preset.explain')}
            aria-label={text('preset.explain')}
          >
            <Icon name="down" small />
          </Popover.Trigger>
          <PopoverPopup offsetPx={6} className="menu preset-menu">
            <Explanation />
          </PopoverPopup>
        </Popover.Root>
      </span>
      {selection.dashboardPreset ? (
        <span className="locks">
          {DASHBOARD_FILTERS.map((filter) => (
            <span
              key={filter.column}
              className={filter.values.length > 2 ? 'chip lock many-values' : 'chip lock'}
              title={`${describeFilter(filter)} · ${text('preset.locked')}`}
            >
              <span>{filter.column}:</span>
              <span className="ell">{filter.values.join(', ')}</span>
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}

/** Rows of a selection with the preset and without it, of one revision. */
async function readBoth(call: DataCaller, selection: Selection) {
  const ask = (dashboardPreset: boolean) =>
    call.readTotals({ selection: { ...selection, dashboardPreset }, columns: [] });
  const [inside, all] = await readTogether(() => Promise.all([ask(true), ask(false)]));
  return { inside, all };
}

function Explanation() {
  const text = useText();
  const richText = useRichText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const input = useMemo<Selection>(() => ({ ...selection, dashboardPreset: false }), [selection]);
  const { output } = useLiveQuery('preset-rows', input, readBoth);
  const left = output === null ? null : output.all.rows - output.inside.rows;
  return (
    <div className="preset-text">
      <Popover.Title className="b">{text('preset.name')}</Popover.Title>
      <Popover.Description>{text('preset.what')}</Popover.Description>
      <dl>
        {DASHBOARD_FILTERS.map((filter) => (
          <div key={filter.column}>
            <dt>{filter.column}</dt>
            <dd>{filter.values.join(', ')}</dd>
          </div>
        ))}
      </dl>
      <p className="mut">{text('preset.unpaid')}</p>
      <p data-testid="preset-rows" data-value={output?.inside.rows} data-left={left ?? undefined}>
        {output === null || left === null
          ? '…'
          : richText('preset.counts', {
              inside: formats.count(output.inside.rows),
              left: formats.count(left),
            })}
      </p>
      <p className="mut">{text('preset.syncs')}</p>
      <div className="mf">
        <span className="grow" />
        <button
          type="button"
          className="btn sm"
          onClick={() => change({ type: 'set-preset', on: !selection.dashboardPreset })}
        >
          {text(selection.dashboardPreset ? 'preset.off' : 'preset.on')}
        </button>
      </div>
    </div>
  );
}
