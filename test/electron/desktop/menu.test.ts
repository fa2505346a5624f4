import { describe, expect, it } from 'vitest';
import { type MenuItem, menuOf } from '#electron/desktop/menu.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';

const itemsOf = (isMac: boolean, language: (typeof LANGUAGES)[number] = 'es'): readonly MenuItem[] =>
  menuOf(wordsOf(language), isMac, new Set(PAGE_COMMANDS)).flatMap(({ items }) => items);
const commandsOf = (isMac: boolean) =>
  itemsOf(isMac).flatMap((item) => (item.kind === 'command' ? [item] : []));

describe.each([true, false])('the menus (macOS: %s)', (isMac) => {
  it('hold every command once, in words of the language, with keys of its own', () => {
    const commands = commandsOf(isMac);
    expect(commands.map(({ command }) => command).toSorted()).toEqual([...PAGE_COMMANDS].toSorted());
    const keys = commands.flatMap(({ keys: own }) => own ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const group of menuOf(wordsOf('pt'), isMac, new Set())) {
      expect(group.items.length).toBeGreaterThan(0);
      expect([group.items[0]?.kind, group.items.at(-1)?.kind]).not.toContain('separator');
    }
    const labels = LANGUAGES.map((language) =>
      itemsOf(isMac, language).map((item) => (item.kind === 'separator' ? '-' : item.label)),
    );
    expect(new Set(labels.map((all) => all.join())).size).toBe(LANGUAGES.length);
  });

  it('can copy and paste, close and quit by the system’s own keys', () => {
    const roles = itemsOf(isMac).flatMap((item) => (item.kind === 'role' ? [item.role] : []));
    const wanted = ['redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'quit', 'togglefullscreen'];
    expect(roles).toEqual(expect.arrayContaining(wanted));
    expect(new Set(roles).size).toBe(roles.length);
    // Both would take back two things at one press.
    expect(roles).not.toContain('undo');
  });

  it('offer what the page can do, show the rest, and say which Cuadra this is whatever it can', () => {
    const enabled = menuOf(wordsOf('es'), isMac, new Set(['undo', 'sync'])).flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'command' && item.isEnabled ? [item.command] : [])),
    );
    expect(enabled.toSorted()).toEqual(['sync', 'undo']);
    expect(itemsOf(isMac).filter(({ kind }) => kind === 'about')).toHaveLength(1);
  });
});

it('goes to the screens of the rail, in their order and by their keys', () => {
  const going = commandsOf(false).filter(({ command }) => command.startsWith('go-'));
  expect(going.map(({ command, keys }) => [command, keys])).toEqual(
    SCREEN_IDS.map((id, at) => [`go-${id}`, `CmdOrCtrl+${at + 1}`]),
  );
});

it('begins on macOS with the app’s own menu, and has settings and quitting there alone', () => {
  const [first, ...others] = menuOf(wordsOf('es'), true, new Set());
  expect(first?.label).toBe('Cuadra');
  const roles = (items: readonly MenuItem[] = []) =>
    items.map((item) => (item.kind === 'role' ? item.role : ''));
  expect(roles(first?.items)).toEqual(expect.arrayContaining(['hide', 'hideOthers', 'unhide', 'quit']));
  expect(others.flatMap(({ items }) => roles(items))).not.toContain('quit');
  expect(others.map(({ role }) => role)).toEqual([null, null, null, null, 'window', 'help']);
});
