import { useEffect } from 'react';
import type { Text } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useLatest } from '#renderer/ui/hooks.ts';
import { keysOf, type PageCommand } from '#shared/contract/shell.ts';

/** «ctrl+alt+shift+Key», modifiers in this order; ctrl also stands for ⌘. Letters in lower case. */
function chordOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return [
    event.ctrlKey || event.metaKey ? 'ctrl+' : '',
    event.altKey ? 'alt+' : '',
    event.shiftKey ? 'shift+' : '',
    key,
  ].join('');
}

/** Keys that have names of their own on the keyboards of a language. */
const KEY_NAMES = {
  Shift: 'keys.shift',
  Home: 'keys.home',
  End: 'keys.end',
  PgUp: 'keys.page-up',
  PgDn: 'keys.page-down',
  Enter: 'keys.enter',
} as const;

/** Keys as they are written on the keyboards of the language in use. */
export function keysMessage(keys: string, text: Text): string {
  return Object.entries(KEY_NAMES).reduce((all, [key, id]) => all.replace(key, text(id)), keys);
}

/** True while a dialog is open: what lies behind it must not change unseen, nor the dialog with what was typed go. */
export function isDialogOpen(): boolean {
  return document.querySelector(`.${ui.dialog}[data-open]`) !== null;
}

/** Runs `action` on the keys of a command of the page. */
export function useCommandKeys(
  command: PageCommand,
  action: () => void,
  isMeant?: () => boolean,
  where?: 'page' | 'everywhere',
): void {
  useShortcuts([chordOfCommand(command)], action, isMeant, where);
}

/** «Ctrl+K» as `chordOf` tells it: a letter alone is a small one. */
export const chordOfCommand = (command: PageCommand): string =>
  (keysOf(command) ?? '')
    .split('+')
    .map((part) => (/^(ctrl|alt|shift|.)$/i.test(part) ? part.toLowerCase() : part))
    .join('+');

/** The keys of a command as they are written on the keyboards of the language in use; "": it has none. */
export const commandKeys = (command: PageCommand, text: Text): string =>
  keysMessage(keysOf(command) ?? '', text);

/** Runs `action` on these keys anywhere on the page, unless `isMeant` refuses; behind a dialog only `everywhere`. */
export function useShortcut(
  chord: string,
  action: () => void,
  isMeant: () => boolean = () => true,
  where: 'page' | 'everywhere' = 'page',
): void {
  useShortcuts([chord], action, isMeant, where);
}

/** The same for one of several keys; the action is told which, by its place among them. */
export function useShortcuts(
  chords: readonly string[],
  action: (at: number) => void,
  isMeant: () => boolean = () => true,
  where: 'page' | 'everywhere' = 'page',
): void {
  const latest = useLatest({ chords, action, isMeant });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const chord = chordOf(event);
      const at = latest.current.chords.indexOf(chord);
      if (event.defaultPrevented || at < 0 || !latest.current.isMeant()) return;
      const isBehind = where === 'page' && isDialogOpen();
      // Escape is the dialog's own.
      if (isBehind && chord === 'Escape') return;
      event.preventDefault();
      if (isBehind) return;
      latest.current.action(at);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [where, latest]);
}
