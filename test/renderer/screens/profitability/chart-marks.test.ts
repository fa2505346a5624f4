import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureId, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import {
  chartedView,
  chartMarks,
  chartMeasure,
  chartMeasures,
  drawsLosses,
  withoutSales,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { type PivotModel, pivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import {
  type Dot,
  dotAxes,
  dotsOf,
  namesBeside,
  outstanding,
} from '#renderer/screens/profitability/pivot/scatter-dots.ts';
import {
  INITIAL_VIEW,
  type PivotView,
  POINTS,
  viewSchema,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { callerOf, decimalOfCents, type Row, rowsArbitrary, SUMMED, sumOf, textOf } from './pivot-world.ts';

/** The pivot as a chart: what its marks are, against the rows themselves. */

const SKU = { column: 'SKU Producto', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const sales = measureOf('sum:Ventas');
const rate = measureOf('rate:Rentabilidad Total');
if (sales === null || rate === null) throw new Error('Both are measures.');

async function modelOf(rows: readonly Row[], first: typeof SKU | typeof MONTH): Promise<PivotModel> {
  const sort =
    first === MONTH
      ? ({ column: 'name', direction: 'ascending' } as const)
      : ({ column: 'sum:Ventas', direction: 'descending' } as const);
  const place = 'nested' as const;
  const asked = {
    ...{ selection: EVERYTHING, first, second: null, place, columns: SUMMED, against: null },
    ...{ sort, all: false, open: 'all' as const },
  };
  const result = await readPivot(callerOf(rows), asked, 'slot');
  return pivotModel({ result, second: null, place, sort, isOpen: () => true });
}

/** Six places of percent in BigInt, half away from zero. */
function percentOf(part: bigint, whole: bigint): string {
  const size = (part < 0n ? -part : part) * 10n ** 8n;
  const rounded = (size * 2n + whole) / (2n * whole);
  const text = rounded.toString().padStart(7, '0');
  return `${part < 0n && rounded > 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}

describe('the marks of a chart', () => {
  test('are each the exact sum of their rows, the others one of them, and together the whole', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.integer({ min: 1, max: 6 }), async (rows, most) => {
        const marks = chartMarks(await modelOf(rows, SKU), sales, false, most);
        const groups = new Set(rows.map((row) => textOf(row, SKU)));
        expect(marks.length).toBe(groups.size <= most + 1 ? groups.size : most + 1);
        const whole = sumOf(rows, 'Ventas');
        let running = 0n;
        const left = new Set(groups);
        for (const { line, value, share, cumulative } of marks) {
          const isOthers = line.kind === 'others';
          if (isOthers) expect(line.leftOut).toBe(left.size);
          const own = rows.filter((row) =>
            isOthers ? left.has(textOf(row, SKU)) : textOf(row, SKU) === line.first,
          );
          if (line.first !== null) left.delete(line.first);
          const cents = sumOf(own, 'Ventas');
          running += cents;
          expect(value).toBe(decimalOfCents(cents));
          expect(share).toBe(whole > 0n ? percentOf(cents, whole) : null);
          expect(cumulative).toBe(whole > 0n ? percentOf(running, whole) : null);
        }
        expect(running).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('of time go on in its order: the newest are shown, and what was before them is no mark', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.integer({ min: 1, max: 3 }), async (rows, most) => {
        const marks = chartMarks(await modelOf(rows, MONTH), sales, true, most);
        const months = [...new Set(rows.map((row) => textOf(row, MONTH)))].toSorted();
        expect(marks.map(({ line }) => line.first)).toEqual(months.slice(-most));
      }),
      { numRuns: 40 },
    );
  });

  test('of a table that begins with its losses are those that lose, and what else loses is one of them', async () => {
    const losses = {
      sort: { column: 'sum:Rentabilidad Total', direction: 'ascending' },
      scope: null,
    } as const;
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.integer({ min: 1, max: 4 }), async (rows, most) => {
        const result = measureOf('sum:Rentabilidad Total');
        if (result === null) throw new Error('It is a measure.');
        const marks = chartMarks(await modelOf(rows, SKU), result, false, most, losses);
        const skus = [...new Set(rows.map((row) => textOf(row, SKU)))];
        const sumOfSku = (sku: string) =>
          sumOf(
            rows.filter((row) => textOf(row, SKU) === sku),
            'Rentabilidad Total',
          );
        const losing = skus.filter((sku) => sku !== '' && sku !== 'Sin SKU' && sumOfSku(sku) < 0n);
        const own = losing.length > 0 ? losing : skus;
        const named = marks.flatMap(({ line }) => (line.kind === 'group' ? [line.first ?? ''] : []));
        expect(own).toEqual(expect.arrayContaining(named));
        expect(named).toHaveLength(own.length <= most + 1 ? own.length : most);
        const others = marks.filter(({ line }) => line.kind === 'others');
        expect(others.map(({ line }) => [line.leftOut, line.areLosers === true])).toEqual(
          named.length === own.length ? [] : [[own.length - named.length, losing.length > 0]],
        );
        const whole = marks.reduce((sum, { value }) => sum + toGrains(value ?? '0'), 0n);
        const cents = own.reduce((sum, sku) => sum + sumOfSku(sku), 0n);
        expect(whole).toBe(toGrains(decimalOfCents(cents)));
      }),
      { numRuns: 40 },
    );
  });

  test('that lose without sales say so, before the name of the product', async () => {
    const row = (sku: string, Ventas: bigint): Row => ({
      ...{ Canal: '', 'SKU Producto': sku, day: '2026-10-01', order: sku },
      cents: { Unidades: 1n, 'Costo de Producto': 0n, Ventas, 'Rentabilidad Total': -100n },
    });
    const marks = chartMarks(await modelOf([row('none', 0n), row('some', 1n)], SKU), sales, false);
    const captioned = marks.map((mark) => ({ ...mark, line: { ...mark.line, caption: 'Silla' } }));
    expect(withoutSales(captioned, 'nothing sold').map(({ line }) => [line.first, line.caption])).toEqual([
      ['some', 'Silla'],
      ['none', 'nothing sold · Silla'],
    ]);
  });

  test('say what they would be with the missing costs, where some are missing and they need them', async () => {
    const row = (sku: string, cents: { readonly [column: string]: bigint }): Row => ({
      ...{ Canal: '', 'SKU Producto': sku, day: '2026-10-01', order: '1' },
      cents: { Unidades: 1n, ...cents },
    });
    const rows = [
      row('half', { Ventas: 10_000n, 'Rentabilidad Total': 4000n, 'Costo de Producto': 3000n }),
      row('half', { Ventas: 10_000n, 'Rentabilidad Total': 7000n, 'Costo de Producto': 0n }),
      row('all', { Ventas: 10_000n, 'Rentabilidad Total': 4000n, 'Costo de Producto': 3000n }),
    ];
    const model = await modelOf(rows, SKU);
    const likelyOf = (measure: typeof rate) =>
      Object.fromEntries(
        chartMarks(model, measure, false).map(({ line, likely }) => [line.first, likely && Number(likely)]),
      );
    const total = measureOf('sum:Rentabilidad Total');
    if (total === null) throw new Error('It is a measure.');
    // The half without a cost costs 30 % too.
    expect(likelyOf(total)).toEqual({ half: 80, all: null });
    expect(likelyOf(rate)).toEqual({ half: 40, all: null });
    expect(likelyOf(sales)).toEqual({ half: null, all: null });
    const partialOf = (measure: typeof rate) =>
      Object.fromEntries(
        chartMarks(model, measure, false).map(({ line, isPartial }) => [line.first, isPartial]),
      );
    expect(partialOf(rate)).toEqual({ half: true, all: false });
    expect(partialOf(sales)).toEqual({ half: false, all: false });
  });
});

describe('the dots of a scatter', () => {
  test('are the groups with sales and a margin, inside their axes, and hollow where they lie further out', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.integer({ min: 1, max: 6 }), async (rows, most) => {
        const marks = chartMarks(await modelOf(rows, SKU), rate, false, most);
        const dots = dotsOf(marks);
        const { x, y } = dotAxes(dots);
        const expected = marks.filter(({ line, value }) => line.kind === 'group' && value !== null);
        expect(dots.map(({ key }) => key)).toEqual(expected.map(({ line }) => line.key));
        for (const dot of dots) {
          expect(dot.x).toBeGreaterThanOrEqual(x.min);
          expect(dot.x).toBeLessThanOrEqual(x.max);
          expect(dot.y).toBeGreaterThanOrEqual(y.min);
          expect(dot.y).toBeLessThanOrEqual(y.max);
          const margin = Number(dot.mark.value);
          expect(dot.isBeyond).toBe(Math.abs(margin) > 100);
          if (!dot.isBeyond) expect(dot.y).toBe(margin);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('are named where they stand out: by sales and by losses, never over each other', () => {
    const dot = fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: -100, max: 100 }),
      px: fc.integer({ min: 10, max: 120 }),
    });
    fc.assert(
      fc.property(fc.array(dot, { minLength: 1, maxLength: 40 }), (drawn) => {
        const dots = drawn
          .toSorted((a, b) => b.x - a.x)
          .map(
            ({ x, y }, at) =>
              ({ at, key: String(at), x, y, likely: null, isBeyond: false }) as unknown as Dot,
          );
        const named = outstanding(dots);
        expect(named[0]).toBe(dots[0]);
        expect(new Set(named).size).toBe(named.length);
        const selling = dots.filter(({ x }) => x >= (dots[0]?.x ?? 0) * 0.02);
        expect(named.map(({ y }) => y)).toContain(Math.min(...selling.map(({ y }) => y)));
        const placed = namesBeside(
          named.map(({ at, x, y }) => ({ at, x, y: y + 100, px: drawn[at]?.px ?? 0 })),
          1100,
        );
        const boxes = placed.map(({ at, x, y, isLeft }) => {
          const px = drawn[at]?.px ?? 0;
          return { left: isLeft ? x - px : x, right: isLeft ? x : x + px, y };
        });
        for (const [index, box] of boxes.entries()) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(1100);
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              Math.abs(other.y - box.y) >= 14 || other.right < box.left || other.left > box.right;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });

  test('are of the margin of the scope in view, Total first, and of the greatest sales', () => {
    const pivot = withChart({ ...INITIAL_VIEW.pivot, measures: ['orders'] }, 'scatter');
    expect(measureId(chartMeasure(pivot, 'scatter'))).toBe('rate:Rentabilidad Total');
    const asked = chartedView({ ...pivot, scope: 'marketplace' }, null);
    expect(asked.sort).toEqual({ column: 'sum:Ventas', direction: 'descending' });
    expect(chartMeasures(asked, 'scatter').map(measureId)).toEqual(['rate:Rentabilidad Marketplace']);
  });
});

describe('a view with a chart', () => {
  const pivot: PivotView = {
    ...INITIAL_VIEW.pivot,
    second: { column: 'Canal', unit: null },
    place: 'across',
  };

  test('is the table again without it, and views kept before there were charts are tables', () => {
    const charted = withChart(pivot, 'pareto');
    expect(charted.chart).toEqual({ kind: 'pareto', measure: 'sum:Ventas' });
    expect(withChart(charted, null)).toEqual(pivot);
    expect(viewSchema.parse({ ...INITIAL_VIEW, pivot })).toEqual({ ...INITIAL_VIEW, pivot });
    const whole = { ...INITIAL_VIEW, pivot: charted };
    expect(viewSchema.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  test('asks for the greatest of what is drawn first, time in its order; only bars and lines keep a second dimension', () => {
    expect(chartedView(pivot, null)).toBe(pivot);
    expect(chartedView(withChart(pivot, 'bars'), null).second).toEqual(pivot.second);
    const asked = chartedView(withChart(pivot, 'pareto'), null);
    expect([asked.second, asked.sort]).toEqual([null, { column: 'sum:Ventas', direction: 'descending' }]);
    const ofTime = chartedView(withChart({ ...pivot, first: { column: null, unit: 'month' } }, 'bars'), null);
    expect(ofTime.sort).toEqual({ column: 'name', direction: 'ascending' });
  });

  test('of the template of losses draws the losers, by what they lose, whichever chart it is', () => {
    for (const kind of ['bars', 'stacked', 'scatter'] as const) {
      const charted = withChart(POINTS['losing-products'], kind);
      const asked = chartedView(charted, null);
      expect(drawsLosses(asked)).toBe(true);
      expect(asked.sort).toEqual({ column: 'sum:Rentabilidad Total', direction: 'ascending' });
    }
    const bars = chartedView(withChart(POINTS['losing-products'], 'bars'), null);
    expect(measureId(chartMeasure(bars, 'bars'))).toBe('sum:Rentabilidad Total');
    // Parts of a whole, and tables in another order, have all of them.
    expect(drawsLosses(chartedView(withChart(POINTS['losing-products'], 'pareto'), null))).toBe(false);
    expect(drawsLosses(chartedView(withChart(pivot, 'bars'), null))).toBe(false);
  });

  test('draws the measure of the scope in view, and of a Pareto a sum', () => {
    const chart = { kind: 'bars', measure: 'rate:Rentabilidad Total' } as const;
    const view: PivotView = { ...pivot, scope: 'comercial', chart };
    expect(measureId(chartMeasure(view, 'bars'))).toBe('rate:Rentabilidad Comercial');
    const asked = chartedView(view, null);
    expect(measureId(chartMeasure(asked, 'bars'))).toBe('rate:Rentabilidad Comercial');
    expect(chartMeasures(view, 'pareto').every(({ kind }) => kind === 'sum')).toBe(true);
    expect(measureId(chartMeasure(view, 'pareto'))).toBe('sum:Ventas');
    const rates: PivotView = { ...view, measures: ['rate:Rentabilidad Total'] };
    expect(chartMeasures(rates, 'pareto').map(measureId)).toEqual(['sum:Ventas']);
  });
});
