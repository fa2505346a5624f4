import { expect } from 'vitest';
import type { Kill } from '#test/model/history.ts';
import { live } from './scenario.ts';

/** Lives the scenario with this death: it must end like one without, with nothing asked for twice. */
export async function expectSurvived(kill: Kill): Promise<void> {
  const { lost, tooMany, breaches } = await live(kill);
  expect({ lost, tooMany, breaches }, JSON.stringify(kill)).toEqual({ lost: [], tooMany: [], breaches: [] });
}
