import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { allSections, openingColumns } from '#renderer/features/columns/column-sections.ts';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import { foundSections, sectionState, withColumns } from '#renderer/screens/orders/column-chooser.tsx';
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
