import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** A currency that a cell names is never taken for another one. */

const BANK = ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'];
const OWN = ['Fecha', 'Glosa', 'Importe neto', 'Moneda'];
const mapping: StatementMapping = {
  ...NO_MAPPING,
  fields: { date: 'Fecha', description: 'Glosa', amount: 'Importe neto', currency: 'Moneda' },
};
const withoutCurrency: StatementMapping = {
  ...NO_MAPPING,
  fields: { date: 'Fecha', description: 'Glosa', amount: 'Importe neto' },
};

function read(header: readonly string[], rows: readonly (readonly FileCell[])[], said = mapping) {
  return readStatementAtOnce(
    [header, ...rows].map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-05-01' as LocalDate, mappings: new Map([[headerFingerprint(header), said]]) },
  );
}
const linesOf = ({ lines }: StatementReading) => lines.map(({ net, currency }) => [net, currency]);
const doubtsOf = ({ notUnderstood }: StatementReading) =>
  notUnderstood.map(({ line, column, text, why }) => [line, column, text, why]);

describe('what names the currency but once', () => {
  const ROWS = [
    ['21/03/2026', 'Abono', '', '1.000,50', ''],
    ['22/03/2026', 'Cargo', '250,25', '', ''],
  ];
  const readBelow = (titles: readonly string[][], header = BANK) =>
    readStatementAtOnce(
      [...titles, header, ...ROWS].map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );

  it.each([
    [['Moneda: USD']],
    [['Moneda', 'Dólares americanos']],
    [['Cuenta corriente en dólares']],
    [['Cuenta Corriente US$ N° 123-4']],
    [['Moneda de la cuenta: US$']],
  ])('a title as %j', (title) => {
    expect(linesOf(readBelow([title]))).toEqual([
      ['1000.50', 'USD'],
      ['-250.25', 'USD'],
    ]);
  });

  it.each([
    [['Tipo de cambio en dólares: 950,00']],
    [['Dólar observado', '950']],
    [['Cuenta corriente en pesos']],
    [['Moneda: Pesos']],
    [['Moneda: CLP']],
    [['Movimientos en línea']],
  ])('no title as %j', (title) => {
    expect(linesOf(readBelow([title])).map(([, currency]) => currency)).toEqual([null, null]);
  });

  it('two titles that name two say nothing', () => {
    const of = (...titles: readonly string[][]) => linesOf(readBelow(titles)).map(([, currency]) => currency);
    expect([of(['Moneda: USD'], ['Moneda: EUR']), of(['Moneda: USD'], ['Cuenta US$'])]).toEqual([
      [null, null],
      ['USD', 'USD'],
    ]);
  });

  it('one heading in another currency than the others makes doubts of its amounts', () => {
    const header = ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'];
    const named = header.map((name) =>
      name.startsWith('Cheque') ? `${name} (USD)` : name.startsWith('Dep') ? `${name} (CLP)` : name,
    );
    const rows = [named, ...ROWS].map((cells, at) => ({ line: at + 1, cells }));
    const fields = { date: 'Fecha', out: named[2] ?? '', in: named[3] ?? '' };
    const own: StatementMapping = { ...NO_MAPPING, fields };
    const reading = readStatementAtOnce(rows, {
      today: '2026-05-01' as LocalDate,
      mappings: new Map([[headerFingerprint(named), own]]),
    });
    expect(reading.notUnderstood.map(({ why }) => why)).toEqual(['currency']);
    expect(reading.lines).toHaveLength(1);
  });
});

test('a sale in one currency that is settled in another is a doubt', () => {
  const header = [
    ...['TRANSACTION_DATE', 'SOURCE_ID', 'TRANSACTION_TYPE', 'TRANSACTION_AMOUNT', 'TRANSACTION_CURRENCY'],
    ...[
      'FEE_AMOUNT',
      'SETTLEMENT_NET_AMOUNT',
      'SETTLEMENT_CURRENCY',
      'SETTLEMENT_DATE',
      'MONEY_RELEASE_DATE',
    ],
  ];
  const row = (sale: string, settled: string) => [
    ...['2026-03-21T10:00:00.000-04:00', '900001', 'SETTLEMENT', '100.00', sale],
    ...['-10.00', '90.00', settled, '2026-03-21T10:00:00.000-04:00', '2026-03-28T10:00:00.000-04:00'],
  ];
  const reading = readStatementAtOnce(
    [header, row('CLP', 'CLP'), row('USD', 'CLP')].map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-05-01' as LocalDate, mappings: new Map() },
  );
  expect(linesOf(reading)).toEqual([['90.00', 'CLP']]);
  expect(doubtsOf(reading)).toEqual([[3, 'SETTLEMENT_NET_AMOUNT', '90.00 CLP USD', 'currency']]);
});

test('an OFX movement in a currency of its own is of that, one changed into the account’s is not', () => {
  const movement = (more: string) =>
    `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260315<TRNAMT>70.00<FITID>a${more.length}<NAME>x${more}</STMTTRN>`;
  const rows = [
    '<OFX><CURDEF>CLP<BANKTRANLIST>',
    movement('<CURRENCY><CURRATE>950<CURSYM>USD</CURRENCY>'),
    movement('<ORIGCURRENCY><CURRATE>950<CURSYM>USD</ORIGCURRENCY>'),
    '</BANKTRANLIST></OFX>',
  ].map((text, at) => ({ line: at + 1, cells: [text] }));
  const reading = readStatementAtOnce(rows, { today: '2026-05-01' as LocalDate, mappings: new Map() });
  expect(linesOf(reading)).toEqual([
    ['70.00', 'USD'],
    ['70.00', 'CLP'],
  ]);
});

describe('in a file of pesos', () => {
  const row = (day: number, out: FileCell, into: FileCell): readonly FileCell[] => [
    `2${day}/03/2026`,
    `Movimiento ${day}`,
    out,
    into,
    '',
  ];
  const pesos = [row(1, '', '$ 1.000'), row(2, '$ 250', ''), row(3, '', '$70.000'), row(4, '$ 1.500', '')];

  it.each(['US$ 12', 'USD 12', '12 USD', '€ 12', 'R$ 12', 'S/ 12', 'MX$ 12', 'U$S 12'])(
    '«%s» is a doubt of its row, and none of its amounts is taken',
    (amount) => {
      const reading = read(BANK, [...pesos, row(5, '', amount)]);
      expect(doubtsOf(reading)).toEqual([[6, 'Deposito o Abono', amount, 'currency']]);
      expect(reading.lines.map(({ net }) => net)).toEqual(['1000', '-250', '70000', '-1500']);
      expect([reading.proof.doubts, checkStateOf(reading.proof)]).toEqual([1, 'doubts']);
    },
  );

  it('is of a bare sign, its own code, or none, without a question', () => {
    const reading = read(BANK, [...pesos, row(5, '', 'CLP 12'), row(6, 'CL$ 9', ''), row(7, '', '8')]);
    expect(doubtsOf(reading)).toEqual([]);
    expect(reading.lines).toHaveLength(7);
  });

  it('whose amounts are all in dollars is of dollars, and says so of each line', () => {
    const dollars = [row(1, '', 'US$ 1.000,50'), row(2, 'US$ 250,00', ''), row(3, '', 'US$ 0,25')];
    const reading = read(BANK, dollars);
    expect(doubtsOf(reading)).toEqual([]);
    expect(linesOf(reading)).toEqual([
      ['1000.50', 'USD'],
      ['-250.00', 'USD'],
      ['0.25', 'USD'],
    ]);
  });

  it('a number that its format shows in another currency is a doubt', () => {
    const number = (text: string, currency?: string): FileCell =>
      currency === undefined ? { kind: 'number', text } : { kind: 'number', text, currency };
    const reading = read(BANK, [
      row(1, '', number('1000')),
      row(2, number('250', '$'), ''),
      row(3, '', number('12.5', 'USD')),
    ]);
    expect(doubtsOf(reading)).toEqual([[4, 'Deposito o Abono', '12.5', 'currency']]);
    expect(reading.lines.map(({ net }) => net)).toEqual(['1000', '-250']);
  });
});

describe('beside a column of currencies', () => {
  it('each line has its own, and an amount in another one is a doubt', () => {
    const reading = read(OWN, [
      ['21/03/2026', 'uno', '10,50', 'CLP'],
      ['22/03/2026', 'dos', 'US$ 20,50', 'USD'],
      ['23/03/2026', 'tres', '$ 30,50', 'US$'],
      ['24/03/2026', 'cuatro', 'US$ 40,50', 'CLP'],
      ['25/03/2026', 'cinco', '$ 50,50', 'PEN'],
      ['13/03/2026', 'seis', '€ 60,50', 'Pesos'],
    ]);
    expect(linesOf(reading)).toEqual([
      ['10.50', 'CLP'],
      ['20.50', 'USD'],
      ['30.50', 'US$'],
    ]);
    expect(doubtsOf(reading)).toEqual([
      [5, 'Importe neto', 'US$ 40,50', 'currency'],
      [6, 'Importe neto', '$ 50,50', 'currency'],
      [7, 'Importe neto', '€ 60,50', 'currency'],
    ]);
  });
});

test('a heading names the currency of its column', () => {
  const header = ['Fecha', 'Glosa', 'Importe neto (USD)'];
  const said = { ...withoutCurrency, fields: { ...withoutCurrency.fields, amount: 'Importe neto (USD)' } };
  const rows = [
    ['21/03/2026', 'uno', '10,50'],
    ['22/03/2026', 'dos', '$ 20,50'],
    ['13/03/2026', 'tres', 'CLP 30,50'],
  ];
  const reading = read(header, rows, said);
  expect(linesOf(reading)).toEqual([
    ['10.50', 'USD'],
    ['20.50', 'USD'],
  ]);
  expect(doubtsOf(reading)).toEqual([[4, 'Importe neto (USD)', 'CLP 30,50', 'currency']]);
});

describe('a currency that only a column of costs names', () => {
  const HEADER = ['Fecha', 'Glosa', 'Envío', 'Importe neto'];
  const said: StatementMapping = {
    ...withoutCurrency,
    fields: { ...withoutCurrency.fields, shipping: 'Envío' },
  };
  const of = (costs: readonly string[]) =>
    read(
      HEADER,
      costs.map((cost, at) => [`${13 + at}/03/2026`, `m${at}`, cost, '10,50']),
      said,
    );
  const currenciesOf = ({ lines }: StatementReading) => [...new Set(lines.map(({ currency }) => currency))];

  test('in a few lines is a doubt of these, and says nothing of the others', () => {
    const one = of(['', '', 'US$ 2,50', '', '', '']);
    expect(doubtsOf(one)).toEqual([[4, 'Envío', 'US$ 2,50', 'currency']]);
    expect([one.lines.length, currenciesOf(one)]).toEqual([5, [null]]);
    const beside = of(['US$ 1,50', '', 'US$ 2,50', '', '3,50', '']);
    expect(doubtsOf(beside).map(([line]) => line)).toEqual([2, 4]);
    expect([beside.lines.length, currenciesOf(beside)]).toEqual([4, [null]]);
  });

  test('in most lines is the file’s, and a doubt of those whose cost names none', () => {
    const most = of(['US$ 1,50', 'US$ 2,50', 'US$ 3,50', '4,50', 'US$ 5,50', '']);
    expect(doubtsOf(most)).toEqual([[5, 'Envío', '4,50', 'currency']]);
    expect([most.lines.length, currenciesOf(most)]).toEqual([5, ['USD']]);
  });
});

const CURRENCIES = [
  { mark: 'US$ ', code: 'USD' },
  { mark: 'R$ ', code: 'BRL' },
  { mark: '€', code: 'EUR' },
  { mark: 'CLP ', code: 'CLP' },
  { mark: 'S/ ', code: 'PEN' },
  { mark: '', code: null },
] as const;

test('whatever is mixed: lines that are taken without a doubt are of one currency', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ cents: fc.integer({ min: 100, max: 9_000_000 }), of: fc.constantFrom(...CURRENCIES) }),
        { minLength: 1, maxLength: 12 },
      ),
      (amounts) => {
        const written = amounts.map(
          ({ cents, of }) => `${of.mark}${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
        );
        const rows = written.map((amount, at) => [`${13 + at}/03/2026`, `m${at}`, amount]);
        const reading = read(OWN.slice(0, 3), rows, withoutCurrency);
        const taken = reading.lines.map(({ line }) => amounts[line - 2]);
        expect(new Set(taken.map((each) => each?.of.code)).size).toBeLessThanOrEqual(1);
        const isOne = new Set(amounts.map(({ of }) => of.code)).size === 1;
        if (isOne) {
          expect(reading.lines).toHaveLength(amounts.length);
          expect(reading.lines[0]?.currency).toBe(amounts[0]?.of.code ?? null);
        }
        // Each is in a sum or in a doubt.
        expect(taken.length + reading.proof.doubts).toBe(amounts.length);
      },
    ),
  );
});
