import { Popover } from '@base-ui/react/popover';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { makeFilter, readTyped } from '#renderer/features/filters/number-filter.ts';
import { PresetExplanation } from '#renderer/features/filters/preset-explanation.tsx';
import { ValueChoices } from '#renderer/features/filters/value-choices.tsx';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { FORMATS_OF } from '#renderer/ui/formats.tsx';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from '#test/renderer/dom/page.tsx';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** A column filtered from its choice to its chip, and taken back; periods chosen by name; what is typed. */

const row = (Canal: string, purchase: string, more: Row = {}): Row => ({
  ...{ Canal, 'Fecha de compra': `${purchase}T10:00:00.000`, Ventas: '10', Rara: 'r' },
  ...more,
});
const ROWS = [row('A', '2026-10-05'), row('B', '2026-11-20')];

let change: ReturnType<typeof useSelection>['change'] = () => {};
function Chooser() {
  const control = useSelection();
  change = (...given) => act(() => control.change(...given));
  return null;
}
const page = () =>
  openPage({ rows: ROWS, at: '#panel', facts: { unknownColumns: ['Rara'] } }, () => (
    <InAccount>
      <PeriodControl />
      <FilterBar />
      <ViewsMenu />
      <Chooser />
      <SelectionProbe />
    </InAccount>
  ));
const chips = () =>
  screen.queryAllByTestId('own-filter').map((chip) => `${chip.dataset.value}|${chip.textContent}`);
const choose = async ({ user }: Awaited<ReturnType<typeof page>>, column: string) => {
  await user.click(buttonOf(text('filter.add')));
  const list = await screen.findByRole('dialog', { name: text('filter.add-title') });
  await user.click(within(list).getByTitle(column));
  const opened = await screen.findByRole('dialog', { name: column });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: text('filter.add-title') })).toBeNull());
  return opened;
};

describe('a column that is chosen', () => {
  test('of figures has its chip at once, closes with what is set, and is gone with one step back', async () => {
    const one = await page();
    const form = await choose(one, 'Ventas');
    expect(chips()).toEqual([`Ventas|Ventas${text('filter.any')}`]);
    await one.user.click(within(form).getByTestId('number-between'));
    await one.user.type(within(form).getByTestId('number-from'), '-1.000,5');
    await one.user.type(within(form).getByTestId('number-to'), '20');
    await one.user.click(within(form).getByTestId('number-apply'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(probedSelection().numberFilters).toEqual([{ column: 'Ventas', from: '-1000.5', to: '20' }]);
    expect(chips()).toEqual(['Ventas|Ventas−1.000,5 a 20']);
    // Opened again it is as it was set; taken off, its form closes with its chip.
    await one.user.click(buttonOf('Ventas−1.000,5 a 20'));
    const again = await screen.findByRole('dialog', { name: 'Ventas' });
    const fields = ['from', 'to'].map((end) => within(again).getByTestId<HTMLInputElement>(`number-${end}`));
    expect(fields.map(({ value }) => value)).toEqual(['-1000,5', '20']);
    await one.user.click(buttonOf(text('filter.remove', { column: 'Ventas' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([chips(), probedSelection().numberFilters]).toEqual([[], []]);
    await one.user.keyboard('{Control>}z{/Control}');
    expect(chips()).toEqual(['Ventas|Ventas−1.000,5 a 20']);
    await one.user.keyboard('{Control>}z{/Control}');
    expect([chips(), probedSelection().numberFilters]).toEqual([[], []]);
  });

  test('may be one that nobody knows; its values are chosen one by one, and are its own', async () => {
    const one = await page();
    await one.user.click(buttonOf(text('filter.add')));
    const list = await screen.findByRole('dialog', { name: text('filter.add-title') });
    const unknown = within(list).getByRole('region', { name: text('section.unknown') });
    expect(
      within(unknown)
        .getAllByRole('button')
        .map(({ title }) => title),
    ).toEqual(['Rara']);
    // Enter takes the first of what is found, whatever stands after it.
    const field = within(list).getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'a' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByRole('dialog', { name: 'Canal' })).toBeTruthy();
    await one.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    change({
      type: 'set-numbers',
      column: 'Ventas',
      filters: [{ column: 'Ventas', from: '1' as never, to: null }],
    });
    const values = await choose(one, 'Canal');
    expect(chips()).toEqual(['Ventas|Ventas≥ 1', `Canal|Canal:${text('filter.any')}`]);
    await one.user.click(await within(values).findByRole('checkbox', { name: /^B/ }));
    await one.user.click(within(values).getByRole('checkbox', { name: /^A/ }));
    expect([chips(), probedSelection().filters]).toEqual([
      ['Canal|Canal:B, A', 'Ventas|Ventas≥ 1'],
      [{ column: 'Canal', values: ['B', 'A'] }],
    ]);
    await one.user.click(buttonOf(text('filter.remove', { column: 'Canal' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([chips(), probedSelection().numberFilters.length]).toEqual([['Ventas|Ventas≥ 1'], 1]);
  });
});

test('a period that is pressed by its name has it; a view of it stays that view while its days move on', async () => {
  const one = await page();
  const shown = () => screen.getByTestId('period');
  await one.user.click(shown());
  await one.user.click(await screen.findByTestId('period-year'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([shown().dataset.meaning, shown().textContent]).toEqual([
    'year',
    `${text('period.year')}1 ene – 20 nov 2026`,
  ]);
  await one.user.click(screen.getByTestId('views-menu'));
  await one.user.click(await screen.findByTestId('view-this-month'));
  const inUse = () => {
    const { value, changed } = screen.getByTestId('views-menu').dataset;
    return [value, changed, probedSelection().period, shown().dataset.meaning];
  };
  const november = { from: '2026-11-01', to: '2026-11-20' };
  expect(inUse()).toEqual(['this-month', 'false', november, 'month']);
  act(() => one.commit([row('A', '2026-12-03')]));
  await one.user.click(shown());
  await screen.findByText(text('period.until-purchase', { day: '03-12-2026' }));
  expect(inUse()).toEqual(['this-month', 'false', november, 'month']);
  // Pressed once more, its days are those of now.
  await one.user.click(screen.getByTestId('period-month'));
  expect(inUse()).toEqual(['this-month', 'true', { from: '2026-12-01', to: '2026-12-03' }, 'month']);
});

test('a sign of percent ends a figure, and an end that is missing is the one that is told', () => {
  const style = { ...FORMATS_OF['es-CL'], negatives: 'minus' } as const;
  expect(['5%', '5 %', '5%0', '%5', '5%%'].map((typed) => readTyped(typed, style))).toEqual([
    ...['5', '5', undefined, undefined, undefined],
  ]);
  const made = (from: string, to: string) => {
    const { kind, ...rest } = makeFilter('Ventas', 'between', { from, to }, style);
    return [kind, ...Object.values(rest)];
  };
  expect([made('1', ''), made('1', ' x'), made('x', ''), made('', 'x')]).toEqual([
    ['mistake', 'missing', 'to'],
    ['mistake', 'unreadable', 'to'],
    ['mistake', 'unreadable', 'from'],
    ['mistake', 'missing', 'from'],
  ]);
});

test('what is done to all is done to what was typed, though it is still read; what is chosen meanwhile stays', async () => {
  type Values = Awaited<ReturnType<DataReader['readValues']>>;
  const waiting: ((values: readonly string[]) => void)[] = [];
  const asked: (readonly [find: string, limit: number | null, also: readonly string[]])[] = [];
  const readValues = ({ find, limit, also }: ValuesQuery) =>
    new Promise<Values>((resolve) => {
      asked.push([find ?? '', limit ?? null, also ?? []]);
      waiting.push((values) =>
        resolve({
          revision: 1,
          values: values.map((value) => ({ value, rows: 1200 })),
          found: values.length,
          all: 20,
        }),
      );
    });
  const give = (...values: readonly string[]) => act(async () => waiting.shift()?.(values));
  function Choices() {
    const { selection } = useSelection();
    return <ValueChoices column="Canal" values={selection.filters[0]?.values ?? []} />;
  }
  await openPage({ rows: ROWS, dataReplies: { readValues } }, () => (
    <InAccount>
      <Choices />
      <Chooser />
      <SelectionProbe />
    </InAccount>
  ));
  const listed = () => screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  const chosen = () => probedSelection().filters[0]?.values;
  // Nothing is said to be found nowhere while it is read.
  expect(screen.queryByText(text('filter.none'))).toBeNull();
  await give('A', 'B');
  expect(listed()).toEqual(['A1.200', 'B1.200']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } });
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(listed()).toEqual(['A1.200', 'B1.200']);
  fireEvent.click(screen.getByTestId('values-all'));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.slice(1)).toEqual([
    ['x', 200, []],
    ['x', null, []],
  ]);
  change({ type: 'set-filter', column: 'Canal', values: ['Z'] });
  waiting.splice(0, 1);
  await give('X1', 'X2');
  await waitFor(() => expect(chosen()).toEqual(['Z', 'X1', 'X2']));
  // Taken off, all are: those that are not found too.
  fireEvent.click(buttonOf(text('filter.reset')));
  expect(chosen()).toBeUndefined();
});

test('a sum that no row has is none in what the dashboard leaves out', async () => {
  const rows = [
    { 'Tipo de Dato': 'Marketplace', 'Estado de Pago': 'Pagado', 'Estado de Orden': 'Regular', Ventas: '5' },
  ];
  await openPage({ rows }, () => (
    <InAccount>
      <Popover.Root open>
        <PopoverPopup>
          <PresetExplanation />
        </PopoverPopup>
      </Popover.Root>
    </InAccount>
  ));
  const table = await screen.findByTestId('preset-left-out');
  const figures = [...table.querySelectorAll<HTMLElement>('tbody data')];
  expect(figures.map(({ dataset, textContent }) => [dataset.value, textContent])).toEqual([
    ['1', '1'],
    ['5', '5'],
    ['', '—'],
  ]);
});
