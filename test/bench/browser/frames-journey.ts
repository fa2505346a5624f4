import type { Page } from '@playwright/test';
import { expectSyncState } from '#test/e2e/screen.ts';
import {
  type FrameTimes,
  measureFrames,
  readLongTasks,
  turnWheel,
  watchLongTasks,
} from './frames-in-page.ts';
import type { SeededApp } from './seeded-app.ts';

/** What a person does, measured: opens the app, scrolls the table, works on its columns, scrolls beside a chart while a sync commits. */

export type Report = (line: string) => void;

const FRAMES = 240;
const VIEW = { width: 1920, height: 1080 };

export async function measureJourney(app: SeededApp, report: Report): Promise<void> {
  await measureStart(app, report);
  await measureTable(app, report);
  await measureSync(app, report);
}

function longTasks(tasks: readonly number[]): string {
  if (tasks.length === 0) return 'none';
  return `${tasks.length}, longest ${Math.max(...tasks).toFixed(0)} ms`;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function frameLine(name: string, times: FrameTimes): string {
  const tasks = longTasks(times.longTasks);
  return [
    name.padEnd(34),
    `frame ${ms(times.medianMs)}, 95 % ${ms(times.p95Ms)}, longest ${ms(times.longestMs)}`,
    `work ${ms(times.workMedianMs)}, 95 % ${ms(times.workP95Ms)}, longest ${ms(times.workLongestMs)}`,
    `tasks over 50 ms: ${tasks}`,
    `lines waiting a frame ${(times.waitingLines / times.frames).toFixed(1)}, at the end ${times.waitingAtEnd}`,
  ].join(' · ');
}

async function measureStart(app: SeededApp, report: Report): Promise<void> {
  for (const name of ['first start of the browser', 'second start']) {
    const { page } = await app.reopen(VIEW);
    await watchLongTasks(page);
    await page.goto(`${app.host.address}#orders`);
    const totalsMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            const rows = document.querySelector('[data-testid=row-count]')?.getAttribute('data-value') ?? '';
            if (rows !== '' && rows !== '0') resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    const paints = await page.evaluate(() =>
      performance.getEntriesByType('paint').map(({ name: what, startTime }) => ({ what, startTime })),
    );
    const tasks = await readLongTasks(page);
    const painted = paints.map(({ what, startTime }) => `${what} ${ms(startTime)}`).join(', ');
    const long = longTasks(tasks.map((task) => task.ms));
    report(`${name.padEnd(34)} ${painted} · exact totals ${ms(totalsMs)} · tasks over 50 ms: ${long}`);
  }
}

async function measureTable(app: SeededApp, report: Report): Promise<void> {
  const { page } = app.browser;
  await page.getByTestId('nav-orders').click();
  await page.getByTestId('clear-filters').click();
  await page.getByRole('button', { name: 'Filas', exact: true }).click();
  await page.waitForTimeout(3000);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  report(`${'elements on the screen'.padEnd(34)} ${nodes}`);
  for (const speed of [3_000, 6_000, 24_000]) {
    const frames = measureFrames(page, 'none', FRAMES);
    await turnWheel(page, speed, 4);
    report(frameLine(`wheel, ${speed} px a second`, await frames));
  }
  report(frameLine('scroll bar, top to bottom', await measureFrames(page, 'pull', FRAMES)));
  await page.locator('[role=grid][data-whole]').focus();
  const keys = measureFrames(page, 'none', FRAMES);
  for (const key of ['Control+Home', 'Control+End', 'Control+Home']) await page.keyboard.press(key);
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('PageDown');
  report(frameLine('Ctrl+End, Ctrl+Home, 40 x PageDown', await keys));
  await measureColumns(page, report);
}

/** Each operation on a column, with the pointer or the keys. */
async function measureColumns(page: Page, report: Report): Promise<void> {
  // The keys have left the table at its last column.
  await page.locator('[role=grid][data-whole]').evaluate((table) => table.scrollTo(0, 0));
  const pull = async (selector: string, byPx: number): Promise<void> => {
    const box = await page.locator(selector).boundingBox();
    if (box === null) throw new Error(`There is no ${selector}.`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + byPx, y, { steps: 60 });
    await page.mouse.up();
  };
  const choose = async (column: string, item: RegExp): Promise<void> => {
    await page.locator(`[data-header="${column}"]`).click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  const operations: readonly (readonly [string, () => Promise<void>])[] = [
    ['a column’s edge is dragged', () => pull('[data-resize="Ventas"]', 120)],
    ['a column is dragged elsewhere', () => pull('[data-header="Unidades"] > :first-child', 500)],
    ['a column is pinned', () => choose('Ventas', /Fijar/)],
    ['a column is hidden', () => choose('Canal', /Ocultar/)],
    ['back to the original', () => choose('Ventas', /originales/)],
  ];
  for (const [name, operate] of operations) {
    const frames = measureFrames(page, 'none', 120);
    await operate();
    report(frameLine(name, await frames));
  }
}

async function measureSync(app: SeededApp, report: Report): Promise<void> {
  const { page } = app.browser;
  const { world } = app.source.service;
  for (const [screen, name] of [
    ['nav-orders', 'a sync while orders scroll'],
    ['nav-profitability', 'a sync, a chart, SKUs scroll'],
  ] as const) {
    await page.getByTestId(screen).click();
    if (screen === 'nav-profitability') {
      await page.getByTestId('choose-rows').click();
      await page.locator('[data-choice="SKU Producto"]').click();
      await page.getByTestId('toggle-trend').click();
    }
    await page.waitForTimeout(3000);
    app.source.advanceMs(600_000);
    for (let change = 0; change < 400; change += 1) world.change({ kind: 'add-order' });
    const frames = measureFrames(page, 'none', FRAMES * 2);
    await page.getByTestId('sync-now').click();
    await turnWheel(page, 2_000, 6);
    report(frameLine(name, await frames));
    await expectSyncState(page, 'idle');
  }
}
