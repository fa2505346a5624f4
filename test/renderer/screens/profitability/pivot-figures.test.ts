import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareFractions, fractionOfDecimal, roundedTo } from '#renderer/data/model/fraction.ts';
import {
  boundsMessage,
  compareParts,
  decimalIn,
  type FigurePair,
  type Figures,
  NO_FIGURES,
  partIn,
  partText,
  restOf,
  restOfPairs,
  valueIn,
} from '#renderer/screens/profitability/figures/figures.ts';
import { plotOf, scaleOf, shadeOf } from '#renderer/screens/profitability/figures/heat.ts';
import {
  DEFAULT_MEASURES,
  favourOf,
  isReporting,
  type Measure,
  measureId,
  measureIdSchema,
  measureOf,
  measuresInView,
  needsProductCost,
  OF_COLUMN,
  OF_SET,
  summedFor,
} from '#renderer/screens/profitability/figures/measures.ts';
import { measureName } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { decimalOfCents } from './pivot-world.ts';

/** All there is to choose from, column by column. */
const ALL_MEASURES: readonly Measure[] = [
  ...OF_SET.map((kind): Measure => ({ kind, column: null })),
  ...COLUMNS.filter(isSummable).flatMap(({ key }) =>
    OF_COLUMN.filter((kind) => isReporting(kind, key)).map((kind): Measure => ({ kind, column: key })),
  ),
];

const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });

function figures(sums: { readonly [column: string]: bigint }, more: Partial<Figures> = {}): Figures {
  return {
    ...NO_FIGURES,
    rows: 1,
    orders: 1,
    sums: Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, decimalOfCents(value)])),
    ...more,
  };
}
const pair = (now: Figures, before: Figures | null = null): FigurePair => ({ now, before });
const measure = (id: string): Measure => {
  const found = measureOf(id);
  if (found === null) throw new Error(id);
  return found;
};

/** top ÷ bottom in millionths, half away from zero: long division, nothing of what it checks. */
function millionths(top: bigint, bottom: bigint): bigint {
  const isNegative = top < 0n !== bottom < 0n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const scaled = a * 1_000_000n;
  const cut = scaled / b;
  const rounded = (scaled - cut * b) * 2n >= b ? cut + 1n : cut;
  return isNegative ? -rounded : rounded;
}
const asMillionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(6, '0'));
  return text.startsWith('-') ? -value : value;
};

describe('what a measure says of a set', () => {
  test('is its sum to the last digit, or one sum by another, rounded once', () => {
    fc.assert(
      fc.property(cents, cents, cents, (sales, profit, units) => {
        const set = figures({ Ventas: sales, 'Rentabilidad Total': profit, Unidades: units });
        expect(decimalIn(measure('sum:Ventas'), set, set)).toBe(decimalOfCents(sales));
        const rate = decimalIn(measure('rate:Rentabilidad Total'), set, set);
        if (sales <= 0n) expect(rate).toBeNull();
        else expect(asMillionths(rate ?? '')).toBe(millionths(profit * 100n, sales));
        const each = decimalIn(measure('per-unit:Rentabilidad Total'), set, set);
        if (units === 0n) expect(each).toBeNull();
        else expect(asMillionths(each ?? '')).toBe(millionths(profit, units));
      }),
    );
  });

  test('is a share of the whole selection, not of what is shown of it', () => {
    const whole = figures({ Ventas: 40_000n });
    expect(decimalIn(measure('share:Ventas'), figures({ Ventas: 1_000n }), whole)).toBe('2.500000');
    expect(decimalIn(measure('share:Ventas'), NO_FIGURES, whole)).toBe('0.000000');
    expect(decimalIn(measure('share:Ventas'), figures({}), whole)).toBeNull();
  });

  test('is Ventas by order, and nothing where the orders cannot be told', () => {
    const set = figures({ Ventas: 1_000n }, { orders: 3 });
    expect(decimalIn(measure('ticket'), set, set)).toBe('3.333333');
    expect(decimalIn(measure('ticket'), { ...set, orders: null }, set)).toBeNull();
    expect(decimalIn(measure('orders'), { ...set, orders: null }, set)).toBeNull();
  });

  test('is 0 of no rows, and nothing of rows that do not carry the column', () => {
    expect(decimalIn(measure('sum:Ventas'), NO_FIGURES, NO_FIGURES)).toBe('0');
    expect(decimalIn(measure('sum:Ventas'), { ...NO_FIGURES, rows: 2 }, NO_FIGURES)).toBeNull();
  });
});

describe('how a figure differs from another period', () => {
  test('is their exact difference, and percent of the size of what was', () => {
    fc.assert(
      fc.property(cents, cents, (now, before) => {
        const both = pair(figures({ Ventas: now }), figures({ Ventas: before }));
        expect(partText(measure('sum:Ventas'), 'difference', both, both)).toBe(decimalOfCents(now - before));
        const change = partText(measure('sum:Ventas'), 'change', both, both);
        if (before === 0n) expect(change).toBeNull();
        else {
          const size = before < 0n ? -before : before;
          expect(asMillionths(change ?? '')).toBe(millionths((now - before) * 100n, size));
        }
      }),
    );
  });

  test('of rates is in points, subtracted before anything is rounded', () => {
    const both = pair(
      figures({ Ventas: 300n, 'Rentabilidad Total': 200n }),
      figures({ Ventas: 300n, 'Rentabilidad Total': 100n }),
    );
    expect(partText(measure('rate:Rentabilidad Total'), 'difference', both, both)).toBe('33.333333');
  });

  test('of shares is between the shares of each period’s own whole', () => {
    const both = pair(figures({ Ventas: 30n }), figures({ Ventas: 30n }));
    const whole = pair(figures({ Ventas: 100n }), figures({ Ventas: 40n }));
    expect(partText(measure('share:Ventas'), 'difference', both, whole)).toBe('-45.000000');
    expect(partText(measure('share:Ventas'), 'change', both, whole)).toBe('-60.000000');
    // Nothing was there before: no share of it, and no percent of nothing.
    expect(partText(measure('share:Ventas'), 'difference', both, pair(whole.now))).toBeNull();
    const first = pair(figures({ Ventas: 30n }), figures({ Ventas: 0n }));
    expect(partText(measure('sum:Ventas'), 'change', first, whole)).toBeNull();
    const rate = measure('rate:Rentabilidad Total');
    expect(partText(rate, 'difference', first, whole)).toBeNull();
  });

  test('is nothing where one of them has rows and no such column; where it has no rows it is 0', () => {
    const sales = measure('sum:Ventas');
    const [some, none, less] = [figures({ Ventas: 500n }), figures({}), figures({ Ventas: -200n })];
    const all = (now: Figures, before: Figures) =>
      (['value', 'difference', 'change'] as const).flatMap((part) => {
        const both = pair(now, before);
        const exact = partIn(sales, part, both, both);
        return [partText(sales, part, both, both), exact === null ? null : roundedTo(exact, 2)];
      });
    expect(all(none, some)).toEqual([null, null, null, null, null, null]);
    expect(all(some, none)).toEqual(['5.00', '5.00', null, null, null, null]);
    expect(all(NO_FIGURES, some)).toEqual(['0', '0.00', '-5.00', '-5.00', '-100.000000', '-100.00']);
    expect(all(some, NO_FIGURES)).toEqual(['5.00', '5.00', '5.00', '5.00', null, null]);
    expect(all(some, less)).toEqual(['5.00', '5.00', '7.00', '7.00', '350.000000', '350.00']);
  });

  test('is nothing where there is no other period', () => {
    const alone = pair(figures({ Ventas: 1n }));
    expect(partIn(measure('sum:Ventas'), 'difference', alone, alone)).toBeNull();
    expect(partIn(measure('sum:Ventas'), 'change', alone, alone)).toBeNull();
  });
});

describe('order of fractions', () => {
  test('is that of the products of their parts, also where floats and roundings are equal', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (a, b, c, d) => {
        fc.pre(b > 0n && d > 0n);
        const value = (part: bigint, base: bigint) => {
          const set = figures({ Ventas: base, 'Rentabilidad Total': part });
          return valueIn(measure('rate:Rentabilidad Total'), set, set);
        };
        const [left, right] = [value(a, b), value(c, d)];
        if (left === null || right === null) throw new Error('Both have a base.');
        const expected = a * d - c * b;
        expect(compareFractions(left, right)).toBe(expected === 0n ? 0 : expected < 0n ? -1 : 1);
      }),
    );
  });

  test('rounds half away from zero', () => {
    expect(roundedTo({ top: 5n, bottom: 10_000_000n }, 6)).toBe('0.000001');
    expect(roundedTo({ top: -5n, bottom: 10_000_000n }, 6)).toBe('-0.000001');
    expect(roundedTo({ top: 49n, bottom: 100_000_000n }, 6)).toBe('0.000000');
  });
});

describe('what is left of a set', () => {
  test('is what the parts do not hold, column by column', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.nat(8), (values, shown) => {
        const parts = values.map((value) =>
          figures({ Ventas: value }, { ventasWithProductCost: decimalOfCents(value) }),
        );
        const total = values.reduce((sum, value) => sum + value, 0n);
        const whole = figures(
          { Ventas: total },
          { rows: values.length, ventasWithProductCost: decimalOfCents(total), unreadable: { Ventas: 2 } },
        );
        const rest = restOf(whole, parts.slice(0, shown));
        const expected = values.slice(shown).reduce((sum, value) => sum + value, 0n);
        expect(rest.sums.Ventas).toBe(decimalOfCents(expected));
        expect(rest.ventasWithProductCost).toBe(decimalOfCents(expected));
        expect(rest.rows).toBe(Math.max(0, values.length - shown));
        expect(rest.unreadable).toEqual({ Ventas: 2 });
        expect(rest.orders).toBeNull();
      }),
    );
  });

  const part = (sales: bigint, more: Partial<Figures> = {}) =>
    figures({ Ventas: sales, Unidades: 1n }, { rows: 3, rowsWithoutProductCost: 1, ...more });
  const whole = figures(
    { Ventas: 1000n, Unidades: 5n },
    {
      ...{ rows: 10, orders: 9, rowsWithoutProductCost: 4, ventasWithProductCost: '7.50' as Decimal },
      unreadable: { Ventas: 3, Unidades: 2, Costo: 0 },
    },
  );

  test('counts its rows, those without cost, and what could not be read, where anything is left', () => {
    const parts = [
      part(400n, { ventasWithProductCost: '2.25' as Decimal, unreadable: { Ventas: 1, Unidades: 2 } }),
      part(100n, { ventasWithProductCost: '0.25' as Decimal, rowsWithoutProductCost: 2 }),
    ];
    expect(restOf(whole, parts)).toEqual({
      rows: 4,
      orders: null,
      sums: { Ventas: '5.00', Unidades: '0.03' },
      unreadable: { Ventas: 2 },
      ventasWithProductCost: '5.00',
      rowsWithoutProductCost: 1,
    });
    expect(restOf(whole, [])).toEqual({ ...whole, orders: null, unreadable: { Ventas: 3, Unidades: 2 } });
  });

  test('takes nothing away for a part without the column, and tells no column that the whole has not', () => {
    const { sums } = restOf(whole, [{ ...part(0n), sums: { Otra: '9' as Decimal, Ventas: '1' as Decimal } }]);
    expect(sums).toEqual({ Ventas: '9.00', Unidades: '0.05' });
  });

  test('of two periods is that of each; nothing before where there was none, nor of a part that had none', () => {
    const before = figures({ Ventas: 500n }, { rows: 5 });
    const parts = [
      { now: part(400n), before: figures({ Ventas: 200n }, { rows: 2 }) },
      { now: part(100n), before: null },
    ];
    const both = restOfPairs({ now: whole, before }, parts);
    expect([both.now.sums.Ventas, both.now.rows]).toEqual(['5.00', 4]);
    expect([both.before?.sums.Ventas, both.before?.rows]).toEqual(['3.00', 3]);
    expect(restOfPairs({ now: whole, before: null }, parts).before).toBeNull();
  });
});

describe('figures in order', () => {
  const one = fractionOfDecimal('1' as Decimal);
  const two = fractionOfDecimal('2' as Decimal);
  test.each([
    [one, two, 1, -1],
    [two, one, 1, 1],
    [one, two, -1, 1],
    [one, one, 1, 0],
    [null, one, 1, 1],
    [one, null, 1, -1],
    [null, one, -1, 1],
    [one, null, -1, -1],
    [null, null, -1, 0],
  ] as const)('%# come by their values, what has none last either way', (left, right, sign, order) => {
    expect(Math.sign(compareParts(left, right, sign)) + 0).toBe(order);
  });
});

describe('what a result may come to', () => {
  const totals = {
    ...figures({ Ventas: 100_000n, 'Costo de Producto': 45_000n }),
    ventasWithProductCost: '900' as Decimal,
  };
  const messageOf = (column: string | null, own: Figures = totals) =>
    boundsMessage(
      column,
      {
        ...own,
        sums: {
          ...own.sums,
          'Rentabilidad Marketplace': '300' as Decimal,
          'Rentabilidad Comercial': '250' as Decimal,
          'Rentabilidad Total': '200' as Decimal,
        },
      },
      text,
      formats,
    );
  const said = (most: string, likely: string) =>
    text('statement.bounds', { most: formats.percent(most), likely: formats.percent(likely) });

  test('is told of the two results that deduct product costs, where some are missing', () => {
    expect(messageOf('Rentabilidad Total')).toBe(said('20', '15'));
    expect(messageOf('Rentabilidad Comercial')).toBe(said('25', '20'));
    for (const column of ['Rentabilidad Marketplace', 'Ventas', null]) expect(messageOf(column)).toBeNull();
    expect(
      messageOf('Rentabilidad Total', { ...totals, ventasWithProductCost: '1000' as Decimal }),
    ).toBeNull();
  });
});

describe('measures', () => {
  test('are remembered as texts that name nothing else', () => {
    for (const each of ALL_MEASURES) expect(measureOf(measureId(each))).toEqual(each);
    for (const id of ['', 'sum', 'sum:', 'sum:Canal', 'rate:% Rentabilidad Total', 'mean:Ventas', 'orders:x'])
      expect([id, id === 'orders:x' || measureIdSchema.safeParse(id).success]).toEqual([
        id,
        id === 'orders:x',
      ]);
    expect(DEFAULT_MEASURES.every((id) => measureIdSchema.safeParse(id).success)).toBe(true);
  });

  test('of another scope are each shown once', () => {
    const shown = measuresInView(DEFAULT_MEASURES, 'comercial').map(measureId);
    expect(shown).toEqual([
      'sum:Ventas',
      'sum:Unidades',
      'sum:Rentabilidad Comercial',
      'rate:Rentabilidad Comercial',
      'sum:Costo Comercial',
    ]);
    expect(measuresInView(['per-unit:Costo Total', 'orders'], 'marketplace').map(measureId)).toEqual([
      'per-unit:Costo de Marketplace',
      'orders',
    ]);
  });

  test('ask for the sums they divide by', () => {
    expect(summedFor([measure('per-unit:Costo Envío')])).toEqual(
      expect.arrayContaining(['Ventas', 'Unidades', 'Costo Envío', 'Costo de Producto']),
    );
  });

  test('say whether more of them is good', () => {
    const good = [
      'sum:Ventas',
      'sum:Reembolso de Comisiones',
      'rate:Rentabilidad Total',
      'orders',
      'sum:Ingreso Total',
    ];
    const bad = [
      'sum:Costo Total',
      'sum:Cobro de Comisiones',
      'sum:Comisión Fija',
      'rate:Costo Envío',
      'sum:Costo de Producto',
      'sum:Venta Cancelada',
      'per-unit:Costos por publicidad',
    ];
    expect(good.map((id) => favourOf(measure(id)))).toEqual(good.map(() => 1));
    expect(bad.map((id) => favourOf(measure(id)))).toEqual(bad.map(() => -1));
    expect(favourOf(measure('share:Ventas'))).toBe(0);
    expect(favourOf(measure('sum:Reembolso de Comisión Fija'))).toBe(1);
  });
});

describe('a measure', () => {
  test('rests on product costs in the two scopes that deduct them (spec 2.5)', () => {
    const resting = ALL_MEASURES.filter(needsProductCost).map(({ column }) => column);
    expect([...new Set(resting)].toSorted()).toEqual([
      'Costo Comercial',
      'Costo Total',
      'Rentabilidad Comercial',
      'Rentabilidad Total',
    ]);
  });

  test('has a name of its own, of its column and of how it is told', () => {
    const names = ALL_MEASURES.map((each) => measureName(each, text));
    expect(new Set(names).size).toBe(names.length);
    for (const [at, each] of ALL_MEASURES.entries())
      if (each.column !== null) expect(names[at]?.startsWith(each.column)).toBe(true);
    expect(measureName(measure('sum:Ventas'), text)).toBe('Ventas');
    expect(measureName(measure('rate:Rentabilidad Total'), text)).toBe(
      `Rentabilidad Total ${text('measure.of-rate')}`,
    );
    expect(measureName(measure('coverage'), text)).toBe(text('measure.coverage'));
  });
});

describe('shades', () => {
  const shades = (values: readonly (number | null)[]) =>
    values.map((value) => shadeOf(value, scaleOf(values)));

  test('are five steps from the least to the greatest, equal for equal figures', () => {
    expect(shades([0, 19, 20, 59, 100, 100, null])).toEqual([1, 1, 2, 3, 5, 5, null]);
    expect(shades([-40, -20, 0])).toEqual([1, 3, 5]);
  });

  test('are none where nothing differs', () => {
    expect(shades([0.5, 0.5])).toEqual([null, null]);
    expect(shades([1])).toEqual([null]);
    expect(shades([])).toEqual([]);
  });

  test('follow the figures of every measure', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL_MEASURES), cents, cents, cents, cents, (each, a, b, c, d) => {
        const key = each.column ?? 'Ventas';
        const sets = [
          figures(
            { Ventas: 100n, Unidades: 7n, [key]: a },
            { orders: 3, ventasWithProductCost: decimalOfCents(c) },
          ),
          figures(
            { Ventas: 100n, Unidades: 7n, [key]: b },
            { orders: 4, ventasWithProductCost: decimalOfCents(d) },
          ),
        ];
        const whole = figures({ [key]: 1_000_000n });
        const [low, high] = sets.map((set) => ({
          plot: plotOf(each, set),
          exact: valueIn(each, set, whole),
        }));
        if (low?.exact == null || high?.exact == null) return;
        const order = compareFractions(low.exact, high.exact);
        if (low.plot === null || high.plot === null) throw new Error('A figure that is told can be shaded.');
        if (low.plot < high.plot) expect(order).toBe(-1);
        if (low.plot > high.plot) expect(order).toBe(1);
        // A share is placed by its sum, every other by its own value: floats are enough for a shade.
        if (each.kind === 'share') return;
        const factor = each.kind === 'rate' || each.kind === 'coverage' ? 0.01 : 1;
        const value = (Number(low.exact.top) / Number(low.exact.bottom)) * factor;
        expect(Math.abs(low.plot - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-12);
      }),
      { seed: 17, numRuns: 300 },
    );
  });

  test('are none where a figure cannot be told', () => {
    const none = figures({ Ventas: 0n, Unidades: 0n, 'Rentabilidad Total': 5n }, { orders: 0 });
    for (const id of ['rate:Rentabilidad Total', 'per-unit:Rentabilidad Total', 'ticket', 'coverage'])
      expect(plotOf(measure(id), none)).toBeNull();
    const missing = figures({ Ventas: 10n, Unidades: 10n });
    for (const id of ['rate:Rentabilidad Total', 'per-unit:Rentabilidad Total', 'sum:Rentabilidad Total'])
      expect(plotOf(measure(id), missing)).toBeNull();
    expect(plotOf(measure('ticket'), { ...missing, orders: null })).toBeNull();
    expect(plotOf(measure('share:Ventas'), missing)).toBe(plotOf(measure('sum:Ventas'), missing));
  });

  test('of a decimal text keep its digits', () => {
    expect(
      decimalIn(
        measure('sum:Ventas'),
        { ...NO_FIGURES, rows: 1, sums: { Ventas: '1.500' as Decimal } },
        NO_FIGURES,
      ),
    ).toBe('1.500');
  });
});
