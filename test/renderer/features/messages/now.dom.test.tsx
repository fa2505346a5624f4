import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNow } from '#renderer/features/messages/time-messages.ts';

/** This machine's clock, for words such as «hace 4 min». */

afterEach(() => void vi.useRealTimers());

test('is of now at once, goes on by the second, and stops with what shows it', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(5000);
  const shown = vi.fn();
  function Clock() {
    shown(useNow());
    return null;
  }
  const view = render(<Clock />);
  expect(shown).toHaveBeenLastCalledWith(5000);
  act(() => vi.advanceTimersByTime(999));
  expect(shown).toHaveBeenLastCalledWith(5000);
  act(() => vi.advanceTimersByTime(1));
  expect(shown).toHaveBeenLastCalledWith(6000);
  act(() => vi.advanceTimersByTime(2000));
  expect(shown).toHaveBeenLastCalledWith(8000);
  // Only one clock goes on, however often it was shown.
  expect(vi.getTimerCount()).toBe(1);
  view.unmount();
  expect(vi.getTimerCount()).toBe(0);
});
