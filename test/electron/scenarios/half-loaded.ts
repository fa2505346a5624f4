import { expect } from 'vitest';
import { type Company, expectWhole, holdAnswers } from './company.ts';
import { connect, type HostUnderTest, isWhole, type Page } from './host-under-test.ts';

/** A load that is cut off in its middle, and what is expected of it in the end. */

/** The older of its two months is what a load is waiting for then. */
export const MIDDLE = 4;

/** A load that stands in its middle, waiting for an answer. */
export async function halfLoaded(host: HostUnderTest, company: Company) {
  const page = await host.start();
  const held = holdAnswers(company, MIDDLE);
  const accountId = await connect(page, company);
  await held.arrived;
  expect((await page.bridge.call.readSyncStatus(null)).state).toBe('running');
  return { page, accountId, held };
}

/** Rows are asked for, not their number alone. */
const isOfRows = (query: string): boolean => query.includes('categories=');

/** The copy is whole, and what had been read was not asked for once more. */
export async function expectGoneOnWith(
  page: Page,
  company: Company,
  accountId: string,
  { answered }: { readonly answered: readonly string[] },
): Promise<unknown> {
  await page.untilStatus(isWhole);
  expectWhole(page.copyOf(accountId), company);

  const before = answered.slice(0, MIDDLE - 1);
  const after = answered.slice(MIDDLE - 1);
  expect(before).toHaveLength(MIDDLE - 1);
  expect(after.filter((query) => isOfRows(query) && before.includes(query))).toEqual([]);
  return page.copyOf(accountId).rows().length;
}
