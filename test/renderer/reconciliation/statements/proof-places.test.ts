import { describe, expect, it, test } from 'vitest';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import {
  type BalanceStep,
  checkBalanceLines,
} from '#renderer/reconciliation/statements/model/running-balance.ts';
import { atOnce, ROWS_A_STEP } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Where a file's own arithmetic breaks, by how much, and of how many of its lines it speaks. */

type Step = readonly [line: number, amount: number, balance: number | null, day?: string];
const prove = (
  steps: readonly Step[],
  { opening, closing }: { readonly opening?: number; readonly closing?: number } = {},
) => {
  const found = atOnce(
    checkBalanceLines(
      steps.map(
        ([line, amount, balance, day = null]): BalanceStep => ({
          ...{ line, day, amount: BigInt(amount) },
          balance: balance === null ? null : BigInt(balance),
        }),
      ),
      {
        opening: opening === undefined ? null : BigInt(opening),
        closing: closing === undefined ? null : BigInt(closing),
      },
    ),
  );
  return {
    ...{ checked: found.checked, gap: Number(found.gap), isNewestFirst: found.isNewestFirst },
    faults: found.faults.map(({ kind, after, before, gap }) => [kind, after, before, Number(gap)]),
    beyond: [found.beyond.first, found.beyond.last],
  };
};
const [ONE, TWO, THREE, FOUR]: readonly [Step, Step, Step, Step] = [
  [2, 10, 110],
  [3, -5, 105],
  [4, 20, 125],
  [5, 1, 126],
];
const ALL = [ONE, TWO, THREE, FOUR];
const newestFirst = (steps: readonly Step[]): readonly Step[] =>
  steps.toReversed().map(([, ...rest], at) => [at + 2, ...rest]);

describe('a balance beside each line', () => {
  it('is held against that of the line before, and against those at the ends that are told', () => {
    const whole = { gap: 0, faults: [], isNewestFirst: false };
    expect(prove(ALL)).toEqual({ ...whole, checked: 3, beyond: [1, 0] });
    expect(prove(ALL, { opening: 100 })).toEqual({ ...whole, checked: 4, beyond: [0, 0] });
    expect(prove(ALL, { closing: 126 })).toEqual({ ...whole, checked: 4, beyond: [1, 0] });
    expect(prove(ALL, { opening: 100, closing: 126 })).toEqual({ ...whole, checked: 5, beyond: [0, 0] });
    expect(prove(newestFirst(ALL))).toEqual({ ...whole, isNewestFirst: true, checked: 3, beyond: [0, 1] });
  });

  it('that leads to no end that is told is a gap before the first line, or behind the last', () => {
    expect(prove(ALL, { opening: 99 })).toMatchObject({
      gap: 1,
      faults: [['missing-or-altered', null, 2, 1]],
    });
    expect(prove(ALL, { opening: 100, closing: 130 })).toMatchObject({
      gap: 4,
      faults: [['missing-or-altered', 5, null, 4]],
    });
  });

  it('leaves a gap where a line is missing, between the lines beside it, in either order of time', () => {
    expect(prove([ONE, TWO, FOUR])).toMatchObject({
      ...{ checked: 2, gap: 20 },
      faults: [['missing-or-altered', 3, 5, 20]],
    });
    expect(prove(newestFirst([ONE, TWO, FOUR]))).toMatchObject({
      gap: 20,
      faults: [['missing-or-altered', 2, 3, 20]],
    });
  });

  it('tells every gap, in the order of the file, and what they come to together', () => {
    const broken: readonly Step[] = [ONE, [3, -7, 105], THREE, [5, 5, 126]];
    expect(prove(broken)).toMatchObject({
      gap: -2,
      faults: [
        ['missing-or-altered', 2, 3, 2],
        ['missing-or-altered', 4, 5, -4],
      ],
    });
    expect(prove(newestFirst(broken)).faults.map(([, after]) => after)).toEqual([2, 4]);
  });

  it('that was altered itself is told as that, and takes no money', () => {
    const altered = prove([ONE, [3, -5, 305], THREE, FOUR]);
    expect(altered).toMatchObject({ gap: 0, faults: [['balance-altered', 3, 3, 200]] });
    expect(prove(newestFirst([ONE, [3, -5, 305], THREE, FOUR])).faults).toEqual([
      ['balance-altered', 4, 4, 200],
    ]);
    // Two gaps side by side that do not undo each other are two.
    expect(prove([ONE, [3, -5, 305], [4, 20, 126], [5, 1, 127]]).faults).toHaveLength(2);
  });

  it('that stays where its line has an amount tells a line that stands twice', () => {
    expect(prove([ONE, TWO, [4, -5, 105], [5, 20, 125], [6, 1, 126]])).toMatchObject({
      gap: 5,
      faults: [['repeated', 3, 4, 5]],
    });
  });

  it('that leads on from what two equal lines begin with tells one of them, and not another order', () => {
    expect(prove([ONE, [3, 10, 110]])).toMatchObject({ gap: -10, faults: [['repeated', 2, 3, -10]] });
    expect(
      prove([ONE, THREE, TWO, [5, 1, null]], { opening: 100, closing: 126 }).faults.map(([kind]) => kind),
    ).toEqual([...['moved', 'moved', 'moved']]);
  });

  it('in another order of the same steps tells lines that changed places', () => {
    const moved = prove([ONE, THREE, TWO, FOUR]);
    expect(moved.faults.every(([kind]) => kind === 'moved')).toBe(true);
    // A line of its own besides: nothing tells which.
    expect(
      prove([ONE, THREE, TWO, [5, 2, 126]], { opening: 100 }).faults.map(([kind]) => kind),
    ).not.toContain('moved');
  });
});

describe('a balance that is shown with some lines', () => {
  const SOME: readonly Step[] = [
    [2, 10, null],
    [3, 5, 115],
    [4, 7, null],
    [5, 8, 130],
    [6, 1, null],
    [7, 2, null],
  ];
  it('speaks of the lines up to it; of those before the first and after the last where the ends are told', () => {
    expect(prove(SOME)).toMatchObject({ checked: 1, gap: 0, beyond: [2, 2] });
    expect(prove(SOME, { opening: 100 })).toMatchObject({ checked: 2, gap: 0, beyond: [0, 2] });
    expect(prove(SOME, { opening: 100, closing: 133 })).toMatchObject({
      checked: 3,
      gap: 0,
      beyond: [0, 0],
    });
  });

  it('names the lines that its gap lies between: that of the balance before, and the first since', () => {
    const off = SOME.map((step): Step => (step[0] === 4 ? [4, 9, null] : step));
    expect(prove(off)).toMatchObject({ gap: -2, faults: [['missing-or-altered', 3, 4, -2]] });
  });

  it('is that of the end of each day, where all lines of a day show the same', () => {
    const daily: readonly Step[] = [
      [2, 10, 115, 'a'],
      [3, 5, 115, 'a'],
      [4, 7, 130, 'b'],
      [5, 8, 130, 'b'],
    ];
    expect(prove(daily)).toMatchObject({ checked: 1, gap: 0, faults: [], beyond: [2, 0] });
    expect(prove(daily, { opening: 100 })).toMatchObject({ checked: 2, gap: 0, faults: [], beyond: [0, 0] });
    expect(prove(daily.with(3, [5, 9, 130, 'b']))).toMatchObject({
      gap: -1,
      faults: [['missing-or-altered', 3, 4, -1]],
    });
  });

  it('is that of a day only where every line has its day and its balance, and none of a day has another', () => {
    const day = (steps: readonly Step[], on: string): readonly Step[] =>
      steps.map(([line, amount, balance]) => [line, amount, balance, on]);
    const alike: readonly Step[] = [
      [2, 10, 110],
      [3, 5, 110],
    ];
    expect(prove(day(alike, 'a'), { opening: 95 }).faults).toEqual([]);
    expect(prove(alike, { opening: 95 }).faults).not.toEqual([]);
    expect(
      prove(
        day(
          [
            [2, 10, 110],
            [3, 5, 112],
          ],
          'a',
        ),
        { opening: 95 },
      ).faults,
    ).toHaveLength(2);
    // Two equal lines of a later day are two.
    const later: readonly Step[] = [
      [2, 10, 110, 'a'],
      ...day(
        [
          [3, 5, 120],
          [4, 5, 120],
        ],
        'b',
      ),
    ];
    expect(prove(later)).toMatchObject({ checked: 1, faults: [], beyond: [1, 0] });
    expect(prove(day(SOME, 'a'))).toEqual(prove(SOME));
  });

  it('with none, from the one end to the other', () => {
    const bare: readonly Step[] = [
      [2, 10, null],
      [3, 5, null],
    ];
    expect(prove(bare, { opening: 100, closing: 115 })).toMatchObject({ checked: 1, gap: 0, beyond: [0, 0] });
    expect(prove(bare, { opening: 100, closing: 114 })).toMatchObject({ checked: 1, gap: -1 });
    expect(prove(bare)).toMatchObject({ checked: 0, faults: [], beyond: [0, 2] });
    expect(prove([])).toMatchObject({ checked: 0, faults: [], beyond: [0, 0] });
  });
});

const checksOf = (rows: readonly (readonly string[])[]) => {
  const { proof } = readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-05-01' as LocalDate, mappings: new Map() },
  );
  return {
    covered: proof.covered,
    checks: Object.fromEntries(
      proof.checks.map(({ name, checked, failures, gap, where }) => [
        name,
        [
          checked,
          failures,
          gap,
          where.map(({ after, before, gap: own, column }) => [after, before, own, column]),
        ],
      ]),
    ),
  };
};

describe('rows of totals', () => {
  const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
  const line = (day: number, amount: string) => [`${day}/03/2026`, 'Pago', `R${day}`, amount, 'Confirmado'];
  const total = (name: string, amount: string) => ['', name, '', amount, ''];

  it('are of the lines since the last one, of all above, or of the whole file: that which is nearest', () => {
    const rows = (subtotal: string, whole: string) => [
      ...[HEADER, line(1, '1000,00'), line(2, '-250,00'), total('Subtotal', '750,00')],
      ...[line(3, '40,00'), line(14, '70,00'), total('Subtotal', subtotal), total('Total', whole)],
    ];
    expect(checksOf(rows('110,00', '860,00'))).toEqual({
      covered: 4,
      checks: { 'total-row': [3, 0, '0.00', []] },
    });
    expect(checksOf(rows('111,00', '860,00')).checks).toEqual({
      'total-row': [3, 1, '1.00', [[5, 6, '1.00', 'IMPORTE']]],
    });
    expect(checksOf(rows('861,00', '859,50')).checks).toEqual({
      'total-row': [
        3,
        2,
        '0.50',
        [
          [2, 6, '1.00', 'IMPORTE'],
          [2, 6, '-0.50', 'IMPORTE'],
        ],
      ],
    });
    // As near by the lines since the last one as by all: it is of the former.
    const near = [
      HEADER,
      line(1, '2,00'),
      total('Subtotal', '2,00'),
      line(2, '5,00'),
      total('Total', '6,00'),
    ];
    expect(checksOf(near).checks).toEqual({ 'total-row': [2, 1, '1.00', [[4, 4, '1.00', 'IMPORTE']]] });
    // Above its lines.
    const above = [HEADER, total('Total', '1040,00'), line(1, '1000,00'), line(14, '41,00')];
    expect(checksOf(above).checks).toEqual({ 'total-row': [1, 1, '-1.00', [[3, 4, '-1.00', 'IMPORTE']]] });
  });

  it('have each column by itself, a charge as it is written', () => {
    const header = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
    const rows = (out: string, into: string) => [
      ...[header, ['21/03/2026', 'Pago', '1', '', '100', ''], ['22/03/2026', 'Giro', '2', '30', '', '']],
      ['', 'Totales', '', out, into, ''],
    ];
    expect(checksOf(rows('30', '100'))).toEqual({ covered: 2, checks: { 'total-row': [2, 0, '0', []] } });
    expect(checksOf(rows('35', '90')).checks).toEqual({
      'total-row': [
        2,
        2,
        '-15',
        [
          [2, 3, '-5', 'Cargos'],
          [2, 3, '-10', 'Abonos'],
        ],
      ],
    });
  });

  it('of a report of releases are credits less debits, since the last subtotal, with the first balance or without', () => {
    const header = [
      ...['DATE', 'SOURCE_ID', 'RECORD_TYPE', 'DESCRIPTION', 'NET_CREDIT_AMOUNT', 'NET_DEBIT_AMOUNT'],
      ...['GROSS_AMOUNT', 'MP_FEE_AMOUNT'],
    ];
    const record = (kind: string, credit: string, debit: string) => [
      ...['2026-03-21T10:00:00.000-03:00', '9', kind, 'x', credit, debit],
      ...[debit === '0.00' ? credit : `-${debit}`, '0.00'],
    ];
    const report = (first: readonly [string, string], second: string, last: readonly [string, string]) =>
      checksOf([
        ...[header, record('initial_available_balance', '100.00', '0.00')],
        ...[
          record('release', '10.00', '0.00'),
          record('release', '0.00', '4.00'),
          record('subtotal', ...first),
        ],
        ...[record('release', '3.00', '0.00'), record('subtotal', second, '0.00'), record('total', ...last)],
      ]);
    const totals = (...args: Parameters<typeof report>) => report(...args).checks['total-row'];
    expect(totals(['10.00', '4.00'], '3.00', ['113.00', '4.00'])).toEqual([3, 0, '0.00', []]);
    expect(totals(['110.00', '4.00'], '3.00', ['13.00', '4.00'])).toEqual([3, 0, '0.00', []]);
    for (const cumulative of ['9.00', '109.00', '103.00'])
      expect(totals(['10.00', '4.00'], cumulative, ['113.00', '4.00'])).toEqual([3, 0, '0.00', []]);
    expect(totals(['11.00', '4.00'], '3.00', ['113.00', '4.00'])).toEqual([
      ...[3, 1, '1.00', [[3, 4, '1.00', null]]],
    ]);
    expect(totals(['10.00', '4.00'], '2.50', ['113.00', '4.00'])).toEqual([
      ...[3, 1, '-0.50', [[6, 6, '-0.50', null]]],
    ]);
    expect(totals(['10.00', '4.00'], '3.00', ['113.00', '4.25'])).toEqual([
      ...[3, 1, '-0.25', [[3, 6, '-0.25', null]]],
    ]);
    const bare = [header, record('release', '10.00', '0.00'), record('total', '11.00', '0.00')];
    expect(checksOf(bare).checks['total-row']).toEqual([1, 1, '1.00', [[2, 2, '1.00', null]]]);
    expect(report(['10.00', '4.00'], '3.00', ['113.00', '4.00'])).toMatchObject({
      covered: 3,
      checks: { 'row-net': [3, 0, '0.00', []] },
    });
  });
});

describe('the summary above an account of money', () => {
  const report = (credits: string, debits: string, final: string) =>
    checksOf([
      ['INITIAL_BALANCE', 'CREDITS', 'DEBITS', 'FINAL_BALANCE'],
      ['100,00', credits, debits, final],
      [''],
      ['RELEASE_DATE', 'TRANSACTION_TYPE', 'REFERENCE_ID', 'TRANSACTION_NET_AMOUNT', 'PARTIAL_BALANCE'],
      ['21-03-2026', 'Pago', '1', '50,00', '150,00'],
      ['22-03-2026', 'Retiro', '2', '-20,00', '130,00'],
    ]);

  it('is held against the lines, its debits with a minus or without, and against itself', () => {
    for (const debits of ['-20,00', '20,00'])
      expect(report('50,00', debits, '130,00')).toEqual({
        covered: 2,
        checks: { 'running-balance': [3, 0, '0.00', []], summary: [3, 0, '0.00', []] },
      });
    const summary = (...args: Parameters<typeof report>) => report(...args).checks.summary;
    expect(summary('51,00', '-20,00', '131,00')).toEqual([
      ...[3, 1, '1.00', [[null, null, '1.00', 'CREDITS']]],
    ]);
    expect(summary('50,00', '21,00', '129,00')).toEqual([
      ...[3, 1, '-1.00', [[null, null, '-1.00', 'DEBITS']]],
    ]);
    expect(summary('50,00', '20,00', '130,75')).toEqual([
      ...[3, 1, '0.75', [[null, null, '0.75', 'FINAL_BALANCE']]],
    ]);
  });
});

describe('the total of a settlement', () => {
  const header = [
    ...['settlement-id', 'deposit-date', 'total-amount', 'currency', 'transaction-type', 'order-id'],
    ...['amount-type', 'amount-description', 'amount', 'posted-date'],
  ];
  const head = (settlement: string, total: string) => [
    ...[settlement, '2026-03-25', total, 'USD', '', '', '', '', '', ''],
  ];
  const line = (settlement: string, order: string, amount: string) => [
    ...[settlement, '', '', '', 'Order', order, 'ItemPrice', 'Principal', amount, '2026-03-20'],
  ];
  const file = (one: string, other: string, more: readonly (readonly string[])[] = []) =>
    checksOf([
      ...[header, head('77', one), line('77', 'A-1', '10.00'), line('77', 'A-2', '5.50'), ...more],
      ...[head('78', other), line('78', 'A-3', '2.00')],
    ]).checks['statement-total'];

  it('is of its own lines alone', () => {
    expect(file('15.50', '2.00')).toEqual([2, 0, '0.00', []]);
    expect(file('15.50', '2.25')).toEqual([2, 1, '0.25', [[6, 6, '0.25', null]]]);
    expect(file('14.00', '2.25')).toEqual([
      ...[2, 2, '-1.25'],
      [
        [3, 4, '-1.50', null],
        [6, 6, '0.25', null],
      ],
    ]);
  });

  it('names the line that stands twice where it is what is too much', () => {
    const twice = line('77', 'A-2', '5.50');
    expect(file('15.50', '2.00', [twice])).toEqual([2, 1, '-5.50', [[4, 5, '-5.50', null]]]);
    // Two that are alike, of another amount than is too much, are two.
    expect(file('22.00', '2.00', [twice])).toEqual([2, 1, '1.00', [[3, 5, '1.00', null]]]);
    // One of that amount that says something else is none.
    expect(file('15.50', '2.00', [line('77', 'A-9', '5.50')])).toEqual([
      ...[2, 1, '-5.50', [[3, 5, '-5.50', null]]],
    ]);
  });
});

describe('a total of all lines', () => {
  it('stands in a row of its own that names no settlement', () => {
    const header = [
      ...['settlement-id', 'deposit-date', 'total-amount', 'currency', 'transaction-type', 'order-id'],
      ...['amount-type', 'amount-description', 'amount', 'posted-date'],
    ];
    const line = (settlement: string, amount: string) => [
      ...[settlement, '', '', '', 'Order', 'A-1', 'ItemPrice', 'Principal', amount, '2026-03-20'],
    ];
    const total = ['', '2026-03-25', '17.00', 'USD', '', '', '', '', '', ''];
    const rows = [
      header,
      total,
      line('77', '10.00'),
      line('77', '5.50'),
      line('78', '2.00'),
      line('', '0.50'),
    ];
    expect(checksOf(rows).checks['statement-total']).toEqual([1, 1, '-1.00', [[3, 6, '-1.00', null]]]);
    const { settlements } = readStatementAtOnce(
      rows.map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );
    expect(settlements).toEqual([
      { settlement: '77', lines: 2, net: '15.50' },
      { settlement: '78', lines: 1, net: '2.00' },
    ]);
  });

  it('stands above the lines under its name, of costs without their minus', () => {
    const header = [
      'N° de factura fiscal',
      'Fecha del cargo',
      'Número del cargo',
      'Detalle',
      'Valor del cargo',
    ];
    const bill = (...above: readonly (readonly string[])[]) =>
      checksOf([
        ...above,
        ...[
          header,
          ['F-1', '21/03/2026', '11', 'Cargo', '100,00'],
          ['F-1', '22/03/2026', '12', 'Cargo', '50,00'],
        ],
      ]).checks['statement-total'];
    for (const name of [
      'Total de la factura',
      'TOTAL FACTURADO',
      'Total a pagar',
      'Total general',
      'Total de cargos',
    ])
      expect([name, bill([name, '150,00'])]).toEqual([name, [1, 0, '0.00', []]]);
    expect(bill(['Total de la factura', '151,00'])).toEqual([1, 1, '-1.00', [[3, 4, '-1.00', null]]]);
    expect(bill(['Subtotal factura', '99,00'], ['Total de unidades', '2'], ['Factura', '7'])).toBeUndefined();
  });
});

describe('a gap beside a line without a sign', () => {
  it('is told by either sign of that line', () => {
    const header = ['Cuándo', 'Cosa', 'Plata', 'Queda'];
    const line = (day: number, amount: string, balance: string) => [`${day}/03/2026`, 'x', amount, balance];
    const rows = [
      header,
      line(21, '10', '110'),
      line(22, '5', '105'),
      line(23, '20', '130'),
      line(24, '1', '131'),
    ];
    const fields = { date: 'Cuándo', description: 'Cosa', amount: 'Plata', balance: 'Queda' };
    const { proof } = readStatementAtOnce(
      rows.map((cells, at) => ({ line: at + 1, cells })),
      {
        today: '2026-05-01' as LocalDate,
        mappings: new Map([[headerFingerprint(header), { ...NO_MAPPING, fields, sign: 'balance' }]]),
      },
    );
    expect(proof.checks.flatMap(({ where }) => where)).toMatchObject([
      { after: 3, before: 4, gap: '5', orElse: '45' },
    ]);
  });
});

describe('a balance that is named among the lines', () => {
  const BANK = ['Fecha', 'Descripción', 'Documento', 'Cargo', 'Abono', 'Saldo'];
  const [first, second, third] = [
    ['21/03/2026', 'Venta', '11', '', '1000', '1000'],
    ['22/03/2026', 'Venta', '12', '', '500', '1500'],
    ['23/03/2026', 'Comisión', '14', '100', '', '1400'],
  ] as const;
  const read = (...rows: readonly (readonly string[])[]) => {
    const reading = readStatementAtOnce(
      [BANK, ...rows].map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );
    return {
      lines: reading.lines.map(({ line }) => line),
      aside: reading.leftAside.filter(({ why }) => why !== 'header').map(({ line, why }) => [line, why]),
      doubts: reading.notUnderstood.map(({ line, why, row }) => [line, why, row?.mayBeLine]),
      gaps: reading.proof.checks.map(({ name, gap }) => [name, gap]),
    };
  };
  const balance = (name: string, amount: string) => ['', name, '', '', '', amount];

  it('is carried over from the page before where it is that of the line above', () => {
    for (const [name, why] of [
      ['Saldo anterior', 'opening-balance'],
      ['Saldo final', 'closing-balance'],
    ] as const)
      expect(read(first, second, balance(name, '1500'), third)).toEqual({
        ...{ lines: [2, 3, 5], aside: [[4, why]], doubts: [], gaps: [['running-balance', '0']] },
      });
  });

  it('is asked about where it is another, and is no line', () => {
    // That of the line below, or of two above, is another too.
    for (const amount of ['1501', '1400', '1000'])
      expect(read(first, second, balance('Saldo anterior', amount), third)).toMatchObject({
        ...{ lines: [2, 3, 5], aside: [], doubts: [[4, 'balance', false]] },
      });
  });

  it('before the first line, or behind the last, is that of the file’s end', () => {
    const whole = (opening: string, closing: string) =>
      read(balance('Saldo inicial', opening), first, second, third, balance('Saldo final', closing));
    expect(whole('0', '1400')).toEqual({
      ...{ lines: [3, 4, 5], doubts: [], gaps: [['running-balance', '0']] },
      aside: [
        [2, 'opening-balance'],
        [6, 'closing-balance'],
      ],
    });
    expect(whole('7', '1400').gaps).toEqual([['running-balance', '-7']]);
    expect(whole('0', '1409').gaps).toEqual([['running-balance', '9']]);
  });
});

describe('a balance that is named among lines whose columns the user tells', () => {
  const HEADER = ['Cuándo', 'Qué', 'Bruto', 'Cuánto', 'Queda'];
  const FIELDS = { date: 'Cuándo', description: 'Qué', gross: 'Bruto', amount: 'Cuánto' };
  const read = (fields: typeof FIELDS & { readonly balance?: string }, named: readonly string[]) => {
    const rows = [HEADER, named, ['21/03/2026', 'Venta', '12,50', '10,50', '10,50']];
    return readStatementAtOnce(
      rows.map((cells, at) => ({ line: at + 1, cells })),
      {
        today: '2026-05-01' as LocalDate,
        mappings: new Map([[headerFingerprint(HEADER), { ...NO_MAPPING, fields }]]),
      },
    );
  };

  it('is that of the file’s end where they have a balance, and an amount in doubt where they have none', () => {
    const balanced = read({ ...FIELDS, balance: 'Queda' }, ['', 'Saldo anterior', '', '', '0,00']);
    expect(balanced.leftAside).toContainEqual({ line: 2, why: 'opening-balance' });
    expect(balanced.notUnderstood).toEqual([]);
    const without = read(FIELDS, ['', 'Saldo anterior', '3,50', '', '']);
    expect(without.leftAside.map(({ line }) => line)).toEqual([1]);
    expect(without.notUnderstood).toMatchObject([{ line: 2, why: 'row' }]);
  });
});

test('a long proof gives way every so many lines, and no more often', () => {
  const stepsOf = (lines: number): number => {
    const task = checkBalanceLines(
      Array.from({ length: lines }, (_, at) => ({
        line: at,
        amount: 1n,
        balance: BigInt(at * 3),
        day: null,
      })),
      { opening: null, closing: null },
    );
    let count = 0;
    while (task.next().done !== true) count += 1;
    return count;
  };
  const [two, three, four] = [2, 3, 4].map((parts) => stepsOf(parts * ROWS_A_STEP));
  // Runs, days and gaps by either order of time, of which days are given up; then the gaps again, and what each of them is.
  expect([(three ?? 0) - (two ?? 0), (four ?? 0) - (three ?? 0)]).toEqual([8, 8]);
});
