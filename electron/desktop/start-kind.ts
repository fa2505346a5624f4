import type { ShellSettings } from '#shared/contract/shell.ts';
import type { Hiding } from './system-places.ts';

/** Who began the app: its user, the system at login, or a program (`cuadra`) that asks while the app is closed. */
export type StartKind = 'user' | 'login' | 'programs';

/** Given by the system at login: the app begins without its window. */
export const HIDDEN_FLAG = '--hidden';
/** Given by a program that asks: the app begins on standby. */
export const STANDBY_FLAG = '--standby';

/** By what a process was begun with, of this one or of a second one that was kept away. */
export function startKindOf(argv: readonly string[]): StartKind {
  if (argv.includes(STANDBY_FLAG)) return 'programs';
  return argv.includes(HIDDEN_FLAG) ? 'login' : 'user';
}

/** How the window is first seen. */
export type Sight = 'shown' | 'minimized' | 'unseen';

/** @param hiding how a window goes here while the app goes on: where nothing would bring it back it is minimised */
export function firstSight(start: StartKind, closing: ShellSettings['closing'], hiding: Hiding): Sight {
  switch (start) {
    case 'programs':
      return 'unseen';
    case 'login':
      if (closing === 'quit') return 'shown';
      return hiding === 'hide' ? 'unseen' : 'minimized';
    case 'user':
      return 'shown';
  }
}
