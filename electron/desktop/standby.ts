import type { StartKind } from './start-kind.ts';

/**
 * The app on standby: begun out of sight by a program that asks, it shows nothing, reads nothing by itself, and ends when
 * nobody asks any more; a page whose copy is opened writes what it has on its schedule, as ever. Once its user opens it, it is the ordinary app to its end.
 */
export type Standby = {
  readonly isOn: () => boolean;
  /** Who the app runs for: who began it, or who called it since. */
  readonly start: () => StartKind;
  /** The user opens the app, or the system does at login. */
  readonly end: (by: Exclude<StartKind, 'programs'>) => void;
  /** Called once, when standby ends; never where the app was not on standby. */
  readonly onEnd: (listener: () => void) => void;
};

export function createStandby(begunBy: StartKind): Standby {
  const listeners: (() => void)[] = [];
  let start = begunBy;
  return {
    isOn: () => start === 'programs',
    start: () => start,
    end: (by) => {
      if (start !== 'programs') return;
      start = by;
      for (const listener of listeners) listener();
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}

/** A host that begins for its user alone. */
export const NO_STANDBY: Standby = createStandby('user');
