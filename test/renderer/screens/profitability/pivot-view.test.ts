import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import {
  byColumn,
  byTime,
  daysOf,
  dimensionKey,
  dimensionName,
  drillDownSteps,
  groupByOf,
  overlap,
} from '#renderer/features/dimensions/dimensions.ts';
import { changeSelection } from '#renderer/features/selection/selection-state.ts';
import { allDimensions, dimensionGroups } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { type FigurePair, NO_FIGURES } from '#renderer/screens/profitability/figures/figures.ts';
import { measuresInView } from '#renderer/screens/profitability/figures/measures.ts';
import { type CellStyle, figureCell } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { figureColumns } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { columnName, gridColumns } from '#renderer/screens/profitability/pivot/pivot-layout.tsx';
import {
  type PivotLine,
  type PivotModel,
  pivotTable,
} from '#renderer/screens/profitability/pivot/pivot-model.ts';
import {
  INITIAL_VIEW,
  POINTS,
  STARTING_POINTS,
  viewSchema,
  withFirst,
} from '#renderer/screens/profitability/state/view-state.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { NO_BREAK_SPACE } from '#renderer/ui/number-format.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { readCsv } from '#test/e2e/csv-reader.ts';
import { csvText } from '#test/renderer/data/model/csv-text.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });

describe('parts of the calendar', () => {
  test('are the days that their names say', () => {
    expect(daysOf('year', '2026')).toEqual(period('2026-01-01', '2026-12-31'));
    expect(daysOf('quarter', '2026-Q3')).toEqual(period('2026-07-01', '2026-09-30'));
    expect(daysOf('month', '2024-02')).toEqual(period('2024-02-01', '2024-02-29'));
    expect(daysOf('week', '2026-W01')).toEqual(period('2025-12-29', '2026-01-04'));
    expect(daysOf('week', '2020-W53')).toEqual(period('2020-12-28', '2021-01-03'));
    expect(daysOf('day', '2026-09-05')).toEqual(period('2026-09-05', '2026-09-05'));
    for (const unit of ['year', 'quarter', 'month', 'week', 'day'] as const)
      expect(daysOf(unit, '')).toBeNull();
  });

  test('weeks are seven days from a Monday, one after the other', () => {
    const monday = Date.UTC(2020, 0, 6);
    fc.assert(
      fc.property(fc.nat(600), (weeks) => {
        const day = new Date(monday + weeks * 7 * 86_400_000);
        // The week's number by its Thursday, counted from the first of January.
        const thursday = new Date(day.getTime() + 3 * 86_400_000);
        const year = thursday.getUTCFullYear();
        const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000));
        const days = daysOf('week', `${year}-W${String(number).padStart(2, '0')}`);
        expect(days?.from).toBe(day.toISOString().slice(0, 10));
        expect(days?.to).toBe(new Date(day.getTime() + 6 * 86_400_000).toISOString().slice(0, 10));
      }),
    );
  });

  test('lie within the period, or not at all', () => {
    const october = period('2026-10-05', '2026-10-20');
    expect(overlap(october, period('2026-10-01', '2026-10-31'))).toEqual(october);
    expect(overlap(october, period('2026-10-19', '2026-10-25'))).toEqual(period('2026-10-19', '2026-10-20'));
    expect(overlap(october, period('2026-11-01', '2026-11-30'))).toBeNull();
    expect(overlap(null, october)).toEqual(october);
    // They meet in one day, or lie side by side.
    expect(overlap(october, period('2026-10-20', '2026-10-25'))).toEqual(period('2026-10-20', '2026-10-20'));
    expect(overlap(october, period('2026-10-21', '2026-10-25'))).toBeNull();
  });

  test('are named by their unit, and by the date where it is not that of the period', () => {
    expect(dimensionName(byColumn('Canal'), text)).toBe('Canal');
    expect(dimensionName(byTime('month'), text)).toBe(text('unit.month'));
    expect(dimensionName({ column: 'Fecha de Pago', unit: 'week' }, text)).toBe(
      `${text('unit.week')} · Fecha de Pago`,
    );
    expect(groupByOf(byTime('month'), 'Fecha de Pago')).toEqual({ column: 'Fecha de Pago', unit: 'month' });
    expect(groupByOf(byColumn('Canal'), 'Fecha de Pago')).toEqual({ column: 'Canal', unit: null });
  });
});

describe('the orders behind a figure', () => {
  const applied = (selection: Selection, ...narrowings: Parameters<typeof drillDownSteps>[1]) =>
    drillDownSteps(selection, narrowings)?.reduce(changeSelection, selection) ?? null;
  const october: Selection = { ...EVERYTHING, period: period('2026-10-05', '2026-11-20') };

  test('are those of its row and of its column', () => {
    const found = applied(
      october,
      { dimension: byColumn('Canal'), value: 'Austral' },
      { dimension: byTime('month'), value: '2026-10' },
    );
    expect(found?.filters).toEqual([{ column: 'Canal', values: ['Austral'] }]);
    expect(found?.period).toEqual(period('2026-10-05', '2026-10-31'));
  });

  test('of another date are told by that date, where no period stands in the way', () => {
    const paid = { dimension: { column: 'Fecha de Pago', unit: 'month' } as const, value: '2026-10' };
    expect(applied(EVERYTHING, paid)).toEqual({
      ...EVERYTHING,
      periodColumn: 'Fecha de Pago',
      period: period('2026-10-01', '2026-10-31'),
    });
    expect(applied(october, paid)).toBeNull();
  });

  test('without a date are told by that, beside a period of another date', () => {
    const unpaid = { dimension: { column: 'Fecha de Pago', unit: 'month' } as const, value: '' };
    expect(applied(october, unpaid)).toEqual({
      ...october,
      dateFilters: [{ column: 'Fecha de Pago', beyond: null }],
    });
    expect(applied(october, { dimension: byTime('month'), value: '2026-10' }, unpaid)?.period).toEqual(
      period('2026-10-05', '2026-10-31'),
    );
  });

  test('are not told where no filter can say them', () => {
    const updated = { column: 'Fecha de actualización', unit: 'day' } as const;
    expect(applied(EVERYTHING, { dimension: updated, value: '2026-10-01' })).toBeNull();
    expect(applied(october, { dimension: byTime('year'), value: '2024' })).toBeNull();
  });
});

describe('how the screen is set', () => {
  test('begins with the result, and every starting point is one it can keep', () => {
    expect(viewSchema.parse(JSON.parse(JSON.stringify(INITIAL_VIEW)))).toEqual(INITIAL_VIEW);
    expect(INITIAL_VIEW.shows).toBe('result');
    for (const point of STARTING_POINTS) {
      const view = { ...INITIAL_VIEW, shows: 'pivot' as const, pivot: POINTS[point] };
      expect(viewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
    }
  });

  test('refuses measures and dimensions that are none', () => {
    const broken = [
      { ...INITIAL_VIEW, pivot: { ...INITIAL_VIEW.pivot, measures: [] } },
      { ...INITIAL_VIEW, pivot: { ...INITIAL_VIEW.pivot, measures: ['mean:Ventas'] } },
      { ...INITIAL_VIEW, pivot: { ...INITIAL_VIEW.pivot, first: { column: null, unit: null } } },
      { ...INITIAL_VIEW, shows: 'other' },
      {},
    ];
    for (const view of broken) expect(viewSchema.safeParse(view).success).toBe(false);
  });

  test('the second dimension gives way to the first', () => {
    const view = { ...INITIAL_VIEW.pivot, second: byTime('month') };
    expect(withFirst(view, byTime('month')).second).toBeNull();
    expect(withFirst(view, byTime('week')).second).toEqual(byTime('month'));
  });

  test('every text column and every part of every date can be chosen, each once', () => {
    const groups = dimensionGroups(
      ['Columna nueva'],
      null,
      Object.assign((id: string) => id, { locale: 'es', column: same, shortColumn: () => null }),
    );
    const keys = groups.flatMap(({ items }) => items.map(({ value }) => value));
    expect(new Set(keys).size).toBe(keys.length);
    const all = allDimensions(['Columna nueva']);
    expect(new Set(keys)).toEqual(new Set(all.keys()));
    for (const [key, dimension] of all) expect(dimensionKey(dimension)).toBe(key);
    for (const key of ['Canal', 'Orden', 'Comprador', '/week', 'Fecha de Pago/day', 'Columna nueva'])
      expect(all.has(key)).toBe(true);
    expect(all.has('Ventas')).toBe(false);
  });
});

const same = (key: string): string => key;
const messages: { readonly [id: string]: string } = {
  'cell.incomplete': 'incomplete',
  'cell.not-loaded': 'not loaded',
  'cell.unreadable': 'unreadable',
  'measure.of-rate': 'rate',
};
const style: CellStyle = {
  formats: formatsOf(DEFAULT_CHOICES),
  places: 0,
  text: Object.assign(
    (id: string, values?: { readonly [name: string]: string | number }) =>
      id === 'statement.bounds' ? `${values?.most} to ${values?.likely}` : (messages[id] ?? id),
    { locale: 'es', column: same, shortColumn: () => null },
  ),
};
const figures = (sums: { readonly [column: string]: string }) => ({
  ...NO_FIGURES,
  rows: 1,
  sums: sums as { readonly [column: string]: Decimal },
});
const [cost, profit, rate] = measuresInView(
  ['sum:Costo de Producto', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total'],
  null,
);
if (cost === undefined || profit === undefined || rate === undefined) throw new Error('Three measures.');

describe('a figure', () => {
  const set = {
    ...figures({ Ventas: '1000', 'Costo de Producto': '450', 'Rentabilidad Total': '200' }),
    ventasWithProductCost: '900' as Decimal,
    rowsWithoutProductCost: 2,
  };
  const shown = (
    measure: typeof cost,
    now: typeof set,
    before: typeof set | null = null,
    part: 'value' | 'difference' | 'change' = 'value',
  ) => figureCell(measure, part, { now, before }, { now, before }, style);

  test('that lacks product cost is marked, with what it may be', () => {
    expect(shown(profit, set)).toMatchObject({
      value: '200',
      partial: true,
      title: `200\n20,0${NO_BREAK_SPACE}% to 15,0${NO_BREAK_SPACE}%`,
    });
    expect(shown(cost, set)).not.toHaveProperty('partial');
    expect(shown(cost, { ...set, sums: { ...set.sums, 'Costo de Producto': '0' as Decimal } })).toMatchObject(
      {
        text: 'not loaded',
        tone: 'warn',
        value: '0',
      },
    );
  });

  test('of a rate says its division, and its exact value', () => {
    const cell = shown(rate, { ...set, rowsWithoutProductCost: 0 });
    expect(cell).toMatchObject({
      text: '20,0',
      value: '20.000000',
      title: '200 ÷ 1.000 (Rentabilidad Total rate)',
    });
  });

  test('that left values out says so', () => {
    expect(shown(cost, { ...set, unreadable: { 'Costo de Producto': 3 } })).toMatchObject({
      partial: true,
      title: '450\nunreadable (+3)',
    });
  });

  test('that differs has its sign, and a colour that says whether that is good', () => {
    const more = {
      ...set,
      sums: { ...set.sums, 'Costo de Producto': '500' as Decimal, 'Rentabilidad Total': '250' as Decimal },
    };
    expect(shown(cost, more, set, 'difference')).toMatchObject({
      text: '+50',
      tone: 'negative',
      value: '50',
      title: '500 − 450',
    });
    expect(shown(profit, more, set, 'change')).toMatchObject({
      text: '+25,0',
      tone: 'positive',
      value: '25.000000',
    });
    expect(shown(rate, more, set, 'difference')).toMatchObject({ text: '+5,0', tone: 'positive' });
    expect(shown(profit, set, set, 'difference')).toMatchObject({ text: '0', tone: 'zero' });
  });
});

describe('its file', () => {
  test('has what is shown, exactly, and no text that becomes a formula', () => {
    const line = (part: Partial<PivotLine>): PivotLine => ({
      key: '',
      depth: 0,
      kind: 'group',
      first: null,
      second: null,
      caption: null,
      leftOut: 0,
      pair: { now: figures({ Ventas: '1234.50' }), before: null },
      across: null,
      acrossRest: null,
      isOpen: null,
      ...part,
    });
    const model: PivotModel = {
      lines: [
        line({ first: '=SUM(A1)' }),
        line({ depth: 1, first: '=SUM(A1)', second: '-2;"x"' }),
        line({ depth: 1, kind: 'others', first: '=SUM(A1)', leftOut: 7 }),
      ],
      total: line({ kind: 'total' }),
      bands: [],
      bandsLeftOut: 0,
    };
    const columns = figureColumns({
      measures: measuresInView(['sum:Ventas', 'share:Ventas'], null),
      isCompared: false,
      bands: null,
      rest: null,
    });
    const words: Parameters<typeof pivotTable>[3] = {
      first: 'Canal',
      second: 'SKU Producto',
      caption: null,
      firstOf: (each) => each.first ?? 'Total',
      secondOf: (each) => (each.depth === 1 ? (each.second ?? 'Otros') : 'Subtotal'),
      nameOf: ({ id }) => id,
    };
    const csv = csvText(pivotTable('x', model, columns, words, true), csvFormat(','));
    expect(readCsv(csv.replace('\uFEFF', ''), ';')).toEqual([
      ['Canal', 'SKU Producto', 'sum:Ventas', 'share:Ventas'],
      ["'=SUM(A1)", 'Subtotal', '1234,50', '100,000000'],
      ["'=SUM(A1)", `'-2;"x"`, '1234,50', '100,000000'],
      ["'=SUM(A1)", 'Otros', '1234,50', '100,000000'],
      ['Total', 'Subtotal', '1234,50', '100,000000'],
    ]);
  });

  test('has beside each figure that of the compared period: its difference and its change', () => {
    const pair = (now: string, before: string) => ({
      now: figures({ Ventas: now }),
      before: figures({ Ventas: before }),
    });
    const lineOf = (first: string | null, across: ReadonlyMap<string, FigurePair>): PivotLine => ({
      key: first ?? 'total',
      depth: 0,
      kind: first === null ? 'total' : 'group',
      first,
      second: null,
      caption: null,
      leftOut: 0,
      pair: pair('1234.50', '1000.00'),
      across,
      acrossRest: () => pair('0.10', '0.30'),
      isOpen: null,
    });
    const across = new Map([['2026-09', pair('-7.00', '-10.00')]]);
    const columns = figureColumns({
      measures: measuresInView(['sum:Ventas'], null),
      isCompared: true,
      bands: ['2026-09', '2026-10'],
      rest: 'after',
    });
    const words = {
      first: 'Canal',
      second: null,
      caption: null,
      firstOf: ({ first }: PivotLine) => first ?? 'Total',
      secondOf: () => '',
      nameOf: ({ part, band }: (typeof columns)[number]) =>
        `${band.kind === 'value' ? band.value : band.kind} ${part}`,
    };
    const model = {
      lines: [lineOf('Austral', across)],
      total: lineOf(null, across),
      bands: ['2026-09', '2026-10'],
      bandsLeftOut: 1,
    };
    const [head = [], row = [], total = []] = readCsv(
      csvText(pivotTable('x', model, columns, words, true), csvFormat('.')),
      ',',
    );
    const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
    expect(cells).toEqual({
      Canal: 'Austral',
      '2026-09 value': '-7.00',
      '2026-09 difference': '3.00',
      // A loss that shrinks has gained.
      '2026-09 change': '30.000000',
      // No figure is there: its cells are empty.
      '2026-10 value': '',
      '2026-10 difference': '',
      '2026-10 change': '',
      'others value': '0.10',
      'others difference': '-0.20',
      'others change': '-66.666667',
      'own value': '1234.50',
      'own difference': '234.50',
      'own change': '23.450000',
    });
    expect(total.slice(1)).toEqual(row.slice(1));
    // Texts: the greatest first, what is left after them, the row's own total at the right end.
    expect(head.filter((name) => name.endsWith('value'))).toEqual([
      '2026-09 value',
      '2026-10 value',
      'others value',
      'own value',
    ]);
    const whole = figureColumns({
      measures: measuresInView(['sum:Ventas'], null),
      isCompared: false,
      bands: ['2026-09'],
      rest: null,
    });
    // The one value is all there is: beside it a total would be the same once more.
    expect(whole.map(({ band }) => band.kind)).toEqual(['value']);
  });

  test('has each figure of the dimension across under its own name', () => {
    const columns = figureColumns({
      measures: measuresInView(['sum:Ventas'], null),
      isCompared: true,
      bands: ['2026-09', '2026-10'],
      rest: 'before',
    });
    expect(columns).toHaveLength(4 * 3);
    // As time goes: what was before, each month, and at the right end the total of all.
    const bands = columns.filter(({ part }) => part === 'value').map(({ band }) => band);
    expect(bands.map((band) => (band.kind === 'value' ? band.value : band.kind))).toEqual([
      'others',
      '2026-09',
      '2026-10',
      'own',
    ]);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
  });
});

describe('the title of a pivot’s column', () => {
  const columns = ['Costo Envío', 'Costo de Comisiones', 'Cobro de Comisiones', 'Ventas'] as const;
  const measures = columns.map((column) => ({ kind: 'sum', column }) as const);
  const figures = figureColumns({ measures, isCompared: false, bands: null, rest: null });
  const total: PivotLine = {
    ...{ key: 'total', depth: 0, kind: 'total', first: null, second: null, caption: null, leftOut: 0 },
    ...{ pair: { now: NO_FIGURES, before: null }, across: null, acrossRest: null, isOpen: null },
  };
  const model: PivotModel = { lines: [], total, bands: [], bandsLeftOut: 0 };

  test('says whether its cost is net or gross, as the lists of columns do; its file keeps the key', () => {
    const layout = {
      ...{ model, figures, isAcross: false, heading: { name: 'Canal', caption: null }, unit: null, text },
      ...{ nameOf: () => '', bandName: () => '', cell: () => ({ text: '', tone: 'plain' }) as const },
      widths: { regular: () => 0, bold: () => 0 },
    };
    const shown = gridColumns(layout as unknown as Parameters<typeof gridColumns>[0]);
    expect(shown.slice(1).map(({ name }) => name)).toEqual([
      `Costo Envío (${text('columns.net-all')})`,
      `Costo de Comisiones (${text('columns.net-refunds')})`,
      `Cobro de Comisiones (${text('columns.net-gross')})`,
      'Ventas',
    ]);
    const named = figures.map((column) =>
      columnName(column, { model, isAcross: false, bandName: () => '', text }),
    );
    expect(named).toEqual(columns);
  });
});
