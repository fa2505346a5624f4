import { expect, type Locator, type Page } from '@playwright/test';
import type { Cause } from '#electron/demo/story/cause.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { chooseCurrency } from './demo-story-currency.ts';
import { CURRENCIES, type ToldDemo, YOUNG_DAYS } from './demo-story-file.ts';
import { handOf } from './hand.ts';
import { openTool, showEverything } from './screen.ts';

/** What each tool shows of the demo company, held against the story's file: every planted cause in it, and nothing else. */

type View = readonly (readonly [string, bigint])[];

export const ofMonth = (page: Page, id: string, month: string): Locator =>
  page.locator(`[data-testid=${id}][data-month="${month}"]`);

/** Each in turn, and then the first one again. */
async function inEachCurrency(page: Page, check: (code: string) => Promise<void>): Promise<void> {
  const hand = handOf(page, 'pointer');
  for (const code of CURRENCIES) {
    await chooseCurrency(page, hand, code);
    await check(code);
  }
  await chooseCurrency(page, hand, CURRENCIES[0]);
}

/** By name and then amount. */
const sorted = (view: View): View =>
  view.toSorted(([a, x], [b, y]) => (a === b ? Number(x - y) : a < b ? -1 : 1));
const amountsOf = (causes: readonly Cause[], name: (cause: Cause) => string | undefined): View =>
  sorted(causes.map((cause) => [name(cause) ?? '', toGrains(cause.amount)]));
const size = (grains: bigint): bigint => (grains < 0n ? -grains : grains);
const sumOf = (view: View): bigint => view.reduce((sum, [, grains]) => sum + grains, 0n);

type Read = {
  /** Of what in the line, by its text, or an attribute of the line («@data-kind»); absent: it has none. */
  readonly name?: string;
  /** What in the line carries the figure; absent: the line. */
  readonly figure?: string;
};

/** Of each line its name and its figure, all at one moment. */
async function shown(lines: Locator, { name = '', figure = '' }: Read = {}): Promise<View> {
  const all = await lines.evaluateAll(
    (elements, read) =>
      elements.map((line) => {
        const named = line.querySelector<HTMLElement>(
          read.name.startsWith('@') ? 'no-name' : read.name || 'no-name',
        );
        const label = read.name.startsWith('@')
          ? line.getAttribute(read.name.slice(1))
          : named?.innerText.trim();
        const value = (read.figure === '' ? line : line.querySelector(read.figure))?.getAttribute(
          'data-value',
        );
        return [label ?? '', value ?? ''] as const;
      }),
    { name, figure },
  );
  return sorted(all.map(([label, value]) => [label, toGrains(value)]));
}

const dataOf = async (element: Locator): Promise<string> => (await element.getAttribute('data-value')) ?? '';

/** One file alone asks to be looked at; a second time nothing is doubled. */
export async function filesComeIn(page: Page, view: ToldDemo): Promise<void> {
  const altered = view.causesOf('altered-line');
  const came = page.getByTestId('demo-files-came');
  const asks = page.locator('[data-testid=demo-files-step][data-asks=true]');
  for (const { cuenta } of altered) {
    await expect(asks).toBeVisible({ timeout: 300_000 });
    await expect(asks).toContainText(`${cuenta.toLowerCase().replaceAll(' ', '-')}_${view.month}_`);
    await page.getByTestId('statement-confirm').click();
    await expect(asks).toHaveCount(0);
  }
  // In the first days of a month the extract of a bank of no certain country leaves open which of its numbers are days.
  for (;;) {
    await expect(asks.or(came)).toBeVisible({ timeout: 300_000 });
    if (await came.isVisible()) break;
    await sayDayFirst(page);
  }
  await expect(came).toHaveAttribute('data-files', String(view.files.length));
  await expect(came).toHaveAttribute('data-left', '0');
  const names = await page
    .getByTestId('statement-line')
    .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.name ?? ''));
  expect(names.toSorted()).toEqual(view.files);
  await nothingIsDoubled(page, view);
}

/** Answers the one thing that a file may ask beside what was planted in it, and lets it in. */
async function sayDayFirst(page: Page): Promise<void> {
  const unclear = page.getByText('Estos días se leen de los dos modos');
  await expect(unclear.first()).toBeVisible();
  for (let left = await unclear.count(); left > 0; left = await unclear.count()) {
    const column = page.locator('dd', { has: unclear }).first();
    await column.getByTestId('statement-day-order').click();
    await page.getByRole('menuitemradio', { name: 'Primero el día' }).click();
    // The file is read anew; one column may settle another.
    await expect.poll(() => unclear.count()).toBeLessThan(left);
  }
  const asks = page.locator('[data-testid=demo-files-step][data-asks=true]');
  await page.getByTestId('statement-confirm').click();
  await expect(asks).toHaveCount(0);
}

async function nothingIsDoubled(page: Page, view: ToldDemo): Promise<void> {
  const lines = await page.getByTestId('statement-line').count();
  await page.getByTestId('demo-files-use').click();
  await expect(page.getByTestId('demo-files-step')).toBeVisible();
  // Of the running month there may be more by now: such a file is a longer one, whose lines count once.
  const came = page.getByTestId('demo-files-came');
  await expect(came).toBeVisible({ timeout: 300_000 });
  const known = Number(await came.getAttribute('data-known'));
  const longer = Number(await came.getAttribute('data-files'));
  expect(known + longer).toBe(view.files.length);
  expect(longer).toBeLessThan(8);
  await expect(page.getByTestId('statement-line')).toHaveCount(lines + longer);
}

export async function findAnomalies(page: Page, view: ToldDemo): Promise<void> {
  await openTool(page, 'anomalies');
  await inEachCurrency(page, async (code) => {
    const causes = view.causesOf('canceled-charge').filter(({ currency }) => currency === code);
    const groups = page.locator('[data-testid=anomaly-group]:not([data-value="0"])');
    await expect(page.getByTestId('anomalies-said')).toBeVisible({ timeout: 60_000 });
    await expect
      .poll(() => shown(groups, { name: '@data-kind', figure: '[data-testid=anomaly-group-amount]' }))
      .toEqual(amountsOf(causes, ({ kind }) => kind));
    if (causes.length === 0) return;
    await groups.first().getByRole('button').first().click();
    await expect(page.getByTestId('anomaly-order')).toHaveAttribute('data-value', causes[0]?.order ?? '');
  });
}

/** Over all that was sold. */
export async function findRates(page: Page, { causesOf, wrongFees }: ToldDemo): Promise<void> {
  // Within Conciliación the days stay as they are.
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await openTool(page, 'rates');
  await inEachCurrency(page, async (code) => {
    await expect(page.getByTestId('rates-said')).toBeVisible({ timeout: 60_000 });
    const ofCurrency = ({ currency }: Cause) => currency === code;
    const off = causesOf('overcharged-commission', 'overcharged-shipping').filter(ofCurrency);
    const over = byName(amountsOf(off, ({ canal, cuenta }) => `${canal} · ${cuenta}`));
    const fees = wrongFees.map((each) => asText(amountsOf(each.filter(ofCurrency), () => '')));
    // Until the answer is of this currency and of all that was sold.
    await expect
      .poll(
        async () => {
          const rules = await shown(page.getByTestId('rate-rule'), { name: 'td, th' });
          const under = await page
            .getByTestId('rate-rule')
            .evaluateAll((lines) => lines.map((line) => Number((line as HTMLElement).dataset.under)));
          const changes = asText(await shown(page.getByTestId('rate-change')));
          return {
            over: byName(rules.map(([rule, each]) => [rule.split(' · ').slice(0, 2).join(' · '), each])),
            under: under.filter((amount) => amount !== 0),
            changes: fees.includes(changes) ? fees[0] : changes,
          };
        },
        { timeout: 60_000 },
      )
      .toEqual({ over, under: [], changes: fees[0] });
  });
}

const asText = (view: View): string => view.map(([name, grains]) => `${name} ${grains}`).join('\n');

/** The sum of each name that has one. */
function byName(view: View): View {
  const sums = new Map<string, bigint>();
  for (const [name, grains] of view) sums.set(name, (sums.get(name) ?? 0n) + grains);
  return sorted([...sums].filter(([, grains]) => grains !== 0n));
}

/** The queue tells what the tools found, and nothing beside it. */
export async function findInQueue(page: Page, view: ToldDemo): Promise<void> {
  await openTool(page, 'exceptions');
  const look = async (words: string): Promise<void> => {
    await page.getByTestId('exceptions-search').fill(words);
    // Until the lines are of these words: what is read once would else be read of those before.
    await expect(page.getByTestId('exceptions').locator('[data-searched]')).toHaveAttribute(
      'data-searched',
      words,
      { timeout: 90_000 },
    );
  };
  await inEachCurrency(page, async (code) => {
    const ofCurrency = (causes: readonly Cause[]) => causes.filter(({ currency }) => currency === code);
    const lines = (kind: string) => page.locator(`[data-testid=exception][data-kind=${kind}]`);
    const amounts = (kind: string) => shown(lines(kind));
    const statements = [
      ...view.causesOf('short-payment', 'unpaid-order', 'double-charge', 'unknown-order', 'altered-line'),
      // A file that does not agree with itself is told beside the order in which it does not.
      ...view.causesOf('altered-line'),
    ];
    await look('Extracto que no cuadra');
    await expect
      .poll(() => amounts('statement-difference'), { timeout: 90_000 })
      .toEqual(sorted(ofCurrency(statements).map(({ amount }) => ['', size(toGrains(amount))])));
    await look('Canceladas con cobros');
    await expect
      .poll(() => amounts('canceled-charge'))
      .toEqual(amountsOf(ofCurrency(view.causesOf('canceled-charge')), () => ''));
    const planted = ofCurrency(view.causesOf('overdue-order'));
    for (const { order = '' } of planted) {
      await look(order);
      const own = lines('overdue').filter({ hasText: order });
      // One of the last days of its month is not due yet in the first of the next.
      if (view.ageDaysOf(order) > YOUNG_DAYS) await expect(own).toHaveCount(1);
      else expect(await own.count()).toBeLessThan(2);
    }
    await look('Vencido y sin pagar');
    // Each row of ten comes later than its account's term: such a one is young, and nothing of it is planted.
    const overdue = await lines('overdue').evaluateAll((all) =>
      all.map((each) => ({
        words: (each as HTMLElement).innerText,
        days: Number(/(\d+) d\b/.exec((each as HTMLElement).innerText)?.[1] ?? 0),
      })),
    );
    for (const { words, days } of overdue)
      if (!planted.some(({ order = '' }) => words.includes(order)))
        expect(days, words).toBeLessThan(YOUNG_DAYS);
    await look('');
    const kinds = await page
      .getByTestId('exception-group')
      .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLElement).dataset.kind ?? ''))]);
    expect(['missing-cost', 'statement-difference', 'overdue', 'rate', 'canceled-charge']).toEqual(
      expect.arrayContaining(kinds),
    );
  });
}

/** Some time later the closed month has moved: by what was planted, and by what became of other orders meanwhile. */
export async function findMoved(page: Page, view: ToldDemo, laterMs: () => number): Promise<void> {
  const planted = view.causesOf('moved-cost', 'moved-charge');
  await openTool(page, `${view.month}/close`);
  const drift = ofMonth(page, 'drift-total', view.month);
  const isWhole = async (): Promise<boolean> => {
    const moved = view.movedBy(laterMs());
    for (const { order, amount } of planted) expect(moved.get(order ?? '')).toBe(toGrains(amount));
    const shownDrift = toGrains((await dataOf(drift)) || '0');
    return shownDrift === sumOf([...moved]);
  };
  await expect.poll(isWhole, { timeout: 300_000, intervals: [1_000, 5_000] }).toBe(true);
  await expect
    .poll(() => shown(page.getByTestId('drift-order'), { name: 'button' }))
    .toEqual(sorted([...view.movedBy(laterMs())]));
}
