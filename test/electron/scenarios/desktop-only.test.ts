import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Company, expectWhole, holdAnswers, STARTS_AT, startCompany } from './company.ts';
import { createDesktop, type DesktopHost } from './desktop-host.ts';
import { expectGoneOnWith, halfLoaded, MIDDLE } from './half-loaded.ts';
import { connect, isWhole } from './host-under-test.ts';

/** What happens to the desktop app alone, from main.ts to the calls of a page behind the built preload. */

let folder: string;
let company: Company;
let host: DesktopHost;
const argv = [...process.argv];
beforeAll(async () => {
  vi.setSystemTime(STARTS_AT);
  company = await startCompany();
});
afterAll(async () => {
  vi.useRealTimers();
  await company.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-desktop-'));
  host = createDesktop(folder);
});
afterEach(async () => {
  process.argv = [...argv];
  company.intercept(null);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('a load waits while the machine sleeps, and goes on some seconds after it woke', async () => {
  const { page, accountId, held } = await halfLoaded(host, company);
  const { powerMonitor } = host.electron();
  powerMonitor.emit('suspend');
  await page.untilStatus(({ state }) => state === 'paused');
  held.release();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  powerMonitor.emit('resume');
  const at = timers.mock.calls.findIndex(([, ms]) => ms === 5000);
  const [wake] = timers.mock.calls[at] ?? [];
  clearTimeout(timers.mock.results[at]?.value as NodeJS.Timeout);
  timers.mockRestore();
  expect((await page.bridge.call.readSyncStatus(null)).state).toBe('paused');
  wake?.();
  await expectGoneOnWith(page, company, accountId, held);
  await host.quit();
});

it('a load goes on in the next session when the system ends this one in the middle', async () => {
  const { accountId, held } = await halfLoaded(host, company);
  const { dialog } = host.electron();
  const window = host.window();
  // Windows ends a session without before-quit: nothing may ask, hide or wait.
  window.emit('query-session-end', { preventDefault: () => undefined });
  window.emit('session-end', {});
  window.close();
  expect([window.isDestroyed(), dialog.boxes]).toEqual([true, []]);
  await host.quit();
  const next = await host.start();
  held.release();
  await expectGoneOnWith(next, company, accountId, held);
  await host.quit();
});

it('a quit in the middle of a load waits for nothing: what was asked is given up before the process ends', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  host.prepare(({ net }) => {
    const ask = net.answer;
    net.answer = (url, init) => {
      signals.push(init?.signal);
      return ask(url, init);
    };
    return undefined;
  });
  const { held } = await halfLoaded(host, company);
  const { app } = host.electron();
  expect(signals.at(-1)?.aborted).toBe(false);
  const atTheEnd = new Promise((resolve) => {
    // The second time nothing keeps it.
    app.once('before-quit', () => app.once('before-quit', () => resolve(signals.at(-1)?.aborted)));
  });
  app.quit();
  expect(await atTheEnd).toBe(true);
  await host.ended();
  held.release();
});

it('a load does not begin on a disk without room, and does once there is some', async () => {
  const disk = { bavail: 1000, bsize: 4096 };
  vi.doMock('node:fs/promises', async (original) => ({
    ...(await original<typeof import('node:fs/promises')>()),
    statfs: async (path: string) => (path === host.profile ? disk : null),
  }));
  try {
    const page = await host.start();
    host.window().hide();
    const accountId = await connect(page, company);
    const { failure } = await page.untilStatus(({ state }) => state === 'error');
    expect([failure?.code, page.copyOf(accountId).rows()]).toEqual(['storage-full', []]);
    // Who is elsewhere is called; how far a load is stands in the taskbar, and goes with it.
    const { Notification } = host.electron();
    expect(Notification.made.map(({ options }) => options.body)).toEqual([expect.stringMatching(/disco/)]);
    disk.bavail = 1_000_000;
    // It stands in its middle until that is shown: a quick load has ended before it is told of.
    const held = holdAnswers(company, MIDDLE);
    await page.bridge.call.syncNow(null);
    await held.arrived;
    const { progress } = host.window();
    const isShown = (): boolean => progress.some((share) => share > 0 && share <= 1);
    await vi.waitFor(() => expect(isShown()).toBe(true), 20_000);
    held.release();
    await page.untilStatus(isWhole);
    expectWhole(page.copyOf(accountId), company);
    expect(progress.at(-1)).toBe(-1);
    await host.quit();
  } finally {
    vi.doUnmock('node:fs/promises');
  }
});

it('a page that ends again at once is not loaded for ever, and its user is told why', async () => {
  await host.start();
  await host.crashPage();
  const window = host.window();
  expect(window.loads).toEqual(Array(2).fill('app://bundle/index.html'));
  const { dialog } = host.electron();
  expect(dialog.errors).toEqual([]);
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(dialog.errors).toEqual([]);
  window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(dialog.errors).toEqual([expect.stringContaining('oom')]);
  expect(window.loads).toHaveLength(2);
  await host.quit();
});

it('links and files reach the page however they come, before it is there and after; errors reach the log', async () => {
  const statement = join(folder, 'abril.csv');
  await writeFile(statement, 'a;b\n');
  process.argv = ['electron', '.', '--demo-not', 'cuadra://view/sync', 'cuadra://view/sync?x=1'];
  const prevented: string[] = [];
  const event = (name: string) => ({ preventDefault: () => prevented.push(name) });
  host.prepare(({ app }) => () => {
    app.emit('open-url', event('early'), 'cuadra://view/orders');
  });
  const page = await host.start();
  const early = await page.bridge.call.takeOpened(null);
  expect(early).toHaveLength(2);
  for (const view of ['orders', 'sync'])
    expect(early).toContainEqual({ kind: 'link', link: `cuadra://view/${view}` });
  const { app, shell } = host.electron();
  const window = host.window();
  let count = 0;
  page.bridge.on('opened', () => {
    count += 1;
  });
  window.hide();
  window.minimized = true;
  app.emit('open-file', event('file'), statement);
  app.emit('open-url', event('url'), 'cuadra://view/panel');
  await expect.poll(() => count).toBe(2);
  app.emit('second-instance', {}, ['cuadra', '--x', 'abril.csv', 'cuadra://view/orders'], folder);
  await expect.poll(() => count).toBe(4);
  expect([window.isVisible(), window.isMinimized(), prevented]).toEqual([
    true,
    false,
    ['early', 'file', 'url'],
  ]);
  const opened = await page.bridge.call.takeOpened(null);
  expect(opened).toEqual(
    expect.arrayContaining([
      { kind: 'statement', id: expect.any(String), name: 'abril.csv', bytes: 4 },
      { kind: 'link', link: 'cuadra://view/panel' },
      { kind: 'link', link: 'cuadra://view/orders' },
    ]),
  );
  const id = opened.flatMap((each) => (each.kind === 'statement' ? [each.id] : []))[0] ?? '';
  const file = page.bridge.pull.openedFile({ id });
  expect(await file.next()).toEqual({ done: false, value: Buffer.from('a;b\n').toString('base64') });
  expect(await file.next()).toEqual({ done: true, value: null });
  await expect(page.bridge.pull.openedFile({ id: 'abril.csv' }).next()).rejects.toMatchObject({
    code: 'opened-file-gone',
  });

  const log = join(host.profile, 'logs', 'errors.log');
  expect(await page.bridge.call.showErrorLog(null)).toEqual({ path: log, isThere: false, isShown: false });
  app.emit('render-process-gone', {}, {}, { reason: 'oom', exitCode: 5 });
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 6 });
  expect(await readFile(log, 'utf8')).toMatch(
    /page-gone\n {2}oom, exit code 5\n.*child-gone\n {2}GPU: crashed, exit code 6\n$/s,
  );
  expect(await page.bridge.call.showErrorLog(null)).toMatchObject({ isThere: true, isShown: true });
  expect(shell.shown).toEqual([log]);
  expect(await page.bridge.call.readSystem(null)).toMatchObject({
    platform: process.platform,
    node: process.versions.node,
  });
  await host.quit();
});
