import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Frame } from '#renderer/app/frame/frame.tsx';
import { SCREEN_PARTS } from '#renderer/app/screens/screens.tsx';
import { useFoldedRail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { ScreenId } from '#shared/domain/screens.ts';
import { goTo, InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The frame around screens that do next to nothing: its width, what it keeps, and what stands without a copy. */

const held: { lead: (back: () => void, to?: ScreenId) => void; choose: (canal: string) => void } = {
  lead: () => {},
  choose: () => {},
};

function Little(props: { readonly id: string; readonly detail: string | null }) {
  const { lead } = useNavigation();
  const { selection, change } = useSelection();
  useFoldedRail(props.detail === 'wide');
  if (props.id === 'orders') held.lead = (back, to = 'changes') => act(() => lead(to, 'led', back));
  else held.choose = (canal) => act(() => change({ type: 'set-filter', column: 'Canal', values: [canal] }));
  return (
    <section aria-label={props.id}>
      {`${props.detail} ${selection.filters.map(({ values }) => values.join()).join()}`}
      <input aria-label={`typed in ${props.id}`} />
    </section>
  );
}

/** The width of the window, in pixels. */
const wide = { pixels: 2000 };
beforeEach(() => {
  wide.pixels = 2000;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return wide.pixels <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0);
        },
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as never,
  );
  for (const [id, part] of Object.entries(SCREEN_PARTS)) {
    vi.spyOn(part, 'draw').mockImplementation((detail) => <Little id={id} detail={detail} />);
    vi.spyOn(part, 'load').mockImplementation(async () => null);
  }
});
afterEach(() => void vi.useRealTimers());

const frame = (setting: PageSetting) =>
  openPage(setting, () => (
    <InAccount>
      <Frame onConnect={() => {}} />
    </InAccount>
  ));
const isNarrow = () => document.querySelector('.app')?.classList.contains('mini');
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('main section[aria-label]')].map((each) => [
    each.getAttribute('aria-label'),
    each.style.display === 'none' ? 'kept' : 'shown',
    each.textContent?.trim(),
  ]);

test('the rail is narrow by its key, in a narrow window, and where a screen needs the room of one that is not wide', async () => {
  const seen: unknown[] = [];
  for (const width of [1441, 1440, 1001, 1000]) {
    wide.pixels = width;
    const { view, user } = await frame({ at: '#orders' });
    const plain = isNarrow();
    goTo('#orders/wide');
    await waitFor(() => expect(shown()[0]?.[2]).toBe('wide'));
    const crowded = isNarrow();
    goTo('#orders');
    await user.keyboard('{Control>}b{/Control}');
    const folded = isNarrow();
    await user.keyboard('{Control>}b{/Control}');
    seen.push([plain, crowded, folded, isNarrow()]);
    view.unmount();
  }
  expect(seen).toEqual([
    [false, false, true, false],
    [false, true, true, false],
    [false, true, true, false],
    [true, true, true, true],
  ]);
});

test('the screen that one was led from is kept as it was, with its selection, until one is back or goes elsewhere', async () => {
  const back = vi.fn();
  await frame({ at: '#orders/mesa', rows: [{ Canal: 'Uno' }] });
  await waitFor(() => expect(shown()).toEqual([['orders', 'shown', 'mesa']]));
  fireEvent.change(screen.getByLabelText('typed in orders'), { target: { value: 'algo' } });
  held.lead(back);
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(shown()).toEqual([
    ['orders', 'kept', 'mesa'],
    ['changes', 'shown', 'led'],
  ]);
  held.choose('Uno');
  expect(shown()).toEqual([
    ['orders', 'kept', 'mesa'],
    ['changes', 'shown', 'led Uno'],
  ]);
  goTo('#orders/mesa');
  await waitFor(() => expect(shown()).toEqual([['orders', 'shown', 'mesa Uno']]));
  expect(screen.getByLabelText<HTMLInputElement>('typed in orders').value).toBe('algo');
  expect(back).toHaveBeenCalledOnce();
  held.lead(back);
  await waitFor(() => expect(shown()).toHaveLength(2));
  goTo('#profitability');
  await waitFor(() => expect(shown()).toEqual([['profitability', 'shown', 'null Uno']]));
  expect(document.title).toBe(`${text('nav.profitability')} · Cuadra`);
});

test('who is led to another place of a screen has that screen once; who comes to a place has the focus there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  await frame({ at: '#orders/mesa' });
  const isWhole = () => waitFor(() => expect(document.activeElement?.matches('main')).toBe(true));
  const blur = () => act(() => (document.activeElement as HTMLElement).blur());
  await isWhole();
  held.lead(() => {}, 'orders');
  await waitFor(() => expect(shown()).toEqual([['orders', 'shown', 'led']]));
  act(() => screen.getByLabelText('typed in orders').focus());
  // Nobody lands any more by then.
  await act(() => vi.advanceTimersByTimeAsync(100));
  blur();
  goTo('#orders/silla');
  await isWhole();
});

test('without a copy the sync is there alone; of the others their name stands, and why', async () => {
  await frame({ at: '#sync/2025-01', opening: () => ({ kind: 'owned-elsewhere' }) });
  expect(shown()).toEqual([['sync', 'shown', '2025-01']]);
  expect(screen.queryByTestId('take-over')).toBeNull();
  goTo('#orders');
  await waitFor(() => expect(shown()).toEqual([]));
  expect([
    screen.getByRole('heading', { level: 1 }).textContent,
    screen.queryByTestId('take-over') !== null,
  ]).toEqual([text('nav.orders'), true]);
  expect([screen.queryByTestId('figures-rested'), screen.queryByTestId('figures-moved')]).toEqual([
    null,
    null,
  ]);
});

test('a screen that fails again is had again with the whole page; one that throws nothing has failed all the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const thrown: unknown[] = [null];
  const Failing = () => {
    throw thrown[0];
  };
  vi.spyOn(SCREEN_PARTS.changes, 'draw').mockImplementation(() => <Failing />);
  await frame({ at: '#changes' });
  const failed = () => screen.queryByTestId('screen-failure')?.querySelector('q')?.textContent;
  await waitFor(() => expect(failed()).toBe('Error: The screen failed.'));
  thrown[0] = 'torn';
  const reload = vi.fn();
  vi.spyOn(window, 'location', 'get').mockReturnValue({
    ...window.location,
    hash: '#changes',
    reload,
  } as never);
  fireEvent.click(screen.getByRole('button', { name: text('failure.screen-retry') }));
  await waitFor(() => expect(failed()).toBe('torn'));
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: text('failure.screen-retry') }));
  expect(reload).toHaveBeenCalledOnce();
});
