import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { headerFingerprint } from '#shared/domain/statements/headers.ts';
import { NO_MAPPING, type StatementMapping } from '#shared/domain/statements/mapping.ts';
import { readStatementAtOnce } from '#shared/domain/statements/read-statement.ts';
import type { RowAnswer } from '#shared/domain/statements/row-answers.ts';
import type { StatementLine, StatementReading } from '#shared/domain/statements/statement.ts';

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
        const told = open.lines.flatMap((line) => {
          const answer = answers.get(line.line) ?? null;
          if (answer === 'no-movement') return [];
          return [typeof answer === 'object' && answer !== null ? { ...line, net: answer.amount } : line];
        });
        expect(reading.lines.map(({ line }) => line)).toEqual(told.map(({ line }) => line));
        for (const [at, line] of reading.lines.entries()) {
          const { net, ...rest } = line;
          const { net: wanted = null, ...others } = told[at] ?? line;
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
      { numRuns: 150 },
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
  });
});
