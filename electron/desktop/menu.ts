import { type GoCommand, keysOf, type PageCommand } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import type { Say, WordId } from '../i18n/words.ts';

/** The menus above the window, as data. */

/** Roles that Electron fills by itself, with the keys that the system has for them. */
const ROLES = {
  services: 'menu.services',
  hide: 'menu.hide',
  hideOthers: 'menu.hide-others',
  unhide: 'menu.unhide',
  quit: 'menu.quit',
  close: 'menu.close',
  redo: 'menu.redo',
  cut: 'menu.cut',
  copy: 'menu.copy',
  paste: 'menu.paste',
  selectAll: 'menu.select-all',
  resetZoom: 'menu.reset-zoom',
  zoomIn: 'menu.zoom-in',
  zoomOut: 'menu.zoom-out',
  togglefullscreen: 'menu.full-screen',
  minimize: 'menu.minimize',
  zoom: 'menu.zoom',
  front: 'menu.front',
} as const satisfies { readonly [role: string]: WordId };
type Role = keyof typeof ROLES;

const LABELS = {
  undo: 'menu.undo',
  'settings-about': 'menu.licences',
  'settings-formats': 'menu.settings',
  sync: 'menu.sync',
  pause: 'menu.pause',
  palette: 'menu.palette',
  cover: 'menu.cover',
  rail: 'menu.rail',
  sheet: 'menu.sheet',
} as const satisfies { readonly [C in Exclude<PageCommand, GoCommand>]: WordId };

const GOING: readonly GoCommand[] = SCREEN_IDS.map((id) => `go-${id}` as const);
const labelOf = (command: PageCommand): WordId =>
  Object.hasOwn(LABELS, command) ? LABELS[command as keyof typeof LABELS] : `menu.${command as GoCommand}`;

/** As Electron writes them; «?» is typed by other keys on every keyboard, and is none that a menu can show. */
function menuKeysOf(command: PageCommand): string | null {
  const keys = keysOf(command);
  return keys === '?' ? null : (keys?.replace('Ctrl', 'CmdOrCtrl') ?? null);
}

export type MenuItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'role'; readonly role: Role; readonly label: string }
  /** The box that says which Cuadra this is: also where there is no page to say it. */
  | { readonly kind: 'about'; readonly label: string }
  | {
      readonly kind: 'command';
      readonly command: PageCommand;
      readonly label: string;
      /** The page's own, as Electron writes keys; shown here, done there. */
      readonly keys: string | null;
      /** Whether the page can do it now. */
      readonly isEnabled: boolean;
    };

export type MenuGroup = {
  readonly label: string;
  /** The menu that the system adds its own items to (macOS). */
  readonly role: 'window' | 'help' | null;
  readonly items: readonly MenuItem[];
};

type Entry = Role | PageCommand | 'about' | '-';

const isRole = (entry: Role | PageCommand): entry is Role => Object.hasOwn(ROLES, entry);

/** `available`: what the page can do now. */
export function menuOf(say: Say, isMac: boolean, available: ReadonlySet<PageCommand>): readonly MenuGroup[] {
  const item = (entry: Entry): MenuItem => {
    if (entry === '-') return { kind: 'separator' };
    if (entry === 'about') return { kind: 'about', label: say('menu.about') };
    if (isRole(entry)) return { kind: 'role', role: entry, label: say(ROLES[entry]) };
    const [label, keys] = [say(labelOf(entry)), menuKeysOf(entry)];
    return { kind: 'command', command: entry, label, keys, isEnabled: available.has(entry) };
  };
  const group = (label: string, entries: readonly Entry[], role: MenuGroup['role'] = null): MenuGroup => ({
    label,
    role,
    items: entries.map(item),
  });
  const app: readonly Entry[] = [
    ...(['about', '-', 'settings-formats', '-', 'services', '-'] as const),
    ...(['hide', 'hideOthers', 'unhide', '-', 'quit'] as const),
  ];
  const file: readonly Entry[] = isMac
    ? ['sync', 'pause', '-', 'close']
    : ['sync', 'pause', '-', 'settings-formats', '-', 'close', 'quit'];
  const edit: readonly Entry[] = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll'];
  const view: readonly Entry[] = [
    ...(['palette', '-', 'cover', 'rail', '-'] as const),
    ...(['resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'] as const),
  ];
  const help: readonly Entry[] = isMac
    ? ['sheet', 'settings-about']
    : ['sheet', 'settings-about', '-', 'about'];
  return [
    // The first one is the app's own there, and takes its name.
    ...(isMac ? [group('Cuadra', app)] : []),
    group(say('menu.file'), file),
    group(say('menu.edit'), edit),
    group(say('menu.view'), view),
    group(say('menu.go'), GOING),
    group(say('menu.window'), isMac ? ['minimize', 'zoom', '-', 'front'] : ['minimize'], 'window'),
    group(say('menu.help'), help, 'help'),
  ];
}
