import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { STANDBY_FLAG } from '#electron/desktop/start-kind.ts';
import { type AppLine, openAppLine } from '#electron/programs/ask-app.ts';
import { temporaryDirectory } from '#test/e2e/app-under-test.ts';
import { type DesktopApp, startOnDesktop } from './desktop-under-test.ts';

/** What only the desktop app has, in Electron's program itself: sandbox, permissions, ways out of the window, menus, closing. */

const test = base.extend<{ desk: DesktopApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  desk: async ({}, use) => {
    const { path, remove } = await temporaryDirectory();
    const desk = await startOnDesktop(path);
    await expect(desk.page.getByTestId('open-demo')).toBeVisible();
    await use(desk);
    await desk.end();
    await remove();
  },
});

const ELSEWHERE = 'https://example.org/';

test('the page is the app’s own, in a process of the sandbox, and no switch weakens it', async ({ desk }) => {
  expect(desk.page.url()).toMatch(/^app:\/\/bundle\//);
  const { pid, metric, weakened } = await desk.electron.evaluate(({ app, BrowserWindow }) => {
    const [window, ...others] = BrowserWindow.getAllWindows();
    if (window === undefined || others.length > 0) throw new Error('There is not one window.');
    const process = window.webContents.getOSProcessId();
    return {
      pid: process,
      metric: app.getAppMetrics().find((each) => each.pid === process)?.sandboxed,
      weakened: ['no-sandbox', 'disable-web-security', 'allow-running-insecure-content'].filter((flag) =>
        app.commandLine.hasSwitch(flag),
      ),
    };
  });
  expect(weakened).toEqual([]);
  if (process.platform === 'linux') await expectSandboxOfLinux(pid);
  else expect(metric).toBe(true);
});

/** The kernel's own words: a filter of system calls, and a number of its own in a space of processes of its own. */
async function expectSandboxOfLinux(pid: number): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(/^Seccomp:\t2$/m);
  expect(status).toMatch(/^NSpid:\t\d+\t\d+/m);
}

test('nothing leads out of the window', async ({ desk }) => {
  const { page } = desk;
  const heard = await desk.electron.evaluateHandle(({ BrowserWindow }) => {
    const navigations: { readonly url: string; readonly isPrevented: boolean }[] = [];
    for (const { webContents } of BrowserWindow.getAllWindows())
      webContents.on('will-frame-navigate', ({ url, defaultPrevented }) => {
        navigations.push({ url, isPrevented: defaultPrevented });
      });
    return navigations;
  });
  const address = page.url();
  await page.evaluate((url) => {
    location.href = url;
  }, ELSEWHERE);
  await expect.poll(() => heard.jsonValue()).toEqual([{ url: ELSEWHERE, isPrevented: true }]);
  expect(await page.evaluate((url) => window.open(url) === null, ELSEWHERE)).toBe(true);
  expect(page.url()).toBe(address);
  expect(desk.electron.windows()).toHaveLength(1);
  await expect(page.getByTestId('open-demo')).toBeVisible();
});

test('of permissions it has the storage’s and no other', async ({ desk }) => {
  const states = await desk.page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'clipboard-read',
      'persistent-storage',
    ];
    const asked = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return [name, state] as const;
    });
    return Object.fromEntries(await Promise.all(asked));
  });
  expect(states).toEqual({
    geolocation: 'denied',
    notifications: 'denied',
    camera: 'denied',
    microphone: 'denied',
    'clipboard-read': 'denied',
    'persistent-storage': 'granted',
  });
  const asked = await desk.page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    geolocation: await new Promise((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        ({ code }) => resolve(code),
      );
    }),
  }));
  // GeolocationPositionError.PERMISSION_DENIED
  expect(asked).toEqual({ notifications: 'denied', geolocation: 1 });
});

test('a menu leads the page, a closed window is only hidden, and comes back as it was', async ({ desk }) => {
  const { electron, page } = desk;
  const press = (accelerator: string) =>
    electron.evaluate(({ Menu }, keys) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const item = items?.find((each) => String(each.accelerator) === keys);
      if (item === undefined) throw new Error(`No menu has ${keys}.`);
      item.click();
    }, accelerator);
  await press('CmdOrCtrl+,');
  await expect(page.getByTestId('settings')).toBeVisible();
  const isVisible = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await electron.evaluate(({ dialog, BrowserWindow }) => {
    // The first answer: keep Cuadra in the background.
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    BrowserWindow.getAllWindows()[0]?.close();
  });
  await expect.poll(isVisible).toBe(false);
  // As a second start tells the first one.
  await electron.evaluate(({ app }) => app.emit('second-instance', {}, [], ''));
  await expect.poll(isVisible).toBe(true);
  await expect(page.getByTestId('settings')).toBeVisible();
});

/** The line of an app that is beginning. */
async function lineSoon(profile: string): Promise<AppLine> {
  const opened: AppLine[] = [];
  const look = async (): Promise<number> => {
    const line = await openAppLine(profile, 'command', () => undefined);
    return line === null ? 0 : opened.push(line);
  };
  await expect.poll(look, { intervals: [100] }).toBe(1);
  const [line] = opened;
  if (line === undefined) throw new Error('Nobody answers.');
  return line;
}

test('begun for a program it is unseen, answers, and is the ordinary app once its user opens it', async () => {
  const { path, remove } = await temporaryDirectory();
  const profile = join(path, 'profile');
  const starting = startOnDesktop(path, undefined, [STANDBY_FLAG]);
  // At once: it ends ten seconds after nobody asked.
  const line = await lineSoon(profile);
  const desk = await starting;
  const isVisible = () =>
    desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect(desk.page.getByTestId('open-demo')).toBeAttached();
  await expect(line.ask({ ask: 'status' })).rejects.toMatchObject({ code: 'no-account' });
  expect(await isVisible()).toBe(false);
  // A second command finds this one; a second start of the user's shows it.
  await desk.electron.evaluate(
    ({ app }, flag) => app.emit('second-instance', {}, ['cuadra', flag], ''),
    STANDBY_FLAG,
  );
  expect(await isVisible()).toBe(false);
  await desk.electron.evaluate(({ app }) => app.emit('second-instance', {}, ['cuadra'], ''));
  await expect.poll(isVisible).toBe(true);
  line.close();
  await desk.end();
  expect(await openAppLine(profile, 'command', () => undefined)).toBeNull();
  await remove();
});
