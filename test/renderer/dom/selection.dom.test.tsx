import { act, screen, waitFor, within } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import {
  useSelection,
  useSelectionAhead,
  WithPeriod,
} from '#renderer/features/selection/selection-context.tsx';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

const row = (Canal: string, purchase: string, paid: string, Ventas: string) => ({
  Canal,
  'Fecha de compra': `${purchase}T10:00:00.000`,
  'Fecha de Pago': paid === '' ? '' : `${paid}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  'Estado de Pago': 'Pagado',
  'Estado de Orden': Ventas.startsWith('-') ? 'Devuelta' : 'Regular',
  Ventas,
});
/** The last purchase is on 20 November 2026: the seller's present. */
const ROWS = [
  row('Austral', '2026-10-05', '2026-11-02', '100'),
  row('Austral', '2026-10-31', '', '50'),
  row('Bodega', '2026-11-20', '2026-12-01', '-10'),
  row('', '2025-02-28', '2025-03-01', '7.50'),
];

const controls = (rows = ROWS) =>
  openPage({ rows }, () => (
    <InAccount>
      <PeriodControl />
      <SearchField />
      <FilterBar />
      <SelectionProbe />
    </InAccount>
  ));
type Page = Awaited<ReturnType<typeof controls>>;

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const period = () => probedSelection().period;
const span = (from: string, to: string) => ({ from, to });
const OCTOBER = span('2026-10-01', '2026-10-31');
const NOVEMBER = span('2026-11-01', '2026-11-30');
async function openPeriods({ user }: Page) {
  await user.keyboard('{Control>}d{/Control}');
  return screen.findByRole('dialog', { name: text('period.choose') });
}

async function chooseMonth({ user }: Page, list: HTMLElement, name: string) {
  const month = await within(list).findByRole('button', { name });
  act(() => month.focus());
  await user.keyboard('{Enter}');
}

describe('the period', () => {
  test('steps from all to the month of the last purchase, and on by whole months', async () => {
    const { user } = await controls();
    expect(period()).toBeNull();
    await user.click(button(text('period.previous')));
    expect(period()).toEqual(NOVEMBER);
    await user.click(button(text('period.previous')));
    expect(period()).toEqual(OCTOBER);
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(period()).toEqual(NOVEMBER);
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(period()).toEqual(OCTOBER);
  });

  test('is chosen by a key of its list, which closes it', async () => {
    const page = await controls();
    await openPeriods(page);
    await page.user.keyboard('q');
    expect(period()).toEqual(span('2026-10-01', '2026-11-20'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const list = await openPeriods(page);
    const quarter = within(list).getByRole('button', { name: new RegExp(text('period.quarter')) });
    expect(quarter.getAttribute('aria-pressed')).toBe('true');
    await page.user.click(within(list).getByRole('button', { name: text('period.everything') }));
    expect(period()).toBeNull();
  });

  test('is chosen by its month, which says how many rows it has, and stretched with Shift', async () => {
    const page = await controls();
    const list = await openPeriods(page);
    const october = await within(list).findByRole('button', { name: 'oct 2026: 2 filas' });
    expect(within(list).getByRole('button', { name: 'sep 2026: sin filas' })).toBeTruthy();
    act(() => october.focus());
    // Whatever put the focus there: a screen reader goes to any of the months.
    await page.user.keyboard('{Enter}');
    expect(period()).toEqual(OCTOBER);
    await openPeriods(page);
    const november = await screen.findByRole('button', { name: 'nov 2026: 1 fila' });
    expect(november.getAttribute('aria-pressed')).toBe('false');
    act(() => november.focus());
    await page.user.keyboard('{Shift>}{ArrowLeft}{/Shift}{Enter}');
    expect(period()).toEqual(span('2026-10-01', '2026-11-30'));
  });

  test('is typed day by day; one that ends before it begins is not taken', async () => {
    const page = await controls();
    const list = await openPeriods(page);
    const from = within(list).getByLabelText<HTMLInputElement>(text('period.from'));
    const to = within(list).getByLabelText<HTMLInputElement>(text('period.to'));
    const apply = within(list).getByRole<HTMLButtonElement>('button', { name: text('period.apply') });
    const type = async (field: HTMLInputElement, words: string) => {
      await page.user.clear(field);
      await page.user.type(field, words);
    };
    await type(from, '31-10-2026');
    await type(to, '05-10-2026');
    expect(within(list).getByRole('alert').textContent).toBe(text('period.turned'));
    expect(apply.disabled).toBe(true);
    await type(to, '31-02-2027');
    expect(apply.disabled).toBe(true);
    await type(to, '02-11-2026');
    await page.user.click(apply);
    expect(period()).toEqual(span('2026-10-31', '2026-11-02'));
  });

  test('is of the date that is chosen, and says how many rows have it', async () => {
    const page = await controls();
    const list = await openPeriods(page);
    await page.user.click(within(list).getByRole('button', { name: 'Fecha de Pago' }));
    expect(probedSelection().periodColumn).toBe('Fecha de Pago');
    expect(await within(list).findByRole('button', { name: 'dic 2026: 1 fila' })).toBeTruthy();
  });

  test('may be the rows without the date: named where it is in force, a chip that is taken off, undone', async () => {
    const page = await controls();
    const unpaid = [{ column: 'Fecha de Pago', beyond: null }];
    let list = await openPeriods(page);
    expect(within(list).queryByText(text('period.beside'))).toBeNull();
    await page.user.click(within(list).getByRole('button', { name: 'Fecha de Pago' }));
    const choice = await within(list).findByRole('button', { name: `${text('pivot.no-date')} 1 fila` });
    expect(choice.getAttribute('aria-pressed')).toBe('false');
    await page.user.click(choice);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(probedSelection()).toMatchObject({ period: null, dateFilters: unpaid });
    expect(button(text('pivot.no-date')).title).toBe(text('period.choose'));

    list = await openPeriods(page);
    const all = within(list).getByRole('button', { name: text('period.everything') });
    expect(all.getAttribute('aria-pressed')).toBe('false');
    const held = await within(list).findByRole('button', { name: `${text('pivot.no-date')} 1 fila` });
    expect(held.getAttribute('aria-pressed')).toBe('true');
    // The months count the rows that any of them would show.
    await chooseMonth(page, list, 'dic 2026: 1 fila');
    expect(probedSelection()).toMatchObject({ period: { from: '2026-12-01' }, dateFilters: [] });
    await page.user.keyboard('{Control>}z{/Control}');
    expect(probedSelection()).toMatchObject({ period: null, dateFilters: unpaid });

    await page.user.click(button(text('filter.remove', { column: 'Fecha de Pago' })));
    expect(probedSelection().dateFilters).toEqual([]);
    await page.user.keyboard('{Control>}z{/Control}');
    expect(probedSelection().dateFilters).toEqual(unpaid);
    // Of another date it holds beside the period, as a filter.
    await page.user.keyboard('{Control>}d{/Control}');
    list = await screen.findByRole('dialog', { name: text('period.choose') });
    await page.user.click(within(list).getByRole('button', { name: 'Fecha de compra' }));
    await chooseMonth(page, list, 'oct 2026: 1 fila');
    expect(probedSelection()).toMatchObject({ period: OCTOBER, dateFilters: unpaid });
    expect(screen.getByText('sin fecha')).toBeTruthy();
  });
});

function OfMonth() {
  const { change } = useSelection();
  return (
    <>
      <button type="button" onClick={() => change({ type: 'set-own-costs', on: true })}>
        costs
      </button>
      <button
        type="button"
        onClick={() => change({ type: 'set-filter', column: 'Canal', values: ['Austral'] })}
      >
        filter
      </button>
    </>
  );
}

test('what is chosen within the days of a month is chosen of them; that own costs count is of no days', async () => {
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <WithPeriod period={span('2026-10-01', '2026-10-31') as Period}>
        <OfMonth />
      </WithPeriod>
      <SelectionProbe />
    </InAccount>
  ));
  const before = period();
  expect(before).not.toEqual(OCTOBER);
  await user.click(button('costs'));
  expect(probedSelection().ownCosts).not.toBeNull();
  expect(period()).toEqual(before);
  await user.click(button('filter'));
  expect(period()).toEqual(OCTOBER);
});

function Ahead({ said }: { readonly said: (when: 'ahead' | 'drawn', selection: Selection) => void }) {
  const { selection, change } = useSelection();
  useSelectionAhead(useCallback((next) => said('ahead', next), [said]));
  said('drawn', selection);
  return (
    <button type="button" onClick={() => change([{ type: 'search', text: 'A-1' }])}>
      search
    </button>
  );
}

test('a change is told before anything is drawn with it, as the selection that is drawn then', async () => {
  const said: (readonly ['ahead' | 'drawn', Selection])[] = [];
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <Ahead said={(...each) => said.push(each)} />
    </InAccount>
  ));
  const before = said.length;
  await user.click(button('search'));
  await waitFor(() => expect(said.at(-1)?.[1].search).toBe('A-1'));
  expect(said[before]?.[0]).toBe('ahead');
  const drawn = said.find(([when, selection]) => when === 'drawn' && selection.search === 'A-1');
  expect(drawn?.[1]).toBe(said[before]?.[1]);
});

describe('filters', () => {
  async function openColumn({ user }: Page, column: string) {
    await user.click(button(text('filter.add')));
    await user.click(await screen.findByRole('searchbox', { name: text('filter.find-column') }));
    await user.paste(column);
    await user.keyboard('{Enter}');
    return screen.findByRole('dialog', { name: column });
  }

  test('of a text are its values, with their rows under the other filters', async () => {
    const page = await controls();
    const list = await openColumn(page, 'Canal');
    await page.user.click(await within(list).findByRole('checkbox', { name: /^Austral/ }));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Austral'] }]);
    await page.user.click(within(list).getByRole('checkbox', { name: /^\(vacío\)/ }));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Austral', ''] }]);
    await page.user.click(within(list).getByRole('button', { name: text('filter.choose-invert') }));
    await waitFor(() => expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Bodega'] }]));
    await page.user.keyboard('{Escape}');
    await page.user.click(button(text('filter.remove', { column: 'Canal' })));
    expect(probedSelection()).toEqual(EVERYTHING);
  });

  test('of up to eight values have no field to find them; a chip names two values, counts more, and tells them all', async () => {
    const channels = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'];
    const page = await controls(channels.map((each) => row(each, '2026-10-05', '', '1')));
    const list = await openColumn(page, 'Canal');
    await within(list).findByRole('checkbox', { name: /^C8/ });
    expect(within(list).queryByRole('searchbox')).toBeNull();
    expect(within(list).getByText(text('filter.values-count', { count: 8, shown: '8' }))).toBeTruthy();
    const chip = () => document.querySelector<HTMLElement>('[title^="Canal: "]');
    for (const name of [/^C2/, /^C1/]) {
      await page.user.click(within(list).getByRole('checkbox', { name }));
    }
    expect([chip()?.title, chip()?.textContent]).toEqual([
      'Canal: C2, C1',
      expect.stringContaining('C2, C1'),
    ]);
    await page.user.click(within(list).getByRole('button', { name: text('filter.choose-all') }));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: channels }]);
    expect(chip()?.title).toBe(`Canal: ${channels.join(', ')}`);
    expect(chip()?.textContent).toContain(text('filter.some', { count: 8 }));
    await page.user.click(within(list).getByRole('checkbox', { name: /^C3/ }));
    expect(probedSelection().filters[0]?.values).toEqual(channels.filter((each) => each !== 'C3'));
    await page.user.click(within(list).getByRole('button', { name: text('filter.reset') }));
    expect(probedSelection().filters).toEqual([]);
  });

  test('of more values are found by typing: what is done to all is done to those that are found', async () => {
    const channels = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'D9'];
    const page = await controls(channels.map((each) => row(each, '2026-10-05', '', '1')));
    const list = await openColumn(page, 'Canal');
    const field = await within(list).findByRole('searchbox', { name: text('filter.find') });
    await page.user.click(within(list).getByRole('checkbox', { name: /^C2/ }));
    await page.user.click(field);
    await page.user.paste('d');
    await within(list).findByText(text('filter.values-count', { count: 1, shown: '1' }));
    await page.user.click(within(list).getByRole('button', { name: text('filter.choose-all') }));
    await waitFor(() => expect(probedSelection().filters[0]?.values).toEqual(['C2', 'D9']));
    await page.user.click(within(list).getByRole('button', { name: text('filter.choose-none') }));
    await waitFor(() => expect(probedSelection().filters[0]?.values).toEqual(['C2']));
    await page.user.clear(field);
    await page.user.paste('zz');
    expect(await within(list).findByText(text('filter.none'))).toBeTruthy();
  });

  test('of figures are one press, or typed ends as the user writes figures', async () => {
    const page = await controls();
    const form = await openColumn(page, 'Ventas');
    await page.user.click(within(form).getByRole('button', { name: text('number-filter.negative') }));
    const [negative] = probedSelection().numberFilters;
    expect(negative).toMatchObject({ column: 'Ventas' });
    await page.user.click(button(/^Ventas/));
    const again = await screen.findByRole('dialog', { name: 'Ventas' });
    const pressed = within(again).getByRole('button', { name: text('number-filter.negative') });
    expect(pressed.getAttribute('aria-pressed')).toBe('true');
    await page.user.click(within(again).getByRole('button', { name: text('number-filter.between') }));
    await page.user.click(within(again).getByRole('button', { name: text('number-filter.apply') }));
    expect(within(again).getByRole('alert')).toBeTruthy();
    expect(probedSelection().numberFilters).toEqual([negative]);
    await page.user.type(within(again).getByLabelText(text('number-filter.from')), '-1.234,5');
    await page.user.type(within(again).getByLabelText(text('number-filter.to')), '10');
    await page.user.click(within(again).getByRole('button', { name: text('number-filter.apply') }));
    expect(JSON.stringify(probedSelection().numberFilters)).toContain('"-1234.5"');
    expect(probedSelection().numberFilters).toHaveLength(1);
  });

  test('of the dashboard are on or off as one, and say how many rows they leave out', async () => {
    const { user } = await controls();
    const preset = button(text('preset.name'));
    await user.click(preset);
    expect(probedSelection().dashboardPreset).toBe(true);
    expect(preset.getAttribute('aria-pressed')).toBe('true');
    await user.click(button(text('preset.explain')));
    const rows = await screen.findByText((_, element) => element?.getAttribute('data-left') === '1');
    expect(rows.dataset.value).toBe('3');
    await user.click(button(text('preset.off')));
    expect(probedSelection().dashboardPreset).toBe(false);
  });
});

describe('the search', () => {
  const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: text('search.label') });

  test('is gone to with Ctrl+F, asks with Enter at once, and Escape empties it', async () => {
    const { user } = await controls();
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(field());
    await user.paste('  A-1 ');
    await user.keyboard('{Enter}');
    expect(probedSelection().search).toBe('A-1');
    await user.keyboard('{Escape}');
    expect(field().value).toBe('');
    await waitFor(() => expect(probedSelection().search).toBe(''));
  });
});

function Leaving() {
  const [isThere, set] = useState(true);
  return (
    <>
      {isThere ? <SearchField /> : null}
      <button type="button" onClick={() => set(false)}>
        leave
      </button>
      <SelectionProbe />
    </>
  );
}

test('who leaves the search before it asked does not lose what was typed', async () => {
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <Leaving />
    </InAccount>
  ));
  await user.click(screen.getByRole('searchbox'));
  await user.paste(' B-2 ');
  await user.click(button('leave'));
  expect(probedSelection().search).toBe('B-2');
});

describe('what was done to the selection', () => {
  const line = () => document.querySelector<HTMLElement>('[data-testid="undo-line"] [role=status]');
  const undo = ({ user }: Page) => user.keyboard('{Control>}z{/Control}');

  test('is taken back newest first, said, and never where one is typing', async () => {
    const page = await controls();
    await page.user.click(button(text('period.previous')));
    await page.user.click(button(text('preset.name')));
    await page.user.click(screen.getByRole('searchbox'));
    await undo(page);
    expect(probedSelection().dashboardPreset).toBe(true);
    await page.user.click(document.body);
    await undo(page);
    expect(probedSelection()).toMatchObject({ dashboardPreset: false, period: NOVEMBER });
    expect(line()?.textContent).toBe(
      text('undo.done', { label: text('undo.preset', { preset: text('preset.name') }) }),
    );
    await undo(page);
    expect(probedSelection()).toEqual(EVERYTHING);
    await undo(page);
    expect(probedSelection()).toEqual(EVERYTHING);
  });

  test('takes all filters off with one press, and brings all of them back with one step', async () => {
    const page = await controls();
    await page.user.click(button(text('period.previous')));
    await page.user.click(button(text('preset.name')));
    const before = probedSelection();
    await page.user.click(button(text('filter.clear')));
    expect(probedSelection()).toEqual(EVERYTHING);
    await undo(page);
    expect(probedSelection()).toEqual(before);
  });
});
