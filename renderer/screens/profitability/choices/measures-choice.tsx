import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { allSections, inkOf } from '#renderer/features/columns/column-sections.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  DEFAULT_MEASURES,
  isReporting,
  type MeasureId,
  measureId,
  measureOf,
  OF_COLUMN,
  OF_SET,
} from '#renderer/screens/profitability/figures/measures.ts';
import { measureName } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { FindField } from '#renderer/ui/search-choice.tsx';
import { fold } from '#shared/base/fold.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';

/** What is measured, in its order; and everything that could be, column by column. */
export function MeasuresChoice(props: {
  readonly chosen: readonly MeasureId[];
  readonly onChange: (chosen: readonly MeasureId[]) => void;
}) {
  const text = useText();
  const { chosen, onChange } = props;
  const [find, setFind] = useState('');
  const toggle = (id: MeasureId): void => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    if (next.length > 0) onChange(next);
  };
  const shift = (at: number, by: -1 | 1): void => {
    const next = [...chosen];
    const [moved] = next.splice(at, 1);
    if (moved === undefined) return;
    next.splice(at + by, 0, moved);
    onChange(next);
  };
  const isFound = (name: string): boolean => fold(name).includes(fold(find));
  const sections = allSections([])
    .map((section) => ({
      ...section,
      columns: section.columns.filter((key) => {
        const column = findColumn(key);
        return column !== undefined && isSummable(column) && isFound(key);
      }),
    }))
    .filter(({ columns }) => columns.length > 0);
  const ofSet = OF_SET.filter((kind) => isFound(text(`measure.${kind}`)));
  const shown = text('measure.count', { count: chosen.length });
  return (
    <Popover.Root>
      <Popover.Trigger
        className="btn sm"
        data-testid="pivot-measures"
        aria-label={`${text('bar.values')}: ${shown}`}
      >
        {shown}
        <Icon name="down" small />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="float">
          <Popover.Popup className="menu measures" aria-label={text('bar.values')}>
            <ol className="measures-chosen" aria-label={text('measure.chosen')}>
              {chosen.map((id, at) => {
                const measure = measureOf(id);
                if (measure === null) return null;
                const name = measureName(measure, text);
                return (
                  <li key={id}>
                    <span className="grow ell" title={name}>
                      {name}
                    </span>
                    <IconButton
                      className="tb"
                      small
                      icon="up"
                      name={text('measure.earlier', { name })}
                      disabled={at === 0}
                      onPress={() => shift(at, -1)}
                    />
                    <IconButton
                      className="tb"
                      small
                      icon="down"
                      name={text('measure.later', { name })}
                      disabled={at === chosen.length - 1}
                      onPress={() => shift(at, 1)}
                    />
                    <IconButton
                      className="tb"
                      small
                      icon="close"
                      name={text('measure.remove', { name })}
                      disabled={chosen.length === 1}
                      onPress={() => toggle(id)}
                    />
                  </li>
                );
              })}
            </ol>
            <FindField value={find} label={text('measure.find')} onChange={setFind} />
            <div className="measures-list">
              {ofSet.length === 0 ? null : (
                <p className="measures-set">
                  {ofSet.map((kind) => (
                    <KindButton
                      key={kind}
                      id={kind}
                      label={text(`measure.${kind}`)}
                      name={text(`measure.${kind}`)}
                      chosen={chosen}
                      onPress={toggle}
                    />
                  ))}
                </p>
              )}
              {sections.map(({ id, columns }) => {
                const ink = inkOf(id);
                return (
                  <section key={id} aria-label={text(`section.${id}`)}>
                    <p className="columns-head">
                      {ink === null ? null : <i className="sw" style={{ background: ink }} />}
                      <span className="grow">{text(`section.${id}`)}</span>
                    </p>
                    {columns.map((column) => (
                      <div key={column} className="measures-line">
                        <span className="grow ell" title={column}>
                          {column}
                        </span>
                        {OF_COLUMN.map((kind) =>
                          !isReporting(kind, column) ? (
                            <span key={kind} className="mk" />
                          ) : (
                            <KindButton
                              key={kind}
                              id={measureId({ kind, column })}
                              label={text(`measure.kind-${kind}`)}
                              name={measureName({ kind, column }, text)}
                              chosen={chosen}
                              onPress={toggle}
                            />
                          ),
                        )}
                      </div>
                    ))}
                  </section>
                );
              })}
              {sections.length === 0 && ofSet.length === 0 ? (
                <p className="lb">{text('columns.not-found')}</p>
              ) : null}
            </div>
            <div className="mf">
              <span className="dim grow">{shown}</span>
              <button type="button" className="link" onClick={() => onChange(DEFAULT_MEASURES)}>
                {text('measure.reset')}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function KindButton(props: {
  readonly id: MeasureId;
  readonly label: string;
  /** In full: what it is of. */
  readonly name: string;
  readonly chosen: readonly MeasureId[];
  readonly onPress: (id: MeasureId) => void;
}) {
  return (
    <button
      type="button"
      className="mk"
      data-measure={props.id}
      title={props.name}
      aria-label={props.name === props.label ? props.label : `${props.label}: ${props.name}`}
      aria-pressed={props.chosen.includes(props.id)}
      onClick={() => props.onPress(props.id)}
    >
      {props.label}
    </button>
  );
}
