import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { netOrGross } from '#renderer/features/columns/column-note.tsx';
import { allSections, inkOf, openingColumns } from '#renderer/features/columns/column-sections.ts';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import {
  ColumnChooser,
  foundSections,
  sectionState,
  withColumns,
} from '#renderer/screens/orders/column-chooser.tsx';
import { BUILT_IN_SETS, builtInColumns, ColumnSetsMenu } from '#renderer/screens/orders/column-sets.tsx';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The columns of Órdenes as they are chosen: one by one, by section, and by sets that have names. */

describe('the choice of columns', () => {
  const section = (id: string, columns: readonly string[]) => ({ id, columns }) as never;

  test('is turned on and off by one or by many, the others as they were; the last one stays', () => {
    const chosen = new Set(['Ventas', 'Nada', 'Orden']);
    const turned = (keys: readonly string[], on: boolean) => {
      const next = withColumns(chosen, keys, on);
      return next === null ? null : [...next];
    };
    expect([
      turned(['Canal'], true),
      turned(['Canal', 'Orden'], true),
      turned(['Orden', 'Canal'], false),
    ]).toEqual([
      ['Ventas', 'Nada', 'Orden', 'Canal'],
      ['Ventas', 'Nada', 'Orden', 'Canal'],
      ['Ventas', 'Nada'],
    ]);
    expect([turned(['Orden', 'Nada', 'Ventas'], false), turned([], false), chosen.size]).toEqual([
      null,
      ['Ventas', 'Nada', 'Orden'],
      3,
    ]);
  });

  test('tells of a section how many are on, and turns on all of them until they are', () => {
    const states = [[], ['a'], ['a', 'b', 'x']].map((on) =>
      sectionState(section('s', ['a', 'b']), new Set(on)),
    );
    expect(states).toEqual([
      { on: 0, isPartial: true },
      { on: 1, isPartial: true },
      { on: 2, isPartial: false },
    ]);
  });

  test('finds columns by their names, section by section; what nobody knows stands last', () => {
    const found = (typed: string) =>
      foundSections(['Rara'], columnFinder(typed, text)).map(
        ({ id, columns }) => `${id}: ${columns.join(', ')}`,
      );
    expect([found('pago'), found('rara'), found('zzz')]).toEqual([
      ['status: Estado de Pago', 'dates: Fecha de Pago'],
      ['unknown: Rara'],
      [],
    ]);
    expect(foundSections(['Rara'], () => true)).toEqual(allSections(['Rara']));
  });

  test('opens by its key, with every section: how many of its columns are on, and a press for all or none', async () => {
    const commissions = text('section.commissions');
    const found =
      foundSections(['Rara'], columnFinder('comisi', text)).find(({ id }) => id === 'commissions')?.columns ??
      [];
    let sections = allSections(['Rara']);
    const [whole, part] = sections.filter(({ id }) => id === 'dates' || id === 'commissions');
    let chosen: ReadonlySet<string> = new Set([...(whole?.columns ?? []), part?.columns[1] ?? '']);
    const resets: string[] = [];
    function Chooser() {
      const [now, set] = useState(chosen);
      chosen = now;
      return (
        <ColumnChooser
          chosen={now}
          unknownColumns={['Rara']}
          onChange={set}
          onReset={() => resets.push('reset')}
        />
      );
    }
    const { user } = await openPage({}, () => (
      <InAccount>
        <Chooser />
      </InAccount>
    ));
    await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
    const list = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(
        `[role=dialog][aria-label="${text('columns.title')}"]`,
      );
      return found ?? Promise.reject(new Error('It is not open.'));
    });
    const count = (shown: number, of: number) => text('columns.count', { shown, all: of });
    const heads = () =>
      [...list.querySelectorAll('section')].map((each) => [
        ...[each.getAttribute('aria-label'), each.querySelector('button')?.textContent],
        ...[each.querySelector('em')?.textContent, each.querySelector('i')?.style.background ?? null],
      ]);
    const expected = () =>
      sections.map(({ id, columns }) => {
        const on = columns.filter((column) => chosen.has(column)).length;
        const press = text(on < columns.length ? 'columns.all' : 'columns.none');
        return [text(`section.${id}`), press, count(on, columns.length), inkOf(id)];
      });
    expect(heads()).toEqual(expected());
    const columns = sections.flatMap((section) => section.columns);
    const button = screen.getByTestId('column-chooser').textContent;
    expect(button).toBe(text('columns.name') + count(chosen.size, columns.length));
    expect(list.textContent).toContain(count(chosen.size, columns.length) + text('columns.reset'));
    const boxes = [...list.querySelectorAll<HTMLElement>('[role=checkbox]')];
    const titles = boxes.map((box) => box.closest<HTMLElement>('[title]')?.title);
    const marked = () => columns.filter((_, at) => boxes[at]?.getAttribute('aria-checked') === 'true');
    expect([titles, marked()]).toEqual([columns, columns.filter((column) => chosen.has(column))]);
    const names = boxes.map((box) => box.closest('label')?.textContent);
    expect(names.filter((name) => name?.endsWith(` ${text('columns.net-gross')}`))).toHaveLength(
      columns.filter((column) => netOrGross(column) === 'gross').length,
    );
    // A section's press is for those of it that are found: all of them, then none.
    sections = foundSections(['Rara'], columnFinder('comisi', text));
    const field = list.querySelector('input[type=search]') as HTMLElement;
    field.focus();
    fireEvent.change(field, { target: { value: 'comisi' } });
    expect(heads()).toEqual(expected());
    const press = () =>
      fireEvent.click(list.querySelector(`[aria-label="${commissions}"] button`) as HTMLElement);
    press();
    await waitFor(() => expect(heads()).toEqual(expected()));
    expect(columns.filter((column) => chosen.has(column) && !found.includes(column))).toEqual(whole?.columns);
    expect(found.every((column) => chosen.has(column))).toBe(true);
    press();
    await waitFor(() => expect([...chosen]).toEqual(whole?.columns));
    expect(heads()).toEqual(expected());
    // The arrows go from box to box, and scroll nothing.
    const [first, second] = [...list.querySelectorAll<HTMLElement>('[role=checkbox]')];
    first?.focus();
    expect(fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' })).toBe(false);
    expect(document.activeElement).toBe(second);
    fireEvent.click(buttonOf(text('columns.reset'), list));
    expect(resets).toEqual(['reset']);
  });
});

describe('sets of columns', () => {
  const KEYS = { date: 'Fecha de compra', hasSeveralAccounts: true } as const;
  async function sets(first: readonly string[]) {
    const told: (readonly string[] | null)[] = [];
    let show: (columns: readonly string[]) => void = () => {};
    function Sets() {
      const [shown, set] = useState(first);
      show = set;
      return (
        <ColumnSetsMenu
          shown={shown}
          unknownColumns={['Rara']}
          keys={KEYS}
          onChoose={(columns) => {
            told.push(columns);
            set(columns ?? openingColumns(KEYS));
          }}
        />
      );
    }
    const page = await openPage({}, () => (
      <InAccount>
        <Sets />
      </InAccount>
    ));
    const menu = () => screen.queryByLabelText(text('column-set.title'));
    const open = async () => {
      if (menu() === null) fireEvent.click(screen.getByTestId('column-sets'));
      await screen.findByTestId('column-set-name');
    };
    const lines = () =>
      [...(menu()?.querySelectorAll<HTMLElement>('button[aria-pressed]') ?? [])].map(
        (each) => `${each.textContent}${each.getAttribute('aria-pressed') === 'true' ? ' ✓' : ''}`,
      );
    const keep = (name: string) => {
      const field = screen.getByTestId('column-set-name');
      fireEvent.change(field, { target: { value: name } });
      const press = screen.getByTestId('column-set-save');
      const words = press.textContent;
      fireEvent.click(press);
      return [words, (field as HTMLInputElement).value];
    };
    const undo = () => page.user.keyboard('{Control>}z{/Control}');
    return {
      ...page,
      told,
      open,
      lines,
      keep,
      undo,
      show: (columns: readonly string[]) => show(columns),
      menu,
    };
  }
  const named = () => screen.getByTestId('column-sets').dataset.value;

  test('that come with the app stand with how many columns they have; the first one follows the table', async () => {
    const { told, open, lines, menu } = await sets(openingColumns(KEYS));
    expect(named()).toBe(text('column-set.sections'));
    await open();
    const sizes = BUILT_IN_SETS.map((set) => builtInColumns(set, ['Rara'], KEYS).length);
    expect(lines()).toEqual(
      BUILT_IN_SETS.map(
        (set, at) => `${text(`column-set.${set}`)}${sizes[at]}${set === 'sections' ? ' ✓' : ''}`,
      ),
    );
    fireEvent.click(screen.getByTitle(text('column-set.shipping')));
    await waitFor(() => expect(menu()).toBeNull());
    expect(named()).toBe(text('column-set.shipping'));
    await open();
    fireEvent.click(screen.getByTitle(text('column-set.sections')));
    expect(told).toEqual([builtInColumns('shipping', ['Rara'], KEYS), null]);
    expect(told[0]?.slice(0, 6)).toEqual([
      ...['Orden', 'Fecha de compra', 'Canal', 'Cuenta', 'Nro. Paquete'],
      'Estado de Orden',
    ]);
  });

  test('of one’s own are kept, put in the place of one of the name, overwritten and deleted, each a step back', async () => {
    const { told, open, lines, keep, undo, user, show } = await sets(['Orden', 'Ventas']);
    expect(named()).toBe(text('column-set.other'));
    await open();
    const own = () => lines().slice(BUILT_IN_SETS.length);
    expect(keep('  ')).toEqual([text('column-set.save'), '  ']);
    expect(keep(' Mías ')).toEqual([text('column-set.save'), '']);
    await waitFor(() => expect([own(), named()]).toEqual([['Mías2 ✓'], 'Mías']));
    // A part of them, or more, is another set.
    show(['Orden']);
    await waitFor(() => expect(named()).toBe(text('column-set.other')));
    show(['Orden', 'Ventas', 'Canal']);
    await waitFor(() => expect(own()).toEqual(['Mías2']));
    expect(keep('Otras')[0]).toBe(text('column-set.save'));
    await waitFor(() => expect(own()).toEqual(['Mías2', 'Otras3 ✓']));
    const overwrite = (name: string) => buttonOf(text('column-set.overwrite', { name })) as HTMLButtonElement;
    expect([overwrite('Mías').disabled, overwrite('Otras').disabled]).toEqual([false, true]);
    fireEvent.click(overwrite('Mías'));
    await waitFor(() => expect(own()).toEqual(['Mías3 ✓', 'Otras3']));
    // What is gone is offered back.
    expect(screen.getByTestId('undo-offer')).toBeTruthy();
    fireEvent.click(buttonOf(text('column-set.rename-of', { name: 'Otras' })));
    const field = screen.getByLabelText<HTMLInputElement>(text('column-set.name'));
    expect(field.value).toBe('Otras');
    fireEvent.change(field, { target: { value: 'Mías' } });
    fireEvent.submit(field);
    // Two of one name there are not.
    await waitFor(() => expect(screen.queryByLabelText(text('column-set.name'))).toBeNull());
    expect(own()).toEqual(['Mías3 ✓', 'Otras3']);
    show(['Canal']);
    await waitFor(() => expect(named()).toBe(text('column-set.other')));
    expect(keep(' Otras')[0]).toBe(text('column-set.replace'));
    await waitFor(() => expect(own()).toEqual(['Mías3', 'Otras1 ✓']));
    fireEvent.click(buttonOf(text('column-set.delete', { name: 'Mías' })));
    await waitFor(() => expect(own()).toEqual(['Otras1 ✓']));
    expect(screen.getByTestId('undo-offer')).toBeTruthy();
    (document.activeElement as HTMLElement | null)?.blur();
    const steps: (readonly string[])[] = [];
    for (let at = 0; at < 5; at += 1) {
      await undo();
      steps.push(own());
    }
    expect(steps).toEqual([['Mías3', 'Otras1 ✓'], ['Mías3', 'Otras3'], ['Mías2', 'Otras3'], ['Mías2'], []]);
    expect(told).toEqual([]);
    await user.keyboard('{Escape}');
  });
});
