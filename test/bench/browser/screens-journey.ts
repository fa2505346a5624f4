import type { Page } from '@playwright/test';
import { type AnswerTimes, measureAnswer } from './answer-times.ts';

/** What a person does on each screen, each as one input and its answer. */

export type Interaction = {
  readonly name: string;
  /** What must stand there before the input; not measured. */
  readonly prepare?: (page: Page, round: number) => Promise<void>;
  /** Ends with the input. */
  readonly act: (page: Page, round: number) => Promise<void>;
  /** Puts things back; not measured. */
  readonly after?: (page: Page) => Promise<void>;
};

/** Milliseconds of the processor so far, by the page's thread and by its data worker. */
export type ThreadTimes = { readonly page: () => number; readonly worker: () => number };

/** `pageMs`, `workerMs`: of the processor, from before the input until all was at rest. */
export type MeasuredRound = AnswerTimes & { readonly pageMs: number; readonly workerMs: number };

export type Measured = {
  readonly name: string;
  readonly rounds: readonly MeasuredRound[];
  /** What went wrong where it could not be measured. */
  readonly failures: readonly string[];
};

const go = (screen: string) => (page: Page) => page.getByTestId(`nav-${screen}`).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const settle = (page: Page) => page.waitForTimeout(700);

async function everything(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('clear-filters').click();
  await page.getByTestId('period').click();
  await page.getByTestId('period-all').click();
  await settle(page);
}

async function openFilter(page: Page, column: string): Promise<void> {
  await page.getByTestId('add-filter').click();
  await page.keyboard.type(column);
  await page.keyboard.press('Enter');
  await settle(page);
}

/** A control that is not there by then is none. */
const STEP_TIMEOUT_MS = 4000;

const SORTED = ['Ventas', 'Unidades', 'Orden', 'Canal', 'Rentabilidad Total', 'Fecha de compra'];

/** Every round asks what was never asked before; rows of the whole copy unless it says a month. */
export const INTERACTIONS: readonly Interaction[] = [
  { name: 'screen: Panel to Órdenes', prepare: go('panel'), act: go('orders') },
  { name: 'screen: Órdenes to Rentabilidad', act: go('profitability') },
  { name: 'screen: Rentabilidad to Cambios', act: go('changes') },
  { name: 'screen: Cambios to Sincronización', act: go('sync') },
  { name: 'screen: Sincronización to Panel', act: go('panel') },
  {
    name: 'orders: filter by a number',
    async prepare(page, round) {
      await go('orders')(page);
      await openFilter(page, 'Ventas');
      await page.getByTestId('number-at-least').click();
      await page.getByTestId('number-from').fill(String(round + 1));
    },
    act: (page) => page.getByTestId('number-apply').click(),
    after: press('Escape'),
  },
  { name: 'orders: preset off', act: (page) => page.getByTestId('preset-dashboard').click() },
  { name: 'orders: preset on', act: (page) => page.getByTestId('preset-dashboard').click() },
  {
    name: 'orders: sort',
    async act(page, round) {
      const shown = await page
        .locator('[data-header]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-header') ?? ''));
      const columns = SORTED.filter((column) => shown.includes(column));
      await page.locator(`[data-header="${columns[round % columns.length]}"]`).click();
    },
  },
  {
    name: 'orders: rows instead of orders',
    act: (page) => page.getByRole('button', { name: 'Filas', exact: true }).click(),
  },
  {
    name: 'orders: orders instead of rows',
    act: (page) => page.getByRole('button', { name: 'Órdenes', exact: true }).click(),
  },
  {
    name: 'orders: an order opened',
    act: (page, round) =>
      page
        .locator(`[data-row="${2 + round}"] [role=gridcell]`)
        .nth(2)
        .dblclick(),
    after: press('Escape'),
  },
  {
    name: 'orders: search for part of a number',
    async act(page, round) {
      await page.keyboard.press('Control+f');
      await page.keyboard.type(String(1000 + round * 137));
    },
    async after(page) {
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'orders: search for a word',
    async act(page, round) {
      await page.keyboard.press('Control+f');
      await page.keyboard.type(
        ['negro', 'camiseta', 'azul', 'pack', 'set', 'gris', 'rojo'][round % 7] ?? 'pro',
      );
    },
    after: press('Escape'),
  },
  {
    name: 'orders: the values of a filter',
    prepare: async (page) => {
      await page.getByTestId('add-filter').click();
      await page.keyboard.type('Marca');
    },
    act: press('Enter'),
  },
  {
    name: 'orders: filter by a value',
    act: (page, round) => page.locator('[role=dialog] [role=checkbox]').nth(round).click(),
    after: press('Escape'),
  },
  { name: 'orders: the month before', prepare: everything, act: press('Alt+ArrowLeft') },
  { name: 'orders: one month more before', act: press('Alt+ArrowLeft'), after: everything },
  { name: 'profitability: the month before', prepare: go('profitability'), act: press('Alt+ArrowLeft') },
  { name: 'panel: one month more before', prepare: go('panel'), act: press('Alt+ArrowLeft') },
  {
    name: 'panel: all there is',
    async prepare(page) {
      await page.getByTestId('period').click();
      await settle(page);
    },
    act: (page) => page.getByTestId('period-all').click(),
  },
];

/** Does all of it so many times, after a first round that does not count. */
export async function measureScreens(
  page: Page,
  rounds: number,
  threads: ThreadTimes,
  say: (line: string) => void,
): Promise<readonly Measured[]> {
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  const times = INTERACTIONS.map((): MeasuredRound[] => []);
  const failures = INTERACTIONS.map((): string[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { prepare, act, after, name }] of INTERACTIONS.entries()) {
      try {
        if (prepare !== undefined) {
          await prepare(page, round + 1);
          await settle(page);
        }
        const before = [threads.page(), threads.worker()] as const;
        const answer = await measureAnswer(page, () => act(page, round + 1));
        const pageMs = threads.page() - before[0];
        const workerMs = threads.worker() - before[1];
        if (round >= 0) times[index]?.push({ ...answer, pageMs, workerMs });
        await after?.(page);
        await settle(page);
      } catch (error) {
        // What cannot be done any more is said in the end; the others are measured all the same.
        const [line = ''] = String(error).split('\n');
        failures[index]?.push(line);
        say(`${name}: ${line}`);
      }
    }
    say(round < 0 ? 'warmed up' : `round ${round + 1} of ${rounds}`);
  }
  return INTERACTIONS.map(({ name }, index) => ({
    name,
    rounds: times[index] ?? [],
    failures: failures[index] ?? [],
  }));
}
