import { render, screen as shown } from '@testing-library/react';
import { Component, type ReactElement, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { SCREEN_PARTS, ScreenNotLoaded, screen } from '#renderer/app/screens/screens.tsx';
import { OneStopLists } from '#renderer/ui/list-table/one-stop.ts';
import { SCREEN_IDS, type ScreenId } from '#shared/domain/screens.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What each screen is given of the address, and what comes of a program that does not come. */

type Drawn = ReactElement<{ readonly [prop: string]: unknown }>;
const drawn = (id: ScreenId, detail: string | null) => SCREEN_PARTS[id].draw(detail) as Drawn;
const given = (id: ScreenId, detail: string | null) => {
  const { key, props } = drawn(id, detail);
  return [key, props];
};

test('each has its own name and program; the sync alone is there without a copy', async () => {
  const parts = await Promise.all(
    SCREEN_IDS.map(async (id) => {
      const { name, load, isAlways } = SCREEN_PARTS[id];
      return [id, text(name), ((await load()) as { readonly name: string }).name, isAlways];
    }),
  );
  expect(parts).toEqual([
    ['panel', 'Panel', 'PanelScreen', false],
    ['orders', 'Órdenes', 'OrdersScreen', false],
    ['profitability', 'Rentabilidad', 'ProfitabilityScreen', false],
    ['reconciliation', 'Conciliación', 'ReconciliationScreen', false],
    ['changes', 'Cambios', 'ChangesScreen', false],
    ['sync', 'Sincronización', 'SyncScreen', true],
  ]);
  const icons = SCREEN_IDS.map((id) => render(SCREEN_PARTS[id].icon).container.innerHTML);
  expect(new Set(icons).size).toBe(SCREEN_IDS.length);
});

test('each is given what of it is looked at; another request of the orders is another screen', () => {
  const asked = (column: string | null, isSorted: boolean, order: string | null) => ({
    asked: { column, isSorted, order },
  });
  expect(given('orders', 'Ventas')).toEqual(['Ventas', asked('Ventas', true, null)]);
  expect(given('orders', '/Ventas')).toEqual(['/Ventas', asked('Ventas', false, null)]);
  expect(given('orders', 'order/77')).toEqual(['order/77', asked(null, false, '77')]);
  expect(given('orders', null)[1]).toEqual(asked(null, false, null));
  for (const detail of [null, '2026-09', 'a/b']) {
    for (const id of ['profitability', 'reconciliation', 'changes'] as const)
      expect([id, ...given(id, detail)]).toEqual([id, null, { detail }]);
    expect(given('sync', detail)).toEqual([null, { month: detail }]);
  }
});

test('the panel alone is looked through by Tab from list to list, whatever the address says', () => {
  const { type, key, props } = drawn('panel', 'x');
  const { children, ...own } = props as { readonly children: Drawn };
  expect([type === OneStopLists, key, own]).toEqual([true, null, { value: true }]);
  expect([children.key, children.props]).toEqual([null, {}]);
  const others = SCREEN_IDS.filter((id) => id !== 'panel').map((id) => drawn(id, null).type);
  expect(others.includes(OneStopLists as never)).toBe(false);
});

class Caught extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.hasFailed ? <b>failed</b> : this.props.children;
  }
}

test('a program that comes is drawn with what it is given; one that does not is told apart from one that fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const cause = new TypeError('Failed to fetch');
  const load = vi.fn(async () => (props: { readonly said: string }) => <i>{props.said}</i>);
  const parts = { name: 'nav.panel', icon: null } as const;
  const one = screen(parts, load, (Loaded, detail) => <Loaded said={`of ${detail}`} />);
  const other = screen(
    { ...parts, isAlways: true },
    async () => {
      throw cause;
    },
    (Loaded) => <Loaded />,
  );
  expect([one.isAlways, other.isAlways, one.load]).toEqual([false, true, load]);
  // Nothing is fetched before it is looked at.
  expect(load).not.toHaveBeenCalled();
  const caught: unknown[] = [];
  const draw = (part: ReactNode) =>
    render(
      <Caught onError={(error) => caught.push(error)}>
        <Suspense fallback={null}>{part}</Suspense>
      </Caught>,
    );
  draw(one.draw('2026-09'));
  expect(await shown.findByText('of 2026-09')).toBeTruthy();
  draw(one.draw('2026-10'));
  expect(await shown.findByText('of 2026-10')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
  draw(other.draw(null));
  await shown.findByText('failed');
  const [error] = caught;
  expect(error).toBeInstanceOf(ScreenNotLoaded);
  expect(error).toMatchObject({ name: 'ScreenNotLoaded', cause });
});
