import { test as base } from '@playwright/test';
import {
  type Browser,
  type Host,
  type HostOptions,
  openBrowser,
  startHost,
  temporaryDirectory,
} from '#test/e2e/app-under-test.ts';
import { type Source, type SourceOptions, startSource } from '#test/e2e/source-service.ts';

/** What a test of the whole app needs, taken down again whatever happens. */
export type Journey = {
  readonly source: (options?: SourceOptions) => Promise<Source>;
  /** Hosts and browsers of one test share these folders, so that a second start finds what the first left. */
  readonly host: (options?: Omit<HostOptions, 'profileDirectory'>) => Promise<Host>;
  readonly browser: (address: string, view?: { width: number; height: number }) => Promise<Browser>;
};

export const test = base.extend<{ journey: Journey }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  journey: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    const profile = await temporaryDirectory();
    const browserProfile = await temporaryDirectory();
    ends.push(profile.remove, browserProfile.remove);
    await use({
      source: async (options) => {
        const source = await startSource(options);
        ends.push(source.close);
        return source;
      },
      host: async (options = {}) => {
        const host = await startHost({ ...options, profileDirectory: profile.path });
        ends.push(() => host.stop());
        return host;
      },
      browser: async (address, view) => {
        const browser = await openBrowser(browserProfile.path, address, view);
        ends.push(() => browser.context.close().catch(() => undefined));
        return browser;
      },
    });
    for (const end of ends.reverse()) await end();
  },
});
