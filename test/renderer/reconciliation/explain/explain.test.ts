import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  applyChanges,
  type Change,
  type Explained,
  type Explanation,
  type Explanations,
  notationOf,
  rowsOfChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import { explainedRows } from '#renderer/reconciliation/explain/worker/explained-rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import {
  type NaiveRow,
  naiveSelects,
  naiveSum,
  naiveUnits,
  PLACES,
} from '#test/renderer/data/engine/naive.ts';
import { asked, selectedRows } from '#test/renderer/data/engine/worlds.ts';
import { measureUnder, rowsUnder, sales, selection, storeOf } from './planted.ts';
import { createRates, placeOf, plantedCase } from './rates.ts';
import { sourceOnly } from './source-only.ts';

/** Exact text of a sum of the oracle's. */
function textOf(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}` as Decimal;
}

function sumUnder(
  rows: readonly NaiveRow[],
  base: Selection,
  measure: string,
  changes: readonly Change[],
): bigint {
  return naiveSum(rowsUnder(rows, base, changes), measureUnder(measure, changes)) ?? 0n;
}

/** Rows that a step leads to make its amount, where a selection says them. */
function expectRowsOfSteps(
  rows: readonly NaiveRow[],
  base: Selection,
  measure: string,
  { steps }: Explanation,
  valuesOf: (column: string) => readonly string[],
): void {
  let before: Explained | null = { selection: base, measure };
  for (const { changes, amount } of steps) {
    const [change] = changes;
    if (before === null || change === undefined) return;
    const behind = changes.length === 1 ? rowsOfChange(before.selection, change, valuesOf) : null;
    if (behind !== null) {
      const sum =
        naiveSum(
          rows.filter((row) => naiveSelects(behind, row)),
          before.measure,
        ) ?? 0n;
      const step = naiveUnits(amount) ?? 0n;
      expect(sum, notationOf(changes)).toBe(step < 0n ? -step : step);
    }
    before = applyChanges(before, changes, valuesOf);
  }
}

/** The rows listed of each step are those that it lets in and leaves out. */
function expectListedRows(
  store: ColumnStore,
  rows: readonly NaiveRow[],
  base: Selection,
  measure: string,
  view: Explanation | undefined,
): void {
  const steps = view?.steps.map(({ changes }) => changes) ?? [];
  for (const [at, step] of steps.entries()) {
    const before = steps.slice(0, at);
    const query = { selection: base, measure, before, step, columns: ['Orden'], limit: 1000 };
    const listed = atOnce(explainedRows(sourceOnly(store), query));
    const was = rowsUnder(rows, base, before.flat());
    const is = rowsUnder(rows, base, [...before.flat(), ...step]);
    const ordersOf = (of: readonly NaiveRow[], others: readonly NaiveRow[]) =>
      of.filter((row) => !others.includes(row)).map(({ Orden }) => Orden);
    const sides = (isIn: boolean) =>
      listed.rows.filter((row) => row.isIn === isIn).map(({ cells }) => cells[0]);
    expect(sides(true).sort()).toEqual(ordersOf(is, was).sort());
    expect(sides(false).sort()).toEqual(ordersOf(was, is).sort());
    expect(listed.total).toBe(listed.rows.length);
    const { rowsIn, rowsOut } = view?.steps[at] ?? { rowsIn: -1, rowsOut: -1 };
    expect([rowsIn, rowsOut]).toEqual([sides(true).length, sides(false).length]);
  }
}

describe('explaining a figure seen elsewhere', () => {
  it('names the planted causes first, whatever their kind, and every total it tells is that of the rows', () => {
    const rates = createRates();
    const missed: string[] = [];
    fc.assert(
      fc.property(plantedCase, (each) => {
        const { rows, base, measure, planted } = each;
        const wanted = sumUnder(rows, base, measure, planted.changes);
        if (wanted === sumUnder(rows, base, measure, [])) return;
        const store = storeOf(rows);
        const answer = atOnce(
          explain(sourceOnly(store), { selection: base, measure, amount: textOf(wanted) }),
        );
        const valuesOf = (column: string) => answer.values[column] ?? [];
        for (const view of [...answer.results, ...answer.discarded]) {
          expectRowsOfSteps(rows, base, measure, view, valuesOf);
          expect(naiveUnits(view.value)).toBe(sumUnder(rows, base, measure, view.changes));
          expect((naiveUnits(view.value) ?? 0n) + (naiveUnits(view.remains) ?? 0n)).toBe(wanted);
        }
        expectListedRows(store, rows, base, measure, answer.results[0]);
        const place = placeOf(each, answer.results);
        rates.add(each, place);
        if (place !== 0) {
          const text = notationOf(answer.results[0]?.changes ?? []);
          missed.push(`${place}: ${notationOf(planted.changes)} told as ${text}`);
        }
      }),
      { numRuns: 100 },
    );
    const { planted, first, firstThree } = rates.of('all');
    expect(planted).toBeGreaterThan(80);
    expect(first / planted, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(firstThree / planted, missed.join('\n')).toBeGreaterThanOrEqual(0.99);
    // Every kind was among them, and so were two and three at once.
    const kinds = ['value in', 'value out', 'account charges', 'other date', 'edge by a day', 'zone of all'];
    const others = ['zone of a channel', 'sales without cost', 'scope', '2 at once', '3 at once'];
    for (const kind of [...kinds, ...others]) expect(rates.of(kind).planted, kind).toBeGreaterThan(4);
  });

  it('tells nothing where there is no difference', () => {
    fc.assert(
      fc.property(sales, selection, (rows, base) => {
        const own =
          naiveSum(
            rows.filter((row) => naiveSelects(base, row)),
            'Ventas',
          ) ?? 0n;
        const answer = atOnce(
          explain(sourceOnly(storeOf(rows)), { selection: base, measure: 'Ventas', amount: textOf(own) }),
        );
        expect(naiveUnits(answer.difference)).toBe(0n);
        expect([...answer.results, ...answer.discarded, ...answer.tried]).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('is exact whatever the amounts, and applies what it told as a selection of the same rows', () => {
    const shifts = fc.constantFrom('1', '-0.001', '0.5', '9007199254740993', '-1234567890123456789012345.5');
    fc.assert(
      fc.property(asked, shifts, ([world, base], shift) => {
        const own = naiveSum(selectedRows([world, base]), 'Ventas') ?? 0n;
        const amount = textOf(own + (naiveUnits(shift) ?? 0n));
        const answer = atOnce(
          explain(sourceOnly(world.store), { selection: base, measure: 'Ventas', amount }),
        );
        expect(naiveUnits(answer.base)).toBe(own);
        for (const view of [...answer.results, ...answer.discarded]) {
          expect((naiveUnits(view.value) ?? 0n) + (naiveUnits(view.remains) ?? 0n)).toBe(naiveUnits(amount));
          expect(view.fit === 'exact').toBe(naiveUnits(view.remains) === 0n);
          const applied = applyChanges(
            { selection: base, measure: 'Ventas' },
            view.changes,
            (column) => answer.values[column] ?? [],
          );
          if (applied === null || applied.measure !== 'Ventas') continue;
          const rows = selectedRows([world, applied.selection]);
          expect(naiveSum(rows, 'Ventas') ?? 0n, notationOf(view.changes)).toBe(naiveUnits(view.value));
        }
      }),
      { numRuns: randomCases(16) },
    );
  });

  it('finds causes of a figure with many zeros behind it as it does without them', () => {
    const asText = (answer: Explanations) => answer.results.map(({ changes }) => notationOf(changes));
    fc.assert(
      fc.property(plantedCase, ({ rows, base, measure, planted }) => {
        const amount = textOf(sumUnder(rows, base, measure, planted.changes));
        const zeros = `${amount}${amount.includes('.') ? '' : '.'}${'0'.repeat(55)}` as Decimal;
        const store = storeOf(rows);
        const ask = (asked: Decimal) =>
          atOnce(explain(sourceOnly(store), { selection: base, measure, amount: asked }));
        // Digits that are typed are meant: without any the figure may be a rounded one.
        const plain = `${amount}${amount.includes('.') ? '' : '.'}00` as Decimal;
        expect(asText(ask(zeros))).toEqual(asText(ask(plain)));
      }),
      { numRuns: randomCases(10) },
    );
  });

  it('finds a figure that was typed without its decimals, and says that it is rounded', () => {
    const rows = fc.sample(sales, 1)[0] ?? [];
    const changes: readonly Change[] = [
      { kind: 'value', column: 'Tipo de Dato', value: 'Publicación', isIn: false },
    ];
    const exact = sumUnder(rows, EVERYTHING, 'Ventas', changes);
    const whole = (exact + 5n * 10n ** BigInt(PLACES - 1)) / 10n ** BigInt(PLACES);
    const answer = atOnce(
      explain(sourceOnly(storeOf(rows)), {
        selection: EVERYTHING,
        measure: 'Ventas',
        amount: String(whole) as Decimal,
      }),
    );
    const [first] = answer.results;
    expect(notationOf(first?.changes ?? [])).toBe('Tipo de Dato -Publicación');
    expect(naiveUnits(first?.value ?? null)).toBe(exact);
    expect(first?.fit).toBe(exact % 10n ** BigInt(PLACES) === 0n ? 'exact' : 'rounded');
  });
});
