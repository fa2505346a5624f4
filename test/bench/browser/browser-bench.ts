import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '#test/runner/chromium.ts';
import { thisMachine } from '#test/runner/this-machine.ts';

/**
 * Runs a worker of this folder in a real Chromium, on a profile on the disk: IndexedDB is what a user's browser has.
 * The worker is bundled as the app's is; what it measures it posts as lines, its last message is the result.
 */

export type BrowserBench = {
  /** A worker's file beside this one. */
  readonly worker: string;
  /** What the worker is sent: plain data. */
  readonly input: unknown;
  /** Bodies that the worker may fetch from `/files/<name>`. */
  readonly files?: ReadonlyMap<string, string>;
  readonly onLine?: (line: string) => void;
};

/** What a bench's worker sends back. */
export type BenchMessage<R> =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'failed'; readonly message: string };

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];
const PAGE = '<!doctype html><meta charset="utf-8"><title>bench</title>';

export async function runInBrowser<R>({ worker, input, files, onLine }: BrowserBench): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-bench-'));
  let server: Server | null = null;
  try {
    const script = await bundle(worker, join(folder, 'built'));
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://bench');
      const file = pathname.startsWith('/files/') ? files?.get(pathname.slice('/files/'.length)) : undefined;
      if (file !== undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end(file);
      else if (pathname === '/worker.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        createReadStream(script).pipe(response);
      } else response.writeHead(pathname === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(PAGE);
    });
    const port = await listen(server);
    return await runPage<R>(join(folder, 'profile'), `http://127.0.0.1:${port}/`, input, onLine);
  } finally {
    server?.close();
    server?.closeAllConnections();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function bundle(worker: string, outDir: string): Promise<string> {
  const entry = fileURLToPath(new URL(worker, import.meta.url));
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      build: {
        outDir,
        lib: { entry, formats: ['es'], fileName: () => `${basename(worker, '.ts')}.js` },
        target: 'chrome130',
      },
    });
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
  return join(outDir, `${basename(worker, '.ts')}.js`);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('No port.'));
      else resolve(address.port);
    });
  });
}

async function runPage<R>(
  profile: string,
  address: string,
  input: unknown,
  onLine: BrowserBench['onLine'],
): Promise<R> {
  const executablePath = findChromium(thisMachine());
  if (executablePath === undefined) throw new Error('This bench needs a Chromium: see CHROMIUM_PATH.');
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(address);
    await page.exposeFunction('benchLine', (text: string) => onLine?.(text));
    const end = await page.evaluate(
      (sent) =>
        new Promise<unknown>((resolve) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          worker.addEventListener('message', ({ data }) => {
            if (data.kind === 'line') {
              (globalThis as unknown as { benchLine: (text: string) => void }).benchLine(data.text);
            } else resolve(data);
          });
          worker.addEventListener('error', (event) => resolve({ kind: 'failed', message: event.message }));
          worker.postMessage(sent);
        }),
      input,
    );
    const message = end as BenchMessage<R>;
    if (message.kind !== 'result') {
      throw new Error(message.kind === 'failed' ? message.message : 'The bench ended without a result.');
    }
    return message.result;
  } finally {
    await context.close();
  }
}
