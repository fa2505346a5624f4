import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { type NaiveRow, naiveDay, naiveLacksCost } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { world } from '#test/renderer/data/engine/worlds.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** When what is wrong was bought, by account: dates that no purchase can have say nothing. */

const find = (store: Parameters<typeof createQueries>[0]) =>
  atOnce(
    createQueries(store).tasks.findings({
      ...{ scope: null, currency: null, thresholds: DEFAULT_THRESHOLDS, dismissed: NONE_DISMISSED },
    }),
  ).findings;

/** The worlds' present, and a day after the latest local one. */
const UNTIL = '2026-04-22';
const believed = (row: NaiveRow): string | null => {
  const day = naiveDay(row['Fecha de compra'] ?? null);
  return day === null || day < '2000-01-01' || day > UNTIL ? null : day;
};

test('is the first and the last day of an account’s wrong rows', () => {
  fc.assert(
    fc.property(world, ({ store, rows }) => {
      const found = find(store).filter(({ kind }) => kind === 'missing-cost');
      for (const { subject, firstPurchase, lastPurchase } of found) {
        const days = rows
          .filter(
            (row) =>
              naiveLacksCost(row) &&
              (row.Canal ?? '') === subject.Canal &&
              (row.Cuenta ?? '') === subject.Cuenta,
          )
          .flatMap((row) => believed(row) ?? [])
          .toSorted();
        const views = [firstPurchase, lastPurchase].map((at) => at?.slice(0, 10) ?? null);
        expect(views).toEqual([days[0] ?? null, days.at(-1) ?? null]);
      }
    }),
    { numRuns: randomCases(25) },
  );
});

const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Fecha de compra',
  'Ventas',
  'Costo de Producto',
  'Tipo de Dato',
  'Estado de Orden',
];
const rowOf = (bought: string, Ventas = '10') => ({
  ...{ Canal: 'A', Cuenta: 'B', Orden: bought, 'Nro. suborden': '1', 'SKU Producto': 'S', Ventas },
  ...{ 'Costo de Producto': '0', 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
  'Fecha de compra': bought,
});
const missing = (rows: readonly ReturnType<typeof rowOf>[]) => {
  const store = storeOf(rows, 1, COLUMNS);
  // Until the end of the 22nd wherever it is latest, and a day.
  store.setPresent('2026-04-20T12:00:00.000Z' as UtcInstant);
  store.raiseRevision();
  return find(store).find(({ kind }) => kind === 'missing-cost');
};

test('is told to the instant, from where calendars begin to where the present can be', () => {
  const spanOf = (...bought: readonly string[]) => {
    const found = missing(bought.map((at) => rowOf(at)));
    return [found?.rows, found?.firstPurchase, found?.lastPurchase];
  };
  const [early, first] = ['1999-12-31T23:59:59.999', '2000-01-01T00:00:00.000'];
  const [last, late] = ['2026-04-22T23:59:59.999', '2026-04-23T00:00:00.000'];
  expect(spanOf(early, first, last, late)).toEqual([4, first, last]);
  expect(spanOf(early, late, '')).toEqual([3, null, null]);
  expect(spanOf('2026-03-02T10:00:00.000', '2026-03-01T11:00:00.000')).toEqual([
    2,
    '2026-03-01T11:00:00.000',
    '2026-03-02T10:00:00.000',
  ]);
});

test('comes with an amount in cents, or in the finer digits that it has', () => {
  const amountOf = (...ventas: readonly string[]) =>
    missing(ventas.map((each, at) => rowOf(`2026-03-0${at + 1}T10:00:00.000`, each)))?.amount;
  expect(amountOf('10')).toBe('10.00');
  expect(amountOf('10.5', '0.1')).toBe('10.60');
  expect(amountOf('10.250')).toBe('10.25');
  expect(amountOf('10.1234', '1')).toBe('11.1234');
});
