import { expect, test } from 'vitest';
import { AMOUNT_PARTS, DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What is asked while files come in, one after another. */

const DAY = '2026-11-27' as LocalDate;

const extract = (id: string) => ({
  ...{ id, name: `${id}.csv`, kind: 'bank', layout: null, account: null, accounts: [] },
  days: { from: DAY, to: DAY },
});
const NOTHING = Object.fromEntries(
  [...TEXT_FIELDS, ...DATE_FIELDS, ...AMOUNT_PARTS].map((field) => [field, null]),
);
const deposit = (id: string) =>
  ({
    ...{ ...NOTHING, line: 2, cells: [], net: '1000', description: `ABONO ${id}` },
    date: { day: DAY, time: null, instant: null },
  }) as unknown as StatementLine;

test('an extract that comes in while the others are read is in the next answer', async () => {
  const imported = [extract('enero')];
  const statements = {
    revision: () => imported.length,
    list: () => [...imported],
    lines: async (id: string) => {
      await Promise.resolve();
      if (imported.length === 1) imported.push(extract('febrero'));
      return [deposit(id)];
    },
  };
  const store = storeOf([rowOf({})]);
  const { readPayouts } = createPayouts({
    ledger: {
      statements,
      annotations: { revision: () => 0, of: () => new Map() },
    } as unknown as LedgerWithStatements,
    store: () => store,
    answer: async (_, start) => atOnce(start(Object.assign(store, {}) as never)),
    pause: async () => undefined,
  });
  const linesNow = async () => (await readPayouts({ scope: null, day: DAY })).unexplained.listed;
  const first = await linesNow();
  expect(first.map(({ file }) => file)).toEqual(['enero.csv']);
  expect((await linesNow()).map(({ file }) => file).toSorted()).toEqual(['enero.csv', 'febrero.csv']);
});
