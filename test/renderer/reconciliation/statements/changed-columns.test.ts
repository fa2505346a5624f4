import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { followChanges, isInRule } from '#renderer/reconciliation/statements/model/changes.ts';
import { readFigures } from '#renderer/reconciliation/statements/model/figures.ts';
import {
  amount,
  cost,
  date,
  type Layout,
  layoutOf,
  text,
} from '#renderer/reconciliation/statements/model/layout.ts';
import { findOtherCurrencies } from '#renderer/reconciliation/statements/model/line-currencies.ts';
import { withoutMovedLines } from '#renderer/reconciliation/statements/model/moved-lines.ts';
import { matchHeader, namedAgain } from '#renderer/reconciliation/statements/model/recognition.ts';
import type { SortedRows } from '#renderer/reconciliation/statements/model/row-sorting.ts';
import {
  placesOfNumbers,
  shiftedNumbers,
} from '#renderer/reconciliation/statements/model/shifted-numbers.ts';
import { checkStatement, signedNet } from '#renderer/reconciliation/statements/model/statement-checks.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Columns that are not as their layout has them, and cells that are not of their column. */

const COLUMNS = [
  date('date', 'date', 'needed', 'Fecha'),
  text('order', 'order', 'needed', 'Orden'),
  amount('gross', 'gross', 'needed', 'Bruto'),
  cost('fee', 'commission', 'expected', 'Comisión venta'),
  amount('net', 'net', 'needed', 'Neto'),
];
const LAYOUT = layoutOf({
  id: 'x',
  kind: 'ripley',
  columns: COLUMNS,
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', -1],
      ],
    ],
  },
});
type Rows = readonly (readonly FileCell[])[];
const linesOf = (rows: Rows) => rows.map((cells, at) => ({ line: at + 2, cells }));
const matchOf = (headers: readonly string[], layout: Layout = LAYOUT) =>
  matchHeader(layout as typeof LAYOUT, { at: 0, rows: 1, headers });
const follow = (headers: readonly string[], rows: Rows, layout: Layout = LAYOUT) => {
  const { match, changes } = atOnce(followChanges(matchOf(headers, layout), linesOf(rows)));
  return {
    changes: changes.map(({ change, column, former, money, isProved, asks }) => [
      ...[change, column, former, money, isProved, asks],
    ]),
    columns: Object.fromEntries(match.columns),
    missing: match.missing.map(({ key }) => key),
    unknown: match.unknown,
    variants: match.layout.netRule?.variants,
  };
};
const HEADERS = ['Fecha', 'Orden', 'Bruto', 'Comisión venta', 'Neto'];
const day = (at: number) => `2026-03-${String(at + 10)}`;
const lines = (...amounts: readonly (readonly string[])[]) =>
  amounts.map((each, at) => [day(at), `P-${at}`, ...each]);
const PLAIN = [
  ['100', '10', '90'],
  ['50', '5', '45'],
  ['20', '2', '18'],
] as const;

describe('a column of another name', () => {
  test('is that by which the rows come out, whatever it is called', () => {
    const found = follow(['Fecha', 'Orden', 'Bruto', 'Zzz', 'Neto'], lines(...PLAIN));
    expect(found).toMatchObject({
      changes: [['renamed', 'Zzz', 'Comisión venta', '17', true, true]],
      ...{ columns: { fee: 3 }, missing: [], unknown: [] },
    });
  });

  test('is proved where it leaves one row in ten, and no more', () => {
    const rows = (wrong: number) =>
      Array.from({ length: 10 }, (_, at) => ['2026-03-10', `P-${at}`, '100', '10', at < wrong ? '88' : '90']);
    const renamed = (wrong: number) =>
      follow(['Fecha', 'Orden', 'Bruto', 'Zzz', 'Neto'], rows(wrong)).missing;
    expect([renamed(1), renamed(2)]).toEqual([[], ['fee']]);
    const more = (wrong: number) =>
      follow(
        [...HEADERS, 'Zzz'],
        rows(10).map((row, at) => [...row, at < wrong ? '3' : '2']),
      ).changes[0]?.[4];
    expect([more(1), more(2)]).toEqual([true, false]);
  });

  test('shares no word of three letters', () => {
    const fee = {
      ...LAYOUT,
      columns: COLUMNS.map((each) => (each.key === 'fee' ? { ...each, headers: ['Fee neta'] } : each)),
    };
    const rows = lines(...PLAIN.map(([gross, cell]) => [gross, cell, '1']));
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Zzz fee', 'Neto'], rows, fee).missing).toEqual(['fee']);
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Zzz neta', 'Neto'], rows, fee).missing).toEqual([]);
  });

  test('is that which shares a word of its name, where nothing is proved', () => {
    const rows = lines(...PLAIN.map(([gross, fee]) => [gross, fee, '1']));
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Tarifa venta', 'Neto'], rows)).toMatchObject({
      changes: [['renamed', 'Tarifa venta', 'Comisión venta', '17', false, true]],
    });
    const two = follow(
      ['Fecha', 'Orden', 'Bruto', 'Tarifa venta', 'Neto', 'Otra venta'],
      rows.map((row) => [...row, '3']),
    );
    expect(two.changes.map(([change, column]) => [change, column])).toEqual([
      ['added', 'Tarifa venta'],
      ['added', 'Otra venta'],
      ['gone', 'Comisión venta'],
    ]);
    // Words of three letters say nothing, nor a column of words.
    const words = lines(...PLAIN.map(([gross, , net]) => [gross, 'nada', net]));
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Tarifa venta', 'Neto'], words).missing).toEqual(['fee']);
  });

  test('of words is the only one that is left, of days the only one that holds some', () => {
    expect(follow(['Fecha', 'Zzz', 'Bruto', 'Comisión venta', 'Neto'], lines(...PLAIN))).toMatchObject({
      changes: [['renamed', 'Zzz', 'Orden', null, false, true]],
      columns: { order: 1 },
    });
    expect(follow(['Zzz', 'Orden', 'Bruto', 'Comisión venta', 'Neto'], lines(...PLAIN))).toMatchObject({
      changes: [['renamed', 'Zzz', 'Fecha', null, false, true]],
    });
    const none = lines(...PLAIN).map(([, ...rest]) => ['', ...rest]);
    const bad = lines(...PLAIN).map(([, ...rest]) => ['ayer', ...rest]);
    for (const rows of [none, bad])
      expect(follow(['Zzz', 'Orden', 'Bruto', 'Comisión venta', 'Neto'], rows).missing).toEqual(['date']);
    // Two are missing: nobody knows which it is.
    const both = lines(...PLAIN).map(([, order = '', gross = '', fee = '', net = '']) => [
      order,
      gross,
      fee,
      net,
    ]);
    expect(follow(['Zzz', 'Bruto', 'Comisión venta', 'Neto'], both).missing).toEqual(['date', 'order']);
  });
});

describe('columns of other names', () => {
  test('are found one after another, the net by its rows, numbers without money', () => {
    const rows = lines(...PLAIN);
    expect(follow(HEADERS.with(4, 'Zzz'), rows).changes).toEqual([
      ['renamed', 'Zzz', 'Neto', '153', true, true],
    ]);
    const numbered = rows.map((cells, at) => cells.with(1, `100${at}`));
    expect(follow(HEADERS.with(1, 'Orden nueva'), numbered).changes).toEqual([
      ['renamed', 'Orden nueva', 'Orden', null, false, true],
    ]);
    // Of two that are gone the second is the only one that is left once the first is found.
    const later = { ...LAYOUT, columns: [...COLUMNS.toSpliced(1, 1), ...COLUMNS.slice(1, 2)] };
    const headers = ['Fecha', 'Bruto', 'Yyy', 'Neto', 'Zzz'];
    const moved = rows.map(([at = '', number = '', ...amounts]) => [at, ...amounts, number]);
    expect(follow(headers, moved, later).changes).toEqual([
      ['renamed', 'Yyy', 'Comisión venta', '17', true, true],
      ['renamed', 'Zzz', 'Orden', null, false, true],
    ]);
  });
});

describe('a column that is gone', () => {
  test('takes what the rows lack, where it alone is of their rule', () => {
    const without = lines(...PLAIN.map(([gross, , net]) => [gross, net]));
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Neto'], without).changes).toEqual([
      ['gone', 'Comisión venta', null, '-17', false, true],
    ]);
    const bare = lines(...PLAIN.map(([, , net]) => [net]));
    expect(follow(['Fecha', 'Orden', 'Neto'], bare).changes).toEqual([
      ['gone', 'Bruto', null, null, false, true],
      ['gone', 'Comisión venta', null, null, false, true],
    ]);
    const noNet = lines(...PLAIN.map(([gross, fee]) => [gross, fee]));
    expect(follow(['Fecha', 'Orden', 'Bruto', 'Comisión venta'], noNet).changes).toEqual([
      ['gone', 'Neto', null, null, false, true],
    ]);
    expect([isInRule(LAYOUT, 'net'), isInRule(LAYOUT, 'fee'), isInRule(LAYOUT, 'order')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isInRule({ ...LAYOUT, netRule: null }, 'net')).toBe(false);
  });
});

describe('a column more', () => {
  const added = (
    header: string,
    cells: readonly string[],
    nets: readonly string[] = ['90', '45', '18'],
    layout: Layout = LAYOUT,
  ) =>
    follow(
      [...HEADERS, header],
      lines(...PLAIN.map(([gross, fee], at) => [gross, fee, nets[at] ?? '', cells[at] ?? ''])),
      layout,
    );

  test('counts in the rows where they come out with it and not without it, by its sign', () => {
    const less = added('Zzz', ['1', '1', '1'], ['89', '44', '17']);
    expect(less.changes).toEqual([['added', 'Zzz', null, '3', true, true]]);
    expect(less.variants).toEqual([
      [
        ['gross', 1],
        ['fee', -1],
        ['added 5', -1],
      ],
    ]);
    expect(added('Zzz', ['1', '1', '1'], ['91', '46', '19']).variants?.[0]?.at(-1)).toEqual(['added 5', 1]);
    expect(less.unknown).toEqual([]);
    expect(added('Zzz', ['1', '2', '1'], ['91', '46', '17']).changes).toEqual([
      ['added', 'Zzz', null, null, false, false],
    ]);
  });

  test('of money is asked about where it has some, and its name or the layout says that it is', () => {
    expect(added('Ajustes', ['1', 'x', '']).changes).toEqual([['added', 'Ajustes', null, null, false, true]]);
    expect(added('Ajustes', ['1', '2', '']).changes).toEqual([['added', 'Ajustes', null, '3', false, true]]);
    expect(added('Ajustes', ['0', '', '']).changes).toEqual([['added', 'Ajustes', null, '0', false, false]]);
    expect(added('Ajustes', ['', '', '']).changes).toEqual([['added', 'Ajustes', null, null, false, false]]);
    expect(added('Zzz', ['1', '2', '']).changes).toEqual([['added', 'Zzz', null, null, false, false]]);
    expect(added('Zzz', ['', '', ''], undefined, { ...LAYOUT, isWhole: true }).changes[0]?.at(-1)).toBe(true);
    for (const name of ['Monto x', 'Fee', 'Costos', 'IVA', 'Descuento', 'Refunds', 'Retenciones', 'Valor'])
      expect([name, added(name, ['1']).changes[0]?.at(-1)]).toEqual([name, true]);
    for (const name of ['Montaña', 'Coffee', 'Código', 'Privado'])
      expect(added(name, ['1']).changes[0]?.at(-1)).toBe(false);
  });

  test('of the name of one of amounts is asked about, and not where it has none', () => {
    expect(added('Neto', ['7', '', '']).changes).toEqual([['added', 'Neto', null, '7', false, true]]);
    expect(added('Neto', ['x', '', '']).changes[0]?.at(-1)).toBe(false);
    // That of a number says nothing.
    expect(added('Orden', ['P-9', '', '']).changes).toEqual([]);
    const again = matchOf([...HEADERS, 'Neto', 'Orden', 'Zzz']);
    const names = [...HEADERS, 'Neto', 'Orden', 'Zzz'].map((name) => name.toLowerCase());
    expect(namedAgain(again, names)).toEqual([5]);
    expect(namedAgain({ layout: { ...LAYOUT, id: 'mapping' }, columns: again.columns }, names)).toEqual([
      5, 6,
    ]);
    expect(again.unknown).toEqual([5, 7]);
  });
});

const sortedOf = (rows: Rows, more: Partial<SortedRows> = {}): SortedRows => ({
  ...{
    lines: linesOf(rows),
    above: [],
    totals: [],
    balances: [],
    leftAside: [],
    notUnderstood: [],
    said: [],
  },
  ...more,
});

describe('cells that moved', () => {
  const NUMBERS = ['Fecha', 'Glosa', 'Orden', 'Neto'];
  const layout = layoutOf({
    id: 'x',
    kind: 'ripley',
    columns: [
      date('date', 'date', 'needed', 'Fecha'),
      text('words', 'description', 'optional', 'Glosa'),
      text('order', 'order', 'needed', 'Orden'),
      amount('net', 'net', 'needed', 'Neto'),
    ],
    net: [['net', 1]],
  });
  const moved = (rows: Rows, headers = NUMBERS) => {
    const match = matchOf(headers, layout);
    const sorted = sortedOf(rows);
    const ask = () => (row: { readonly line: number }) => ({ key: `k${row.line}`, said: null });
    const left = atOnce(withoutMovedLines(sorted, sorted.lines, match, ask));
    return left.notUnderstood.map(({ line, why, text: words, row }) => [
      line,
      why,
      words,
      row?.key,
      row?.mayBeLine,
    ]);
  };
  const row = (at: number, ...cells: readonly FileCell[]): readonly FileCell[] => [day(at), ...cells];
  const usual = [0, 1, 2, 3].map((at) => row(at, 'Venta', `200000${at}`, { kind: 'number', text: '5' }));

  test('are told by a number that is written as the column beside it', () => {
    const shifted = (rows: Rows) => atOnce(shiftedNumbers(linesOf(rows), matchOf(NUMBERS, layout)));
    expect(placesOfNumbers(matchOf(NUMBERS, layout))).toEqual([2]);
    expect(shifted(usual)).toEqual([]);
    // Its number stands in the column of words.
    expect(shifted([...usual, row(4, '2000009', '', { kind: 'number', text: '5' })])).toEqual([4]);
    // Its words stand under the number.
    expect(shifted([...usual, row(4, '', 'Venta', { kind: 'number', text: '5' })])).toEqual([4]);
    expect(shifted([...usual.slice(0, 2), row(4, '', 'Venta', { kind: 'number', text: '5' })])).toEqual([2]);
    // Numbers of six digits are long, and of their own length.
    const six = [0, 1, 2].map((at) => row(at, 'Venta', `10000${at}`, { kind: 'number', text: '5' }));
    expect(shifted([...six, row(4, '10009', '', { kind: 'number', text: '5' })])).toEqual([]);
    expect(shifted([...six, row(4, '100009', '', { kind: 'number', text: '5' })])).toEqual([3]);
    // A number of another kind is none that moved.
    expect(shifted([...usual, row(4, 'Venta', 'P-77', { kind: 'number', text: '5' })])).toEqual([]);
    expect(shifted([...usual, row(4, 'Venta', '', { kind: 'number', text: '5' })])).toEqual([]);
    expect(shifted([usual[0] ?? [], row(4, 'Venta', 'x', '5')])).toEqual([]);
    // Of three in five nothing is usual.
    const few = [...usual.slice(0, 3), row(4, 'Venta', 'P-1', '5'), row(5, 'Venta', 'P-2', '5')];
    expect(shifted([...few, row(6, '2000009', '', '5')])).toEqual([]);
    const bare = [...usual.slice(0, 3), row(4, '', 'Venta', '5'), row(5, '', '2000005', '5')];
    expect(shifted(bare)).toEqual([]);
    // Beside numbers of the same kind one that is missing is none that moved, and neither is one that stands twice.
    const alike = usual.map((cells) => cells.with(1, '3000001'));
    expect(shifted([...alike, row(4, '3000001', '', { kind: 'number', text: '5' })])).toEqual([]);
    expect(shifted([...usual, row(4, '2000009', '2000009', { kind: 'number', text: '5' })])).toEqual([]);
  });

  test('are told by an amount of a currency for a number, where most are none', () => {
    expect(moved([...usual, row(4, 'Venta', '$ 5.000', { kind: 'number', text: '5' })])).toEqual([
      [6, 'moved-cells', `${day(4)} · Venta · $ 5.000 · 5`, 'k6', true],
    ]);
    const money = [0, 1].map((at) => row(at, 'Venta', '$ 5.000', { kind: 'number', text: '5' }));
    expect(moved([...money, ...usual.slice(0, 2)])).toEqual([]);
    for (const sum of ['US$ 5', '-€7,50', '($ 5)', '£ 1.5'])
      expect([sum, moved([...usual, row(4, 'Venta', sum, { kind: 'number', text: '5' })]).length]).toEqual([
        sum,
        1,
      ]);
    for (const none of ['5.000', 'USD 5', '$', '$ x', 'ABCD$ 5'])
      expect([none, moved([...usual, row(4, 'Venta', none, { kind: 'number', text: '5' })])]).toEqual([
        none,
        [],
      ]);
  });

  test('are told by something beyond the last name, and under it what is not of its kind', () => {
    expect(
      moved([...usual, row(4, 'Venta', 'x', '2000009', { kind: 'number', text: '5' })]).map(([at]) => at),
    ).toEqual([6]);
    expect(moved([...usual, row(4, 'Venta', '2000009', { kind: 'number', text: '5' }, 'nota')])).toEqual([]);
    // Whichever line stands first.
    expect(
      moved([row(4, 'Venta', 'x', '2000009', { kind: 'number', text: '5' }), ...usual]).map(([at]) => at),
    ).toEqual([2]);
    const words = usual.map((cells) => cells.with(3, '5'));
    expect(moved([row(4, 'Venta', 'x', { kind: 'number', text: '5' }, 'y'), ...words]).length).toBe(1);
  });

  test('of a row that was left aside are told in its place, until the user says that they are right', () => {
    const beyond = { line: 9, cells: [day(8), 'Venta', '2000009', '5', 'x', 'y'] };
    const sorted = {
      ...sortedOf(usual),
      leftAside: [
        { line: 8, why: 'title' as const },
        { line: 9, why: 'package-item' as const },
      ],
    };
    const answered = (answer: 'no-movement' | null) => {
      const ask = () => (row: { readonly line: number }) => ({
        key: 'k',
        said: answer === null ? null : { key: 'k', line: row.line, text: 'x', answer },
      });
      const rows = [...sorted.lines, beyond];
      const left = atOnce(withoutMovedLines(sorted, rows, matchOf(NUMBERS, layout), ask));
      return [
        left.leftAside.map(({ line, why }) => `${line} ${why}`),
        left.notUnderstood.map(({ line, row }) => [line, row?.mayBeLine]),
        left.said.map(({ line }) => line),
        left.lines.length,
      ];
    };
    expect(answered(null)).toEqual([['8 title'], [[9, false]], [], 4]);
    expect(answered('no-movement')).toEqual([['8 title', '9 package-item'], [], [9], 4]);
  });

  test('are told by nothing under the last name, where hardly any has nothing there', () => {
    expect(moved([...usual, row(4, 'Venta', '2000009', '')]).map(([at]) => at)).toEqual([6]);
    expect(moved([...usual.slice(0, 2), row(4, 'Venta', '2000009', '')]).map(([at]) => at)).toEqual([4]);
    const two = [4, 5].map((at) => row(at, 'Venta', `200000${at}`, ''));
    expect(moved([...usual, ...two])).toEqual([]);
    expect(moved([usual[0] ?? [], row(4, 'Venta', '2000009', '')])).toEqual([]);
    // Of words alone nothing is taken.
    const last = ['Fecha', 'Orden', 'Neto', 'Glosa'];
    const words = [0, 1, 2, 3].map((at) => row(at, `200000${at}`, { kind: 'number', text: '5' }, 'Venta'));
    expect(moved([...words, row(4, '2000009', { kind: 'number', text: '5' }, '')], last)).toEqual([]);
  });
});

describe('amounts in another currency', () => {
  const others = (headers: readonly string[], rows: Rows, currency: string | null = null) => {
    const layout = {
      ...LAYOUT,
      columns: [...COLUMNS, text('currency', 'currency', 'optional', 'Moneda')],
      currency,
    };
    const found = atOnce(
      findOtherCurrencies(sortedOf(rows), matchOf(headers, layout), new Map([[9, new Set([2])]])),
    );
    return [[...found.others].map(([at, { place, text: words }]) => [at, place, words]), found.ofFile];
  };
  const own = (...nets: readonly string[]) => nets.map((net, at) => [day(at), `P-${at}`, '', '', net]);

  test('are told beside the file’s, and of a file that names one all are of it', () => {
    expect(others(HEADERS, own('5', '7'))).toEqual([[], null]);
    expect(others(HEADERS, own('US$ 5', 'US$ 7'))).toEqual([[], 'USD']);
    expect(others(HEADERS, own('US$ 5', '7', 'US$ 7'))).toEqual([[[1, 4, '7']], 'USD']);
    expect(others(HEADERS, own('$ 5', '$ 7'))).toEqual([[], null]);
    expect(others(HEADERS, own('US$ 0', '7'))).toEqual([[], null]);
    expect(others(HEADERS, own('US$ 5', '7'), 'CLP')).toEqual([[[0, 4, 'US$ 5']], null]);
    expect(others(HEADERS, own('CLP 5', '7', '$ 3'), 'CLP')).toEqual([[], null]);
    const half = [
      [day(0), 'P-0', '', 'US$ 1', '5'],
      [day(1), 'P-1', '', '', '7'],
    ];
    expect(others(HEADERS, half)).toEqual([[], 'USD']);
    expect(others(HEADERS, [...half, [day(2), 'P-2', '', '', '7']])).toEqual([[[0, 3, 'US$ 1']], null]);
    expect(others(HEADERS, own('€ 5', 'US$ 7', 'US$ 8'))).toEqual([[[0, 4, '€ 5']], 'USD']);
    expect(others(HEADERS, own('US$ 5', '7 ', ' US$ 7'))).toEqual([[[1, 4, '7']], 'USD']);
  });

  test('are those of another heading than that of the net, wherever they stand', () => {
    const headed = (gross: string, fee: string, net: string) => {
      const named = [gross, fee, net].map((code) => (code === '' ? '' : ` (${code})`));
      const headers = ['Fecha', 'Orden', `Bruto${named[0]}`, `Comisión${named[1]}`, `Neto${named[2]}`];
      const columns = COLUMNS.map((column) => ({
        ...column,
        headers: [...column.headers, ...headers.filter((each) => each.startsWith(column.headers[0] ?? ''))],
      }));
      const rows = [
        [day(0), 'P-0', '3', '', '5'],
        [day(1), 'P-1', '', '2', '7'],
      ];
      const match = matchOf(headers.with(3, headers[3] ?? ''), { ...LAYOUT, columns });
      const found = atOnce(findOtherCurrencies(sortedOf(rows), match, new Map()));
      return [[...found.others].map(([at, { text: words }]) => [at, words]), found.ofFile];
    };
    expect(headed('CLP', '', 'USD')).toEqual([[[0, '3']], 'USD']);
    expect(headed('CLP', 'USD', 'USD')).toEqual([[[0, '3']], 'USD']);
    expect(headed('CLP', '', '')).toEqual([[], 'CLP']);
    expect(headed('', '', 'USD')).toEqual([[], 'USD']);
  });

  test('are by the currency of their line before that of their heading', () => {
    const columns = COLUMNS.map((column) =>
      column.key === 'net' ? { ...column, headers: ['Neto (USD)'] } : column,
    );
    const match = matchOf([...HEADERS.slice(0, 4), 'Neto (USD)', 'Moneda'], {
      ...LAYOUT,
      columns: [...columns, text('currency', 'currency', 'optional', 'Moneda')],
    });
    const rows = own('CLP 5', 'USD 7').map((cells) => [...cells, 'CLP']);
    const { others: found } = atOnce(findOtherCurrencies(sortedOf(rows), match, new Map()));
    expect([...found.keys()]).toEqual([1]);
  });

  test('are told beside a column of currencies, each line by its own', () => {
    const rows = own('US$ 5', 'US$ 7', '9').map((cells, at) => [...cells, ['USD', 'CLP', ''][at] ?? '']);
    expect(others([...HEADERS, 'Moneda'], rows)).toEqual([
      [
        [1, 4, 'US$ 7'],
        [2, 4, '9'],
      ],
      'USD',
    ]);
  });
});

describe('a tax of its base', () => {
  const layout = layoutOf({
    id: 'x',
    kind: 'ripley',
    columns: [
      amount('base', null, 'needed', 'Base'),
      amount('tax', null, 'needed', 'IVA'),
      amount('net', 'net', 'needed', 'Neto'),
    ],
    net: [['net', 1]],
    taxRule: { whole: 'net', base: 'base', tax: 'tax' },
  });
  const check = (rows: Rows, headers: readonly string[] = ['Base', 'IVA', 'Neto']) => {
    const match = matchOf(headers, layout);
    const sorted = sortedOf(rows);
    const figures = atOnce(readFigures(sorted.lines, match));
    const { net, assumed } = atOnce(signedNet(match, figures, { sorted, letters: [] }));
    const nothing = sorted.lines.map(() => null);
    const { checks, covered } = atOnce(
      checkStatement({
        match,
        sorted,
        figures,
        net,
        assumed,
        rule: null,
        days: nothing,
        settlements: nothing,
      }),
    );
    return [
      covered,
      ...checks.map(({ name, checked, failures, gap, where }) => [
        name,
        checked,
        failures,
        gap,
        where.map(({ after }) => after),
      ]),
    ];
  };
  const row = (base: string, tax: string) => [base, tax, base];

  test('is at the rate of most rows, rounded in each, by its base or by the whole', () => {
    expect(check([row('100.00', '19.00'), row('50.00', '9.50'), row('7', '0')])).toEqual([
      2,
      ['row-tax', 2, 0, '0.00', []],
    ]);
    expect(check([row('100.00', '18.00'), row('50.00', '9.00')])).toEqual([2, ['row-tax', 2, 0, '0.00', []]]);
    expect(check([row('103', '20'), row('100', '19')])).toEqual([2, ['row-tax', 2, 0, '0', []]]);
    // 0.125 of a half, up or down.
    expect(check([row('0.50', '0.10'), row('1.00', '0.19')])).toEqual([2, ['row-tax', 2, 0, '0.00', []]]);
    const most = [1, 2, 3, 4].map((times) => row(`${times * 100}.00`, `${times * 19}.00`));
    expect(check([...most, row('100.00', '20.00')])).toEqual([5, ['row-tax', 5, 1, '1.00', [6]]]);
    expect(check([...most.slice(1), row('100.00', '20.00')])).toEqual([0]);
    expect(check([row('100.00', '33.00')])).toEqual([0]);
    expect(check([row('100.00', '')])).toEqual([0]);
    expect(check([['100.00', '100.00']], ['Base', 'Neto'])).toEqual([0]);
  });
});

describe('the sign of an amount that has none', () => {
  const signs = (
    rows: readonly (readonly [amount: string, balance: string])[],
    {
      opening = '',
      closing = '',
      sign = 'balance' as Layout['sign'],
      letters = [] as readonly string[],
    } = {},
  ) => {
    const layout = layoutOf({
      id: 'x',
      kind: 'bank',
      columns: [
        text('letter', null, 'optional', 'Tipo'),
        amount('net', null, 'needed', 'Monto'),
        amount('balance', 'balance', 'optional', 'Saldo'),
      ],
      net: [['net', 1]],
      sign,
    });
    const match = matchOf(['Tipo', 'Monto', 'Saldo'], layout);
    const end = (kind: 'opening' | 'closing', text: string) =>
      text === '' ? [] : [{ row: { line: 99, cells: ['', '', text] }, end: kind }];
    const sorted = sortedOf(
      rows.map(([net, balance], at) => [letters[at] ?? '', net, balance]),
      { balances: [...end('opening', opening), ...end('closing', closing)] },
    );
    const figures = atOnce(readFigures(sorted.lines, match));
    const { net, assumed, unsigned } = atOnce(signedNet(match, figures, { sorted, letters }));
    return [net.map((each) => (each === null ? null : Number(each))), assumed.map(Number), unsigned];
  };

  test('is that by which the balance goes on, in that order of time in which it does more often', () => {
    const rows = [
      ['10', '110'],
      ['5', '105'],
      ['20', '125'],
    ] as const;
    expect(signs(rows)).toEqual([[null, -5, 20], [10, -5, 20], [0]]);
    expect(signs(rows, { opening: '100' })).toEqual([[10, -5, 20], [10, -5, 20], []]);
    expect(signs(rows, { opening: '120' })).toEqual([[-10, -5, 20], [-10, -5, 20], []]);
    expect(signs(rows.toReversed())).toEqual([[20, -5, null], [20, -5, 10], [2]]);
    expect(signs(rows.toReversed(), { opening: '100' })).toEqual([[20, -5, 10], [20, -5, 10], []]);
    expect(
      signs([
        ['0', ''],
        ['', '7'],
        ['5', ''],
      ]),
    ).toEqual([[0, null, null], [0, 0, 5], [2]]);
    // As often by the one order as by the other: the older line stands first.
    expect(
      signs([
        ['5', '100'],
        ['5', '105'],
      ])[0],
    ).toEqual([null, 5]);
    // One that has a minus has its sign: so have all.
    expect(
      signs([
        ['-10', '110'],
        ['5', '105'],
      ]),
    ).toEqual([[-10, 5], [-10, 5], []]);
  });

  test('of two lines beside a balance that is off is that by which both lead over it, where they do so one way', () => {
    const over = (first: string, second: string, after: string) =>
      signs(
        [
          ['10', '110'],
          [first, '999'],
          [second, after],
        ],
        { opening: '100' },
      );
    expect(over('5', '20', '125')).toEqual([[10, -5, 20], [10, -5, 20], []]);
    expect(over('5', '20', '135')).toEqual([[10, 5, 20], [10, 5, 20], []]);
    expect(over('5', '20', '95')).toEqual([[10, 5, -20], [10, 5, -20], []]);
    expect(over('5', '20', '85')).toEqual([[10, -5, -20], [10, -5, -20], []]);
    // By none, and by two ways.
    expect(over('5', '20', '126')).toEqual([
      [10, null, null],
      [10, 5, -20],
      [1, 2],
    ]);
    expect(over('5', '5', '110')).toEqual([
      [10, null, null],
      [10, 5, -5],
      [1, 2],
    ]);
    expect(over('5', '20', '')[0]).toEqual([10, null, null]);
    expect(over('5', '', '125')[0]).toEqual([10, null, null]);
    // The line before them has no balance that they could begin with.
    expect(
      signs([
        ['10', ''],
        ['5', '999'],
        ['20', '125'],
      ])[0],
    ).toEqual([null, null, null]);
    const newest = [
      ['7', '132'],
      ['20', '125'],
      ['5', '999'],
      ['10', '110'],
    ] as const;
    expect(signs(newest, { opening: '100' })).toEqual([[7, 20, -5, 10], [7, 20, -5, 10], []]);
  });

  test('is that of its letter, and of an odd line that of the balance', () => {
    const letters = ['A', 'C', 'A'];
    expect(
      signs(
        [
          ['10', ''],
          ['5', ''],
          ['20', ''],
        ],
        { sign: 'letter', letters },
      ),
    ).toEqual([...[[10, -5, 20], [10, -5, 20], []]]);
    expect(
      signs(
        [
          ['10', ''],
          ['-5', ''],
          ['20', ''],
        ],
        { sign: 'letter', letters },
      )[0],
    ).toEqual([10, -5, 20]);
    expect(
      signs(
        [
          ['-10', ''],
          ['5', ''],
          ['20', ''],
        ],
        { sign: 'letter', letters },
      ),
    ).toEqual([[null, -5, 20], [0, -5, 20], [0]]);
    expect(
      signs(
        [
          ['-10', '90'],
          ['5', '85'],
          ['20', '105'],
        ],
        { sign: 'letter', letters, opening: '100' },
      )[0],
    ).toEqual([...[-10, -5, 20]]);
    expect(
      signs(
        [
          ['-10', ''],
          ['0', ''],
          ['20', ''],
        ],
        { sign: 'letter', letters: ['C', 'C', 'A'] },
      )[0],
    ).toEqual([...[-10, 0, 20]]);
    // As many charges with a minus as without.
    const charges = ['C', 'C', 'A'];
    expect(
      signs(
        [
          ['-10', ''],
          ['5', ''],
          ['20', ''],
        ],
        { sign: 'letter', letters: charges },
      ),
    ).toEqual([
      [null, null, 20],
      [0, 0, 20],
      [0, 1],
    ]);
    expect(
      signs(
        [
          ['10', '110'],
          ['5', '105'],
          ['0', ''],
        ],
        { sign: 'letter', letters: ['X', 'X', 'X'] },
      ),
    ).toEqual([[-10, -5, 0], [-10, -5, 0], []]);
  });
});
