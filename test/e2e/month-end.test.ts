import { expect } from '@playwright/test';
import { LANGUAGE_FACTS, type Language } from '#shared/contract/languages.ts';
import { type Browser, openBrowser, startHost, temporaryDirectory } from './app-under-test.ts';
import { axeFindings } from './axe-findings.ts';
import { FAST, test } from './journey.ts';
import { expectSyncState } from './screen.ts';
import { KEY, type Source, startSource } from './source-service.ts';
import { chooseLanguage } from './user-journeys/language.ts';
import { monthFromStatementToClose } from './user-journeys/month-end.ts';
import { walkedLanguages } from './user-journeys/walked-languages.ts';

/** The accountant's month end from the first sync to the close's workbook and beyond: a month of its own for each language. */

test.describe.configure({ mode: 'serial' });

const ROLES = [
  { language: 'es', month: '2026-10', owner: 'Ana Ñúñez' },
  { language: 'en', month: '2026-09', owner: 'Ann O’Hara' },
  { language: 'pt', month: '2026-08', owner: 'João Simões' },
] as const satisfies readonly {
  readonly language: Language;
  readonly month: string;
  readonly owner: string;
}[];

let source: Source;
let browser: Browser;
const ends: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  const [profile, browserProfile] = [await temporaryDirectory(), await temporaryDirectory()];
  ends.push(profile.remove, browserProfile.remove);
  source = await startSource({ orders: 600 });
  ends.push(source.close);
  const options = { baseUrl: source.baseUrl, plan: 'pro', key: KEY, requestsPerMinute: FAST } as const;
  const host = await startHost({ ...options, profileDirectory: profile.path, isBuilt: true });
  ends.push(() => host.stop());
  browser = await openBrowser(browserProfile.path, host.address);
  ends.push(() => browser.context.close());
  await expectSyncState(browser.page, 'idle');
});

test.afterAll(async () => {
  for (const end of ends.reverse()) await end().catch(() => undefined);
});

for (const role of ROLES.filter(({ language }) => walkedLanguages('es').includes(language))) {
  test(`a month from its statement to its close, in ${LANGUAGE_FACTS[role.language].name}`, async () => {
    await chooseLanguage(browser.page, role.language);
    await monthFromStatementToClose(browser.page, source, role);
  });
}

test('nothing on the screen of a month’s end is out of reach', async () => {
  expect(await axeFindings(browser.page)).toEqual([]);
});
