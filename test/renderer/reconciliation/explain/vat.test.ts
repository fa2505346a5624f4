import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratesOfCurrency } from '#renderer/data/model/vat-rates.ts';
import { type Change, notationOf } from '#renderer/reconciliation/explain/model/explanation.ts';
import { explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import type { Hypothesis } from '#renderer/reconciliation/explain/worker/hypotheses.ts';
import { vatInView } from '#renderer/reconciliation/explain/worker/vat-in-view.ts';
import { readRowsWithVat, rowVatChanges } from '#renderer/reconciliation/explain/worker/vat-rows.ts';
import {
  createVatSearch,
  rowTargets,
  vatChanges,
} from '#renderer/reconciliation/explain/worker/vat-search.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { type NaiveRow, naiveSum, PLACES } from '#test/renderer/data/engine/naive.ts';
import { measureUnder, rowsUnder, sales, selection, storeOf } from './planted.ts';
import { plantedCase } from './rates.ts';
import { sourceOnly } from './source-only.ts';

/** A figure seen elsewhere is the app's own without VAT, or with it on top. */

const RATES = ['19', '16', '21', '10.5', '18'] as const;

const sumOf = (rows: readonly NaiveRow[], base: Selection, measure: string, changes: readonly Change[]) =>
  naiveSum(rowsUnder(rows, base, changes), measureUnder(measure, changes)) ?? 0n;

/** A total of the oracle's with VAT or without, as text with so many places; halves go away from zero. */
function withVat(units: bigint, rate: string, isIn: boolean, places: number): Decimal {
  const [whole, base] = [1000n + BigInt(Number(rate) * 10), 1000n];
  const [times, by] = isIn ? [whole, base] : [base, whole];
  const divisor = by * 10n ** BigInt(PLACES - places);
  const size = (units < 0n ? -units : units) * times;
  const rounded = (size * 2n + divisor) / (divisor * 2n);
  const digits = rounded.toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return `${units < 0n && rounded !== 0n ? '-' : ''}${text}` as Decimal;
}

const vatChange = fc
  .tuple(fc.constantFrom(...RATES), fc.boolean())
  .map(([rate, isIn]): Change => ({ kind: 'vat', rate: rate as Decimal, isIn }));
const vat = RATES.map((rate) => rate as Decimal);

describe('VAT as a cause', () => {
  it('is named first for a figure that is exactly the own one without it or with it', () => {
    fc.assert(
      fc.property(sales, selection, vatChange, fc.constantFrom(0, 2), (rows, base, change, places) => {
        if (change.kind !== 'vat') return;
        const own = sumOf(rows, base, 'Ventas', []);
        const amount = withVat(own, change.rate, change.isIn, places);
        if (own === 0n) return;
        const stores = sourceOnly(storeOf(rows));
        const asked = { selection: base, measure: 'Ventas', amount };
        const answer = atOnce(explain(stores, asked, { vat, rowPlaces: places }));
        const [first] = answer.results;
        expect(notationOf(first?.changes ?? [])).toBe(notationOf([change]));
        // Where the total says it, its rows need not.
        const byRow = notationOf([{ ...change, rowPlaces: places }]);
        expect(answer.results.map(({ changes }) => notationOf(changes))).not.toContain(byRow);
        // Typed without its decimals it is told as rounded, by what they are.
        expect(['exact', 'rounded']).toContain(first?.fit);
        if (places === 2)
          expect([first?.fit, first?.value, first?.remains]).toEqual(['exact', amount, '0.00']);
        expect(first?.changeCount).toBe(1);
        expect(first?.steps.map(({ rowsIn, rowsOut }) => [rowsIn, rowsOut])).toEqual([[0, 0]]);
        expect(answer.tried.length).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  it('goes with one other cause, and the steps add up', () => {
    const cause: Change = { kind: 'value', column: 'Tipo de Dato', value: 'Publicación', isIn: false };
    fc.assert(
      fc.property(sales, vatChange, (rows, change) => {
        if (change.kind !== 'vat') return;
        const under = sumOf(rows, EVERYTHING, 'Ventas', [cause]);
        if (under === sumOf(rows, EVERYTHING, 'Ventas', []) || under === 0n) return;
        const amount = withVat(under, change.rate, change.isIn, 2);
        const stores = sourceOnly(storeOf(rows));
        const answer = atOnce(explain(stores, { selection: EVERYTHING, measure: 'Ventas', amount }, { vat }));
        const [first] = answer.results;
        expect(notationOf(first?.changes ?? [])).toBe(notationOf([cause, change]));
        const cents = (text: string) => Math.round(Number(text) * 100);
        const moved = (first?.steps ?? []).reduce((sum, step) => sum + cents(step.amount), 0);
        expect(moved).toBe(cents(answer.difference));
      }),
      { numRuns: 15 },
    );
  });

  it('by one rate is another explanation than by another one, over the same rows', () => {
    const rows: readonly NaiveRow[] = [
      { Canal: 'Paris', 'Fecha de compra': '2026-05-04T10:00:00.000', Ventas: '10.00' },
    ];
    const asked = { selection: EVERYTHING, measure: 'Ventas', amount: '8' as Decimal };
    const rates = ['19', '21'] as Decimal[];
    const { results } = atOnce(explain(sourceOnly(storeOf(rows)), asked, { vat: rates }));
    // 8.40 and 8.26: what lies nearer stands first.
    const byRate = results.filter(({ changes }) => changes.every(({ kind }) => kind === 'vat'));
    expect(byRate.map(({ changes, sameRowsAs }) => [notationOf(changes), sameRowsAs])).toEqual(
      rates.toReversed().map((rate) => [notationOf([{ kind: 'vat', rate, isIn: false }]), null]),
    );
  });

  /** What rows come to where each is read so and rounded before they are added; null: that is the total read so. */
  function roundedByRow(rows: readonly NaiveRow[], rate: string, isIn: boolean, places: number) {
    const units = rows.reduce((sum, row) => {
      const own = naiveSum([row], 'Ventas');
      return own === null ? sum : sum + BigInt(withVat(own, rate, isIn, places).replace('.', ''));
    }, 0n);
    const amount = toDecimal({ units, scale: places });
    return amount === withVat(naiveSum(rows, 'Ventas') ?? 0n, rate, isIn, places) ? null : amount;
  }

  it('is told of rows that were each rounded before they were added, alone or with one other cause', () => {
    const cause: Change = { kind: 'value', column: 'Tipo de Dato', value: 'Publicación', isIn: false };
    let told = 0;
    fc.assert(
      fc.property(
        sales,
        selection,
        vatChange,
        fc.constantFrom(0, 2),
        fc.boolean(),
        (rows, base, change, places, isAlone) => {
          if (change.kind !== 'vat') return;
          const changes = isAlone ? [] : [cause];
          const own = rowsUnder(rows, base, changes);
          if (!isAlone && own.length === rowsUnder(rows, base, []).length) return;
          const amount = roundedByRow(own, change.rate, change.isIn, places);
          if (amount === null || !/[1-9]/.test(amount)) return;
          told += 1;
          const stores = sourceOnly(storeOf(rows));
          const asked = { selection: base, measure: 'Ventas', amount };
          const { results } = atOnce(explain(stores, asked, { vat, rowPlaces: places }));
          const [first] = results;
          const meant = [...changes, { ...change, rowPlaces: places }];
          expect(results.slice(0, 3).map((each) => notationOf(each.changes))).toContain(notationOf(meant));
          const found = results.find((each) => notationOf(each.changes) === notationOf(meant));
          expect([found?.fit, found?.value]).toEqual(['exact', amount]);
          expect(first?.changeCount).toBe(meant.length);
        },
      ),
      { numRuns: randomCases(24) },
    );
    expect(told).toBeGreaterThan(8);
  });

  it('reads each row exactly, whatever it is, and gives up where sums are no whole doubles', () => {
    const units = fc.oneof(
      fc.bigInt({ min: -99_999n, max: 99_999n }),
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.bigInt({ min: 10n ** 20n, max: 10n ** 21n }),
    );
    const decimal = fc
      .tuple(units, fc.nat({ max: 4 }))
      .map(([each, scale]) => toDecimal({ units: each, scale }));
    const amounts = fc.oneof(
      { weight: 6, arbitrary: decimal },
      { weight: 1, arbitrary: fc.constantFrom('', 'n/d', '007.50', '-0.0050') },
    );
    const [model] = fc.sample(sales, 1)[0] ?? [];
    let [read, givenUp] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 8 }),
        vatChange,
        fc.nat({ max: 3 }),
        (cells, change, rowPlaces) => {
          if (change.kind !== 'vat') return;
          const rows = cells.map((Ventas) => ({ ...model, Ventas }) as NaiveRow);
          const one = { cellCount: 1, cellOf: () => 0 };
          const asked = [{ ...change, rowPlaces }];
          const [reading] = atOnce(readRowsWithVat(storeOf(rows), one, 'Ventas', asked));
          const own = rows.map((row) => naiveSum([row], 'Ventas') ?? 0n);
          const nets = own.map((each) =>
            BigInt(withVat(each, change.rate, change.isIn, rowPlaces).replace('.', '')),
          );
          const size = nets.reduce((sum, each) => sum + (each < 0n ? -each : each), 0n);
          const isSmall = size <= 2n ** 50n;
          if (isSmall) expect(reading?.units[0]).toBe(Number(nets.reduce((sum, each) => sum + each, 0n)));
          else if (size > 2n ** 52n) expect(reading).toBeUndefined();
          read += isSmall ? 1 : 0;
          givenUp += reading === undefined ? 1 : 0;
        },
      ),
      { numRuns: 120 },
    );
    expect([read > 10, givenUp > 10]).toEqual([true, true]);
  });

  it('reads amounts of one row exactly that are too large for doubles on their way', () => {
    const [model] = fc.sample(sales, 1)[0] ?? [];
    const units = fc.bigInt({ min: 5n * 10n ** 14n, max: 10n ** 15n });
    fc.assert(
      fc.property(units, vatChange, fc.nat({ max: 3 }), (each, change, rowPlaces) => {
        if (change.kind !== 'vat') return;
        const amount = toDecimal({ units: each, scale: rowPlaces });
        const store = storeOf([{ ...model, Ventas: amount } as NaiveRow]);
        const one = { cellCount: 1, cellOf: () => 0 };
        const [reading] = atOnce(readRowsWithVat(store, one, 'Ventas', [{ ...change, rowPlaces }]));
        const net = withVat(
          naiveSum([{ ...model, Ventas: amount } as NaiveRow], 'Ventas') ?? 0n,
          change.rate,
          change.isIn,
          rowPlaces,
        );
        expect(reading?.units[0]).toBe(Number(net.replace('.', '')));
      }),
      { numRuns: 150 },
    );
  });

  describe('of a thousand lines of a cent, each a cent without VAT', () => {
    const [model] = fc.sample(sales, 1)[0] ?? [];
    const of = (Ventas: string, more: Partial<NaiveRow> = {}) =>
      ({ ...model, 'Tipo de Dato': 'Orden', ...more, Ventas }) as NaiveRow;
    const lines = [...Array.from({ length: 1000 }, () => of('0.01')), of('119.40')];
    const told = (rows: readonly NaiveRow[], amount: string) => {
      const asked = { selection: EVERYTHING, measure: 'Ventas', amount: amount as Decimal };
      const options = { vat: ['19' as Decimal], rowPlaces: 2 };
      const { results } = atOnce(explain(sourceOnly(storeOf(rows)), asked, options));
      return results.map((each) => [notationOf(each.changes), each.fit, each.remains]);
    };

    it('is told of a figure without decimals as rounded', () => {
      // 1000 × 0.01 and 100.34; the total itself is 108.74 without VAT.
      expect(told(lines, '110.34')).toEqual([['IVA -19 % por fila', 'exact', '0.00']]);
      expect(told(lines, '110')).toContainEqual(['IVA -19 % por fila', 'rounded', '-0.34']);
    });

    it('stands behind a better known cause of the same figure', () => {
      // Without the publication 129.40, and so are all of them row by row: it is 19.06 without VAT.
      const rows = [...lines, of('22.68', { 'Tipo de Dato': 'Publicación' })];
      const names = told(rows, '129.40').map(([name]) => name);
      expect(names).toContain('IVA -19 % por fila');
      expect(names[0]).toBe('Tipo de Dato -Publicación');
    });
  });

  it('is looked for row by row among single changes that are of the same measure', () => {
    const hypothesis = (more: Partial<Hypothesis> = {}): Hypothesis => ({
      ...{ changes: [], size: 1, weight: 0, parts: 1, beside: null, passes: () => true, measure: 0 },
      only: null,
      ...more,
    });
    const hypotheses = [hypothesis(), hypothesis({ size: 2 }), hypothesis({ measure: 1 }), hypothesis()];
    const alone = Float64Array.from([7, 8, 9, 10]);
    const effects = { beside: [{ base: 1000, alone }], touched: Uint32Array.from([1, 1, 1, 0]) };
    const [change] = rowVatChanges(['19' as Decimal], 2);
    if (change === undefined) throw new Error('No change.');
    const reading = { change, units: new Float64Array(0) };
    const target = (units: bigint, scale: number) =>
      rowTargets([reading], effects, hypotheses, { units, scale })[0];
    expect(target(12n, 0)).toMatchObject({ difference: 200, tolerance: 50, singles: [0], alone, step: 1 });
    expect(target(12_345n, 3)).toMatchObject({ difference: 234.5, tolerance: 0 });
  });

  it('takes nothing from causes of another kind', () => {
    const told = (each: typeof plantedCase extends fc.Arbitrary<infer T> ? T : never, rates: typeof vat) => {
      const wanted = sumOf(each.rows, each.base, each.measure, each.planted.changes);
      const amount = withVat(wanted, '0', true, 2);
      const stores = sourceOnly(storeOf(each.rows));
      const asked = { selection: each.base, measure: each.measure, amount };
      return atOnce(explain(stores, asked, { vat: rates, rowPlaces: 2 })).results.map(({ changes }) =>
        notationOf(changes),
      );
    };
    let [seen, same] = [0, 0];
    fc.assert(
      fc.property(plantedCase, (each) => {
        if (each.planted.changes.length > 2) return;
        seen += 1;
        if (told(each, vat)[0] === told(each, [])[0]) same += 1;
      }),
      { numRuns: randomCases(16) },
    );
    expect(seen).toBeGreaterThan(3);
    expect(same).toBe(seen);
  });

  it('counts what lies near by chance, and tries no second change beside a rate that fits alone', () => {
    const single = (size = 1): Hypothesis => ({
      ...{ changes: [], size, weight: 0, parts: 1, beside: null, passes: () => true, measure: 0 },
      only: null,
    });
    const hypotheses = [single(), single(), single(2), single()];
    // The first leaves half a step, the second a hundred, the third counts twice and the last touches nothing.
    const effects = {
      alone: Float64Array.from([99.5, 0, 100, 100]),
      touched: Uint32Array.from([1, 1, 1, 0]),
    };
    const wanted = (base: number) => ({ wanted: 1000, base, tolerance: 0, rounding: 0.5, slack: 0 });
    const [off] = vatChanges(['19' as Decimal]);
    if (off === undefined) throw new Error('No change.');
    // 1000 with 19 % on top is 1190: 1090 and 100 more.
    const near = createVatSearch([off], wanted(1090), effects, hypotheses);
    expect(near(1, 1)).toEqual({ tried: 1, hits: [], expectedByChance: 1 / 4001 });
    const two = near(2, 1);
    expect(two.hits).toEqual([{ combination: [0], remains: 0, vat: off }]);
    expect([two.tried, two.expectedByChance]).toEqual([2, 1 / 4001]);
    expect(near(3, 1)).toEqual({ tried: 0, hits: [], expectedByChance: 0 });
    const alone = createVatSearch([off], wanted(1190), effects, hypotheses);
    expect(alone(1, 1).hits).toEqual([{ combination: [], remains: 0, vat: off }]);
    expect(alone(2, 1).tried).toBe(0);
    // The same rate on top is another reading, which goes on.
    const either = createVatSearch(vatChanges(['19' as Decimal]), wanted(1190), effects, hypotheses);
    expect([either(1, 1).tried, either(2, 1).tried]).toEqual([2, 2]);
    // Each rate tried adds what it would fit by chance, the last one like the first: 1000 on top of 19 % is 840.34.
    const both = vatChanges(['19' as Decimal]);
    const expected = (of: typeof both, size: number) =>
      createVatSearch(of, wanted(1090), effects, hypotheses)(size, 1).expectedByChance;
    for (const size of [1, 2]) {
      const each = both.map((one) => expected([one], size));
      expect(each.every((chance) => chance > 0)).toBe(true);
      expect(expected(both, size)).toBe(each.reduce((sum, chance) => sum + chance, 0));
    }
  });

  it('is tried for amounts alone', () => {
    const rows = fc.sample(sales, 1)[0] ?? [];
    const asked = { selection: EVERYTHING, measure: 'Unidades', amount: '100' as Decimal };
    const stores = sourceOnly(storeOf(rows));
    const combinations = (rates: typeof vat) =>
      atOnce(explain(stores, asked, { vat: rates })).tried.map((level) => level.combinations);
    expect(combinations(vat)).toEqual(combinations([]));
  });
});

describe('rates in view', () => {
  it('are of the accounts that scope and both filters let in, each rate once, in the order of the accounts', () => {
    const [model] = fc.sample(sales, 1)[0] ?? [];
    const named = [
      ['Uno', 'Norte', ['8', '19']],
      ['Uno', 'Sur', ['19', '5']],
      ['Dos', 'Norte', ['4']],
      ['Dos', 'Sur', null],
    ] as const;
    const of = storeOf(named.map(([Canal, Cuenta]) => ({ ...model, Canal, Cuenta }) as NaiveRow));
    const words = new Map(
      named.flatMap(([Canal, Cuenta, rates]) =>
        rates === null
          ? []
          : [[accountKey(Canal, Cuenta), { Canal, Cuenta, rates: rates as never, owner: '', atMs: 0 }]],
      ),
    );
    const ratesOf = (Canal: readonly string[] | null, Cuenta: readonly string[] | null, scoped = false) =>
      vatInView(
        of,
        {
          scope: scoped ? { accounts: [{ Canal: 'Uno', Cuenta: 'Norte' }], isExcluded: true } : null,
          filters: [
            ...(Canal === null ? [] : [{ column: 'Canal', values: Canal }]),
            ...(Cuenta === null ? [] : [{ column: 'Cuenta', values: Cuenta }]),
          ],
        },
        'MXN',
        words,
      );
    expect(ratesOf(null, null)).toEqual(['8', '19', '5', '4', '16']);
    expect(ratesOf(null, null, true)).toEqual(['19', '5', '4', '16']);
    expect(ratesOf(['Uno'], null)).toEqual(['8', '19', '5']);
    expect(ratesOf(null, ['Norte'])).toEqual(['8', '19', '4']);
    expect(ratesOf(['Uno'], ['Sur'])).toEqual(['19', '5']);
    expect(ratesOf(['Dos'], ['Sur'])).toEqual(['16']);
    expect(ratesOf(['Tres'], null)).toEqual([]);
  });

  const rows = (fc.sample(sales, 1)[0] ?? []).map(
    (row, at): NaiveRow => ({
      ...row,
      Canal: at % 2 === 0 ? 'Uno' : 'Dos',
      Cuenta: 'Principal',
    }),
  );
  const store = storeOf(rows);
  const said = (canal: string, rates: readonly string[]) =>
    [
      accountKey(canal, 'Principal'),
      { Canal: canal, Cuenta: 'Principal', rates: rates as readonly Decimal[], owner: '', atMs: 0 },
    ] as const;

  it('are those of the currency, or where none is known those of all countries', () => {
    expect(ratesOfCurrency('CLP')).toEqual(['19']);
    expect(ratesOfCurrency('ARS')).toEqual(['21', '10.5']);
    expect(ratesOfCurrency('BRL')).toEqual([]);
    expect(ratesOfCurrency(null)).toEqual(['19', '16', '21', '10.5', '18']);
    const nobody = { ...EVERYTHING, filters: [{ column: 'Canal', values: ['Nadie'] }] };
    for (const of of [EVERYTHING, nobody]) expect(vatInView(store, of, 'MXN', new Map())).toEqual(['16']);
  });

  it("are by the user's word of the accounts that are selected, else their country's", () => {
    const words = new Map([said('Uno', ['8', '19'])]);
    expect(vatInView(store, EVERYTHING, 'CLP', words).toSorted()).toEqual(['19', '8']);
    const only = (Canal: string) => ({ ...EVERYTHING, filters: [{ column: 'Canal', values: [Canal] }] });
    expect(vatInView(store, only('Dos'), 'CLP', words)).toEqual(['19']);
    expect(vatInView(store, only('Uno'), 'CLP', new Map([said('Uno', [])]))).toEqual([]);
    const scope = { accounts: [{ Canal: 'Uno', Cuenta: 'Principal' }], isExcluded: false };
    expect(vatInView(store, { ...EVERYTHING, scope }, 'CLP', new Map([said('Uno', ['7'])]))).toEqual(['7']);
  });
});
