import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { galleryPage } from '#test/e2e/gallery.ts';
import type { Picture } from '#test/e2e/screen-pictures.ts';
import { randomCases } from '#test/random-cases.ts';

const picture: fc.Arbitrary<Picture> = fc.record({
  account: fc.constantFrom('empty', 'small', 'demo', 'hostile', 'odd', 'desktop'),
  screen: fc.constantFrom('panel', 'orders', 'profitability', 'changes', 'sync'),
  width: fc.constantFrom(900, 1280, 1920),
  height: fc.constantFrom(800, 1080),
  theme: fc.constantFrom('light', 'dark'),
  language: fc.constantFrom('es', 'en', 'pt'),
  file: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 20 }),
});
const pictures = fc.uniqueArray(picture, { selector: ({ file }) => file, minLength: 1, maxLength: 12 });

/** The page as a browser has it, its own script included. */
function open(page: string, hash = '') {
  const window = new Window({
    url: `file:///pictures/index.html${hash}`,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  window.document.write(page);
  const figures = () => [...window.document.querySelectorAll('figure')];
  return {
    window,
    shown: () => figures().filter((figure) => !figure.hidden),
    images: () => [...window.document.querySelectorAll('img')],
    count: () => window.document.querySelector('output')?.textContent,
    tick(name: string, value: string): void {
      const box = window.document.querySelector(`input[name="${name}"][value="${value}"]`);
      (box as unknown as HTMLElement).click();
    },
  };
}

describe('the gallery', () => {
  it('has every picture, loaded when it is scrolled to, at its own size', () => {
    fc.assert(
      fc.property(pictures, (taken) => {
        const page = open(galleryPage(taken));
        expect(page.images().map((image) => decodeURIComponent(image.getAttribute('src') ?? ''))).toEqual(
          taken.map(({ file }) => file),
        );
        for (const [index, image] of page.images().entries()) {
          expect(image.getAttribute('loading')).toBe('lazy');
          expect(Number(image.getAttribute('width'))).toBe(taken[index]?.width);
        }
        expect(page.count()).toBe(`${taken.length} of ${taken.length}`);
      }),
      { numRuns: randomCases(12) },
    );
  });

  it('shows what every facet admits, and keeps the choice in its address', () => {
    fc.assert(
      fc.property(pictures, (taken) => {
        const [first] = taken;
        if (first === undefined) return;
        const page = open(galleryPage(taken));
        page.tick('theme', first.theme);
        page.tick('account', first.account);
        const rest = taken.filter(({ theme, account }) => theme !== first.theme && account !== first.account);
        expect(page.shown()).toHaveLength(rest.length);
        expect(page.count()).toBe(`${rest.length} of ${taken.length}`);
        page.tick('account', first.account);
        expect(page.shown()).toHaveLength(taken.filter(({ theme }) => theme !== first.theme).length);
        const again = open(galleryPage(taken), page.window.location.hash);
        // A facet of which nothing is ticked leaves no trace in the address: it is all ticked again.
        const isAllOff = taken.every(({ theme }) => theme === first.theme);
        expect(again.shown()).toHaveLength(isAllOff ? taken.length : page.shown().length);
      }),
      { numRuns: randomCases(12) },
    );
  });

  it('loads nothing from elsewhere', () => {
    const page = galleryPage([
      {
        account: 'demo',
        screen: 'panel',
        width: 900,
        height: 800,
        theme: 'dark',
        language: 'es',
        file: 'a"><script>.png',
      },
    ]);
    expect(page).not.toMatch(/https?:|\/\//);
    expect(open(page).images()).toHaveLength(1);
  });
});
