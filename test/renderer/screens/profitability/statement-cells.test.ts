import { describe, expect, test } from 'vitest';
import {
  figureOf,
  type NamedColumn,
  type StatementColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  STATEMENT_LINES,
  type StatementLine,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import {
  COVERAGE,
  figureColumnId,
  figureColumnOf,
  isHolder,
  PARTS,
  type StatementRow,
  statementCells,
} from '#renderer/screens/profitability/income-statement/statement-cells.ts';
import {
  statementColumns,
  statementGroups,
} from '#renderer/screens/profitability/income-statement/statement-columns.tsx';
import { atEndOf, heatOfLine } from '#renderer/screens/profitability/income-statement/statement-data.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** What stands in the cells of the statement, and which columns it has, without a page. */

type Sums = { readonly [column: string]: string };
const totalsOf = (sums: Sums, withCost = '0') => ({
  sums: sums as { readonly [column: string]: Decimal },
  ventasWithProductCost: withCost as Decimal,
});
function column(
  kind: StatementColumn['kind'],
  totals: StatementColumn['totals'],
  more: Partial<NamedColumn> = {},
): NamedColumn {
  return { id: kind, kind, value: '', totals, less: null, leftOut: 0, name: kind, until: null, ...more };
}
function line(id: string): StatementLine {
  const found = STATEMENT_LINES.find((each) => each.id === id);
  if (found === undefined) throw new Error(`No line ${id}.`);
  return found;
}
const CHARGE = 'commissions/Cobro de Comisiones';
const REFUND = 'commissions/Reembolso de Comisiones';
const TOTAL = 'Rentabilidad Total';

const NOW = totalsOf(
  {
    Ventas: '1000',
    'Ingreso Total': '1100',
    'Cobro de Comisiones': '120',
    'Reembolso de Comisiones': '20',
    'Costo de Producto': '450',
    [TOTAL]: '200',
  },
  '900',
);
const BEFORE = totalsOf(
  {
    Ventas: '500',
    'Ingreso Total': '500',
    'Cobro de Comisiones': '80',
    'Reembolso de Comisiones': '5',
    'Costo de Producto': '100',
    [TOTAL]: '250',
  },
  '500',
);
const whole = column('whole', NOW);
const group = column('group', NOW);
const difference = column('difference', NOW, { less: BEFORE });
const plainSpaces = (words: string | undefined) => words?.replace(/[^\S\n]/gu, ' ');

function cellIn(row: StatementRow, part: (typeof PARTS)[number], of: NamedColumn, own = formats) {
  const cells = statementCells([of], false, { text, formats: own, places: 0 }, null);
  const found = cells(row, figureColumnId(of, part));
  return { ...found, title: plainSpaces(found.title) };
}

describe('a rate says in its title', () => {
  const titleOf = (id: string, of: NamedColumn) => cellIn(line(id), 'rate', of).title;
  const told = { ...totalsOf({ [TOTAL]: '300' }), rates: { [TOTAL]: '15' as Decimal } };

  test.each([
    ['its division', 'commissions', group, '100 ÷ 1.000 (Comisiones ÷ Ventas)'],
    [
      'of a result also what missing costs may make of it',
      TOTAL,
      group,
      '200 ÷ 1.000 (Rentabilidad Total ÷ Ventas)\nComo máximo 20,0 %; 15,0 % si el costo que falta fuera como el cargado',
    ],
    [
      'of a result whose costs are all there, its division alone',
      TOTAL,
      column('group', totalsOf(NOW.sums, '1000')),
      '200 ÷ 1.000 (Rentabilidad Total ÷ Ventas)',
    ],
    [
      'its division by nothing sold',
      TOTAL,
      column('group', totalsOf({ Ventas: '0', [TOTAL]: '-5' })),
      '−5 ÷ 0 (Rentabilidad Total ÷ Ventas)',
    ],
    ['nothing without an amount', TOTAL, column('group', totalsOf({ Ventas: '1000' })), undefined],
    ['nothing without sales', TOTAL, column('group', totalsOf({ [TOTAL]: '5' })), undefined],
    ['nothing where neither is known', TOTAL, column('group', totalsOf({})), undefined],
    ['of a difference its points', TOTAL, difference, '−30,000000'],
    ['of a target that is told, what is told', TOTAL, column('before', told), '15'],
    [
      'of a target that is told beside sales, too',
      TOTAL,
      column('before', { ...told, ...totalsOf({ Ventas: '1000', [TOTAL]: '300' }) }),
      '15',
    ],
    [
      'of a line that the target does not tell, its division',
      'Costo de Producto',
      column('before', { ...told, ...totalsOf({ Ventas: '1000', 'Costo de Producto': '300' }) }),
      '300 ÷ 1.000 (Costo de Producto ÷ Ventas)',
    ],
  ] as const)('%s', (_, id, of, title) => {
    expect(titleOf(id, of)).toBe(title);
  });
});

describe('a figure', () => {
  test.each([
    [
      'commissions',
      'amount',
      whole,
      { text: '100', value: '100', tone: 'plain', testId: 'line-commissions' },
    ],
    ['commissions', 'rate', whole, { text: '10,0', value: '10.000000', tone: 'soft' }],
    ['commissions', 'change', whole, { text: '—', tone: 'none' }],
    ['commissions', 'amount', group, { text: '100', tone: 'plain' }],
    ['commissions', 'amount', { ...group, until: 'hasta el 5' }, { text: '100', tone: 'soft' }],
    [TOTAL, 'amount', column('group', totalsOf({ [TOTAL]: '-5' })), { text: '−5', tone: 'negative' }],
    [TOTAL, 'amount', column('group', totalsOf({ [TOTAL]: '0' })), { text: '0', tone: 'zero' }],
    [TOTAL, 'amount', column('group', totalsOf({})), { text: '—', tone: 'none' }],
    // More of a cost is bad, of what is given back and of a result good.
    ['commissions', 'amount', difference, { text: '+25', value: '25', tone: 'negative', title: '25' }],
    ['commissions', 'change', difference, { text: '+33,3', value: '33.333333', tone: 'negative' }],
    ['commissions', 'rate', difference, { text: '−5,0', value: '-5.000000', tone: 'positive' }],
    [CHARGE, 'amount', difference, { text: '+40', tone: 'negative' }],
    [REFUND, 'amount', difference, { text: '+15', tone: 'positive' }],
    ['Ingreso Total', 'amount', difference, { text: '+600', tone: 'positive' }],
    ['Costo de Producto', 'amount', difference, { text: '+350', tone: 'negative' }],
    [TOTAL, 'amount', difference, { text: '−50', tone: 'negative' }],
    [TOTAL, 'change', difference, { text: '−20,0', value: '-20.000000', tone: 'negative' }],
    ['Ingreso Total', 'amount', column('difference', NOW, { less: NOW }), { text: '0', tone: 'zero' }],
  ] as const)('of %s: its %s (%#)', (id, part, of, shown) => {
    expect(cellIn(line(id), part, of)).toMatchObject(shown);
  });

  test('has the name of its line in tests where it is of the whole, and its amount alone', () => {
    expect(cellIn(line(TOTAL), 'amount', group)).not.toHaveProperty('testId');
    expect(cellIn(line(TOTAL), 'rate', whole)).not.toHaveProperty('testId');
  });

  test('of an income’s part is good where it grows, of a cost’s part bad', () => {
    const part = STATEMENT_LINES.find(({ kind, section }) => kind === 'part' && section === null);
    if (part?.column == null) throw new Error('Income has parts.');
    const grown = column('difference', totalsOf({ [part.column]: '3' }), {
      less: totalsOf({ [part.column]: '1' }),
    });
    expect(cellIn(part, 'amount', grown)).toMatchObject({ text: '+2', tone: 'positive' });
  });

  test('that is covered has neither sign nor colour, and its title tells nothing', () => {
    const covered = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
    const shown = cellIn(line('commissions'), 'amount', difference, covered);
    expect([shown.tone, /\d/.test(`${shown.text}${shown.title}`)]).toEqual(['plain', false]);
    // A percent gives no amount away.
    expect(cellIn(line('commissions'), 'rate', difference, covered)).toMatchObject({
      ...{ text: '−5,0', tone: 'positive', title: '−5,000000' },
    });
  });
});

describe('how much of the sales has a cost', () => {
  const target = column('before', NOW, { isTarget: true });
  test.each([
    ['amount', group, { text: '900', value: '900', tone: 'plain', title: '900' }],
    ['rate', group, { text: '90,0', value: '90.000000', tone: 'warn', title: '900 ÷ 1.000' }],
    [
      'rate',
      column('group', totalsOf(NOW.sums, '1000')),
      { text: '100,0', tone: 'plain', title: '1.000 ÷ 1.000' },
    ],
    ['rate', column('group', totalsOf({ Ventas: '0' })), { text: '—', tone: 'none', title: '0 ÷ 0' }],
    ['amount', column('group', totalsOf({}, '5')), { text: '—', tone: 'none' }],
    ['rate', column('group', totalsOf({}, '5')), { text: '—', tone: 'none', title: undefined }],
    ['change', group, { text: '—', tone: 'none' }],
    ['amount', difference, { text: '+400', value: '400', tone: 'positive' }],
    ['change', difference, { text: '+80,0', value: '80.000000', tone: 'positive' }],
    ['rate', difference, { text: '−10,0', value: '-10.000000', tone: 'negative', title: '−10,000000' }],
    ['amount', target, { text: '—', tone: 'none', title: undefined }],
    ['rate', target, { text: '—', tone: 'none', title: undefined }],
    ['change', { ...difference, isTarget: true }, { text: '—', tone: 'none', title: undefined }],
  ] as const)('its %s (%#)', (part, of, shown) => {
    expect(cellIn(COVERAGE, part, of)).toMatchObject(shown);
  });
});

describe('beside the figures', () => {
  const MOVED = { columns: new Set(['Costo de Producto']), title: 'por costos propios' };
  const cellsOf = (moved: typeof MOVED | null) =>
    statementCells([], false, { text, formats, places: 0 }, moved);
  const marksOf = (row: StatementRow, moved: typeof MOVED | null = null) =>
    (cellsOf(moved)(row, 'name').marks ?? []).map((mark) => mark.text);

  test('a line has its name, its operator, and what moves it', () => {
    const name = (id: string, moved: typeof MOVED | null = MOVED) => cellsOf(moved)(line(id), 'name');
    expect(name('Costo de Producto')).toMatchObject({
      text: 'Costo de Producto',
      title: 'Costo de Producto ✱ por costos propios',
    });
    expect(name('Costo de Producto', null).title).toBe('Costo de Producto');
    expect(name(TOTAL).title).toBe(TOTAL);
    expect(name('commissions').title).toBe('Comisiones');
    expect(marksOf(line('Costo de Producto'), MOVED)).toEqual(['−', '', '✱']);
    expect(marksOf(line('Costo de Producto'))).toEqual(['−', '']);
    expect(marksOf(line(TOTAL), MOVED)).toEqual(['=', 'T']);
    expect(marksOf(line('Rentabilidad Marketplace'))).toEqual(['=', 'M']);
    expect(marksOf(line('commissions'))).toEqual(['−', '']);
    expect(marksOf(line('Ingreso Total'))).toEqual(['']);
    expect(marksOf(line(CHARGE))).toEqual(['+']);
    expect(marksOf(COVERAGE)).toEqual(['']);
    expect(cellsOf(null)(COVERAGE, 'name')).toMatchObject({
      text: text('statement.coverage'),
      title: text('statement.coverage-title'),
    });
  });

  test('sections and the income open, their parts run over', () => {
    const opens = [...STATEMENT_LINES, COVERAGE].filter((row) => cellsOf(null)(row, 'name').opens === true);
    expect(opens.map(({ kind }) => kind)).toEqual(['income', ...Array.from(opens.slice(1), () => 'section')]);
    expect(opens).toEqual([...STATEMENT_LINES, COVERAGE].filter(isHolder));
    expect(opens.length).toBeGreaterThan(4);
    for (const row of STATEMENT_LINES)
      expect([row.id, cellsOf(null)(row, 'name').overflows ?? false]).toEqual([row.id, row.kind === 'part']);
  });

  test.each([
    ['Ingreso Total', ['Marketplace', 'Comercial', 'Total']],
    ['advertising', ['Marketplace', 'Total']],
    ['Costo de Producto', ['Comercial', 'Total']],
    [TOTAL, []],
    [CHARGE, []],
    [COVERAGE.id, []],
  ] as const)('%s counts in the results that its dots say', (id, scopes) => {
    const shown = cellsOf(null)(id === COVERAGE.id ? COVERAGE : line(id), 'scopes');
    expect(shown.title?.split('\n') ?? []).toEqual(scopes.map((scope) => `Entra en Rentabilidad ${scope}`));
    expect([shown.text, shown.tone, shown.marks?.length ?? 0]).toEqual([
      '',
      'plain',
      scopes.length === 0 ? 0 : 3,
    ]);
  });

  test('a column that is none has nothing', () => {
    for (const id of ['amount other', 'other', 'amount'])
      expect(statementCells([group], true, { text, formats, places: 0 }, null)(line(TOTAL), id)).toEqual({
        text: '',
        tone: 'none',
      });
  });
});

describe('shades', () => {
  const rated = (id: string, kind: StatementColumn['kind'], profit: string) =>
    column(
      kind,
      totalsOf({ Ventas: '100', 'Ingreso Total': profit, [TOTAL]: profit, 'Cobro de Comisiones': profit }),
      { id },
    );
  const columns = [
    rated('a', 'group', '10'),
    rated('b', 'group', '20'),
    rated('c', 'rest', '90'),
    rated('d', 'whole', '15'),
  ];
  const shadesOf = (id: string, isShaded: boolean, part: (typeof PARTS)[number] = 'rate') => {
    const cells = statementCells(columns, isShaded, { text, formats, places: 0 }, null);
    return columns.map((each) => cells(line(id), figureColumnId(each, part)).shade);
  };

  test('are of rates alone, among the groups, when asked for', () => {
    expect(shadesOf(TOTAL, true)).toEqual([1, 5, null, null]);
    expect(shadesOf('commissions', true)).toEqual([1, 5, null, null]);
    expect(shadesOf(TOTAL, false)).toEqual([null, null, null, null]);
    expect(shadesOf(TOTAL, true, 'amount')).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('are none of the income nor of parts', () => {
    expect(shadesOf('Ingreso Total', true)).toEqual([null, null, null, null]);
    expect(shadesOf(CHARGE, true)).toEqual([null, null, null, null]);
    const figures = columns.map((each) => figureOf(line(TOTAL), each));
    expect(heatOfLine(line(TOTAL), columns, figures.slice(0, 1))).toEqual([null, null, null, null]);
  });
});

describe('the columns', () => {
  /** Every character is as wide as the next; bold ones wider. */
  const widths = { regular: (words: string) => words.length * 5, bold: (words: string) => words.length * 10 };
  const before = column('before', BEFORE);
  const target = column('before', NOW, { id: 'target', isTarget: true });
  const missed = column('difference', NOW, { id: 'missed', less: BEFORE, isTarget: true });
  const laidOut = (more: Partial<Parameters<typeof statementColumns>[0]> = {}) =>
    statementColumns({
      ...{ columns: [whole, before, difference], atEnd: [], values: 'both', places: 0, unit: 'CLP' },
      ...{ text, formats, widths, isMoved: false, ...more },
    });
  const idsOf = (more: Partial<Parameters<typeof statementColumns>[0]>) =>
    laidOut(more)
      .slice(2)
      .map(({ id }) => id);
  const px = (id: string, more: Partial<Parameters<typeof statementColumns>[0]> = {}) =>
    laidOut(more).find((each) => each.id === id)?.width;

  test('are told by their part and their id, whatever that is', () => {
    for (const part of PARTS)
      for (const id of ['=2026-10', '=', '=rate of', '*'])
        expect(figureColumnOf(figureColumnId({ id }, part))).toEqual({ part, id });
    expect([figureColumnOf('name'), figureColumnOf('scopes'), figureColumnOf('rates x')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test.each([
    [
      'both',
      [],
      [
        'amount whole',
        'rate whole',
        'amount before',
        'rate before',
        'amount difference',
        'change difference',
        'rate difference',
      ],
    ],
    ['amount', [], ['amount whole', 'amount before', 'amount difference', 'change difference']],
    ['rate', [], ['rate whole', 'rate before', 'rate difference']],
  ] as const)('%s: a difference is told in percent too', (values, atEnd, ids) => {
    expect(idsOf({ values, atEnd })).toEqual(ids);
  });

  test.each([
    [
      'both',
      [
        'amount whole',
        'rate whole',
        'change difference',
        'rate difference',
        'amount target',
        'rate target',
        'amount missed',
        'rate missed',
      ],
    ],
    ['amount', ['amount whole', 'change difference', 'amount target', 'amount missed']],
    ['rate', ['rate whole', 'rate difference', 'rate target', 'rate missed']],
  ] as const)(
    '%s at the right end: a difference has no amount there, but by how much a target is missed',
    (values, ids) => {
      const atEnd = [whole, difference, target, missed];
      expect(idsOf({ values, columns: [], atEnd })).toEqual(ids);
      expect(laidOut({ values, columns: [], atEnd }).map((each) => each.atEnd ?? null)).toEqual([
        null,
        null,
        ...ids.map(() => 'whole'),
      ]);
    },
  );

  test('are named by what they are of and in: percent, points, the currency or an amount', () => {
    const names = (unit: string | null) =>
      laidOut({ unit })
        .slice(2)
        .map(({ name }) => name);
    expect(names('CLP')).toEqual([
      ...['whole: CLP', 'whole: %', 'before: CLP', 'before: %'],
      ...['difference: CLP', 'difference: %', `difference: ${text('unit.points')}`],
    ]);
    expect(names(null)[0]).toBe(`whole: ${text('panel.amount')}`);
    expect(laidOut().map(({ group: of }) => of)).toEqual([
      ...['pinned', 'pinned', 'whole', 'whole', 'before', 'before', 'difference', 'difference', 'difference'],
    ]);
    expect(
      laidOut()
        .slice(0, 2)
        .map(({ name, rowHeader }) => [name, rowHeader ?? false]),
    ).toEqual([
      [text('panel.line'), true],
      [text('statement.counts-in'), false],
    ]);
  });

  test('are as wide as the widest of their amounts and names', () => {
    // «-1.234.567» is a Costo de Producto of what it is compared with.
    const wide = totalsOf({ Ventas: '1', 'Costo de Producto': '-1234567' });
    const short = { columns: [whole], atEnd: [] };
    for (const id of ['Ingreso Total', 'Ventas', TOTAL, 'Costo de Producto'])
      expect([
        id,
        px('amount group', { columns: [column('group', totalsOf({ [id]: '-1234567' }))] }),
      ]).toEqual([id, 100 + 16]);
    expect(px('amount whole', short)).toBe(50 + 16);
    expect(px('amount difference', { columns: [column('difference', NOW, { less: wide })] })).toBe(100 + 16);
    expect(
      px('amount group', { columns: [column('group', NOW, { name: 'Septiembre 2026' })], values: 'amount' }),
    ).toBe(160 + 16);
    expect(px('amount group', { columns: [column('group', NOW, { name: 'Septiembre 2026' })] })).toBe(
      160 - 47 + 16,
    );
    expect(
      px('amount group', { columns: [column('group', NOW, { name: 'Septiembre 2026', label: 'Sep' })] }),
    ).toBe(50 + 16);
    expect(
      px('amount group', {
        columns: [column('group', NOW, { name: 'Octubre', until: 'al 5' })],
        values: 'amount',
      }),
    ).toBe(120 + 16);
    expect(
      px('amount group', { columns: [column('group', NOW, { name: 'x'.repeat(40) })], values: 'amount' }),
    ).toBe(190 + 16);
    expect(px('rate whole', { ...short, values: 'both' })).toBe(47);
    expect(px('rate whole', { ...short, values: 'rate' })).toBe(64 + 16);
    expect(
      px('rate group', { columns: [column('group', NOW, { name: 'Septiembre 2026' })], values: 'rate' }),
    ).toBe(160 + 16);
    expect(px('amount whole', { columns: [], atEnd: [whole] })).toBe(50 + 16 + 12);
    expect(px('rate whole', { columns: [], atEnd: [whole] })).toBe(47 + 8);
  });

  test('of changes hold the widest change, and that much of the name over them', () => {
    // «+350,0» of Costo de Producto is the widest.
    expect(px('change difference')).toBe(60 + 16);
    expect(
      px('change difference', { columns: [column('difference', totalsOf({}), { less: totalsOf({}) })] }),
    ).toBe(42 + 16);
    expect(px('change difference', { columns: [], atEnd: [difference] })).toBe(60 + 16 + 8);
    const named = column('difference', NOW, { less: BEFORE, name: 'x'.repeat(19) });
    // 200 for the name, 76 of it over the change and 47 over the rate.
    expect(px('amount difference', { columns: [named] })).toBe(200 - 76 - 47 + 16);
  });

  test('of names hold the longest name of a result or section, and of scopes the marks', () => {
    const longest = Math.max(
      ...STATEMENT_LINES.filter(({ kind }) => kind !== 'part').map((each) => cellsName(each).length),
      text('statement.coverage').length,
    );
    const broad = { ...widths, regular: (words: string) => words.length * 9.5 };
    expect(px('name', { widths: broad })).toBe(Math.ceil(longest * 9.5) + 77);
    expect(px('name', { widths: { ...widths, regular: () => 1 } })).toBe(262);
    expect([px('scopes'), px('scopes', { isMoved: true })]).toEqual([46, 62]);
  });

  const cellsName = (row: StatementLine) =>
    statementCells([], false, { text, formats, places: 0 }, null)(row, 'name').text;

  test('lead to their orders, but for those at the right end and those that have no rows of their own', () => {
    const opened: string[] = [];
    const rest = column('rest', NOW);
    const beside = column('beside', NOW, { label: 'Sin fecha', until: 'hasta el 5' });
    const groups = statementGroups(
      { columns: [group, beside, rest, before, difference], atEnd: [whole], text },
      ({ id }) => opened.push(id),
    );
    expect(groups.map(({ id, label, title, note, open }) => [id, label, title, note, open?.title])).toEqual([
      ['group', 'group', 'group', null, text('panel.open-orders')],
      ['beside', 'Sin fecha', 'beside', 'hasta el 5', text('panel.open-orders')],
      ['rest', 'rest', 'rest', null, undefined],
      ['before', 'before', 'before', null, text('panel.open-orders')],
      ['difference', 'difference', 'difference', null, undefined],
      ['whole', 'whole', 'whole', null, undefined],
    ]);
    for (const { open } of groups) open?.run();
    expect(opened).toEqual(['group', 'beside', 'before']);
  });

  test('at the right end are the whole, its change, and the targets, as many as there are', () => {
    const ids = (of: Parameters<typeof atEndOf>[0]) => atEndOf(of).map(({ id }) => id);
    expect(ids({ whole, change: difference, targets: [target, missed] })).toEqual([
      'whole',
      'difference',
      'target',
      'missed',
    ]);
    expect(ids({ whole: null, change: null, targets: [] })).toEqual([]);
    expect(ids({ whole, change: null, targets: [target] })).toEqual(['whole', 'target']);
  });
});
