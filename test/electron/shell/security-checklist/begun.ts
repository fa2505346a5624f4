import { expect } from 'vitest';
import type * as Window from '#electron/shell/window.ts';
import * as fake from '../fake-electron.ts';
import type { Sources } from './changed-sources.ts';
import { MAIN, WINDOW } from './files.ts';

/** What main.ts listens to of its own process. */
const PROCESS_EVENTS = ['uncaughtExceptionMonitor', 'unhandledRejection'] as const;

/** The window that the shell makes. */
export async function windowOf(sources: Sources): Promise<fake.BrowserWindow> {
  const { createWindow } = await sources.load<typeof Window>(WINDOW);
  createWindow('/preload.cjs', { now: false });
  const [window] = fake.BrowserWindow.made;
  if (window === undefined) throw new Error('There is no window.');
  return window;
}

/** main.ts as far as it goes before `ready`, begun with a key in its environment. */
export async function begin(sources: Sources): Promise<void> {
  const before = new Map(PROCESS_EVENTS.map((event) => [event, process.listeners(event as 'exit')]));
  process.env.CUADRA_API_KEY = 'in-the-environment';
  try {
    await sources.load(MAIN);
    expect(fake.app.done.at(-1)).toBe('wait');
  } finally {
    for (const [event, known] of before) {
      for (const listener of process.listeners(event as 'exit'))
        if (!known.includes(listener)) process.off(event, listener);
    }
  }
}
