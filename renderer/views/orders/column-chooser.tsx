import { Popover } from '@base-ui/react/popover';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { CheckLine } from '../../ui/checkbox.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { allSections, inkOf, type Section } from '../columns/column-sections.ts';
import { plain } from '../selection/filter-bar-lists.ts';
import { walkList } from '../selection/filter-bar-walk.ts';
import { useShortcut } from '../shortcuts.ts';

export function ColumnChooser(props: {
  readonly chosen: ReadonlySet<string>;
  readonly unknownColumns: readonly string[];
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly onReset: () => void;
}) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const sections = allSections(props.unknownColumns);
  const all = sections.reduce((sum, section) => sum + section.columns.length, 0);
  const shown = sections.flatMap((section): Section[] => {
    const columns = section.columns.filter((key) => plain(key).includes(plain(find)));
    return columns.length === 0 ? [] : [{ ...section, columns }];
  });
  useShortcut('ctrl+shift+c', () => setOpen(true));
  const set = (keys: readonly string[], on: boolean): void => {
    const next = new Set(props.chosen);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    if (next.size > 0) props.onChange(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn" title={text('columns.title')}>
        <Icon name="columns" />
        <span className="wide">{text('columns.name')}</span>
        <span className="dim">{text('columns.count', { shown: props.chosen.size, all })}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="float">
          <Popover.Popup
            className="menu columns-menu"
            aria-label={text('columns.title')}
            onKeyDown={(event) => {
              if (walkList(event, list.current, '[role=checkbox]')) event.preventDefault();
            }}
          >
            <FindField value={find} label={text('columns.find')} onChange={setFind} />
            <div className="columns-list" ref={list}>
              {shown.map((section) => {
                const ink = inkOf(section.id);
                const on = section.columns.filter((key) => props.chosen.has(key)).length;
                return (
                  <section key={section.id} aria-label={text(`section.${section.id}`)}>
                    <p className="columns-head">
                      {ink === null ? null : <i className="sw" style={{ background: ink }} />}
                      <span className="grow">{text(`section.${section.id}`)}</span>
                      <button
                        type="button"
                        className="link f11"
                        onClick={() => set(section.columns, on < section.columns.length)}
                      >
                        {on < section.columns.length ? text('columns.all') : text('columns.none')}
                      </button>
                      <em>{text('columns.count', { shown: on, all: section.columns.length })}</em>
                    </p>
                    {section.columns.map((key) => (
                      <CheckLine
                        key={key}
                        checked={props.chosen.has(key)}
                        title={key}
                        onChange={(checked) => set([key], checked)}
                      >
                        <span className="grow ell">{key}</span>
                      </CheckLine>
                    ))}
                  </section>
                );
              })}
              {shown.length === 0 ? <p className="lb">{text('columns.not-found')}</p> : null}
            </div>
            <div className="mf">
              <span className="dim grow">{text('columns.count', { shown: props.chosen.size, all })}</span>
              <button type="button" className="link" onClick={props.onReset}>
                {text('columns.reset')}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
