import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cipher, type KeyVault, NO_VAULT, openFileVault } from '#electron/accounts/key-vault.ts';
import { type App, createApp } from '#electron/app/app.ts';
import { createAppParts } from '#electron/app/app-parts.ts';
import { type ErrorLog, openErrorLog } from '#electron/app/error-log.ts';
import { NO_OPENINGS } from '#electron/app/openings.ts';
import { openFileWriter } from '#electron/export/file-writer.ts';
import { PROJECT } from '#electron/launch/project.ts';
import { begun, chunk, END, endOf, pullFrom } from '#test/electron/export/feeds.ts';
import { findIn, findOnDisk, written } from './key-search.ts';

/** A whole session, in which keys are typed, refused and replaced and things fail: what then lies on the disk, byte by byte. */

const TYPED = 'clave-tecleada-7f3a9c1e';
const WRONG = 'clave-equivocada-0b8d44';
const REPLACED = 'clave-de-reemplazo-91ee';
const KEYS = [TYPED, WRONG, REPLACED];

/** A keyring: what it encrypts no text search finds. */
const cipher: Cipher = {
  encrypt: async (text) => ({ bytes: Buffer.from(text).map((byte) => byte ^ 0x5a), isProtected: true }),
  decrypt: async (bytes) => ({
    text: Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
    isStale: false,
  }),
  protects: async () => true,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-session-'));
  await mkdir(join(folder, 'downloads'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const profile = () => join(folder, 'profile');

/** A server that says back whatever it was sent. */
const echo = async (_url: string, init: { readonly headers?: unknown }): Promise<Response> =>
  new Response(JSON.stringify({ message: `no: ${JSON.stringify(init.headers)}` }), { status: 401 });

type Session = { readonly app: App; readonly log: ErrorLog; readonly texts: string[] };

async function start(keyVault: KeyVault): Promise<Session> {
  const log = openErrorLog({ profileDirectory: profile(), version: '0.1.0', program: PROJECT });
  const app = await createApp({
    profileDirectory: profile(),
    host: { host: 'desktop', version: '0.1.0' },
    openExportTarget: async (name) => {
      const writer = await openFileWriter(join(folder, 'downloads', name));
      return {
        write: writer.write,
        close: async () => {
          await writer.finish();
          return { kind: 'file', path: name };
        },
        cancel: writer.discard,
      };
    },
    exportFolders: { find: async () => join(folder, 'exports'), isMade: true, choose: null, show: null },
    keyVault,
    surroundings: { openings: NO_OPENINGS, errorLog: log.path, recordPage: log.recordPage, show: null },
    parts: createAppParts({ profileDirectory: profile(), fetch: echo, requestsPerMinute: 1000 }),
  });
  const texts: string[] = [];
  app.onEvent((name, payload) => texts.push(JSON.stringify([name, payload])));
  return { app, log, texts };
}

/** Keys typed, refused and replaced, an export, a backup, and errors that carry all of it. */
async function live({ app, log, texts }: Session): Promise<void> {
  const { handlers } = app;
  const api = { baseUrl: 'https://api.example', plan: 'pro' } as const;
  const report = async (answer: unknown): Promise<void> => void texts.push(JSON.stringify(await answer));
  await handlers.checkKey({ ...api, key: WRONG });
  await report(handlers.connectAccount({ ...api, key: TYPED, name: 'Tienda' }));
  const { activeId } = await handlers.readAccounts(null);
  const accountId = activeId ?? '';
  await report(handlers.giveKey({ accountId, key: WRONG }));
  await report(handlers.giveKey({ accountId, key: REPLACED }));
  await report(handlers.syncNow(null));
  await report(handlers.readSyncStatus(null));

  const pull = pullFrom(handlers);
  const file = await begun(pull.exportFile({ fileName: 'ordenes.csv' }));
  await file.next(chunk('Orden;Ventas\n1;10\n'));
  await report(endOf(file.next(END)));
  const backup = await begun(pull.backup({ accountId, reason: 'manual' }));
  await backup.next(chunk(gzipSync('rows')));
  await report(endOf(backup.next({ kind: 'end', rows: 1, isWhole: true })));

  for (const key of KEYS) {
    const error = Object.assign(
      new Error(`refused: ${key}\n    at ${key} (${PROJECT}electron/main.ts:1:1)`),
      {
        code: key,
      },
    );
    log.record('uncaught-exception', error);
    log.record('unhandled-rejection', key);
    log.recordGone({ reason: key, exitCode: 1, type: key });
  }
  await report(handlers.showErrorLog(null));
}

function expectUntold({ texts }: Session): void {
  expect(texts.length).toBeGreaterThan(5);
  expect(findIn(texts.join('\n'), KEYS)).toEqual([]);
}

describe('after a whole session', () => {
  it('keys lie on the disk as ciphertext alone, and the next start has them', async () => {
    const vault = join(profile(), 'keys.json');
    const first = await start(await openFileVault(vault, cipher));
    await live(first);
    expectUntold(first);
    // As it stands where the process ends at once, and where it ends in order.
    await expect.poll(async () => await readFile(vault, 'utf8')).toContain('ciphertext');
    expect((await findOnDisk(folder, KEYS)).found).toEqual([]);
    await first.app.stop();
    const { files, found } = await findOnDisk(folder, KEYS);
    expect(found).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'accounts.json',
        'keys.json',
        'errors.log',
        'ordenes.csv',
        expect.stringMatching(/\.cuadra-respaldo$/),
      ]),
    );
    const again = await openFileVault(vault, cipher);
    expect([...(await again.open()).values()]).toEqual([REPLACED]);
  });

  it('of a host that keeps none, no key lies anywhere in any form', async () => {
    const session = await start(NO_VAULT);
    await live(session);
    expectUntold(session);
    await session.app.stop();
    const { files, found } = await findOnDisk(folder, KEYS);
    expect(found).toEqual([]);
    expect(files).not.toContain('keys.json');
    const texts = await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
    );
    expect(texts.join('\n')).not.toContain(
      Buffer.from(Buffer.from(REPLACED).map((byte) => byte ^ 0x5a)).toString('latin1'),
    );
  });

  it('the search finds a key in each of these forms', async () => {
    for (const form of written(TYPED)) expect(form.length).toBeGreaterThan(10);
    const [, wide, hex] = written(TYPED);
    expect(Buffer.from(`x${TYPED}`, 'utf16le').toString('latin1')).toContain(wide);
    expect(Buffer.from(`{"key":"${TYPED}"}`).toString('hex')).toContain(hex);
    for (const beside of ['', 'a', 'ab', 'abc', 'abcd']) {
      const text = Buffer.from(`${beside}${TYPED}`).toString('base64');
      expect(
        written(TYPED).some((form) => text.includes(form)),
        beside,
      ).toBe(true);
    }
  });
});
