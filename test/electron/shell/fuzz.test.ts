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
import type { Reply } from '#shared/contract/ipc.ts';
import { createFakeParts } from '#test/electron/app/fake-parts.ts';
import { dialog, FakeWebContents, app as fakeApp, ipcMain } from './fake-electron.ts';
import { type Draw, hostilePayload, randomOf } from './hostile-payloads.ts';

/**
 * Every call of the bridge with random and hostile payloads, as they arrive from a page that was taken over. The suite lives
 * a share; all of it: CUADRA_FUZZ=10000 npx vitest run test/electron/shell/fuzz
 */

const EACH = Number(process.env.CUADRA_FUZZ ?? 25);
const SEED = Number(process.env.CUADRA_SEED ?? 20_261_123);
/** The key of the account that stands; no payload holds it, so that no answer may. */
const HELD_KEY = 'held-9f21c7d4e8a0';
/** What is typed as a key: it may come back in no message. */
const TYPED_KEY = 'typed-51ab77c09e34';

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

/** What would be right where a text of this name is asked for, as far as this app goes. */
async function knownTexts(exportIds: readonly string[]): Promise<Draw['known']> {
  const { accounts } = app.handlers.readAccounts(null) as Awaited<
    ReturnType<typeof app.handlers.readAccounts>
  >;
  const ids = accounts.map(({ id }) => id);
  const texts: { readonly [name: string]: readonly string[] } = {
    accountId: [...ids, 'demo-1000', 'nobody'],
    intoId: [...ids, 'demo-1000', 'demo-2000', 'copied'],
    id: ids,
    exportId: [...exportIds, 'none'],
    baseUrl: ['https://api.example/v1', 'https://other.example', 'http://localhost:1', 'ftp://x'],
    key: [TYPED_KEY],
    months: ['2025-03', '2024-12'],
    month: ['2025-03'],
    ranges: ['2025-03', 'all'],
    path: ['manifest.json', 'Mes=2025-03/filas.parquet', 'cargar-duckdb.sql'],
    kept: ['manifest.json'],
    main: ['CLP'],
    code: ['CLP', 'USD'],
    fileName: ['ventas.csv', '../../evil.csv', '..\\evil.csv', '.hidden', 'CON', '/etc/evil.csv'],
    name: ['cuadra-2025-03-01T101112000Z-manual-5.cuadra-respaldo', 'T'],
    text: ['a;b\n'],
  };
  return (name) => texts[name] ?? [];
}

/** Accounts are not piled up: what a list of thousands costs is another test's. */
async function tidy(): Promise<void> {
  const { accounts } = app.handlers.readAccounts(null) as Awaited<
    ReturnType<typeof app.handlers.readAccounts>
  >;
  for (const { id, kind } of accounts.slice(12)) {
    if (kind === 'api') await app.handlers.removeAccount({ accountId: id });
  }
}

function expectTyped(name: string, reply: Reply<unknown>): void {
  expect(typeof reply.ok, name).toBe('boolean');
  const text = JSON.stringify(reply);
  expect(text.includes(HELD_KEY), `${name} tells the key`).toBe(false);
  if (reply.ok) return;
  const { code, message } = reply.error;
  expect(Object.keys(reply.error).sort(), name).toEqual(['code', 'message']);
  // «internal» is what nobody thought of.
  expect(code, `${name}: ${message}`).toMatch(/^(?!internal$)[a-z]+(-[a-z]+)*$/);
  expect(message.length, name).toBeLessThan(600);
  expect(message.includes(TYPED_KEY), `${name} repeats a key: ${message}`).toBe(false);
  expect(message, name).not.toMatch(/\n\s+at |node_modules/);
}

describe(`${EACH} payloads for each call`, () => {
  it.each(APP_CALL_NAMES)('%s answers or refuses, and nothing else happens', async (name) => {
    const random = randomOf(SEED + APP_CALL_NAMES.indexOf(name) * 7919);
    await app.handlers.connectAccount({
      baseUrl: 'https://api.example/v1',
      plan: 'pro',
      key: HELD_KEY,
      name: 'T',
    });
    const tally = { answered: 0, refused: 0 };
    let exportIds: readonly string[] = [];
    let known = await knownTexts(exportIds);
    for (let at = 0; at < EACH; at += 1) {
      if (at % 50 === 0) {
        await tidy();
        // Exports to be right about: of each kind one, on the page that asks.
        const opened = await Promise.all([
          ask('openExport', { fileName: 'x.csv' }),
          ask('openBackup', { accountId: (await knownTexts([]))('id')[0], reason: 'manual' }),
          ask('openDataset', { accountId: (await knownTexts([]))('id')[0] }),
        ]);
        exportIds = opened.flatMap((reply) =>
          reply.ok && reply.value !== null ? [(reply.value as { readonly exportId: string }).exportId] : [],
        );
        known = await knownTexts(exportIds);
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

  it('left no file outside of its folders, and no mark on what all objects share', async () => {
    expect((await readdir(folder)).sort()).toEqual(['chosen', 'downloads', 'profile', 'secret.txt']);
    expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('do not touch');
    // In the folder that was chosen: a folder for each account, named by an id that the app made.
    for (const name of await readdir(join(folder, 'chosen'))) expect(name).toMatch(/^[\w-]{1,100}$/);
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });
});
