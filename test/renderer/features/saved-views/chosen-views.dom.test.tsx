import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { builtInViewsOf, type SavedView } from '#renderer/features/saved-views/view.ts';
import { useViews, viewName } from '#renderer/features/saved-views/views-context.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** All that a view sets, keeps and leaves alone, and what one step back makes of each: the whole state after each of them. */

let held: {
  readonly views: ReturnType<typeof useViews>;
  readonly selected: ReturnType<typeof useSelection>;
  readonly screens: ReturnType<typeof useScreenParts>;
  readonly currency: ReturnType<typeof useCurrency>;
  readonly undo: ReturnType<typeof useUndo>;
};
function Probe() {
  held = {
    ...{ views: useViews(), selected: useSelection(), screens: useScreenParts() },
    ...{ currency: useCurrency(), undo: useUndo() },
  };
  return null;
}
const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: '', code: 'USD' }] };
const open = () =>
  openPage(
    {
      rows: [{ Canal: 'A', 'Fecha de compra': '2026-11-20T10:00:00.000', Ventas: '1' }],
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
    },
    () => (
      <InAccount>
        <Probe />
      </InAccount>
    ),
  );
const inUse = (view: 'orders' | 'panel' | 'changes') => {
  const { view: now, isChanged } = held.views.inUse(view);
  return `${viewName(now, text)}${isChanged ? ' *' : ''}`;
};
/** The state of a reader’s account, but for what is always there. */
const state = () => {
  const { scope, ...selection } = held.selected.selection;
  return {
    ...{
      selection,
      meaning: held.selected.meaning,
      code: held.currency.code,
      isOwn: scope?.isExcluded === false,
    },
    // The selection and the currency are told already.
    parts: Object.fromEntries(
      Object.entries(held.screens.parts).filter(
        ([part, value]) => value !== undefined && !['selection', 'currency', 'screen'].includes(part),
      ),
    ),
    views: [inUse('orders'), inUse('panel')],
    own: held.views.own.map(({ name }) => name),
  };
};
const doing = (step: () => void) => {
  act(step);
  return state();
};
const undo = () => doing(() => held.undo.undo());
const filter = { type: 'set-filter', column: 'Canal', values: ['A'] } as const;
const line = () => {
  const news = screen.getByTestId('undo-line');
  return [news.dataset.kind, news.querySelector('[role=status]')?.textContent];
};
const viewOf = (name: string): SavedView => {
  const view = held.views.own.find((each) => each.name === name);
  if (view === undefined) throw new Error(`No view ${name}.`);
  return view;
};

beforeEach(() => {
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({
      orders: { columns: ['Orden'], grouping: 'rows' },
      ...{ 'orders.sort': { column: 'Orden', direction: 'ascending' }, 'panel.trend': { isTable: true } },
      selection: { period: { kind: 'all' }, rows: ALL_ROWS },
    }),
  );
});

test('a view that is saved keeps its screen alone, is the one in use, and is chosen again with all of it', async () => {
  await open();
  const begun = state();
  expect(begun).toMatchObject({
    code: 'CLP',
    views: [text('views.all-rows'), text('views.all-rows')],
    own: [],
  });
  act(() => held.selected.change(filter));
  const filtered = state();
  const norte = doing(() => held.views.save('orders', 'Norte', { kind: 'all' }, null));
  expect(norte).toEqual({
    ...filtered,
    views: ['Norte', `${text('period.month-before')} *`],
    own: ['Norte'],
  });
  const { id: _, ...kept } = viewOf('Norte');
  expect(kept).toEqual({
    ...{ name: 'Norte', screen: 'orders', period: { kind: 'all' }, currency: 'CLP' },
    rows: { ...ALL_ROWS, filters: [{ column: 'Canal', values: ['A'] }] },
    parts: {
      orders: { columns: ['Orden'], grouping: 'rows' },
      'orders.sort': { column: 'Orden', direction: 'ascending' },
    },
  });
  expect(line()).toEqual(['', '']);
  // Whatever is another of it changes it: rows, columns, currency.
  act(() => held.currency.choose('USD'));
  act(() => held.screens.set({ 'orders.sort': undefined, 'orders.folded': { shipping: ['x'] } }));
  const changed = doing(() =>
    held.selected.change([
      { type: 'search', text: 'x' },
      { type: 'set-period', period: null },
    ]),
  );
  expect([changed.views[0], changed.isOwn]).toEqual(['Norte *', true]);
  const back = doing(() => held.views.choose('orders', viewOf('Norte')));
  expect(back).toEqual(norte);
  expect(undo()).toEqual(changed);
  // Saved over, it stays in its place and is offered back.
  act(() => held.views.save('orders', 'Sur', { kind: 'all' }, null));
  const over = doing(() => held.views.save('orders', 'Norte 2', { kind: 'all' }, viewOf('Norte')));
  expect([over.own, over.views[0], viewOf('Norte 2').currency, viewOf('Norte 2').rows.search]).toEqual([
    ...[['Norte 2', 'Sur'], 'Norte 2', 'USD', 'x'],
  ]);
  expect(line()).toEqual(['done', text('undo.view-saved', { name: 'Norte 2' })]);
  const undone = undo();
  expect([undone.own, undone.views[0], viewOf('Norte')]).toEqual([
    ['Norte', 'Sur'],
    'Sur',
    expect.objectContaining(kept),
  ]);
});

test('a view of days that move, of another currency and look sets all three; a step back unsets them', async () => {
  const view: SavedView = {
    ...{
      id: 'v',
      name: 'Dólares',
      screen: 'orders',
      period: { kind: 'preset', preset: 'month' },
      currency: 'USD',
    },
    rows: { ...ALL_ROWS, search: 'x', ownCosts: true },
    parts: { 'orders.columns': { order: [] } },
  };
  localStorage.setItem(
    'cuadra.views.a',
    JSON.stringify([view, { ...view, id: 'w', name: 'Libras', currency: 'GBP' }]),
  );
  await open();
  const before = state();
  const period = { from: '2026-11-01', to: '2026-11-20' };
  const chosen = doing(() => held.views.choose('orders', viewOf('Dólares')));
  const { scope: _, ...all } = EVERYTHING;
  expect(chosen).toEqual({
    ...before,
    selection: { ...all, period, search: 'x', ownCosts: { currency: 'USD' } },
    ...{ meaning: view.period, code: 'USD', isOwn: true },
    parts: { 'panel.trend': { isTable: true }, ...view.parts },
    views: ['Dólares', `${text('period.month-before')} *`],
  });
  expect(undo()).toEqual(before);
  // A currency that nobody has leaves the one in view, which is said.
  const gone = doing(() => held.views.choose('orders', viewOf('Libras')));
  expect([gone.code, gone.views[0], line()]).toEqual([
    ...['CLP', 'Libras *', ['said', text('views.currency-gone', { code: 'GBP', shown: 'CLP' })]],
  ]);
  // One of none says nothing of any.
  act(() => held.views.choose('orders', { ...viewOf('Libras'), currency: null }));
  expect(line()).toEqual(['', '']);
  // One that is always there says which rows, and leaves days, look and currency.
  act(() => held.selected.change({ type: 'set-period', period: period as never }));
  const own = state();
  const losses = builtInViewsOf('orders').find(({ id }) => id === 'losses');
  if (losses === undefined) throw new Error('There is one.');
  const lost = doing(() => held.views.choose('orders', losses));
  expect(lost).toEqual({
    ...own,
    selection: { ...all, period, numberFilters: losses.rows.numberFilters },
    views: [text('views.losses'), own.views[1]],
  });
  expect(undo()).toEqual(own);
});

test('a view that goes, or is called otherwise, leaves the one in use unless it is that one', async () => {
  await open();
  for (const name of ['Uno', 'Dos', 'Tres'])
    act(() => held.views.save('orders', name, { kind: 'all' }, null));
  expect(state().views[0]).toBe('Tres');
  expect(doing(() => held.views.rename(viewOf('Uno'), 'Primera')).own).toEqual(['Primera', 'Dos', 'Tres']);
  expect([state().views[0], line()]).toEqual(['Tres', ['', '']]);
  expect(doing(() => held.views.rename(viewOf('Tres'), 'Última'))).toMatchObject({
    own: ['Primera', 'Dos', 'Última'],
    views: ['Última', expect.any(String)],
  });
  act(() => held.selected.change(filter));
  expect(doing(() => held.views.remove(viewOf('Dos')))).toMatchObject({
    own: ['Primera', 'Última'],
    views: ['Última *', expect.any(String)],
  });
  expect(line()).toEqual(['done', text('undo.view-deleted', { name: 'Dos' })]);
  const without = doing(() => held.views.remove(viewOf('Última')));
  expect([without.own, without.views[0]]).toEqual([['Primera'], `${text('period.month-before')} *`]);
  const steps = [undo(), undo(), undo(), undo(), undo()].map(({ own, views }) => [own.join(' '), views[0]]);
  expect(steps).toEqual([
    ['Primera Última', 'Última *'],
    ['Primera Dos Última', 'Última *'],
    ['Primera Dos Última', 'Última'],
    ['Primera Dos Tres', 'Tres'],
    ['Uno Dos Tres', 'Tres'],
  ]);
});

test('a view of Cambios keeps its own question alone, and leaves what is selected', async () => {
  await open();
  act(() => held.selected.change(filter));
  const before = state();
  act(() => held.screens.set({ 'changes.rows': { span: { kind: 'all' } } }));
  act(() => held.views.save('changes', 'Todo', { kind: 'all' }, null));
  const { id: _, ...kept } = viewOf('Todo');
  expect(kept).toEqual({
    ...{ name: 'Todo', screen: 'changes', period: { kind: 'all' }, rows: ALL_ROWS, currency: 'CLP' },
    parts: { 'changes.rows': { span: { kind: 'all' } } },
  });
  act(() => held.screens.set({ 'changes.rows': { span: { kind: 'last' } } }));
  expect(inUse('changes')).toBe('Todo *');
  const chosen = doing(() => held.views.choose('changes', viewOf('Todo')));
  expect([inUse('changes'), chosen.selection, chosen.parts['changes.rows']]).toEqual([
    ...['Todo', before.selection, { span: { kind: 'all' } }],
  ]);
  expect([undo().parts['changes.rows'], state().selection]).toEqual([
    { span: { kind: 'last' } },
    before.selection,
  ]);
});
