import { Popover } from '@base-ui/react/popover';
import { useRef, useState } from 'react';
import { ColumnNote } from '#renderer/features/columns/column-note.tsx';
import { allSections, inkOf, type Section } from '#renderer/features/columns/column-sections.ts';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { FindField } from '#renderer/ui/search-choice.tsx';
import { walkList } from '#renderer/ui/walk-list.ts';
import styles from './orders.module.css';

type Chooser = {
  readonly chosen: ReadonlySet<string>;
  readonly unknownColumns: readonly string[];
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly onReset: () => void;
};

/** Which columns are shown: by section, found by typing, whole sections at a press. */
export function ColumnChooser(props: Chooser) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const all = allSections(props.unknownColumns).reduce((sum, { columns }) => sum + columns.length, 0);
  useShortcut('ctrl+shift+c', () => setOpen(true));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={ui.button} title={text('columns.title')} data-testid="column-chooser">
        <Icon name="columns" />
        <span className={ui.wide}>{text('columns.name')}</span>
        <span className={classNames(ui.faint, ui.count)}>
          {text('columns.count', { shown: props.chosen.size, all })}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={ui.positioner}>
          <Popover.Popup className={classNames(ui.menu, styles.chooser)} aria-label={text('columns.title')}>
            <Choices {...props} all={all} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices(props: Chooser & { readonly all: number }) {
  const text = useText();
  const [find, setFind] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { chosen } = props;
  const sections = foundSections(props.unknownColumns, columnFinder(find, text));
  const set = (keys: readonly string[], on: boolean): void => {
    const next = withColumns(chosen, keys, on);
    if (next !== null) props.onChange(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go along the boxes within
    <div
      className={styles.choices}
      onKeyDown={(event) => {
        if (walkList(event, list.current, '[role=checkbox]')) event.preventDefault();
      }}
    >
      <FindField value={find} label={text('columns.find')} onChange={setFind} />
      <div className={styles.list} ref={list}>
        {sections.map((section) => (
          <SectionChoices key={section.id} section={section} chosen={chosen} onSet={set} />
        ))}
        {sections.length === 0 ? <p className={ui.label}>{text('columns.not-found')}</p> : null}
      </div>
      <div className={ui.footer}>
        <span className={classNames(ui.faint, ui.grow)}>
          {text('columns.count', { shown: chosen.size, all: props.all })}
        </span>
        <button type="button" className={ui.link} onClick={props.onReset}>
          {text('columns.reset')}
        </button>
      </div>
    </div>
  );
}

/** The sections with those of their columns that are found; none that holds none of them. */
export function foundSections(
  unknownColumns: readonly string[],
  isFound: (column: string) => boolean,
): readonly Section[] {
  return allSections(unknownColumns)
    .map((section): Section => ({ ...section, columns: section.columns.filter(isFound) }))
    .filter(({ columns }) => columns.length > 0);
}

/** The chosen columns with some turned on or off; null where none would be left: there is no table of nothing. */
export function withColumns(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  on: boolean,
): ReadonlySet<string> | null {
  const others = [...chosen].filter((key) => !keys.includes(key));
  const next = on ? [...chosen, ...keys] : others;
  return next.length === 0 ? null : new Set(next);
}

/** How many of a section's columns are on, and whether not all of them are. */
export function sectionState({ columns }: Section, chosen: ReadonlySet<string>) {
  const on = columns.filter((key) => chosen.has(key)).length;
  return { on, isPartial: on < columns.length };
}

/** A section's columns; its head turns on all of them, or all off when all are on. */
function SectionChoices(props: {
  readonly section: Section;
  readonly chosen: ReadonlySet<string>;
  readonly onSet: (keys: readonly string[], on: boolean) => void;
}) {
  const text = useText();
  const { section, chosen } = props;
  const ink = inkOf(section.id);
  const name = text(`section.${section.id}`);
  const { on, isPartial } = sectionState(section, chosen);
  return (
    <section aria-label={name}>
      <p className={ui.heading}>
        {ink === null ? null : <i className={ui.swatch} style={{ background: ink }} />}
        <span className={ui.grow}>{name}</span>
        <button
          type="button"
          className={ui.smallLink}
          onClick={() => props.onSet(section.columns, isPartial)}
        >
          {text(isPartial ? 'columns.all' : 'columns.none')}
        </button>
        <em>{text('columns.count', { shown: on, all: section.columns.length })}</em>
      </p>
      {section.columns.map((key) => (
        <CheckLine
          key={key}
          checked={chosen.has(key)}
          title={key}
          onChange={(checked) => props.onSet([key], checked)}
        >
          <span className={ui.stretched}>
            {text.column(key)}
            <ColumnNote column={key} />
          </span>
        </CheckLine>
      ))}
    </section>
  );
}
