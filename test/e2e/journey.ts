import { test as base, type TestInfo } from '@playwright/test';
import {
  type Browser,
  type Host,
  type HostOptions,
  openBrowser,
  startHost,
  temporaryDirectory,
  VIEW,
} from './app-under-test.ts';
import { type AppOptions, type HostKind, type RunningApp, showFailure, startApp } from './running-app.ts';
import { expectSyncState, expectTotals, showEverything } from './screen.ts';
import { KEY, type Source, type SourceOptions, startSource } from './source-service.ts';

/** Requests a minute where the limiter is not what a test is about. */
export const FAST = 6000;

/** What a test of the whole app needs, taken down again whatever happens. */
export type Journey = {
  readonly source: (options?: SourceOptions) => Promise<Source>;
  /** Hosts and browsers of one test share these folders, so that a second start finds what the first left. */
  readonly host: (options?: Omit<HostOptions, 'profileDirectory'>) => Promise<Host>;
  readonly browser: (address: string, view?: { width: number; height: number }) => Promise<Browser>;
  /** Host and page in one, in `hostKind`, on profiles of their own. */
  readonly app: (options?: AppOptions) => Promise<RunningApp>;
};

type BegunJourney = {
  readonly journey: Journey;
  /** Takes down what it started, the last first; `info` tells whether a failure is to be shown. */
  readonly end: (info?: TestInfo) => Promise<void>;
};

/** A journey that goes on until it is ended, for tests that share one app; `test` begins and ends one for each test. */
async function beginJourney(hostKind: HostKind): Promise<BegunJourney> {
  const ends: ((info?: TestInfo) => Promise<unknown>)[] = [];
  const profile = await temporaryDirectory();
  const browserProfile = await temporaryDirectory();
  ends.push(profile.remove, browserProfile.remove);
  return {
    journey: {
      source: async (options) => {
        const source = await startSource(options);
        ends.push(source.close);
        return source;
      },
      host: async (options = {}) => {
        const host = await startHost({ ...options, profileDirectory: profile.path, isBuilt: true });
        ends.push(() => host.stop());
        return host;
      },
      browser: async (address, view) => {
        const browser = await openBrowser(browserProfile.path, address, view);
        ends.push(() => browser.context.close().catch(() => undefined));
        return browser;
      },
      app: async (options) => {
        const app = await startApp(hostKind, options);
        ends.push(app.remove, app.end, async (info) => {
          if (info !== undefined) await showFailure(app, info);
        });
        return app;
      },
    },
    end: async (info) => {
      for (const end of ends.toReversed()) await end(info);
    },
  };
}

/** `hostKind`: where the app of a user's journey runs, for the tests that are walked in both. */
export const test = base.extend<{ journey: Journey }, { hostKind: HostKind }>({
  hostKind: ['browser', { option: true, scope: 'worker' }],
  journey: async ({ hostKind }, use, info) => {
    const { journey, end } = await beginJourney(hostKind);
    await use(journey);
    await end(info);
  },
});

export type ReadAccount = { readonly source: Source; readonly host: Host; readonly browser: Browser };

/** An account of the Free plan, read to its end, on the Orders screen with every row: where most tests begin. */
export async function openReadAccount(journey: Journey, options: SourceOptions = {}): Promise<ReadAccount> {
  const source = await journey.source({ plan: 'free', ...options });
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: FAST,
  });
  // The Panel is not drawn before it: a sixth of what it takes to come here.
  const browser = await journey.browser(`${host.address}#orders`);
  await expectSyncState(browser.page, 'idle');
  await browser.page.getByTestId('nav-orders').click();
  await showEverything(browser.page);
  await expectTotals(browser.page, source.everything());
  return { source, host, browser };
}

/**
 * One such account for all tests of a file, which then run one after the other: to open it is most of what a short test
 * costs. Returns what gives it to a test; each finds every row and orders on the Orders screen.
 */
export function shareReadAccount(options: SourceOptions): () => ReadAccount {
  let begun: BegunJourney | undefined;
  let account: ReadAccount | undefined;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ hostKind }) => {
    begun = await beginJourney(hostKind);
    account = await openReadAccount(begun.journey, options);
  });
  test.beforeEach(async () => {
    if (account === undefined) return;
    const { page } = account.browser;
    await page.setViewportSize(VIEW);
    await page.getByTestId('nav-orders').click();
    await showEverything(page);
    await page.getByRole('button', { name: 'Órdenes', exact: true }).click();
  });
  test.afterAll(async () => {
    await begun?.end();
  });
  return () => {
    if (account === undefined) throw new Error('The account is there once the tests run.');
    return account;
  };
}
