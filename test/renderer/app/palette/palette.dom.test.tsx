import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { menuOf } from '#electron/desktop/menu.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { ExportMenu } from '#renderer/features/export/export.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { PERIOD_PRESETS } from '#renderer/features/period/period.ts';
import {
  CHART_KINDS,
  INITIAL_VIEW,
  POINTS,
  STARTING_POINTS,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

function Place() {
  return <output aria-label="screen">{useNavigation().address.screen}</output>;
}

const ROW = { Canal: 'Uno', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };
const page = (setting: PageSetting = {}) =>
  openPage({ rows: [ROW], ...setting }, () => (
    <InAccount>
      <PaletteKeys />
      <Place />
      <SelectionProbe />
      <input aria-label="field" />
    </InAccount>
  ));
type Page = Awaited<ReturnType<typeof page>>;

const place = () => screen.getByLabelText('screen').textContent;
const find = () => screen.findByRole<HTMLInputElement>('combobox', { name: text('palette.find') });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
async function typed({ user }: Page, words: string) {
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await find());
  await user.paste(words);
}

describe('the palette', () => {
  test('opens with Ctrl+K, goes where its name is typed, and is gone', async () => {
    const one = await page();
    expect(place()).toBe('panel');
    await typed(one, 'sincroniz');
    expect(options()[0]).toContain(text('nav.sync'));
    await one.user.keyboard('{Enter}');
    expect(place()).toBe('sync');
    expect(window.location.hash).toBe('#sync');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('finds without accents and capitals, and the arrows go along what is found', async () => {
    const one = await page();
    await typed(one, 'ordenes');
    expect(options()[0]).toContain(text('nav.orders'));
    await one.user.clear(await find());
    await one.user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(place()).toBe('profitability');
  });

  test('opens the export menu of the screen, where it has one', async () => {
    const one = await openPage({ rows: [ROW] }, () => (
      <InAccount>
        <PaletteKeys />
        <ExportMenu title="" job={() => null} />
      </InAccount>
    ));
    await typed(one, 'pdf');
    await one.user.keyboard('{Enter}');
    expect(await screen.findByTestId('export-pdf')).toBeTruthy();
    cleanup();
    await typed(await page(), 'pdf');
    expect(options()).toEqual([]);
  });

  test('says where nothing is called so, and Enter does nothing then', async () => {
    const one = await page();
    await typed(one, 'qwxyz');
    expect(options()).toEqual([]);
    expect(screen.getByText(text('palette.none'))).toBeTruthy();
    await one.user.keyboard('{Enter}');
    expect(place()).toBe('panel');
    await one.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('sets a period by its name, told from the last purchase, which Ctrl+Z takes back', async () => {
    const one = await page();
    await typed(one, text('period.month-before').toLowerCase());
    await one.user.keyboard('{Enter}');
    expect(probedSelection().period).toEqual({ from: '2026-09-01', to: '2026-09-30' });
    await one.user.keyboard('{Control>}z{/Control}');
    expect(probedSelection().period).toBeNull();
  });

  test('turns the dashboard’s preset on, and offers to turn it off then', async () => {
    const one = await page();
    await typed(one, text('palette.preset-on'));
    await one.user.keyboard('{Enter}');
    expect(probedSelection().dashboardPreset).toBe(true);
    await typed(one, text('palette.preset-off'));
    await one.user.keyboard('{Enter}');
    expect(probedSelection().dashboardPreset).toBe(false);
  });

  test('does what the app’s menus ask for, by the ids and the keys that they have there', async () => {
    const one = await page();
    await one.user.keyboard('{Control>}k{/Control}');
    const keyOf = (id: string) =>
      document
        .querySelector(`[data-command="${id}"] small`)
        ?.textContent?.replace(text('keys.shift'), 'Shift');
    const shown = menuOf(wordsOf('es'), false, new Set()).flatMap(({ items }) => items);
    for (const item of shown) {
      if (item.kind !== 'command' || item.command === 'palette' || item.command === 'undo') continue;
      const own = item.keys?.replace('CmdOrCtrl', 'Ctrl') ?? (item.command === 'sheet' ? '?' : '');
      expect([item.command, keyOf(item.command)]).toEqual([item.command, own]);
    }
    await one.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    one.report('command', 'go-sync');
    await waitFor(() => expect(place()).toBe('sync'));
    one.report('command', 'sync');
    await waitFor(() => expect(one.asked).toEqual([{ call: 'syncNow', input: null }]));
    one.report('command', 'sheet');
    expect(await screen.findByTestId('shortcut-sheet')).toBeTruthy();
    // Behind a dialog nothing changes unseen.
    one.report('command', 'go-orders');
    await one.user.keyboard('{Escape}');
    one.report('command', 'palette');
    expect(await screen.findByRole('combobox')).toBeTruthy();
    expect(place()).toBe('sync');
  });

  test('has everything that can be done, by groups, each with its days or keys', async () => {
    const one = await page();
    await one.user.keyboard('{Control>}k{/Control}');
    await find();
    const groups = [...document.querySelectorAll<HTMLElement>('[role=listbox] [role=group]')].map(
      (group) => ({
        name: group.firstElementChild?.textContent,
        ids: [...group.querySelectorAll<HTMLElement>('[data-command]')].map(
          ({ dataset }) => dataset.command ?? '',
        ),
      }),
    );
    expect(groups.map(({ name }) => name)).toEqual([
      ...[text('palette.go'), text('period.label'), text('views.name'), text('palette.templates')],
      ...[text('palette.rows'), text('palette.do'), text('palette.look')],
    ]);
    const [go, periods, views, templates, rows, doing, looks] = groups.map(({ ids }) => ids);
    expect(go?.slice(0, 6)).toEqual(SCREEN_IDS.map((id) => `go-${id}`));
    expect(go).toContain('reconciliation-bank');
    expect(periods).toEqual(['period-all', ...PERIOD_PRESETS.map(({ id }) => `period-${id}`)]);
    expect(views?.slice(0, 4)).toEqual([
      'view-last-close',
      'view-all-rows',
      'view-dashboard',
      'view-this-month',
    ]);
    expect(views).toContain('view-losses');
    expect(templates).toEqual([
      'start-result',
      ...STARTING_POINTS.map((point) => `start-${point}`),
      ...CHART_KINDS.map((kind) => `chart-${kind}`),
    ]);
    expect(rows).toEqual(['preset', 'clear']);
    expect(doing).toEqual(['sync', 'pause', 'freeze']);
    expect(looks).toEqual([
      ...['cover', 'theme-light', 'theme-dark', 'language-en', 'language-pt', 'rail'],
      ...['formats', 'looks', 'accounts', 'targets', 'exports', 'privacy', 'about'].map(
        (tab) => `settings-${tab}`,
      ),
      'sheet',
    ]);
    const shown = (id: string) => document.querySelector(`[data-command="${id}"]`)?.textContent;
    expect(shown('period-month')).toBe(`${text('period.month')}1–15 oct 2026`);
    expect(shown('view-losses')).toBe(
      `${text('views.palette', { name: text('views.losses') })}${text('nav.orders')}`,
    );
    expect(shown('settings-formats')).toMatch(/Ctrl\+,$/);
    expect(shown('settings-looks')).toBe(text('palette.settings', { tab: text('settings.tab-looks') }));
    expect(shown('theme-dark')).toBe(`${text('settings.theme')}: ${text('settings.theme-dark')}`);
  });

  test('does what each is called', async () => {
    const one = await page();
    const run = async (id: string) => {
      await one.user.keyboard('{Control>}k{/Control}');
      await find();
      const command = document.querySelector(`[data-command="${id}"]`);
      if (command === null) throw new Error(`There is no ${id}.`);
      fireEvent.click(command);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const stored = () => JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}');
    await run('period-month');
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-15' });
    await run('clear');
    expect(probedSelection()).toEqual(EVERYTHING);
    await run('freeze');
    await waitFor(() => expect(one.session.frozen.get()).not.toBeNull());
    await run('freeze');
    await waitFor(() => expect(one.session.frozen.get()).toBeNull());
    await run('pause');
    expect(one.asked).toEqual([{ call: 'pauseSync', input: null }]);
    const kept = () => JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}').profitability;
    await run('start-result');
    expect([kept(), place()]).toEqual([{ ...INITIAL_VIEW, shows: 'result' }, 'profitability']);
    await run('chart-lines');
    expect(kept()).toEqual({
      ...INITIAL_VIEW,
      shows: 'pivot',
      pivot: withChart(INITIAL_VIEW.pivot, 'lines'),
    });
    await one.user.keyboard('{Control>}z{/Control}');
    expect(kept()).toEqual({ ...INITIAL_VIEW, shows: 'result' });
    await run('cover');
    await run('theme-dark');
    await run('rail');
    expect(stored()).toMatchObject({ hidesAmounts: true, theme: 'dark', rail: 'mini' });
    await run('rail');
    await run('language-en');
    expect(stored()).toMatchObject({ rail: 'auto', language: 'en' });
  });

  test('offers the other accounts, not the one that is open', async () => {
    const other = account({ id: 'b', name: 'Otra Casa' });
    const one = await page({
      accounts: { accounts: [account(), other], activeId: 'a', keyStorage: 'memory' },
    });
    await typed(one, 'Cambiar a');
    expect(options()).toEqual([text('palette.account', { name: 'Otra Casa' })]);
    await one.user.keyboard('{Enter}');
    expect(one.asked).toEqual([{ call: 'activateAccount', input: { accountId: 'b' } }]);
  });

  test('leads to the rows that lie in no month, with how many they are', async () => {
    const undated = { ...ROW, 'Fecha de compra': '' };
    const one = await page({ rows: [ROW, undated, undated] });
    await typed(one, 'fecha de compra: sin');
    await screen.findByText('2 filas');
    await one.user.keyboard('{Enter}');
    expect(probedSelection().dateFilters).toEqual([{ column: 'Fecha de compra', beyond: null }]);
  });

  test('reads the changes, and opens the settings at a tab', async () => {
    const one = await page();
    await typed(one, text('sync.now'));
    await one.user.keyboard('{Enter}');
    expect(one.asked).toEqual([{ call: 'syncNow', input: null }]);
    await typed(one, text('palette.settings', { tab: text('settings.tab-privacy') }));
    await one.user.keyboard('{Enter}');
    const tab = await screen.findByRole('tab', { name: text('settings.tab-privacy') });
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });
});

describe('what the palette finds in the copy', () => {
  const sale = (Orden: string, sku: string, Producto: string) => ({
    ...ROW,
    Orden,
    'SKU Producto': sku,
    Producto,
  });
  const ROWS = [
    sale('200045', 'LUM-1', 'Lámpara de pie'),
    sale('2000451', 'LUM-1', 'Lámpara de pie'),
    sale('2000451', 'MES-7', 'Mesa plegable'),
    sale('1200045', 'MES-7', 'Mesa plegable'),
    { ...ROW, Orden: '', 'Tipo de Dato': 'Marketplace' },
  ];
  const where = () => screen.getByLabelText('screen').textContent;

  test('orders by the beginning of their number, that very number first; Enter opens it with all its rows', async () => {
    const one = await page({ rows: ROWS });
    await typed(one, '200045');
    await screen.findByRole('option', { name: /Orden 2000451/ });
    expect(options()).toEqual(['Orden 2000451 fila', 'Orden 20004512 filas']);
    await one.user.keyboard('{Enter}');
    expect(where()).toBe('orders');
    expect(window.location.hash).toBe('#orders/order/200045');
    expect(probedSelection()).toEqual({ ...EVERYTHING, filters: [{ column: 'Orden', values: ['200045'] }] });
    await one.user.keyboard('{Control>}z{/Control}');
    expect(probedSelection()).toEqual(EVERYTHING);
    expect(where()).toBe('panel');
  });

  test('an order whose number ends in a space: its place is without it, its rows as they are', async () => {
    const one = await page({ rows: [sale('300046 ', 'LUM-1', 'Lámpara de pie')] });
    await typed(one, '300046');
    await one.user.click(await screen.findByRole('option', { name: /300046/ }));
    expect(window.location.hash).toBe('#orders/order/300046');
    expect(probedSelection().filters).toEqual([{ column: 'Orden', values: ['300046 '] }]);
  });

  test('asks for orders, SKUs, names and values each in a place of its own: none ends another', async () => {
    const asked: { readonly column: string; readonly slot: string | undefined }[] = [];
    const one = await page({
      rows: ROWS,
      dataReplies: {
        readValues: ({ column, slot }) => {
          asked.push({ column, slot });
          return { revision: 1, values: [], found: 0, all: 0 };
        },
      },
    });
    await typed(one, 'lampara');
    await waitFor(() => expect(asked.map(({ column }) => column)).toContain('Tipo de Dato'));
    await waitFor(() => expect(asked.map(({ column }) => column)).toContain('Producto'));
    const slots = new Map(asked.map(({ column, slot }) => [column, slot]));
    expect(new Set(slots.values()).size).toBe(slots.size);
    expect([...slots.values()].every(Boolean)).toBe(true);
  });

  test('products by a part of their SKU or name, whatever its accents; they are shown in the orders', async () => {
    const one = await page({ rows: ROWS });
    await typed(one, 'lampara');
    await screen.findByRole('option', { name: /Lámpara de pie/ });
    expect(options()).toEqual(['Lámpara de pieProducto · 2 filas']);
    await one.user.keyboard('{Enter}');
    expect(probedSelection().filters).toEqual([{ column: 'Producto', values: ['Lámpara de pie'] }]);
    expect(where()).toBe('orders');
    await typed(one, 'mes-7');
    await one.user.click(await screen.findByRole('option', { name: /MES-7/ }));
    expect(probedSelection().filters).toContainEqual({ column: 'SKU Producto', values: ['MES-7'] });
  });

  test('values and columns by words in any order, in the language of the page and as the API spells them', async () => {
    const rows = [{ ...ROW, Canal: 'Mercado Austral', 'Estado de Orden': 'Devuelta' }, ROW];
    const one = await page({ rows });
    await typed(one, 'English');
    await one.user.keyboard('{Enter}');
    const labels = () =>
      screen.queryAllByRole('option').map((option) => option.querySelector('span')?.textContent ?? '');
    const english = languageText('en');
    const type = async (words: string) => {
      await one.user.keyboard('{Control>}k{/Control}');
      await one.user.click(await screen.findByRole('combobox', { name: english('palette.find') }));
      await one.user.paste(words);
    };
    await type('austral channel');
    await screen.findByRole('option', { name: /Austral/ });
    expect(labels()).toEqual(['Only Channel: Mercado Austral']);
    await one.user.keyboard('{Enter}');
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Mercado Austral'] }]);
    await type('returns');
    await screen.findByRole('option', { name: /Devuelta/ });
    await one.user.keyboard('{Escape}');
    for (const words of ['sales', 'ventas', 'status order', 'estado orden']) {
      await type(words);
      await waitFor(() =>
        expect(labels()).toContain(/s$/.test(words) ? 'Column: Sales' : 'Column: Order status'),
      );
      await one.user.keyboard('{Escape}');
    }
  });

  test('asks nothing for two letters, and no more than it shows', async () => {
    const many = Array.from({ length: 20 }, (_, at) => sale(`77700${at}`, 'S', 'P'));
    const one = await page({ rows: many });
    await typed(one, '77');
    expect(one.questions.filter((name) => name === 'readValues')).toEqual([]);
    expect(screen.queryAllByRole('option')).toEqual([]);
    await one.user.keyboard('7');
    await screen.findAllByRole('option', { name: /Orden 777/ });
    expect(options()).toHaveLength(6);
  });

  test('the views and templates of every screen: Enter goes there', async () => {
    const one = await page({ rows: ROWS });
    await typed(one, text('views.losses').toLowerCase());
    await one.user.keyboard('{Enter}');
    expect(where()).toBe('orders');
    expect(probedSelection().numberFilters).toHaveLength(1);
    await typed(one, text('start.losing-products').toLowerCase());
    await one.user.keyboard('{Enter}');
    expect(where()).toBe('profitability');
    const kept = () =>
      (
        JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '') as {
          profitability: { shows: string; pivot: unknown };
        }
      ).profitability;
    expect(kept()).toMatchObject({ shows: 'pivot', pivot: POINTS['losing-products'] });
    await typed(one, 'grafico');
    expect(options()).toHaveLength(CHART_KINDS.length);
    await one.user.keyboard('{Enter}');
    expect(kept().pivot).toMatchObject({ ...POINTS['losing-products'], chart: { kind: 'bars' } });
    await one.user.keyboard('{Control>}z{/Control}');
    expect(kept().pivot).toEqual(POINTS['losing-products']);
    await one.user.keyboard('{Control>}z{/Control}');
    expect(where()).toBe('orders');
  });
});

describe('the sheet of keys', () => {
  test('opens with a question mark, but not where one is typed', async () => {
    const { user } = await page();
    await user.click(screen.getByLabelText('field'));
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('field').value).toBe('?');
    await user.click(document.body);
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: text('keys.name') })).toBeTruthy();
  });
});
