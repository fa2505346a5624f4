import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { signsOfLetters } from '#renderer/reconciliation/statements/model/sign-letters.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Unsigned amounts beside a letter: what they come to is what whoever wrote the file meant, or it is asked. */

const HEADERS = ['Fecha', 'Descripción', 'Monto', 'Tipo'];
const MAPPING = {
  ...NO_MAPPING,
  fields: { date: 'Fecha', description: 'Descripción', amount: 'Monto', letter: 'Tipo' },
  sign: 'letter',
} as const;

type Line = { readonly amount: number; readonly letter: string; readonly balance?: number };

function readLines(lines: readonly Line[]) {
  const hasBalance = lines.some(({ balance }) => balance !== undefined);
  const headers = hasBalance ? [...HEADERS, 'Saldo'] : HEADERS;
  const cells = [
    headers,
    ...lines.map(({ amount, letter, balance }, at) => [
      `${String((at % 27) + 1).padStart(2, '0')}/10/2026`,
      `Movimiento ${at}`,
      String(amount),
      letter,
      ...(hasBalance ? [String(balance ?? '')] : []),
    ]),
  ];
  const rows = cells.map((row, at) => ({ line: at + 1, cells: row }));
  const mapping = hasBalance ? { ...MAPPING, fields: { ...MAPPING.fields, balance: 'Saldo' } } : MAPPING;
  return readStatementAtOnce(rows, {
    today: '2026-11-22' as LocalDate,
    mappings: new Map([[headerFingerprint(headers), mapping]]),
  });
}

const netsOf = (lines: readonly Line[]) => readLines(lines).lines.map(({ net }) => net);
const doubted = (lines: readonly Line[]) =>
  readLines(lines)
    .notUnderstood.filter(({ why }) => why === 'sign')
    .map(({ line }) => line - 2);

/** Who writes C for a charge writes A for a deposit; who writes C for a credit, D for a debit. */
const CONVENTIONS = [
  { deposit: 'A', charge: 'C' },
  { deposit: 'C', charge: 'D' },
  { deposit: 'Abono', charge: 'Cargo' },
  { deposit: 'Crédito', charge: 'Débito' },
  { deposit: 'HABER', charge: 'DEBE' },
  { deposit: '+', charge: '-' },
] as const;

describe('letters of charge and deposit', () => {
  test('a charge beside a deposit, whatever the layout', () => {
    expect(
      netsOf([
        { amount: 100_000, letter: 'A' },
        { amount: 25_000, letter: 'C' },
        { amount: 7_000, letter: 'C' },
      ]),
    ).toEqual(['100000', '-25000', '-7000']);
    expect(
      netsOf([
        { amount: 100_000, letter: 'C' },
        { amount: 25_000, letter: 'D' },
      ]),
    ).toEqual(['100000', '-25000']);
  });

  test('say what was meant, or ask: never another sign', () => {
    const world = fc.record({
      convention: fc.constantFrom(...CONVENTIONS),
      flows: fc.array(
        fc.integer({ min: -99_999, max: 99_999 }).filter((flow) => flow !== 0),
        { minLength: 1, maxLength: 9 },
      ),
      hasBalance: fc.boolean(),
    });
    fc.assert(
      fc.property(world, ({ convention, flows, hasBalance }) => {
        let balance = 1_000_000;
        const lines = flows.map((flow): Line => {
          balance += flow;
          const letter = flow > 0 ? convention.deposit : convention.charge;
          return { amount: Math.abs(flow), letter, ...(hasBalance ? { balance } : {}) };
        });
        const asked = new Set(doubted(lines));
        for (const [at, net] of netsOf(lines).entries()) {
          if (asked.has(at)) expect(net).toBeNull();
          else expect(Number(net)).toBe(flows[at]);
        }
        const hasBoth = new Set(flows.map(Math.sign)).size === 2;
        if (hasBoth) expect(asked).toEqual(new Set());
      }),
    );
  });

  test.each([
    ['one alone', ['C', 'C', 'C']],
    ['one alone', ['A', 'A']],
    ['of two conventions', ['A', 'C', 'D']],
    ['of none', ['X', 'Y']],
    ['absent', ['', '']],
    ['beside words', ['C', 'Abono']],
  ])('%s is a doubt of its rows: %j', (_, letters) => {
    const lines = letters.map((letter, at) => ({ amount: 1_000 + at, letter }));
    const isWord = (at: number) => letters[at] === 'Abono';
    expect(doubted(lines)).toEqual(letters.flatMap((_, at) => (isWord(at) ? [] : [at])));
  });

  test('are told by the balance where one is shown and all lines of a letter go one way', () => {
    const lines = [
      { amount: 900, letter: 'C', balance: 1_000 },
      { amount: 200, letter: 'C', balance: 800 },
      { amount: 100, letter: 'C', balance: 700 },
    ];
    // Of the first nothing but the others of its letter can tell.
    expect(netsOf(lines)).toEqual(['-900', '-200', '-100']);
    const bothWays = [...lines, { amount: 50, letter: 'C', balance: 750 }];
    expect(netsOf(bothWays)).toEqual([null, null, null, null]);
    expect(doubted(bothWays)).toEqual([0, 1, 2, 3]);
  });

  test('are what the heading names, also one alone that is of one convention; where both say otherwise, nobody knows', () => {
    const named = (letters: readonly string[], heading: string) =>
      Object.fromEntries(signsOfLetters(letters, heading));
    expect(named(['A'], 'Cargo / Abono')).toMatchObject({ a: 1 });
    expect(named(['D'], 'D/C')).toMatchObject({ d: -1 });
    expect(named(['A', 'C'], 'CARGO/ABONO')).toMatchObject({ a: 1, c: -1 });
    // A charge beside A, a credit beside D: whose convention fills the column, it alone does not tell.
    expect(named(['C'], 'CARGO/ABONO')).toEqual({});
    expect(named(['C'], 'D/C')).toEqual({});
    expect(named(['C', 'D'], 'CARGO/ABONO')).toEqual({});
    expect(named(['A', 'C', 'D'], 'CARGO/ABONO')).toEqual({});
    expect(named(['C'], 'Tipo')).toEqual({});
  });

  test('are judged by words for what they mean', () => {
    expect(signsOfLetters(['Abono', 'CARGO', null], '')).toEqual(
      new Map([
        ['abono', 1],
        ['cargo', -1],
      ]),
    );
  });
});
