import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDelimiter } from '#renderer/data/files/intake/find-delimiter.ts';
import { IntakeRefusedError } from '#renderer/data/files/intake/refusals.ts';

/** What parts the cells of a text, by its beginning. */

const HEADING = ['Fecha', 'Orden', 'Monto', 'Estado'];
const linesOf = (delimiter: string, rows: readonly (readonly string[])[], heading = HEADING) =>
  [heading, ...rows].map((cells) => cells.join(delimiter)).join('\n');
const row = (at: number, amount = String(1000 + at)) => ['2026-03-01', `O${at}`, amount, 'Pagado'];
const ROWS = Array.from({ length: 12 }, (_, at) => row(at));
const found = (text: string, isWhole = true) => {
  const { delimiter, width, declaredLength, joinsDecimals } = findDelimiter(text, isWhole);
  return [delimiter, width, declaredLength, joinsDecimals];
};

describe('the delimiter of a text', () => {
  test('is what cuts its rows alike, whatever else stands in their cells', () => {
    const delimiter = fc.constantFrom(';', '\t', '|');
    const words = fc.constantFrom('a, b', 'x - y', 'uno', 'dos (2)', '');
    fc.assert(
      fc.property(
        delimiter,
        fc.array(words, { minLength: 2, maxLength: 20 }),
        fc.boolean(),
        (sign, some, isWhole) => {
          const rows = some.map((word, at) => ['2026-03-01', word, `${at},50`, 'Pagado']);
          expect(found(`${linesOf(sign, rows)}\n`, isWhole)).toEqual([sign, 4, 0, false]);
        },
      ),
    );
    expect(found(linesOf(',', ROWS))).toEqual([',', 4, 0, false]);
  });

  test('is the one that is told, and what tells it is no row', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(found(`sep=;${end}${linesOf(';', ROWS)}`)).toEqual([';', 4, 5 + end.length, false]);
    expect(found(`SEP=#\n${linesOf('#', ROWS)}`)).toEqual(['#', 4, 6, false]);
    expect(found(`sep=;;\n${linesOf(';', ROWS)}`).slice(2)).toEqual([0, false]);
  });

  test('cuts a table as wide as its heading, though a row below has as many words and more cells', () => {
    const wider = ['Nota', 'sin', 'orden', 'anulada', '9'];
    expect(found(linesOf(';', [wider, ...ROWS]))).toEqual([';', 4, 0, false]);
  });

  test('is none of a text without one', () => {
    expect(found('Fecha\n1\n2')).toEqual([null, null, 0, false]);
  });

  test('is told below titles, forty lines down and no further', () => {
    const titled = (count: number) =>
      `${'Cartola de movimientos\n'.repeat(count)}${linesOf(
        ';',
        Array.from({ length: 150 }, (_, at) => row(at)),
      )}`;
    expect(found(titled(39))).toEqual([';', 4, 0, false]);
    expect(found(titled(40)).slice(0, 2)).toEqual([';', null]);
  });

  test('joins amounts again where commas are both, and most rows have one', () => {
    const commas = ROWS.map((_, at) => row(at, `${1000 + at},50`));
    expect(found(linesOf(',', commas))).toEqual([',', 4, 0, true]);
    // In half of the rows it is their own doubt.
    const half = ROWS.map((_, at) => row(at, at % 2 === 0 ? `${1000 + at},50` : '7'));
    expect(found(linesOf(',', half))).toEqual([',', 4, 0, false]);
  });

  test('is none where most rows have more cells than the heading, and it is said on which line they begin', () => {
    const moved = ROWS.map((_, at) => ['2026-03-01', `O${at}`, 'Pago', 'factura', '12', '1']);
    const refusal = (text: string) => {
      try {
        return found(text);
      } catch (error) {
        return error instanceof IntakeRefusedError ? [error.refusal.reason, error.refusal.line] : error;
      }
    };
    expect(refusal(linesOf(';', moved))).toEqual(['moved-cells', 2]);
    expect(refusal(`sep=;\n${linesOf(';', moved)}`)).toEqual(['moved-cells', 3]);
    expect(refusal(linesOf(';', [...ROWS.slice(0, 4), ...moved]))).toEqual(['moved-cells', 6]);
  });

  test('is another that cuts them alike, where the best would move them', () => {
    // Semicolons part the cells; each amount has commas enough to make more of them.
    const rows = ROWS.map((_, at) => ['2026-03-01', `O${at}`, '1,2,3,4,5,6', 'a,b,c,d,e']);
    expect(found(linesOf(';', rows))).toEqual([';', 4, 0, false]);
  });
});

describe('amounts that commas cut, in rows whose last cells are empty', () => {
  const heading = ['Fecha', 'Monto', 'Estado', 'Nota'];
  const rows = (...amounts: readonly string[]) =>
    amounts.map((amount) => ['2026-03-01', amount, 'Pagado', '']);
  const read = (...amounts: readonly string[]) => found(linesOf(',', rows(...amounts), heading));

  test('are put together where their decimals can be nothing else', () => {
    expect(read('15106,96', '3358,08', '41109,00')).toEqual([',', 4, 0, true]);
  });

  test('are refused where their last cell may as well be one too many', () => {
    expect(() => read('15106,96', '3358,18', '41109,25')).toThrow(IntakeRefusedError);
  });

  test('are none where nothing goes together, or the heading has that cell too', () => {
    const ended = [...ROWS.map((cells) => [...cells, ''])];
    expect(found(linesOf(',', ended))).toEqual([',', 4, 0, false]);
    const counted = rows('15106,96', '3358,08').map((cells) => cells.join(','));
    expect(found(['Fecha,Monto,Cuotas,Estado,', ...counted].join('\n'))[3]).toBe(false);
  });
});
