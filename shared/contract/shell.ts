import { z } from 'zod';
import { SCREEN_IDS } from '../domain/screens.ts';
import { monthSchema } from './wire-dates.ts';

/** What the page and the shell around it (menus, tray, notifications, login) say to one another. */

/** To each screen. */
const GO_COMMANDS = SCREEN_IDS.map((id) => `go-${id}` as const);

/**
 * What menus and tray may have the page do: commands of its palette, by their ids there, the palette itself, and taking the
 * newest thing back: in the field that is typed in, else on the page.
 */
export const PAGE_COMMANDS = [
  'palette',
  'sheet',
  'undo',
  'sync',
  'pause',
  'cover',
  'rail',
  'settings-formats',
  'settings-about',
  ...GO_COMMANDS,
] as const;
export type PageCommand = (typeof PAGE_COMMANDS)[number];

/** Those that the page can do now: the others are shown, and cannot be chosen. */
export const availableCommandsSchema = z.object({
  commands: z.array(z.enum(PAGE_COMMANDS)).max(PAGE_COMMANDS.length),
});

/** What closing the window does: the app goes on without it, or ends. */
export const CLOSINGS = ['hide', 'quit'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** What the user set about the app around the page. */
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
