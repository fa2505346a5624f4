import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type StoredLayout, useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { type ColumnLayout, NATURAL_LAYOUT } from '#renderer/ui/grid/use-column-table.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** How a screen keeps its columns as they were laid out, and each step of it that is taken back. */

const AT_END = ['T'];

async function layout(screenName = 'tabla', ...newAtEnd: readonly (readonly string[])[]) {
  const held: { now: StoredLayout | null } = { now: null };
  function Layout() {
    held.now = useColumnLayout(screenName, ...newAtEnd);
    return null;
  }
  const page = await openPage({}, () => (
    <InAccount>
      <Layout />
    </InAccount>
  ));
  const now = () => held.now as StoredLayout;
  return {
    ...page,
    now,
    change: (next: ColumnLayout) => act(() => now().change(next)),
    undo: () => act(() => now().undo?.()),
  };
}
const stored = () => JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}');
const wide = (px: number): ColumnLayout => ({ ...NATURAL_LAYOUT, widths: { A: px } });

test('each step is kept under its screen and taken back alone, the last one first; one that changes nothing is none', async () => {
  writeStored('cuadra.screens.a', { 'otra.columns': wide(70) });
  const { now, change, undo } = await layout();
  expect([now().layout, now().undo]).toEqual([NATURAL_LAYOUT, null]);
  change(wide(100));
  change(wide(200));
  change(now().layout);
  expect(stored()).toMatchObject({ 'otra.columns': wide(70), 'tabla.columns': wide(200) });
  undo();
  await waitFor(() => expect(now().layout).toEqual(wide(100)));
  expect(screen.getByTestId('undo-line').textContent).toBe(
    text('undo.done', { label: text('undo.columns') }),
  );
  undo();
  await waitFor(() => expect(now().layout).toEqual(NATURAL_LAYOUT));
  expect(now().undo).toBeNull();
});

test('a step that was taken elsewhere goes back by its own way, in its turn', async () => {
  const { now, change, undo } = await layout();
  const done: string[] = [];
  change(wide(100));
  act(() => now().remember(() => done.push('back')));
  undo();
  await waitFor(() => expect(done).toEqual(['back']));
  expect(now().layout).toEqual(wide(100));
  undo();
  await waitFor(() => expect(now().layout).toEqual(NATURAL_LAYOUT));
});

test('a layout of before columns stood at the right end lets those go that it places; one that cannot be read is none', async () => {
  const before = { ...NATURAL_LAYOUT, order: ['A', 'T'] };
  writeStored('cuadra.screens.a', {
    ...{ 'vieja.columns': before, 'rara.columns': { ...NATURAL_LAYOUT, widths: { A: 10_001 } } },
  });
  const { now, view } = await layout('vieja', AT_END);
  expect(now().layout).toEqual({ ...before, letGo: AT_END });
  view.unmount();
  const plain = await layout('vieja');
  expect(plain.now().layout).toEqual(before);
  plain.view.unmount();
  expect((await layout('rara', AT_END)).now().layout).toEqual(NATURAL_LAYOUT);
});
