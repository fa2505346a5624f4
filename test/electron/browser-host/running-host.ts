import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { type App, createApp } from '#electron/app/app.ts';
import { createDownloadExports } from '#electron/browser-host/download-exports.ts';
import { type Entrance, openEntrance } from '#electron/browser-host/entrance.ts';
import { type RunningServer, startServer } from '#electron/browser-host/server.ts';
import { createFakeParts, type FakeParts, NO_FOLDERS } from '#test/electron/app/fake-parts.ts';

/** A browser host on a free port with a tiny page, and plain HTTP to it: fetch would not let us lie in headers. */

export const SECRET_OUTSIDE = 'outside of what is served';

export type RunningHost = {
  readonly app: App;
  readonly parts: FakeParts;
  readonly server: RunningServer;
  readonly entrance: Entrance;
  readonly profile: string;
  /** What a browser sends once it has been let in, and what its page keeps. */
  readonly cookie: string;
  readonly session: string;
  readonly origin: string;
  readonly stop: () => Promise<void>;
};

export async function runHost(): Promise<RunningHost> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-host-'));
  const assets = join(folder, 'assets-root');
  const profile = join(folder, 'profile');
  await mkdir(join(assets, 'assets'), { recursive: true });
  await writeFile(join(assets, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(assets, 'assets', 'index-Abc12345.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), SECRET_OUTSIDE);
  const exports = createDownloadExports(profile);
  const parts = createFakeParts();
  const app = await createApp({
    profileDirectory: profile,
    host: { host: 'browser', version: '0' },
    openExportTarget: exports.openTarget,
    keyVault: NO_VAULT,
    exportFolders: NO_FOLDERS,
    parts,
  });
  const entrance = openEntrance(profile);
  const server = await startServer({ app, assetsDirectory: assets, exports, entrance, port: 0 });
  const entered = await fetch(`${server.origin}/?code=${await entrance.issue()}`);
  const session = sessionIn(await entered.text());
  return {
    app,
    parts,
    server,
    entrance,
    profile,
    cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    session,
    origin: server.origin,
    stop: async () => {
      await server.stop();
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The session secret in the page that answers a code. */
export function sessionIn(page: string): string {
  return /data-session="([^"]*)"/.exec(page)?.[1] ?? '';
}

export type Answer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: string;
};

/** One request with exactly these headers and this path, unnormalised. */
export function ask(
  host: RunningHost,
  path: string,
  headers: { readonly [name: string]: string } = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: host.server.port, path, method, headers, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
