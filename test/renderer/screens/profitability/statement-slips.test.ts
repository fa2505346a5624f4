import { describe, expect, test } from 'vitest';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { TableCell } from '#renderer/data/model/sheet-table.ts';
import {
  comparedColumns,
  figureOf,
  lineChange,
  type NamedColumn,
  periodName,
  type StatementColumn,
  wholeColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import {
  amountOf,
  STATEMENT_LINES,
  sectionName,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { bridgeOf } from '#renderer/features/income-statement/section-bridge.ts';
import { targetColumns } from '#renderer/features/targets/target-columns.ts';
import {
  COVERAGE,
  statementCells,
} from '#renderer/screens/profitability/income-statement/statement-cells.ts';
import {
  askOf,
  columnsOf,
  heatOfLine,
  readStatement,
  shownOf,
} from '#renderer/screens/profitability/income-statement/statement-data.ts';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** What a slip in the result would show wrong: names, spans, comparisons, shares and the file, over telling figures. */

const days = (from: string, to: string) => ({ from, to }) as Period;
const OCTOBER = days('2026-10-01', '2026-10-31');
const SEPTEMBER = days('2026-09-01', '2026-09-30');
const YEAR_BEFORE = days('2025-10-01', '2025-10-31');
const CANAL = { column: 'Canal', unit: null } as const;
const by = (unit: 'day' | 'week' | 'month' | 'quarter', column: string | null = null) => ({ column, unit });
const october: Selection = { ...EVERYTHING, period: OCTOBER };

const sumsOf = (sums: { readonly [column: string]: string }) =>
  sums as { readonly [column: string]: Decimal };
const totals = (sums: { readonly [column: string]: string }, withCost = '0', rows = 1) => ({
  ...{ rows, orders: rows, sums: sumsOf(sums), unreadable: {}, rowsWithoutProductCost: 0 },
  ventasWithProductCost: withCost as Decimal,
});
const groupsOf = (values: Record<string, string>, more: object = {}): Groups =>
  ({
    ...{ revision: 7, total: { revision: 7, ...totals({ Ventas: '100' }, '0', 9) } },
    groups: Object.entries(values).map(([value, Ventas]) => ({
      value,
      caption: null,
      totals: totals({ Ventas }),
    })),
    ...more,
  }) as never;
const against = (period: Period, Ventas: string, rows = 3) => ({
  compared: { period, total: { revision: 7, ...totals({ Ventas }, '0', rows) } },
});
const line = (id: string) => {
  const found = STATEMENT_LINES.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

describe('the columns of the result', () => {
  const LAST = '2026-10-12T09:00:00.000';
  type Shown = {
    readonly last?: string | null;
    readonly selection?: Selection;
    readonly comparisons?: object;
  };
  const shown = (groups: Groups, columns: StatementView['columns'], of: Shown = {}) => {
    const { last = LAST, selection = october, comparisons = [] } = of;
    const answer = { revision: 7, groups, comparisons } as never;
    return shownOf(answer, askOf(selection, columns), last, text);
  };
  const untils = (
    unit: 'day' | 'week' | 'month' | 'quarter',
    value: string,
    of: Shown & { readonly column?: string } = {},
  ) => shown(groupsOf({ [value]: '1', other: '2' }), by(unit, of.column ?? null), of).columns[0]?.until ?? '';

  test('say until when they go where their time is not over by the last purchase', () => {
    expect([
      untils('month', '2026-10'),
      untils('quarter', '2026-Q4'),
      untils('week', '2026-W42'),
      untils('day', '2026-10-12'),
      untils('month', '2026-10', { last: '2026-10-31T23:59:59.000' }),
      untils('month', '2026-10', { last: '2026-10-30T23:59:59.000' }),
      untils('month', '2026-10', { last: '2026-10-01T00:00:00.000' }),
      untils('month', '2026-09'),
      untils('month', '2026-11'),
      untils('month', '2026-10', { last: null }),
      untils('month', '2026-10', { column: 'Fecha de Pago' }),
      untils('month', '2026-10', { column: 'Fecha de Actualización' }),
    ]).toEqual([
      ...['hasta el 12', 'hasta el 12 oct', 'hasta el 12 oct', ''],
      ...['', 'hasta el 30', 'hasta el 1'],
      ...['', '', '', 'hasta el 12', ''],
    ]);
  });

  test('of texts that look like no date are groups; what lies beside the calendar comes last, the later first', () => {
    const values = { '': '1', '>2030-01-01': '2', '<2000-01-01': '3', '2026-10': '4' };
    const told = (isTime: boolean) =>
      columnsOf(groupsOf(values), isTime).map(({ kind, id }) => `${kind} ${id}`);
    expect([told(true), told(false)]).toEqual([
      ['group =2026-10', 'beside =>2030-01-01', 'beside =<2000-01-01', 'beside ='],
      ['group =', 'group =>2030-01-01', 'group =<2000-01-01', 'group =2026-10'],
    ]);
  });

  test('of one group alone are the whole, named by the period where it is a part of the calendar', () => {
    const comparisons = [
      { against: 'previous-period', groups: groupsOf({}, against(SEPTEMBER, '80')) },
      { against: 'previous-year', groups: groupsOf({}, against(YEAR_BEFORE, '60')) },
    ];
    const named = (groups: Groups, columns: StatementView['columns'], of: Shown = {}) => {
      const { columns: all, whole, change } = shown(groups, columns, of);
      return [...all.map(({ id, name }) => `${id}: ${name}`), whole?.name ?? '', change?.id ?? ''];
    };
    const narrow = { ...october, filters: [{ column: 'Canal', values: ['Plaza'] }] };
    expect([
      named(groupsOf({ Plaza: '1' }), CANAL),
      named(groupsOf({ Plaza: '1' }, { groupsLeftOut: 2 }), CANAL, { selection: narrow, comparisons }),
      named(groupsOf({ '2026-10': '1' }), by('month')),
      named(groupsOf({ '2026-10': '1' }), by('month'), { selection: EVERYTHING }),
      named(groupsOf({ '': '1' }), by('month')),
      named(groupsOf({}), by('month')),
    ]).toEqual([
      ['whole: Plaza', '', ''],
      ['=Plaza: Plaza', '*: Otros: 2', '1–31 oct 2026', 'difference-previous-period'],
      ['whole: oct 2026', '', ''],
      ['whole: oct 2026', '', ''],
      ['whole: Sin fecha', '', ''],
      ['1–31 oct 2026', ''],
    ]);
  });

  test('are asked for by their dimension, forty at most, and held against another period only where there is one', async () => {
    const asked = async (
      columns: StatementView['columns'],
      selection = october,
      values: Record<string, string> = { a: '1', b: '2' },
    ) => {
      const questions: (GroupsQuery & { readonly slot: string })[] = [];
      const readGroups = async (query: GroupsQuery & { readonly slot: string }) => {
        questions.push(query);
        return query.compareWith === undefined
          ? groupsOf(values)
          : groupsOf(values, against(SEPTEMBER, '80', 0));
      };
      const answer = await readStatement({ readGroups } as never, askOf(selection, columns), 's');
      return [
        ...questions.map(({ dimension, limit, compareWith, slot }) =>
          [JSON.stringify(dimension), limit, compareWith ?? '', slot].join(' '),
        ),
        answer.comparisons.length,
      ];
    };
    const CANAL_ASKED = '{"column":"Canal","unit":null}';
    const MONTH_ASKED = '{"column":"Fecha de compra","unit":"month"}';
    const YEAR_ASKED = '"Canal" 1 previous-year s-previous-year';
    const PERIOD_ASKED = '"Canal" 1 previous-period s-previous-period';
    expect([
      await asked(CANAL),
      await asked(CANAL, EVERYTHING),
      await asked(by('month'), EVERYTHING),
      await asked(by('month')),
      await asked(CANAL, october, { a: '1' }),
      await asked('previous-year'),
    ]).toEqual([
      [`${CANAL_ASKED} 40  s`, 0],
      [`${CANAL_ASKED} 40  s`, 0],
      [`${MONTH_ASKED} 40  s`, 0],
      [`${MONTH_ASKED} 40  s`, YEAR_ASKED, PERIOD_ASKED, 0],
      [`${CANAL_ASKED} 40  s`, PERIOD_ASKED, YEAR_ASKED, 0],
      [YEAR_ASKED, 0],
    ]);
  });
});

describe('figures of the result', () => {
  const own = totals(
    { Ventas: '200', 'Cobro de Envío': '60', 'Reembolso de envío': '10', 'Rentabilidad Total': '50' },
    '100',
  );
  const other = totals(
    { Ventas: '-100', 'Cobro de Envío': '20', 'Reembolso de envío': '5', 'Rentabilidad Total': '-10' },
    '40',
  );
  const column = (kind: StatementColumn['kind'], more: Partial<NamedColumn> = {}): NamedColumn => ({
    ...{ id: kind, kind, value: '', totals: own, less: null, leftOut: 0, name: kind, until: null },
    ...more,
  });

  test('of what was given back alone have an amount; of sales that are no base no points; of a loss the size counts', () => {
    expect(amountOf(line('shipping'), sumsOf({ 'Reembolso de envío': '5' }))).toBe('-5');
    const difference = column('difference', { less: other });
    expect(
      ['shipping', 'Rentabilidad Total'].map((id) => [
        figureOf(line(id), difference),
        lineChange(line(id), difference),
      ]),
    ).toEqual([
      [{ amount: '35', ratePercent: null }, '233.333333'],
      [{ amount: '60', ratePercent: null }, '600.000000'],
    ]);
  });

  test('of a target are told of its own lines, and the difference is what there is less what was to be', () => {
    const targets = {
      ...{ months: ['2026-10'], of: null, isPart: false, partial: {} },
      ...{ sums: sumsOf({ Ventas: '150' }), rates: sumsOf({ 'Rentabilidad Total': '30' }) },
    } as never;
    const [before, difference] = targetColumns(column('whole'), targets, text);
    if (before === undefined || difference === undefined) throw new Error('Two columns.');
    const told = (id: string) => [figureOf(line(id), before), figureOf(line(id), difference)];
    const NOTHING = { amount: null, ratePercent: null };
    expect([told('Rentabilidad Total'), told('shipping'), told('income/Ventas')]).toEqual([
      [
        { amount: null, ratePercent: '30' },
        { amount: null, ratePercent: '-5.000000' },
      ],
      [NOTHING, NOTHING],
      [
        { amount: '150', ratePercent: '100.000000' },
        { amount: '50', ratePercent: '0.000000' },
      ],
    ]);
  });

  test('of the sales with a cost change by what they were', () => {
    const cell = statementCells(
      [column('difference', { less: other })],
      false,
      { text, formats, places: 0 },
      null,
    );
    expect(cell(COVERAGE, 'change difference')).toMatchObject({ value: '150.000000' });
  });

  test('count in the results that their dots say', () => {
    const cell = statementCells([], false, { text, formats, places: 0 }, null);
    const dots = (id: string) =>
      cell(line(id), 'scopes').marks?.map(({ className }) => className?.split(' ').length);
    expect([dots('Ingreso Total'), dots('advertising'), dots('Costo de Producto')]).toEqual([
      [2, 2, 2],
      [2, 1, 2],
      [1, 2, 2],
    ]);
  });

  test('are shaded among groups alone', () => {
    const columns = ['group', 'beside', 'group', 'rest', 'whole'].map((kind) => column(kind as 'group'));
    const rates = ['10', '90', '20', '80', '5'].map((ratePercent) => ({
      amount: null,
      ratePercent: ratePercent as Decimal,
    }));
    expect([
      heatOfLine(line('shipping'), columns, rates),
      heatOfLine(line('Ingreso Total'), columns, rates),
    ]).toEqual([
      [1, null, 5, null, null],
      [null, null, null, null, null],
    ]);
  });

  test('of a section are named for what they leave in, of a period by its month or its days', () => {
    expect(
      (['commissions', 'shipping', 'other', 'advertising'] as const).map((section) =>
        sectionName(section, text),
      ),
    ).toEqual([
      ...['Comisiones', 'Envío, antes de ingresos', 'Otros costos, antes de ingresos', 'Publicidad'],
    ]);
    expect(
      [OCTOBER, days('2026-09-01', '2026-10-31'), days('2026-10-01', '2026-10-30')].map((period) =>
        periodName(period, text),
      ),
    ).toEqual(['oct 2026', 'sep – oct 2026', '1–30 oct 2026']);
  });

  test('lead from charges to the section’s own column, what is 0 left out', () => {
    const steps = (sums: { readonly [column: string]: string }) =>
      bridgeOf('shipping', sumsOf(sums)).map(
        ({ kind, operator, column: of, amount }) => `${kind} ${operator} ${of ?? ''} ${amount}`,
      );
    expect([
      steps({
        'Cobro de Envío': '60',
        'Reembolso de envío': '0',
        'Ingreso por Envío Flex': '5',
        'Costo Envío': '55',
      }),
      steps({ 'Cobro de Envío': '60', 'Costo Envío': '70' }),
      steps({ 'Cobro de Envío': '60', 'Costo Envío': '50' }),
      steps({ 'Costo Envío': '9' }),
      steps({ 'Cobro de Envío': '60' }),
      steps({ Ventas: '9' }),
    ]).toEqual([
      [
        ...['charge + Cobro de Envío 60', 'net =  60', 'income − Ingreso por Envío Flex 5'],
        'total = Costo Envío 55',
      ],
      ['charge + Cobro de Envío 60', 'net =  60', 'rest −  -10', 'total = Costo Envío 70'],
      ['charge + Cobro de Envío 60', 'net =  60', 'rest −  10', 'total = Costo Envío 50'],
      ['net =  0', 'rest −  -9', 'total = Costo Envío 9'],
      ['charge + Cobro de Envío 60', 'net =  60'],
      [],
    ]);
  });
});

describe('the file of the result', () => {
  function cellText(cell: TableCell | undefined): string {
    if (cell === null || typeof cell !== 'object') return String(cell ?? '—');
    const { value, formula } = cell as { value: string; formula: object };
    return `${value} =${Object.values(formula)
      .map((part) => (Array.isArray(part) ? part.join('+') : String(part)))
      .join(' ')}`;
  }
  const compared = (period: Period, Ventas: string, result: string) => ({
    ...groupsOf({}),
    total: {
      revision: 7,
      ...totals(
        { Ventas: '200', 'Cobro de Envío': '60', 'Reembolso de envío': '10', 'Rentabilidad Total': '50' },
        '100',
      ),
    },
    compared: {
      period,
      total: {
        revision: 7,
        ...totals({ Ventas, 'Cobro de Envío': '20', 'Rentabilidad Total': result }, '40'),
      },
    },
  });
  const written = (
    columns: readonly (StatementColumn & { readonly name: string })[],
    facts: readonly { readonly name: string; readonly value: string }[] = [],
  ) => {
    const table = statementTable('x', fileWords(text), columns, facts);
    const wanted = [
      ...['Envío, antes de ingresos', 'Cobro de Envío', 'Reembolso de envío', 'Rentabilidad Total'],
      ...['Ventas con Costo de Producto', 'Empresa'],
    ];
    return [
      table.columns.map(({ name, kind }) => `${name} ${kind}`).join(' | '),
      ...[
        ...(table.lines as Iterable<{ cells: readonly TableCell[]; depth?: number; isStrong?: boolean }>),
      ].flatMap(({ cells, depth, isStrong }) =>
        wanted.includes(String(cells[1]))
          ? [`${depth ?? ''}${isStrong === true ? '!' : ''} ${cells.map(cellText).join(' | ')}`]
          : [],
      ),
    ];
  };
  const named = (columns: readonly StatementColumn[]) =>
    columns.map((column) => ({ ...column, name: column.id }));

  test('of one period against two others: each difference is the whole less the period before it, also of shares', () => {
    const first = compared(SEPTEMBER, '100', '40');
    const columns = [
      wholeColumn(first),
      ...comparedColumns(first, '-previous-period'),
      ...comparedColumns(compared(YEAR_BEFORE, '400', '20'), '-previous-year'),
    ];
    expect(written(named(columns), [{ name: 'Cuenta', value: 'Empresa' }])).toEqual([
      'Sección text | Línea text | Nivel count | Signo text | whole money | whole % percent | before-previous-period money | before-previous-period % percent | difference-previous-period money | difference-previous-period pp number | before-previous-year money | before-previous-year % percent | difference-previous-year money | difference-previous-year pp number',
      ' Cuenta | Empresa | 0 |  | — | — | — | — | — | — | — | — | — | —',
      '0! Envío | Envío, antes de ingresos | 1 | resta | 50 =parts 2 1 | 25.000000 =rate 4 4 2 | 20 =parts 2 1 | 20.000000 =rate 6 6 2 | 30 =difference 4 6 | 5.000000 =difference 5 7 | 20 =parts 2 1 | 5.000000 =rate 10 10 2 | 30 =difference 4 10 | 20.000000 =difference 5 11',
      '1 Envío | Cobro de Envío | 2 | suma | 60 | 30.000000 =rate 4 4 2 | 20 | 20.000000 =rate 6 6 2 | 40 =difference 4 6 | 10.000000 =difference 5 7 | 20 | 5.000000 =rate 10 10 2 | 40 =difference 4 10 | 25.000000 =difference 5 11',
      '1 Envío | Reembolso de envío | 2 | resta | 10 | 5.000000 =rate 4 4 2 | — | — | — | — | — | — | — | —',
      '0! Resultado | Rentabilidad Total | 1 | resultado | 50 | 25.000000 =rate 4 4 2 | 40 | 40.000000 =rate 6 6 2 | 10 =difference 4 6 | -15.000000 =difference 5 7 | 20 | 5.000000 =rate 10 10 2 | 30 =difference 4 10 | 20.000000 =difference 5 11',
      ' Cobertura | Ventas con Costo de Producto | 1 |  | 100 | 50.000000 =rate 4 4 2 | 40 | 40.000000 =rate 6 6 2 | 60 =difference 4 6 | 10.000000 =difference 5 7 | 40 | 10.000000 =rate 10 10 2 | 60 =difference 4 10 | 40.000000 =difference 5 11',
    ]);
  });

  test('of channels: the whole adds them up, and its change is told', () => {
    const groups = {
      ...groupsOf({}),
      groups: ['Dos', 'Uno'].map((value, at) => ({
        value,
        caption: null,
        totals: totals({ Ventas: String(60 - 20 * at), 'Cobro de Envío': '6' }),
      })),
      groupsLeftOut: 1,
      total: { revision: 7, ...totals({ Ventas: '130', 'Cobro de Envío': '20' }) },
    };
    const [, difference] = comparedColumns(compared(SEPTEMBER, '100', '40'));
    if (difference === undefined) throw new Error('A column.');
    expect(
      written(named([...columnsOf(groups as never, false), wholeColumn(groups as never), difference])),
    ).toEqual([
      'Sección text | Línea text | Nivel count | Signo text | =Dos money | =Dos % percent | =Uno money | =Uno % percent | * money | * % percent | whole money | whole % percent | difference money | difference pp number',
      '0! Envío | Envío, antes de ingresos | 1 | resta | 6 =parts 2 1 | 10.000000 =rate 4 4 1 | 6 =parts 2 1 | 15.000000 =rate 6 6 1 | 8 =parts 2 1 | 26.666667 =rate 8 8 1 | 20 =sum 4+6+8 | 15.384615 =rate 10 10 1 | 30 | 5.000000',
      '1 Envío | Cobro de Envío | 2 | suma | 6 | 10.000000 =rate 4 4 1 | 6 | 15.000000 =rate 6 6 1 | 8 | 26.666667 =rate 8 8 1 | 20 =sum 4+6+8 | 15.384615 =rate 10 10 1 | 40 | 10.000000',
      '1 Envío | Reembolso de envío | 2 | resta | — | — | — | — | — | — | — | — | — | —',
      '0! Resultado | Rentabilidad Total | 1 | resultado | — | — | — | — | — | — | — | — | 10 | -15.000000',
      ' Cobertura | Ventas con Costo de Producto | 1 |  | 0 | 0.000000 =rate 4 4 1 | 0 | 0.000000 =rate 6 6 1 | 0 | 0.000000 =rate 8 8 1 | 0 =sum 4+6+8 | 0.000000 =rate 10 10 1 | 60 | 10.000000',
    ]);
  });

  test('of a target: its rate stands as it was told', () => {
    const whole = { ...wholeColumn(compared(SEPTEMBER, '100', '40')), name: 'whole', until: null };
    const targets = {
      months: ['2026-10'],
      of: null,
      isPart: false,
      partial: {},
      sums: { 'Rentabilidad Total': '60' },
      rates: { 'Rentabilidad Total': '30' },
    } as never;
    expect(written([whole, ...targetColumns(whole, targets, text)])).toEqual([
      'Sección text | Línea text | Nivel count | Signo text | whole money | whole % percent | Meta money | Meta % percent | Δ vs Meta money | Δ vs Meta pp number',
      '0! Envío | Envío, antes de ingresos | 1 | resta | 50 =parts 2 1 | 25.000000 =rate 4 4 1 | — | — | — | —',
      '1 Envío | Cobro de Envío | 2 | suma | 60 | 30.000000 =rate 4 4 1 | — | — | — | —',
      '1 Envío | Reembolso de envío | 2 | resta | 10 | 5.000000 =rate 4 4 1 | — | — | — | —',
      '0! Resultado | Rentabilidad Total | 1 | resultado | 50 | 25.000000 =rate 4 4 1 | 60 | 30 | -10 =difference 4 6 | -5.000000 =difference 5 7',
      ' Cobertura | Ventas con Costo de Producto | 1 |  | 100 | 50.000000 =rate 4 4 1 | — | — | — | —',
    ]);
  });
});
