import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  chordOfCommand,
  commandKeys,
  isDialogOpen,
  keysMessage,
  useCommandKeys,
  useShortcut,
  useShortcuts,
} from '#renderer/features/shortcuts/shortcuts.ts';
import ui from '#renderer/ui/controls.module.css';
import { keysOf, PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

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

/** A key as a keyboard sends it, from how it is written: «Ctrl+Shift+A» (with ⌘ for Ctrl where `isMac`). */
function strokeOf(keys: string, isMac = false) {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const has = (part: string) => parts.slice(0, -1).includes(part);
  const isCtrl = has('Ctrl');
  return {
    // With Shift a keyboard sends the capital.
    key: key.length > 1 ? key : has('Shift') ? key.toUpperCase() : key.toLowerCase(),
    ...{ ctrlKey: isCtrl && !isMac, metaKey: isCtrl && isMac, altKey: has('Alt'), shiftKey: has('Shift') },
  };
}

test('each command has its own keys, on either kind of keyboard', () => {
  const commands = PAGE_COMMANDS.filter((command) => keysOf(command) !== null && keysOf(command) !== '?');
  const ran: string[] = [];
  function Commands() {
    useShortcuts(
      commands.map((command) => chordOfCommand(command)),
      (at) => ran.push(commands[at] ?? ''),
    );
    useCommandKeys(
      'palette',
      () => ran.push('palette too'),
      () => false,
      'everywhere',
    );
    return null;
  }
  render(<Commands />);
  const pressed = (isMac: boolean) =>
    commands.flatMap((command) => {
      fireEvent.keyDown(window, strokeOf(keysOf(command) ?? '', isMac));
      return ran.splice(0);
    });
  expect(commands.length).toBeGreaterThan(10);
  expect([pressed(false), pressed(true)]).toEqual([commands, commands]);
});

test('a key does what it is for by then, only where it is meant, unless somebody took it before, and no longer than it is drawn', () => {
  const ran: string[] = [];
  function Keys(props: { readonly name: string; readonly isMeant: boolean }) {
    useShortcut(
      'ctrl+alt+shift+Enter',
      () => ran.push(props.name),
      () => props.isMeant,
    );
    return <input onKeyDown={(event) => event.altKey && !event.shiftKey && event.preventDefault()} />;
  }
  const press = (part: object = {}, on: Element | Window = window) => {
    const isLeft = fireEvent.keyDown(on, {
      ...{ key: 'Enter', ctrlKey: true, altKey: true, shiftKey: true },
      ...part,
    });
    return [isLeft, ...ran.splice(0)];
  };
  const { container, rerender, unmount } = render(<Keys name="one" isMeant />);
  expect([press(), press({ altKey: false }), press({ key: 'enter' })]).toEqual([
    [false, 'one'],
    [true],
    [true],
  ]);
  rerender(<Keys name="other" isMeant />);
  expect(press()).toEqual([false, 'other']);
  rerender(<Keys name="other" isMeant={false} />);
  expect(press()).toEqual([true]);
  rerender(<Keys name="other" isMeant />);
  const field = container.querySelector('input');
  if (field === null) throw new Error('There is no field.');
  expect(press({}, field)).toEqual([false, 'other']);
  const taken = (event: KeyboardEvent) => event.preventDefault();
  field.addEventListener('keydown', taken);
  expect(press({}, field)).toEqual([false]);
  unmount();
  expect(press()).toEqual([true]);
});

test('a command’s keys are meant everywhere where that is said', () => {
  const ran: string[] = [];
  function Cover() {
    useCommandKeys('cover', () => ran.push('cover'), undefined, 'everywhere');
    useCommandKeys('sync', () => ran.push('sync'));
    return <div className={ui.dialog} data-open="" />;
  }
  render(<Cover />);
  for (const command of ['cover', 'sync'] as const)
    fireEvent.keyDown(window, strokeOf(keysOf(command) ?? ''));
  expect(ran).toEqual(['cover']);
});

test('a dialog that closes is open no more', () => {
  const { container } = render(<div className={ui.dialog} data-open="" />);
  expect(isDialogOpen()).toBe(true);
  container.querySelector('div')?.removeAttribute('data-open');
  expect(isDialogOpen()).toBe(false);
});

test('keys are written as on the keyboards of the language', () => {
  const written = 'Ctrl+Shift+Enter Home End PgUp PgDn';
  expect(keysMessage(written, text)).toBe('Ctrl+Mayús+Intro Inicio Fin Re Pág Av Pág');
  expect(keysMessage(written, languageText('en'))).toBe('Ctrl+Shift+Enter Home End PgUp PgDn');
  expect([commandKeys('cover', text), commandKeys('sync', text)]).toEqual(['Ctrl+Mayús+H', 'F5']);
  expect(PAGE_COMMANDS.map((command) => commandKeys(command, text)).includes('')).toBe(true);
});
