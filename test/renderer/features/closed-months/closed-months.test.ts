import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedFacts, closedMonthsIn, sumOfClosed } from '#renderer/features/closed-months/closed-months.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** What is said of closed months beside the figures of a selection, against whole cents. */

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10'] as const;
const ACCOUNTS = ['Norte', 'Sur'] as const;
type Told = {
  readonly month: (typeof MONTHS)[number];
  readonly state: CloseOfMonth['state'];
  /** In cents, by account: when it was closed, and now. */
  readonly was: readonly number[];
  readonly now: readonly number[];
};

const figuresOf = (cents: readonly number[]) =>
  cents.map((each, at) => ({
    ...{ Canal: 'A', Cuenta: ACCOUNTS[at] ?? '', rows: 1, orders: 1 },
    sums: { 'Rentabilidad Total': (each / 100).toFixed(2) },
  }));
const closeOf = ({ month, state, was, now }: Told): CloseOfMonth =>
  ({
    ...{ month: month as Month, state, evidence: 'e', now: figuresOf(now) },
    close: {
      figures: figuresOf(was),
      log: [
        { what: 'closed', owner: 'Ana', note: '', atMs: 1, reviewer: 'Luis' },
        { what: 'seen', owner: 'Eva', note: '', atMs: 2 },
      ],
    },
  }) as unknown as CloseOfMonth;
const cents = fc.array(fc.integer({ min: -9_999, max: 9_999 }), { minLength: 2, maxLength: 2 });
const told: fc.Arbitrary<readonly Told[]> = fc.uniqueArray(
  fc.record({
    month: fc.constantFrom(...MONTHS),
    state: fc.constantFrom<CloseOfMonth['state']>('open', 'closed', 'drifted', 'seen'),
    ...{ was: cents, now: cents },
  }),
  { selector: ({ month }) => month },
);
const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
const ALL = { period: null, periodColumn: 'Fecha de compra' } as const;

describe('closed months among the figures shown', () => {
  test('are those with days of the period, with what they were closed with and what came since', () => {
    fc.assert(
      fc.property(told, fc.constantFrom(null, 'Norte', 'Sur'), (months, cuenta) => {
        const scope =
          cuenta === null ? null : { accounts: [{ Canal: 'A', Cuenta: cuenta }], isExcluded: false };
        const of = (amounts: readonly number[]) =>
          amounts.reduce((sum, each, at) => sum + (cuenta === null || ACCOUNTS[at] === cuenta ? each : 0), 0);
        const days = period('2026-08-31', '2026-10-01');
        const found = closedMonthsIn(months.map(closeOf), { ...ALL, period: days }, scope);
        const should = months.filter(({ month, state }) => state !== 'open' && month !== '2026-07');
        expect(
          found.map((each) => [each.month, centsOf(each.closed), centsOf(each.drift), each.isMoved]),
        ).toEqual(
          should.map(({ month, state, was, now }) => {
            const drift = of(now) - of(was);
            return [month, of(was), drift, state === 'drifted' || drift !== 0];
          }),
        );
        const sum = sumOfClosed(found);
        expect([centsOf(sum.closed), centsOf(sum.drift)]).toEqual([
          should.reduce((all, { was }) => all + of(was), 0),
          should.reduce((all, { was, now }) => all + of(now) - of(was), 0),
        ]);
      }),
    );
  });

  test('are none where rows are chosen by their payment, and all of them without a period', () => {
    const closes = MONTHS.map((month) => closeOf({ month, state: 'closed', was: [1, 2], now: [1, 2] }));
    const byPayment = { period: period('2026-07-01', '2026-10-31'), periodColumn: 'Fecha de Pago' } as const;
    expect(closedMonthsIn(closes, byPayment, null)).toEqual([]);
    expect(closedMonthsIn(closes, ALL, null).map(({ month }) => month)).toEqual(MONTHS);
  });

  test('are told in files, each with who closed it, its figure, and what came since', () => {
    const closes = [
      closeOf({ month: '2026-09', state: 'closed', was: [100, 0], now: [100, 0] }),
      closeOf({ month: '2026-10', state: 'drifted', was: [100, 50], now: [100, 25] }),
    ];
    const facts = closedFacts(closedMonthsIn(closes, ALL, null), { text, formats });
    expect(facts.split('; ')).toEqual([
      expect.stringMatching(
        /^Septiembre de 2026: cerrado el .* por Ana, revisó Luis · Rentabilidad Total 1,00 · igual desde entonces$/u,
      ),
      expect.stringMatching(
        /^Octubre de 2026: cerrado el .* · Rentabilidad Total 1,50 · desde entonces −0,25$/u,
      ),
    ]);
    expect(closedFacts([], { text, formats })).toBe('');
  });
});
