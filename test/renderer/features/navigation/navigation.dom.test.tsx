import { act, cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addressOf,
  hashOf,
  NavigationProvider,
  orderDetail,
  ordersDetail,
  ordersRequestOf,
  RailFoldProvider,
  useFoldedRail,
  useNavigation,
  useRailFold,
  WithWayBack,
} from '#renderer/features/navigation/navigation.tsx';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';

type Navigation = ReturnType<typeof useNavigation>;

type Drawing = {
  /** Called with every place as soon as it stands on the page, before any effect of it. */
  readonly onDrawn?: (navigation: Navigation) => void;
  /** Whatever leads elsewhere can be come back from: called as one leaves, and what it returns once one is back. */
  readonly onLeave?: () => () => void;
  readonly accountId?: string;
  readonly isSwitched?: boolean;
};

function navigation(
  hash: string,
  { onDrawn = () => undefined, onLeave, accountId = 'a', isSwitched = false }: Drawing = {},
) {
  window.location.hash = hash;
  let held: Navigation | undefined;
  function Place() {
    const own = useNavigation();
    held = own;
    useLayoutEffect(() => onDrawn(own));
    return null;
  }
  render(
    <ScreenStateProvider accountId={accountId}>
      <NavigationProvider isSwitched={isSwitched}>
        {onLeave === undefined ? (
          <Place />
        ) : (
          <WithWayBack onLeave={onLeave}>
            <Place />
          </WithWayBack>
        )}
      </NavigationProvider>
    </ScreenStateProvider>,
  );
  return () => {
    if (held === undefined) throw new Error('nothing is drawn');
    return held;
  };
}

/** As Back does, or an address that is typed: both tell it afterwards. */
function follow(hash: string): void {
  act(() => {
    window.history.replaceState(null, '', hash);
    window.dispatchEvent(new Event('hashchange'));
  });
}

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '#');
});

describe('where one went last is where one is', () => {
  test('a place of the screen that was left is not gone back to', () => {
    const now = navigation('#reconciliation');
    const late = now();
    act(() => {
      late.go('orders');
      late.replace('reconciliation', '2026-10/differences');
    });
    expect(now().address).toEqual({ screen: 'orders', detail: null });
    expect(window.location.hash).toBe('#orders');
  });

  test('an address told while the step before it is still being drawn leads on, not back', () => {
    let isFirst = true;
    const now = navigation('#panel', {
      onDrawn: ({ address, go }) => {
        if (address.screen === 'changes' && isFirst) {
          isFirst = false;
          go('sync');
        }
        if (address.screen === 'sync') window.dispatchEvent(new Event('hashchange'));
      },
    });
    act(() => now().go('changes'));
    expect(now().address.screen).toBe('sync');
    expect(window.location.hash).toBe('#sync');
  });

  test('a place of the screen one is on stands in the address at once', () => {
    const now = navigation('#reconciliation');
    act(() => {
      now().replace('reconciliation', '2026-10/differences');
      expect(window.location.hash).toBe('#reconciliation/2026-10/differences');
    });
    expect(now().address.detail).toBe('2026-10/differences');
  });
});

describe('an address', () => {
  test('names a screen and what of it is looked at; the first screen where it names none that there is', () => {
    expect(
      ['#sync', 'sync', '#sync/', '#sync/a%2Fb/c%20d', '#nowhere/x', '', '#orders/%E0%A4%A', '#orders/ñ'].map(
        addressOf,
      ),
    ).toEqual([
      { screen: 'sync', detail: null },
      { screen: 'sync', detail: null },
      { screen: 'sync', detail: null },
      { screen: 'sync', detail: 'a/b/c d' },
      { screen: 'panel', detail: 'x' },
      { screen: 'panel', detail: null },
      // Cut by whoever sent it.
      { screen: 'orders', detail: null },
      { screen: 'orders', detail: 'ñ' },
    ]);
    expect([
      hashOf({ screen: 'sync', detail: null }),
      hashOf({ screen: 'orders', detail: '/% Ñ/#' }),
    ]).toEqual(['#sync', '#orders//%25%20%C3%91/%23']);
  });

  test('of Órdenes names a column, sorted by or only shown, or an order', () => {
    const [sorted, shown, none] = [
      { column: 'Ventas', isSorted: true },
      { column: 'Ventas', isSorted: false },
      { column: null, isSorted: false },
    ];
    expect([sorted, shown, none].map(ordersDetail)).toEqual(['Ventas', '/Ventas', null]);
    for (const each of [sorted, shown, none])
      expect(ordersRequestOf(ordersDetail(each))).toEqual({ ...each, order: null });
    expect(ordersRequestOf(orderDetail('A/order/1'))).toEqual({ ...none, order: 'A/order/1' });
  });

  test('that comes by Back or is typed is where one is', () => {
    const now = navigation('#orders/Ventas');
    const before = now().address;
    follow('#orders/Ventas');
    expect(now().address).toBe(before);
    follow('#sync/2026-03');
    expect(now().address).toEqual({ screen: 'sync', detail: '2026-03' });
  });
});

describe('the screen that an account was on', () => {
  test('is the first of a page whose address names none, and of one that was another account’s', () => {
    const now = navigation('#orders');
    act(() => now().go('sync', '2026-03'));
    cleanup();
    const first = navigation('');
    expect([first().address, window.location.hash]).toEqual([{ screen: 'sync', detail: null }, '#sync']);
    cleanup();
    expect(navigation('#changes/x', { isSwitched: true })().address).toEqual({
      screen: 'sync',
      detail: null,
    });
    expect(window.location.hash).toBe('#sync');
    cleanup();
    expect(navigation('', { accountId: 'b' })().address).toEqual({ screen: 'panel', detail: null });
    cleanup();
    // One that is named goes before it, and is remembered from then on.
    expect(navigation('#changes/x')().address).toEqual({ screen: 'changes', detail: 'x' });
    cleanup();
    expect(navigation('')().address.screen).toBe('changes');
  });
});

describe('whoever is led elsewhere', () => {
  const led = () => {
    let returned = 0;
    const now = navigation('#reconciliation/2026-10/costs');
    act(() => now().lead('orders', 'Ventas', () => (returned += 1)));
    return { now, returned: () => returned };
  };
  const back = { screen: 'reconciliation', detail: '2026-10/costs' };

  test('is there, and knows the way back until they are back, once', () => {
    const { now, returned } = led();
    expect(now().wayBack).toMatchObject({ to: back, led: { screen: 'orders', detail: 'Ventas' } });
    expect([now().address, window.location.hash]).toEqual([
      { screen: 'orders', detail: 'Ventas' },
      '#orders/Ventas',
    ]);
    // What is opened of that screen leads no farther away.
    follow('#orders/order/1');
    expect([now().wayBack === null, returned()]).toEqual([false, 0]);
    act(() => now().replace('orders', '/Ventas'));
    expect(now().wayBack).not.toBeNull();
    follow('#reconciliation/2026-10/costs');
    expect([now().wayBack, returned()]).toEqual([null, 1]);
    act(() => now().go('orders'));
    act(() => now().go('reconciliation', '2026-10/costs'));
    expect(returned()).toBe(1);
  });

  test('has no way back once they have gone on, and comes back by going there, too', () => {
    const gone = led();
    act(() => gone.now().go('sync'));
    expect(gone.now().wayBack).toBeNull();
    act(() => gone.now().go('reconciliation', '2026-10/costs'));
    expect(gone.returned()).toBe(0);
    cleanup();
    const { now, returned } = led();
    act(() => now().go('reconciliation', '2026-10/costs'));
    expect([now().wayBack, returned()]).toEqual([null, 1]);
  });

  test('to where they are already is led nowhere', () => {
    let left = 0;
    const now = navigation('#orders/Ventas', { onLeave: () => () => (left += 1) });
    act(() => now().lead('orders', 'Ventas', () => undefined));
    act(() => now().go('orders', 'Ventas'));
    expect([now().wayBack, left]).toEqual([null, 0]);
  });

  test('from within what can be come back to, by whatever leads from there', () => {
    const log: string[] = [];
    const now = navigation('#panel', {
      onLeave: () => {
        log.push('left');
        return () => log.push('back');
      },
    });
    act(() => now().go('orders'));
    expect([now().address, now().wayBack?.to, log]).toEqual([
      { screen: 'orders', detail: null },
      { screen: 'panel', detail: null },
      ['left'],
    ]);
    follow('#panel');
    expect(log).toEqual(['left', 'back']);
  });
});

test('the rail is narrow while a screen asks for it, and wide again when that screen goes', () => {
  const seen: boolean[] = [];
  function Rail() {
    seen.push(useRailFold());
    return null;
  }
  function Wide(props: { readonly isFolded: boolean }) {
    useFoldedRail(props.isFolded);
    return null;
  }
  const drawn = (isFolded: boolean | null) => (
    <RailFoldProvider>
      <Rail />
      {isFolded === null ? null : <Wide isFolded={isFolded} />}
    </RailFoldProvider>
  );
  const { rerender } = render(drawn(false));
  const at: (boolean | undefined)[] = [];
  for (const isFolded of [false, true, false, true, null]) {
    rerender(drawn(isFolded));
    at.push(seen.at(-1));
  }
  expect(at).toEqual([false, true, false, true, false]);
  cleanup();
  render(<Rail />);
  expect(seen.at(-1)).toBe(false);
});
