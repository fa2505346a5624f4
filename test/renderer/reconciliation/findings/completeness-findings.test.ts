import { describe, expect, test } from 'vitest';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { type Exception, exceptionsOf } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { completenessFindings } from '#renderer/reconciliation/findings/worker/completeness-findings.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { control, held, month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formerRecord } from './former-record.ts';

/** What was accepted of a month holds for what it was, and for nothing that it became. */

type World = {
  readonly months: readonly MonthCoverage[];
  readonly controls: Coverage['controls'];
  readonly damage: Damage | null;
};
const world = (part: Partial<World>): World => ({
  months: [],
  controls: { everything: null, dashboard: null },
  damage: null,
  ...part,
});
const of = (part: Partial<MonthCoverage>): World => world({ months: [month(part)] });
const counted = (there: number, here: number, scope: 'everything' | 'dashboard' = 'everything') => ({
  controls: { everything: null, dashboard: null, [scope]: control(there, here, { scope }) },
});
const damage = (part: Partial<Damage>): World =>
  world({ damage: { foundAtMs: 1, rowsLost: 10, from: null, to: null, outsidePlan: false, ...part } });
const due = (rows: number, ...months: readonly string[]): World =>
  world({ months: months.map((each) => month({ month: each as Month, rows, rereadDue: true })) });
const emptied = (Cuenta: string) => ({ ...held(3), emptied: [{ Canal: 'A', Cuenta }] });

/** A kind, what was accepted of it, and what it became. */
const MOVES: readonly (readonly [kind: string, what: string, before: World, after: World])[] = [
  ['held', 'more rows', of({ held: held(3) }), of({ held: held(4) })],
  ['held', 'more orders', of({ held: held(3) }), of({ held: { ...held(3), ordersMissing: 13 } })],
  ['held', 'another account', of({ held: emptied('1') }), of({ held: emptied('2') })],
  ['control-differs', 'another count', of(counted(10, 9)), of(counted(10, 8))],
  ['control-differs', 'of other rows', of(counted(10, 9)), of(counted(10, 9, 'dashboard'))],
  ['control-differs', 'of everything', world(counted(10, 9)), world(counted(11, 9))],
  ['unsettled', 'more rows', of({ unsettled: true }), of({ unsettled: true, rows: 6044 })],
  ['unsettled', 'more orders', of({ unsettled: true }), of({ unsettled: true, orders: 4022 })],
  ['to-verify', 'more orders', of({ ordersToVerify: 1 }), of({ ordersToVerify: 50 })],
  ['reread-due', 'another month', due(10, '2025-03'), due(10, '2025-03', '2025-04')],
  ['reread-due', 'more rows', due(10, '2025-03'), due(5_000, '2025-03')],
  ['damage', 'more rows', damage({}), damage({ rowsLost: 11 })],
  ['damage', 'found once more', damage({}), damage({ foundAtMs: 2 })],
];

function exceptionIn({ damage: lost, ...coverage }: World, kind: string, records = new Map()): Exception {
  const all = exceptionsOf(completenessFindings(coverage, lost), records, null);
  const found = all.filter((each) => each.finding.kind === kind);
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`There are ${found.length} of ${kind}.`);
  return one;
}

const said = { state: 'accepted', note: '', owner: 'Ana', atMs: 1 } as const;

describe('what was accepted', () => {
  test.each(MOVES)('of «%s» holds as long as nothing moves, and falls with %s', (kind, _, before, after) => {
    const open = exceptionIn(before, kind);
    expect(open).toMatchObject({ state: 'open', isChanged: false });
    const records = new Map([[open.key, formerRecord(open, said)]]);
    expect(exceptionIn(structuredClone(before), kind, records)).toMatchObject({
      state: 'accepted',
      isChanged: false,
    });
    expect(exceptionIn(after, kind, records)).toMatchObject({
      key: open.key,
      state: 'open',
      isChanged: true,
    });
  });
});

describe('what is in doubt', () => {
  const told = ({ damage: lost, ...coverage }: World) =>
    completenessFindings(coverage, lost).map(
      ({ kind, subject, rows, orders, amount, firstPurchase, lastPurchase, affects }) => [
        ...[kind, subject, rows, orders, firstPurchase?.slice(0, 10), lastPurchase?.slice(0, 10)],
        ...[amount, affects.length],
      ],
    );
  const inMarch = (kind: string, rows: number, orders: number) => [
    ...[kind, { month: '2025-03' }, rows, orders, '2025-03-01', '2025-03-31', null, 3],
  ];

  test('of a month is told with its rows, its orders and its days', () => {
    expect(told(of({ held: held(3) }))).toEqual([inMarch('held', 3, 12)]);
    expect(told(of({ unsettled: true }))).toEqual([inMarch('unsettled', 0, 0)]);
    expect(told(of({ ordersToVerify: 7 }))).toEqual([inMarch('to-verify', 0, 7)]);
    expect(told(of(counted(10, 13)))).toEqual([inMarch('control-differs', 3, 0)]);
    expect(told(of(counted(10, 8, 'dashboard')))).toEqual([inMarch('control-differs', 2, 0)]);
    const both = { everything: control(10, 9), dashboard: control(10, 5, { scope: 'dashboard' }) };
    expect(told(of({ controls: both }))).toEqual([inMarch('control-differs', 1, 0)]);
  });

  test('is nothing where months are whole and counts agree', () => {
    const whole = { everything: control(10, 10), dashboard: control(4, 4, { scope: 'dashboard' }) };
    expect(told({ ...of({ held: held(0), controls: whole }), controls: whole })).toEqual([]);
    expect(told(world({}))).toEqual([]);
  });

  test('of months that are due to be read again is one matter, from the first of them to the last', () => {
    const months = ['2025-02', '2025-03', '2025-04', '2025-05'].map((each, at) =>
      month({ month: each as Month, rows: 10 * (at + 1), orders: at + 1, rereadDue: at === 1 || at === 2 }),
    );
    expect(told(world({ months }))).toEqual([['reread-due', {}, 50, 5, '2025-03-01', '2025-04-30', null, 3]]);
  });

  test('of everything is told where no month is found that differs', () => {
    const everywhere = ['control-differs', { month: '' }, 4, 0, undefined, undefined, null, 3];
    expect(told(world(counted(10, 6)))).toEqual([everywhere]);
    expect(told({ ...of(counted(10, 9)), ...counted(10, 6) })).toEqual([inMarch('control-differs', 1, 0)]);
    // What else is in doubt of a month does not say where the rows are that differ.
    expect(told({ ...of({ ordersToVerify: 7 }), ...counted(10, 6) })).toEqual([
      inMarch('to-verify', 0, 7),
      everywhere,
    ]);
  });

  test('of counts is told with the rows of the total that differs', () => {
    const both = (here: number, there: number) => ({
      controls: {
        everything: control(10, here),
        dashboard: control(there, 8, { scope: 'dashboard' }),
      },
    });
    expect(told(of(both(10, 11)))).toEqual([inMarch('control-differs', 3, 0)]);
    expect(told(of(both(5, 11)))).toEqual([inMarch('control-differs', 5, 0)]);
    expect(told(of(both(10, 8)))).toEqual([]);
  });

  test('of months to be read again is one matter from the first to the last of them', () => {
    const months = ['2025-03', '2025-04', '2025-05'].map((each, at) =>
      month({ month: each as Month, rows: 10 + at, orders: 5 + at, rereadDue: at !== 1 }),
    );
    expect(told(world({ months }))).toEqual([
      ['reread-due', {}, 22, 12, '2025-03-01', '2025-05-31', null, 3],
    ]);
  });

  test('of damage stands first, with what it spans where that is known', () => {
    const lost = damage({
      from: '2025-01-02T00:00:00.000' as LocalDateTime,
      to: '2025-01-09T00:00:00.000' as LocalDateTime,
    });
    expect(told({ ...of({ unsettled: true }), damage: lost.damage })).toEqual([
      ['damage', {}, 10, 0, '2025-01-02', '2025-01-09', null, 3],
      inMarch('unsettled', 0, 0),
    ]);
    expect(told(damage({ rowsLost: null }))).toEqual([['damage', {}, 0, 0, undefined, undefined, null, 3]]);
  });
});
