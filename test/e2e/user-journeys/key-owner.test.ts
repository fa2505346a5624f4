import { FAST, test } from '#test/e2e/journey.ts';
import { fromFirstKeyToNextDay } from './key-owner.ts';

const KEY = 'cdr_journey_5f0c9a7e31b84d62';

test('from a wrong key to the day after a restart: what was read is kept, and the key where it may be', async ({
  journey,
}) => {
  test.setTimeout(900_000);
  const source = await journey.source({ orders: 300, plan: 'free', keys: [KEY] });
  const app = await journey.app({ requestsPerMinute: FAST });
  await fromFirstKeyToNextDay(app, source, KEY);
});
