import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Totals } from '#renderer/data/model/totals.ts';
import { coverageRate, figureOf } from '#renderer/features/income-statement/income-statement-columns.ts';
import { STATEMENT_LINES } from '#renderer/features/income-statement/income-statement-lines.ts';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { besidePoints, monthPoints } from '#renderer/features/trend/month-points.ts';
import { footCell } from '#renderer/screens/orders/orders-table.tsx';
import { shareProducts } from '#renderer/screens/panel/products-section.tsx';
import { tilesOf } from '#renderer/screens/panel/tile-figures.ts';
import { waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import { decimalIn } from '#renderer/screens/profitability/figures/figures.ts';
import { plotOf } from '#renderer/screens/profitability/figures/heat.ts';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** No screen makes a rate over sales of zero or less: each place that makes one is asked for all that it makes. */

const SUMMED = COLUMNS.filter(isSummable).map(({ key }) => key);

/** Every rate of Ventas that a screen makes of a set of rows, by place. */
function ratesOf(totals: Omit<Totals, 'revision'>): { readonly [place: string]: readonly unknown[] } {
  const own = { all: totals, selling: totals };
  const group = { value: '2026-10', caption: null, totals };
  const column = { totals, less: null };
  const compared = [
    { totals, less: ELSE },
    { totals: ELSE, less: totals },
  ];
  const asColumn = (each: object) => ({ id: '', kind: 'group', value: '', leftOut: 0, ...each }) as never;
  const measures = [...['rate', 'share'].map((kind) => `${kind}:Ventas`), 'coverage'].flatMap(
    (id) => measureOf(id) ?? [],
  );
  const rates = SUMMED.flatMap((key) => measureOf(`rate:${key}`) ?? []);
  const style = { text, formats: { figure: String, exact: String } } as never;
  return {
    tiles: tilesOf({ own, others: [] }).flatMap(({ id, rate }) =>
      ['marketplace', 'comercial', 'total'].includes(id) ? [rate] : [],
    ),
    tilesCompared: tilesOf({ own, others: [{ against: 'previous-period', figures: own }] }).flatMap(
      ({ rateChanges }) => rateChanges.map(({ by }) => by),
    ),
    waterfall: waterfallOf(totals.sums, totals.sums)?.steps.map(({ ratePercent }) => ratePercent) ?? [],
    products: shareProducts([group], 'Rentabilidad Total', '1' as Decimal, undefined).map(
      ({ ratePercent }) => ratePercent,
    ),
    statement: STATEMENT_LINES.map((line) => figureOf(line, column).ratePercent),
    statementCompared: STATEMENT_LINES.flatMap((line) =>
      compared.map((each) => figureOf(line, each).ratePercent),
    ),
    statementCoverage: [column, ...compared].map((each) => coverageRate(asColumn(each))),
    pivot: [...measures, ...rates].map((measure) => decimalIn(measure, totals, totals)),
    pivotShades: [...rates, ...measures.filter(({ kind }) => kind !== 'share')].map((measure) =>
      plotOf(measure, totals),
    ),
    orders: Object.keys(RATE_COLUMNS).map(
      (key) => footCell(key, { revision: 1, ...totals }, style)?.value ?? null,
    ),
    trend: [...monthPoints([group], null), ...besidePoints([{ ...group, value: '' }])].flatMap(({ scopes }) =>
      scopes.map(({ ratePercent }) => ratePercent),
    ),
    coverage: [costCoverageRate(totals)],
  };
}

function totalsOf(sales: bigint, part: bigint): Omit<Totals, 'revision'> {
  return {
    rows: 2,
    orders: 1,
    sums: Object.fromEntries(SUMMED.map((key) => [key, String(key === 'Ventas' ? sales : part) as Decimal])),
    unreadable: {},
    ventasWithProductCost: String(part) as Decimal,
    rowsWithoutProductCost: 1,
  };
}

const ELSE = totalsOf(10n, 5n);
const amounts = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

test('every place makes its rates over sales, and none over sales of zero or less', () => {
  fc.assert(
    fc.property(amounts, amounts, (sales, part) => {
      for (const [place, rates] of Object.entries(ratesOf(totalsOf(sales, part)))) {
        expect(rates.length, place).toBeGreaterThan(0);
        if (sales <= 0n) expect([place, rates.filter((rate) => rate !== null)]).toEqual([place, []]);
        else if (place !== 'tilesCompared') expect([place, rates.includes(null)]).toEqual([place, false]);
      }
    }),
    { numRuns: 60 },
  );
});
