import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';

type Row = readonly string[];

const NO_MAPPINGS: ReadonlyMap<string, StatementMapping> = new Map();

const read = (rows: readonly Row[], mappings = NO_MAPPINGS): StatementReading =>
  readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-12-31' as LocalDate, mappings },
  );

const doubtsOf = ({ notUnderstood }: StatementReading, why: string): readonly number[] =>
  notUnderstood.filter((each) => each.why === why).map(({ line }) => line);
const netsOf = ({ lines }: StatementReading) => lines.map(({ net }) => net);

const SETTLEMENT = ['TRANSACTION_DATE', 'SOURCE_ID', 'TRANSACTION_TYPE', 'TRANSACTION_AMOUNT'];
const SETTLEMENT_REST = ['FEE_AMOUNT', 'SETTLEMENT_NET_AMOUNT', 'SETTLEMENT_DATE', 'MONEY_RELEASE_DATE'];
const settlement = (amounts: readonly (readonly [string, string, string])[], currency: string): Row[] => [
  [...SETTLEMENT, ...SETTLEMENT_REST, 'TRANSACTION_CURRENCY'],
  ...amounts.map(([gross, fee, net], at) => [
    '2026-03-14',
    String(71_000 + at),
    'SETTLEMENT',
    ...[gross, fee, net],
    ...['2026-03-14', '2026-03-15', currency],
  ]),
];
const ALL_OPEN = [
  ['12.500', '-1.250', '11.250'],
  ['20.000', '-2.000', '18.000'],
] as const;

describe('an amount of three places where no other has as many', () => {
  const header = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
  const of = (...amounts: readonly string[]): StatementReading =>
    read([header, ...amounts.map((amount, at) => [`1${at + 3}/03/2026`, 'Pago', `R${at}`, amount, 'ok'])]);

  it.each([
    ['12.50', '1.234'],
    ['1.234,50', '1,234'],
    ['-7,25', '-12,500'],
  ])('%s and %s: the second may be whole by the other sign', (first, second) => {
    expect(doubtsOf(of(first, second), 'scale')).toEqual([3]);
    expect(netsOf(of(first, second))[1]).toBeNull();
  });

  it.each([
    ['12.50', '1.234', '0.125'],
    ['12.50', '1,234', '7.00'],
    ['1.234,567', '2,125', '3,50'],
  ])('%s, %s, %s leave nothing open', (...amounts) => {
    expect(of(...amounts).notUnderstood).toEqual([]);
  });
});

describe('an amount column that no row decides', () => {
  it('is a doubt of each of its rows: a layout alone, and an arithmetic that holds both ways, decide nothing', () => {
    const reading = read(settlement(ALL_OPEN, 'PEN'));
    expect(reading.kind).toBe('mercado-pago-settlement');
    expect(netsOf(reading)).toEqual([null, null]);
    expect(reading.lines.map(({ gross }) => gross)).toEqual([null, null]);
    expect(new Set(doubtsOf(reading, 'scale'))).toEqual(new Set([2, 3]));
    expect(reading.proof.checks).toEqual([]);
  });

  it('is of thousands in a currency without decimals, wherever the file says it', () => {
    expect(netsOf(read(settlement(ALL_OPEN, 'CLP')))).toEqual(['11250', '18000']);
    const header = ['# de venta', 'Fecha de venta', 'Estado', 'Ingresos por productos (CLP)'];
    const rest = ['Cargo por venta e impuestos (CLP)', 'Total (CLP)', 'SKU', 'Título de la publicación'];
    const more = ['Ingresos por envío (CLP)', 'Costos de envío (CLP)', 'Anulaciones y reembolsos (CLP)'];
    const sale = ['2000001', '2026-03-14', 'ok', '12.500', '-1.250', '11.250', 'A', 'B', '0', '0', '0'];
    expect(netsOf(read([[...header, ...rest, ...more], sale]))).toEqual(['11250']);
  });

  it('is asked about where the file is in another currency than its layout has, or in several', () => {
    const account = ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'];
    const moved = ['14/03/2026', 'uno', '', '12.500', ''];
    expect(netsOf(read([account, moved]))).toEqual(['12500']);
    expect(netsOf(read([['Moneda: USD'], account, moved]))).toEqual([null]);
    const state = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
    const paid = ['14/03/2026', 'uno', '77', '12.500', 'Confirmado'];
    expect(netsOf(read([state, paid]))).toEqual([null]);
    expect(netsOf(read([['Moneda: CLP'], state, paid]))).toEqual(['12500']);
    const [header = [], one = [], other = []] = settlement(ALL_OPEN, 'CLP');
    expect(netsOf(read([header, one, other.map((cell) => (cell === 'CLP' ? 'PEN' : cell))]))).toEqual([
      ...[null, null],
    ]);
    const named = ['Cuándo', 'Monto (CLP)', 'Moneda'];
    const fields = { date: 'Cuándo', amount: 'Monto (CLP)', currency: 'Moneda' };
    const mapped = new Map([[headerFingerprint(named), { ...NO_MAPPING, fields }]]);
    const of = (currency: string) => netsOf(read([named, ['14/03/2026', '12.500', currency]], mapped));
    expect([of('CLP'), of('USD'), of('')]).toEqual([['12500'], [null], ['12500']]);
  });

  it('is what the columns that decide leave it, where the arithmetic of the rows holds one way only', () => {
    const rows = settlement([['12.500', '-1250.00', '11250.00']], 'PEN');
    const reading = read(rows);
    expect(reading.lines[0]).toMatchObject({ gross: '12500.00', net: '11250.00' });
    expect(doubtsOf(reading, 'scale')).toEqual([]);
    expect(reading.reasons).toContainEqual({
      reason: 'decided',
      column: 'TRANSACTION_AMOUNT',
      what: 'decimal-sign',
      by: 'row-net',
    });
  });

  it('is so where one row in ten is wrong in the file itself, and no more', () => {
    const rows = (wrong: number) =>
      settlement(
        Array.from(
          { length: 10 },
          (_, at) => ['12.500', '-1250.00', at < wrong ? '11251.00' : '11250.00'] as const,
        ),
        'PEN',
      );
    expect(doubtsOf(read(rows(1)), 'scale')).toEqual([]);
    expect(doubtsOf(read(rows(2)), 'scale')).toHaveLength(10);
  });

  it('is what its running balance leaves it', () => {
    const rows = [
      ['Fecha', 'Descripción', 'Cargos', 'Abonos', 'Saldo'],
      ['14/03/2026', 'uno', '', '12.500', '1.012.500'],
      ['15/03/2026', 'dos', '2.500', '', '1.010.000'],
      ['16/03/2026', 'tres', '', '10.000', '1.020.000'],
    ];
    const reading = read(rows);
    expect(netsOf(reading)).toEqual(['12500', '-2500', '10000']);
    expect(doubtsOf(reading, 'scale')).toEqual([]);
    const [header = [], ...moved] = rows;
    expect(netsOf(read([header, ...moved.toReversed()]))).toEqual(['10000', '-2500', '12500']);
  });

  it('is as the user says it', () => {
    const header = ['Cuándo', 'Qué', 'Cuánto'];
    const rows = [header, ['14/03/2026', 'uno', '12.500'], ['15/03/2026', 'dos', '-3.250']];
    const mapping = (decimalSign: StatementMapping['decimalSign']) =>
      new Map([
        [
          headerFingerprint(header),
          {
            ...NO_MAPPING,
            fields: { date: 'Cuándo', description: 'Qué', amount: 'Cuánto' },
            decimalSign,
          } satisfies StatementMapping,
        ],
      ]);
    expect(netsOf(read(rows, mapping(',')))).toEqual(['12500', '-3250']);
    expect(netsOf(read(rows, mapping('.')))).toEqual(['12.500', '-3.250']);
    const asked = read(rows, mapping(null));
    expect([netsOf(asked), doubtsOf(asked, 'scale')]).toEqual([
      [null, null],
      [2, 3],
    ]);
  });

  it('is as the user says it of a file of a known layout, which stays one', () => {
    const rows = settlement(ALL_OPEN, 'PEN');
    const { fingerprint } = read(rows);
    const saying = (decimalSign: StatementMapping['decimalSign']) =>
      read(rows, new Map([[fingerprint, { ...NO_MAPPING, decimalSign }]]));
    expect([saying(',').kind, netsOf(saying(',')), saying(',').notUnderstood]).toEqual([
      'mercado-pago-settlement',
      ['11250', '18000'],
      [],
    ]);
    expect(netsOf(saying('.'))).toEqual(['11.250', '18.000']);
    // A currency without decimals knows better than what was said of another file of this header.
    const pesos = settlement(ALL_OPEN, 'CLP');
    const point = new Map([[read(pesos).fingerprint, { ...NO_MAPPING, decimalSign: '.' as const }]]);
    expect(netsOf(read(pesos, point))).toEqual(['11250', '18000']);
    expect(doubtsOf(saying(null), 'scale').length).toBeGreaterThan(0);
  });

  it('of an OFX file too', () => {
    const file = ['<OFX>', '<CURDEF>USD', '<BANKTRANLIST>'];
    const movement = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260314<TRNAMT>12.500<FITID>1<NAME>uno';
    const reading = read([...file, movement].map((text) => [text]));
    expect([netsOf(reading), doubtsOf(reading, 'scale')]).toEqual([[null], [4]]);
    const pesos = read([file[0] ?? '', '<CURDEF>CLP', movement].map((text) => [text]));
    expect(netsOf(pesos)).toEqual(['12500']);
  });

  /** Own arithmetic of cents, and own ways to write them: what is meant is known before anything is read. */
  const WRITTEN: readonly (readonly [group: string, sign: string])[] = [
    ['.', ','],
    [',', '.'],
    ['', '.'],
    ['', ','],
  ];
  const say = (amount: number, places: number, [group, sign]: readonly [string, string]): string => {
    const whole = String(Math.trunc(Math.abs(amount) / 100)).replace(/\B(?=(\d{3})+$)/g, group);
    const part = String(Math.abs(amount) % 100).padStart(2, '0');
    return `${amount < 0 ? '-' : ''}${whole}${places === 0 ? '' : `${sign}${part}`}`;
  };
  const centsOf = (text: string): number => {
    const { units, scale } = fromDecimal(text as never);
    return (Number(units) * 100) / 10 ** scale;
  };

  it('written by any convention, is the truth or is asked: never another amount', () => {
    const anyRow = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 999_999 }));
    const anyConvention = fc.constantFrom(...WRITTEN);
    let asked = 0;
    let count = 0;
    fc.assert(
      fc.property(
        fc.array(anyRow, { minLength: 1, maxLength: 6 }),
        fc.tuple(anyConvention, anyConvention, anyConvention),
        fc.constantFrom('CLP', 'PEN', ''),
        fc.boolean(),
        (amounts, conventions, currency, isWhole) => {
          const whole = isWhole || currency === 'CLP';
          const meant = amounts.map(([gross, fee]) =>
            whole ? ([gross * 100, -fee * 100] as const) : ([gross, -fee] as const),
          );
          const texts = meant.map(([gross, fee]) => {
            const all = [gross, fee, gross + fee];
            return all.map((each, at) => say(each, whole ? 0 : 2, conventions[at] ?? ['', '.']));
          });
          const rows = texts.map(([gross = '', fee = '', net = '']) => [gross, fee, net] as const);
          const reading = read(settlement(rows, currency));
          for (const [at, line] of reading.lines.entries()) {
            if (line.net === null) {
              expect(doubtsOf(reading, 'scale')).toContain(line.line);
              asked += 1;
              continue;
            }
            const [gross = 0, fee = 0] = meant[at] ?? [];
            expect(centsOf(line.net)).toBe(gross + fee);
            count += 1;
          }
        },
      ),
      { numRuns: randomCases(160) },
    );
    expect([asked > 0, count > 0]).toEqual([true, true]);
  });
});

it('a debit of an OFX file takes money, with a minus or without', () => {
  const movement = (type: string, amount: string) => [
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260314<TRNAMT>${amount}<FITID>${amount}<NAME>uno`,
  ];
  const rows = [
    ['<OFX><CURDEF>USD'],
    movement('DEBIT', '500.25'),
    movement('debit', '+10.50'),
    movement('DEBIT', '-20.00'),
    movement('CREDIT', '30.00'),
  ];
  expect(netsOf(read(rows))).toEqual(['-500.25', '-10.50', '-20.00', '30.00']);
});
