import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  accountDetail,
  accountLine,
  PlanChoice,
  periodOptions,
  ScheduleChoice,
} from '#renderer/features/accounts/accounts.tsx';
import { ClosedMonthsBar } from '#renderer/features/closed-months/closed-months-bar.tsx';
import { CurrencySwitch, useAllCurrencies } from '#renderer/features/currency/currency.tsx';
import { CurrencyChoice } from '#renderer/features/currency/currency-choice.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { forgetAccount, writeStored } from '#renderer/features/preferences/stored.ts';
import { storedDay, storedDecimal, storedMonth } from '#renderer/features/preferences/stored-values.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { OpenedViewsDialog } from '#renderer/features/saved-views/view-dialogs.tsx';
import { writeViewFile } from '#renderer/features/saved-views/view-file.ts';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { UndoLine, UndoProvider, useUndo, useUndoNewest } from '#renderer/features/undo/undo.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import {
  goTo,
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  type Row,
  SelectionProbe,
} from './page.tsx';

/** Saved views in their menu and dialogs; what else an account remembers: its currency, its steps back. */

const ROWS: readonly Row[] = [
  { Canal: 'Austral', 'Fecha de compra': '2026-10-05T10:00:00.000', Ventas: '1' },
  { Canal: 'Bodega', 'Fecha de compra': '2026-11-20T10:00:00.000', Ventas: '2' },
];
const view = (part: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  name: 'Mes de Ana',
  screen: 'panel',
  period: { kind: 'all' },
  rows: ALL_ROWS,
  parts: {},
  currency: null,
  ...part,
});

let choose: (action: SelectionAction) => void = () => {};
function Chooser() {
  const { change } = useSelection();
  choose = (action) => act(() => change(action));
  return null;
}
const stored = (): readonly SavedView[] => JSON.parse(localStorage.getItem('cuadra.views.a') ?? '[]');

async function menu(own: readonly SavedView[] = [], setting: PageSetting = {}) {
  writeStored('cuadra.views.a', own);
  const page = await openPage({ at: '#panel', rows: ROWS, ...setting }, () => (
    <InAccount>
      <ViewsMenu />
      <Chooser />
      <SelectionProbe />
    </InAccount>
  ));
  const open = async () => {
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    fireEvent.click(trigger());
    await screen.findByRole('menu');
  };
  const press = async (id: string) => {
    await open();
    fireEvent.click(await screen.findByTestId(id));
  };
  return { ...page, open, press };
}
const trigger = () => screen.getByTestId('views-menu');
const inUse = () => [trigger().dataset.value, trigger().dataset.changed];
const FILTER = { type: 'set-filter', column: 'Canal', values: ['Austral'] } as const;
const dialog = (id = 'view-dialog') => screen.findByTestId(id);
const nameField = () => screen.getByTestId<HTMLInputElement>('view-name');
const type = (name: string) => fireEvent.change(nameField(), { target: { value: name } });
const done = () => screen.getByTestId<HTMLButtonElement>('view-save-do');

describe('the menu of views', () => {
  test('lists the built-in ones with what they are, the own ones, and those of other screens', async () => {
    const { open } = await menu([view(), view({ id: 'v2', name: 'De órdenes', screen: 'orders' })]);
    await open();
    const groups = screen.getAllByRole('group');
    expect(
      groups.map((group) =>
        within(group)
          .getAllByRole('menuitemradio')
          .map((each) => each.dataset.name),
      ),
    ).toEqual([
      [text('period.month-before'), text('views.all-rows'), text('preset.name'), text('views.this-month')],
      ['Mes de Ana'],
      [
        text('views.losses'),
        text('views.no-product-cost'),
        text('views.no-payment-information'),
        'De órdenes',
      ],
      [text('views.twelve-months')],
      [text('changes.span-last'), text('views.all-different'), text('views.all-removed')],
    ]);
    expect(screen.getByTestId('view-dashboard').textContent).toContain(text('views.dashboard-note'));
    expect(screen.getByTestId('view-dashboard').textContent).toContain('Tipo de Dato: Orden, Publicación');
    expect(screen.getByTestId('view-last-close').textContent).not.toContain('Tipo de Dato');
    // Elsewhere names are enough: what a view is is its title.
    expect([screen.getByTestId('view-losses').title, screen.getByTestId('view-losses').textContent]).toEqual([
      text('views.losses-note'),
      text('views.losses'),
    ]);
    expect(screen.getByTestId('view-last-close').title).toBe(text('period.month-before'));
    expect(screen.getByTestId('view-save-as').textContent).toBe(`${text('views.save-as')}Ctrl+Mayús+S`);
    expect(screen.getByTestId('views-share').textContent).toBe(text('views.share'));
  });

  test('names the one in use, says where it was changed, and leads back to it', async () => {
    const { press, open, user } = await menu([view({ rows: { ...ALL_ROWS, search: 'x' } })]);
    await press('view-v1');
    expect([inUse(), trigger().title, probedSelection().search]).toEqual([
      ['v1', 'false'],
      text('views.button', { name: 'Mes de Ana' }),
      'x',
    ]);
    choose(FILTER);
    expect([inUse(), trigger().getAttribute('aria-label')]).toEqual([
      ['v1', 'true'],
      `${text('views.name')}: Mes de Ana, ${text('views.changed')}`,
    ]);
    await open();
    expect(screen.getByTestId('view-v1').getAttribute('aria-checked')).toBe('false');
    fireEvent.click(screen.getByTestId('view-back'));
    expect([inUse(), probedSelection().filters]).toEqual([['v1', 'false'], []]);
    await open();
    expect(screen.getByTestId('view-v1').getAttribute('aria-checked')).toBe('true');
    expect(['view-back', 'view-save'].map((id) => screen.queryByTestId(id))).toEqual([null, null]);
    await user.keyboard('{Escape}');
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}');
    expect(probedSelection().search).toBe('');
  });

  test('names the first one too, as long as it is what is shown', async () => {
    const { press } = await menu();
    await press('view-last-close');
    expect([inUse(), trigger().textContent, trigger().getAttribute('aria-label')]).toEqual([
      ['last-close', 'false'],
      text('period.month-before'),
      `${text('views.name')}: ${text('period.month-before')}`,
    ]);
    choose(FILTER);
    expect([inUse(), trigger().textContent]).toEqual([['', 'true'], text('views.name')]);
  });

  test('has none where the rows are no view’s, and nothing to change then', async () => {
    const { open } = await menu();
    choose({ type: 'set-period', period: null });
    choose(FILTER);
    expect([inUse(), trigger().title, trigger().getAttribute('aria-label')]).toEqual([
      ['', 'true'],
      text('views.name'),
      text('views.name'),
    ]);
    await open();
    const actions = ['view-save', 'view-back', 'view-rename', 'view-delete'];
    expect(actions.map((id) => screen.queryByTestId(id))).toEqual(actions.map(() => null));
    expect(screen.getByText(text('views.own-none'))).toBeTruthy();
  });

  test('a change is saved into an own view at once; undone it is as it was', async () => {
    const { press, user } = await menu([view(), view({ id: 'v2', name: 'Otra' })]);
    await press('view-v1');
    choose(FILTER);
    await press('view-save');
    expect(inUse()).toEqual(['v1', 'false']);
    expect(stored().map(({ id, rows }) => [id, rows.filters.length])).toEqual([
      ['v1', 1],
      ['v2', 0],
    ]);
    await user.keyboard('{Control>}z{/Control}');
    expect(stored()[0]?.rows.filters).toEqual([]);
  });

  test('one that is deleted is offered back', async () => {
    const { press } = await menu([view(), view({ id: 'v2', name: 'Otra' })]);
    await press('view-v1');
    await press('view-delete');
    expect(stored().map(({ id }) => id)).toEqual(['v2']);
    expect(trigger().dataset.value).not.toBe('v1');
    expect(screen.getByTestId('undo-line').textContent).toContain(
      text('undo.view-deleted', { name: 'Mes de Ana' }),
    );
    fireEvent.click(screen.getByTestId('undo-offer'));
    expect(
      stored()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['v1', 'v2']);
    expect(trigger().dataset.value).toBe('v1');
  });

  test('is chosen with its days, its currency and how its screen looks; one step leads back from all of it', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'Bodega', Cuenta: '', code: 'USD' }] };
    const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
    const screens = () =>
      JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}') as { [part: string]: unknown };
    localStorage.setItem(
      'cuadra.screens.a',
      JSON.stringify({ 'panel.trend': { isTable: true }, 'orders.columns': 'kept' }),
    );
    const own = view({
      currency: 'USD',
      period: { kind: 'days', from: '2026-11-01' as never, to: '2026-11-09' as never },
      parts: { 'panel.other': 'theirs' },
      rows: { ...ALL_ROWS, search: 'x' },
    });
    const { press, user } = await menu([own, view({ id: 'v2', name: 'Otra' })], { accounts });
    const before = probedSelection();
    await press('view-v1');
    expect(probedSelection()).toMatchObject({
      search: 'x',
      period: { from: '2026-11-01', to: '2026-11-09' },
      scope: { isExcluded: false },
    });
    expect([screens()['panel.trend'], screens()['panel.other'], screens()['orders.columns']]).toEqual([
      undefined,
      'theirs',
      'kept',
    ]);
    await user.keyboard('{Control>}z{/Control}');
    expect([probedSelection(), trigger().dataset.value]).toEqual([before, expect.not.stringMatching(/^v1$/)]);
    expect([screens()['panel.trend'], screens()['panel.other']]).toEqual([{ isTable: true }, undefined]);
    // A built-in one leaves the currency and how the screen looks as they are.
    await press('view-dashboard');
    expect(screens()['panel.trend']).toEqual({ isTable: true });
    expect(probedSelection()).toMatchObject({ dashboardPreset: true, scope: before.scope });
    // Another one that is deleted is not the one in use.
    await press('view-v2');
    await press('view-v1');
    await press('view-delete');
    expect(stored().map(({ id }) => id)).toEqual(['v2']);
  });

  test('of a currency that is gone is shown in another, and that is said', async () => {
    const accounts = {
      accounts: [account({ currencies: { main: 'CLP', own: [] } })],
      activeId: 'a',
      keyStorage: 'memory',
    } as const;
    const { press } = await menu([view({ currency: 'USD' })], { accounts });
    await press('view-v1');
    expect(screen.getByTestId('undo-line').textContent).toBe(
      text('views.currency-gone', { code: 'USD', shown: 'CLP' }),
    );
  });
});

describe('a view is saved', () => {
  test('under a name, with its days as they are meant', async () => {
    const { user } = await menu();
    choose({ type: 'set-period', period: { from: '2026-11-01', to: '2026-11-20' } as never });
    await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
    await dialog();
    expect([nameField().value, done().disabled, done().textContent]).toEqual([
      '',
      true,
      text('views.save-do'),
    ]);
    expect((await dialog()).textContent).toContain(text('views.holds'));
    const meanings = within(await dialog()).getAllByRole('radio');
    expect(meanings.map((each) => [each.dataset.testid, each.getAttribute('aria-checked')])).toEqual([
      ['view-period-month', 'true'],
      ['view-period-days', 'false'],
    ]);
    expect(meanings.map((each) => each.closest('label')?.textContent)).toEqual([
      text('views.period-preset', { name: text('period.month'), days: '1–20 nov 2026' }),
      text('views.period-days', { name: '', days: '1–20 nov 2026' }),
    ]);
    type('   ');
    expect(done().disabled).toBe(true);
    type(' Noviembre ');
    await user.click(screen.getByTestId('view-period-days'));
    fireEvent.click(done());
    await waitFor(() => expect(screen.queryByTestId('view-dialog')).toBeNull());
    expect(stored()).toMatchObject([
      { name: 'Noviembre', screen: 'panel', period: { kind: 'days', from: '2026-11-01', to: '2026-11-20' } },
    ]);
    expect(inUse()).toEqual([stored()[0]?.id, 'false']);
    // What is new is no loss to be offered back; it is the one in use from now on.
    expect(screen.queryByTestId('undo-offer')).toBeNull();
    choose(FILTER);
    expect(inUse()).toEqual([stored()[0]?.id, 'true']);
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    expect([stored(), trigger().dataset.value]).toEqual([[], '']);
  });

  test('in the place of one of that name on the same screen, which is said before', async () => {
    const { press } = await menu([view(), view({ id: 'v2', name: 'Otra', screen: 'orders' })]);
    choose({ type: 'set-period', period: null });
    choose(FILTER);
    await press('view-save-as');
    await dialog();
    // One meaning of the days is said, not asked.
    expect((await dialog()).textContent).toContain(`${text('views.period')}: ${text('views.period-all')}`);
    type('otra');
    expect([screen.queryByText(text('views.name-taken')), done().textContent]).toEqual([
      null,
      text('views.save-do'),
    ]);
    type('MES de ana');
    expect(screen.getByText(text('views.name-taken'))).toBeTruthy();
    expect(done().textContent).toBe(text('views.replace-do'));
    fireEvent.click(done());
    expect(stored().map(({ id, name, rows }) => `${id} ${name} ${rows.filters.length}`)).toEqual([
      'v1 MES de ana 1',
      'v2 Otra 0',
    ]);
    expect(screen.getByTestId('undo-offer')).toBeTruthy();
  });

  test('of rows without a date as those, of days that only are themselves as these days', async () => {
    const { press, user } = await menu();
    const undated = { column: 'Fecha de compra', beyond: null };
    choose({ type: 'set-dates', column: undated.column, filter: undated });
    await press('view-save-as');
    expect((await dialog()).textContent).toContain(`${text('views.period')}: ${text('pivot.no-date')}`);
    await user.keyboard('{Escape}');
    choose({ type: 'set-period', period: { from: '2026-01-05', to: '2026-01-09' } as never });
    await press('view-save-as');
    expect((await dialog()).textContent).toContain(`${text('views.period')}: 5–9 ene 2026`);
  });

  test('of Cambios has no days', async () => {
    const { press } = await menu();
    goTo('#changes');
    await press('view-save-as');
    const asked = await dialog();
    expect(asked.textContent).toContain(text('views.holds-changes'));
    expect(asked.textContent).not.toContain(`${text('views.period')}:`);
    type('Lo último');
    fireEvent.click(done());
    expect(stored()).toMatchObject([{ name: 'Lo último', screen: 'changes', period: { kind: 'all' } }]);
  });

  test('by another name, which no other of its screen may have', async () => {
    const { press } = await menu([
      view(),
      view({ id: 'v2', name: 'Otra' }),
      view({ id: 'v3', name: 'Tres', screen: 'orders' }),
    ]);
    await press('view-v1');
    await press('view-rename');
    await dialog();
    expect([nameField().value, done().disabled]).toEqual(['Mes de Ana', false]);
    type('OTRA');
    expect([screen.getByText(text('views.name-taken-rename')) !== null, done().disabled]).toEqual([
      true,
      true,
    ]);
    fireEvent.submit(nameField());
    expect(stored()[0]?.name).toBe('Mes de Ana');
    type('tres');
    expect(done().disabled).toBe(false);
    fireEvent.click(done());
    expect(stored().map(({ name }) => name)).toEqual(['tres', 'Otra', 'Tres']);
    expect(trigger().textContent).toContain('tres');
    // It is the same one still: what is changed is changed of it, and it goes back to itself.
    choose(FILTER);
    expect([inUse(), trigger().textContent]).toEqual([['v1', 'true'], `tres${text('views.changed')}`]);
  });
});

describe('views are shared', () => {
  const FILE = writeViewFile([
    view({ name: 'De Eva', rows: { ...ALL_ROWS, filters: [{ column: 'Rara', values: ['x'] }] } }),
  ]);
  const told = () => screen.getByTestId('views-told');

  test('to a file: the one in use, or all; where it lies is said', async () => {
    const written: string[] = [];
    const { press, asked } = await menu([view(), view({ id: 'v2', name: 'Otra' })], {
      mainStreams: {
        exportFile: writtenFile({ kind: 'file', path: '/x/v' }, (bytes) =>
          written.push(new TextDecoder().decode(bytes)),
        ),
      },
    });
    await press('view-v1');
    await press('views-share');
    const shown = await dialog('views-share-dialog');
    expect(screen.getByTestId('views-export-one').textContent).toBe(
      text('views.export-one', { name: 'Mes de Ana' }),
    );
    expect(screen.getByTestId('views-export').textContent).toBe(text('views.export-all', { count: 2 }));
    fireEvent.click(screen.getByTestId('views-export-one'));
    await within(shown).findByText(text('views.exported', { path: '/x/v' }));
    fireEvent.click(screen.getByTestId('views-export'));
    await waitFor(() => expect(written).toHaveLength(2));
    expect(written.map((file) => ['Mes de Ana', 'Otra'].filter((name) => file.includes(name)))).toEqual([
      ['Mes de Ana'],
      ['Mes de Ana', 'Otra'],
    ]);
    const names = asked.flatMap(({ input }) =>
      typeof input === 'object' && input !== null && 'fileName' in input ? [input.fileName] : [],
    );
    expect(names).toEqual(['mes-de-ana.cuadra-vista', 'vistas.cuadra-vista']);
  });

  test('from pasted text: what came is said, with columns that nobody here knows, and can be opened', async () => {
    const { press, user } = await menu();
    await press('views-share');
    await dialog('views-share-dialog');
    expect(screen.getByText(text('views.export-none'))).toBeTruthy();
    const paste = screen.getByTestId('views-paste');
    const go = screen.getByTestId<HTMLButtonElement>('views-import-text');
    expect(go.disabled).toBe(true);
    fireEvent.change(paste, { target: { value: 'no views' } });
    fireEvent.click(go);
    expect([told().dataset.kind, told().textContent]).toEqual(['refused', text('views.error-not-json')]);
    fireEvent.change(paste, { target: { value: FILE } });
    fireEvent.click(go);
    expect([told().dataset.kind, (paste as HTMLTextAreaElement).value]).toEqual(['added', '']);
    expect(told().textContent).toContain(
      text('views.imported', { count: 1, names: `De Eva (${text('nav.panel')})` }),
    );
    expect(screen.getByTestId('views-unknown').textContent).toBe(
      text('views.imported-unknown', { columns: 'Rara' }),
    );
    await user.click(screen.getByRole('button', { name: text('views.import-open', { name: 'De Eva' }) }));
    expect([window.location.hash, probedSelection().filters]).toEqual([
      '#panel',
      [{ column: 'Rara', values: ['x'] }],
    ]);
    await waitFor(() => expect(screen.queryByTestId('views-share-dialog')).toBeNull());
  });

  test('from a file that is chosen; one that cannot be of views is not read', async () => {
    const { press, user } = await menu();
    await press('views-share');
    await dialog('views-share-dialog');
    const input = screen.getByTestId('views-import-file');
    const large = new File(['x'], 'v.cuadra-vista');
    Object.defineProperty(large, 'size', { value: 1e9 });
    const read = vi.spyOn(large, 'text');
    await user.upload(input, large);
    await waitFor(() => expect(told().textContent).toBe(text('views.error-too-large')));
    expect(read).not.toHaveBeenCalled();
    const known = view({ name: 'Una' });
    await user.upload(input, new File([writeViewFile([known, { ...known, name: 'Dos' }])], 'v.cuadra-vista'));
    await waitFor(() => expect(told().dataset.kind).toBe('added'));
    // Of several none is opened at once, and all their columns are known.
    expect(within(told()).queryByRole('button')).toBeNull();
    expect(screen.queryByTestId('views-unknown')).toBeNull();
    expect(stored().map(({ name }) => name)).toEqual(['Una', 'Dos']);
  });

  test.each([
    ['{"cuadra":"views","version":99,"views":[]}', text('views.error-newer', { version: 99 })],
    ['{"cuadra":"costs"}', text('views.error-other', { other: 'costs' })],
    ['{}', text('views.error-not-views')],
    ['{"cuadra":"views","version":1,"views":[]}', text('views.error-no-views')],
  ])('that cannot be read are refused with what is wrong: %s', async (content, words) => {
    await openPage({}, () => (
      <InAccount>
        <OpenedViewsDialog name="a.cuadra-vista" content={content} onClose={() => {}} />
      </InAccount>
    ));
    const opened = screen.getByTestId('views-opened');
    expect([opened.dataset.kind, within(opened).getByRole('alert').textContent]).toEqual(['refused', words]);
  });

  test('of a file that was opened are told first', async () => {
    await openPage({}, () => (
      <InAccount>
        <OpenedViewsDialog name="a.cuadra-vista" content={FILE} onClose={() => {}} />
      </InAccount>
    ));
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      `De Eva (${text('nav.panel')})`,
    ]);
    expect(stored()).toEqual([]);
    const add = screen.getByTestId('views-opened-import');
    expect(add.textContent).toBe(text('opened.views-do', { count: 1 }));
    fireEvent.click(add);
    expect(stored()).toHaveLength(1);
    expect(screen.queryByTestId('views-opened-import')).toBeNull();
    expect(screen.getByTestId('views-unknown')).toBeTruthy();
  });
});

describe('the currency of all figures', () => {
  function All() {
    return <output>{useAllCurrencies()}</output>;
  }
  const open = (own: readonly string[], main: string | null = 'CLP') => {
    const currencies = { main, own: own.map((code) => ({ Canal: code, Cuenta: 'x', code })) };
    return openPage(
      { accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } },
      () => (
        <InAccount>
          <CurrencySwitch />
          <All />
          <SelectionProbe />
        </InAccount>
      ),
    );
  };
  const shown = () => screen.queryByTestId('currency-switch')?.dataset.value ?? null;

  test('is chosen among those there are; undone it is the one before', async () => {
    const { user } = await open(['USD', 'USD']);
    expect([shown(), screen.getByText(text('currency.all')) !== null]).toEqual(['CLP', true]);
    const dollars = {
      accounts: [
        { Canal: 'USD', Cuenta: 'x' },
        { Canal: 'USD', Cuenta: 'x' },
      ],
      isExcluded: false,
    };
    expect(probedSelection().scope).toEqual({ ...dollars, isExcluded: true });
    await user.click(within(screen.getByTestId('currency-switch')).getByText('USD'));
    expect([shown(), probedSelection().scope]).toEqual(['USD', dollars]);
    await user.keyboard('{Control>}z{/Control}');
    expect(shown()).toBe('CLP');
    expect(screen.getByTestId('undo-line').textContent).toBe(
      text('undo.done', { label: text('undo.currency', { code: 'USD' }) }),
    );
  });

  test('is taken back to the one before, not to the main one; the same once more is no step', async () => {
    const { user } = await open(['USD', 'EUR']);
    const press = (code: string) => user.click(within(screen.getByTestId('currency-switch')).getByText(code));
    await press('USD');
    await press('EUR');
    await press('EUR');
    await user.keyboard('{Control>}z{/Control}');
    expect([shown(), probedSelection().scope?.accounts]).toEqual(['USD', [{ Canal: 'USD', Cuenta: 'x' }]]);
    await user.keyboard('{Control>}z{/Control}');
    expect(shown()).toBe('CLP');
  });

  test('is no choice where there is one, or none with a name; of many it is a list', async () => {
    const one = await open([]);
    expect([shown(), screen.queryByText(text('currency.all'))]).toEqual([null, null]);
    one.view.unmount();
    const none = await open(['USD'], null);
    expect(shown()).toBeNull();
    none.view.unmount();
    const three = await open(['USD', 'EUR']);
    expect(within(screen.getByTestId('currency-switch')).queryByText('EUR')).not.toBeNull();
    three.view.unmount();
    await open(['USD', 'EUR', 'BRL']);
    expect(within(screen.getByTestId('currency-switch')).queryByText('EUR')).toBeNull();
  });

  test('of an account is found by its code or name, the usual ones first', async () => {
    // A list of three hundred is long in drawing.
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['AED', 'CLP']);
    const chosen: (string | null)[] = [];
    const { user } = await openPage({}, () => (
      <CurrencyChoice
        label="Moneda"
        testId="c"
        code={null}
        none="sin nombre"
        onChoose={(code) => chosen.push(code)}
      />
    ));
    const open = screen.getByTestId('c');
    expect([open.textContent, open.dataset.value]).toEqual(['sin nombre', '']);
    await user.click(open);
    const options = await screen.findAllByRole('option');
    expect(options.slice(0, 3).map((each) => each.textContent)).toEqual([
      'sin nombre',
      'CLP · peso chileno',
      'ARS · peso argentino',
    ]);
    expect(options.filter((each) => each.textContent?.startsWith('CLP ')).length).toBe(1);
    expect(screen.getByRole('combobox', { name: text('settings.currency-find') })).toBeTruthy();
    await user.click(options[0] as HTMLElement);
    expect(chosen).toEqual([]);
    await user.click(open);
    await user.click((await screen.findAllByRole('option'))[1] as HTMLElement);
    expect(chosen).toEqual(['CLP']);
  });

  test('that is set stands by its code, and is none again where that can be', async () => {
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['AED']);
    const chosen: (string | null)[] = [];
    const { user, view: drawn } = await openPage({}, () => (
      <CurrencyChoice
        label="Moneda"
        testId="c"
        code="BRL"
        none="sin nombre"
        onChoose={(code) => chosen.push(code)}
      />
    ));
    const open = screen.getByTestId('c');
    expect([open.textContent, open.dataset.value, open.getAttribute('aria-label')]).toEqual([
      'BRL',
      'BRL',
      'Moneda: BRL · real brasileño',
    ]);
    await user.click(open);
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
    expect(chosen).toEqual([null]);
    drawn.unmount();
    await openPage({}, () => (
      <CurrencyChoice label="Moneda" testId="c" code={null} none={null} onChoose={() => {}} />
    ));
    expect(screen.getByTestId('c').textContent).toBe('');
  });
});

describe('an account', () => {
  test('is told apart by where it comes from, and says what it holds', () => {
    const pesos = account({ currencies: { main: 'CLP', own: [] } });
    const both = account({
      currencies: { main: 'CLP', own: [{ Canal: 'A', Cuenta: 'x', code: 'USD' }] },
      plan: 'free',
    });
    expect(accountDetail(pesos, text)).toBe(`api.example · ${text('plan.pro')}`);
    expect(accountDetail(account({ name: '' }), text)).toBe(text('plan.pro'));
    expect(accountDetail(account({ kind: 'demo' }), text)).toBe(text('account.demo-detail'));
    expect([
      accountLine(pesos, null, text),
      accountLine(pesos, 2, text),
      accountLine(both, 1, text),
      accountLine(account(), null, text),
    ]).toEqual(['CLP · Pro', 'CLP · 2 canales · Pro', 'CLP +1 · 1 canal · Free', 'Pro']);
  });

  test('is read as often as is chosen', async () => {
    const labels = (kind: 'api' | 'demo') =>
      periodOptions(kind, text).map(({ value, label }) => `${value} ${label}`);
    expect(labels('api')).toEqual(
      expect.arrayContaining(['15 cada 15 min', '60 cada hora', '240 cada 4 h', '1440 cada día']),
    );
    expect(labels('demo').filter((label) => label.includes(text('schedule.demo')))).toHaveLength(1);
    const { user, asked, view: drawn } = await openPage({}, () => <ScheduleChoice />);
    const menuOf = screen.getByTestId('schedule');
    await user.click(menuOf);
    await user.click(await screen.findByRole('menuitemradio', { name: 'cada 15 min' }));
    expect(asked).toEqual([{ call: 'updateAccount', input: { accountId: 'a', syncEveryMinutes: 15 } }]);
    drawn.unmount();
    await openPage({ accounts: { accounts: [], activeId: null, keyStorage: 'memory' } }, () => (
      <ScheduleChoice />
    ));
    expect(screen.queryByTestId('schedule')).toBeNull();
  });

  test('is of one plan or the other', async () => {
    const chosen: string[] = [];
    const { user } = await openPage({}, () => (
      <PlanChoice plan="pro" onChange={(plan) => chosen.push(plan)} />
    ));
    await user.click(screen.getByText(text('plan.free')));
    expect(chosen).toEqual(['free']);
  });

  test('that goes takes all that is remembered of it, and nothing of others', () => {
    for (const key of [
      'cuadra.views.a',
      'cuadra.screens.a',
      'cuadra.views.b',
      'cuadra.preferences',
      'other.a',
      'cuadra.views.ba',
    ])
      localStorage.setItem(key, '1');
    forgetAccount('a');
    const left = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).toSorted();
    expect(left).toEqual(['cuadra.preferences', 'cuadra.views.b', 'cuadra.views.ba', 'other.a']);
  });
});

test('of more than three closed months that moved the last three are named', async () => {
  const figures = (total: string) => [
    { Canal: 'A', Cuenta: '1', rows: 1, orders: 1, sums: { 'Rentabilidad Total': total } },
  ];
  const close = (month: string, now: string) => ({
    ...{ month, state: 'drifted', evidence: 'e', now: figures(now) },
    close: { figures: figures('10'), log: [{ what: 'closed', owner: '', note: '', atMs: 1 }] },
  });
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((month, at) =>
    close(month, `${at}`),
  );
  await openPage({ dataReplies: { readCloses: () => ({ revision: 1, months }) as never } }, () => (
    <InAccount>
      <ClosedMonthsBar />
    </InAccount>
  ));
  const bar = await screen.findByTestId('closed-months');
  expect(bar.textContent).toContain(text('closed.several', { count: 5 }));
  expect(screen.getAllByTestId('closed-to-drift').map(({ dataset }) => dataset.month)).toEqual([
    '2026-03',
    '2026-04',
    '2026-05',
  ]);
  expect(screen.getAllByTestId('closed-drift').map(({ dataset }) => dataset.value)).toEqual([
    '-8',
    '-7',
    '-6',
  ]);
  expect(bar.textContent).toContain(text('closed.more', { count: 2 }));
  expect(bar.textContent).not.toContain(text('closed.same'));
});

describe('what was done', () => {
  function Steps() {
    const { remember } = useUndo();
    const undo = useUndoNewest();
    const [log, set] = useState<readonly string[]>([]);
    return (
      <>
        <button
          type="button"
          onClick={() => remember('one', () => set((now) => [...now, 'back']), { isOffered: true })}
        >
          do
        </button>
        <button type="button" disabled={undo === null} onClick={() => undo?.()}>
          take back
        </button>
        <output data-testid="log">{log.join(' ')}</output>
        <input aria-label="text" />
        <input type="checkbox" aria-label="box" />
        <UndoLine />
      </>
    );
  }
  const open = () =>
    openPage({}, () => (
      <UndoProvider>
        <Steps />
      </UndoProvider>
    ));
  const log = () => screen.getByTestId('log').textContent;

  test('is offered back for a while, longer where one is about to take it', async () => {
    const { user } = await open();
    vi.useFakeTimers();
    const line = screen.getByTestId('undo-line');
    const back = screen.getByText<HTMLButtonElement>('take back');
    expect([back.disabled, line.dataset.kind]).toEqual([true, '']);
    fireEvent.click(screen.getByText('do'));
    expect([back.disabled, line.dataset.kind, within(line).getByRole('status').textContent]).toEqual([
      false,
      'done',
      'one',
    ]);
    act(() => vi.advanceTimersByTime(7999));
    expect(line.dataset.kind).toBe('done');
    act(() => screen.getByTestId('undo-offer').focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(line.dataset.kind).toBe('done');
    act(() => screen.getByTestId('undo-offer').blur());
    act(() => vi.advanceTimersByTime(8000));
    expect([line.dataset.kind, screen.queryByTestId('undo-offer')]).toEqual(['', null]);
    fireEvent.click(screen.getByText('do'));
    fireEvent.pointerEnter(screen.getByTestId('undo-offer'));
    act(() => vi.advanceTimersByTime(60_000));
    fireEvent.click(screen.getByTestId('undo-offer'));
    expect([log(), line.dataset.kind]).toEqual(['back', 'undone']);
    act(() => vi.advanceTimersByTime(8000));
    expect(line.dataset.kind).toBe('');
    vi.useRealTimers();
    await user.click(screen.getByText('take back'));
    expect(log()).toBe('back back');
  });

  test('is taken back by its key, but where one is typing', async () => {
    const { user } = await open();
    fireEvent.click(screen.getByText('do'));
    await user.click(screen.getByLabelText('text'));
    await user.keyboard('{Control>}z{/Control}');
    expect(log()).toBe('');
    await user.click(screen.getByLabelText('box'));
    await user.keyboard('{Control>}z{/Control}');
    expect(log()).toBe('back');
  });
});

describe('the settings of the interface', () => {
  test('are on the document, and are what they were where they cannot be read', async () => {
    writeStored('cuadra.preferences', { theme: 'dark', textSize: '130', language: 'pt', rows: 'huge' });
    let change: ReturnType<typeof usePreferences>['change'] = () => {};
    let rows = '';
    function Settings() {
      const held = usePreferences();
      change = (part) => act(() => held.change(part));
      rows = held.preferences.rows;
      return null;
    }
    await openPage({}, () => <Settings />);
    const { dataset } = document.documentElement;
    expect([dataset.theme, dataset.textSize, document.documentElement.lang, rows]).toEqual([
      'dark',
      '130',
      'pt-BR',
      'dense',
    ]);
    change({ theme: 'light', textSize: '100', language: 'es' });
    expect([dataset.theme, dataset.textSize]).toEqual(['light', '100']);
    expect(JSON.parse(localStorage.getItem('cuadra.preferences') ?? '')).toMatchObject({
      theme: 'light',
      textSize: '100',
    });
  });

  test('values that are none are refused', () => {
    const reads = (schema: { safeParse: (value: unknown) => { success: boolean } }, ...values: unknown[]) =>
      values.map((value) => schema.safeParse(value).success);
    expect(reads(storedDecimal, '1.5', '-2', 'x', '', 3)).toEqual([true, true, false, false, false]);
    expect(reads(storedDay, '2026-10-31', '2026-02-30', '2026-10')).toEqual([true, false, false]);
    expect(reads(storedMonth, '2026-10', '2026-13', '2026-10-01')).toEqual([true, false, false]);
  });
});
