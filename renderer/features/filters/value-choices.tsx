import { difference } from 'es-toolkit/array';
import { useEffect, useRef, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { maskText } from '#renderer/features/columns/cells.ts';
import styles from '#renderer/features/selection/selection.module.css';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useLatest } from '#renderer/ui/hooks.ts';
import { FindField } from '#renderer/ui/search-choice.tsx';
import { walkList } from '#renderer/ui/walk-list.ts';
import type { Selection } from '#shared/domain/selection.ts';

const NONE = { values: [], found: 0, all: 0 } as const;

/** More values than this are looked for by typing. */
const FIND_FROM = 8;
const HOWS = ['all', 'none', 'invert'] as const;

type ChoicesProps = { readonly column: string; readonly values: readonly string[] };

/** A column's values with their rows, the most frequent first; what is done to all is done to unlisted ones too. */
export function ValueChoices(props: ChoicesProps) {
  const text = useText();
  const formats = useFormats();
  const [find, setFind] = useState('');
  const whole = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { listed, found, all, isRead, isStale, set, choose } = useListedValues(props, find);
  const chosen = new Set(props.values);
  const nameOf = (value: string): string =>
    value === '' ? text('filter.blank') : maskText(props.column, value, formats);
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
      className={styles.allValues}
      onKeyDown={(event) => {
        if (walkList(event, list.current, '[role=checkbox]')) event.preventDefault();
      }}
    >
      {hasFind ? <FindField value={find} label={text('filter.find')} onChange={setFind} /> : null}
      <div className={styles.ways}>
        {HOWS.map((how) => (
          <Button
            key={how}
            className={ui.smallLink}
            data-testid={`values-${how}`}
            onClick={() => void choose(how).catch(() => undefined)}
          >
            {text(`filter.choose-${how}`)}
          </Button>
        ))}
        <span className={ui.grow} />
        <FoundCount listed={listed.length} found={found} />
      </div>
      <div className={styles.values} data-stale={isStale} ref={list}>
        {listed.map(({ value, rows }) => (
          <CheckLine
            key={value}
            checked={chosen.has(value)}
            title={nameOf(value)}
            onChange={(on) =>
              set(on ? [...props.values, value] : props.values.filter((other) => other !== value))
            }
          >
            <span className={ui.stretched}>{nameOf(value)}</span>
            <small>{formats.count(rows)}</small>
          </CheckLine>
        ))}
        {listed.length === 0 && isRead ? <p className={ui.label}>{text('filter.none')}</p> : null}
      </div>
      <div className={ui.footer}>
        <span className={classNames(ui.faint, ui.grow)}>{text('filter.rows-note')}</span>
        <Button className={ui.link} onClick={() => set([])}>
          {text('filter.reset')}
        </Button>
      </div>
    </div>
  );
}

/** How many values there are, and how many of them are listed. */
function FoundCount({ listed, found }: { readonly listed: number; readonly found: number }) {
  const text = useText();
  const formats = useFormats();
  return (
    <span className={ui.caption}>
      {listed < found
        ? text('filter.first-of', { shown: formats.count(listed), all: formats.count(found) })
        : text('filter.values-count', { count: found, shown: formats.count(found) })}
    </span>
  );
}

/** The values of a column that are found, with the ways to choose among them. */
function useListedValues(props: ChoicesProps, find: string) {
  const session = useSession();
  const { selection, change } = useSelection();
  const [also, setAlso] = useState(props.values.slice(0, MAX_VALUES));
  const [isReadingAll, setIsReadingAll] = useState(false);
  // The column's own filter is left out, so that the values that could be added are counted too.
  const others: Selection = {
    ...selection,
    filters: selection.filters.filter((filter) => filter.column !== props.column),
  };
  const question: ValuesQuery = { selection: others, column: props.column, find, limit: MAX_VALUES, also };
  const answer = useLiveQuery('filter-values', question, (call, asked, slot) =>
    call.readValues({ ...asked, slot }),
  );
  const { values: listed, found, all } = answer.output ?? NONE;
  // A value chosen elsewhere meanwhile is listed too.
  const unseen = new Set(props.values.slice(0, MAX_VALUES));
  for (const value of [...also, ...listed.map((each) => each.value)]) unseen.delete(value);
  if (unseen.size > 0) setAlso(props.values.slice(0, MAX_VALUES));
  const set = (values: readonly string[]): void =>
    change({ type: 'set-filter', column: props.column, values });
  const latest = useLatest(props.values);
  async function choose(how: (typeof HOWS)[number]): Promise<void> {
    let values = listed;
    if (answer.isStale || listed.length < found) {
      setIsReadingAll(true);
      try {
        const every = { ...question, limit: null, also: props.values };
        ({ values } = await session.data.call.readValues(every));
      } finally {
        setIsReadingAll(false);
      }
    }
    const foundValues = values.map(({ value }) => value);
    set(chosenAfter(latest.current, foundValues, how));
  }
  const isStale = answer.isStale || isReadingAll;
  return { listed, found, all, isRead: answer.output !== null, isStale, set, choose };
}

/** Values that are listed at once, and chosen ones beyond them; the rest is found by typing. */
export const MAX_VALUES = 200;

/** The choice once all found values are chosen, none of them is, or each is turned over; others stay as they are. */
export function chosenAfter(
  chosen: readonly string[],
  found: readonly string[],
  how: 'all' | 'none' | 'invert',
): readonly string[] {
  const others = difference(chosen, found);
  if (how === 'none') return others;
  return [...others, ...(how === 'all' ? found : difference(found, chosen))];
}
