import { expect, type Page } from '@playwright/test';
import AxeSource from 'axe-core';

/** Turn the focus back at the ends of what floats; never where a reader stands, so that hiding them hides nothing. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Waits until all is there and nothing fades or moves any more: colours on their way to others contrast otherwise. */
export async function expectStill(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          // A place that one comes back to waits out of sight.
          [...document.querySelectorAll('[aria-busy=true], [data-stale=true], .skeleton-rows')].every(
            (busy) => !busy.checkVisibility(),
          ) &&
          document
            .getAnimations()
            .every(
              ({ playState, effect }) =>
                playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
            ),
      ),
    )
    .toBe(true);
}

/**
 * What axe finds once the page is still, in words; the strict policy of the page forbids injected scripts, not the debugger's.
 * `colour`: only by its rules of colours, where the same document was looked at whole in others. `targets`: also whether what
 * is pressed has 24 px, or the room of them, which it does not look at unasked.
 */
export async function axeFindings(
  page: Page,
  of: 'all' | 'colour' | 'targets' = 'all',
): Promise<readonly string[]> {
  await expectStill(page);
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(AxeSource.source);
  return page.evaluate(
    async ([guards, rules]) => {
      const { violations } = await (
        globalThis as unknown as {
          axe: {
            run: (
              context: object,
              options: object,
            ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe
        // What is in order is not described: half of its work, and nobody reads it.
        .run(
          { exclude: [guards] },
          {
            resultTypes: ['violations'],
            ...(rules === 'colour' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
            ...(rules === 'targets' ? { rules: { 'target-size': { enabled: true } } } : {}),
          },
        );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    [FOCUS_GUARDS, of] as const,
  );
}
