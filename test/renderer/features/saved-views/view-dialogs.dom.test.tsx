import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { RenameDialog, ShareDialog } from '#renderer/features/saved-views/view-dialogs.tsx';
import { writeViewFile } from '#renderer/features/saved-views/view-file.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { ViewsMenu } from '#renderer/features/saved-views/views-menu.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { NOTHING_CHOSEN, writtenFile } from '#test/renderer/dom/main-streams.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { buttonOf, buttonsOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** How a view is saved by its key, called otherwise, and shared: each dialog by itself. */

const view = (part: Partial<SavedView> = {}): SavedView => ({
  ...{ id: 'v1', name: 'Mes', screen: 'panel', period: { kind: 'all' }, rows: ALL_ROWS, parts: {} },
  currency: null,
  ...part,
});
let held: {
  readonly views: ReturnType<typeof useViews>;
  readonly change: ReturnType<typeof useSelection>['change'];
  readonly undo: ReturnType<typeof useUndo>;
};
function Probe() {
  held = { views: useViews(), change: useSelection().change, undo: useUndo() };
  return null;
}
const ROWS = [{ Canal: 'A', 'Fecha de compra': '2026-11-20T10:00:00.000', Ventas: '1' }];
const open = (children: React.ReactNode, own: readonly SavedView[], setting: PageSetting = {}) => {
  writeStored('cuadra.views.a', own);
  return openPage({ at: '#panel', rows: ROWS, ...setting }, () => (
    <InAccount>
      <Probe />
      {children}
    </InAccount>
  ));
};
const own = () =>
  held.views.own.map(
    ({ id, name, period }) => `${id} ${name} ${period.kind === 'preset' ? period.preset : period.kind}`,
  );
const NOVEMBER = { type: 'set-period', period: { from: '2026-11-01', to: '2026-11-20' } as never } as const;
const field = () => screen.getByTestId<HTMLInputElement>('view-name');
const dialog = () => screen.queryByTestId('view-dialog');
const radios = () => document.querySelectorAll('[role=radio]').length;

beforeAll(async () => {
  await import('#renderer/features/saved-views/view-dialogs.tsx');
}, 60_000);

describe('the key that saves', () => {
  const save = async ({ user }: Awaited<ReturnType<typeof open>>) =>
    user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');

  test('saves what changed at once, asks how new days are meant, and of what did not change under which name', async () => {
    const page = await open(<ViewsMenu />, [view(), view({ id: 'v2', name: 'Otra' })]);
    act(() => held.views.choose('panel', view()));
    const trigger = screen.getByTestId('views-menu');
    act(() => held.change({ type: 'search', text: 'x' }));
    expect(trigger.getAttribute('aria-label')).toBe(`${text('views.name')}: Mes, ${text('views.changed')}`);
    await save(page);
    expect([dialog(), own(), held.views.own[0]?.rows.search]).toEqual([
      null,
      ['v1 Mes all', 'v2 Otra all'],
      'x',
    ]);
    expect(trigger.getAttribute('aria-label')).toBe(`${text('views.name')}: Mes`);
    // Nothing changed: it is asked what another one is to be called.
    await save(page);
    await waitFor(() => expect(field().value).toBe(''));
    expect([radios(), dialog()?.textContent?.includes(text('views.holds'))]).toEqual([0, true]);
    fireEvent.click(buttonOf(text('common.cancel')));
    await waitFor(() => expect(dialog()).toBeNull());
    // These days are those of the month, or themselves: asked, in the place of the view.
    act(() => held.change(NOVEMBER));
    await save(page);
    await waitFor(() => expect([field().value, radios()]).toEqual(['Mes', 2]));
    fireEvent.click(screen.getByTestId('view-save-do'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect([own(), held.views.own[0]?.currency]).toEqual([['v1 Mes month', 'v2 Otra all'], null]);
  });

  test('of Cambios has no days to ask for; where there are two currencies says which is kept', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: '', code: 'USD' }] };
    const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
    const changes = view({ screen: 'changes', parts: { 'changes.rows': 1 } });
    const page = await open(<ViewsMenu />, [changes], { at: '#changes', accounts });
    act(() => held.change(NOVEMBER));
    act(() => held.views.choose('changes', { ...changes, parts: { 'changes.rows': 2 } }));
    act(() => held.views.choose('changes', changes));
    await save(page);
    await waitFor(() => expect([field().value, radios()]).toEqual(['', 0]));
    expect(dialog()?.textContent).toContain(text('views.holds-changes'));
    page.view.unmount();
    const panel = await open(<ViewsMenu />, [], { accounts });
    act(() => held.change(NOVEMBER));
    await save(panel);
    await waitFor(() => expect(radios()).toBe(2));
    expect(dialog()?.textContent).toContain(text('views.holds-currency', { code: 'CLP' }));
  });
});

test('the name that a view has is no other, and is no step', async () => {
  const closed: string[] = [];
  const [one, two] = [view(), view({ id: 'v2', name: 'Otra' })];
  const { user, report } = await open(<RenameDialog view={one} onClose={() => closed.push('closed')} />, [
    one,
    two,
  ]);
  act(() => held.change({ type: 'search', text: 'x' }));
  const done = () => screen.getByTestId<HTMLButtonElement>('view-save-do');
  const type = (name: string) => fireEvent.change(field(), { target: { value: name } });
  const said = () => [done().disabled, screen.queryByText(text('views.name-taken-rename')) !== null];
  expect(said()).toEqual([false, false]);
  type(' otra ');
  expect(said()).toEqual([true, true]);
  type('  ');
  expect(said()).toEqual([true, false]);
  type(' Mes');
  fireEvent.submit(field());
  expect([closed, own()]).toEqual([['closed'], ['v1 Mes all', 'v2 Otra all']]);
  type('mes');
  fireEvent.submit(field());
  expect([closed.length, own()]).toEqual([2, ['v1 mes all', 'v2 Otra all']]);
  // Behind a dialog nothing is taken back, neither by the key nor by the app's menu.
  await user.keyboard('{Control>}z{/Control}');
  const execCommand = vi.fn();
  Object.defineProperty(document, 'execCommand', { configurable: true, value: execCommand });
  field().focus();
  act(() => report('command', 'undo'));
  // In a field it is what was typed that is.
  expect(execCommand.mock.calls).toEqual([['undo']]);
  buttonOf(text('common.cancel')).focus();
  act(() => report('command', 'undo'));
  expect(execCommand).toHaveBeenCalledOnce();
  Reflect.deleteProperty(document, 'execCommand');
  expect(own()).toEqual(['v1 mes all', 'v2 Otra all']);
  act(() => held.undo.undo());
  expect(own()).toEqual(['v1 Mes all', 'v2 Otra all']);
  // Before it there is what was done before: the same name once more was nothing.
  act(() => held.undo.undo());
  expect(screen.getByTestId('undo-line').textContent).toBe(
    text('undo.done', { label: text('undo.search', { text: 'x' }) }),
  );
});

describe('views that are shared', () => {
  test('go to a file of their name, or of their screen where it has no letters; what is not written has no place', async () => {
    const one = view({ name: '¡!' });
    let end: Parameters<typeof writtenFile>[0] | null = { kind: 'file', path: '/x/v' };
    const page = await open(<ShareDialog screen="panel" inUse={one} onClose={() => {}} />, [one], {
      mainStreams: {
        exportFile: (input, signal) =>
          (end === null ? NOTHING_CHOSEN.exportFile : writtenFile(end))(input, signal),
      },
    });
    const status = () =>
      document.querySelector('[data-testid=views-share-dialog] p[role=status]')?.textContent;
    fireEvent.click(screen.getByTestId('views-export-one'));
    await waitFor(() => expect(status()).toBe(text('views.exported', { path: '/x/v' })));
    end = null;
    fireEvent.click(screen.getByTestId('views-export'));
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('views-export').disabled).toBe(false));
    expect(status()).toBe('');
    const names = page.asked.flatMap(({ input }) => (input as { readonly fileName?: string }).fileName ?? []);
    expect(names).toEqual(['panel.cuadra-vista', 'vistas.cuadra-vista']);
  });

  test('that are here go to a file though none is in use; one that came is opened on its screen', async () => {
    const closed: string[] = [];
    await open(<ShareDialog screen="panel" inUse={null} onClose={() => closed.push('closed')} />, [view()]);
    expect(screen.queryByTestId('views-export-one')).toBeNull();
    expect(buttonsOf(text('views.export-all', { count: 1 }))).toHaveLength(1);
    const paste = screen.getByTestId('views-paste');
    const go = screen.getByTestId<HTMLButtonElement>('views-import-text');
    fireEvent.change(paste, { target: { value: ' \n ' } });
    expect(go.disabled).toBe(true);
    const came = view({ screen: 'orders', rows: { ...ALL_ROWS, search: 'x' } });
    fireEvent.change(paste, { target: { value: writeViewFile([came, { ...came, name: 'Dos' }]) } });
    fireEvent.click(go);
    const told = () => screen.getByTestId('views-told');
    expect(told().textContent).toBe(
      text('views.imported', { count: 2, names: `Mes (${text('nav.orders')}), Dos (${text('nav.orders')})` }),
    );
    fireEvent.change(paste, { target: { value: writeViewFile([came]) } });
    fireEvent.click(go);
    fireEvent.click(buttonOf(text('views.import-open', { name: 'Mes (2)' })));
    expect([window.location.hash, closed, held.views.inUse('orders')]).toEqual([
      '#orders',
      ['closed'],
      { view: held.views.own.at(-1), isChanged: false },
    ]);
  });
});
