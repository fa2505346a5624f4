import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileVault } from '#electron/accounts/key-vault.ts';
import { type App, createApp } from '#electron/app/app.ts';
import { serveBridge } from '#electron/shell/bridge.ts';
import { chosenFolders } from '#electron/shell/export-folders.ts';
import { saveDialogTarget } from '#electron/shell/save-export.ts';
import { systemCipher } from '#electron/shell/system-cipher.ts';
import { APP_CALL_NAMES, appChecks } from '#shared/contract/app.ts';
import { type AppStreams, appStreams } from '#shared/contract/app-streams.ts';
import type { Reply } from '#shared/contract/ipc.ts';
import { createFakeParts } from '#test/electron/app/fake-parts.ts';
import { dialog, FakeWebContents, app as fakeApp, ipcMain } from './fake-electron.ts';
import { EACH, expectTyped, fuzzStream, holdKey, knownTexts, SEED, tidy } from './fuzzed-bridge.ts';
import { hostilePayload, randomOf } from './hostile-payloads.ts';

/**
 * Every call of the bridge with random and hostile payloads, as they arrive from a page that was taken over. The suite lives
 * a share; all of it: CUADRA_FUZZ=10000 npx vitest run test/electron/shell/fuzz
 */

let folder: string;
let app: App;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-fuzz-'));
  const profile = join(folder, 'profile');
  for (const name of ['profile', 'chosen', 'downloads']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'secret.txt'), 'do not touch');
  fakeApp.setPath('downloads', join(folder, 'downloads'));
  // A user who says yes to whatever the app proposes.
  dialog.showSaveDialog = async (...args) => {
    dialog.asked.length = 0;
    const { defaultPath = '' } = args.at(-1) as { readonly defaultPath?: string };
    return { canceled: false, filePath: defaultPath };
  };
  dialog.openAnswer = { canceled: false, filePaths: [join(folder, 'chosen')] };
  fakeApp.becomeReady();
  app = await createApp({
    profileDirectory: profile,
    host: { host: 'desktop', version: '1' },
    keyVault: await openFileVault(join(profile, 'keys.json'), systemCipher()),
    exportFolders: chosenFolders(profile, () => null),
    openExportTarget: saveDialogTarget(() => null),
    parts: createFakeParts(),
  });
  serveBridge(app);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const sender = new FakeWebContents();
const OWN_FRAME = { url: 'app://bundle/index.html', parent: null };

/** As IPC carries it: a copy, or nothing where it cannot be copied. */
async function ask(name: string, input: unknown): Promise<Reply<unknown>> {
  const payload = structuredClone(input);
  const reply = await ipcMain.handlers.get('cuadra:call')?.(
    { senderFrame: OWN_FRAME, sender },
    name,
    payload,
  );
  return structuredClone(reply) as Reply<unknown>;
}

describe(`${EACH} payloads for each call`, () => {
  it.each(APP_CALL_NAMES)('%s answers or refuses, and nothing else happens', async (name) => {
    const random = randomOf(SEED + APP_CALL_NAMES.indexOf(name) * 7919);
    await holdKey(app);
    const tally = { answered: 0, refused: 0 };
    let known = knownTexts(app);
    for (let at = 0; at < EACH; at += 1) {
      if (at % 50 === 0) {
        await tidy(app);
        known = knownTexts(app);
      }
      const payload = hostilePayload({ random, known }, appChecks[name]);
      const reply = await ask(name, payload);
      tally[reply.ok ? 'answered' : 'refused'] += 1;
      expectTyped(name, reply);
      // A reload gives back what the page had open.
      if (at % 50 === 49) sender.emit('did-navigate');
    }
    sender.emit('did-navigate');
    // All of it was tried: what is refused, and what is let through.
    expect(tally.refused, name).toBeGreaterThan(EACH / 10);
    expect(await ask('readHostInfo', null)).toEqual({ ok: true, value: { host: 'desktop', version: '1' } });
  });

  it.each(Object.keys(appStreams) as (keyof AppStreams)[])(
    'the stream %s takes or refuses what it is fed, and nothing else happens',
    async (name) => {
      const random = randomOf(SEED + Object.keys(appStreams).indexOf(name) * 104_729);
      await holdKey(app);
      const draw = { random, known: knownTexts(app) };
      const { refused } = await fuzzStream(name, draw, ask);
      // A reload gives back what the page had open.
      sender.emit('did-navigate');
      expect(refused, name).toBeGreaterThan(EACH / 10);
      const left = await readdir(folder, { recursive: true });
      expect(left.filter((path) => /\.part$|\.parquet-next/.test(path))).toEqual([]);
    },
  );

  it('left no file outside of its folders, and no mark on what all objects share', async () => {
    expect((await readdir(folder)).sort()).toEqual(['chosen', 'downloads', 'profile', 'secret.txt']);
    expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('do not touch');
    // In the folder that was chosen: a folder for each account, named by an id that the app made.
    for (const name of await readdir(join(folder, 'chosen'))) expect(name).toMatch(/^[\w-]{1,100}$/);
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });
});
