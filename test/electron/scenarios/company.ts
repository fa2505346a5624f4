import { expect } from 'vitest';
import { type Source, startSource } from '#test/e2e/source-service.ts';
import { differences, type MemoryLedger, truthRow } from '#test/electron/sync/memory-ledger.ts';

/** The companies whose data API the hosts ask, over real HTTP. */

/** Keys that every company here takes; and one that none does. */
export const KEYS = {
  first: 'key-first-7f3a9c1e5b',
  second: 'key-second-0b8d44c2',
  wrong: 'key-wrong-91ee00af',
} as const;
export const STARTS_AT = '2026-11-20T15:30:00Z';
/** Two months of history: few requests read it. */
export const PLAN = 'free';
const EARLIEST = '2026-10-01';

export type Company = Source;

export const startCompany = (seed = 3): Promise<Company> =>
  startSource({ plan: PLAN, orders: 250, seed, keys: [KEYS.first, KEYS.second], startsAt: STARTS_AT });

/** The copy holds exactly the company's rows, and nothing half read. */
export function expectWhole(copy: MemoryLedger, company: Company): void {
  const truth = company.service.world.truth((row) => (row['Fecha de compra'] ?? '') >= EARLIEST);
  expect(differences(copy.rows(), [...truth].map(truthRow))).toEqual([]);
  expect(copy.windows()).toEqual([]);
  expect(copy.rows().length).toBeGreaterThan(10);
}

/** Holds the company's answers from the `first` one on. */
export function holdAnswers(company: Company, first: number) {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  /** Requests that were answered, in order. */
  const answered: string[] = [];
  company.intercept(async ({ query }) => {
    count += 1;
    if (count >= first) {
      arrive();
      await released;
    }
    answered.push(String(query));
    return undefined;
  });
  return { arrived, release, answered };
}
