import { describe, expect, test } from 'vitest';
import { previewOf } from '#renderer/reconciliation/matching/worker/statements.ts';
import { MAX_LISTED } from '#renderer/reconciliation/statements/model/imported.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** What is told of a file before it is stored. */

const HEADER = [
  ...['TRANSACTION_DATE', 'MONEY_RELEASE_DATE', 'SOURCE_ID', 'TRANSACTION_TYPE', 'TRANSACTION_AMOUNT'],
  ...['FEE_AMOUNT', 'SETTLEMENT_NET_AMOUNT', 'SETTLEMENT_DATE', 'TRANSACTION_CURRENCY'],
];
const line = (day: string, net: string, currency = 'ARS', released = '') => [
  ...[day, released, '9', 'SETTLEMENT', net, '0.00', net, '2026-03-20', currency],
];

function previewed(
  rows: readonly (readonly string[])[],
  parts: Partial<Parameters<typeof previewOf>[0]> = {},
) {
  const given = rows.map((cells, at) => ({ line: at + 1, cells }));
  const reading = readStatementAtOnce(given, { today: '2026-05-01' as LocalDate, mappings: new Map() });
  return previewOf(
    {
      ...{ reading, readingId: 'r', sheet: 'Hoja', sheets: ['Hoja', 'Otra'], head: given },
      ...{ facts: { format: 'text' }, ask: {}, accounts: [], account: null, ...parts },
    } as never,
    { fresh: 1, shared: [] },
    ['99-A'],
  );
}

describe('a file before it is stored', () => {
  test('tells its days, from the first to the last of its lines, and its net in each currency', () => {
    const shown = previewed([
      HEADER,
      line('2026-03-14', '10.50'),
      line('2026-03-02', '-4.00', 'USD'),
      line('2026-03-09', '1.25'),
      line('2026-03-30', '3.00', 'USD', '2026-04-20'),
    ]);
    expect(shown).toMatchObject({
      ...{ kind: 'mercado-pago-settlement', rows: 4, days: { from: '2026-03-02', to: '2026-03-30' } },
      nets: [
        { currency: 'ARS', net: '11.75' },
        { currency: 'USD', net: '-1.00' },
      ],
      ...{ readingId: 'r', sheet: 'Hoja', sheets: ['Hoja', 'Otra'], numberShapes: ['99-A'], guess: null },
      overlap: { fresh: 1, shared: [] },
    });
    expect('bank' in shown).toBe(false);
    expect(previewed([HEADER, line('2026-03-14', '1.00')], { bank: { account: 2, known: [] } }).bank).toEqual(
      {
        ...{ account: 2, known: [] },
      },
    );
  });

  test('tells what is left aside by its reason, with the first five lines of each', () => {
    const titles = Array.from({ length: 7 }, (_, at) => [`Título ${'abcdefg'[at]}`]);
    const { leftAside } = previewed([...titles, HEADER, line('2026-03-14', '1.00'), HEADER]);
    expect(leftAside).toEqual([
      { why: 'title', count: 7, lines: [1, 2, 3, 4, 5] },
      { why: 'header', count: 1, lines: [8] },
      { why: 'repeated-header', count: 1, lines: [10] },
    ]);
  });

  test('lists so many of the rows that were not understood, and counts all', () => {
    const many = Array.from({ length: MAX_LISTED + 2 }, () => line('ayer', '1.00'));
    const { notUnderstood } = previewed([HEADER, line('2026-03-14', '1.00'), ...many]);
    expect([notUnderstood.count, notUnderstood.listed.length]).toEqual([MAX_LISTED + 2, MAX_LISTED]);
    expect(notUnderstood.listed[0]?.line).toBe(3);
  });

  test('of a kind that nobody knows guesses what its columns are, by the rows below its heading', () => {
    const header = ['Fecha', 'Pedido', 'Monto'];
    const line = ['14/03/2026', 'P-1', '10,50'];
    const guessed = (rows: readonly (readonly string[])[], head = rows) =>
      previewed(rows, { head: head.map((cells, at) => ({ line: at + 1, cells })) }).guess?.mapping.fields;
    const all = { date: 'Fecha', order: 'Pedido', amount: 'Monto' };
    expect(previewed([header, line])).toMatchObject({
      ...{ kind: 'unknown', layout: null, rows: 0, days: null, nets: [], headers: header },
    });
    expect(guessed([header, line])).toEqual(all);
    expect(guessed([['Mi tienda', 'S.A.'], header, line])).toEqual(all);
    // Without the heading among the first rows nothing is known of those below it.
    expect(guessed([header, line], [line])).toEqual({});
  });
});
