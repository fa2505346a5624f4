import { expect, test } from 'vitest';
import {
  columnsOfTable,
  currencyBy,
  keysOf,
  type TableColumns,
} from '#renderer/data/model/dataset-tables.ts';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { type GroupLayout, groupTable } from '#renderer/data/model/group-table.ts';
import { tableOfOtherText, textWithoutCells } from '#renderer/data/model/other-texts.ts';
import {
  columnsOfRule,
  findRule,
  findSumRule,
  formulaOf,
  sectionTotal,
} from '#renderer/data/model/row-rules.ts';
import { linesPerPiece, readPieces, tableOf } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV, type SheetCell, tsv } from '#renderer/data/model/spreadsheet.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Tables as they are laid out for files, cell by cell. */

test('a table is read in pieces that join, none beyond what is asked for', () => {
  const columns = Array.from(
    { length: 1500 },
    (_, at) => ({ name: `c${at}`, kind: 'text', total: null }) as const,
  );
  const lines = Array.from(
    { length: 7 },
    (_, at) => ({ cells: [`${at}`], depth: at === 3 ? 1 : 0 }) as const,
  );
  const table = tableOf({ name: 't', keyColumns: 1, columns, lines });
  const asked: string[] = [];
  const watched = {
    ...table,
    read: (offset: number, limit: number) => {
      asked.push(`${offset}+${limit}`);
      return table.read(offset, limit);
    },
  };
  const pieces = (from: number, count: number) =>
    [...readPieces(watched, from, count)].map((piece) => piece.map(({ cells }) => cells[0]).join(''));
  expect([linesPerPiece(table), linesPerPiece({ columns: [] }), table.lineCount, table.isGrouped]).toEqual([
    ...[2, 4000, 7, true],
  ]);
  expect([pieces(0, 7), pieces(1, 3), pieces(6, 0)]).toEqual([['01', '23', '45', '6'], ['12', '3'], []]);
  expect(asked).toEqual(['0+2', '2+2', '4+2', '6+1', '1+2', '3+1']);
});

test('groups are lines with their sums and rates, the last ones in their order, over a total that adds up', () => {
  const figures = (rows: number, ventas: string, cost: string | null) => ({
    ...{ rows, orders: rows - 1, ventasWithProductCost: '4' as Decimal },
    sums: { Ventas: ventas as Decimal, ...(cost === null ? {} : { 'Costo Total': cost as Decimal }) },
  });
  const layout: GroupLayout = {
    ...{ name: 'Marcas', value: 'Marca', caption: 'Nombre', names: { '': 'Sin marca' }, last: ['', 'Z'] },
    columns: [
      { name: 'Ventas', of: 'sum', column: 'Ventas', kind: 'money' },
      { name: 'Costo', of: 'sum', column: 'Costo Total', kind: 'money' },
      { name: '%', of: 'rate', part: 1, base: 0 },
      { name: 'Con costo', of: 'covered' },
      { name: 'Filas', of: 'rows' },
      { name: 'Órdenes', of: 'orders' },
    ],
  };
  const group = (value: string, caption: string | null, ...parts: Parameters<typeof figures>) => ({
    ...{ value, caption, totals: figures(...parts) },
  });
  const groups = [
    ...[group('Z', 'last', 2, '8', '1'), group('', null, 3, '0', '5'), group('B', 'b', 4, '10', '2.5')],
    group('A', 'a', 5, '3', null),
  ];
  const table = groupTable(groups, figures(14, '21', '8.5'), layout);
  const rate = (value: string | null) =>
    value === null ? null : { value, formula: { kind: 'rate', part: 3, base: 2, baseLine: null } };
  expect(table.read(0, 9).map(({ cells }) => cells)).toEqual([
    ['B', 'b', '10', '2.5', rate('25.000000'), '4', '4', '3'],
    ['A', 'a', '3', null, null, '4', '5', '4'],
    ['Sin marca', null, '0', '5', null, '4', '3', '2'],
    ['Z', 'last', '8', '1', rate('12.500000'), '4', '2', '1'],
  ]);
  expect(table.read(1, 2)).toHaveLength(2);
  expect(table.columns.map(({ name, kind, total }) => [name, kind, total])).toEqual([
    ['Marca', 'text', null],
    ['Nombre', 'text', null],
    ['Ventas', 'money', { kind: 'sum', value: '21' }],
    ['Costo', 'money', { kind: 'sum', value: '8.5' }],
    ['%', 'percent', { kind: 'rate', value: '40.476190', part: 3, base: 2 }],
    ['Con costo', 'money', { kind: 'sum', value: '4' }],
    ['Filas', 'count', { kind: 'sum', value: '14' }],
    ['Órdenes', 'count', { kind: 'value', value: '13' }],
  ]);
  const plain = groupTable(groups.slice(2, 3), null, { ...layout, caption: null });
  expect([
    plain.keyColumns,
    plain.read(0, 1)[0]?.cells[0],
    plain.columns.every(({ total }) => total === null),
  ]).toEqual([...[1, 'B', true]]);
});

test('a table for engines tells its keys and columns, and an account its currency by the first view that has it', () => {
  const columns: TableColumns = {
    mes: ['key', 'a'],
    n: ['place', 'b'],
    nota: ['text', 'c'],
    monto: ['amount', 'd'],
    filas: ['count', 'e'],
    dia: ['day', 'f'],
    en: ['moment', 'g'],
  };
  expect(keysOf({ columns })).toEqual(['mes', 'n']);
  expect(
    columnsOfTable({ columns }).map(({ name, about, type, isKey }) => `${name} ${about} ${type} ${isKey}`),
  ).toEqual([
    ...['mes a texto true', 'n b entero true', 'nota c texto false', 'monto d importe false'],
    ...['filas e entero false', 'dia f dia false', 'en g momento false'],
  ]);
  const own = [{ Canal: 'A', Cuenta: 'B' }];
  const currencyOf = currencyBy([
    { currency: 'CLP', scope: { accounts: own, isExcluded: true } },
    { currency: 'USD', scope: { accounts: own, isExcluded: false } },
  ]);
  const named = [...own, { Canal: 'A', Cuenta: 'C' }, { Canal: 'D', Cuenta: 'B' }].map(currencyOf);
  expect(named).toEqual(['USD', 'CLP', 'CLP']);
  expect([
    currencyBy([])({ Canal: 'A', Cuenta: 'B' }),
    currencyBy([{ currency: null, scope: null }])(own[0] as never),
  ]).toEqual(['', '']);
});

test('rules say what they add and take off', () => {
  const formula = (id: string) => {
    const rule = findRule(id);
    return rule === undefined ? null : formulaOf(rule);
  };
  expect([formula('total'), formula('comercial'), formula('cobros'), formula('nothing')]).toEqual([
    'Rentabilidad Total = Ingreso Total + Reembolso Total − Cobro Total − Costo de Producto',
    'Rentabilidad Comercial = Ingreso Total + Reembolso Total − Cobros Comercial − Costo de Producto',
    `Cobros Comercial = Cobro Total − ${(['advertising', 'storage', 'account', 'financing'] as const).map(sectionTotal).join(' − ')}`,
    null,
  ]);
  expect(formula('% Costo Envío')).toBe('% Costo Envío = Costo Envío ÷ Ventas × 100');
  expect(formula('advertising')).toMatch(/^Costos por publicidad = .* − /);
  expect(columnsOfRule(findSumRule('total'))).toEqual([
    ...['Rentabilidad Total', 'Ingreso Total', 'Reembolso Total', 'Cobro Total', 'Costo de Producto'],
  ]);
  expect(() => findSumRule('% Costo Envío')).toThrow(RangeError);
});

test('cells of files are what they hold: nothing is nothing, a moment is one, a text is no figure', () => {
  const columns = (['text', 'money', 'local-datetime', 'utc-datetime', 'percent'] as const).map((kind) => ({
    ...{ name: kind, kind, total: null },
  }));
  const lines = [
    { cells: ['a"b', '-1.50', '2026-03-01T10:00:00.000', '2026-03-01T10:00:00.500Z', null] },
    { cells: [null, 'x', 'ayer', '', '12'] },
    { cells: ['', null, null, '2026-03-01T10:00:00.000', '1,5'] },
  ];
  const table = tableOf({ name: 't', keyColumns: 1, columns, lines });
  const csv = (format: Parameters<typeof csvPieces>[1]) =>
    [...csvPieces(table, format)].join('').split('\r\n').slice(1);
  expect(csv(EXACT_CSV)).toEqual([
    '"a""b",-1.50,"2026-03-01T10:00:00.000","2026-03-01T10:00:00.500Z",',
    ',"x","ayer","",12',
    '"",,,"2026-03-01T10:00:00.000","1,5"',
    '',
  ]);
  expect(csv({ separator: ';', decimalSign: ',' })).toEqual([
    '"a""b";-1,50;2026-03-01 10:00:00;2026-03-01 10:00:00,500;',
    ';"x";"ayer";;12',
    ';;;"2026-03-01T10:00:00.000";"=""1,5"""',
    '',
  ]);
  const row: readonly SheetCell[] = [
    { text: '=1' },
    { figure: '-1234567.50' },
    { figure: null },
    { figure: 'x\ty' },
  ];
  expect(tsv([row, [{ moment: '2026-03-01T10:00:00.000' }]], { decimal: ',', group: '.' })).toBe(
    '\'=1\t-1.234.567,50\t\t"x\ty"\r\n2026-03-01 10:00:00',
  );
});

const rowsOf = (text: string): readonly FileRow[] =>
  text.split('\n').map((cells, at) => ({ line: at + 1, cells: [cells] }));
const made = (text: string) =>
  atOnce(tableOfOtherText(rowsOf(text)))?.map(({ line, cells }) => [line, ...cells].join('|')) ?? null;

test('movements of an extract without cells are rows, with the balances of its only account around them', () => {
  const movement = (...values: readonly string[]) => `<STMTTRN>${values.join('')}</STMTTRN>`;
  const account = '<BANKACCTFROM><ACCTID>1</BANKACCTFROM>';
  const text = [
    '<OFX><CURDEF>CLP',
    account,
    movement(
      '<TRNTYPE>CREDIT',
      '<DTPOSTED>20260831120000[-3:CLT]',
      '<TRNAMT>10.50',
      '<FITID>1',
      '<NAME>A &amp; B',
      '<MEMO>m',
    ),
    movement('<TRNTYPE>DEBIT', '<DTPOSTED>20260901', '<TRNAMT>7', '<FITID>2', '<MEMO>only memo'),
    movement(
      '<TRNTYPE>HOLD',
      '<DTPOSTED>20260902',
      '<TRNAMT>-1',
      '<TRNAMT>-2',
      '<FITID>3',
      '<NAME>n',
      '<CURSYM>USD',
    ),
    '<BAL><NAME>Saldo anterior</NAME><VALUE>100</BAL>',
    '<LEDGERBAL><BALAMT>103.50</LEDGERBAL><AVAILBAL><BALAMT>99</AVAILBAL>',
    '</OFX>',
  ].join('\n');
  const head = '1|ofx TRNTYPE|ofx DTPOSTED|ofx TRNAMT|ofx FITID|ofx NAME|ofx CURDEF';
  const rows = [
    '3|CREDIT|2026-08-31|10.50|1|A & B|CLP',
    '4|DEBIT|2026-09-01|-7|2|only memo|CLP',
    '5|HOLD||-1 / -2|3|n|USD',
  ];
  expect(made(text)).toEqual(['6|Saldo inicial|100', '7|Saldo final|103.50', head, ...rows]);
  expect(made(`${text}\n${account}`)).toEqual([head, ...rows]);
  expect([textWithoutCells(text), textWithoutCells('a;b\nc;d'), made('a;b')]).toEqual(['ofx', null, null]);
});

test('lines of fixed width are cut where their layout says', () => {
  const line = (day: string, amount: string, sign: string, text: string) =>
    `12345678901${day}${'code'.padEnd(9)}${'serial'.padEnd(8)}${amount.padStart(22, '0')}${sign}001${text}`;
  const lines = [
    line('31082026', '1500', '+', 'Uno'),
    line('20260901', '0', '-', 'Dos'),
    line('02092026', '7', '-', 'Tres'),
  ];
  const told = made(lines.join('\n'));
  expect(told?.[0]).toBe(
    '1|txt account|txt date|txt code|txt serial|txt amount|txt sign|txt branch|txt text',
  );
  expect(told?.slice(1)).toEqual([
    ...[
      '1|12345678901|31-08-2026|code|serial|1500|+|001|Uno',
      '2|12345678901|2026-09-01|code|serial|0|-|001|Dos',
    ],
    '3|12345678901|02-09-2026|code|serial|7|-|001|Tres',
  ]);
  expect(textWithoutCells([...lines, 'cut'].join('\n'))).toBe('fixed-width');
  expect(textWithoutCells([lines[0], 'a', 'b', 'c'].join('\n'))).toBeNull();
});
