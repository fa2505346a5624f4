import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import type { ValuesQuery } from '#renderer/data/model/values.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import ui from '#renderer/ui/controls.module.css';
import type { AppEvents } from '#shared/contract/app.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { loadPalette } from '#test/renderer/app/palette/loaded-palette.tsx';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The palette among what stands on the page: whose rows it finds, where its commands lead from and back, the focus. */

const ROW = { Canal: 'Uno', Cuenta: 'P', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };

beforeAll(loadPalette);

async function palette(setting: PageSetting = {}) {
  const held: { parts: { readonly [part: string]: unknown } } = { parts: {} };
  function Held() {
    held.parts = useScreenParts().parts;
    return <output aria-label="where">{Object.values(useNavigation().address).join(' ').trim()}</output>;
  }
  const page = await openPage({ at: '#panel', rows: [ROW], ...setting }, () => (
    <InAccount>
      <button type="button">before</button>
      <textarea aria-label="area" />
      <PaletteKeys />
      <Held />
      <SelectionProbe />
    </InAccount>
  ));
  const open = async (words = '') => {
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const find = await screen.findByTestId<HTMLInputElement>('palette-find');
    if (words !== '') fireEvent.change(find, { target: { value: words } });
    return find;
  };
  const choose = async (id: string) => {
    const found = await waitFor(() => {
      const item = document.querySelector<HTMLElement>(`[data-command="${id}"]`);
      if (item === null) throw new Error(`No command «${id}».`);
      return item;
    });
    await act(async () => fireEvent.click(found));
    await waitFor(() => expect(screen.queryByTestId('palette')).toBeNull());
  };
  const ask = async (id: string) => {
    act(() => page.report('command', id as AppEvents['command']));
    await act(async () => {});
  };
  return { ...page, held, open, choose, ask };
}
const where = () => screen.getByLabelText('where').textContent;
const offered = (of: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-command^=${of}-]`)].map(({ dataset }) => dataset.command);

test('what had the focus has it again, after a command as after none', async () => {
  const { open, choose, user } = await palette();
  const before = screen.getByRole('button', { name: 'before' });
  for (const leave of [() => choose('clear'), () => user.keyboard('{Escape}')]) {
    act(() => before.focus());
    await open();
    await leave();
    await waitFor(() => expect(document.activeElement).toBe(before));
  }
});

test('finds rows of the accounts in view alone, from three letters on, six of each kind', async () => {
  const sale = (Cuenta: string, at: number) => ({
    ...ROW,
    ...{ Cuenta, Orden: `77${Cuenta}${at}`, 'SKU Producto': `77sku${Cuenta}`, Producto: `77 mesa ${Cuenta}` },
    Marca: `marca ${Cuenta}${at}`,
  });
  const rows = ['P', 'US'].flatMap((of) => Array.from({ length: 8 }, (_, at) => sale(of, at)));
  const currencies = { main: 'CLP', own: [{ Canal: 'Uno', Cuenta: 'US', code: 'USD' }] };
  const { open } = await palette({
    rows,
    accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
  });
  await waitFor(() => expect(probedSelection().scope).not.toBeNull());
  await open('77');
  await act(async () => {});
  expect([offered('order'), offered('product')]).toEqual([[], []]);
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: '77 ' } });
  await act(async () => {});
  expect(offered('order')).toEqual([]);
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: '77P' } });
  await waitFor(() => expect(offered('order')).toHaveLength(6));
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: '77u' } });
  await waitFor(() => expect(offered('order')).toEqual([]));
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: '77sku' } });
  await waitFor(() => expect(offered('product')).toEqual(['product-SKU Producto-77skuP']));
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: 'marca' } });
  await waitFor(() => expect(offered('value')).toHaveLength(6));
  expect(offered('value').every((id) => id?.includes('marca P'))).toBe(true);
  // Values that only accounts out of view have are offered in no place.
  fireEvent.change(screen.getByTestId('palette-find'), { target: { value: 'marca US' } });
  await waitFor(() => expect(offered('value')).toEqual([]));
});

test('asks of all days whatever is selected, and says that it looks while any of its answers is awaited', async () => {
  const asked: ValuesQuery[] = [];
  const ends: (() => void)[] = [];
  const { open, ask } = await palette({
    dataReplies: {
      readValues: (query) => {
        asked.push(query);
        const answer = { revision: 1, values: [], found: 0, all: 0 };
        return query.column === 'Producto'
          ? new Promise((resolve) => ends.push(() => resolve(answer)))
          : answer;
      },
    },
  });
  await ask('period-month-before');
  await ask('preset');
  expect(probedSelection()).not.toEqual(EVERYTHING);
  await open('nada de esto');
  await waitFor(() => expect(ends).toHaveLength(1));
  for (const { selection } of asked) expect(selection).toEqual(EVERYTHING);
  const said = () => screen.getByTestId('palette').textContent;
  expect(said()).toContain(text('palette.searching'));
  await act(async () => ends[0]?.());
  await waitFor(() => expect(said()).toContain(text('palette.none')));
});

test('an order is opened with all its rows whatever is selected, and undone leads back to where one was', async () => {
  const { open, choose, ask } = await palette({
    at: '#changes/2025-03',
    rows: [{ ...ROW, Orden: '300046' }],
  });
  await ask('preset');
  const before = probedSelection();
  await open('300046');
  await choose('order-300046');
  expect([where(), probedSelection()]).toEqual([
    'orders order/300046',
    { ...EVERYTHING, filters: [{ column: 'Orden', values: ['300046'] }] },
  ]);
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
  await waitFor(() => expect([where(), probedSelection()]).toEqual(['changes 2025-03', before]));
});

test('a ready-made table keeps what it was not asked for, and undone leads back with the one before', async () => {
  const { ask, held } = await palette({ at: '#changes/2025-03' });
  await ask('start-losing-products');
  const before = held.parts.profitability;
  await ask('go-changes');
  await ask('chart-lines');
  expect([where(), held.parts.profitability === before]).toEqual(['profitability', false]);
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
  await waitFor(() => expect([where(), held.parts.profitability]).toEqual(['changes', before]));
});

test('a view of the screen that one is on is shown where one is', async () => {
  const { ask } = await palette({ at: '#orders/Ventas' });
  await ask('view-losses');
  await waitFor(() =>
    expect([where(), probedSelection().numberFilters.length]).toEqual(['orders Ventas', 1]),
  );
});

test('the settings are opened at the tab that is named', async () => {
  for (const tab of ['accounts', 'about'] as const) {
    const { ask, view } = await palette();
    await ask(`settings-${tab}`);
    const shown = await screen.findByTestId(`settings-tab-${tab}`);
    expect(shown.getAttribute('aria-selected')).toBe('true');
    view.unmount();
  }
});

test('a link that is not copied is said not to be', async () => {
  const { ask } = await palette({ replies: { readHostInfo: () => ({ host: 'desktop', version: '1' }) } });
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  copy.mockImplementationOnce(async () => {});
  await ask('copy-link');
  expect(await screen.findByText(text('palette.link-copied'))).toBeTruthy();
  copy.mockImplementationOnce(async () => {
    throw new Error('not allowed');
  });
  await ask('copy-link');
  expect(await screen.findByText(text('range.copied-failed'))).toBeTruthy();
});

test('behind a dialog a menu covers amounts and does nothing else; a question mark opens no sheet, nor where one writes', async () => {
  const { ask, asked, view } = await palette();
  const isSheet = () => screen.queryByTestId('shortcut-sheet') !== null;
  const area = screen.getByLabelText('area');
  fireEvent.keyDown(area, { key: '?' });
  const dialog = document.createElement('div');
  dialog.className = ui.dialog ?? '';
  dialog.dataset.open = '';
  view.container.append(dialog);
  for (const id of ['go-sync', 'sync', 'palette', 'sheet']) await ask(id);
  fireEvent.keyDown(window, { key: '?' });
  expect([where(), asked, isSheet(), screen.queryByTestId('palette')]).toEqual(['panel', [], false, null]);
  const covers = () => JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}').hidesAmounts;
  await ask('cover');
  await waitFor(() => expect(covers()).toBe(true));
  dialog.remove();
  // The same once more is done once more.
  await ask('cover');
  await waitFor(() => expect(covers()).toBe(false));
  await ask('sync');
  await ask('sync');
  expect(asked).toHaveLength(2);
  fireEvent.keyDown(window, { key: '?' });
  await waitFor(() => expect(isSheet()).toBe(true));
  expect(document.activeElement).toBe(screen.getByTestId('shortcut-sheet'));
});
