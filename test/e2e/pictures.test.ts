import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { temporaryDirectory } from './app-under-test.ts';
import { openReadAccount, test } from './journey.ts';
import { expectAnswered } from './screen.ts';

/** What leaves as a PDF and as a picture: every figure that the screen shows, and what it is of. */

const run = promisify(execFile);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The pages of a PDF as poppler reads them; null where there is no poppler, which only CI insists on. */
async function pagesOf(pdf: Buffer): Promise<readonly string[] | null> {
  const folder = await temporaryDirectory();
  try {
    const file = join(folder.path, 'x.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 64 << 20 });
    return stdout.split('\f').slice(0, -1).map(plain);
  } catch (error) {
    if (process.env.CUADRA_OFFICE === 'required' || (error as { code?: string }).code !== 'ENOENT')
      throw error;
    process.stdout.write('PDFs were not read: there is no pdftotext.\n');
    return null;
  } finally {
    await folder.remove();
  }
}

/** As the desktop app asks Chromium, whatever was chosen before: paper as the page's styles say. */
const printed = (page: Page) => page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true });

/** What the table prints: the texts of its figures and the words of everything else. */
async function onPaper(page: Page, testId: string) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const found = await page.getByTestId(testId).evaluate((paper) => ({
    figures: [...paper.querySelectorAll('[data-value]')].map((cell) => cell.textContent ?? ''),
    // Without the sign before a name.
    names: [...paper.querySelectorAll('tbody th')].map((cell) => cell.lastChild?.textContent ?? ''),
    isCut: [...paper.querySelectorAll<HTMLElement>('td')].some(
      (cell) => cell.scrollWidth > cell.clientWidth + 1,
    ),
  }));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return found;
}

async function saved(page: Page, section: Locator, form: 'png' | 'svg') {
  await section.getByTestId('save-picture').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId(`picture-${form}`).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the result as a PDF holds every line and figure, says on each page what it is of; charts leave as pictures', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 900 });
  const { page } = browser;
  await page.getByTestId('nav-profitability').click();
  await expectAnswered(page);

  await test.step('the menu’s entry opens the browser’s dialog, over a page that lies and holds nothing still', async () => {
    await page.evaluate(() => {
      window.print = () => {
        const { dataset } = document.documentElement;
        dataset.printed = `${dataset.paper} ${document.querySelectorAll('[role=menu]').length} ${getComputedStyle(document.body).overflowY}`;
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    await page.getByTestId('export-menu').click();
    await page.getByTestId('export-pdf').click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.printed))
      .toMatch(/^lying 0 (visible|hidden|auto)$/);
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.paper)).toBeUndefined();
  });

  await test.step('every figure of the result, in one piece, and every word of its lines', async () => {
    const { figures, names, isCut } = await onPaper(page, 'statement-paper');
    expect(figures.length).toBeGreaterThan(40);
    expect(isCut).toBe(false);
    const pages = await pagesOf(await printed(page));
    if (pages === null) return;
    const whole = pages.join(' ');
    for (const figure of figures) expect(whole).toContain(plain(figure));
    for (const word of names.flatMap((name) => plain(name).split(' '))) expect(whole).toContain(word);
  });

  await test.step('of orders each page has the head of the table, the account, the zone, the reading and its number', async () => {
    await page.getByTestId('nav-orders').click();
    await expectAnswered(page);
    const account = (await page.locator('[class*=head] b').first().textContent()) ?? '';
    const pages = await pagesOf(await printed(page));
    if (pages === null) return;
    expect(pages.length).toBeGreaterThan(1);
    for (const [at, text] of pages.entries()) {
      expect(text).toContain(plain(account));
      expect(text).toContain('hora local del canal');
      expect(text).toContain('Sin filtros');
      expect(text).toContain('Leído hasta');
      expect(text).toMatch(new RegExp(`${at + 1} ?/ ?${pages.length}$`));
      expect(text).toMatch(/Orden .*Ventas/);
    }
  });

  await test.step('the trend as SVG and PNG: what it shows and what it is of, and nothing from elsewhere', async () => {
    await page.getByTestId('nav-panel').click();
    const section = page.locator('section:has([data-testid=trend-plot])').last();
    await expect(section.locator('svg').last()).toBeVisible();
    const { name, bytes } = await saved(page, section, 'svg');
    expect(name).toMatch(/^cuadra-.+_rentabilidad-por-mes(?:-compra-[\d-]+)?(?:-[a-z]{3})?\.svg$/);
    const svg = bytes.toString('utf8');
    const read = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      const root = parsed.documentElement;
      return {
        fails: parsed.querySelector('parsererror')?.textContent ?? null,
        words: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent).join('\n'),
        size: [root.getAttribute('width'), root.getAttribute('height')].map(Number),
        links: [...parsed.querySelectorAll('[href], image, script, foreignObject')].length,
      };
    }, svg);
    expect(read.fails).toBeNull();
    expect(read.links).toBe(0);
    expect(svg.match(/url\((?!["']?#)[^)]*\)/g)).toBeNull();
    // The mark of Marketplace is an edge alone.
    expect(svg).toMatch(/<rect [^>]*fill="none" stroke="[^"]+" stroke-width="1.5"\/>/);
    const shown = await section.evaluate((drawn) =>
      [...drawn.querySelectorAll('[data-scope] [data-value], svg text')].map(
        (label) => label.textContent ?? '',
      ),
    );
    expect(shown.length).toBeGreaterThan(8);
    for (const label of shown) expect(read.words).toContain(label);
    for (const fact of ['hora local del canal', 'Sin filtros', 'Leído hasta'])
      expect(read.words).toContain(fact);

    const png = await saved(page, section, 'png');
    expect(png.name).toBe(name.replace(/svg$/, 'png'));
    expect(png.bytes.subarray(0, 8)).toEqual(PNG);
    // Twice as many points as px: the sizes of IHDR.
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual(read.size.map((px) => 2 * px));
  });
});
