import { describe, expect, test } from 'vitest';
import {
  type FigurePair,
  type Figures,
  NO_FIGURES,
} from '#renderer/screens/profitability/figures/figures.ts';
import { plotOf as shadePlot } from '#renderer/screens/profitability/figures/heat.ts';
import { favourOf, type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { hasBeyond, lineAxis } from '#renderer/screens/profitability/pivot/chart-lines.ts';
import { chartedView, hasHatching } from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { figureCell } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import {
  figureColumns,
  measureGroup,
  measureLabel,
  partLabel,
} from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { askOf, linesKeyOf, sortShown } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { columnName, gridColumns, gridGroups } from '#renderer/screens/profitability/pivot/pivot-layout.tsx';
import type { PivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { dotsOf } from '#renderer/screens/profitability/pivot/scatter-dots.ts';
import {
  INITIAL_VIEW,
  POINTS,
  startOf,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import { favouredTone } from '#renderer/ui/figure.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** The columns of the pivot, what stands in them and what is asked for them, whole. */

const measure = (id: string): Measure => {
  const found = measureOf(id);
  if (found === null) throw new Error(id);
  return found;
};
const all = (...ids: readonly string[]) => ids.map(measure);
const figures = (sums: { readonly [column: string]: string }, more: Partial<Figures> = {}): Figures => ({
  ...{ ...NO_FIGURES, rows: 2, orders: 2, sums: sums as Figures['sums'] },
  ventasWithProductCost: (sums.Ventas ?? '0') as Decimal,
  ...more,
});
const plain = (words: string | undefined) => words?.replace(/[^\S\n]/gu, ' ') ?? '';

describe('the columns', () => {
  const ids = (of: Parameters<typeof figureColumns>[0]) => figureColumns(of).map(({ id }) => id);
  const [sales, rate] = all('sum:Ventas', 'rate:Rentabilidad Total');
  const measures = [sales, rate].filter((each) => each !== undefined);

  test('are each measure with how it differs; across, of each value, of the rest on its side, and of the row', () => {
    expect(ids({ measures, isCompared: true, bands: null, rest: null })).toEqual([
      ...['sum:Ventas', 'sum:Ventas/difference', 'sum:Ventas/change'],
      ...['rate:Rentabilidad Total', 'rate:Rentabilidad Total/difference'],
    ]);
    const across = (bands: readonly string[], rest: 'before' | 'after' | null) =>
      ids({ measures: measures.slice(0, 1), isCompared: false, bands, rest }).map((id) =>
        id.replace('sum:Ventas', '').replace('/value/', ''),
      );
    expect([
      across(['a', 'b'], 'before'),
      across(['a', 'b'], 'after'),
      across(['a', 'b'], null),
      across(['a'], null),
      across(['a'], 'after'),
      across([], null),
    ]).toEqual([
      ['*', '=a', '=b', ''],
      ['=a', '=b', '*', ''],
      ['=a', '=b', ''],
      ['=a'],
      ['=a', '*', ''],
      [''],
    ]);
  });

  test('are named in short under their group, in full in titles', () => {
    const told = all(
      'sum:Ventas',
      'sum:Rentabilidad Total',
      'rate:Rentabilidad Total',
      'sum:Costo Total',
      'rate:Costo Total',
      'share:Ventas',
      'per-unit:Costo Envío',
      'rate:Costo Envío',
      'orders',
      'coverage',
    ).map((each) =>
      [
        measureGroup(each),
        measureLabel(each, text),
        partLabel(each, 'difference', text),
        partLabel(each, 'change', text),
      ].join(' | '),
    );
    expect(told).toEqual([
      'section:sale | Ventas | Dif. | Dif. %',
      'scope:total | Rentabilidad | Dif. | Dif. %',
      'scope:total | % | Dif. pp | Dif. %',
      'scope:total | Costo | Dif. | Dif. %',
      'scope:total | Costo % | Dif. pp | Dif. %',
      'section:sale | Ventas % del total | Dif. pp | Dif. %',
      'section:shipping | Costo neto por unidad | Dif. | Dif. %',
      'section:shipping | Costo neto % | Dif. pp | Dif. %',
      'set | Órdenes | Dif. | Dif. %',
      'set | Ventas con costo, % | Dif. pp | Dif. %',
    ]);
  });

  const input = (
    isAcross: boolean,
    columns = figureColumns({
      measures,
      isCompared: false,
      bands: isAcross ? ['a'] : null,
      rest: isAcross ? 'after' : null,
    }),
  ) => {
    const pair = { now: figures({ Ventas: '10', 'Rentabilidad Total': '2' }), before: null };
    const line = {
      key: '=x',
      depth: 0,
      kind: 'group',
      pair,
      across: new Map([['a', pair]]),
      acrossRest: () => pair,
    };
    const model = {
      lines: [line],
      total: { ...line, kind: 'total' },
      bands: ['a'],
      bandsLeftOut: 3,
    } as unknown as PivotModel;
    return {
      ...{
        model,
        figures: columns,
        isAcross,
        heading: { name: 'Canal', caption: isAcross ? null : 'Producto' },
        unit: 'CLP',
        text,
      },
      ...{
        nameOf: () => 'x',
        bandName: (value: string) => `<${value}>`,
        cell: () => ({ text: '10', tone: 'plain' as const }),
      },
      widths: {
        regular: (words: string) => words.length * 6,
        bold: (words: string) => words.length * 7,
      } as never,
    };
  };

  test('of the table stand under their section, or across under each value, the row’s own at the right end', () => {
    const columns = (isAcross: boolean) =>
      gridColumns(input(isAcross)).map(({ id, name, group, pinned, sortable, atEnd }) =>
        [id, name, group, pinned, sortable, atEnd ?? ''].join(' | '),
      );
    expect(columns(false)).toEqual([
      'name | Canal | pinned | true | true | ',
      'caption | Producto | caption | false | false | ',
      'sum:Ventas | Ventas | section:sale | false | true | ',
      'rate:Rentabilidad Total | Rentabilidad Total % de Ventas | scope:total | false | true | ',
    ]);
    expect(columns(true)).toEqual([
      'name | Canal | pinned | true | true | ',
      'sum:Ventas/value/=a | <a>: Ventas | =a | false | true | ',
      'rate:Rentabilidad Total/value/=a | <a>: Rentabilidad Total % de Ventas | =a | false | true | ',
      'sum:Ventas/value/* | Otros: 3: Ventas | * | false | true | ',
      'rate:Rentabilidad Total/value/* | Otros: 3: Rentabilidad Total % de Ventas | * | false | true | ',
      'sum:Ventas | Total: Ventas | own | false | true | whole',
      'rate:Rentabilidad Total | Total: Rentabilidad Total % de Ventas | own | false | true | whole',
    ]);
    const groups = (isAcross: boolean) =>
      gridGroups(input(isAcross)).map(({ id, label, title }) => [id, label, title].join(' | '));
    expect(groups(false)).toEqual([
      ...[
        'pinned |  | ',
        'caption |  | ',
        'section:sale | Venta | Venta e ingresos',
        'scope:total | Total | Total',
      ],
    ]);
    expect(groups(true)).toEqual([
      ...[
        'pinned |  | ',
        'caption |  | ',
        '=a | <a> | <a>',
        '* | Otros: 3 | Otros: 3',
        'own | Total | Total',
      ],
    ]);
    const [first] = input(true).figures;
    if (first === undefined) throw new Error('One column.');
    expect([columnName(first, input(true)), columnName(first, input(false))]).toEqual([
      '<a>: Ventas',
      'Ventas',
    ]);
  });
});

describe('a cell', () => {
  const pair: FigurePair = {
    now: figures(
      { Ventas: '100', 'Rentabilidad Total': '20', 'Costo de Producto': '0', 'Costo Total': '80' },
      { rowsWithoutProductCost: 1, ventasWithProductCost: '60' as Decimal, unreadable: { Ventas: 2 } },
    ),
    before: figures({ Ventas: '80', 'Rentabilidad Total': '24', 'Costo Total': '50' }),
  };
  const cell = (id: string, part: 'value' | 'difference' | 'change') => {
    const {
      text: shown,
      tone,
      value,
      title,
      partial,
    } = figureCell(measure(id), part, pair, pair, { text, formats, places: 0 });
    return [shown, tone, value, plain(title), partial ?? ''].join(' | ');
  };

  test('has its figure, whether it is good, and what it is made of', () => {
    expect(
      [
        'sum:Ventas',
        'sum:Rentabilidad Total',
        'rate:Rentabilidad Total',
        'sum:Costo de Producto',
        'share:Ventas',
      ].map((id) => cell(id, 'value')),
    ).toEqual([
      '100 | plain | 100 | 100\nValores ilegibles fuera de la suma (+2) | true',
      '20 | plain | 20 | 20\nComo máximo 20,0 %; 20,0 % si el costo que falta fuera como el cargado | true',
      '20,0 | plain | 20.000000 | 20 ÷ 100 (Rentabilidad Total % de Ventas)\nComo máximo 20,0 %; 20,0 % si el costo que falta fuera como el cargado | true',
      'sin cargar | warn | 0 | Incompleta: falta Costo de Producto | ',
      '100,0 | plain | 100.000000 | 100 ÷ 100 (Ventas % del total)\nValores ilegibles fuera de la suma (+2) | true',
    ]);
    expect(
      ['sum:Ventas', 'sum:Costo Total', 'rate:Rentabilidad Total', 'rows'].flatMap((id) => [
        cell(id, 'difference'),
        cell(id, 'change'),
      ]),
    ).toEqual([
      '+20 | positive | 20 | 100 − 80 | ',
      '+25,0 | positive | 25.000000 | 100 − 80 | ',
      '+30 | negative | 30 | 80 − 50 | ',
      '+60,0 | negative | 60.000000 | 80 − 50 | ',
      '−10,0 | negative | -10.000000 | 20,000000 − 30,000000 | ',
      '−33,3 | negative | -33.333333 | 20,000000 − 30,000000 | ',
      '0 | zero | 0 | 2 − 2 | ',
      '0 | zero | 0.000000 | 2 − 2 | ',
    ]);
    expect(
      (['gained', 'lost', 'zero', 'plain'] as const).map((tone) =>
        [favouredTone(tone, 1), favouredTone(tone, 0), favouredTone(tone, -1)].join(' '),
      ),
    ).toEqual([
      ...['positive plain negative', 'negative plain positive', 'zero zero zero', 'plain plain plain'],
    ]);
    expect(
      ['rows', 'share:Ventas', 'orders', 'ticket', 'coverage', 'sum:Unidades'].map((id) =>
        favourOf(measure(id)),
      ),
    ).toEqual([0, 0, 1, 1, 1, 1]);
  });

  test('is shaded by what it is of, and by nothing on sales that are none', () => {
    const of = (Ventas: string) =>
      shadePlot(measure('rate:Rentabilidad Total'), figures({ Ventas, 'Rentabilidad Total': '5' }));
    expect([of('50'), of('0'), of('-50')]).toEqual([0.1, null, null]);
  });
});

describe('what is asked', () => {
  test('of those that lose sums what they lose by, also where it is not shown', () => {
    const view = { ...POINTS['losing-products'], measures: ['orders'], scope: null };
    const asked = askOf(EVERYTHING, view, ['x']);
    expect(asked.columns).toContain('Rentabilidad Total');
    expect([
      asked.below?.column,
      asked.open,
      askOf(EVERYTHING, { ...view, open: 'all' }, ['x']).open,
    ]).toEqual(['Rentabilidad Total', ['x'], 'all']);
    expect(
      askOf(EVERYTHING, { ...INITIAL_VIEW.pivot, measures: ['sum:Cobro de Comisiones'] }, []).columns,
    ).toContain('Cobro de Comisiones');
  });

  test('is in the usual order where none was chosen: time from the newest, texts by their sales', () => {
    const of = (unit: 'month' | null) =>
      sortShown(null, {
        ...INITIAL_VIEW.pivot,
        first: { column: unit === null ? 'Canal' : null, unit },
      } as never);
    expect([of(null), of('month')]).toEqual([
      { column: 'sum:Ventas', direction: 'descending' },
      { column: 'name', direction: 'descending' },
    ]);
    const chosen = { column: 'orders', direction: 'ascending' } as const;
    expect(sortShown(chosen, INITIAL_VIEW.pivot)).toBe(chosen);
    const key = (part: object) =>
      linesKeyOf({ ...askOf(EVERYTHING, INITIAL_VIEW.pivot, []), ...part } as never);
    const own = key({});
    expect(
      [key({ all: true }), key({ sort: chosen }), key({ selection: { ...EVERYTHING, search: 'x' } })].every(
        (other) => other !== own,
      ),
    ).toBe(true);
    expect([key({ columns: ['x'] }), key({ against: 'previous-year' }), key({ open: ['x'] })]).toEqual([
      own,
      own,
      own,
    ]);
  });

  test('of a chart is what the table is sorted by, where it has that measure, and of one day lines by days', () => {
    const of = (column: string) =>
      withChart(
        {
          ...INITIAL_VIEW.pivot,
          measures: ['sum:Unidades', 'orders'],
          sort: { column, direction: 'descending' },
        },
        'bars',
      ).chart?.measure;
    expect([of('orders'), of('sum:Ventas'), of('name')]).toEqual(['orders', 'sum:Unidades', 'sum:Unidades']);
    const day = { from: '2026-10-01' as LocalDate, to: '2026-10-01' as LocalDate };
    const daily = withChart({ ...INITIAL_VIEW.pivot, second: { column: null, unit: 'day' } }, 'lines');
    expect(chartedView(daily, day).second).toEqual({ column: null, unit: 'day' });
    const losing = chartedView(withChart(startOf('losing-products') ?? INITIAL_VIEW.pivot, 'bars'), null);
    expect([losing.all, chartedView(withChart(INITIAL_VIEW.pivot, 'bars'), null).all]).toEqual([true, false]);
  });
});

describe('what is drawn', () => {
  const point = (value: string | null, more: object = {}) => ({ value, likely: null, before: null, ...more });
  const rate = measure('rate:Rentabilidad Total');

  test('lines lie on an axis that holds what they are held against and what costs may take; one point beyond is told', () => {
    const lines = (...points: readonly object[]) =>
      ({ lines: [{ points }, { points: [point('10')] }] }) as never;
    expect(lineAxis(lines(point('20', { before: '40', likely: '-10' })), rate)).toMatchObject({
      min: -20,
      max: 40,
    });
    expect(lineAxis(lines(point('20', { before: '4000' })), measure('sum:Ventas'))).toMatchObject({
      min: 0,
      max: 4000,
    });
    expect([
      hasBeyond(lines(point('20')), rate),
      hasBeyond(lines(point('20'), point('101')), rate),
      hasBeyond(lines(point('101')), measure('sum:Ventas')),
    ]).toEqual([false, true, false]);
  });

  test('hatching is told where it is to be seen: from half a percent of its bar on', () => {
    const of = (covered: string, total = '1000') => {
      const now = figures(
        { Ventas: '1000', 'Costo de Producto': '100', 'Rentabilidad Total': total },
        { rowsWithoutProductCost: 1, ventasWithProductCost: covered as Decimal },
      );
      const pair = { now, before: null };
      const line = { kind: 'group', depth: 0, pair, across: null };
      return hasHatching(
        { lines: [line], bands: [], total: { pair } } as never,
        measure('sum:Rentabilidad Total'),
      );
    };
    // Of 1000 the missing costs take about 5 where 952 have one, and half as much where 976 have.
    expect([of('900'), of('976'), of('1000')]).toEqual([true, false, false]);
  });

  test('dots and what costs may take from them stand at the edge where they lie beyond it', () => {
    const mark = (
      key: string,
      sales: string | undefined,
      value: string | null,
      likely: string | null = null,
      kind = 'group',
    ) => ({ line: { key, kind, pair: { now: { sums: { Ventas: sales } } } }, value, likely }) as never;
    expect(
      dotsOf([
        mark('a', '5', '20', '-300'),
        mark('b', '90', '-150'),
        mark('c', '7', null),
        mark('d', undefined, '3'),
        mark('e', '99', '1', null, 'others'),
        mark('f', '50', '100'),
      ]).map(({ at, key, x, y, likely, isBeyond }) => [at, key, x, y, likely, isBeyond]),
    ).toEqual([
      [0, 'b', 90, -100, null, true],
      [1, 'f', 50, 100, null, false],
      [2, 'a', 5, 20, -100, false],
    ]);
  });
});
