import { vi } from 'vitest';

/** Orders of the demo company here: enough for a history of some pages. */
const DEMO_ORDERS = 100;
const REQUESTS_PER_MINUTE = 600_000;

/**
 * Two numbers that no host takes from outside, from the next module on that asks for them: the service's pace is a hundred
 * thousand times its own, and the demo company small. Nothing else of a host is another.
 */
export function quicken(): void {
  vi.doMock('#electron/app/app-parts.ts', async (original) => {
    const real = await original<typeof import('#electron/app/app-parts.ts')>();
    return {
      createAppParts: (options: Parameters<typeof real.createAppParts>[0]) =>
        real.createAppParts({ ...options, requestsPerMinute: REQUESTS_PER_MINUTE }),
    };
  });
  vi.doMock('#electron/demo/demo-account.ts', async (original) => {
    const real = await original<typeof import('#electron/demo/demo-account.ts')>();
    return {
      startDemoService: (options: Parameters<typeof real.startDemoService>[0]) =>
        real.startDemoService({ ...options, orders: DEMO_ORDERS }),
    };
  });
}
