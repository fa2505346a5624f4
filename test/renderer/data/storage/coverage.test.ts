import { describe, expect, test } from 'vitest';
import { type CoverageFacts, monthCoverage } from '#renderer/data/storage/coverage/coverage.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { checkpoint, local, utc } from './ledger-fixtures.ts';

const NOW = utc('2026-07-10T12:00:00.000Z');

/** A load from 2026-01 on, made on 5 March, and changes known until now. */
function loaded(over: Partial<Checkpoint> = {}): Checkpoint {
  return {
    ...checkpoint('2026-01-01'),
    history: {
      startedAt: utc('2026-03-05T10:00:00.000Z'),
      target: { from: local('2026-01-01T00:00:00.000'), to: local('2026-03-07T00:00:00.000') },
      finishedAt: utc('2026-03-05T11:00:00.000Z'),
      greatestUpdate: null,
    },
    reads: [
      {
        from: local('2026-01-01T00:00:00.000'),
        to: local('2026-03-07T00:00:00.000'),
        readAt: utc('2026-03-05T10:30:00.000Z'),
      },
    ],
    changes: { from: NOW, knownUntil: NOW, lastReadAt: NOW },
    ...over,
  };
}

function facts(over: Partial<CoverageFacts> = {}): CoverageFacts {
  return {
    revision: 7,
    checkpoint: loaded(),
    months: [
      { month: '2026-01' as Month, rows: 10, orders: 8 },
      { month: '2026-06' as Month, rows: 3, orders: 3 },
    ],
    undatedRows: 2,
    outOfRangeRows: 0,
    controls: [],
    held: [],
    queue: new Map(),
    ...over,
  };
}
const monthsOf = (over: Partial<CoverageFacts> = {}) =>
  new Map(monthCoverage(facts(over)).months.map((each) => [String(each.month), each]));

describe('the coverage of months', () => {
  test('goes from the plan or the first row to the present, gaps included', () => {
    expect([...monthsOf().keys()]).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
    ]);
    const older = [{ month: '2025-11' as Month, rows: 1, orders: 1 }];
    expect([...monthsOf({ months: older }).keys()].slice(0, 3)).toEqual(['2025-11', '2025-12', '2026-01']);
    expect(monthCoverage(facts())).toMatchObject({ revision: 7, undatedRows: 2 });
  });

  test('is known up to the last changes, before them up to the beginning of the load', () => {
    const checkpoint = loaded();
    const changes = { ...checkpoint.changes, knownUntil: null };
    expect(monthCoverage(facts()).knownUntil).toBe(checkpoint.changes.knownUntil);
    expect(monthCoverage(facts({ checkpoint: { ...checkpoint, changes } })).knownUntil).toBe(
      '2026-03-05T10:00:00.000Z',
    );
    expect(monthCoverage(facts({ checkpoint: null })).knownUntil).toBeNull();
  });

  test('counts rows and orders, and tells a month without any', () => {
    expect(monthsOf().get('2026-01')).toMatchObject({ rows: 10, orders: 8 });
    expect(monthsOf().get('2026-02')).toMatchObject({ rows: 0, orders: 0 });
  });

  test('a month bought over 120 days ago is blind, and due once its reading is over 30 days old', () => {
    expect(monthsOf().get('2026-02')).toMatchObject({
      reach: 'blind',
      lastReadAt: '2026-03-05T10:30:00.000Z',
      rereadDue: true,
    });
    const reads = [
      {
        from: local('2026-01-01T00:00:00.000'),
        to: local('2026-03-07T00:00:00.000'),
        readAt: utc('2026-07-01T00:00:00.000Z'),
      },
    ];
    expect(monthsOf({ checkpoint: loaded({ reads }) }).get('2026-02')).toMatchObject({
      reach: 'blind',
      rereadDue: false,
    });
  });

  test('a month of which a blind part came by changes alone is due', () => {
    const reads = [
      { ...(loaded().reads[0] as Checkpoint['reads'][number]), readAt: utc('2026-07-01T00:00:00.000Z') },
    ];
    expect(monthsOf({ checkpoint: loaded({ reads }) }).get('2026-03')).toMatchObject({
      reach: 'blind',
      lastReadAt: '2026-07-01T00:00:00.000Z',
      rereadDue: true,
    });
  });

  test('a month fed by changes is live, whether it was ever read by purchase date or not', () => {
    expect(monthsOf().get('2026-06')).toMatchObject({ reach: 'live', lastReadAt: null, rereadDue: false });
    const june = {
      from: local('2026-06-01T00:00:00.000'),
      to: local('2026-07-01T00:00:00.000'),
      readAt: utc('2026-07-02T00:00:00.000Z'),
    };
    const reads = [...loaded().reads, june];
    expect(monthsOf({ checkpoint: loaded({ reads }) }).get('2026-06')).toMatchObject({
      reach: 'live',
      lastReadAt: june.readAt,
    });
  });

  test('a month that the load has not wholly read is queued and was never read', () => {
    const reads = [
      {
        from: local('2026-01-10T00:00:00.000'),
        to: local('2026-03-07T00:00:00.000'),
        readAt: utc('2026-03-05T10:30:00.000Z'),
      },
    ];
    const months = monthsOf({ checkpoint: loaded({ reads }) });
    expect(months.get('2026-01')).toMatchObject({ reach: 'queued', lastReadAt: null, rereadDue: false });
    expect(months.get('2026-02')).toMatchObject({ reach: 'blind' });
    const unplanned = { ...loaded(), reads: [], history: { ...loaded().history, target: null } };
    for (const each of monthsOf({ checkpoint: unplanned }).values()) expect(each.reach).toBe('queued');
  });

  test('the rest of the newest day, of which the server has nothing to tell yet, keeps no month queued', () => {
    const readTo = (to: string, now: string) => {
      const [reading] = loaded().reads;
      if (reading === undefined) throw new Error('nothing was read');
      const at = utc(now);
      return monthsOf({
        checkpoint: loaded({
          reads: [{ ...reading, to: local(to) }],
          changes: { from: at, knownUntil: at, lastReadAt: at },
        }),
      }).get('2026-03')?.reach;
    };
    expect(readTo('2026-03-05T23:59:59.000', '2026-03-05T20:14:00.000Z')).toBe('live');
    // A server whose day ends later than UTC's.
    expect(readTo('2026-03-05T23:59:59.000', '2026-03-06T03:00:00.000Z')).toBe('live');
    expect(readTo('2026-03-04T00:00:00.000', '2026-03-05T20:14:00.000Z')).toBe('queued');
    expect(readTo('2026-03-05T23:59:59.000', '2026-07-10T12:00:00.000Z')).toBe('queued');
  });

  test('a month before the plan is outside, and says if it is partial', () => {
    const moved = loaded({ earliest: '2026-02-10' as Checkpoint['earliest'] });
    const months = monthsOf({ checkpoint: moved });
    expect(months.get('2026-01')).toMatchObject({
      reach: 'outside',
      partial: false,
      rereadDue: false,
      lastReadAt: '2026-03-05T10:30:00.000Z',
    });
    // The plan reaches a part of February: that part can still be asked for.
    expect(months.get('2026-02')).toMatchObject({ reach: 'blind', rereadDue: true });
    const partial = monthsOf({ checkpoint: { ...moved, partialBefore: local('2026-01-20T00:00:00.000') } });
    expect(partial.get('2026-01')).toMatchObject({ reach: 'outside', partial: true });
    expect(partial.get('2026-02')).toMatchObject({ partial: false });
    // A month that begins where the partial time ends was read whole.
    for (const [before, isPartial] of [
      ['2026-02-01T00:00:00.000', false],
      ['2026-02-01T00:00:00.001', true],
    ] as const) {
      const months = monthsOf({ checkpoint: { ...moved, partialBefore: local(before) } });
      expect(months.get('2026-02')?.partial).toBe(isPartial);
      expect(months.get('2026-01')?.partial).toBe(true);
    }
  });

  test('tells of every month its re-reading, its unsettled windows and its orders to verify', () => {
    const ms = (text: string) => Date.parse(`${text}Z`);
    const months = monthsOf({
      checkpoint: loaded({
        rereads: [
          {
            from: local('2026-01-15T00:00:00.000'),
            to: local('2026-02-01T00:00:00.000'),
            reason: 'requested',
            askedAt: NOW,
          },
          // The first of a month is told: the next to be read.
          {
            from: local('2026-01-20T00:00:00.000'),
            to: local('2026-01-21T00:00:00.000'),
            reason: 'difference',
            askedAt: NOW,
          },
        ],
        unsettled: [
          {
            field: 'purchase_date',
            from: '2026-02-27T00:00:00.000',
            to: '2026-03-02T00:00:00.000',
            reason: 'x',
          },
          {
            field: 'updated_at',
            from: '2026-06-27T00:00:00.000Z',
            to: '2026-06-28T00:00:00.000Z',
            reason: 'x',
          },
        ],
      }),
      queue: new Map([
        ['a' as OrderKey, new Set([ms('2026-06-01T00:00:00.000'), ms('2026-06-30T23:59:59.999')])],
        ['b' as OrderKey, new Set([ms('2026-06-02T00:00:00.000'), ms('2026-07-01T00:00:00.000')])],
      ]),
    });
    const views = [...months].map(([month, { reread, unsettled, ordersToVerify }]) => [
      month,
      reread,
      unsettled,
      ordersToVerify,
    ]);
    expect(views).toEqual([
      ['2026-01', 'requested', false, 0],
      ['2026-02', null, true, 0],
      ['2026-03', null, true, 0],
      ['2026-04', null, false, 0],
      ['2026-05', null, false, 0],
      ['2026-06', null, false, 2],
      ['2026-07', null, false, 1],
    ]);
  });

  test('without a checkpoint there are only stored months, and nothing is known of them', () => {
    const { months } = monthCoverage(facts({ checkpoint: null }));
    expect(months.map(({ month }) => String(month))).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
    for (const each of months) expect(each).toMatchObject({ reach: 'queued', lastReadAt: null });
    expect(monthCoverage(facts({ checkpoint: null, months: [] })).months).toEqual([]);
  });
});
