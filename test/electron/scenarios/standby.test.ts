import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OPENED_LINE, startFailureIn } from '#electron/desktop/standby-lines.ts';
import { type AppLine, openAppLine } from '#electron/programs/ask-app.ts';
import { LINE_FILE } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED } from '#shared/contract/rpc.ts';
import { answerOf } from '#test/electron/programs/answers.ts';
import { type Company, expectWhole, STARTS_AT, startCompany } from './company.ts';
import { createDesktop, type DesktopHost, type FakeWindow } from './desktop-host.ts';
import { connect, isWhole, type Page } from './host-under-test.ts';

/** The desktop app begun out of sight by a program that asks: what it shows, does by itself, and when it ends. */

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
  waiting.clear();
  vi.doMock('#electron/programs/idle-end.ts', async (original) => {
    const { endStandbyWhenIdle } = await original<typeof import('#electron/programs/idle-end.ts')>();
    const timer = (callback: () => void) => {
      waiting.add(callback);
      return () => void waiting.delete(callback);
    };
    return {
      endStandbyWhenIdle: (options: Parameters<typeof endStandbyWhenIdle>[0]) =>
        endStandbyWhenIdle({ ...options, timer }),
    };
  });
  folder = await mkdtemp(join(tmpdir(), 'cuadra-standby-'));
  host = createDesktop(folder);
});
afterEach(async () => {
  process.argv = [...argv];
  vi.restoreAllMocks();
  vi.doUnmock('#electron/programs/idle-end.ts');
  company.intercept(null);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What an app on standby waits for while nobody asks: it passes when the test says so. */
const waiting = new Set<() => void>();
const idle = {
  count: () => waiting.size,
  pass: () => {
    for (const callback of [...waiting]) {
      waiting.delete(callback);
      callback();
    }
  },
};

async function begin(): Promise<Page> {
  process.argv = [...argv, '--standby'];
  const page = await host.start();
  // The page of a program's app answers what is asked.
  page.bridge.on('asked', () => {
    void page.bridge.call.takeAsked(null).then((asked) => {
      for (const { id, question } of asked)
        void page.bridge.call.answerAsked({
          id,
          outcome: { kind: 'answer', answer: answerOf(question.ask) },
        });
    });
  });
  return page;
}
async function lineNow(): Promise<AppLine> {
  const line = await openAppLine(host.profile, 'command', () => undefined);
  if (line === null) throw new Error('Nobody answers.');
  return line;
}
const called = (...words: readonly string[]): void =>
  void host.electron().app.emit('second-instance', {}, ['cuadra', ...words], folder);
/** What of it can be seen. */
const seen = (window: FakeWindow) => {
  const { Tray, Notification, dialog } = host.electron();
  return {
    window: window.shown || window.minimized,
    tray: Tray.made.some(({ gone }) => !gone),
    others: Notification.made.length + dialog.boxes.length + dialog.errors.length + window.progress.length,
  };
};
const NOTHING = { window: false, tray: false, others: 0 };

/** A whole copy, in an app that was closed since. */
async function wholeCopy(): Promise<string> {
  const page = await host.start();
  const accountId = await connect(page, company);
  await page.untilStatus(isWhole);
  await host.quit();
  return accountId;
}

describe('an app on standby', () => {
  it('answers unseen, reads what is asked for and nothing else, and is the ordinary app once its user opens it', async () => {
    const accountId = await wholeCopy();
    const asked = company.requests();
    const opened: string[] = [];
    host.prepare(({ safeStorage }) => {
      const decrypt = safeStorage.decryptStringAsync.bind(safeStorage);
      safeStorage.decryptStringAsync = (bytes) => {
        opened.push('key');
        return decrypt(bytes);
      };
      return undefined;
    });
    const page = await begin();
    const window = host.window();
    const runs = () => page.copyOf(accountId).runs();
    expect(runs()).toHaveLength(1);
    const line = await lineNow();
    expect(await line.ask({ ask: 'status' })).toEqual(answerOf('status'));
    await page.bridge.call.sendMovedMonths({ accountId, months: ['2026-10'] as never });
    const { state, historyComplete } = await page.untilStatus((status) => status.historyComplete);
    expect([state, historyComplete, company.requests() - asked]).toEqual(['idle', true, 0]);
    // Not even the keyring is asked, which may call its user.
    expect([seen(window), opened]).toEqual([NOTHING, []]);

    await page.bridge.call.syncNow(null);
    expect(opened).toEqual(['key']);
    await page.untilStatus((status) => isWhole(status) && runs().length === 2);
    expect(runs().map(({ trigger }) => trigger)).toEqual(['start', 'user']);
    // Another command, begun at the same moment.
    called('--standby', `--profile-dir=${host.profile}`);
    expect(seen(window)).toEqual(NOTHING);
    expect(await readFile(join(host.profile, 'shell.json'), 'utf8').catch(() => '')).not.toContain('2026-10');

    called();
    expect(seen(window)).toMatchObject({ window: true, tray: true });
    await page.untilStatus((status) => isWhole(status) && runs().length === 3);
    expect(runs().at(-1)?.trigger).toBe('start');
    expectWhole(page.copyOf(accountId), company);
    line.close();
    expect(host.electron().Notification.made).toEqual([]);
    await host.quit();
    // What moved is known by now: it was in view.
    expect(await readFile(join(host.profile, 'shell.json'), 'utf8')).toContain('2026-10');
  });

  it('reads by itself with its key where its user opens it before anything was read', async () => {
    const accountId = await wholeCopy();
    const page = await begin();
    await page.untilStatus((status) => status.historyComplete);
    called();
    await page.untilStatus((status) => isWhole(status) && page.copyOf(accountId).runs().length === 2);
    const [, run] = page.copyOf(accountId).runs();
    expect([run?.trigger, run?.outcome, run?.failure]).toEqual(['start', 'done', null]);
    expect(host.electron().Notification.made).toEqual([]);
    await host.quit();
  });

  it('ends when the last program that asked has gone, and not while one is there', async () => {
    await begin();
    expect(idle.count()).toBe(1);
    const [line, assistant] = [
      await lineNow(),
      await openAppLine(host.profile, 'assistant', () => undefined),
    ];
    expect(idle.count()).toBe(0);
    line.close();
    await expect(assistant?.ask({ ask: 'status' })).rejects.toMatchObject({ code: 'assistants-off' });
    expect(idle.count()).toBe(0);
    assistant?.close();
    await vi.waitFor(() => expect(idle.count()).toBe(1), 20_000);
    const { done } = host.electron().app;
    idle.pass();
    // Its user opens it at this very moment: another one comes in its place.
    called('cuadra://view/panel');
    await host.ended();
    expect(done).toContain('relaunch cuadra://view/panel');
    for (const left of [LINE_FILE, 'running.json'])
      await expect(access(join(host.profile, left))).rejects.toThrow('ENOENT');
  });

  it('is not ended once its user has it, whoever asks, and says so to the program that began it', async () => {
    const said: unknown[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0);
    await begin();
    expect(said).not.toContain(OPENED_LINE);
    called();
    called();
    expect(said.filter((line) => line === OPENED_LINE)).toHaveLength(1);
    (await lineNow()).close();
    idle.pass();
    expect([host.window().shown, host.electron().app.done]).toEqual([true, ['sandbox', 'wait', 'ready']]);
    await host.quit();
    expect(host.electron).toThrow();
  });

  it('begun again at login goes on without its window, as the settings have it', async () => {
    await begin();
    called('--hidden');
    expect(seen(host.window())).toMatchObject({ window: false, tray: true });
    idle.pass();
    expect(host.electron().app.done).not.toContain('quit');
    await host.quit();
  });

  it('is seen from its beginning where its user opens it before it is ready', async () => {
    host.prepare(({ app }) => () => {
      app.emit('second-instance', {}, ['cuadra'], folder);
    });
    await begin();
    expect(seen(host.window())).toMatchObject({ window: true, tray: true });
    host.prepare(() => undefined);
    await host.quit();
  });

  it('says that it ends, and nothing of windows, to a question that its user’s quitting cuts off', async () => {
    await begin();
    called();
    const line = await lineNow();
    // The page of a reload takes the question, and takes long.
    const { bridge } = await host.reload();
    const taken = new Promise((resolve) => bridge.on('asked', () => resolve(bridge.call.takeAsked(null))));
    const answer = line.ask({ ask: 'status' }).catch(({ code }) => code);
    expect(await taken).toHaveLength(1);
    await host.quit();
    expect(await answer).toBe(CHANNEL_CLOSED);
  });

  it('whose page ends twice ends with it, and shows nothing: who asked hears of that', async () => {
    await begin();
    const line = await lineNow();
    const window = host.window();
    const { dialog } = host.electron();
    await host.crashPage();
    // The page that came in its place takes no question here.
    const answer = line.ask({ ask: 'status' }).catch(({ code }) => code);
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    await host.ended();
    expect([dialog.errors, idle.count()]).toEqual([[], 0]);
    expect([CHANNEL_CLOSED, 'no-page']).toContain(await answer);
  });

  it('that cannot start tells the program that began it, and shows nothing', async () => {
    await mkdir(host.profile, { mode: 0o700 });
    // Another program has the profile: the one that began this process, which lives.
    const holder = { pid: process.ppid, mark: null, sinceStartMs: 0, address: null };
    await writeFile(join(host.profile, 'running.json'), JSON.stringify(holder));
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation(((text: string) => said.push(text) > 0) as never);
    process.argv = [...argv, '--standby'];
    await expect(host.start()).rejects.toThrow();
    const { dialog, BrowserWindow, app } = host.electron();
    expect([dialog.errors, BrowserWindow.made, app.done.at(-1)]).toEqual([[], [], 'exit 1']);
    expect(startFailureIn(said.join(''))).toContain(String(process.ppid));
  });

  it('ends without a box at an error that nobody caught, as long as nobody sees it', async () => {
    const before = process.listenerCount('uncaughtException');
    await begin();
    expect(process.listenerCount('uncaughtException')).toBe(before + 1);
    called();
    expect(process.listenerCount('uncaughtException')).toBe(before);
    await host.quit();
  });
});
