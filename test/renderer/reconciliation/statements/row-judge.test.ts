import { describe, expect, test } from 'vitest';
import type { FileCell, FileRow } from '#renderer/data/model/file-cells.ts';
import {
  amount,
  date,
  type Layout,
  layoutOf,
  text,
} from '#renderer/reconciliation/statements/model/layout.ts';
import { matchHeader } from '#renderer/reconciliation/statements/model/recognition.ts';
import { createJudge } from '#renderer/reconciliation/statements/model/row-judge.ts';

/** What a row is by its own cells alone. */

const COLUMNS = [
  date('date', 'date', 'needed', 'Fecha'),
  text('description', 'description', 'needed', 'Glosa'),
  text('operation', 'operation', 'optional', 'Documento'),
  amount('debit', null, 'needed', 'Cargo', 'Débito'),
  amount('credit', null, 'needed', 'Abono', 'Crédito'),
  amount('balance', 'balance', 'expected', 'Saldo'),
];
const HEADERS = COLUMNS.map(({ headers }) => headers[0] ?? '');
const bank = (more: Partial<Layout> = {}) => ({
  ...layoutOf({
    id: 'x',
    kind: 'bank',
    columns: COLUMNS,
    net: [
      ['credit', 1],
      ['debit', 1],
    ],
  }),
  ...more,
  kind: 'bank' as const,
});
const judgeOf = (layout: ReturnType<typeof bank>, headers: readonly string[] = HEADERS) =>
  createJudge(matchHeader(layout, { at: 0, rows: 1, headers }), [{ line: 1, cells: headers }]);
const rowOf = (cells: readonly FileCell[]): FileRow => ({ line: 9, cells });
const judge = judgeOf(bank());
const is = (...cells: readonly FileCell[]) => {
  const verdict = judge.judge(rowOf(cells));
  return Object.values(verdict).join(' ');
};

describe('a row of an extract', () => {
  test('is a line where it has its day and an amount, be it one that cannot be read', () => {
    expect(is('21/03/2026', 'Pago', '1', '', '100', '')).toBe('line');
    expect(is('21/03/2026', 'Pago', '1', '5', '', '')).toBe('line');
    expect(is('21/03/2026', 'Pago', '1', 'cinco', '', '')).toBe('line');
    expect(is('21 de marzo', 'Pago', '', '5', '', '')).toBe('line');
    expect(is({ kind: 'date', text: '2026-03-21' }, 'Pago', '', '5', '', '')).toBe('line');
    expect(is({ kind: 'number', text: '46000' }, 'Pago', '', '5', '', '')).toBe('line');
    // Nothing but that it is a total.
    expect(is('21/03/2026', 'Total general', '', '5', '', '')).toBe('doubt total');
    expect(is('21/03/2026', 'Total Line SA', '', '5', '', '')).toBe('line');
  });

  test('without a day is a total by its name or by its shape, a balance, or asked about', () => {
    expect(is('', 'Total', '', '5', '100', '')).toBe('total total true');
    expect(is('', 'Subtotal', '', '5', '100', '')).toBe('total subtotal true');
    expect(is('', '', '', '5', '100', '')).toBe('total total false');
    expect(is('', '-', '', '5', '100', '')).toBe('total total false');
    expect(is('', 'Pago', '', '5', '100', '')).toBe('doubt row');
    expect(is('', 'Saldo inicial', '', '', '', '7')).toBe('balance opening');
    expect(is('', 'Saldo final', '', '', '', '7')).toBe('balance closing');
    expect(is('', 'Saldo', '', '', '', '7')).toBe('balance carried');
    expect(is('', 'Vienen', '', '', '', '7')).toBe('balance carried');
    // With an amount where lines have theirs it is no balance alone.
    expect(is('', 'Saldo inicial', '', '', '5', '7')).toBe('doubt row');
    expect(is('', 'Suma', '7', '', '', '')).toBe('total total true');
    expect(is('', 'Saldo inicial $ 7', '', '', '', '')).toBe('balance opening');
  });

  test('with a day and its balance alone lost its amount, unless it has no words', () => {
    expect(is('21/03/2026', 'Pago', '1', '', '', '7')).toBe('doubt row');
    expect(is('21/03/2026', '', '1', '', '', '7')).toBe('balance carried');
    expect(is('21/03/2026', 'Saldo del día', '', '', '', '7')).toBe('balance carried');
  });

  test('without amounts is words, and asked about where it has a day and more than one word', () => {
    expect(is('', 'Mi banco', '', '', '', '')).toBe('words');
    expect(is('21/03/2026', 'Impreso', '', '', '', '')).toBe('words');
    expect(is('21/03/2026', 'Pago', 'x', '', '', '')).toBe('doubt row');
    expect(is('', 'Página 1 de 2', '', '', '', '')).toBe('aside title');
    expect(is('', 'Cuenta', '12345678', '', '', '')).toBe('aside title');
    expect(is('Cuenta', '', '', '', '12345678', '')).not.toBe('aside title');
  });

  test('of a text that was cut off behind its day is asked about', () => {
    const cut = (cells: readonly string[]) => judge.judge({ ...rowOf(cells), isCut: true });
    expect(cut(['21/03/2026'])).toEqual({ is: 'doubt', why: 'row' });
    expect(cut(['', '21/03/2026'])).toEqual({ is: 'words' });
    expect(cut(['Impreso'])).toEqual({ is: 'words' });
    expect(judge.judge(rowOf(['21/03/2026']))).toEqual({ is: 'words' });
    const [, ...later] = COLUMNS;
    const elsewhere = judgeOf(bank({ columns: [...later, ...COLUMNS.slice(0, 1)] }), [
      ...HEADERS.slice(1),
      'Fecha',
    ]);
    expect(elsewhere.judge({ line: 9, cells: ['', '', '', '', '', '21/03/2026'], isCut: true })).toEqual({
      is: 'words',
    });
  });

  test('whose amount stands elsewhere is asked about', () => {
    expect(is('21/03/2026', '500,00')).toBe('doubt row');
    expect(is('21/03/2026', 'Abono de $ 500', '', '', '', '')).toBe('doubt row');
    expect(is('21/03/2026', 'Total compra $ 500', '', '', '', '')).toBe('doubt row');
    // Its own day is no amount.
    expect(is('21.03', '', '', '', '', '')).toBe('words');
  });

  test('names the columns again, or others', () => {
    expect(is(...HEADERS)).toBe('aside repeated-header');
    expect(is(...HEADERS.map((name) => ` ${name.toUpperCase()} `))).toBe('aside repeated-header');
    expect(is('Fecha', 'Glosa', 'Documento', 'Débito', 'Crédito', 'Saldo')).toBe('aside repeated-header');
    expect(is('Fecha', 'Otra', 'Documento', 'Cargo', 'Abono', 'Más')).toBe('aside repeated-header');
    expect(is('Fecha', 'Otra', 'Otro', 'Cargo', 'Abono', 'Más')).toBe('other-heading');
    expect(is('Fecha', 'Glosa', 'Documento', 'Abono', 'Cargo', 'Saldo')).toBe('other-heading');
    expect(is('Fecha', 'Glosa', 'Documento', 'Crédito', 'Débito', 'Saldo')).toBe('other-heading');
    expect(is('Día', 'Detalle', 'Cuota', 'Pendiente', 'Plazo', 'x')).toBe('other-heading');
    // One name of a column of amounts needs that of the days beside it.
    expect(is('', 'Nota', '', 'ver', '', '')).toBe('words');
    expect(is('Día', '', '', 'Cuota', '', '')).toBe('other-heading');
    expect(is('', '', '', 'Cuota', 'Plazo', '')).toBe('other-heading');
    expect(is('', '', '', '', 'Plazo', '')).toBe('words');
    // Figures name nothing.
    expect(is('Día', 'Cuota 5', '', 'Pago', 'Plazo', '')).toBe('words');
    expect(is('Día', 'Detalle', { kind: 'number', text: '5' }, 'Pago', 'Plazo', '')).not.toBe(
      'other-heading',
    );
    // The name above that spans two.
    const spanned = judgeOf(bank(), ['Fecha', 'Glosa', 'Documento', 'Montos Cargo', 'Montos Abono', 'Saldo']);
    expect(spanned.judge(rowOf(HEADERS))).toMatchObject({ is: 'aside', why: 'repeated-header' });
  });

  test('has its net, its day, an amount anywhere, by themselves', () => {
    const views = (...cells: readonly FileCell[]) => {
      const row = rowOf(cells);
      return [judge.hasNet(row), judge.isDated(row), judge.holdsAmount(row), judge.isPlainLine(row)];
    };
    expect(views('21/03/2026', 'Pago', '', '5', '', '')).toEqual([true, true, true, true]);
    // A day that is not plainly one.
    expect(views('46000', 'Pago', '', '5', '', '').at(-1)).toBe(false);
    expect(views('21/03/2026', 'Pago', '', 'cinco', '', '')).toEqual([false, true, true, true]);
    expect(views('', 'Pago', '', '', '', '7')).toEqual([false, false, true, false]);
    expect(views('', 'Pago', '', '', '', '')).toEqual([false, false, false, false]);
    expect(views('', 'de $ 5', '', '', '', '')).toEqual([false, false, true, false]);
    expect(views('', 'Pago', '', 'cinco', '', '')).toEqual([false, false, false, false]);
    for (const day of ['21-03', '1.3', '2026_03_21', '21 mar', '21 de marzo', '21-mar-2026', '21 mar. 2026'])
      expect([day, views(day, 'Pago', '', '5', '', '').at(-1)]).toEqual([day, true]);
    for (const day of ['21', '21/03/20265', '21 ma', 'x 21/03', '21 marzo5'])
      expect([day, views(day, 'Pago', '', '5', '', '').at(-1)]).toEqual([day, false]);
  });
});

describe('a row of records of kinds', () => {
  const columns = [
    date('date', 'date', 'needed', 'Fecha'),
    text('kind', null, 'needed', 'Tipo'),
    text('sku', 'sku', 'optional', 'SKU'),
    amount('net', 'net', 'needed', 'Neto'),
    amount('fee', 'commission', 'optional', 'Comisión'),
  ];
  const records = {
    column: 'kind',
    movements: ['venta'],
    informational: ['bloqueo'],
    opening: ['inicio'],
    subtotals: ['parcial'],
    totals: ['suma'],
  };
  const layout = { ...bank({ columns, net: [['net', 1]], records }), hasBalance: false };
  const own = judgeOf(layout, ['Fecha', 'Tipo', 'SKU', 'Neto', 'Comisión']);
  const kind = (...cells: readonly string[]) => Object.values(own.judge(rowOf(cells))).join(' ');

  test('is what its kind says, and asked about where its kind is unknown and it has an amount', () => {
    expect(kind('21/03/2026', 'Venta', '', '5', '')).toBe('line');
    expect(kind('21/03/2026', 'Venta', '', '', '1')).toBe('doubt row');
    expect(kind('', 'Venta', '', '5', '1')).toBe('doubt row');
    expect(kind('', 'Venta', '', '', '')).toBe('line');
    expect(kind('', 'Suma', '', '5', '')).toBe('total total true');
    expect(kind('', 'Parcial', '', '5', '')).toBe('total subtotal true');
    expect(kind('', 'Inicio', '', '5', '')).toBe('balance opening');
    expect(kind('', 'Bloqueo', '', '5', '')).toBe('aside informational');
    expect(kind('21/03/2026', 'Anticipo', '', '5', '')).toBe('doubt record');
    expect(kind('21/03/2026', 'Anticipo', '', '', '1')).toBe('doubt record');
    expect(kind('21/03/2026', '', '', '5', '')).toBe('doubt record');
    expect(kind('', '', '', '5', '')).toBe('total total false');
    expect(kind('', 'Anticipo', '', '', '')).toBe('words');
  });

  test('without an amount beside a SKU is an article of the package above', () => {
    const plain = judgeOf({ ...layout, records: null }, ['Fecha', 'Tipo', 'SKU', 'Neto', 'Comisión']);
    const of = (...cells: readonly string[]) => Object.values(plain.judge(rowOf(cells))).join(' ');
    expect(of('', 'x', 'A-1', '', '')).toBe('aside package-item');
    expect(of('21/03/2026', 'x', 'A-1', '', '')).toBe('aside package-item');
    expect(of('', 'x', 'A-1', '', '7')).not.toBe('aside package-item');
    expect(of('', 'x', '', '', '')).toBe('words');
  });

  test('is the total of a settlement where the total’s own column says so, and nothing else is in it', () => {
    const totals = judgeOf({ ...layout, records: null, totalRow: { amount: 'fee' } }, [
      ...['Fecha', 'Tipo', 'SKU', 'Neto', 'Comisión'],
    ]);
    const of = (...cells: readonly string[]) => Object.values(totals.judge(rowOf(cells))).join(' ');
    expect(of('21/03/2026', 'x', '', '', '5')).toBe('total total true');
    expect(of('21/03/2026', 'x', '', '5', '5')).toBe('doubt row');
    expect(of('21/03/2026', 'x', '', '5', '')).toBe('line');
  });
});

describe('a row of a file without days', () => {
  const columns = [
    text('order', 'order', 'needed', 'Orden'),
    text('description', 'description', 'needed', 'Glosa'),
    amount('net', 'net', 'needed', 'Neto'),
  ];
  const own = judgeOf({ ...bank({ columns, net: [['net', 1]] }), hasBalance: false }, [
    'Orden',
    'Glosa',
    'Neto',
  ]);
  const of = (...cells: readonly string[]) => Object.values(own.judge(rowOf(cells))).join(' ');

  test('is a line by its number or a word, a total by its name or by nothing', () => {
    expect(of('17', 'Total Line', '5')).toBe('line');
    expect(of('', 'Total', '5')).toBe('total total true');
    expect(of('', 'Subtotal', '5')).toBe('total subtotal true');
    expect(of('', 'Venta', '5')).toBe('line');
    expect(of('', '', '5')).toBe('total total false');
    expect(of('A', '', '')).toBe('words');
  });

  test('lacks its day where a day that it needs stands in none of its columns of days', () => {
    const needing = [
      ...COLUMNS.slice(0, 1),
      date('paid', 'released', 'optional', 'Pago'),
      ...COLUMNS.slice(1),
    ];
    const other = judgeOf(
      bank({ columns: needing }),
      needing.map(({ headers }) => headers[0] ?? ''),
    );
    const verdict = (...cells: readonly string[]) => Object.values(other.judge(rowOf(cells))).join(' ');
    expect(verdict('', '21/03/2026', 'Pago', '', '5', '', '')).toBe('doubt row');
    expect(verdict('21/03/2026', '', 'Pago', '', '5', '', '')).toBe('line');
    expect(verdict('pronto', '21/03/2026', 'Pago', '', '5', '', '')).toBe('line');
  });
});
