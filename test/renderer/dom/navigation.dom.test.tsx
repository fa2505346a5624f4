import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { NavigationProvider, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';

type Navigation = ReturnType<typeof useNavigation>;

/** `onDrawn` is called with every place as soon as it stands on the page, before any effect of it. */
function navigation(hash: string, onDrawn: (navigation: Navigation) => void = () => undefined) {
  window.location.hash = hash;
  let held: Navigation | undefined;
  function Place() {
    const own = useNavigation();
    held = own;
    useLayoutEffect(() => onDrawn(own));
    return null;
  }
  render(
    <ScreenStateProvider accountId="a">
      <NavigationProvider>
        <Place />
      </NavigationProvider>
    </ScreenStateProvider>,
  );
  return () => {
    if (held === undefined) throw new Error('nothing is drawn');
    return held;
  };
}

beforeEach(() => window.history.replaceState(null, '', '#'));

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
    const now = navigation('#panel', ({ address, go }) => {
      if (address.screen === 'changes' && isFirst) {
        isFirst = false;
        go('sync');
      }
      if (address.screen === 'sync') window.dispatchEvent(new Event('hashchange'));
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
