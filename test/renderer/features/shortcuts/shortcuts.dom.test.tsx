import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import ui from '#renderer/ui/controls.module.css';

/** Keys of the page, and what lies behind an open dialog. */

function Page(props: { readonly isOpen: boolean; readonly ran: (what: string) => void }) {
  useShortcut('ctrl+z', () => props.ran('page'));
  useShortcut('Escape', () => props.ran('escape'));
  useShortcut(
    'ctrl+k',
    () => props.ran('everywhere'),
    () => true,
    'everywhere',
  );
  return <div className={ui.dialog} {...(props.isOpen ? { 'data-open': '' } : {})} />;
}

test('behind an open dialog only keys that are meant everywhere act, and no other is the browser’s', () => {
  const ran: string[] = [];
  const page = (isOpen: boolean) => <Page isOpen={isOpen} ran={(what) => ran.push(what)} />;
  const press = () => {
    // False: nobody else is to act on it.
    const left = [
      { key: 'z', ctrlKey: true },
      { key: 'Escape' },
      { key: 'K', metaKey: true },
      { key: 'z' },
    ].map((keys) => fireEvent.keyDown(window, keys));
    return [ran.splice(0), left];
  };
  const { rerender } = render(page(false));
  expect(press()).toEqual([
    ['page', 'escape', 'everywhere'],
    [false, false, false, true],
  ]);
  rerender(page(true));
  // Escape is the dialog’s own.
  expect(press()).toEqual([['everywhere'], [false, true, false, true]]);
  rerender(page(false));
  expect(press()[0]).toEqual(['page', 'escape', 'everywhere']);
});
