import { describe, expect, test } from 'vitest';
import type { CloseOfMonth, CloseState } from '#renderer/reconciliation/closing/model/closes.ts';
import {
  closedMonths,
  monthLines,
  presentMonth,
  selectionOfClose,
} from '#renderer/reconciliation/closing/screen/month-lines.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { month as coverageOf } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** Which months there are to close, how each stands, and what their close is looked at by. */

const KNOWN = '2026-06-02T00:00:00.000Z' as UtcInstant;
const NORTE = { Canal: 'Uno', Cuenta: 'Norte' };
const figures = (norte: string, sur: string) => [
  { ...NORTE, rows: 1, orders: 1, sums: { 'Rentabilidad Total': norte, Ventas: '900' } },
  { Canal: 'Uno', Cuenta: 'Sur', rows: 2, orders: 2, sums: { 'Rentabilidad Total': sur } },
];
const closeOf = (month: string, state: CloseState, ownCosts: readonly object[] = []) =>
  ({
    ...{ month, state, evidence: 'e', now: figures('12.50', '1') },
    close: { figures: figures('10.00', '8'), ownCosts },
  }) as unknown as CloseOfMonth;

const MONTHS = [
  coverageOf({ month: '2026-01' as Month, rows: 0 }),
  coverageOf({ month: '2026-02' as Month, rows: 0 }),
  coverageOf({ month: '2026-03' as Month, rows: 5 }),
  coverageOf({ month: '2026-04' as Month, rows: 5, partial: true }),
  coverageOf({ month: '2026-05' as Month, rows: 5 }),
  coverageOf({ month: '2026-06' as Month, rows: 5 }),
];
const CLOSES = [closeOf('2026-02', 'drifted'), closeOf('2026-04', 'open'), closeOf('2026-05', 'seen')];
const linesIn = (scope: Parameters<typeof monthLines>[2]['scope']) =>
  monthLines({ months: MONTHS, knownUntil: KNOWN }, CLOSES, { damage: null, scope });

describe('months to close', () => {
  test('are those with rows or a close, the newest first, each as it stands, by what moved in the accounts in view', () => {
    const told = (scope: Parameters<typeof linesIn>[0]) =>
      linesIn(scope).map(({ month, state, drift, close, isComplete }) => [
        ...[month, state, drift, close?.state ?? null, isComplete],
      ]);
    expect(told(null)).toEqual([
      ['2026-06', 'open', null, null, false],
      ['2026-05', 'closed', '-4.50', 'seen', true],
      ['2026-04', 'open', null, 'open', false],
      ['2026-03', 'open', null, null, true],
      ['2026-02', 'drifted', '-4.50', 'drifted', true],
    ]);
    const drifts = (scope: Parameters<typeof linesIn>[0]) =>
      linesIn(scope).flatMap(({ drift }) => drift ?? []);
    expect(drifts({ accounts: [NORTE], isExcluded: false })).toEqual(['2.50', '2.50']);
    expect(drifts({ accounts: [NORTE], isExcluded: true }).map(Number)).toEqual([-7, -7]);
    expect(linesIn(null).map(({ coverage }) => coverage)).toEqual(MONTHS.slice(1).toReversed());
  });

  test('are closed for adjustments whether they are what they were or not', () => {
    expect([...closedMonths(linesIn(null))].toSorted()).toEqual(['2026-02', '2026-05']);
  });

  test('are counted from today’s, or from that of the last purchase where it is later', () => {
    const at = (text: string) => `${text}T10:00:00.000` as LocalDateTime;
    const today = at('2026-05-31');
    expect(presentMonth(today, null)).toBe('2026-05');
    expect(presentMonth(today, at('2026-06-01'))).toBe('2026-06');
    expect(presentMonth(today, at('2026-05-01'))).toBe('2026-05');
    expect(presentMonth(today, at('2025-12-31'))).toBe('2026-05');
  });
});

test('a close is looked at with own costs where it was made with those of the currency in view', () => {
  const month = '2026-02' as Month;
  const counted = [
    { currency: 'CLP', scope: null },
    { currency: null, scope: null },
  ];
  const scope = { accounts: [NORTE], isExcluded: false };
  const costsIn = (code: string | null, ownCosts: readonly object[] = counted) =>
    selectionOfClose(closeOf(month, 'closed', ownCosts), { code, scope }).ownCosts;
  expect(['CLP', null, 'ARS'].map((code) => costsIn(code))).toEqual([
    ...[{ currency: 'CLP' }, { currency: null }, null],
  ]);
  expect(costsIn('CLP', [])).toBeNull();
  expect(selectionOfClose(closeOf(month, 'closed'), { code: 'CLP', scope })).toEqual(
    selectionOfMonth(month, scope),
  );
});
