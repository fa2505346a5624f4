import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import {
  chartLines,
  firstUnfinished,
  MAX_LINES,
  middleOf,
  newestOver,
  plotRows,
} from '#renderer/screens/profitability/pivot/chart-lines.ts';
import {
  chartedView,
  chartMarks,
  MAX_PAIRED_GROUPS,
  MAX_PARTS,
  MAX_TIMES_WITHIN,
  pairedMarks,
  timesLeftOut,
  unitWithin,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { stackDomain, stacksOf } from '#renderer/screens/profitability/pivot/chart-stacks.ts';
import { hasZeroInside, spread } from '#renderer/screens/profitability/pivot/lines-place.ts';
import { readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { type PivotModel, pivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { INITIAL_VIEW, type PivotView, withChart } from '#renderer/screens/profitability/state/view-state.ts';
import { REST_DASH, seriesDash } from '#renderer/ui/chart/series-inks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import {
  callerOf,
  decimalOfCents,
  OCTOBER,
  type Row,
  rowsArbitrary,
  rowsIn,
  SEPTEMBER,
  SUMMED,
  sumOf,
  textOf,
} from './pivot-world.ts';

/** The charts of two dimensions, against the rows themselves: every mark is the exact sum of its rows, and none is lost. */

const SKU = { column: 'SKU Producto', unit: null } as const;
const CANAL = { column: 'Canal', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const DAY = { column: 'Fecha de compra', unit: 'day' } as const;
type Dimension = typeof SKU | typeof CANAL | typeof MONTH | typeof DAY;
const measure = (id: string) => {
  const found = measureOf(id);
  if (found === null) throw new Error(`${id} is none.`);
  return found;
};
const sales = measure('sum:Ventas');

async function modelOf(
  rows: readonly Row[],
  first: Dimension,
  second: Dimension | null,
  period: Period | null = null,
): Promise<PivotModel> {
  const sort = {
    column: first.unit === null ? 'sum:Ventas' : 'name',
    direction: first.unit === null ? 'descending' : 'ascending',
  } as const;
  const place = 'across' as const;
  const asked = {
    ...{ selection: { ...EVERYTHING, period }, first, second, place, columns: SUMMED },
    ...{
      against: period === null ? null : ('previous-period' as const),
      sort,
      all: false,
      open: 'all' as const,
    },
  };
  const result = await readPivot(callerOf(rows), asked, 'slot');
  const isTime = second === null ? null : { isTime: second.unit !== null };
  return pivotModel({ result, second: isTime, place, sort, isOpen: () => true });
}

describe('lines over time', () => {
  test('hold every dated row exactly once at each time, in bounded lines, and what has no date beside them', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const chart = chartLines(await modelOf(rows, SKU, MONTH), sales, 'month', false);
        const months = [...new Set(rows.map((row) => textOf(row, MONTH)))].toSorted();
        expect(chart.times.map(({ value }) => value)).toEqual(months.filter((month) => month !== ''));
        expect(chart.lines.length).toBeLessThanOrEqual(MAX_LINES + 1);
        const named = new Set(chart.lines.flatMap(({ line }) => line.first ?? []));
        for (const { line, points } of chart.lines) {
          for (const [at, { value }] of points.entries()) {
            const own = rows.filter(
              (row) =>
                textOf(row, MONTH) === chart.times[at]?.value &&
                (line.kind === 'others' ? !named.has(textOf(row, SKU)) : textOf(row, SKU) === line.first),
            );
            expect(Number(value)).toBe(Number(decimalOfCents(sumOf(own, 'Ventas'))));
          }
        }
        for (const [at, { value }] of (chart.total?.points ?? []).entries()) {
          const own = rows.filter((row) => textOf(row, MONTH) === chart.times[at]?.value);
          expect(value).toBe(decimalOfCents(sumOf(own, 'Ventas')));
        }
        const undated = rows.filter(({ day }) => day === '');
        expect(chart.besides.map(({ value }) => value)).toEqual(
          undated.length === 0 ? [] : [decimalOfCents(sumOf(undated, 'Ventas'))],
        );
      }),
      { numRuns: 40 },
    );
  });

  test('are one where there is but a part of the calendar, and hold the compared period beside', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const chart = chartLines(await modelOf(rows, MONTH, null, OCTOBER), sales, 'month', true);
        expect(chart.total).toBeNull();
        expect(chart.lines).toHaveLength(1);
        for (const [at, { value, before }] of (chart.lines[0]?.points ?? []).entries()) {
          const of = (period: Period) =>
            rowsIn(rows, { ...EVERYTHING, period }).filter(
              (row) => textOf(row, MONTH) === chart.times[at]?.value,
            );
          const [own, other] = [of(OCTOBER), of(SEPTEMBER)];
          expect(Number(value)).toBe(Number(decimalOfCents(sumOf(own, 'Ventas'))));
          expect(Number(before)).toBe(Number(decimalOfCents(sumOf(other, 'Ventas'))));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are broken between times that do not follow each other, and go on dotted where the time is not over', async () => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06'];
    const rows = days.map(
      (day): Row => ({
        ...{ Canal: 'A', 'SKU Producto': 's', day, order: day },
        cents: { Ventas: 100n, 'Rentabilidad Total': 40n, 'Costo de Producto': 20n, Unidades: 1n },
      }),
    );
    const chart = chartLines(await modelOf(rows, SKU, DAY), sales, 'day', false);
    const drawn = plotRows(chart, sales, { unfinished: 3, inView: 0 });
    const [a, b, c, d] = chart.times.map(middleOf);
    expect(drawn.map(({ x, v0 = null, p0 = null }) => [x, v0, p0])).toEqual([
      [a, 1, null],
      [b, 1, null],
      [((b ?? 0) + (c ?? 0)) / 2, null, null],
      [c, 1, 1],
      [d, null, 1],
    ]);
    const months = chartLines(await modelOf(rows, SKU, MONTH), sales, 'month', false).times;
    expect(firstUnfinished(months, '2026-10-30' as LocalDate)).toBe(0);
    expect(firstUnfinished(months, '2026-10-31' as LocalDate)).toBe(1);
    expect(firstUnfinished(months, null)).toBe(1);
  });

  test('have a band down to what the missing costs would leave, of the line in view alone', async () => {
    const row = (sku: string, cost: bigint, order: string): Row => ({
      ...{ Canal: 'A', 'SKU Producto': sku, day: '2026-10-01', order },
      cents: { Ventas: 10_000n, 'Rentabilidad Total': 7000n - cost, 'Costo de Producto': cost, Unidades: 1n },
    });
    const rows = [row('half', 3000n, '1'), row('half', 0n, '2'), row('all', 3000n, '3')];
    const rate = measure('rate:Rentabilidad Total');
    const chart = chartLines(await modelOf(rows, SKU, MONTH), rate, 'month', false);
    const bandOf = (inView: number) => plotRows(chart, rate, { unfinished: 1, inView })[0]?.missing;
    expect(chart.lines.map(({ line }) => line.first)).toEqual(['half', 'all']);
    // Half of its sales cost 30 %; with the other half alike it is 40 %.
    expect(bandOf(0)).toEqual([40, 55]);
    expect(bandOf(1)).toBeNull();
  });
});

describe('what has no mark', () => {
  test('is told with what the table leaves out too: groups beyond its own, and days before its own', async () => {
    const dayAt = (at: number) => new Date(Date.UTC(2026, 6, 1 + at)).toISOString().slice(0, 10);
    const rows = Array.from({ length: 203 }, (_, at): Row => {
      const order = String(at);
      const cents = { Ventas: BigInt(1000 - at), 'Rentabilidad Total': 1n, 'Costo de Producto': 1n };
      return {
        ...{ Canal: 'A', 'SKU Producto': `s${order}`, day: dayAt(at % 65), order },
        cents: { ...cents, Unidades: 1n },
      };
    });
    const model = await modelOf(rows, SKU, DAY);
    const chart = chartLines(model, sales, 'day', false);
    expect([chart.times.length, chart.timesLeftOut, chart.times[0]?.value]).toEqual([62, 3, dayAt(3)]);
    expect(chart.lines.map(({ line }) => line.leftOut)).toEqual([...Array(MAX_LINES).fill(0), 197]);
    expect(timesLeftOut(model, true)).toBe(65 - MAX_TIMES_WITHIN);
    const marks = chartMarks(model, sales, false, 4);
    expect(marks.map(({ line }) => line.leftOut)).toEqual([0, 0, 0, 0, 199]);
  });
});

describe('bars by two dimensions', () => {
  test('are in each group the exact sums of its rows by the second, and what is left is one of them', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const marks = pairedMarks(await modelOf(rows, CANAL, SKU), sales, { first: false, second: false });
        expect(marks.length).toBeLessThanOrEqual(MAX_PAIRED_GROUPS + 1);
        const named = new Set(
          marks.flatMap(({ parts }) =>
            parts.flatMap(({ band }) => (band.kind === 'value' ? band.value : [])),
          ),
        );
        for (const { line, parts } of marks) {
          expect(parts.length).toBeLessThanOrEqual(MAX_PARTS + 1);
          const own = rows.filter(({ Canal }) => Canal === line.first);
          const bySku = new Map(
            parts.map(({ band, value }) => [band.kind === 'value' ? band.value : '*', value]),
          );
          for (const sku of new Set(own.map((row) => textOf(row, SKU)))) {
            if (!named.has(sku)) continue;
            const cents = sumOf(
              own.filter((row) => textOf(row, SKU) === sku),
              'Ventas',
            );
            expect(bySku.get(sku)).toBe(decimalOfCents(cents));
          }
          const rest = own.filter((row) => !named.has(textOf(row, SKU)));
          expect(bySku.has('*')).toBe(rest.length > 0);
          if (rest.length > 0)
            expect(Number(bySku.get('*'))).toBe(Number(decimalOfCents(sumOf(rest, 'Ventas'))));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('bars of times within groups', () => {
  test('are the newest times in their order, alike in every group, and none stands for the earlier ones', async () => {
    const row = (canal: string, day: string): Row => ({
      ...{ Canal: canal, 'SKU Producto': 'a', day, order: '1' },
      cents: { Ventas: 100n, 'Rentabilidad Total': 1n, 'Costo de Producto': 1n, Unidades: 1n },
    });
    // Fifteen months of one channel, of which the other has the first and the last.
    const months = Array.from({ length: 15 }, (_, at) =>
      new Date(Date.UTC(2025, 7 + at, 10)).toISOString().slice(0, 10),
    );
    const rows = [
      ...months.map((day) => row('Uno', day)),
      row('Dos', months[0] ?? ''),
      row('Dos', months.at(-1) ?? ''),
    ];
    const model = await modelOf(rows, CANAL, MONTH);
    const marks = pairedMarks(model, sales, { first: false, second: true });
    const newest = months.slice(-MAX_TIMES_WITHIN).map((day) => day.slice(0, 7));
    expect(marks.map(({ line, parts }) => [line.first, parts.map(({ band }) => band)])).toEqual([
      ['Uno', newest.map((value) => ({ kind: 'value', value }))],
      ['Dos', [{ kind: 'value', value: newest.at(-1) }]],
    ]);
    expect(timesLeftOut(model, true)).toBe(15 - MAX_TIMES_WITHIN);
    const alone = await modelOf(rows, MONTH, null);
    expect(timesLeftOut(alone, false)).toBe(0);
  });

  test('the newest that is over stands out', () => {
    const months = ['', '2026-08', '2026-09', '2026-10'];
    const newest = (present: string | null) => newestOver('month', months, present as LocalDate | null);
    expect(newest('2026-10-12')).toBe('2026-09');
    expect(newest('2026-10-31')).toBe('2026-10');
    expect(newest(null)).toBe('2026-10');
    // Where nothing is over, the newest there is.
    expect(newest('2026-08-03')).toBe('2026-10');
    expect(newestOver('month', [''], null)).toBeNull();
  });
});

describe('the names of lines beside their ends', () => {
  test('stand in the order of the ends, each with its room, inside the plot; too many have none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 340, noNaN: true }), { minLength: 1, maxLength: 30 }),
        (ends) => {
          const places = spread(ends, 22, 314);
          if (ends.length > 23) return expect(places).toBeNull();
          const order = ends.map((y, at) => ({ y, at })).toSorted((a, b) => a.y - b.y);
          const sorted = order.map(({ at }) => places?.[at] ?? Number.NaN);
          for (const [at, y] of sorted.entries()) {
            expect(y).toBeGreaterThanOrEqual(22 - 1e-9);
            expect(y).toBeLessThanOrEqual(314 + 1e-9);
            if (at > 0) expect(y - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(13 - 1e-9);
          }
        },
      ),
    );
    expect(spread([100, 200], 22, 314)).toEqual([100, 200]);
  });

  test('are told apart without colours: no two lines have one stroke, nor the dots of what is not over', () => {
    const dashes = [0, 1, 2, 3, 4, 5].map(seriesDash);
    expect(new Set([...dashes, REST_DASH, '1 3']).size).toBe(MAX_LINES + 2);
  });
});

describe('stacked costs', () => {
  const cents = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
  const COLUMNS = {
    charges: ['Cobro de Comisiones', 'Cobro de Envío', 'Cobro por publicidad'],
    refunds: ['Reembolso de Comisiones', 'Reembolso de envío', 'Reembolso por publicidad'],
  } as const;

  test.each(['total', 'comercial', 'marketplace'] as const)(
    'of %s are what stands between its income and its result, to the cent',
    async (scope) => {
      const base = await modelOf([], CANAL, null);
      fc.assert(
        fc.property(fc.array(cents, { minLength: 8, maxLength: 8 }), (amounts) => {
          const [income = 0n, cost = 0n, ...rest] = amounts;
          const charges = rest.slice(0, 3);
          const refunds = rest.slice(3);
          const counted = (at: number) => scope !== 'comercial' || at < 2;
          const sections = charges
            .map((charge, at) => charge - (refunds[at] ?? 0n))
            .filter((_, at) => counted(at));
          const result =
            income - sections.reduce((sum, each) => sum + each, 0n) - (scope === 'marketplace' ? 0n : cost);
          const name = {
            total: 'Rentabilidad Total',
            comercial: 'Rentabilidad Comercial',
            marketplace: 'Rentabilidad Marketplace',
          }[scope];
          const sums = Object.fromEntries(
            (
              [
                ['Ingreso Total', income],
                ['Costo de Producto', cost],
                [name, result],
                ...COLUMNS.charges.map((column, at) => [column, charges[at] ?? 0n] as const),
                ...COLUMNS.refunds.map((column, at) => [column, refunds[at] ?? 0n] as const),
              ] as const
            ).map(([column, value]) => [column, decimalOfCents(value)]),
          );
          const now = { ...base.total.pair.now, rows: 1, sums };
          const line = { ...base.total, key: '=a', kind: 'group' as const, pair: { now, before: null } };
          const own = measure(`sum:${name}`);
          const mark = {
            ...{ line, pair: line.pair, value: decimalOfCents(result), likely: null, isPartial: false },
            ...{ before: null, difference: null, change: null, share: null, cumulative: null },
          };
          const [stack] = stacksOf([mark], own);
          const left = (text: string | null | undefined): bigint => BigInt((text ?? '0.00').replace('.', ''));
          expect(left(stack?.income.value) - left(stack?.cost)).toBe(result);
          const known = (stack?.costs ?? []).flatMap(({ value }) => value ?? []);
          expect(known.reduce((sum, value) => sum + left(value), 0n)).toBe(left(stack?.cost));
          const [low, high] = stackDomain([...stacksOf([mark], own)], own);
          expect(low).toBeLessThanOrEqual(Math.min(0, Number(mark.value)));
          expect(high).toBeGreaterThanOrEqual(Math.max(0, Number(mark.value)));
        }),
      );
    },
  );
});

describe('the view that a chart asks for', () => {
  const pivot: PivotView = INITIAL_VIEW.pivot;
  const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });

  test('of lines has a part of the calendar across: the table’s, or one with points enough for the period', () => {
    const lines = (view: PivotView, of: Period | null) => {
      const { first, second, place } = chartedView(withChart(view, 'lines'), of);
      return [first, second, place];
    };
    const byMonth = { column: null, unit: 'month' } as const;
    const year = period('2026-01-01', '2026-12-31');
    const october = period('2026-10-01', '2026-10-31');
    expect(lines(pivot, null)).toEqual([CANAL, byMonth, 'across']);
    expect(lines(pivot, october)).toEqual([CANAL, { column: null, unit: 'day' }, 'across']);
    expect(lines({ ...pivot, second: byMonth }, year)).toEqual([CANAL, byMonth, 'across']);
    expect(lines({ ...pivot, second: byMonth }, october)).toEqual([
      CANAL,
      { column: null, unit: 'day' },
      'across',
    ]);
    expect(lines({ ...pivot, first: byMonth, second: CANAL }, year)).toEqual([CANAL, byMonth, 'across']);
    expect(lines({ ...pivot, first: byMonth }, year)).toEqual([byMonth, null, 'nested']);
    expect(
      [31, 62, 63, 190, 191].map((days) => {
        const to = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
        return unitWithin(period('2026-01-01', to));
      }),
    ).toEqual(['day', 'day', 'week', 'week', 'month']);
  });

  test('of a rate draws the lines of the greatest sales, and of stacks sums every line of the result', () => {
    const rates: PivotView = { ...pivot, measures: ['rate:Rentabilidad Total'] };
    expect(chartedView(withChart(rates, 'lines'), null).sort?.column).toBe('sum:Ventas');
    const stacked = chartedView(withChart(pivot, 'stacked'), null);
    expect(stacked.measures).toEqual(
      expect.arrayContaining(['sum:Cobro de Comisiones', 'sum:Ingreso Total']),
    );
    expect(stacked.chart?.measure).toBe('sum:Rentabilidad Total');
  });
});

test.each([
  [-1, 1, true],
  [-0.5, 100, true],
  [0, 1, false],
  [-1, 0, false],
  [1, 2, false],
  [-2, -1, false],
  [0, 0, false],
] as const)('a line of 0 from %d to %d: %s', (min, max, isDrawn) => {
  expect(hasZeroInside({ min, max })).toBe(isDrawn);
});
