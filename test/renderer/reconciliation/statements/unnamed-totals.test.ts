import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { RowAnswers } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
const line = (amount: string) => ['21/03/2026', 'Pago', 'R1', amount, 'Confirmado'];
const bare = (amount: string) => ['', '', '', amount, ''];

const read = (rows: readonly (readonly string[])[], answers?: RowAnswers) =>
  readStatementAtOnce(
    [HEADER, ...rows].map((cells, at) => ({ line: at + 1, cells })),
    {
      today: '2026-05-01' as LocalDate,
      mappings: new Map(),
      ...(answers === undefined ? {} : { rows: answers }),
    },
  );
const viewOf = (reading: ReturnType<typeof read>) => ({
  lines: reading.lines.map((each) => each.line),
  totals: reading.leftAside.flatMap((each) => (each.why === 'unnamed-total' ? [each.line] : [])),
  doubts: reading.notUnderstood.map((each) => [each.line, each.why]),
  checks: reading.proof.checks.map(({ name, checked, holds }) => [name, checked, holds]),
});

describe('a row of an amount alone, without a day', () => {
  it('is a total that was checked where it is the sum of the lines above', () => {
    expect(viewOf(read([line('10,00'), line('-2,50'), bare('7,50')]))).toEqual({
      lines: [2, 3],
      totals: [4],
      doubts: [],
      checks: [['total-row', 1, true]],
    });
  });

  it('is one of the lines since such a total too', () => {
    const rows = [
      line('10,00'),
      line('5,00'),
      bare('15,00'),
      line('1,00'),
      line('2,00'),
      bare('3,00'),
      bare('18,00'),
    ];
    expect(viewOf(read(rows))).toMatchObject({
      totals: [4, 7, 8],
      doubts: [],
      checks: [['total-row', 3, true]],
    });
  });

  it('is one of the lines since a named total, whatever line is what those above it come to', () => {
    const total = ['', 'Total', '', '15,00', ''];
    const rows = [line('10,00'), line('5,00'), total, line('1,00'), line('2,00'), line('3,00'), bare('6,00')];
    expect(viewOf(read(rows))).toMatchObject({ lines: [2, 3, 5, 6, 7], totals: [8], doubts: [] });
  });

  it.each([
    ['another amount', [line('10,00'), line('5,00'), bare('15,01')]],
    ['the amount of the one line above', [line('10,00'), bare('10,00')]],
    ['nothing', [line('10,00'), line('-10,00'), bare('0,00')]],
  ])('is a doubt where it is %s', (_, rows) => {
    const at = rows.length + 1;
    expect(viewOf(read(rows))).toMatchObject({ totals: [], doubts: [[at, 'total']] });
  });

  it('is none of those that are said to be movements all at once', () => {
    const rows = [line('10,00'), line('5,00'), bare('15,00'), bare('7,00')];
    const all = read(rows, { said: new Map(), others: 'movement' });
    expect(viewOf(all)).toMatchObject({ lines: [2, 3, 5], totals: [4], doubts: [] });
  });

  it('is never a line, over random amounts', () => {
    const amount = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 100);
    const written = (value: number) => value.toFixed(2).replace('.', ',');
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 2, maxLength: 8 }),
        amount,
        fc.boolean(),
        (all, other, isSum) => {
          const cents = all.reduce((sum, each) => sum + Math.round(each * 100), 0);
          const last = isSum ? cents / 100 : other;
          const reading = read([...all.map((each) => line(written(each))), bare(written(last))]);
          const isTotal = Math.round(last * 100) === cents && cents !== 0;
          expect(reading.lines).toHaveLength(all.length);
          expect([viewOf(reading).totals.length, reading.notUnderstood.length]).toEqual(
            isTotal ? [1, 0] : [0, 1],
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a row of several amounts alone', () => {
  const BANK = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
  const viewOfBank = (...last: readonly string[]) => {
    const reading = readStatementAtOnce(
      [
        BANK,
        ['21/03/2026', 'Pago', '1', '', '100', ''],
        ['22/03/2026', 'Giro', '2', '30', '', ''],
        ['23/03/2026', 'Pago', '3', '', '50', ''],
        last,
      ].map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );
    const { totals, doubts, checks } = viewOf(reading);
    return [totals, doubts, checks];
  };
  it('is a total where each of them is that of its column, charges as they are written', () => {
    expect(viewOfBank('', '', '', '30', '150', '')).toEqual([[5], [], [['total-row', 2, true]]]);
    expect(viewOfBank('', '', '', '-', '150', '')).toEqual([[5], [], [['total-row', 1, true]]]);
  });
  it.each([
    ['another charge', '31', '150'],
    ['another deposit', '30', '151'],
    ['a charge that cannot be read', '1.2.3,4', '150'],
  ])('is a doubt with %s', (_, out, into) => {
    expect(viewOfBank('', '', '', out, into, '')).toEqual([[], [[5, 'total']], []]);
  });
});
