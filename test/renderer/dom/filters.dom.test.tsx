import { Popover } from '@base-ui/react/popover';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { NumberFilterForm } from '#renderer/features/filters/number-filter-form.tsx';
import { PresetExplanation } from '#renderer/features/filters/preset-explanation.tsx';
import { SearchInput } from '#renderer/features/filters/search-field.tsx';
import { ValueChoices } from '#renderer/features/filters/value-choices.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type NumberFilter } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The parts of the bar of filters, each by itself. */

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Chooses as another part of the screen would. */
let choose: (action: SelectionAction) => void = () => {};
function Chooser() {
  const { change } = useSelection();
  choose = (action) => act(() => change(action));
  return null;
}

const ROWS: readonly Row[] = [
  {
    Canal: 'Austral',
    Cuenta: 'Una',
    Comprador: 'Ana',
    Ventas: '100',
    Unidades: '2',
    'Estado de Pago': 'Pagado',
  },
  {
    Canal: 'Bodega',
    Cuenta: 'Una',
    Comprador: 'Eva',
    Ventas: '-5',
    Unidades: '1',
    'Estado de Pago': 'Cancelado',
  },
  { Canal: 'Bodega', Cuenta: 'Dos', Comprador: '', Ventas: '40', Unidades: '1', 'Estado de Pago': '' },
];

const bar = (props: { note?: string; keepsPeriod?: boolean } = {}, rows = ROWS) =>
  openPage({ rows }, () => (
    <InAccount>
      <FilterBar {...props} />
      <SelectionProbe />
      <Chooser />
    </InAccount>
  ));

describe('the list of what can be filtered by', () => {
  const list = () => screen.getByRole('dialog', { name: text('filter.add-title') });
  const headings = () =>
    within(list())
      .getAllByRole('region')
      .map((region) => [
        region.ariaLabel ?? region.getAttribute('aria-label'),
        within(region)
          .getAllByRole('button')
          .map((each) => each.title),
      ]);

  test('stands by section, the frequent ones first and once, each with how it is filtered', async () => {
    const { user } = await bar();
    choose({ type: 'set-filter', column: 'Cuenta', values: ['Una'] });
    await user.click(button(text('filter.add')));
    const field = await screen.findByRole('searchbox', { name: text('filter.find-column') });
    expect(headings()).toEqual([
      [text('filter.frequent'), ['Canal', 'Estado de Pago']],
      [text('section.order'), ['Comprador']],
      [text('section.sale'), ['Ventas', 'Unidades']],
    ]);
    const buyer = within(list()).getByRole('button', { name: `Comprador ${text('filter.by-value')}` });
    expect(within(list()).getByRole('button', { name: `Ventas ${text('filter.by-number')}` })).toBeTruthy();
    // Arrows go along the columns.
    act(() => field.focus());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(buyer);
    await user.keyboard('{ArrowUp}');
    expect((document.activeElement as HTMLElement).title).toBe('Estado de Pago');
    // What is typed leaves no frequent ones, and Enter takes the first.
    act(() => field.focus());
    await user.paste('zzz');
    expect(within(list()).queryAllByRole('region')).toEqual([]);
    expect(within(list()).getByText(text('columns.not-found'))).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(list()).toBeTruthy();
    await user.clear(field);
    await user.keyboard('a');
    expect(headings()[0]?.[0]).toBe(text('section.order'));
    expect(within(list()).queryByText(text('columns.not-found'))).toBeNull();
    // Enter takes the one that has the focus, not the first.
    act(() => within(list()).getByTitle('Ventas').focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Ventas' });
    await user.keyboard('{Escape}');
    await user.click(button(text('filter.add')));
    await user.click(
      await within(await screen.findByRole('dialog', { name: text('filter.add-title') })).findByTitle(
        'Comprador',
      ),
    );
    const values = await screen.findByRole('dialog', { name: 'Comprador' });
    expect(await within(values).findByRole('checkbox', { name: /^Ana/ })).toBeTruthy();
    // Nothing is chosen of it yet: its chip says so, and goes with its list.
    expect(button(`Comprador: ${text('filter.any')}`)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Comprador/ })).toBeNull());
    expect(probedSelection().filters).toEqual([{ column: 'Cuenta', values: ['Una'] }]);
  });
});

describe('the chips', () => {
  const chips = () =>
    screen.queryAllByTestId('own-filter').map((chip) => `${chip.dataset.value}|${chip.textContent}`);

  test('stand for values, figures and dates, in that order, each taken off by its own press', async () => {
    const { user } = await bar();
    choose({ type: 'set-filter', column: 'Canal', values: ['Austral', ''] });
    choose({
      type: 'set-numbers',
      column: 'Ventas',
      filters: [
        { column: 'Ventas', from: '1000.5' as Decimal, to: null },
        { column: 'Ventas', from: null, to: '5000' as Decimal },
      ],
    });
    choose({
      type: 'set-dates',
      column: 'Fecha de Pago',
      filter: { column: 'Fecha de Pago', beyond: { side: '>', day: '2199-12-31' as never } },
    });
    expect(chips()).toEqual([
      `Canal|Canal:Austral, ${text('filter.blank')}`,
      'Ventas|Ventas≥ 1.000,5 y ≤ 5.000',
      'Fecha de Pago|Fecha de Pago:fuera de rango (> 2199)',
    ]);
    expect(screen.getByTitle('Ventas ≥ 1.000,5 y ≤ 5.000')).toBeTruthy();
    await user.click(button('Ventas ≥ 1.000,5 y ≤ 5.000'));
    // It is edited by its first condition.
    const form = await screen.findByRole('dialog', { name: 'Ventas' });
    expect(within(form).getByTestId<HTMLInputElement>('number-from').value).toBe('1000,5');
    await user.click(button(text('filter.remove', { column: 'Ventas' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(probedSelection().numberFilters).toEqual([]);
    await user.click(button(text('filter.remove', { column: 'Fecha de Pago' })));
    expect(probedSelection().dateFilters).toEqual([]);
    await user.click(button(text('filter.remove', { column: 'Canal' })));
    expect(chips()).toEqual([]);
  });

  test('of many values tell fifty of them, and that there are more', async () => {
    await bar();
    const values = Array.from({ length: 51 }, (_, at) => `C${at}`);
    choose({ type: 'set-filter', column: 'Canal', values });
    expect(screen.getByTitle(`Canal: ${values.slice(0, 50).join(', ')}…`)).toBeTruthy();
    choose({ type: 'set-filter', column: 'Canal', values: values.slice(1) });
    expect(screen.getByTitle(`Canal: ${values.slice(1).join(', ')}`)).toBeTruthy();
    choose({ type: 'set-filter', column: 'Canal', values: ['a', 'b', 'c'] });
    expect(button(`Canal: ${text('filter.some', { count: 3 })}`)).toBeTruthy();
  });

  test('of buyers are covered where amounts are', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ hidesAmounts: true }));
    await bar();
    choose({ type: 'set-filter', column: 'Comprador', values: ['Ana'] });
    expect(screen.queryByText(/Ana/, { selector: '[data-testid=own-filter] *' })).toBeNull();
    expect(screen.queryByTitle(/Ana/)).toBeNull();
  });

  test('what they are of is said where there are any; the way back to all rows says what stays', async () => {
    const note = 'of rows';
    const { user } = await bar({ note, keepsPeriod: true });
    const clear = screen.getByTestId('clear-filters');
    expect(clear.title).toBe(text('filter.clear-title-period-stays'));
    expect(screen.queryByText(note)).toBeNull();
    const conditions: readonly SelectionAction[] = [
      { type: 'set-filter', column: 'Canal', values: ['Austral'] },
      {
        type: 'set-numbers',
        column: 'Ventas',
        filters: [{ column: 'Ventas', from: null, to: '1' as Decimal }],
      },
      { type: 'set-dates', column: 'Fecha de Pago', filter: { column: 'Fecha de Pago', beyond: null } },
      { type: 'set-preset', on: true },
    ];
    for (const condition of conditions) {
      choose(condition);
      expect(screen.getByText(note)).toBeTruthy();
      await user.click(clear);
      expect(screen.queryByText(note)).toBeNull();
    }
    const period = { from: '2026-10-01', to: '2026-10-31' } as never;
    choose({ type: 'set-period', period });
    choose({ type: 'search', text: 'x' });
    await user.click(clear);
    expect(probedSelection()).toMatchObject({ search: '', period });
  });

  test('of all screens, all rows are those of any day', async () => {
    const { user } = await bar();
    const clear = screen.getByTestId('clear-filters');
    expect(clear.title).toBe(text('filter.clear-title'));
    choose({ type: 'set-period', period: { from: '2026-10-01', to: '2026-10-31' } as never });
    await user.click(clear);
    expect(probedSelection()).toEqual(EVERYTHING);
  });

  test('of the dashboard are locked, named with all their values while they hold', async () => {
    const { user } = await bar();
    const locked = () =>
      screen.queryAllByTitle(new RegExp(text('preset.locked'))).map((chip) => chip.textContent);
    const preset = screen.getByTestId('preset-dashboard');
    expect([locked(), preset.getAttribute('aria-pressed')]).toEqual([[], 'false']);
    await user.click(preset);
    expect(locked()).toHaveLength(3);
    expect(locked()).toContain('Tipo de Dato:Orden, Publicación');
    expect(preset.title.split('\n').slice(0, 1)).toEqual([text('preset.title')]);
    expect(preset.title.split('\n')).toHaveLength(4);
    await user.click(preset);
    expect(locked()).toEqual([]);
  });
});

describe('figures that are typed', () => {
  const form = async (filter: NumberFilter | null) => {
    const made: (NumberFilter | null)[] = [];
    const page = await openPage({}, () => (
      <NumberFilterForm column="Ventas" filter={filter} onFilter={(each) => made.push(each)} />
    ));
    return { ...page, made };
  };
  const fields = () =>
    ['from', 'to'].map((end) => screen.queryByTestId<HTMLInputElement>(`number-${end}`)?.value ?? null);
  const isPressed = (name: string) => screen.getByTestId(`number-${name}`).getAttribute('aria-pressed');
  const filterOf = (from: string | null, to: string | null) =>
    ({ column: 'Ventas', from, to }) as NumberFilter;

  test('have the ends of their shape; what is wrong is said once it was sent, at its own end', async () => {
    const { user, made } = await form(null);
    expect(fields()).toEqual(['', null]);
    expect(screen.queryByRole('button', { name: text('filter.reset') })).toBeNull();
    await user.click(screen.getByTestId('number-at-most'));
    expect(fields()).toEqual([null, '']);
    await user.click(screen.getByTestId('number-between'));
    expect(fields()).toEqual(['', '']);
    const [from, to] = ['from', 'to'].map((end) => screen.getByTestId<HTMLInputElement>(`number-${end}`));
    if (from === undefined || to === undefined) throw new Error('Both ends are there.');
    const told = () => [
      screen.queryByRole('alert')?.textContent ?? null,
      [from, to].map((field) => field.getAttribute('aria-invalid')),
    ];
    expect(told()).toEqual([null, ['false', 'false']]);
    expect(from.hasAttribute('aria-describedby')).toBe(false);
    await user.click(screen.getByTestId('number-apply'));
    const sample = '-1.234,5';
    expect(told()).toEqual([text('number-filter.missing', { sample }), ['true', 'false']]);
    expect(from.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    // It follows what is typed from now on.
    fireEvent.change(from, { target: { value: '6' } });
    fireEvent.change(to, { target: { value: '5x' } });
    expect(told()).toEqual([text('number-filter.unreadable', { sample }), ['false', 'true']]);
    fireEvent.change(to, { target: { value: '5' } });
    expect(told()).toEqual([text('number-filter.reversed'), ['false', 'true']]);
    await user.click(screen.getByTestId('number-apply'));
    expect(made).toEqual([]);
    fireEvent.change(to, { target: { value: '1.000' } });
    expect(told()).toEqual([null, ['false', 'false']]);
    await user.click(screen.getByTestId('number-apply'));
    expect(made).toEqual([filterOf('6', '1000')]);
  });

  test.each([
    [filterOf('1000.5', null), ['1000,5', null], 'at-least'],
    [filterOf(null, '-3'), [null, '-3'], 'at-most'],
    [filterOf('1', '2'), ['1', '2'], 'between'],
    [filterOf('0', '0'), ['', null], 'zero'],
  ])('that are in force are shown as they were typed: %j', async (filter, shown, pressed) => {
    const { user, made } = await form(filter);
    expect(fields()).toEqual(shown);
    const quick = ['negative', 'positive', 'zero'];
    expect(quick.filter((name) => isPressed(name) === 'true')).toEqual(
      quick.filter((name) => name === pressed),
    );
    if (pressed !== 'zero') {
      const chosen = screen.getByTestId(`number-${pressed}`);
      expect(chosen.getAttribute('aria-checked') ?? chosen.getAttribute('aria-pressed')).toBe('true');
    }
    await user.click(button(text('filter.reset')));
    for (const name of quick) await user.click(screen.getByTestId(`number-${name}`));
    expect(made).toEqual([
      null,
      { column: 'Ventas', from: null, to: expect.stringMatching(/^-0\.0+1$/) },
      { column: 'Ventas', from: expect.stringMatching(/^0\.0+1$/), to: null },
      filterOf('0', '0'),
    ]);
  });
});

describe('the values of a column', () => {
  const choices = (rows: readonly Row[], column = 'Canal', dataReplies: PageSetting['dataReplies'] = {}) => {
    function Shown() {
      const { selection } = useSelection();
      return (
        <ValueChoices
          column={column}
          values={selection.filters.find((filter) => filter.column === column)?.values ?? []}
        />
      );
    }
    return openPage({ rows, dataReplies }, () => (
      <InAccount>
        <Shown />
        <SelectionProbe />
        <Chooser />
      </InAccount>
    ));
  };
  const listed = () =>
    screen
      .getAllByRole('checkbox')
      .map(
        (box) =>
          `${box.closest('label')?.textContent}${box.getAttribute('aria-checked') === 'true' ? ' ✓' : ''}`,
      );
  const CHANNELS = ['Uno', 'Dos', 'Dos', 'Tres', 'Tres', 'Tres', ''].map((Canal, at) => ({
    Canal,
    Cuenta: at % 2 === 0 ? 'par' : 'impar',
  }));

  test('stand with their rows under the other filters, the most frequent first', async () => {
    const { user } = await choices(CHANNELS);
    await screen.findByText(text('filter.values-count', { count: 4, shown: '4' }));
    expect(listed()).toEqual(['Tres3', 'Dos2', `${text('filter.blank')}1`, 'Uno1']);
    expect(screen.getByTitle(text('filter.blank'))).toBeTruthy();
    expect(screen.queryByText(text('filter.none'))).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /^Dos/ }));
    // Its own filter does not hide the others; those of other columns do.
    expect(listed()).toEqual(['Tres3', 'Dos2 ✓', `${text('filter.blank')}1`, 'Uno1']);
    choose({ type: 'set-filter', column: 'Cuenta', values: ['par'] });
    await waitFor(() => expect(listed()).not.toContain('Tres3'));
    expect(listed()).toContain('Dos1 ✓');
    await user.click(screen.getByRole('checkbox', { name: /^Dos/ }));
    expect(probedSelection().filters).toEqual([{ column: 'Cuenta', values: ['par'] }]);
    // One press chooses all, or none.
    await user.click(screen.getByTestId('values-all'));
    await waitFor(() =>
      expect(probedSelection().filters[1]?.values.toSorted()).toEqual(['', 'Dos', 'Tres', 'Uno']),
    );
    await user.click(screen.getByTestId('values-none'));
    await waitFor(() => expect(probedSelection().filters).toHaveLength(1));
  });

  test('a value chosen elsewhere is listed with none of its rows, and arrows go along the boxes', async () => {
    const { user } = await choices(CHANNELS);
    await screen.findByText(text('filter.values-count', { count: 4, shown: '4' }));
    choose({ type: 'set-filter', column: 'Canal', values: ['Otro'] });
    await waitFor(() => expect(listed()).toContain('Otro0 ✓'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.closest('label')?.textContent).toBe('Dos2');
    await user.click(button(text('filter.reset')));
    expect(probedSelection().filters).toEqual([]);
  });

  test('beyond those that are listed are chosen too where all are', async () => {
    const values = ['A', 'B', 'C'].map((value) => ({ value, rows: 1 }));
    const asked: ValuesQuery[] = [];
    const readValues = (question: ValuesQuery) => {
      asked.push(question);
      return {
        revision: 1,
        values: question.limit === null ? values : values.slice(0, 2),
        found: 3,
        all: 9,
      };
    };
    const { user } = await choices(CHANNELS, 'Canal', { readValues });
    await screen.findByText(text('filter.first-of', { shown: '2', all: '3' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    // There are more than a look finds: its field has the focus.
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: text('filter.find') }));
    await user.click(screen.getByTestId('values-all'));
    await waitFor(() => expect(probedSelection().filters[0]?.values).toEqual(['A', 'B', 'C']));
    const askedWhole = () => asked.filter(({ limit }) => limit === null).at(-1);
    expect(askedWhole()).toMatchObject({ column: 'Canal', find: '', also: [] });
    // What is found by typing is all there is to choose then.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } });
    await waitFor(() => expect(asked.at(-1)?.find).toBe('x'));
    await user.click(screen.getByTestId('values-none'));
    await waitFor(() => expect(askedWhole()).toMatchObject({ find: 'x', also: ['A', 'B', 'C'] }));
    await waitFor(() => expect(probedSelection().filters).toEqual([]));
    await user.click(screen.getByTestId('values-all'));
    await waitFor(() => expect(probedSelection().filters[0]?.values).toEqual(['A', 'B', 'C']));
    await user.click(screen.getByTestId('values-invert'));
    await waitFor(() => expect(probedSelection().filters).toEqual([]));
  });

  test('that say who bought are covered where amounts are', async () => {
    function Cover() {
      const { change } = usePreferences();
      return (
        <button type="button" onClick={() => change({ hidesAmounts: true })}>
          cover
        </button>
      );
    }
    const { user } = await openPage({ rows: ROWS }, () => (
      <InAccount>
        <ValueChoices column="Comprador" values={[]} />
        <Cover />
      </InAccount>
    ));
    await screen.findByRole('checkbox', { name: /^Ana/ });
    await user.click(button('cover'));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Ana/ })).toBeNull());
    expect(
      screen.getByRole('checkbox', { name: new RegExp(`^${text('filter.blank').replace(/[()]/g, '.')}`) }),
    ).toBeTruthy();
  });
});

describe('what the dashboard counts', () => {
  const of = (kind: string, state: string, payment: string, Ventas: string, Total: string): Row => ({
    'Tipo de Dato': kind,
    'Estado de Orden': state,
    'Estado de Pago': payment,
    Ventas,
    'Rentabilidad Total': Total,
  });
  const LEFT: readonly Row[] = [
    of('Orden', 'Regular', 'Pagado', '100', '10'),
    of('Orden', 'Regular', '', '7.25', '1'),
    of('Marketplace', 'Regular', 'Pagado', '1', '-20'),
    of('Marketplace', 'Cancelada', 'Pagado', '2', '-4.50'),
  ];

  test('is said with the rows that it leaves out, by reason, with their money, and the way to them', async () => {
    const { user } = await openPage({ rows: LEFT }, () => (
      <InAccount>
        <Popover.Root open>
          <PopoverPopup>
            <PresetExplanation />
          </PopoverPopup>
        </Popover.Root>
        <SelectionProbe />
      </InAccount>
    ));
    const counts = screen.getByTestId('preset-rows');
    await waitFor(() => expect(counts.dataset.left).toBe('3'));
    expect(counts.dataset.value).toBe('1');
    expect(counts.textContent).toBe('De esta selección cuenta 1 fila y deja fuera 3.');
    const table = screen.getByTestId('preset-left-out');
    const cells = (line: Element) =>
      [...line.querySelectorAll('th, td')].map(
        (cell) =>
          cell.querySelector('[data-value]')?.getAttribute('data-value') ??
          cell.getAttribute('data-value') ??
          cell.textContent,
      );
    expect([...table.querySelectorAll('tr')].map(cells)).toEqual([
      [text('preset.left-reason'), text('preset.left-rows'), 'Ventas', 'Rentabilidad Total'],
      ['Tipo de Dato: Marketplace', '2', '3.00', '-24.50'],
      [`Estado de Pago: ${text('filter.blank')}`, '1', '7.25', '1.00'],
    ]);
    expect(screen.getAllByRole('definition').map((each) => each.textContent)).toContain('Orden, Publicación');
    await user.click(button(text('preset.on')));
    expect(probedSelection().dashboardPreset).toBe(true);
    expect(button(text('preset.off'))).toBeTruthy();
    await user.click(within(table).getByRole('button', { name: 'Tipo de Dato: Marketplace' }));
    expect(probedSelection()).toMatchObject({
      dashboardPreset: false,
      filters: [{ column: 'Tipo de Dato', values: ['Marketplace'] }],
    });
    expect(window.location.hash).toBe('#orders');
  });
});

describe('a search', () => {
  const search = async (value = '') => {
    const asked: string[] = [];
    let follow: (value: string) => void = () => {};
    function Held() {
      const [held, set] = useState(value);
      follow = (next) => act(() => set(next));
      return (
        <SearchInput
          value={held}
          placeholder="things"
          label="find"
          onSearch={(words) => {
            asked.push(words);
            set(words);
          }}
        />
      );
    }
    const outside: string[] = [];
    const page = await openPage({}, () => (
      // biome-ignore lint/a11y/noStaticElementInteractions: it hears what is not the field's own
      <div onKeyDown={(event) => outside.push(event.key)}>
        <Held />
      </div>
    ));
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'find' });
    return { ...page, asked, outside, field, follow: (next: string) => follow(next) };
  };

  test('is asked by itself once typing has settled, without the blanks around it, and once', async () => {
    const { user, asked, field } = await search();
    expect(field.placeholder).toBe('things');
    await user.click(field);
    await user.paste('  two words ');
    expect(asked).toEqual([]);
    await waitFor(() => expect(asked).toEqual(['two words']));
    await user.keyboard('{Enter}');
    expect([asked, field.value]).toEqual([['two words'], '  two words ']);
  });

  test('follows what is set elsewhere; Ctrl+F marks it; Escape is its own only while it has words', async () => {
    const { user, asked, outside, field, follow } = await search('old');
    expect(field.value).toBe('old');
    follow('new');
    expect(field.value).toBe('new');
    await user.keyboard('{Control>}f{/Control}');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
    outside.length = 0;
    await user.keyboard('{Escape}');
    expect([field.value, outside]).toEqual(['', []]);
    await waitFor(() => expect(asked).toEqual(['']));
    await user.keyboard('{Escape}');
    expect(outside).toEqual(['Escape']);
  });
});
