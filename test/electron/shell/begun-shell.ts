import { expect, vi } from 'vitest';
import type { Reply } from '#shared/contract/ipc.ts';

/** main.ts begun as a process of its own, with the way its page asks and the way it ends. */

export type FakeElectron = typeof import('./fake-electron.ts');

export type BegunShell = {
  readonly fake: FakeElectron;
  readonly window: InstanceType<FakeElectron['BrowserWindow']>;
  /** What the page is answered; rejects with the failure's code. */
  readonly call: (name: string, input: unknown) => Promise<unknown>;
  readonly quit: () => Promise<void>;
};

/** `folder` is where the system keeps what apps store; `prepare` says what the system is like. */
export async function beginShell(
  folder: string,
  prepare: (fake: FakeElectron) => void = () => {},
): Promise<BegunShell> {
  vi.resetModules();
  const fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
  prepare(fake);
  await import('#electron/main.ts');
  fake.app.becomeReady();
  await vi.waitFor(() => expect(fake.app.listenerCount('will-quit')).toBeGreaterThan(0), 20_000);
  const [window] = fake.BrowserWindow.made;
  if (window === undefined) throw new Error('There is no window.');
  window.emit('ready-to-show');
  return {
    fake,
    window,
    call: async (name, input) => {
      const senderFrame = { url: 'app://bundle/index.html', parent: null };
      const event = { senderFrame, sender: window.webContents };
      const reply = (await fake.ipcMain.handlers.get('cuadra:call')?.(event, name, input)) as Reply<unknown>;
      if (!reply.ok) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
      return reply.value;
    },
    quit: async () => {
      fake.app.quit();
      await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('quit'), 20_000);
    },
  };
}
