import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '#test/runner/chromium.ts';
import { thisMachine } from '#test/runner/this-machine.ts';
import { bundleWorker } from './bundle-worker.ts';
import { type Body, serveBench } from './serve-bench.ts';

/**
 * Runs workers in a real Chromium, on a profile on the disk: IndexedDB is what a user's browser has. A worker is bundled
 * as the app's is; what it measures it posts as lines, its last message is the result.
 */

/** What a bench's worker sends back. `memory` asks what the page and its workers hold; the answer is a number. */
export type BenchMessage<R> =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'failed'; readonly message: string };

export type BenchSite = {
  /** Where the browser keeps its data. */
  readonly profile: string;
  /** A new browser process on the profile, ended after `work`. */
  readonly browse: <T>(work: (browser: BenchBrowser) => Promise<T>) => Promise<T>;
};

export type BenchBrowser = {
  readonly version: string;
  /** A new page and a new worker in it. `worker` is one of the site's; `input` is plain data. */
  readonly run: <R>(worker: string, input: unknown, onLine?: (line: string) => void) => Promise<R>;
};

type SiteOptions = {
  /** Files of the workers, by name. */
  readonly workers: { readonly [name: string]: URL };
  /** What workers may fetch from `/files/<name>`. */
  readonly files?: ReadonlyMap<string, Body>;
};

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  // Memory is measured at once, garbage collected before, and not within the next half minute.
  '--enable-blink-features=ForceEagerMeasureMemory',
];

/** Bundles the workers, serves them on a free port over a new profile, and removes all of it after `work`. */
export async function withBenchSite<T>(
  { workers, files }: SiteOptions,
  work: (site: BenchSite) => Promise<T>,
): Promise<T> {
  const executablePath = findChromium(thisMachine());
  if (executablePath === undefined) throw new Error('This bench needs a Chromium: see CHROMIUM_PATH.');
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-bench-'));
  const bodies = new Map<string, Body>();
  for (const [name, body] of files ?? []) bodies.set(`/files/${name}`, body);
  for (const [name, entry] of Object.entries(workers)) {
    bodies.set(`/${name}.js`, {
      file: await bundleWorker(entry, join(folder, name)),
      type: 'text/javascript',
    });
  }
  const server = await serveBench(bodies);
  const profile = join(folder, 'profile');
  try {
    return await work({
      profile,
      async browse(visit) {
        const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS });
        try {
          return await visit({
            version: context.browser()?.version() ?? 'unknown',
            run: (worker, input, onLine) =>
              runWorker(context, server.address, `/${worker}.js`, input, onLine ?? (() => {})),
          });
        } finally {
          await context.close();
        }
      },
    });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One worker of this folder, in a site of its own. */
export function runInBrowser<R>({
  worker,
  input,
  files,
  onLine,
}: {
  /** A worker's file beside this one. */
  readonly worker: string;
  readonly input: unknown;
  readonly files?: ReadonlyMap<string, Body>;
  readonly onLine?: (line: string) => void;
}): Promise<R> {
  const site = {
    workers: { worker: new URL(worker, import.meta.url) },
    ...(files === undefined ? {} : { files }),
  };
  return withBenchSite(site, ({ browse }) => browse(({ run }) => run<R>('worker', input, onLine)));
}

async function runWorker<R>(
  context: BrowserContext,
  address: string,
  script: string,
  input: unknown,
  onLine: (line: string) => void,
): Promise<R> {
  const page = await context.newPage();
  try {
    await page.goto(address);
    await page.exposeFunction('benchLine', onLine);
    const end = await page.evaluate(
      ([script, sent]) =>
        new Promise<unknown>((resolve) => {
          type Page = {
            readonly benchLine: (text: string) => void;
            readonly performance: { measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }> };
          };
          const { benchLine, performance } = globalThis as unknown as Page;
          const worker = new Worker(script, { type: 'module' });
          worker.addEventListener('message', ({ data }) => {
            if (data.kind === 'line') benchLine(data.text);
            else if (data.kind === 'memory') {
              performance.measureUserAgentSpecificMemory().then(
                ({ bytes }) => worker.postMessage({ kind: 'memory', bytes }),
                (error) => resolve({ kind: 'failed', message: String(error) }),
              );
            } else resolve(data);
          });
          worker.addEventListener('error', (event) => resolve({ kind: 'failed', message: event.message }));
          worker.postMessage(sent);
        }),
      [script, input] as const,
    );
    const message = end as BenchMessage<R>;
    if (message.kind === 'result') return message.result;
    throw new Error(message.kind === 'failed' ? message.message : 'The bench ended without a result.');
  } finally {
    await page.close();
  }
}
