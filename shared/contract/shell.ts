import { z } from 'zod';
import { SCREEN_IDS, type ScreenId } from '../domain/screens.ts';
import { monthSchema } from './wire-dates.ts';

/** Calls between the page and the shell around it (menus, tray, notifications, login). */

/** The keys of commands, as they are written: what the page listens to, its palette, sheet and the menus show. */
const COMMAND_KEYS = {
  palette: 'Ctrl+K',
  sheet: '?',
  undo: 'Ctrl+Z',
  sync: 'F5',
  pause: null,
  cover: 'Ctrl+Shift+H',
  rail: 'Ctrl+B',
  'settings-formats': 'Ctrl+,',
  'settings-about': null,
} as const satisfies { readonly [command: string]: string | null };
export type GoCommand = `go-${ScreenId}`;

/** By the place of the screen. */
const GO_KEYS = SCREEN_IDS.map((id, at): readonly [GoCommand, string] => [`go-${id}`, `Ctrl+${at + 1}`]);

/**
 * Commands that menus and tray may give the page: those of its palette, by their ids there, the palette itself, and
 * taking the newest thing back: in the field that is typed in, else on the page.
 */
export const PAGE_COMMANDS = [
  ...(Object.keys(COMMAND_KEYS) as (keyof typeof COMMAND_KEYS)[]),
  ...GO_KEYS.map(([command]) => command),
] as const;
export type PageCommand = (typeof PAGE_COMMANDS)[number];

const KEYS: ReadonlyMap<string, string | null> = new Map([...Object.entries(COMMAND_KEYS), ...GO_KEYS]);

/** The keys of a command; null where it has none. */
export const keysOf = (command: PageCommand): string | null => KEYS.get(command) ?? null;

/** Those that the page can do now: the others are shown, and cannot be chosen. */
export const availableCommandsSchema = z.object({
  commands: z.array(z.enum(PAGE_COMMANDS)).max(PAGE_COMMANDS.length),
});

/** Ways of closing the window: the app goes on without it, or ends. */
export const CLOSINGS = ['hide', 'quit'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** The user's settings of the app around the page. */
export type ShellSettings = {
  readonly closing: Closing;
  readonly notifies: boolean;
  /** Null: it cannot be set here (a build that is not installed). */
  readonly opensAtLogin: boolean | null;
};

export const shellChangeSchema = z.object({
  closing: z.enum(CLOSINGS).optional(),
  notifies: z.boolean().optional(),
  opensAtLogin: z.boolean().optional(),
});
export type ShellChange = z.infer<typeof shellChangeSchema>;

export const movedMonthsSchema = z.array(monthSchema).max(1200);
