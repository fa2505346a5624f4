import { expect, type Page } from '@playwright/test';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { axeFindings } from './axe-findings.ts';
import { openReadAccount, test } from './journey.ts';
import { dataValueOf, expectTotals } from './screen.ts';

const TABS = ['formats', 'looks', 'accounts', 'privacy', 'about'];
const SCREENS = SCREEN_IDS.map((id) => `nav-${id}`);

/** What can be pressed or typed into on a screen, the rail beside it left out. */
function controlsInSight(page: Page): Promise<number> {
  return page
    .locator('main :is(a[href], button, input, select, textarea)')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility({ visibilityProperty: true })).length);
}

/** How often Tab is pressed from the first thing of a screen that it reaches to the last one. */
async function tabStops(page: Page): Promise<number> {
  const isInMain = () => page.evaluate(() => document.activeElement?.closest('main') != null);
  let stops = 0;
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isInMain()) stops += 1;
    else if (stops > 0) break;
  }
  return stops;
}

/** Words whose end is not to be seen; what tables name stands whole where it leads. */
const cutWords = (page: Page): Promise<readonly string[]> =>
  page.locator('body *').evaluateAll((all) =>
    all
      .filter((each) => {
        const hasWords = [...each.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
        );
        const isCut =
          each.clientWidth > 1 &&
          (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2);
        return (
          hasWords &&
          isCut &&
          each.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(each).overflowX === 'hidden' &&
          each.closest('td, [role=gridcell], [role=rowheader]') === null
        );
      })
      .map(({ textContent }) => textContent?.trim() ?? ''),
  );

/** What is pressed or typed into and stands past the window's end, where nobody sees it; in what is scrolled sideways one can. */
const pastTheEnd = (page: Page): Promise<readonly string[]> =>
  page.locator('main :is(a[href], button, input, select)').evaluateAll((all) => {
    const isScrolled = (each: Element | null): boolean =>
      each !== null &&
      ((each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) ||
        isScrolled(each.parentElement));
    return all
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(each))
      .map((each) => `${each.getAttribute('aria-label') ?? each.textContent}`);
  });

/** From a window at twice its size to the width at which nothing gives way: above, below and between the steps of the styles. */
const WIDTHS_PX = [640, 900, 1001, 1024, 1100, 1150, 1199, 1240];

/** Text of another size, of all screens. */
async function chooseTextSize(page: Page, size: string): Promise<void> {
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-tab-looks').click();
  await page.getByRole('button', { name: new RegExp(`^${size}.?%$`, 'u') }).click();
  await page.keyboard.press('Escape');
}

test('languages and themes change words and colours, never a figure; axe finds nothing', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 500 });
  const { page } = browser;
  const expected = source.everything();
  const exact = await dataValueOf(page, 'total-rentabilidad-total');
  for (const { lang, language, shade, theme, heading, isExamined } of [
    { lang: 'es', language: 'Español', shade: 'Claro', theme: 'light', heading: 'Órdenes', isExamined: true },
    // What axe finds hangs on the document and the theme; a third language adds words only.
    {
      lang: 'pt-BR',
      language: 'Português',
      shade: 'Claro',
      theme: 'light',
      heading: 'Pedidos',
      isExamined: false,
    },
    { lang: 'en', language: 'English', shade: 'Dark', theme: 'dark', heading: 'Orders', isExamined: true },
  ]) {
    // The document is looked at whole in the first theme, in another one its colours.
    const rules = theme === 'light' ? 'all' : 'colour';
    await test.step(`${lang}, ${theme}`, async () => {
      await page.getByTestId('settings-open').click();
      await page.getByRole('button', { name: language }).click();
      await page.getByTestId('settings-tab-looks').click();
      await page.getByRole('button', { name: shade, exact: true }).click();
      // Tabs are of the same controls: their document is looked at once, their colours in one of them.
      for (const tab of isExamined ? (theme === 'light' ? TABS : ['accounts']) : []) {
        await page.getByTestId(`settings-tab-${tab}`).click();
        await expect(page.getByTestId(`settings-tab-${tab}`)).toHaveAttribute('aria-selected', 'true');
        expect([tab, await axeFindings(page, rules)]).toEqual([tab, []]);
      }
      await page.keyboard.press('Escape');
      await expect(page.getByTestId('settings')).toHaveCount(0);
      // The focus is where it was before.
      await expect(page.getByTestId('settings-open')).toBeFocused();
      // What was chosen is remembered.
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await page.getByTestId('nav-orders').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectTotals(page, expected);
      expect(await dataValueOf(page, 'total-rentabilidad-total')).toBe(exact);
      for (const screen of isExamined ? SCREENS : []) {
        await page.getByTestId(screen).click();
        await expect(page.getByTestId(screen)).toHaveAttribute('aria-current', 'page');
        const isPanel = screen === 'nav-panel' && rules === 'all';
        expect([screen, await axeFindings(page, isPanel ? 'targets' : rules)]).toEqual([screen, []]);
        if (!isPanel) continue;
        expect(await controlsInSight(page)).toBeLessThanOrEqual(60);
        // From its heading to its last list, with arrows inside of choices and lists.
        const stops = await tabStops(page);
        expect(stops).toBeGreaterThan(5);
        expect(stops).toBeLessThanOrEqual(44);
      }
      if (!isExamined) return;
      // Large text is wrapped, not cut: in the rail, in the header and in what is for today.
      if (rules === 'all') {
        await chooseTextSize(page, '130');
        for (const screen of ['panel', 'reconciliation']) {
          await page.getByTestId(`nav-${screen}`).click();
          await expect.poll(() => cutWords(page)).toEqual([]);
        }
        await chooseTextSize(page, '100');
        const size = page.viewportSize();
        for (const screen of SCREENS) {
          await page.getByTestId(screen).click();
          for (const width of WIDTHS_PX) {
            await page.setViewportSize({ width, height: 860 });
            await expect
              .poll(async () => [screen, width, await pastTheEnd(page)])
              .toEqual([screen, width, []]);
          }
        }
        if (size !== null) await page.setViewportSize(size);
      }
      await page.getByTestId('nav-profitability').click();
      const shipping = page.locator('[data-line=shipping] [role=rowheader]');
      // Whether it is open is remembered.
      const before = await shipping.getAttribute('aria-expanded');
      await shipping.click();
      await expect(shipping).toHaveAttribute('aria-expanded', before === 'true' ? 'false' : 'true');
      expect(await axeFindings(page, rules)).toEqual([]);
    });
  }
});
