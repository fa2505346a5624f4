import { describe, expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import {
  type Change,
  type Explanation,
  notationOf,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { type ExplainOptions, explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import { explainedRows } from '#renderer/reconciliation/explain/worker/explained-rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, FILTER_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { storeOf } from './planted.ts';
import { sourceOnly } from './source-only.ts';

/** All that is told of a figure, over few rows whose sums are reckoned by hand. */

const row = (Orden: string, Ventas: string, more: NaiveRow = {}): NaiveRow => ({
  ...{ Canal: 'Uno', Cuenta: 'Norte', Orden, 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
  ...{ 'Estado de Pago': 'Pagado', 'Fecha de compra': '2026-03-10T10:00:00.000', Ventas },
  // A store has the columns of its first row.
  ...{ 'Costo de Producto': '1', 'Tipo de Canal': '', Marca: '', Categoría: '', ...more },
});
/** 143.05 in all. */
const ROWS = [
  row('A', '100.00'),
  row('B', '40.00', { Cuenta: 'Sur' }),
  row('C', '7.50', { Canal: 'Dos', 'Estado de Orden': 'Cancelada' }),
  row('D', '-20.00', { Canal: 'Dos', 'Tipo de Dato': 'Publicación' }),
  row('E', '12.55', { 'Estado de Orden': 'Devuelta' }),
  row('F', '3.00', { Canal: 'Dos', Cuenta: 'Sur', 'Costo de Producto': '0' }),
];

const stepsOf = ({ steps }: Explanation) =>
  steps.map(
    ({ changes, amount, rowsIn, rowsOut }) => `${notationOf(changes)} ${amount} +${rowsIn} -${rowsOut}`,
  );
const lineOf = (each: Explanation) =>
  [
    ...[each.changeCount, each.fit, each.value, each.remains],
    ...(each.expectedByChance === null ? [] : [`~${each.expectedByChance.toFixed(4)}`]),
    ...(each.sameRowsAs === null ? [] : [`=${each.sameRowsAs}`]),
    `| ${stepsOf(each).join(' | ')}`,
  ].join(' ');
const WITHIN = { column: 'Canal', values: ['Uno'] };
function told(
  rows: readonly NaiveRow[],
  amount: string,
  filters: (typeof WITHIN)[] = [],
  options: ExplainOptions = {},
) {
  const asked = { selection: { ...EVERYTHING, filters }, measure: 'Ventas', amount: amount as Decimal };
  const {
    base,
    rows: count,
    difference,
    tried,
    results,
    discarded,
  } = atOnce(explain(sourceOnly(storeOf(rows)), asked, options));
  return {
    asked: [base, count, difference],
    tried: tried.map((each) => [each.changes, each.combinations, each.expectedByChance.toFixed(4)]),
    results: results.map(lineOf),
    discarded: discarded.map(lineOf),
  };
}

describe('of a figure are told', () => {
  test('the change that leads to it, and what was tried besides, by what it leaves', () => {
    expect(told(ROWS, '100.05')).toEqual({
      asked: ['143.05', 6, '-43.00'],
      tried: [[1, 11, '0.0020']],
      results: ['1 exact 100.05 0.00 ~0.0020 | Cuenta -Sur -43.00 +0 -2'],
      discarded: [
        '1 partial 123.00 -22.95 | Estado de Orden -Cancelada; Estado de Orden -Devuelta -20.05 +0 -2',
        '1 partial 130.50 -30.45 | Estado de Orden -Devuelta -12.55 +0 -1',
        '1 partial 135.55 -35.50 | Estado de Orden -Cancelada -7.50 +0 -1',
        '1 partial 140.05 -40.00 | Costo de Producto -sin cargar -3.00 +0 -1',
        '1 partial 152.55 -52.50 | Canal -Dos 9.50 +0 -3',
        '1 partial 43.00 57.05 | Cuenta -Norte -100.05 +0 -4',
      ],
    });
  });

  test('several that do, of fewest changes first, until one is found that chance does not explain', () => {
    const { tried, results } = told(ROWS, '120');
    expect(tried).toEqual([
      [1, 11, '0.0472'],
      [2, 52, '0.1365'],
      [3, 141, '0.1627'],
    ]);
    const both = 'Estado de Orden -Cancelada; Estado de Orden -Devuelta -20.05 +0 -2';
    expect(results).toEqual([
      `2 exact 120.00 0.00 ~0.1365 | ${both} | Costo de Producto -sin cargar -3.00 +0 -1`,
      '2 rounded 120.05 -0.05 ~0.1365 | Tipo de Dato -Publicación 20.00 +0 -1 | Cuenta -Sur -43.00 +0 -2',
      // The same rows as the first.
      [
        '3 exact 120.00 0.00 ~0.1627 =0 | Estado de Orden -Cancelada -7.50 +0 -1',
        'Estado de Orden -Devuelta -12.55 +0 -1 | Costo de Producto -sin cargar -3.00 +0 -1',
      ].join(' | '),
    ]);
    expect(told(ROWS, '-17')).toMatchObject({
      results: [
        '2 exact -17.00 0.00 ~0.1680 | Estado de Orden -Cancelada -7.50 +0 -1 | Canal -Uno -152.55 +0 -3',
        [
          '2 exact -17.00 0.00 ~0.1680 =0 | Canal -Uno -152.55 +0 -3',
          'Estado de Orden -Cancelada; Estado de Orden -Devuelta -7.50 +0 -1',
        ].join(' | '),
      ],
      discarded: [
        '1 partial -20.00 3.00 | Tipo de Dato -Orden -163.05 +0 -5',
        '1 partial -9.50 -7.50 | Canal -Uno -152.55 +0 -3',
        '1 partial 20.05 -37.05 | Estado de Orden -Regular -123.00 +0 -4',
        '1 partial 43.00 -60.00 | Cuenta -Norte -100.05 +0 -4',
        '1 partial 100.05 -117.05 | Cuenta -Sur -43.00 +0 -2',
        '1 partial 123.00 -140.00 | Estado de Orden -Cancelada; Estado de Orden -Devuelta -20.05 +0 -2',
      ],
    });
  });

  test('three changes at once, one of them another measure, that leave the same rows out', () => {
    const profit = (Orden: string, own: string, other: string, more: NaiveRow = {}) =>
      row(Orden, '1', { 'Rentabilidad Marketplace': own, 'Rentabilidad Total': other, ...more });
    const advert = { 'Tipo de Dato': 'Publicación' };
    const rows = [
      profit('A', '100.10', '90.03'),
      profit('B', '40.20', '37.09', { Cuenta: 'Sur' }),
      profit('C', '-20.40', '-23.17', advert),
      profit('D', '-5.80', '-9.33', { Cuenta: 'Sur', ...advert }),
      profit('E', '7.77', '6.01', { Canal: 'Dos' }),
    ];
    const asked = { selection: EVERYTHING, measure: 'Rentabilidad Marketplace', amount: '96.04' as Decimal };
    const { results } = atOnce(explain(sourceOnly(storeOf(rows)), asked));
    expect(results.map(stepsOf)).toEqual([
      [
        ...['Tipo de Dato -Publicación 26.20 +0 -2', 'Cuenta -Sur -40.20 +0 -1'],
        'Medida: Rentabilidad Total -11.83 +0 -0',
      ],
    ]);
    // Nor does a row count that is out by what none of them changes.
    const out = profit('F', '1000.13', '3.01', { Cuenta: 'Sur', Marca: 'x', ...advert });
    const within = { ...asked, selection: { ...EVERYTHING, filters: [{ column: 'Marca', values: [''] }] } };
    const again = atOnce(explain(sourceOnly(storeOf([...rows, out])), within));
    expect(again.results.map(stepsOf)).toEqual(results.map(stepsOf));
  });

  test('several of the same rows, each with the first that has them, the best known cause first', () => {
    const same = [
      row('A', '10.00'),
      row('B', '2.00', { Canal: 'Dos', 'Estado de Orden': 'Cancelada', 'Tipo de Dato': 'Publicación' }),
    ];
    const { results } = told(same, '10.00');
    expect(results.map((line) => line.replace(/ ~[\d.]+/, ''))).toEqual([
      '1 exact 10.00 0.00 | Tipo de Dato -Publicación -2.00 +0 -1',
      '1 exact 10.00 0.00 =0 | Estado de Orden -Cancelada -2.00 +0 -1',
      '1 exact 10.00 0.00 =0 | Canal -Dos -2.00 +0 -1',
    ]);
    // Two measures of the same rows are two figures.
    const profits = {
      'Rentabilidad Marketplace': '9',
      'Rentabilidad Comercial': '4',
      'Rentabilidad Total': '4',
    };
    const asked = { selection: EVERYTHING, measure: 'Rentabilidad Marketplace', amount: '4.0' as Decimal };
    const other = atOnce(explain(sourceOnly(storeOf([row('A', '1', profits)])), asked)).results;
    expect(other.map((each) => [notationOf(each.changes), each.sameRowsAs])).toEqual([
      ['Medida: Rentabilidad Comercial', null],
      ['Medida: Rentabilidad Total', null],
    ]);
  });

  test('twelve at most, those of a total read without VAT before all rows that are left out', () => {
    // Half an hour into the period, which any zone that is behind leaves.
    const rows = [
      row('A', '10.00', { 'Fecha de compra': '2026-03-11T10:00:00.000' }),
      row('B', '2.00', {
        ...{ Canal: 'Dos', Cuenta: 'Sur', 'Tipo de Dato': 'Marketplace', 'Costo de Producto': '0' },
        ...{ 'Estado de Orden': 'Cancelada', 'Estado de Pago': 'Sin Información' },
        'Fecha de compra': '2026-03-10T00:30:00.000',
      }),
    ];
    const period = { from: '2026-03-10' as LocalDate, to: '2026-03-11' as LocalDate };
    const asked = { selection: { ...EVERYTHING, period }, measure: 'Ventas', amount: '10.00' as Decimal };
    const answer = atOnce(explain(sourceOnly(storeOf(rows)), asked, { vat: ['20' as Decimal] }));
    const preset = 'Tipo de Dato -Marketplace; Estado de Orden -Cancelada; Estado de Pago -Sin Información';
    const sameRows = [preset, 'Estado de Orden -Cancelada', 'Estado de Pago -Sin Información', 'Canal -Dos'];
    const more = ['Cuenta -Sur', 'Costo de Producto -sin cargar', 'desde +1d', 'zona -6h', 'zona -5h'];
    expect(answer.results.map((each) => lineOf({ ...each, expectedByChance: null }))).toEqual([
      '1 exact 10.00 0.00 | IVA -20 % -2.00 +0 -0',
      '1 exact 10.00 0.00 | Tipo de Dato -Marketplace -2.00 +0 -1',
      ...[...sameRows, ...more, 'zona -4h'].map(
        (changes) => `1 exact 10.00 0.00 =1 | ${changes} -2.00 +0 -1`,
      ),
    ]);
    // Those after them fit as well: they are not among what does not.
    expect(answer.discarded.map(({ fit }) => fit)).toEqual(Array(6).fill('partial'));
  });

  test('none that has another in it, with changes beside that one that do nothing', () => {
    const nothing = [
      ...[row('N1', '0.00', { Canal: 'Cero' }), row('N2', '0.00', { 'Estado de Orden': 'Devuelta' })],
      row('N3', '0.00', { Categoría: 'x' }),
    ];
    const some = [
      ...[row('A', '100.01'), row('B', '20.00', { Canal: 'Dos' }), row('C', '3.00', { Cuenta: 'Sur' })],
      row('D', '5.00', { Marca: 'x' }),
    ];
    const namesOf = (amount: string) =>
      told([...nothing, ...some], amount).results.map((line) => line.split(' | ').slice(1).join(' | '));
    // Typed without decimals: others may fit by chance, so that more changes are tried.
    expect(namesOf('108')).toEqual(['Canal -Dos -20.00 +0 -1']);
    expect(namesOf('103')).toEqual(['Canal -Dos -20.00 +0 -1 | Marca -x -5.00 +0 -1']);
    expect(told([...nothing, ...some], '103').tried).toHaveLength(3);
    expect(told([...nothing, ...some], '108').tried.length).toBeGreaterThan(1);
  });

  test('rates of VAT by how near they come, each of them a figure of its own', () => {
    const rounded = (amount: string, ...vat: readonly string[]) =>
      told([row('A', amount)], '8', [], { vat: vat as readonly Decimal[] }).results.map((line) =>
        line.replace(/ ~[\d.]+/, ''),
      );
    expect(rounded('10.00', '19', '21')).toEqual([
      '1 rounded 8.26 -0.26 | IVA -21 % -1.74 +0 -0',
      '1 rounded 8.40 -0.40 | IVA -19 % -1.60 +0 -0',
    ]);
    // 0.45 of a half below, where the total is 0.54 of what it may be off; and 0.48 above.
    expect(rounded('10.06', '19')).toEqual(['1 rounded 8.45 -0.45 | IVA -19 % -1.61 +0 -0']);
    expect(rounded('6.32', '19')).toEqual(['1 rounded 7.52 0.48 | IVA +19 % 1.20 +0 -0']);
    expect([rounded('10.13', '19'), rounded('6.29', '19')]).toEqual([[], []]);
  });

  test('as tried only what is well known, where nothing comes near, and nothing that doubles alone let through', () => {
    const rows = [
      row('A', '9000100.01'),
      row('B', '4000100.01', { Canal: 'Dos' }),
      row('C', '2000100.01', { Cuenta: 'Sur' }),
      row('D', '1000100.01', { 'Tipo de Canal': 'x' }),
      row('E', '500100.01', { Marca: 'x' }),
    ];
    const { results, discarded } = told(rows, '16500499.05');
    expect(results).toEqual([]);
    expect(discarded).toEqual([
      '1 partial 14500400.04 2000099.01 | Cuenta -Sur -2000100.01 +0 -1',
      '1 partial 12500400.04 4000099.01 | Canal -Dos -4000100.01 +0 -1',
      '1 partial 4000100.01 12500399.04 | Canal -Uno -12500400.04 +0 -4',
      '1 partial 2000100.01 14500399.04 | Cuenta -Norte -14500400.04 +0 -4',
    ]);
    const large = [row('A', '9007199254740993.01'), row('B', '5.00', { 'Tipo de Dato': 'Publicación' })];
    const near = told(large, '9007199254740993.02');
    expect([near.results, near.discarded[0]]).toEqual([
      ...[[], '1 partial 9007199254740993.01 0.01 | Tipo de Dato -Publicación -5.00 +0 -1'],
    ]);
  });

  test('in part what comes near, and as tried what does not, each of them once', () => {
    const rows = [
      ...[row('A', '100.00'), row('B', '60.00', { Canal: 'Dos' }), row('C', '7.00', { Canal: 'Tres' })],
    ];
    const { results, discarded } = told(rows, '200.00', [WITHIN]);
    expect(results).toEqual([
      '1 partial 167.00 33.00 | Canal +Dos; Canal +Tres 67.00 +2 -0',
      '1 partial 160.00 40.00 | Canal +Dos 60.00 +1 -0',
      '2 partial 167.00 33.00 | Canal +Dos 60.00 +1 -0 | Canal +Tres 7.00 +1 -0',
    ]);
    expect(discarded).toEqual(['1 partial 107.00 93.00 | Canal +Tres 7.00 +1 -0']);
  });

  test('how far the search has come, never less than before, up to its end', () => {
    const sharesOf = (amount: string) => {
      const shares: number[] = [];
      const rows = [...ROWS, row('G', '1.00', { 'Costo de Producto': '0', Marca: 'x' })];
      told(rows, amount, [], { onProgress: (share) => shares.push(share) });
      return shares;
    };
    expect(sharesOf('144.05')).toEqual([0.5]);
    expect(sharesOf('101.05')).toEqual([0.5, 0.7]);
    const shares = sharesOf('999');
    expect(shares.slice(0, 2)).toEqual([0.5, 0.7]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([new Set(shares).size, shares.at(-1)]).toEqual([shares.length, 1]);
    expect(shares.length).toBeGreaterThan(5);
  });

  test('another date, with either edge or both moved by a day, counts as so many changes', () => {
    const dated = (Orden: string, amount: number, bought: string, paid: string) =>
      row(Orden, `${amount}.00`, {
        'Fecha de compra': `${bought}T10:00:00.000`,
        'Fecha de Pago': `${paid}T00:00:00.000`,
      });
    // Of March 10 to 12 one was bought; paid were those of 2, 4 and 8, and on the days beside them those of 1 and 16.
    const rows = [
      dated('A', 500, '2026-03-11', '2026-05-01'),
      ...[9, 10, 11, 12, 13].map((day, at) =>
        dated(`P${day}`, 2 ** at, '2026-05-01', `2026-03-${String(day).padStart(2, '0')}`),
      ),
    ];
    const period = { from: '2026-03-10' as LocalDate, to: '2026-03-12' as LocalDate };
    const first = (amount: number) => {
      const asked = {
        selection: { ...EVERYTHING, period },
        measure: 'Ventas',
        amount: `${amount}.00` as Decimal,
      };
      const [found] = atOnce(explain(sourceOnly(storeOf(rows)), asked)).results;
      return [found?.fit, found?.changeCount, notationOf(found?.changes ?? [])];
    };
    const days = [
      [14, 1, ''],
      [12, 2, '; desde +1d'],
      [15, 2, '; desde -1d'],
      [6, 2, '; hasta -1d'],
      [30, 2, '; hasta +1d'],
      [7, 3, '; desde -1d; hasta -1d'],
      [31, 3, '; desde -1d; hasta +1d'],
      [4, 3, '; desde +1d; hasta -1d'],
      [28, 3, '; desde +1d; hasta +1d'],
    ] as const;
    expect(days.map(([amount]) => first(amount))).toEqual(
      days.map(([, count, edges]) => ['exact', count, `Fecha: Fecha de Pago${edges}`]),
    );
  });

  test('nothing of what leaves no row, and no VAT of nothing', () => {
    const rows = [row('A', '100.00'), row('B', '0.00', { 'Tipo de Dato': 'Publicación' })];
    expect(told(rows, '30.00').results).toEqual([]);
    expect(told(rows, '30.00').discarded).toContain(
      '1 partial 0.00 30.00 | Tipo de Dato -Orden -100.00 +0 -1',
    );
    const vat = ['19' as Decimal];
    expect(told(ROWS, '0', [], { vat })).toEqual(told(ROWS, '0'));
    expect(told(ROWS, '1', [], { vat }).tried).not.toEqual(told(ROWS, '1').tried);
  });

  test('the own total by the dashboard’s conditions, also of a column that is not told apart', () => {
    const asked = {
      ...{ selection: { ...EVERYTHING, dashboardPreset: true }, measure: 'Ventas' },
      amount: '7' as Decimal,
    };
    const limits = { columns: FILTER_COLUMNS, mostValues: 2, mostCells: 2 ** 18 };
    const answer = atOnce(explain(sourceOnly(storeOf(ROWS)), asked, { limits }));
    expect([answer.base, answer.rows, answer.leftOut]).toEqual([
      ...['123.00', 4, [{ column: 'Estado de Orden', values: 3 }]],
    ]);
  });

  test.each<[string, string, string, readonly string[]]>([
    ['more than half of it', '60.00', '40.00', ['1 partial 160.00 40.00 | Canal +Dos 60.00 +1 -0']],
    ['half of it', '50.00', '50.00', []],
    ['less than half', '40.00', '60.00', []],
    ['half of it too much', '150.00', '-50.00', []],
    ['less than that too much', '140.00', '-40.00', ['1 partial 240.00 -40.00 | Canal +Dos 140.00 +1 -0']],
  ])('in part what explains %s and leaves less', (_, comes, remains, results) => {
    const found = told([row('A', '100.00'), row('B', comes, { Canal: 'Dos' })], '200.00', [WITHIN]);
    expect(found.results).toEqual(results);
    if (results.length === 0)
      expect(found.discarded).toEqual([expect.stringContaining(` ${remains} | Canal +Dos ${comes}`)]);
  });

  test.each<[string, string | null, string | null]>([
    // 12.55 without the publication, 13.55 with it: half of the last place that was typed is its rounding.
    ['12.5', 'rounded', '-0.05'],
    ['12.6', 'rounded', '0.05'],
    ['12.55', 'exact', '0.00'],
    ['12.7', 'partial', '0.15'],
    ['12.4', 'partial', '-0.15'],
    // That is the own total, rounded.
    ['13.5', null, null],
    ['13.6', null, null],
    ['13.55', null, null],
  ])('%s as %s: it leaves %s', (amount, fit, remains) => {
    const rows = [row('A', '12.55'), row('B', '1.00', { 'Tipo de Dato': 'Publicación' })];
    const { results, tried } = told(rows, amount);
    const [, found = null, , left = null] = results[0]?.split(' ') ?? [];
    expect([found, left, tried.length === 0]).toEqual([fit, remains, fit === null]);
    // A bit more is a difference.
    expect(told(rows, '13.4').tried).toHaveLength(3);
  });
});

describe('of a figure from before the last readings is told', () => {
  const figures = (Ventas: string, state = 'Regular') => ({
    ...{ rows: 1, states: [state], payments: ['Pagado'], amounts: { Ventas: Ventas as Decimal } },
  });
  type Side = ReturnType<typeof figures> | null;
  type Changed = readonly [order: string, before: Side, after: Side];
  function logOf(
    ...readings: readonly (readonly [run: string | null, day: string | null, changes: readonly Changed[]])[]
  ) {
    const log = createChangeIndex();
    for (const [runId, day, changes] of readings) {
      const purpose = runId === 'first' ? 'history' : 'changes';
      log.add({
        ...{ runId, purpose, windowId: 'w', window: {} },
        readAt: day === null ? null : `2026-04-${day}T08:00:00.000Z`,
        changes: changes.map(([order, before, after]) => ({
          ...{ order: JSON.stringify(['Uno', 'Norte', order]), purchase: null, before, after },
          correlationIds: [],
        })),
      } as never);
    }
    return log;
  }
  const NOW = [
    ...[row('A', '100.00'), row('B', '40.00'), row('C', '7.00'), row('D', '3.00')],
    // Of two rows, of which filters take one.
    ...[row('E', '1.00', { 'Estado de Orden': 'Devuelta' }), row('E', '2.00')],
    ...[row('F', '2.00'), row('F', '1.00', { 'Estado de Orden': 'Devuelta' })],
  ];
  const OF_E = { rows: 2, states: ['Devuelta', 'Regular'] };
  const LOG = logOf(
    // What a first load brings was there before it.
    ['first', '01', [['A', null, figures('1.00')]]],
    ['one', '02', [['A', figures('50.00'), figures('80.00')]]],
    ['one', '03', [['B', figures('41.00'), figures('40.00')]]],
    [
      'two',
      '04',
      [
        ['A', figures('80.00'), figures('100.00')],
        ['C', figures('7.00', 'Cancelada'), figures('7.00')],
        ['D', { ...figures('5.00'), states: ['Cancelada', 'Devuelta'] }, figures('3.00')],
        ['E', { ...figures('4.00'), ...OF_E }, { ...figures('3.00'), ...OF_E }],
        ['F', { ...figures('4.00'), ...OF_E }, { ...figures('3.00'), ...OF_E }],
      ],
    ],
    // A later load of older months is no change.
    ['first', '04', [['B', null, figures('1.00')]]],
    // Somebody's own decision is no run, and all the same came since.
    [null, '05', [['B', figures('1.00'), figures('40.00')]]],
  );
  const REGULAR = { column: 'Estado de Orden', values: ['Regular'] };

  test.each<[string, readonly (typeof REGULAR)[], string]>([
    // 80 + 1 + 7 + 5 + 4 + 4, and 50 + 41 + 7 + 5 + 4 + 4, where it is 156 now.
    ['101.00', [], '1 exact 101.00 0.00 | antes de 2026-04-04T08:00:00.000Z -55.00 +0 -0'],
    ['111.00', [], '1 exact 111.00 0.00 | antes de 2026-04-02T08:00:00.000Z -45.00 +0 -0'],
    // The third was cancelled then, of the fourth nobody knows; of the last two one row is in, and all that moved.
    ['92.00', [REGULAR], '1 exact 92.00 0.00 | antes de 2026-04-04T08:00:00.000Z -62.00 +0 -0'],
    ['102.00', [REGULAR], '1 exact 102.00 0.00 | antes de 2026-04-02T08:00:00.000Z -52.00 +0 -0'],
  ])(
    '%s with %j: what all orders were before it, however often they changed since',
    (amount, filters, first) => {
      const { results, asked } = told(NOW, amount, [...filters], { log: LOG });
      expect([asked[0], results[0]?.replace(/ ~[\d.]+/, '')]).toEqual([
        filters.length === 0 ? '156.00' : '154.00',
        first,
      ]);
    },
  );

  test('in part, of fewest changes first, then what leaves least', () => {
    const { results } = told(NOW, '53.00', [REGULAR], { log: LOG });
    expect(results).toEqual([
      '1 partial 92.00 -39.00 | antes de 2026-04-04T08:00:00.000Z -62.00 +0 -0',
      '1 partial 102.00 -49.00 | antes de 2026-04-02T08:00:00.000Z -52.00 +0 -0',
      [
        '2 partial 94.00 -41.00 | Estado de Orden +Devuelta 2.00 +2 -0',
        'antes de 2026-04-04T08:00:00.000Z -62.00 +0 -0',
      ].join(' | '),
    ]);
  });

  test('also of rows without cost and of the period’s days, where no row has their states now', () => {
    const period = { from: '2026-03-10' as LocalDate, to: '2026-03-10' as LocalDate };
    const rows = [row('A', '100.00', { 'Costo de Producto': '0' }), row('B', '7.00')];
    const changes: readonly Changed[] = [
      ['A', figures('40.00', 'Cancelada'), figures('100.00')],
      ['B', figures('5.00'), figures('7.00')],
    ];
    const exactOf = (amount: string, log: ReturnType<typeof logOf>) => {
      const asked = { selection: { ...EVERYTHING, period }, measure: 'Ventas', amount: amount as Decimal };
      const { results } = atOnce(explain(sourceOnly(storeOf(rows)), asked, { log }));
      return results.filter(({ fit }) => fit === 'exact').map(({ changes: of }) => notationOf(of));
    };
    const log = logOf(['one', '02', changes]);
    const before = 'antes de 2026-04-02T08:00:00.000Z';
    expect(exactOf('45.00', log)).toEqual([before]);
    expect(exactOf('5.00', log)).toContain(`${before}; Costo de Producto -sin cargar`);
    // Of amounts with more decimals than there are now nothing is told, nor of a run whose moment nobody knows.
    const finer = logOf(['one', '02', [['B', figures('5.005'), figures('7.00')]]]);
    expect([exactOf('105.00', finer), exactOf('105.005', finer)]).toEqual([[], []]);
    const only: Changed = ['B', figures('5.00'), figures('7.00')];
    expect(exactOf('105.00', logOf(['one', '02', [only]]))).toEqual([before]);
    expect(exactOf('105.00', logOf(['one', null, [only]]))).toEqual([]);
  });

  test('none but the last eight runs, and none of another measure than the log knows', () => {
    const runs = Array.from({ length: 9 }, (_, at) => {
      const changed: Changed = ['A', figures(`${91 + at}.00`), figures(`${92 + at}.00`)];
      return [`r${at}`, `1${at}`, [changed]] as const;
    });
    const log = logOf(...runs);
    const exactOf = (amount: string, measure = 'Ventas') => {
      const asked = { selection: EVERYTHING, measure, amount: amount as Decimal };
      const store = storeOf([row('A', '100.00', { 'Ingreso Total': '100.00' })]);
      const { results } = atOnce(explain(sourceOnly(store), asked, { log }));
      return results.filter(({ fit }) => fit === 'exact').map(({ changes }) => notationOf(changes));
    };
    expect(exactOf('92.00')).toEqual(['antes de 2026-04-11T08:00:00.000Z']);
    expect(exactOf('99.00')).toEqual(['antes de 2026-04-18T08:00:00.000Z']);
    expect(exactOf('91.00')).toEqual([]);
    expect(exactOf('99.00', 'Ingreso Total')).toEqual([]);
  });
});

test('rows of a step are listed by their amounts, the greatest first whatever their sign, so many of them', () => {
  const rows = [...ROWS, row('G', '20.00', { Canal: 'Dos' }), row('H', 'n/d', { Canal: 'Dos' })];
  const list = (step: Change, limit: number, filters: (typeof WITHIN)[] = []) => {
    const selection = { ...EVERYTHING, filters };
    const { total, rows: found } = atOnce(
      explainedRows(sourceOnly(storeOf(rows)), {
        ...{ selection, measure: 'Ventas', before: [], step: [step], columns: ['Orden', 'Ventas'], limit },
      }),
    );
    return [
      total,
      ...found.map(({ isIn, moved, cells }) => `${isIn ? '+' : '-'}${moved ?? ''} ${cells.join(' ')}`),
    ];
  };
  const gone: Change = { kind: 'value', column: 'Canal', value: 'Dos', isIn: false };
  expect(list(gone, 9)).toEqual([5, '- D -20.00', '- G 20.00', '- C 7.50', '- F 3.00', '- H n/d']);
  expect(list(gone, 2)).toEqual([5, '- D -20.00', '- G 20.00']);
  expect(list({ ...gone, isIn: true }, 1, [WITHIN])).toEqual([5, '+ D -20.00']);
  // By what was asked about, whatever it was taken for: its amounts are listed.
  const other = rows.map((each, at) => ({ ...each, 'Ingreso Total': `${at}.00` }));
  const after = { selection: EVERYTHING, measure: 'Ventas', step: [gone], columns: ['Orden'], limit: 9 };
  const taken = { ...after, before: [[{ kind: 'measure', column: 'Ingreso Total' } as const]] };
  expect(
    atOnce(explainedRows(sourceOnly(storeOf(other)), taken)).rows.map(({ cells: [order] }) => order),
  ).toEqual(['D', 'G', 'C', 'F', 'H']);
  // Those that an earlier step left out are no rows of it.
  const both = (before: readonly (readonly Change[])[], step: Change) =>
    atOnce(
      explainedRows(sourceOnly(storeOf(rows)), {
        ...{ selection: EVERYTHING, measure: 'Ventas', before, step: [step], columns: ['Orden'], limit: 9 },
      }),
    ).rows.map(({ isIn, cells }) => `${isIn ? '+' : '-'}${cells.join()}`);
  const cancelled: Change = { kind: 'value', column: 'Estado de Orden', value: 'Cancelada', isIn: false };
  expect(both([], cancelled)).toEqual(['-C']);
  expect(both([[gone]], cancelled)).toEqual([]);
  expect(both([[cancelled]], gone)).toEqual(['-D', '-G', '-F', '-H']);
});

describe('own costs', () => {
  // The second and the third lack theirs; own costs are 2 and 5.
  const sold = [
    row('A', '50.00', {
      'Costo de Producto': '7.00',
      'Rentabilidad Marketplace': '40',
      'Rentabilidad Total': '30.00',
    }),
    row('B', '20.00', {
      'Costo de Producto': '0',
      'Rentabilidad Marketplace': '15',
      'Rentabilidad Total': '12.00',
    }),
    row('C', '10.00', {
      'Costo de Producto': '0',
      'Rentabilidad Marketplace': '5',
      'Rentabilidad Total': '4.00',
    }),
  ].map((each): NaiveRow => ({ ...each, 'SKU Producto': `S-${each.Orden}`, Unidades: '1' }));
  const costs = new Map(
    [
      ['S-A', '9'],
      ['S-B', '2'],
      ['S-C', '5'],
    ].map(([sku = '', cost]): [string, OwnCost] => {
      const own = {
        sku,
        currency: null,
        from: null,
        to: null,
        cost: cost as Decimal,
        note: '',
        owner: '',
        atMs: 0,
      };
      return [ownCostKey(own), own];
    }),
  );
  const { tasks } = createQueries(storeOf(sold), () => costs);
  const COUNTED = { ...EVERYTHING, ownCosts: { currency: null } };
  const ask = (selection: Selection, measure: string, amount: string, options: ExplainOptions = {}) => {
    const query = { selection, measure, amount: amount as Decimal, currency: null };
    const { base, results } = atOnce(tasks.explain(query, options));
    return [base, ...results.filter(({ fit }) => fit === 'exact').map(stepsOf)];
  };

  test('are what a figure was made with, or without; rows lack theirs all the same', () => {
    expect(ask(EVERYTHING, 'Rentabilidad Total', '39.00')).toEqual([
      '46.00',
      ['+Costos propios -7.00 +0 -0'],
    ]);
    expect(ask(COUNTED, 'Rentabilidad Total', '46.00')).toEqual(['39.00', ['-Costos propios 7.00 +0 -0']]);
    const lacking = ['Costo de Producto -sin cargar -9.00 +0 -2'];
    expect(ask(COUNTED, 'Rentabilidad Total', '30.00')).toEqual(['39.00', lacking]);
    // Where they decide which rows are in, none is tried.
    const numberFilters = [{ column: 'Rentabilidad Total', from: '1' as Decimal, to: null }];
    expect(ask({ ...EVERYTHING, numberFilters }, 'Rentabilidad Total', '39.00')).toEqual(['46.00']);
  });

  test('are those of the currency that was asked about, nor any where a filter is of what they move', () => {
    const many = new Map([
      ...costs,
      ...[...costs].map(([, own]): [string, OwnCost] => {
        const soles = { ...own, currency: 'PEN', cost: `${own.cost}00` as Decimal };
        return [ownCostKey(soles), soles];
      }),
    ]);
    const { tasks: asked } = createQueries(storeOf(sold), () => many);
    const query = { measure: 'Rentabilidad Total', currency: 'PEN' };
    const stepOf = (selection: Selection, amount: string) => {
      const { base, results } = atOnce(asked.explain({ ...query, selection, amount: amount as Decimal }, {}));
      return [base, ...(results[0]?.fit === 'exact' ? stepsOf(results[0]) : [])];
    };
    const counted = { ...EVERYTHING, ownCosts: { currency: 'PEN' } };
    // 200 and 500 in soles, where they are named.
    expect(stepOf(EVERYTHING, '-654.00')).toEqual(['46.00', '+Costos propios -700.00 +0 -0']);
    expect(stepOf(counted, '46.00')).toEqual(['-654.00', '-Costos propios 700.00 +0 -0']);
    for (const isOn of [true, false]) {
      const step: Change = { kind: 'own-costs', isOn, currency: 'PEN' };
      const of = { selection: isOn ? EVERYTHING : counted, measure: 'Rentabilidad Total', before: [] };
      const { rows: moved } = atOnce(
        asked.explainedRows({ ...of, step: [step], columns: ['Orden'], limit: 9 }),
      );
      const sign = isOn ? '-' : '';
      expect(moved.map((each) => [each.cells[0], each.moved])).toEqual([
        ...[
          ['C', `${sign}500.00`],
          ['B', `${sign}200.00`],
        ],
      ]);
    }
    const filters = [{ column: 'Costo de Producto', values: ['0'] }];
    expect(stepOf({ ...EVERYTHING, filters }, '-684.00')).toEqual(['16.00']);
  });

  test('hide what the log knows of amounts that they move, and of no others', () => {
    const log = createChangeIndex();
    const amounts = (Ventas: string, total: string) => ({
      ...{ rows: 1, states: ['Regular'], payments: ['Pagado'] },
      amounts: { Ventas, 'Rentabilidad Total': total },
    });
    log.add({
      ...{ runId: 'r', purpose: 'changes', windowId: 'w', window: {}, readAt: '2026-04-02T08:00:00.000Z' },
      changes: [
        {
          ...{ order: JSON.stringify(['Uno', 'Norte', 'A']), purchase: null, correlationIds: [] },
          ...{ before: amounts('41.00', '19.00'), after: amounts('50.00', '30.00') },
        },
      ],
    } as never);
    const beforeRun = (amount: string) => [`antes de 2026-04-02T08:00:00.000Z ${amount} +0 -0`];
    expect(ask(EVERYTHING, 'Rentabilidad Total', '35.00', { log })).toEqual(['46.00', beforeRun('-11.00')]);
    expect(ask(COUNTED, 'Rentabilidad Total', '28.00', { log })).toEqual(['39.00']);
    expect(ask(COUNTED, 'Ventas', '71.00', { log })).toEqual(['80.00', beforeRun('-9.00')]);
  });

  test('and another measure are two changes, also beside others: no four are told as three', () => {
    const profit = (Orden: string, own: string, total: string, more: NaiveRow = {}) => ({
      ...row(Orden, '1', { 'Rentabilidad Marketplace': own, 'Rentabilidad Total': total, ...more }),
      ...{ 'SKU Producto': `S-${Orden}`, Unidades: '1' },
    });
    const rows = [
      ...[profit('A', '400.11', '300.07'), profit('B', '150.23', '120.31', { 'Costo de Producto': '0' })],
      ...[profit('D', '9.17', '3.29', { Canal: 'Dos' }), profit('E', '8.41', '1.73', { Marca: 'x' })],
    ];
    const query = { selection: EVERYTHING, measure: 'Rentabilidad Marketplace', currency: null };
    const asked = (amount: string) => {
      const { tasks: of } = createQueries(storeOf(rows), () => costs);
      const { results, discarded } = atOnce(of.explain({ ...query, amount: amount as Decimal }, {}));
      for (const each of [...results, ...discarded]) expect(each.changes).toHaveLength(each.changeCount);
      return results.filter(({ fit }) => fit === 'exact').map(({ changes }) => notationOf(changes));
    };
    // 300.07 and 118.31, with what is left out below or without.
    expect(asked('421.67')).toEqual(['Medida: Rentabilidad Total; +Costos propios; Marca -x']);
    expect(asked('418.38')).toEqual([]);
  });

  test('move the rows that lack theirs, by the measure that was meant', () => {
    const rows = (
      isOn: boolean,
      before: readonly (readonly Change[])[] = [],
      measure = 'Rentabilidad Total',
    ) => {
      const step: Change = { kind: 'own-costs', isOn, currency: null };
      const selection = isOn ? EVERYTHING : COUNTED;
      const query = { selection, measure, before, step: [step], columns: ['Orden'], limit: 9 };
      return atOnce(tasks.explainedRows(query)).rows.map(({ isIn, moved, cells }) => [isIn, moved, ...cells]);
    };
    expect(rows(true)).toEqual([
      [true, '-5.00', 'C'],
      [true, '-2.00', 'B'],
    ]);
    expect(rows(false)).toEqual([
      [true, '5.00', 'C'],
      [true, '2.00', 'B'],
    ]);
    expect(rows(true, [], 'Rentabilidad Marketplace')).toEqual([]);
    const total: Change = { kind: 'measure', column: 'Rentabilidad Total' };
    expect(rows(true, [[total]], 'Rentabilidad Marketplace')).toHaveLength(2);
    const out: Change = { kind: 'without-cost' };
    expect(rows(true, [[out]])).toEqual([]);
  });
});
