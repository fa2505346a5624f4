import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeViewFile } from '#renderer/features/saved-views/view-file.ts';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { BACKUP_ENDING } from '#shared/contract/backups.ts';
import { UPDATE_FAILURES, UPDATE_OBSTACLES, type UpdateStep } from '#shared/contract/updates.ts';
import { openBrowser, temporaryDirectory } from './app-under-test.ts';
import { axeFindings } from './axe-findings.ts';
import { type DesktopHost, startDesktopHost } from './desktop-host.ts';
import { withRows } from './hostile-rows.ts';
import { openTool } from './screen.ts';
import type { Picture } from './screen-pictures.ts';
import { freePort, KEY, type Source, startSource } from './source-service.ts';

/** Pictures of what only the desktop app has, or has otherwise than a browser: its settings, the key, what it was opened with. */

/** The last one is 1280 by 800 at 200 %. */
const LOOKS = [
  { language: 'es', theme: 'light', width: 1280, height: 800 },
  { language: 'es', theme: 'dark', width: 1280, height: 800 },
  { language: 'en', theme: 'light', width: 900, height: 700 },
  { language: 'pt', theme: 'dark', width: 900, height: 700 },
  { language: 'es', theme: 'light', width: 1920, height: 1080 },
  { language: 'es', theme: 'light', width: 640, height: 400 },
] as const satisfies readonly Partial<Picture>[];

const LONG_NAME = 'Comercial e Industrial Muebles del Sur Austral Limitada (CL)';
const LONG_FOLDER =
  'Carpeta compartida de contabilidad y finanzas 2026/Exportaciones de Cuadra para el directorio';

type Stage = {
  readonly page: Page;
  readonly host: DesktopHost;
  readonly source: Source;
  /** Where files lie that are opened with the app. */
  readonly files: string;
};
/** What is to be seen, by what a person does; a picture is taken when all is at rest. */
type Scenes = { readonly [name: string]: (stage: Stage) => Promise<unknown> };

const press = (page: Page, id: string) => page.getByTestId(id).click();

async function openTab(page: Page, tab: string): Promise<void> {
  await page.keyboard.press('Control+,');
  await press(page, `settings-tab-${tab}`);
}
const tab =
  (name: string) =>
  ({ page }: Stage) =>
    openTab(page, name);

async function fillConnection({ page, source }: Stage, key: string): Promise<void> {
  await page.getByTestId('connect-base-url').fill(source.baseUrl);
  await page.getByTestId('connect-key').fill(key);
  await press(page, 'connect-check');
}

const FIRST_RUN: Scenes = {
  'first-run': async () => undefined,
  'first-run-empty': ({ page }) => press(page, 'connect-submit'),
  'first-run-refused': async (stage) => {
    await fillConnection(stage, 'wrong');
    await stage.page.getByTestId('connect-rejected').scrollIntoViewIfNeeded();
  },
  'first-run-accepted': async (stage) => {
    await fillConnection(stage, KEY);
    await stage.page.getByTestId('connect-accepted').scrollIntoViewIfNeeded();
  },
};

/** The key's setting, with a keyring of this kind. */
async function showKey({ page, host }: Stage, state: DesktopHost['keyring']['state']): Promise<void> {
  host.keyring.state = state;
  await host.app.handlers.allowUnprotectedKeys({ allowed: false });
  await giveKey(host, KEY);
  await openTab(page, 'accounts');
  await page.getByTestId('account-key').scrollIntoViewIfNeeded();
}

async function giveKey({ app }: DesktopHost, key: string): Promise<void> {
  const { activeId } = await app.handlers.readAccounts(null);
  if (activeId !== null) await app.handlers.giveKey({ accountId: activeId, key });
}

async function openFile({ host, files }: Stage, name: string, content: string | Uint8Array): Promise<void> {
  await writeFile(join(files, name), content);
  await host.openings.addFile(join(files, name));
}

async function openView(stage: Stage, content: string): Promise<void> {
  await openFile(stage, `Cierre de octubre de 2026 para el directorio (versión final).cuadra-vista`, content);
  await stage.page.getByTestId('views-opened').waitFor();
}

async function openBackup(stage: Stage, spoil: (whole: Buffer) => Uint8Array): Promise<void> {
  const found = (await readdir(join(stage.files, '..'), { recursive: true })).find((path) =>
    path.endsWith(BACKUP_ENDING),
  );
  if (found === undefined) throw new Error('There is no backup: «backup-made» makes one.');
  const whole = await readFile(join(stage.files, '..', found));
  await openFile(stage, `cuadra-2026-11-20T153000000Z-manual-892${BACKUP_ENDING}`, spoil(whole));
  await stage.page.getByTestId('backup-holds').or(stage.page.getByTestId('backup-refused')).waitFor();
}

const VERSION = '1.12.0';
const UPDATE_STEPS: { readonly [name: string]: UpdateStep } = {
  unasked: { kind: 'unasked' },
  checking: { kind: 'checking' },
  current: { kind: 'current' },
  found: { kind: 'found', version: VERSION },
  downloading: { kind: 'downloading', version: VERSION, percent: 47 },
  ready: { kind: 'ready', version: VERSION },
  installing: { kind: 'installing', version: VERSION },
  ...Object.fromEntries(
    UPDATE_FAILURES.map((why) => [`failed-${why}`, { kind: 'failed', version: VERSION, why } as const]),
  ),
};

/** Newer versions in Settings: of a build that takes them, at each step; of each kind that does not, and why. */
const UPDATE_SETTINGS: Scenes = {
  'updates-off': async ({ page, host }) => {
    host.updates.report({ obstacle: null, isOn: false, step: { kind: 'unasked' } });
    await showUpdates(page);
  },
  ...Object.fromEntries(
    Object.entries(UPDATE_STEPS).map(([name, step]) => [
      `updates-${name}`,
      async ({ page, host }: Stage) => {
        host.updates.report({ obstacle: null, isOn: true, step, askedAtMs: Date.now() - 600_000 });
        await showUpdates(page);
      },
    ]),
  ),
  ...Object.fromEntries(
    UPDATE_OBSTACLES.flatMap((obstacle) =>
      [true, false].map((hasReleases) => [
        `updates-no-${obstacle}${hasReleases ? '' : '-page'}`,
        async ({ page, host }: Stage) => {
          host.updates.report({ obstacle, isOn: false, step: { kind: 'unasked' }, hasReleases });
          await showUpdates(page);
        },
      ]),
    ),
  ),
};

async function showUpdates(page: Page): Promise<void> {
  await openTab(page, 'app');
  await page.getByTestId('settings').getByText('Cuadra').last().scrollIntoViewIfNeeded();
}

/** The same under the header, of any screen. */
const UPDATE_NOTICES: Scenes = Object.fromEntries(
  (['found', 'downloading', 'ready', 'failed-unsigned'] as const).map((name) => [
    `notice-update-${name}`,
    async ({ host, page }: Stage) => {
      const step = UPDATE_STEPS[name];
      if (step !== undefined) host.updates.report({ obstacle: null, isOn: true, step });
      await page.locator('[data-notice=update]').waitFor();
    },
  ]),
);

const SETTLED: Scenes = {
  ...UPDATE_SETTINGS,
  ...UPDATE_NOTICES,
  'settings-formats': tab('formats'),
  'settings-looks': tab('looks'),
  'settings-accounts': tab('accounts'),
  'settings-exports': async ({ page }) => {
    await openTab(page, 'exports');
    await page.getByTestId('export-folder-path').waitFor();
  },
  'settings-privacy': tab('privacy'),
  'settings-app': tab('app'),
  'settings-app-focus': async ({ page }) => {
    await openTab(page, 'app');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
  },
  'settings-about': tab('about'),
  'settings-about-log': async ({ page }) => {
    await openTab(page, 'about');
    await press(page, 'support-errors');
  },
  'settings-licence': async ({ page }) => {
    await openTab(page, 'about');
    await page.locator('summary').first().click();
    await page.getByTestId('licence-text').first().waitFor();
  },
  'settings-licence-runtime': async ({ page }) => {
    await openTab(page, 'about');
    await press(page, 'licence-electron');
    await page.getByTestId('licence-problem').scrollIntoViewIfNeeded();
  },
  'settings-licence-runtime-path': async ({ page, host }) => {
    await writeFile(join(host.folder, 'LICENSES.chromium.html'), '');
    await openTab(page, 'about');
    await press(page, 'licence-chromium');
    await page.getByTestId('licence-problem').scrollIntoViewIfNeeded();
  },
  'settings-disk-full': async ({ page, host }) => {
    await openTab(page, 'app');
    host.disk.isFull = true;
    await page.getByTestId('settings').locator('[aria-pressed=false]').first().click();
    await page.getByTestId('settings').getByRole('alert').waitFor();
    host.disk.isFull = false;
  },
  'link-copied': async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.locator('[data-command=copy-link]').click();
  },
  'export-menu': async ({ page }) => {
    await page.getByTestId('nav-orders').click();
    await press(page, 'export-menu');
  },
  'check-choose': async ({ page }) => {
    await page.getByTestId('nav-orders').click();
    await press(page, 'export-menu');
    await press(page, 'check-export');
  },
  'settings-remove': async ({ page }) => {
    await openTab(page, 'accounts');
    await press(page, 'account-remove');
  },
  'key-in-keyring': (stage) => showKey(stage, 'there'),
  'key-delete': async (stage) => {
    await showKey(stage, 'there');
    await press(stage.page, 'account-key-delete');
  },
  'key-no-keyring': (stage) => showKey(stage, 'none'),
  'key-unprotected': async (stage) => {
    await showKey(stage, 'none');
    await press(stage.page, 'account-key-allow');
  },
  'key-keyring-shut': (stage) => showKey(stage, 'shut'),
  'key-missing': async (stage) => {
    await showKey(stage, 'there');
    await press(stage.page, 'account-key-delete');
    await press(stage.page, 'account-key-delete-do');
  },
  'key-wrong': async ({ page, host }) => {
    await giveKey(host, 'wrong-key');
    await host.app.handlers.syncNow(null);
    await page.getByTestId('sync-status').and(page.locator('[data-state=error]')).waitFor();
  },
  'account-menu': async ({ page, host }) => {
    await giveKey(host, KEY);
    await host.app.handlers.syncNow(null);
    await press(page, 'account-menu');
  },
  'opened-view': (stage) =>
    openView(
      stage,
      writeViewFile([
        {
          name: 'Cierre de octubre',
          screen: 'orders',
          period: { kind: 'preset', preset: 'month-before' },
          rows: ALL_ROWS,
          parts: {},
          currency: null,
        },
      ]),
    ),
  'opened-view-broken': (stage) => openView(stage, '{'),
  'opened-folder': async ({ page, host, files }) => {
    await mkdir(join(files, 'extractos.csv'), { recursive: true });
    await host.openings.addFile(join(files, 'extractos.csv'));
    await page.getByTestId('opened-refused').waitFor();
  },
  'opened-gone': async ({ page, host, files }) => {
    await host.openings.addFile(join(files, 'Cierre.cuadra-vista'));
    await page.getByTestId('opened-refused').waitFor();
  },
  'opened-statement': (stage) =>
    openFile(stage, 'banco.csv', 'Fecha;Descripción;Monto\n2026-10-01;Abono;1000\n2026-10-02;Cargo;-200\n'),
  'opened-link': async ({ page, host }) => {
    host.openings.addLink('cuadra://view/profitability?period=month-before&of=purchase&rows=dashboard');
    await page.getByTestId('nav-profitability').and(page.locator('[aria-current=page]')).waitFor();
  },
  'backup-made': async ({ page }) => {
    await openTab(page, 'accounts');
    await press(page, 'backup-create');
    await page.getByTestId('backup-done').waitFor();
  },
  'backup-list': async ({ page }) => {
    await openTab(page, 'accounts');
    await page.getByTestId('backups').scrollIntoViewIfNeeded();
  },
  'opened-backup': (stage) => openBackup(stage, (whole) => whole),
  'opened-backup-cut': (stage) => openBackup(stage, (whole) => whole.subarray(0, whole.length / 2)),
  'opened-backup-broken': (stage) => openBackup(stage, () => Buffer.from('no backup at all')),
  'settings-exports-chosen': async ({ page }) => {
    await openTab(page, 'exports');
    await press(page, 'export-folder-choose');
  },
};

/** What is left of a key after a start with a keyring that does not open. */
const SHUT_AT_START: Scenes = {
  'key-locked': async ({ page }) => {
    await openTab(page, 'accounts');
    await page.getByTestId('account-key').scrollIntoViewIfNeeded();
  },
  'key-locked-notice': async () => undefined,
};

/** Rows that do not add up by themselves, some of them by the same. */
const unsquared = withRows((row) => {
  const digits = Number(String(row.Orden).replaceAll(/\D/g, '')) || 0;
  if (digits % 9 !== 0) return row;
  const total = Number(row['Rentabilidad Total'] ?? 0) + (digits % 2 === 0 ? 1 : 12_345.5);
  return { ...row, 'Rentabilidad Total': total.toFixed(2) };
});

async function showSection(page: Page, section: string): Promise<void> {
  await openTool(page, section);
}

/** The tables of found rows, and of settlements. */
const UNSQUARED: Scenes = {
  'found-rows': async ({ page }) => {
    await showSection(page, 'rows');
    await press(page, 'clear-filters');
    await page.locator('[data-rule=total]').getByRole('button').click();
    await page.getByTestId('proof-group').first().getByRole('button').first().click();
    await page.getByTestId('proof-row').first().scrollIntoViewIfNeeded();
  },
  'found-settlements': async ({ page }) => {
    await showSection(page, 'bank');
    await page.getByTestId('bank-view-settlements').click();
    await page.getByTestId('settlement-line').first().scrollIntoViewIfNeeded();
  },
};

/** Back to where each scene begins: the first run as new, or the panel with nothing over it. */
async function leaveScene(page: Page): Promise<void> {
  const panel = page.getByTestId('nav-panel');
  await page.getByTestId('open-demo').or(panel).waitFor();
  if (!(await panel.isVisible())) return void (await page.reload());
  // A dialog over another one, and a menu over that.
  for (let layer = 0; layer < 3; layer += 1) await page.keyboard.press('Escape');
  await panel.click();
}

/** A scene that cannot be reached does not hold the others up. */
const SCENE_MS = 10_000;

/** Long enough for menus and bars to have come to rest. */
const REST_MS = 500;

/** What of `scenes` is wanted in a look; a picture is called as its file. */
function namesOf(scenes: Scenes, { language, width, theme }: (typeof LOOKS)[number], wanted: RegExp) {
  return Object.entries(scenes)
    .map(([screen, show]) => ({ screen, show, name: `${screen}-${language}-${width}-${theme}` }))
    .filter(({ name }) => wanted.test(name));
}

async function takeScenes(
  scenes: Scenes,
  stage: Stage,
  folder: string,
  wanted: RegExp,
): Promise<readonly Picture[]> {
  const { page } = stage;
  const pictures: Picture[] = [];
  for (const look of LOOKS) {
    const named = namesOf(scenes, look, wanted);
    if (named.length === 0) continue;
    const { language, theme, width, height } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate((set) => localStorage.setItem('cuadra.preferences', JSON.stringify(set)), {
      language,
    });
    await page.reload();
    for (const { screen, show, name } of named) {
      await leaveScene(page);
      const file = `desktop-${name}.png`;
      // What a person cannot reach is to be seen as well: the picture shows how far they come.
      await show(stage).catch((error: unknown) => console.error(`${file}: ${error}`));
      await page.waitForTimeout(REST_MS);
      await page.screenshot({ path: join(folder, file) });
      for (const finding of await axeFindings(page)) console.error(`${file}: ${finding}`);
      pictures.push({ account: 'desktop', screen, ...look, file });
    }
  }
  return pictures;
}

/** Pictures whose names fit, as «settings-app-es-1280-light». What axe finds in them is told on standard error. */
export async function takeDesktopPictures(folder: string, wanted: RegExp): Promise<readonly Picture[]> {
  await mkdir(folder, { recursive: true });
  const scratch = await temporaryDirectory();
  const files = join(scratch.path, 'files');
  await mkdir(files, { recursive: true });
  const source = await startSource({ orders: 500 });

  async function play(
    profile: string,
    scenes: Scenes,
    options: Partial<Parameters<typeof startDesktopHost>[0]>,
    begin: (stage: Stage) => Promise<unknown>,
  ): Promise<readonly Picture[]> {
    if (LOOKS.every((look) => namesOf(scenes, look, wanted).length === 0)) return [];
    const host = await startDesktopHost({
      profileDirectory: join(scratch.path, profile),
      folder: join(scratch.path, LONG_FOLDER),
      ...options,
    });
    const { page, context } = await openBrowser(join(scratch.path, `${profile}-browser`), host.address);
    page.on('pageerror', (error) => console.error(error.message));
    const stage = { page, host, source, files };
    try {
      await begin(stage);
      page.setDefaultTimeout(SCENE_MS);
      return await takeScenes(scenes, stage, folder, wanted);
    } finally {
      await context.close();
      await host.stop();
    }
  }

  async function connect({ host, page }: Stage): Promise<void> {
    await host.app.handlers.connectAccount({
      baseUrl: source.baseUrl,
      plan: 'pro',
      key: KEY,
      name: LONG_NAME,
    });
    await page.getByTestId('sync-status').and(page.locator('[data-state=idle]')).waitFor();
  }
  try {
    const port = await freePort();
    return [
      ...(await play('new', FIRST_RUN, {}, async () => undefined)),
      ...(await play('settled', SETTLED, { port }, connect)),
      ...(await play('unsquared', UNSQUARED, {}, async (stage) => {
        source.intercept(unsquared);
        await connect(stage);
      })),
      ...(await play('settled', SHUT_AT_START, { port, keyring: 'shut' }, async () => undefined)),
    ];
  } finally {
    await source.close();
    await scratch.remove();
  }
}
