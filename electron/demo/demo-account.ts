import { randomBytes } from 'node:crypto';
import type { Plan } from '#shared/contract/app.ts';
import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import { type Month, SECOND_MS } from '#shared/domain/dates.ts';
import { LUMBRE_ACCOUNTS } from './lumbre/terms.ts';
import type { RateLimits } from './service/service.ts';
import { startService } from './service/start-service.ts';
import { filesForClose } from './story/files-for-close.ts';
import { createStory } from './story/story.ts';

/**
 * The demo account: an invented company on a service of its own, in this process. It speaks real HTTP on loopback,
 * so that the app takes the same way as to a real account; only its limits are wider.
 */
export type DemoService = Awaited<ReturnType<typeof startDemoService>>;

/** Some 50,500 rows on the first day of a month, and more towards its end, over two to three years. */
export const DEMO_ORDERS = 29_400;
const DEMO_SEED = 7;
/**
 * A company this small has an event every quarter of an hour. For the demo's first hour one more comes every 20
 * seconds, later every 5 minutes: who has just loaded it sees syncs bring something.
 */
export const DEMO_PULSE_MS = 20 * SECOND_MS;
/** About 60 pages of history take seconds; the limiter is still at work. */
const DEMO_LIMITS: RateLimits = { perMinute: 600, perDay: 200_000 };

/** Each account is paid in the currency of its country; most is sold at home. */
const HOME = 'CLP';
const DEMO_CURRENCIES: AccountCurrencies = {
  main: HOME,
  own: LUMBRE_ACCOUNTS.flatMap(({ channel, account, terms: { currency } }) =>
    currency === HOME ? [] : [{ Canal: channel.name, Cuenta: account.name, code: currency }],
  ),
};

type DemoOptions = {
  /**
   * When this demo was first opened (UTC epoch ms); default now. The same instant is the same world after a restart,
   * so that a local copy stays true; another is another world.
   */
  readonly beganAt?: number;
  readonly clock?: () => number;
  readonly orders?: number;
  readonly seed?: number;
};

export async function startDemoService(options: DemoOptions = {}) {
  // Good for this process only.
  const key = randomBytes(24).toString('base64url');
  const plan: Plan = 'pro';
  const story = createStory();
  const { baseUrl, world, close } = await startService({
    keys: [key],
    plan,
    orders: options.orders ?? DEMO_ORDERS,
    seed: options.seed ?? DEMO_SEED,
    company: story.company,
    clock: options.clock ?? Date.now,
    pulseMs: DEMO_PULSE_MS,
    ...(options.beganAt === undefined ? {} : { beginsAt: options.beganAt }),
    limits: DEMO_LIMITS,
  });
  const files = (month: Month) => filesForClose(story, world, month);
  return { baseUrl, key, plan, limits: DEMO_LIMITS, currencies: DEMO_CURRENCIES, world, files, close };
}
