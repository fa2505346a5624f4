import { describe, expect, test } from 'vitest';
import {
  bankAccountOf,
  type Extract,
  type KnownExtract,
} from '#renderer/reconciliation/statements/model/bank-accounts.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Extracts of one bank that name no account. */

type Movement = readonly [day: string, words: string, net: number];

function extract(movements: readonly Movement[], from: number | null, name: string | null = null): Extract {
  let balance = from;
  const lines = movements.map(([day, words, net]) => {
    balance = balance === null ? null : balance + net;
    return {
      identity: JSON.stringify([day, words, net, balance]),
      day: day as LocalDate,
      net: String(net) as Decimal,
      balance: balance === null ? null : (String(balance) as Decimal),
    };
  });
  const days = movements.map(([day]) => day as LocalDate).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return { name, lines, days: first === undefined || last === undefined ? null : { from: first, to: last } };
}
const known = (account: number, own: Extract): KnownExtract => ({ ...own, account });
const upsideDown = (own: Extract): Extract => ({ ...own, lines: own.lines.toReversed() });

const FEE: Movement = ['2026-10-15', 'COMISION', -5000];
const NORTE: readonly Movement[] = [
  ['2026-10-01', 'ABONO A', 900],
  FEE,
  ['2026-10-20', 'ABONO B', 700],
  ['2026-10-31', 'PAGO', -100],
];
const SUR: readonly Movement[] = [
  ['2026-10-02', 'ABONO C', 300],
  FEE,
  ['2026-10-22', 'ABONO D', 200],
  ['2026-10-31', 'PAGO E', -50],
];
const NOVEMBER: readonly Movement[] = [['2026-11-03', 'ABONO F', 40]];

describe('an extract without an account number', () => {
  test('is of the only account, as long as nothing speaks against it', () => {
    expect(bankAccountOf(extract(NORTE, null), [])).toBe(1);
    expect(bankAccountOf(extract(NOVEMBER, null), [known(1, extract(NORTE, null))])).toBe(1);
    expect(bankAccountOf(extract(NOVEMBER, 5), [known(1, extract(NORTE, 10_000))])).toBe(1);
  });

  test('is of the one whose lines it has, whether the file is longer, shorter or made earlier that day', () => {
    const longer = extract([...NORTE, ['2026-10-31', 'ABONO TARDE', 10], ...NOVEMBER], null);
    expect(bankAccountOf(longer, [known(1, extract(SUR, null)), known(2, extract(NORTE, null))])).toBe(2);
    expect(bankAccountOf(extract(NORTE.slice(1, 3), null), [known(1, extract(NORTE, null))])).toBe(1);
  });

  test('is asked about where days of both have other lines, a fee that both pay or not', () => {
    expect(bankAccountOf(extract(SUR, null), [known(1, extract(NORTE, null))])).toBeNull();
    expect(bankAccountOf(extract(SUR, 4_000), [known(1, extract(NORTE, 9_000))])).toBeNull();
    // Known of both: the days of each tell it.
    const both = [known(1, extract(NORTE, null)), known(2, extract(SUR, null))];
    expect(bankAccountOf(extract(SUR, null), both)).toBe(2);
  });

  test('is asked about where two accounts have its lines, and of no account whose days speak against it', () => {
    const both = [known(1, extract(NORTE, null)), known(2, extract(NORTE, null))];
    expect(bankAccountOf(extract(NORTE, null), both)).toBeNull();
    // Its first balance is that with which the other ends, whose days tell of others.
    const norte = extract(NORTE, 10_000);
    const end = Number(norte.lines.at(-1)?.balance);
    expect(bankAccountOf(extract([['2026-10-20', 'X', 5]], end), [known(1, norte)])).toBeNull();
  });

  test('of one day goes on from the balance before its first line', () => {
    const both = [known(1, extract(NORTE, 10_000)), known(2, extract(SUR, 8_000))];
    const end = Number(both[0]?.lines.at(-1)?.balance);
    const day: readonly Movement[] = [
      ['2026-11-03', 'A', 40],
      ['2026-11-03', 'B', 50],
    ];
    expect(bankAccountOf(extract(day, end), both)).toBe(1);
  });

  test('is the same where half of the lines of their days are, and another where fewer are', () => {
    const around: readonly Movement[] = [
      ['2026-10-14', 'Z', 1],
      ['2026-10-16', 'Y', 2],
      ['2026-10-25', 'W', 3],
    ];
    const own: readonly Movement[] = [FEE, ['2026-10-20', 'ABONO B', 700]];
    const other = (...more: readonly Movement[]) => [
      known(1, extract(around, null)),
      known(2, extract([FEE, ...more], null)),
    ];
    expect(bankAccountOf(extract(own, null), other(['2026-10-18', 'X', 5], ['2026-10-21', 'V', 5]))).toBe(2);
    expect(
      bankAccountOf(
        extract([...own, ['2026-10-21', 'U', 5]], null),
        other(['2026-10-18', 'X', 5], ['2026-10-21', 'V', 5]),
      ),
    ).toBeNull();
  });

  test('is another’s where that tells of days before and after its own, and of nothing on them', () => {
    const around = known(1, extract([NORTE[0] as Movement, NORTE[3] as Movement], null));
    expect(bankAccountOf(extract([['2026-10-15', 'X', 1]], null), [around])).toBeNull();
    const apart = (day: string) => bankAccountOf(extract([[day, 'X', 1]], null), [around]);
    expect([apart('2026-09-30'), apart('2026-11-01')]).toEqual([1, 1]);
  });

  test('carries nothing on where the balance between them is nothing', () => {
    const both = [known(1, extract(NORTE, 3_500)), known(2, extract(SUR, 9_000))];
    expect(bankAccountOf(extract(NOVEMBER, 0), both)).toBeNull();
    expect(bankAccountOf(extract(NOVEMBER, 9_000 - 4_550), both)).toBe(2);
  });

  test('is of the one whose balance it carries on, whichever line stands first', () => {
    const both = [known(1, extract(NORTE, 10_000)), known(2, upsideDown(extract(SUR, 8_000)))];
    const [norteEnds, surEnds] = [10_000 - 3_500, 8_000 - 4_550];
    expect(bankAccountOf(extract(NOVEMBER, norteEnds), both)).toBe(1);
    expect(bankAccountOf(extract(NOVEMBER, surEnds), both)).toBe(2);
    expect(bankAccountOf(extract(NOVEMBER, 77), both)).toBeNull();
    // The month before.
    const september = extract([['2026-09-30', 'ABONO', 100]], 8_000 - 100);
    expect(bankAccountOf(september, both)).toBe(2);
  });

  test('is of the one whose files are called so, where no balance tells it, and asked about where both are', () => {
    const both = [
      known(1, extract(NORTE, null, 'Cartola cta corriente 10-2026.csv')),
      known(2, extract(SUR, null, 'Cartola cta vista 10-2026.csv')),
    ];
    expect(bankAccountOf(extract(NOVEMBER, null, 'cartola CTA VISTA 11-2026 (2).csv'), both)).toBe(2);
    // Whatever program it was saved for.
    expect(bankAccountOf(extract(NOVEMBER, null, 'Cartola cta corriente 11-2026.XLSX'), both)).toBe(1);
    expect(bankAccountOf(extract(NOVEMBER, null, 'otra.csv'), both)).toBeNull();
    const alike = both.map((each) => ({ ...each, name: 'cartola.csv' }));
    expect(bankAccountOf(extract(NOVEMBER, null, 'cartola.csv'), alike)).toBeNull();
    // Not against what the days say.
    const third = extract([['2026-10-20', 'OTRO', 1]], null, 'Cartola cta vista.csv');
    expect(bankAccountOf(third, both)).toBeNull();
  });
});
