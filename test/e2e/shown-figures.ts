import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';

/** Whether every figure that stands on a screen says its own exact value, rounded to the places it shows. */

/** How a country writes figures; written out here on purpose, apart from the app's own table. */
export const SIGNS = {
  'es-CL': { group: '.', decimal: ',' },
  'pt-BR': { group: '.', decimal: ',' },
  'en-US': { group: ',', decimal: '.' },
} as const;
export type Signs = (typeof SIGNS)[keyof typeof SIGNS];

type Shown = { readonly text: string; readonly exact: string };

const GRAIN_PLACES = 30;

/** Half away from zero, on digits. */
function rounded(exact: string, places: number): bigint {
  const step = 10n ** BigInt(GRAIN_PLACES - places);
  const grains = toGrains(exact);
  const size = grains < 0n ? -grains : grains;
  const whole = (size + step / 2n) / step;
  return (grains < 0n ? -whole : whole) * step;
}

/** The plain decimal that a figure's text stands for; null where it is none. */
function plain(text: string, { group, decimal }: Signs): string | null {
  const bare = text.replaceAll(/[\s%+]|pp/g, '').replaceAll(group, '');
  const inParentheses = /^\((.*)\)$/.exec(bare)?.[1];
  const signed = inParentheses === undefined ? bare.replace('\u2212', '-') : `-${inParentheses}`;
  const written = signed.replace(decimal, '.');
  return /^-?\d+(\.\d+)?$/.test(written) ? written : null;
}

function isTrue({ text, exact }: Shown, signs: Signs): boolean {
  const written = plain(text, signs);
  if (written === null) return false;
  const places = written.split('.')[1]?.length ?? 0;
  return toGrains(written) === rounded(exact, places);
}

/** Figures in sight, each read in one go with its exact value; what has no value is a dash and says none. */
export async function expectFiguresTrue(page: Page, signs: Signs): Promise<void> {
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('data[data-figure], [role=gridcell][data-value]')]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .map((element) => ({ text: element.innerText.trim(), exact: element.dataset.value ?? '' })),
  );
  const figures = shown.filter(({ exact }) => /^-?\d+(\.\d+)?$/.test(exact));
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.filter((figure) => !isTrue(figure, signs))).toEqual([]);
}
