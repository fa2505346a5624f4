import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnnotation } from '#renderer/data/model/annotations.ts';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { mayBeMeant } from '#renderer/reconciliation/statements/model/number-shapes.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import {
  isSameAnswer,
  type RowAnswer,
  typedAmount,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { StatementLine, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { withKnownNumbers } from '#renderer/reconciliation/statements/model/whole-numbers.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';

/** Lines of which an amount or the sign cannot be read: each is what the user says, and no other is touched. */

type Said = ReadonlyMap<string, RowAnswer | null>;
type Rows = readonly (readonly string[])[];

function read(rows: Rows, said: Said = new Map(), mapping: Partial<StatementMapping> | null = null) {
  const mappings = new Map(
    mapping === null ? [] : [[headerFingerprint(rows[0] ?? []), { ...NO_MAPPING, ...mapping }] as const],
  );
  return readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-11-22' as LocalDate, mappings, rows: { said, others: null } },
  );
}

const keysOf = ({ notUnderstood }: StatementReading): string[] =>
  notUnderstood.flatMap(({ row }) => (row === undefined ? [] : [row.key]));
const same = (one: string, other: string): boolean =>
  compare(fromDecimal(one as Decimal), fromDecimal(other as Decimal)) === 0;
const amountIs = (amount: string): RowAnswer => ({ amount: amount as Decimal });
const netsOf = ({ lines }: StatementReading) => lines.map(({ line, net }) => [line, net]);

const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
const dayOf = (at: number): string => `2025-03-${String((at % 28) + 1).padStart(2, '0')}`;
const written = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const anyCents = fc.integer({ min: -9_999_999, max: 9_999_999 });

/** Amounts, some of them written as nobody can read them, and what the user says of these. */
const anyLines = fc.array(
  fc.record({
    cents: anyCents,
    spoilt: fc.option(fc.constantFrom('doce', '1.2.3', '12,5,0', '#¡VALOR!', '10 x 3'), { freq: 1 }),
    said: fc.oneof(
      anyCents.map((cents) => ({ amount: decimal(cents) as Decimal })),
      fc.constant('no-movement' as const),
      fc.constant(null),
      // Of another question: it says nothing here.
      fc.constant('charge' as const),
    ),
  }),
  { minLength: 3, maxLength: 25 },
);

describe('an amount that cannot be read', () => {
  const rowsOf = (lines: readonly { readonly cents: number; readonly spoilt: string | null }[]): Rows => [
    HEADER,
    ['2025-01-01', 'Pago', 'R', '1.000,50', 'Confirmado'],
    ...lines.map(({ cents, spoilt }, at) => [
      dayOf(at),
      'Pago',
      `R${at}`,
      spoilt ?? written(cents),
      'Confirmado',
    ]),
  ];

  test('is exactly what is said of it, and all else is as it was', () => {
    fc.assert(
      fc.property(anyLines, (given) => {
        const rows = rowsOf(given);
        const open = read(rows);
        const asked = open.notUnderstood.filter(({ why }) => why === 'amount');
        const spoilt = given.flatMap((each, at) => (each.spoilt === null ? [] : [{ ...each, line: at + 3 }]));
        expect(asked.map(({ line }) => line)).toEqual(spoilt.map(({ line }) => line));
        const keys = asked.map(({ row }) => row?.key ?? '');
        expect(new Set(keys).size).toBe(keys.length);
        const said = new Map(keys.map((key, at) => [key, spoilt[at]?.said ?? null]));
        const reading = read(rows, said);
        const answers = new Map(spoilt.map(({ line, said: answer }) => [line, answer]));
        const views = open.lines.flatMap((line) => {
          const answer = answers.get(line.line) ?? null;
          if (answer === 'no-movement') return [];
          return [typeof answer === 'object' && answer !== null ? { ...line, net: answer.amount } : line];
        });
        expect(reading.lines.map(({ line }) => line)).toEqual(views.map(({ line }) => line));
        for (const [at, line] of reading.lines.entries()) {
          const { net, ...rest } = line;
          const { net: wanted = null, ...others } = views[at] ?? line;
          expect(rest).toEqual(others);
          expect(net === null || wanted === null ? net === wanted : same(net, wanted)).toBe(true);
        }
        const isOpen = (answer: unknown): boolean => answer === null || answer === 'charge';
        const left = spoilt.filter((each) => isOpen(each.said));
        expect(reading.notUnderstood.map(({ line }) => line)).toEqual(left.map(({ line }) => line));
        expect(reading.proof.doubts).toBe(left.length);
        expect(reading.said.map(({ line, answer }) => [line, answer])).toEqual(
          spoilt.filter((each) => !isOpen(each.said)).map(({ line, said: answer }) => [line, answer]),
        );
      }),
      { numRuns: randomCases(60) },
    );
  });

  const BALANCES: Rows = [
    ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'],
    ['2026-03-01', 'Pago', '1', '', '100', '100'],
    ['2026-03-02', 'Giro', '2', 'treinta', '', '70'],
    ['2026-03-03', 'Pago', '3', '', '50', '120'],
  ];

  test('counts in the proof, which says what is wrong with another', () => {
    const open = read(BALANCES);
    const [key = ''] = keysOf(open);
    expect(open.notUnderstood).toMatchObject([{ line: 3, column: 'Cargos', why: 'amount' }]);
    const right = read(BALANCES, new Map([[key, amountIs('30')]]));
    expect(right.proof).toMatchObject({ holds: true, doubts: 0, covered: 2 });
    expect(netsOf(right)).toEqual([
      [2, '100'],
      [3, '-30'],
      [4, '50'],
    ]);
    expect(right.said).toMatchObject([{ key, line: 3, column: 'Cargos', answer: { amount: '30' } }]);
    const wrong = read(BALANCES, new Map([[key, amountIs('31')]]));
    expect(wrong.proof.holds).toBe(false);
    expect(wrong.proof.checks.some(({ holds, gap }) => !holds && same(gap, '1'))).toBe(true);
  });

  test('has no weight for how a column of charges is written', () => {
    const rows: Rows = [
      ...BALANCES,
      ['2026-03-04', 'Giro', '4', '20', '', '100'],
      ['2026-03-05', 'Giro', '5', 'diez', '', '110'],
    ];
    const [first = '', second = ''] = keysOf(read(rows));
    const said = new Map([
      [first, amountIs('-30')],
      [second, amountIs('-10')],
    ]);
    expect(netsOf(read(rows, said))).toEqual([
      [2, '100'],
      [3, '30'],
      [4, '50'],
      [5, '-20'],
      [6, '10'],
    ]);
  });

  test('of two cells of one line each is asked by itself', () => {
    const rows: Rows = [...BALANCES, ['2026-03-04', 'Giro', '4', 'veinte', 'nada', '100']];
    const keys = keysOf(read(rows));
    expect(new Set(keys).size).toBe(3);
    const [, charge = '', deposit = ''] = keys;
    const one = read(rows, new Map([[charge, amountIs('20')]]));
    expect(keysOf(one)).toEqual([keys[0], deposit]);
    const both = read(
      rows,
      new Map([
        [charge, amountIs('20')],
        [deposit, amountIs('5')],
      ]),
    );
    expect(netsOf(both).at(-1)).toEqual([5, '-15']);
    expect(netsOf(read(rows, new Map([[deposit, 'no-movement']]))).at(-1)).toEqual([4, '50']);
  });

  test('of each of several equal lines by itself, whichever of them is answered', () => {
    const line = ['2026-03-02', 'Giro', '2', '', 'x1x', ''];
    const rows: Rows = [BALANCES[0] ?? [], BALANCES[1] ?? [], line, line, line];
    const keys = keysOf(read(rows));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      expect(keysOf(read(rows, new Map([[key, 'no-movement']])))).toEqual(
        keys.filter((each) => each !== key),
      );
      expect(keysOf(read(rows, new Map([[key, amountIs('7')]])))).toEqual(
        keys.filter((each) => each !== key),
      );
    }
  });
});

describe('a line with a day', () => {
  test('is known by what it says alone, whatever stands beside it and whichever of its columns of days has one', () => {
    const header = ['Glosa', 'Fecha', 'Pago', 'Importe neto'];
    const fields = { description: 'Glosa', amount: 'Importe neto' };
    const bad = (day: string, paid: string) => ['Pago', day, paid, '12,5,0'];
    const line = (amount: string) => ['Venta', '2026-03-02', '2026-03-02', amount];
    const keys = (own: readonly string[], beside: string, more: object) =>
      keysOf(read([header, line(beside), own, line('9,00')], new Map(), { fields: { ...fields, ...more } }));
    const same = (own: readonly string[], more: object) => {
      const [one, other] = [keys(own, '10,50', more), keys(own, '11,50', more)];
      expect(one).toHaveLength(1);
      return one[0] === other[0];
    };
    expect(same(bad('2026-03-02', ''), { date: 'Fecha' })).toBe(true);
    expect(same(bad('2026-03-02', ''), { date: 'Fecha', released: 'Pago' })).toBe(true);
    expect(same(bad('2026-03-02', ''), {})).toBe(false);
    // Words are no day, wherever they stand.
    expect(same(bad('', ''), {})).toBe(false);
  });
});

describe('a line without a day', () => {
  const WITHOUT_DAYS = { fields: { description: 'Glosa', amount: 'Importe neto' } } as const;
  const rowsOf = (...lines: Rows): Rows => [['Glosa', 'Importe neto'], ...lines];
  const open = (...lines: Rows) => keysOf(read(rowsOf(...lines), new Map(), WITHOUT_DAYS));
  const [bad, one, other, third] = [
    ['Pago', '12,5,0'],
    ['Venta', '10,50'],
    ['Venta', '11,50'],
    ['Otra', '12,50'],
  ] as const;

  test('is known by the line above, or by that below where it is the first', () => {
    const [first] = open(bad, one, third);
    expect(first).toBeDefined();
    expect(open(bad, one, other)).toEqual([first]);
    expect(open(bad, other, third)).not.toEqual([first]);
    const [last] = open(third, one, bad, other);
    expect(open(other, one, bad, third)).toEqual([last]);
    expect(open(third, other, bad, other)).not.toEqual([last]);
  });

  test('is not known by one that is a line by the user’s word alone', () => {
    const doubtful = ['', '7,50'];
    const rows = rowsOf(bad, doubtful, one, third, doubtful, bad);
    const asked = read(rows, new Map(), WITHOUT_DAYS);
    const keysAt = ({ notUnderstood }: StatementReading) =>
      notUnderstood.flatMap(({ why, row }) => (why === 'amount' ? [row?.key] : []));
    const rowKeys = asked.notUnderstood.flatMap(({ why, row }) => (why === 'total' ? [row?.key ?? ''] : []));
    expect([keysAt(asked).length, rowKeys.length]).toEqual([2, 2]);
    const said = read(rows, new Map(rowKeys.map((key) => [key, 'movement'] as const)), WITHOUT_DAYS);
    expect(said.lines).toHaveLength(asked.lines.length + 2);
    expect(keysAt(said)).toEqual(keysAt(asked));
  });
});

describe('a sign that nothing tells', () => {
  const LETTERS: Rows = [
    ['Fecha', 'Descripción', 'Monto', 'Tipo'],
    ...[100_000, 25_000, 7_000].map((amount, at) => [dayOf(at), `Movimiento ${at}`, String(amount), 'X']),
  ];
  const MAPPING = {
    fields: { date: 'Fecha', description: 'Descripción', amount: 'Monto', letter: 'Tipo' },
    sign: 'letter',
  } as const;
  const anySaid = fc.tuple(
    ...[0, 1, 2].map(() => fc.constantFrom('charge', 'deposit', 'no-movement', 'movement', null)),
  );

  test('is that which is said, of the amount as it is written', () => {
    const open = read(LETTERS, new Map(), MAPPING);
    const keys = keysOf(open);
    expect(open.notUnderstood.map(({ why }) => why)).toEqual(['sign', 'sign', 'sign']);
    fc.assert(
      fc.property(anySaid, (answers) => {
        const said = new Map(keys.map((key, at) => [key, answers[at] ?? null] as const));
        const reading = read(LETTERS, said, MAPPING);
        const wanted = open.lines.flatMap((line, at): readonly StatementLine[] => {
          const size = LETTERS[at + 1]?.[2] ?? '';
          switch (answers[at]) {
            case 'charge':
              return [{ ...line, net: `-${size}` as Decimal }];
            case 'deposit':
              return [{ ...line, net: size as Decimal }];
            case 'no-movement':
              return [];
            default:
              return [{ ...line, net: null }];
          }
        });
        expect(reading.lines).toEqual(wanted);
        expect(reading.proof.doubts).toBe(wanted.filter(({ net }) => net === null).length);
      }),
      { numRuns: 125 },
    );
  });

  test('of an amount that is typed with a minus is told by it', () => {
    const rows: Rows = [...LETTERS, [dayOf(9), 'Otro', 'mil', 'X']];
    const key = keysOf(read(rows, new Map(), MAPPING)).at(-1) ?? '';
    const charge = read(rows, new Map([[key, amountIs('-1000')]]), MAPPING);
    expect(netsOf(charge).at(-1)).toEqual([5, '-1000']);
    expect(charge.proof.doubts).toBe(3);
    // Without one its sign is asked then.
    const either = read(rows, new Map([[key, amountIs('1000')]]), MAPPING);
    expect(either.notUnderstood.at(-1)).toMatchObject({ line: 5, why: 'sign' });
    const sign = keysOf(either).at(-1) ?? '';
    const both = new Map<string, RowAnswer>([
      [key, amountIs('1000')],
      [sign, 'deposit'],
    ]);
    expect(netsOf(read(rows, both, MAPPING)).at(-1)).toEqual([5, '1000']);
    // What was said stands by line, whichever was asked first: an amount with its column, a sign of the whole line.
    const [first = ''] = keysOf(either);
    const said = (answer: RowAnswer, other: RowAnswer) =>
      read(
        rows,
        new Map([
          [key, other],
          [first, answer],
        ]),
        MAPPING,
      );
    expect(said('charge', amountIs('-1000')).said.map(({ line, column }) => [line, column])).toEqual([
      [2, undefined],
      [5, 'Monto'],
    ]);
    const aside = said('no-movement', 'no-movement').leftAside.filter(({ why }) => why === 'said');
    expect(aside.map(({ line }) => line)).toEqual([2, 5]);
  });

  test('of a balance that is typed with a minus says nothing of the line’s own', () => {
    const rows: Rows = [
      ['Fecha', 'Descripción', 'Monto', 'Tipo', 'Saldo'],
      ['2026-03-01', 'Giro', '100', 'Cargo', '-100'],
      ['2026-03-02', 'Pago', '30', 'Abono', 'menos setenta'],
      ['2026-03-03', 'Pago', '50', 'Abono', '-20'],
    ];
    const mapping = { ...MAPPING, fields: { ...MAPPING.fields, balance: 'Saldo' } };
    const open = read(rows, new Map(), mapping);
    const [key = ''] = keysOf(open);
    expect(open.notUnderstood).toMatchObject([{ line: 3, column: 'Saldo', why: 'amount' }]);
    const said = read(rows, new Map([[key, amountIs('-70')]]), mapping);
    expect(netsOf(said)).toEqual([
      [2, '-100'],
      [3, '30'],
      [4, '50'],
    ]);
    expect(said.proof).toMatchObject({ holds: true, doubts: 0 });
  });
});

const MOVEMENTS = ['Fecha', 'Glosa', 'Importe neto'];
const OF_MOVEMENTS = { fields: { date: 'Fecha', description: 'Glosa', amount: 'Importe neto' } } as const;
const movements = (amounts: readonly string[]): Rows => [
  MOVEMENTS,
  ...amounts.map((amount, at) => [dayOf(at), `Movimiento ${at}`, amount]),
];
const whysOf = ({ notUnderstood }: StatementReading) => notUnderstood.map(({ line, why }) => [line, why]);
/** What may be said of each row: an amount, that it is none, nothing. */
const anyAmountSaid = fc.oneof(
  anyCents.map((cents): RowAnswer => ({ amount: decimal(cents) as Decimal })),
  fc.constant('no-movement' as const),
  fc.constant(null),
);

/** Each row with its key is exactly what is said of it; those of which nothing is said stay asked. */
function expectTaken(
  rows: Rows,
  keys: readonly string[],
  lines: readonly number[],
  answers: readonly (RowAnswer | null)[],
): void {
  const reading = read(rows, new Map(keys.map((key, at) => [key, answers[at] ?? null])), OF_MOVEMENTS);
  const nets = new Map(reading.lines.map(({ line, net }) => [line, net]));
  for (const [at, line] of lines.entries()) {
    const answer = answers[at] ?? null;
    const isAsked = reading.notUnderstood.some((each) => each.line === line);
    expect([line, isAsked]).toEqual([line, answer === null]);
    if (answer === 'no-movement') expect(nets.has(line)).toBe(false);
    if (typeof answer === 'object' && answer !== null) {
      expect(same(nets.get(line) ?? '', typedAmount(answer) ?? '')).toBe(true);
    }
  }
  expect(reading.said.map(({ line }) => line)).toEqual(
    lines.filter((_, at) => (answers[at] ?? null) !== null),
  );
}

describe('an amount that may be two', () => {
  const rows = movements(['12.500', '3.250', '1.000', '7.125']);

  test('is that which is typed, and leaves the others open', () => {
    const open = read(rows, new Map(), OF_MOVEMENTS);
    expect(whysOf(open)).toEqual([2, 3, 4, 5].map((line) => [line, 'scale']));
    const answers = fc.tuple(anyAmountSaid, anyAmountSaid, anyAmountSaid, anyAmountSaid);
    fc.assert(fc.property(answers, (said) => expectTaken(rows, keysOf(open), [2, 3, 4, 5], said)));
  });
});

describe('an amount in another currency', () => {
  const rows = movements(['12,50', 'US$ 3,25', '10,00', '€ 7,10', '99,99']);

  test('is that which is typed in the currency of its line, and no other line is touched', () => {
    const open = read(rows, new Map(), OF_MOVEMENTS);
    expect(whysOf(open)).toEqual([3, 5].map((line) => [line, 'currency']));
    fc.assert(
      fc.property(fc.tuple(anyAmountSaid, anyAmountSaid), (said) => {
        expectTaken(rows, keysOf(open), [3, 5], said);
        const reading = read(
          rows,
          new Map(keysOf(open).map((key, at) => [key, said[at] ?? null])),
          OF_MOVEMENTS,
        );
        const others = netsOf(reading).filter(([line]) => line !== 3 && line !== 5);
        expect(others).toEqual([
          [2, '12.50'],
          [4, '10.00'],
          [6, '99.99'],
        ]);
      }),
    );
  });

  test('is no doubt any more where most amounts name theirs', () => {
    const dollars = movements(['US$ 12,50', 'US$ 3,25', '10,00', 'US$ 7,10']);
    const open = read(dollars, new Map(), OF_MOVEMENTS);
    expect(whysOf(open)).toEqual([[4, 'currency']]);
    const said = read(dollars, new Map([[keysOf(open)[0] ?? '', amountIs('10')]]), OF_MOVEMENTS);
    expect(whysOf(said)).toEqual([]);
    expect(new Set(said.lines.map(({ currency }) => currency))).toEqual(new Set(['USD']));
    expect(said.lines).toHaveLength(4);
  });

  test('of two cells of one line is asked one after the other', () => {
    const header = [...MOVEMENTS, 'Envío'];
    const both: Rows = [
      header,
      [dayOf(0), 'uno', '12,50', '1,00'],
      [dayOf(1), 'dos', 'US$ 3,25', 'US$ 0,50'],
      [dayOf(2), 'tres', '10,00', '1,00'],
    ];
    const mapping = { fields: { ...OF_MOVEMENTS.fields, shipping: 'Envío' } } as const;
    const [first = ''] = keysOf(read(both, new Map(), mapping));
    const one = read(both, new Map([[first, amountIs('3000')]]), mapping);
    expect(one.notUnderstood).toMatchObject([{ line: 3, column: 'Envío', why: 'currency' }]);
    const [second = ''] = keysOf(one);
    const said = new Map([
      [first, amountIs('3000')],
      [second, amountIs('500')],
    ]);
    const taken = read(both, said, mapping);
    expect(whysOf(taken)).toEqual([]);
    expect(netsOf(taken)[1]).toEqual([3, '3000.00']);
    expect(taken.lines[1]?.shipping).toBe('500.00');
  });
});

describe('a row whose cells may stand under other names', () => {
  const BANK = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
  const cut = (rows: Rows, said: Said = new Map()) =>
    readStatementAtOnce(
      rows.map((cells, at) => ({ line: at + 1, cells, isCut: true as const })),
      { today: '2026-11-22' as LocalDate, mappings: new Map(), rows: { said, others: null } },
    );
  const rows: Rows = [
    BANK,
    ['2026-03-01', 'Pago', '1', '', '100', '100'],
    ['2026-03-02', 'Giro', '2', '30', '', '70', 'visto'],
    ['2026-03-03', 'Pago', '3', '', '50', '120'],
  ];

  test('is taken as it stands, or left out, or stays asked', () => {
    const open = cut(rows);
    const [key = ''] = keysOf(open);
    expect(open.notUnderstood).toMatchObject([{ line: 3, why: 'moved-cells', row: { mayBeLine: true } }]);
    expect(netsOf(open)).toHaveLength(2);
    const right = cut(rows, new Map([[key, 'as-written']]));
    expect(netsOf(right)).toEqual([
      [2, '100'],
      [3, '-30'],
      [4, '50'],
    ]);
    expect(right.proof).toMatchObject({ holds: true, doubts: 0 });
    expect(right.said).toMatchObject([{ key, line: 3, answer: 'as-written' }]);
    const out = cut(rows, new Map([[key, 'no-movement']]));
    expect([netsOf(out).length, whysOf(out)]).toEqual([2, []]);
    expect(out.leftAside).toContainEqual({ line: 3, why: 'said' });
    // Of another question it says nothing.
    expect(cut(rows, new Map([[key, 'movement']]))).toEqual(open);
  });

  test('is asked for its amount then, where that is none, and each of two equal ones by itself', () => {
    const twice = [
      ...rows,
      ['2026-03-04', 'Giro', '2', 'x', '', '70', 'visto'],
      ['2026-03-04', 'Giro', '2', 'x', '', '70', 'visto'],
    ];
    const [, second = '', third = ''] = keysOf(cut(twice));
    expect(second).not.toBe(third);
    const one = cut(twice, new Map([[third, 'as-written']]));
    expect(whysOf(one)).toEqual([
      [3, 'moved-cells'],
      [5, 'moved-cells'],
      [6, 'amount'],
    ]);
  });
});

test('a long number that may have lost digits is whole by the user’s word', () => {
  const numbers = ['2000001234567890', '2000001234567880', '2000001234567870'];
  const header = ['Fecha', 'Pedido', 'Importe neto'];
  const mapping = { ...NO_MAPPING, fields: { date: 'Fecha', order: 'Pedido', amount: 'Importe neto' } };
  const reading = (said: Said) =>
    readStatementAtOnce(
      [header, ...numbers.map((text, at) => [dayOf(at), { kind: 'number', text } as const, `${at},50`])].map(
        (cells, at) => ({ line: at + 1, cells }),
      ),
      {
        today: '2026-11-22' as LocalDate,
        mappings: new Map([[headerFingerprint(header), mapping]]),
        rows: { said, others: null },
      },
    );
  const open = reading(new Map());
  const [first = '', second = ''] = keysOf(open);
  expect(whysOf(open)).toEqual([2, 3, 4].map((line) => [line, 'maybe-lost-digits']));
  const one = reading(new Map([[second, 'as-written']]));
  expect(whysOf(one).map(([line]) => line)).toEqual([2, 4]);
  expect(one.said).toMatchObject([{ line: 3, column: 'Pedido', answer: 'as-written' }]);
  // What is said to be whole is not among those that are damaged together.
  const known = withKnownNumbers(one, new Set());
  expect(known.lines.map(({ order }) => order)).toEqual(numbers);
  const damaged = withKnownNumbers(open, new Set());
  expect(damaged.notUnderstood.map(({ why, row }) => [why, row?.key])).toContainEqual(['lost-digits', first]);
  expect(damaged.lines.map(({ order }) => order)).toEqual([null, null, null]);

  const mended = reading(new Map([[second, { number: '2000001234567883' }]]));
  expect(mended.lines.map(({ order }) => order)).toEqual([numbers[0], '2000001234567883', numbers[2]]);
  expect(whysOf(mended).map(([line]) => line)).toEqual([2, 4]);
  expect(mended.said).toMatchObject([
    { key: second, line: 3, column: 'Pedido', answer: { number: '2000001234567883' } },
  ]);
  // Neither the key of another line nor its own moves by what is said: it is asked again under the same.
  expect(keysOf(mended)).toEqual([first, keysOf(open)[2]]);
  expect(keysOf(reading(new Map([[second, null]])))).toEqual(keysOf(open));
  // Two that are left are too few to be damaged together.
  expect(withKnownNumbers(mended, new Set()).lines.map(({ order }) => order)).toEqual([
    numbers[0],
    '2000001234567883',
    numbers[2],
  ]);
});

test('a number may be meant where it looks like those of orders, or is as long as what is written', () => {
  const written = '2000001234567880';
  expect(mayBeMeant(' 2000001234567883 ', written, [])).toBe(true);
  expect(mayBeMeant('200000123456788', written, [])).toBe(false);
  expect(mayBeMeant('200000123456788', written, ['9'.repeat(15)])).toBe(true);
  expect(mayBeMeant('#4001-b', written, ['#9999-A'])).toBe(true);
  expect(mayBeMeant('#4001', written, ['#9999-A'])).toBe(false);
  expect(mayBeMeant('nadie', 'nadie', ['AAAAA'])).toBe(false);
  expect(mayBeMeant('', '', [''])).toBe(false);
});

test('every answer is read again as it was kept', () => {
  const said = { text: 'a', owner: 'Ana', atMs: 1 };
  const answers: readonly RowAnswer[] = [
    ...(['movement', 'no-movement', 'charge', 'deposit', 'as-written'] as const),
    { amount: '-10.50' as Decimal },
    { number: '2000001234567893' },
  ];
  for (const answer of answers)
    expect(readAnnotation('statement-row', { ...said, answer })).toEqual({ ...said, answer });
  for (const answer of ['maybe', { number: '' }, { number: 'x'.repeat(101) }, { amount: 'ten' }])
    expect(readAnnotation('statement-row', { ...said, answer })).toBeNull();
});

test('answers are the same where they are of one kind and say the same', () => {
  const answers: readonly RowAnswer[] = [
    'as-written',
    'movement',
    { amount: '10' as Decimal },
    { amount: '11' as Decimal },
    { number: '10' },
    { number: '12' },
  ];
  for (const [at, one] of answers.entries())
    for (const [other, two] of answers.entries()) {
      expect(isSameAnswer(one, typeof two === 'object' ? { ...two } : two)).toBe(at === other);
    }
});
