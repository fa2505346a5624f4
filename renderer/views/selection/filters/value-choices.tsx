import { useEffect, useRef, useState } from 'react';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../../i18n/text.tsx';
import type { Session } from '../../../link/session.ts';
import { useLive } from '../../../link/session-context.tsx';
import { CheckLine } from '../../../ui/checkbox.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { coveredText } from '../../columns/cells.ts';
import { useSelection } from '../selection-context.tsx';
import { chosenAfter, listValues } from './filter-columns.ts';
import { walkList } from './walk-list.ts';

type ValuesInput = { readonly selection: Selection; readonly column: string };

async function readValues(session: Session, input: ValuesInput, slot: string) {
  return (await session.data.call.readValues({ ...input, slot })).values;
}

/** More values than this are looked for by typing. */
const FIND_FROM = 8;
const HOWS = ['all', 'none', 'invert'] as const;

/** The values of a column with their rows, to be chosen among. */
export function ValueChoices(props: { readonly column: string; readonly values: readonly string[] }) {
  const text = useText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const [find, setFind] = useState('');
  const whole = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // The column's own filter is left out, so that the values that could be added are counted too.
  const others: Selection = {
    ...selection,
    filters: selection.filters.filter((filter) => filter.column !== props.column),
  };
  const answer = useLive(readValues, { selection: others, column: props.column });
  const chosen = new Set(props.values);
  const { shown, found, all } = listValues(answer.output ?? [], props.values, find);
  const nameOf = (value: string): string =>
    value === '' ? text('filter.blank') : coveredText(props.column, value, formats);
  const set = (values: readonly string[]): void =>
    change({ type: 'set-filter', column: props.column, values });
  const hasFind = all > FIND_FROM;
  // The list takes the focus as it opens, and its field does once there is one: typing finds, arrows go along the boxes.
  useEffect(() => {
    const focused = document.activeElement;
    if (whole.current?.contains(focused) === true && focused !== whole.current) return;
    (hasFind ? whole.current?.querySelector('input') : whole.current)?.focus();
  }, [hasFind]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go along the boxes within
    <div
      ref={whole}
      tabIndex={-1}
      className="values-all"
      onKeyDown={(event) => {
        if (walkList(event, list.current, '[role=checkbox]')) event.preventDefault();
      }}
    >
      {hasFind ? <FindField value={find} label={text('filter.find')} onChange={setFind} /> : null}
      <div className="hows">
        {HOWS.map((how) => (
          <button
            key={how}
            type="button"
            className="link f11"
            data-testid={`values-${how}`}
            onClick={() => set(chosenAfter(props.values, found, how))}
          >
            {text(`filter.choose-${how}`)}
          </button>
        ))}
        <span className="grow" />
        <span className="dim f11">
          {shown.length < found.length
            ? text('filter.first-of', {
                shown: formats.count(shown.length),
                all: formats.count(found.length),
              })
            : text('filter.values-count', { count: found.length, shown: formats.count(found.length) })}
        </span>
      </div>
      <div className="values" data-stale={answer.stale} ref={list}>
        {shown.map(({ value, rows }) => (
          <CheckLine
            key={value}
            checked={chosen.has(value)}
            title={nameOf(value)}
            onChange={(on) =>
              set(on ? [...props.values, value] : props.values.filter((other) => other !== value))
            }
          >
            <span className="grow ell">{nameOf(value)}</span>
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
    </div>
  );
}
