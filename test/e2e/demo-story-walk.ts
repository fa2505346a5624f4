import { expect, type Locator, type Page } from '@playwright/test';
import type { Cause } from '#electron/demo/story/cause.ts';
import { STEP_IDS, type WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { shiftMonth } from '#shared/domain/dates.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import type { Amounts } from './demo-story-books.ts';
import { chooseCurrency } from './demo-story-currency.ts';
import { CURRENCIES, type ToldDemo, YOUNG_DAYS } from './demo-story-file.ts';
import { type Hand, handOf, INPUTS, type Input } from './hand.ts';
import { chooseLanguage } from './user-journeys/language.ts';
import { expectOnlyWordsOf, word } from './words.ts';

/**
 * A month walked from all months to its close, step by step: each shows what the rows of the API and the files come to in it, the
 * planted causes are in it with their amounts, and it claims nothing else.
 */

/** `isBrief`: the two currencies that most is sold in alone, so that each step is asked for another one once. */
export type Walk = { readonly language: Language; readonly input: Input; readonly isBrief?: boolean };

const ALL: readonly Walk[] = LANGUAGES.flatMap((language) => INPUTS.map((input) => ({ language, input })));
/** By keys, which reach less than a pointer: that one walks a month in `month-walk.test.ts`. */
const FEW: readonly Walk[] = [{ language: 'en', input: 'keyboard', isBrief: true }];

/** CUADRA_DEMO_WALKS takes others: «all», or some («pt keyboard,en pointer»). */
export function chosenWalks(asked = process.env.CUADRA_DEMO_WALKS ?? ''): readonly Walk[] {
  if (asked === '') return FEW;
  const names = asked.split(',').map((each) => each.trim());
  const found = ALL.filter(
    ({ language, input }) => asked === 'all' || names.includes(`${language} ${input}`),
  );
  if (found.length === 0) throw new Error(`There is no walk «${asked}».`);
  return found;
}

const stepOf = (page: Page, step: string): Locator =>
  page.locator(`[data-testid=month-step][data-step=${step}]`);

/** Presses in all, and of these from the open month to the closed one. */
export async function walkMonth(
  page: Page,
  told: ToldDemo,
  walk: Walk,
): Promise<{ readonly all: number; readonly toClose: number }> {
  await chooseLanguage(page, walk.language);
  const hand = handOf(page, walk.input);
  await openMonth(page, hand, told.month);
  for (const code of walk.isBrief === true ? CURRENCIES.slice(0, 2) : CURRENCIES) {
    await chooseCurrency(page, hand, code);
    await holdsFigures(page, told, code);
    for (const step of Object.keys(CHECKS) as WaivableStep[]) {
      await hand.press(stepOf(page, step));
      await expect(stepOf(page, step)).toHaveAttribute('aria-current', 'step');
      await CHECKS[step]({ page, hand, told, code, language: walk.language });
      await expectOnlyWordsOf(page, walk.language);
    }
  }
  await chooseCurrency(page, hand, CURRENCIES[0]);
  const before = hand.presses();
  await closeMonth(page, hand, told);
  await expectOnlyWordsOf(page, walk.language);
  return { all: hand.presses(), toClose: hand.presses() - before };
}

/** From all months; one that is closed is opened again first. */
async function openMonth(page: Page, hand: Hand, month: string): Promise<void> {
  const cell = page.locator(`[data-testid=month-cell][data-month="${month}"]`);
  const title = page.getByTestId('month-title');
  await hand.press(page.getByTestId('nav-reconciliation'));
  const [all, back] = [page.getByTestId('month-all'), page.getByTestId('month-back')];
  await expect(all.or(back)).toBeVisible();
  if (await back.isVisible()) await hand.press(back);
  await hand.press(all);
  await expect(cell).toHaveAttribute('data-of', String(STEP_IDS.length));
  await hand.press(cell);
  await expect(title).toHaveAttribute('data-month', month);
  if (!/^(closed|moved)$/.test((await title.getAttribute('data-state')) ?? '')) return;
  await hand.press(stepOf(page, 'close'));
  await hand.press(page.getByTestId('reopen-month'));
  await expect(title).toHaveAttribute('data-state', 'open');
}

async function holdsFigures(page: Page, { month, books }: ToldDemo, code: string): Promise<void> {
  for (const [id, column] of [
    ['ventas', 'Ventas'],
    ['marketplace', 'Rentabilidad Marketplace'],
    ['comercial', 'Rentabilidad Comercial'],
    ['total', 'Rentabilidad Total'],
  ] as const)
    await expect
      .poll(() => grainsOf(page.getByTestId(`month-${id}`)), `${column} of ${month} in ${code}`)
      .toBe(books.rowsIn(code).reduce((sum, row) => sum + toGrains(row[column] ?? '0'), 0n));
}

type Check = (at: {
  readonly page: Page;
  readonly hand: Hand;
  readonly told: ToldDemo;
  readonly code: string;
  readonly language: Language;
}) => Promise<void>;

const CHECKS: { readonly [step in WaivableStep]: Check } = {
  data: async ({ page, hand }) => {
    // Read whole; that the source counts the same is asked once.
    const step = stepOf(page, 'data');
    if ((await step.getAttribute('data-state')) !== 'done') await hand.press(page.getByTestId('month-check'));
    await expect(step).toHaveAttribute('data-reason', 'agrees', { timeout: 60_000 });
  },
  rows: async ({ page }) => {
    await expect(stepOf(page, 'rows')).toHaveAttribute('data-state', 'done');
  },
  costs: async ({ page, told, code }) => {
    const planted = amountsOf(told.causesOf, code, ({ sku }) => sku, 'missing-cost');
    expect(told.books.costlessIn(code)).toEqual(planted);
    await expect
      .poll(() => shown(page.getByTestId('missing-cost-line'), '[data-figure=money]', '@data-value'))
      .toEqual(planted);
    await stepComesTo(page, 'costs', planted);
  },
  statements: async ({ page }) => {
    await expect(stepOf(page, 'statements')).toHaveAttribute('data-state', 'done');
    await expect(page.getByTestId('account-statement').first()).toBeVisible();
  },
  differences: async (at) => {
    const { page, hand, told, code } = at;
    const found = told.books.differencesIn(code);
    await holdsPlanted(page, told, code);
    await hand.press(page.getByTestId('difference-view-matches'));
    await expect
      .poll(
        () =>
          shown(
            page.locator('[data-testid=match-case]:not([data-state=same])'),
            '',
            '[data-testid=match-open]',
          ),
        { timeout: 60_000 },
      )
      .toEqual(found);
    await stepComesTo(page, 'differences', found);
    await hand.press(page.getByTestId('difference-view-exceptions'));
    await findExceptions(at);
    await hand.press(page.getByTestId('difference-view-matches'));
  },
  bank: async ({ page, hand, told, code }) => {
    await hand.press(page.getByTestId('bank-view-payouts'));
    const { books } = told;
    const [missing, short] = [books.missingIn(code), books.shortIn(code)];
    expect(missing).toEqual(amountsOf(told.causesOf, code, ({ number }) => number, 'payout-missing'));
    expect(short).toEqual(amountsOf(told.causesOf, code, ({ number }) => number, 'payout-short'));
    const foreign = books.foreignIn(code);
    expect(sumOf(foreign)).toBe(
      sumOf(amountsOf(told.causesOf, code, ({ number }) => number, 'foreign-deposit')),
    );
    for (const [name, expected] of [
      ['missing', missing],
      ['different', short],
      ['unexplained', foreign],
    ] as const)
      await expect
        .poll(() => bankSum(page, name), `${name} in ${code}`)
        .toEqual([expected.size, size(sumOf(expected))]);
    await stepComesTo(page, 'bank', new Map([...missing, ...short]));
  },
};

const IN_STATEMENTS = [
  ...(['short-payment', 'unpaid-order', 'double-charge'] as const),
  ...(['unknown-order', 'altered-line'] as const),
];

/** What was planted is what the files say of these orders. One that was bought the month before is a difference of that month. */
async function holdsPlanted(page: Page, { month, books, causesOf }: ToldDemo, code: string): Promise<void> {
  const before = shiftMonth(month, -1);
  const [own, former] = [books.differencesIn(code), books.differencesIn(code, before)];
  const planted = amountsOf(causesOf, code, ({ order }) => order, ...IN_STATEMENTS);
  expect(byName([...own, ...former])).toEqual(planted);
  const cell = page.locator(`[data-testid=month-cell][data-month="${before}"]`);
  await expect.poll(() => grainsOf(cell)).toBe(former.size === 0 ? null : sumOf(former));
}

/** Of the month alone: what is charged by no rule, kept of canceled orders, and overdue. */
async function findExceptions({ page, hand, told, code, language }: Parameters<Check>[0]): Promise<void> {
  const look = async (kind: string): Promise<Locator> => {
    await hand.write(page.getByTestId('exceptions-search'), word(language, `exception.kind-${kind}`));
    return page.locator(`[data-testid=exception-group][data-kind=${kind}][data-month="${told.month}"]`);
  };
  const sums = async (groups: Locator) => sumOf(await shown(groups, '', '@data-key'));
  const rates = amountsOf(
    told.causesOf,
    code,
    ({ order }) => order,
    'overcharged-commission',
    'overcharged-shipping',
  );
  const fee = told.wrongFeeOfMonth.filter(({ currency }) => currency === code);
  const groups = await look('rate');
  await expect
    .poll(() => sums(groups), { timeout: 60_000 })
    .toBe(sumOf(rates) + fee.reduce((sum, { amount }) => sum + toGrains(amount), 0n));
  const canceled = await look('canceled-charge');
  await expect
    .poll(() => sums(canceled))
    .toBe(sumOf(amountsOf(told.causesOf, code, ({ order }) => order, 'canceled-charge')));
  for (const { order = '' } of told.causesOf('overdue-order').filter(({ currency }) => currency === code)) {
    await hand.write(page.getByTestId('exceptions-search'), order);
    const own = page.locator('[data-testid=exception][data-kind=overdue]').filter({ hasText: order });
    // One that was bought the month before is an exception of that month.
    if (!told.isOfMonth(order)) await expect(own).toHaveCount(0);
    else if (told.ageDaysOf(order) > YOUNG_DAYS) await expect(own).toHaveCount(1);
    else await expect.poll(() => own.count()).toBeLessThan(2);
  }
  await hand.write(page.getByTestId('exceptions-search'), '');
}

/** By its checklist: what it comes to, a reason for each step that stands open, a name. */
async function closeMonth(page: Page, hand: Hand, { month, books }: ToldDemo): Promise<void> {
  await hand.press(page.getByTestId('month-close'));
  await expect(stepOf(page, 'close')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByTestId('close-check').first()).toBeVisible();
  const ofAll = page.getByTestId('close-amount-total');
  await expect
    .poll(async () => (await ofAll.evaluateAll(valuesOf)).map(toGrains))
    .toContainEqual(
      books.rowsIn(CURRENCIES[0]).reduce((sum, row) => sum + toGrains(row['Rentabilidad Total'] ?? '0'), 0n),
    );
  await expect(page.getByTestId('close-month')).toBeDisabled();
  for (const reason of await page.getByTestId('close-reason').all()) await hand.write(reason, 'visto');
  await hand.write(page.getByTestId('close-owner'), 'Ana');
  await hand.press(page.getByTestId('close-month'));
  await expect(page.getByTestId('month-title')).toHaveAttribute('data-state', 'closed');
  await expect(page.locator(`[data-testid=month-cell][data-month="${month}"]`)).toHaveAttribute(
    'data-state',
    'closed',
  );
}

const valuesOf = (elements: readonly (HTMLElement | SVGElement)[]): string[] =>
  elements.map((each) => each.dataset.value ?? '');

const grainsOf = async (element: Locator): Promise<bigint | null> => {
  const value = (await element.getAttribute('data-value')) ?? '';
  return value === '' ? null : toGrains(value);
};

const size = (grains: bigint): bigint => (grains < 0n ? -grains : grains);
const sumOf = (amounts: Amounts): bigint => [...amounts.values()].reduce((sum, each) => sum + each, 0n);

function amountsOf(
  causesOf: ToldDemo['causesOf'],
  code: string,
  name: (cause: Cause) => string | undefined,
  ...kinds: readonly Cause['kind'][]
): Amounts {
  const causes = causesOf(...kinds).filter(({ currency }) => currency === code);
  return byName(causes.map((cause) => [name(cause) ?? '', toGrains(cause.amount)]));
}

/** In the order of their names, so that two of them compare. */
const byName = (all: readonly (readonly [string, bigint])[]): Amounts =>
  new Map(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Of each line its figure, by an attribute of the line («@data-value») or by a text in it. */
async function shown(lines: Locator, figure: string, name: string): Promise<Amounts> {
  const all = await lines.evaluateAll(
    (elements, read) =>
      elements.map((line) => {
        const carrier = read.figure === '' ? line : line.querySelector(read.figure);
        const label = read.name.startsWith('@')
          ? line.getAttribute(read.name.slice(1))
          : line.querySelector<HTMLElement>(read.name)?.innerText.trim();
        return [label ?? '', carrier?.getAttribute('data-value') ?? ''] as const;
      }),
    { figure, name },
  );
  return byName(all.map(([label, value]) => [label, value === '' ? 0n : toGrains(value)]));
}

/** How many, and what they come to, as its heading says. */
async function bankSum(page: Page, name: string): Promise<readonly [number, bigint]> {
  const counts = (await page.getByTestId(`chain-${name}`).evaluateAll(valuesOf)).map(Number);
  const sums = (await page.getByTestId(`chain-${name}-sum`).evaluateAll(valuesOf)).map(toGrains);
  return [counts.reduce((sum, each) => sum + each, 0), size(sums.reduce((sum, each) => sum + each, 0n))];
}

/** The step's own line says the sum of what is open in it. */
async function stepComesTo(page: Page, step: WaivableStep, amounts: Amounts): Promise<void> {
  const expected = amounts.size === 0 ? null : sumOf(amounts);
  await expect(stepOf(page, step)).toHaveAttribute('data-state', amounts.size === 0 ? 'done' : 'open');
  expect(await grainsOf(stepOf(page, step))).toBe(expected);
}
