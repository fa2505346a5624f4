import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { openReadAccount, test } from './journey.ts';
import { dataValueOf, expectAnswered } from './screen.ts';

/** Paper, and narrow windows: what a screen says is said there too. */

async function layOut(page: Page, step: 'beforeprint' | 'afterprint'): Promise<void> {
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), step);
  await page.emulateMedia({ media: step === 'beforeprint' ? 'print' : 'screen' });
}

test('all orders are on paper to the cent, every page names what it is of, and what is to be reviewed outlives both', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 900 });
  const { page } = browser;
  await page.getByTestId('nav-orders').click();
  await expectAnswered(page);
  const orders = Number(await page.locator('[role=grid][data-whole]').getAttribute('aria-rowcount')) - 3;
  expect(orders).toBeGreaterThan(40);
  const ventas = toGrains(await dataValueOf(page, 'total-ventas'));

  await test.step('every order, each figure whole, in the place of the screen’s table', async () => {
    const paper = page.getByTestId('orders-paper');
    // Read while the table is at rest.
    await expect
      .poll(async () => {
        await layOut(page, 'afterprint');
        await layOut(page, 'beforeprint');
        return paper.getAttribute('data-lines');
      })
      .toBe(String(orders));
    await expect(paper).toBeVisible();
    await expect(page.locator('[role=grid][data-whole]')).toBeHidden();
    const printed = await paper.locator('table').evaluate((table) => {
      const names = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent);
      const lines = [...table.querySelectorAll('tbody tr:not([data-paper])')];
      const cells = [...table.querySelectorAll<HTMLElement>('tbody [data-value]')];
      return {
        names,
        ventas: lines.map((line) => (line.children[names.indexOf('Ventas')] as HTMLElement).dataset.value),
        cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.innerText),
      };
    });
    expect(printed.names).toEqual(expect.arrayContaining(['Orden', 'Rentabilidad Marketplace']));
    expect(printed.names).toEqual(expect.arrayContaining(['Rentabilidad Comercial', 'Rentabilidad Total']));
    expect(printed.cut).toEqual([]);
    expect(printed.ventas.reduce((sum, value) => sum + toGrains(value ?? '0'), 0n)).toBe(ventas);
    await layOut(page, 'afterprint');
  });

  await test.step('each screen’s pages name the account, the days or the clock, and the revision', async () => {
    for (const screen of ['panel', 'orders', 'profitability', 'changes', 'sync']) {
      await page.getByTestId(`nav-${screen}`).click();
      const name = (await page.getByTestId(`nav-${screen}`).innerText()).split('\n')[0] ?? '';
      const margins = () =>
        page.evaluate(() => {
          window.dispatchEvent(new Event('beforeprint'));
          const said = ['whose', 'days', 'revision'].map((place) =>
            document.documentElement.style.getPropertyValue(`--page-${place}`),
          );
          window.dispatchEvent(new Event('afterprint'));
          return said;
        });
      await expect.poll(async () => (await margins())[0]).toContain(name);
      // Said by the screen itself, once it is there.
      await expect.poll(async () => (await margins())[1]).toMatch(/\w/);
      expect((await margins())[2]).toMatch(/\d/);
    }
  });

  await test.step('what is for today, on a narrow window and on paper', async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByTestId('nav-panel').click();
    const [link, section] = [page.getByTestId('review-link'), page.locator('#panel-review')];
    await expect(link).toBeVisible();
    await expect(section).toBeVisible();
    for (const width of [640, 900]) {
      await page.setViewportSize({ width, height: 800 });
      // What is no figure takes a fifth at most, and what is left of the sales is in view.
      const lastBar = await page.getByTestId('clear-filters').boundingBox();
      expect((lastBar?.y ?? 800) + (lastBar?.height ?? 0)).toBeLessThanOrEqual(160);
      await expect(page.getByTestId('tile-total').locator('data').first()).toBeInViewport();
    }
    await layOut(page, 'beforeprint');
    // What only hands need is not on paper.
    await expect(link).toBeHidden();
    await expect(section).toBeVisible();
    await expect(page.locator('main section > header button:visible')).toHaveCount(0);
    await expect(page.locator('main button svg:visible')).toHaveCount(0);
    // Where the focus was is nobody's business on paper.
    await link.focus();
    expect(
      await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
    ).toBe('none');
  });
});
