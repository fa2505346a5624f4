import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { startOnDesktop } from '#test/desktop/desktop-under-test.ts';
import { downloaded, openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { freePort } from './source-service.ts';

/** The app on profiles of its own, driven alike in whichever host it runs: user-journeys/ are walked in both. */

export type HostKind = 'browser' | 'desktop';

/** A file that the app wrote because its user asked for it. */
export type SavedFile = { readonly name: string; readonly path: string };

/** Presses what ends in a file, and waits for that file. */
export type Save = (press: () => Promise<unknown>) => Promise<SavedFile>;

export type RunningApp = {
  readonly kind: HostKind;
  /** Another one after each restart. */
  readonly page: Page;
  readonly save: Save;
  /** Ended as a person ends it, and started again on the same profile. */
  readonly restart: () => Promise<void>;
  /** Ends it; what it keeps stays until `remove`. */
  readonly end: () => Promise<void>;
  /** Those of the files it keeps that hold these bytes. */
  readonly filesHolding: (text: string) => Promise<readonly string[]>;
  /** What it wrote down of failures, where there were any. */
  readonly errorLog: string;
  readonly remove: () => Promise<void>;
};

export type AppOptions = {
  /** In the browser; on the desktop it is always the documented limit. */
  readonly requestsPerMinute?: number;
};

/** What one start of a host gives. */
export type StartedApp = Pick<RunningApp, 'page' | 'save' | 'end'>;

/** Starts the app on new profiles. */
export async function startApp(kind: HostKind, options: AppOptions = {}): Promise<RunningApp> {
  const { path: folder, remove } = await temporaryDirectory();
  // A page's storage belongs to its port, too.
  const port = await freePort();
  const start = () =>
    kind === 'desktop' ? startOnDesktop(folder) : startInBrowser(folder, { ...options, port });
  let started = await start();
  return {
    kind,
    get page() {
      return started.page;
    },
    save: (press) => started.save(press),
    restart: async () => {
      await started.end();
      started = await start();
    },
    end: () => started.end(),
    filesHolding: (text) => filesHolding(folder, text),
    errorLog: join(folder, 'profile/logs/errors.log'),
    remove,
  };
}

async function startInBrowser(
  folder: string,
  options: AppOptions & { readonly port: number },
): Promise<StartedApp> {
  const host = await startHost({ ...options, profileDirectory: join(folder, 'profile'), isBuilt: true });
  const { context, page } = await openBrowser(join(folder, 'browser'), host.address);
  return {
    page,
    save: (press) => downloaded(page, press),
    end: async () => {
      await context.close();
      await host.stop();
    },
  };
}

/** Of a test that failed: a picture of the page and the app's own log, beside what else Playwright leaves of it. */
export async function showFailure({ page, errorLog }: RunningApp, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  await page.screenshot({ path: info.outputPath('page.png') }).catch(() => undefined);
  await copyFile(errorLog, info.outputPath('errors.log')).catch(() => undefined);
}

async function filesHolding(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))) found.push(file);
  }
  return found;
}
