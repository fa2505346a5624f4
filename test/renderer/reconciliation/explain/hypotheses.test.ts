import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  changeNotation,
  notationOf,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { buildCube, type Cube } from '#renderer/reconciliation/explain/worker/cube.ts';
import { createEvaluator } from '#renderer/reconciliation/explain/worker/explain.ts';
import {
  areTogether,
  failedParts,
  type Hypothesis,
  hypothesesOf,
  isInThrees,
  measuresOf,
} from '#renderer/reconciliation/explain/worker/hypotheses.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, FILTER_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { type NaiveRow, naiveSum, PLACES } from '#test/renderer/data/engine/naive.ts';
import { measureUnder, rowsUnder, sales, selection, storeOf, VALUES } from './planted.ts';
import { sourceOnly } from './source-only.ts';

/** What is tried: each hypothesis by itself, and by twos, is of the rows that its words say, counted one by one. */

function tried(
  rows: readonly NaiveRow[],
  base: Selection,
  measure = 'Ventas',
  limits?: Parameters<typeof buildCube>[3],
) {
  const stores = sourceOnly(storeOf(rows));
  const cube = atOnce(buildCube(stores, base, measuresOf(stores, measure), limits));
  const fails = failedParts(cube, base);
  const scale = cube.scale;
  const evaluate = createEvaluator(cube, fails, scale);
  const sumUnder = (changes: readonly Change[]) =>
    (naiveSum(rowsUnder(rows, base, changes), measureUnder(measure, changes)) ?? 0n) /
    10n ** BigInt(PLACES - scale);
  return { cube, fails, evaluate, hypotheses: hypothesesOf(cube, base), sumUnder };
}

/** The rows that a cube's cells let in under one hypothesis. */
function rowsOf(rows: readonly NaiveRow[], cube: Cube, fails: Uint32Array, { parts, passes }: Hypothesis) {
  return rows.filter((_, row) => {
    const cell = cube.cellOf(row);
    return cell >= 0 && ((fails[cell] ?? 0) & ~parts) === 0 && passes(cell);
  });
}

const some = sales.map((rows) => rows.slice(0, 90));
const FEBRUARY = { from: '2026-02-01' as LocalDate, to: '2026-02-28' as LocalDate };

describe('a hypothesis', () => {
  test('is of the rows that it says, and of their sum', () => {
    fc.assert(
      fc.property(some, selection, (rows, base) => {
        const { cube, fails, evaluate, hypotheses, sumUnder } = tried(rows, base);
        for (const hypothesis of hypotheses) {
          const { changes, measure } = hypothesis;
          const wanted = rowsUnder(rows, base, changes);
          expect(rowsOf(rows, cube, fails, hypothesis), notationOf(changes)).toEqual(wanted);
          expect(measure).toBe(0);
          const { units, rows: count } = evaluate([hypothesis]);
          expect([units, count]).toEqual([sumUnder(changes), wanted.length]);
        }
      }),
      { numRuns: randomCases(3) },
    );
  });

  test('goes together with another where both are of the rows that both say', () => {
    const pairs = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 150, maxLength: 150 });
    fc.assert(
      fc.property(some, selection, pairs, (rows, base, picks) => {
        const { evaluate, hypotheses, sumUnder } = tried(rows, base, 'Rentabilidad Total');
        let together = 0;
        for (const [a, b] of picks) {
          const [one, other] = [hypotheses[a % hypotheses.length], hypotheses[b % hypotheses.length]];
          if (one === undefined || other === undefined) continue;
          expect(areTogether(one, other)).toBe(areTogether(other, one));
          if (!areTogether(one, other)) continue;
          together += 1;
          const changes = [...one.changes, ...other.changes];
          expect(evaluate([one, other]).units, notationOf(changes)).toBe(sumUnder(changes));
        }
        expect(together).toBeGreaterThan(30);
      }),
      { numRuns: randomCases(3) },
    );
  });

  const made = (parts: Partial<Hypothesis>): Hypothesis => ({
    ...{ changes: [], size: 1, weight: 0, parts: 1, beside: null, passes: () => true, measure: 0 },
    ...{ only: null, ...parts },
  });

  test('goes with none of the same parts but one that speaks of other cells, and two measures are one too many', () => {
    const twice = (a: Partial<Hypothesis>, b: Partial<Hypothesis>) => areTogether(made(a), made(b));
    expect(twice({}, {})).toBe(false);
    expect(twice({ parts: 2 }, { parts: 5 })).toBe(true);
    expect(twice({ parts: 3 }, { parts: 2 })).toBe(false);
    expect(twice({ beside: 'a' }, { beside: 'b' })).toBe(true);
    expect(twice({ beside: 'a' }, { beside: 'a' })).toBe(false);
    expect(twice({ beside: 'a' }, {}) || twice({}, { beside: 'a' })).toBe(false);
    expect(twice({ parts: 3, beside: 'a' }, { parts: 1, beside: 'b' })).toBe(false);
    expect(twice({ parts: 0, measure: 1 }, { parts: 0, measure: 2 })).toBe(false);
    expect(twice({ parts: 0, measure: 1 }, { parts: 0 })).toBe(true);
  });

  test('is tried in threes where it is one change and not of nearly all cells', () => {
    const only = { kind: 'only', column: 'Canal', value: 'Uno' } as const;
    const cost = { kind: 'without-cost' } as const;
    expect([made({ changes: [cost] }), made({ changes: [only] })].map(isInThrees)).toEqual([true, false]);
    expect(isInThrees(made({ changes: [cost, cost], size: 2 }))).toBe(false);
  });
});

describe('what is tried', () => {
  const notations = (base: Selection, rows = fc.sample(sales, { numRuns: 1, seed: 11 })[0] ?? []) => {
    const { hypotheses } = tried(rows, base, 'Rentabilidad Total');
    return hypotheses.map(({ changes, size, weight, beside, only }) => ({
      ...{ text: notationOf(changes), size, weight, beside, only: only !== null },
      kinds: changes.map(({ kind }) => kind).join(),
    }));
  };
  const HOURS = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];
  const named = (all: ReturnType<typeof notations>, kinds: string) =>
    all.filter((each) => each.kinds === kinds).map(({ text }) => text);

  test('of a period are its edges, zones of all and of each channel, other dates with and without edges', () => {
    const all = notations({ ...EVERYTHING, period: FEBRUARY });
    expect(named(all, 'edge').toSorted()).toEqual(['desde +1d', 'desde -1d', 'hasta +1d', 'hasta -1d']);
    const zones = HOURS.flatMap((hours) => {
      const change = { kind: 'zone', hours } as const;
      return [null, ...(VALUES.Canal ?? [])].map((canal) => changeNotation({ ...change, canal }));
    });
    expect(named(all, 'zone').toSorted()).toEqual(zones.toSorted());
    for (const { text, kinds, beside, weight } of all) {
      if (kinds !== 'zone') continue;
      const canal = text.split('h ')[1];
      expect([beside, weight]).toEqual(canal === undefined ? [null, 2] : [`zona/${canal}`, 3]);
    }
    const dates = ['Fecha de Pago', 'Fecha de actualización'].map((date) => `Fecha: ${date}`);
    expect(named(all, 'date')).toEqual(dates);
    expect(named(all, 'date,edge')).toHaveLength(8);
    expect(named(all, 'date,edge,edge')).toHaveLength(8);
    expect(all.find(({ text }) => text === 'Fecha: Fecha de Pago; desde +1d; hasta -1d')).toMatchObject({
      ...{ size: 3, weight: 1 + 2 * 2 },
    });
  });

  test('of a single day begins no period after its end, and without a period is none of these', () => {
    const day = { from: FEBRUARY.from, to: FEBRUARY.from };
    const all = notations({ ...EVERYTHING, period: day });
    expect(named(all, 'edge').toSorted()).toEqual(['desde -1d', 'hasta +1d']);
    // Both edges by a day: neither of the two that leave nothing, nor the two that swap.
    expect(named(all, 'date,edge,edge')).toHaveLength(6);
    expect(notations(EVERYTHING).filter(({ kinds }) => /edge|zone|date/.test(kinds))).toEqual([]);
  });

  test('of a period at the calendar’s end is none of its days, which stay as they are', () => {
    const rows = fc.sample(sales, { numRuns: 1, seed: 11 })[0] ?? [];
    for (const period of [
      { ...FEBRUARY, to: '9999-12-31' as LocalDate },
      { ...FEBRUARY, from: '0001-01-01' as LocalDate },
    ]) {
      const base = { ...EVERYTHING, period };
      expect(notations(base).filter(({ kinds }) => /edge|zone|date/.test(kinds))).toEqual([]);
      const { evaluate, sumUnder } = tried(rows, base);
      const { units, rows: count } = evaluate([]);
      expect([units, count]).toEqual([sumUnder([]), rowsUnder(rows, base, []).length]);
      expect(count).toBeLessThan(rows.length);
    }
  });

  test('of values is each that comes or goes, but not the last that is in', () => {
    const filters = [
      { column: 'Canal', values: ['Uno'] },
      { column: 'Estado de Despacho', values: ['', 'Entregado'] },
    ];
    const all = notations({ ...EVERYTHING, filters });
    const of = (column: string) => named(all, 'value').filter((text) => text.startsWith(`${column} `));
    expect(of('Canal').toSorted()).toEqual(
      ['Dos', 'Tres', 'Cuatro', 'Cinco'].map((each) => `Canal +${each}`).toSorted(),
    );
    expect(of('Estado de Despacho').toSorted()).toEqual([
      ...['Estado de Despacho +En camino', 'Estado de Despacho -(vacío)', 'Estado de Despacho -Entregado'],
    ]);
    expect(all.find(({ text }) => text === 'Canal +Dos')).toMatchObject({
      ...{ beside: 'Canal/Dos', only: true, weight: 2, size: 1 },
    });
    const weights = ['Tipo de Dato -Orden', 'Estado de Orden -Regular', 'Tipo de Canal -Tienda', 'Marca -Ñ'];
    expect(weights.map((text) => all.find((each) => each.text === text)?.weight)).toEqual([0, 1, 3, 4]);
    // All of a column's others at once, where that are two at least.
    const several = ['Cuatro', 'Tres', 'Dos', 'Cinco'].map((each) => `Canal +${each}`);
    const whole = all.find(({ kinds, text }) => kinds === 'values' && text.startsWith('Canal'));
    expect(whole?.text.split('; ').toSorted()).toEqual(several.toSorted());
    expect(whole?.weight).toBe(2 + 2);
    expect(named(all, 'values').some((text) => text.startsWith('Estado de Despacho'))).toBe(false);
  });

  test('is one value alone of a column of five to sixteen', () => {
    expect(named(notations(EVERYTHING), 'only').toSorted()).toEqual(
      (VALUES.Canal ?? []).map((each) => `Canal =${each}`).toSorted(),
    );
    const four = { column: 'Canal', values: ['Uno', 'Dos', 'Tres', 'Cuatro'] };
    expect(named(notations({ ...EVERYTHING, filters: [four] }), 'only')).toEqual([]);
    const many = (count: number) =>
      (fc.sample(sales, { numRuns: 1, seed: 11 })[0] ?? []).map((row, at) => ({
        ...row,
        Canal: `c${at % count}`,
      }));
    expect(named(notations(EVERYTHING, many(16)), 'only')).toHaveLength(16);
    expect(named(notations(EVERYTHING, many(17)), 'only')).toEqual([]);
    // Zones are of the twelve that most rows carry.
    const period = { ...EVERYTHING, period: FEBRUARY };
    expect(named(notations(period, many(17)), 'zone')).toHaveLength(12 * 13);
    expect(named(notations(period, many(1)), 'zone')).toHaveLength(12);
    expect(named(notations(period, many(2)), 'zone')).toHaveLength(12 * 3);
    const [model = {}] = fc.sample(sales, { numRuns: 1, seed: 11 })[0] ?? [];
    // Forty rows that nothing tells apart, and of fourteen other channels three each that something does.
    const inTime = { 'Fecha de compra': '2026-02-10T10:00:00.000' };
    const uneven = [
      ...Array.from({ length: 42 }, (_, at) => ({
        ...model,
        ...inTime,
        Canal: `c${at % 14}`,
        Marca: `m${at % 3}`,
      })),
      ...Array.from({ length: 40 }, () => ({ ...model, ...inTime, Canal: 'Entero' })),
    ];
    const zoned = named(notations(period, uneven), 'zone');
    expect(zoned).toHaveLength(12 * 13);
    expect(zoned.filter((text) => text.endsWith(' Entero'))).toHaveLength(12);
  });

  test('is the dashboard’s preset put on or taken off, its parts column by column, and sales without cost', () => {
    const off = notations(EVERYTHING);
    const preset = off.find(({ kinds }) => kinds === 'preset');
    expect(preset).toMatchObject({ weight: 0, size: 1, beside: null });
    expect(preset?.text.split('; ').toSorted()).toEqual([
      ...['Estado de Orden -Cancelada', 'Estado de Orden -Devuelta', 'Estado de Pago -Sin Información'],
      'Tipo de Dato -Marketplace',
    ]);
    const parts = off.filter(({ kinds, text }) => kinds === 'values' && text.includes(' -'));
    expect(parts.map(({ text }) => text.split('; ').toSorted())).toEqual([
      ['Estado de Orden -Cancelada', 'Estado de Orden -Devuelta'],
    ]);
    expect(parts.map(({ weight }) => weight)).toEqual([1 + 1]);
    expect(off.find(({ kinds }) => kinds === 'without-cost')).toMatchObject({ weight: 2, beside: null });
    const on = notations({ ...EVERYTHING, dashboardPreset: true });
    expect(
      on
        .find(({ kinds }) => kinds === 'preset')
        ?.text.split('; ')
        .toSorted(),
    ).toEqual([
      ...['Estado de Orden +Cancelada', 'Estado de Orden +Devuelta', 'Estado de Pago +Sin Información'],
      'Tipo de Dato +Marketplace',
    ]);
    expect(named(on, 'values').some((text) => text.includes(' -'))).toBe(false);
    // Where its part would leave nothing of a column, there is none.
    const filters = [{ column: 'Estado de Orden', values: ['Cancelada', 'Devuelta'] }];
    const left = notations({ ...EVERYTHING, filters });
    expect(named(left, 'values').some((text) => text.includes(' -'))).toBe(false);
  });

  test('is another measure last, and what goes in threes first, single values before all else', () => {
    const all = notations({ ...EVERYTHING, period: FEBRUARY });
    expect(all.slice(-2).map(({ text, weight }) => `${text} ${weight}`)).toEqual([
      ...['Medida: Rentabilidad Marketplace 2', 'Medida: Rentabilidad Comercial 2'],
    ]);
    const runs = all
      .slice(0, -2)
      .map(({ only, size, kinds }) => (only ? 0 : size === 1 && kinds !== 'only' ? 1 : 2));
    expect(runs).toEqual(runs.toSorted((a, b) => a - b));
    expect(new Set(runs)).toEqual(new Set([0, 1, 2]));
  });
});

describe('a column of too many values', () => {
  const rows = (fc.sample(sales, { numRuns: 1, seed: 5 })[0] ?? []).map((row, at) => ({
    ...row,
    Canal: `c${at % 9}`,
    Marca: `m${at % 7}`,
  }));
  const limits = { columns: FILTER_COLUMNS, mostValues: 64, mostCells: 2 ** 18 };
  const filters = [{ column: 'Canal', values: ['c1', 'c2'] }];

  test('is told apart by none, is named with how many it has, and its filter stays', () => {
    for (const [mostValues, gone] of [
      [9, []],
      [8, ['Canal 9']],
      [6, ['Canal 9', 'Marca 7']],
    ] as const) {
      const { cube, hypotheses, evaluate, sumUnder } = tried(rows, EVERYTHING, 'Ventas', {
        ...limits,
        mostValues,
      });
      expect(cube.leftOut.map(({ column, values }) => `${column} ${values}`)).toEqual(gone);
      const columns = new Set(
        hypotheses.flatMap(({ changes }) => changes.map((each) => 'column' in each && each.column)),
      );
      expect([columns.has('Canal'), columns.has('Marca')]).toEqual([gone.length === 0, gone.length < 2]);
      expect(evaluate([]).units).toBe(sumUnder([]));
    }
    const filtered = tried(rows, { ...EVERYTHING, filters }, 'Ventas', { ...limits, mostValues: 8 });
    expect(filtered.cube.leftOut).toEqual([{ column: 'Canal', values: 9 }]);
    expect(filtered.evaluate([]).units).toBe(filtered.sumUnder([]));
    expect(filtered.cube.rows.reduce((sum, count) => sum + count, 0)).toBe(
      rows.filter(({ Canal }) => Canal === 'c1' || Canal === 'c2').length,
    );
  });

  test('goes first where there are too many cells, the widest before others', () => {
    const all = tried(rows, EVERYTHING, 'Ventas', limits).cube.cellCount;
    expect(tried(rows, EVERYTHING, 'Ventas', { ...limits, mostCells: all }).cube.leftOut).toEqual([]);
    const { cube, evaluate, sumUnder } = tried(rows, EVERYTHING, 'Ventas', { ...limits, mostCells: all - 1 });
    expect(cube.leftOut[0]).toEqual({ column: 'Canal', values: 9 });
    expect(cube.cellCount).toBeLessThan(all);
    expect(evaluate([]).units).toBe(sumUnder([]));
  });
});
