import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  ScreenStateProvider,
  useScreenParts,
  useScreenState,
  useTakeBack,
} from '#renderer/features/preferences/screen-state.tsx';

/** What a screen remembers: a part that changes redraws what reads it, and nothing else. */

const text = z.string();
const drawn = new Map<string, number>();
let takeBack: (before: unknown, after: unknown) => boolean = () => false;
let change: { readonly [part: string]: (next: string) => void } = {};

function Part({ part }: { readonly part: string }) {
  drawn.set(part, (drawn.get(part) ?? 0) + 1);
  const [value, set] = useScreenState(part, text, 'nothing');
  change = { ...change, [part]: set };
  takeBack = useTakeBack(part);
  return <output aria-label={part}>{value}</output>;
}

function All() {
  const { parts } = useScreenParts();
  return <output aria-label="all">{JSON.stringify(parts)}</output>;
}

const shown = (name: string): string | null => screen.getByLabelText(name).textContent;

test('a part that changes redraws what reads it, and all parts together, and no other', () => {
  localStorage.clear();
  drawn.clear();
  const { unmount } = render(
    <ScreenStateProvider accountId="a">
      <Part part="explain" />
      <Part part="bridge" />
      <All />
    </ScreenStateProvider>,
  );
  const before = new Map(drawn);
  for (const typed of ['1', '12', '123']) act(() => change.explain?.(typed));
  expect(shown('explain')).toBe('123');
  expect(shown('bridge')).toBe('nothing');
  expect(shown('all')).toBe('{"explain":"123"}');
  expect(drawn.get('explain')).toBe((before.get('explain') ?? 0) + 3);
  expect(drawn.get('bridge')).toBe(before.get('bridge'));
  unmount();
  render(
    <ScreenStateProvider accountId="a">
      <Part part="explain" />
    </ScreenStateProvider>,
  );
  expect(shown('explain')).toBe('123');
});

test("another tab's word on the account's own parts is taken where nothing that reads them is shown", () => {
  localStorage.clear();
  const page = (child: ReactNode) => <ScreenStateProvider accountId="a">{child}</ScreenStateProvider>;
  const { rerender } = render(page(null));
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({ 'column-sets.orders': 'theirs', bridge: 'theirs' }),
  );
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'cuadra.screens.a' }));
  });
  rerender(
    page(
      <>
        <Part part="column-sets.orders" />
        <Part part="bridge" />
      </>,
    ),
  );
  expect(shown('column-sets.orders')).toBe('theirs');
  expect(shown('bridge')).toBe('nothing');
});

test('a change is taken back where it still stands, and nothing of another tab with it', () => {
  localStorage.clear();
  render(
    <ScreenStateProvider accountId="a">
      <Part part="column-sets.orders" />
    </ScreenStateProvider>,
  );
  act(() => change['column-sets.orders']?.('mine'));
  act(() => expect(takeBack('nothing', 'mine')).toBe(true));
  expect(shown('column-sets.orders')).toBe('nothing');
  act(() => change['column-sets.orders']?.('mine'));
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'column-sets.orders': 'theirs', bridge: '1' }));
  act(() => expect(takeBack('nothing', 'mine')).toBe(false));
  expect(shown('column-sets.orders')).toBe('theirs');
  expect(JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '')).toEqual({
    'column-sets.orders': 'theirs',
    bridge: '1',
  });
});

test('a change of a screen’s own part is taken back in this tab, whatever another tab has of it', () => {
  localStorage.clear();
  render(
    <ScreenStateProvider accountId="a">
      <Part part="bridge" />
    </ScreenStateProvider>,
  );
  act(() => change.bridge?.('mine'));
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ bridge: 'theirs' }));
  act(() => expect(takeBack('nothing', 'mine')).toBe(true));
  expect(shown('bridge')).toBe('nothing');
});
