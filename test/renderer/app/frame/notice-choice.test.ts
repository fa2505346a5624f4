import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseNotice, differenceId, type NoticeFacts, staleAfterMs } from '#renderer/app/frame/notices.tsx';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { damageMessage } from '#renderer/features/damage/damage.tsx';
import {
  addressOf,
  hashOf,
  ordersDetail,
  ordersRequestOf,
} from '#renderer/features/navigation/navigation.tsx';
import { actionAt } from '#renderer/features/updates/update-actions.tsx';
import { updateNews } from '#renderer/features/updates/use-updates.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { UpdateStep, Updates } from '#shared/contract/updates.ts';
import type { Month } from '#shared/domain/dates.ts';
import {
  account,
  control,
  failure,
  local,
  MINUTE,
  NOW,
  run,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

const damage: Damage = {
  foundAtMs: NOW,
  rowsLost: 3120,
  from: local('2025-03-01T00:00:00.000'),
  to: local('2025-05-01T00:00:00.000'),
  outsidePlan: false,
};
const facts = (part: Partial<NoticeFacts> = {}): NoticeFacts => ({
  connection: 'connected',
  account: account(),
  status: status(),
  damage: null,
  copyLost: false,
  copyNoticeRead: false,
  difference: null,
  update: null,
  onSyncScreen: false,
  nowMs: NOW,
  ...part,
});
const progress = (monthsDone: number) => ({
  ...{ rowsRead: 10, pagesRead: 1, monthsDone, monthsTotal: 9 },
  ...{ pagesLeft: null, secondsLeft: null },
});
const failed = (code: Parameters<typeof failure>[0]) => status({ state: 'error', failure: failure(code) });
const old = status({ lastRun: run({ endedAtMs: NOW - 200 * MINUTE }) });
const backOff = status({ state: 'waiting', waiting: { reason: 'back-off', untilMs: NOW } });

const difference = { month: '2026-10' as Month, control: control(120, 117) };
const outage = { kind: 'silent', sinceMs: NOW, tried: 2, tries: 9 } as const;

describe('news of a newer version', () => {
  const updates = (step: UpdateStep, isOn = true): Updates => ({
    obstacle: null,
    isOn,
    step,
    askedAtMs: null,
    hasReleases: false,
  });
  const found = { kind: 'found', version: '2.0.0' } as const;

  test('are a notice where one is there, under anything else there is to say', () => {
    expect(updateNews(updates(found))).toBe(found);
    expect(updateNews(updates(found, false))).toBeNull();
    for (const kind of ['unasked', 'checking', 'current'] as const)
      expect(updateNews(updates({ kind }))).toBeNull();
    // That nobody was reached when it was asked by itself is for Settings to tell.
    expect(updateNews(updates({ kind: 'failed', version: null, why: 'unreachable' }))).toBeNull();
    expect(chooseNotice(facts({ update: found }))).toEqual({ kind: 'update', step: found });
    expect(chooseNotice(facts({ update: found, damage }))?.kind).toBe('damage');
  });

  test('lead one step on, and to no restart while rows are read', () => {
    const ready = { kind: 'ready', version: '2.0.0' } as const;
    expect([actionAt(found, true), actionAt(ready, false), actionAt(ready, true)]).toEqual([
      'download',
      'install',
      null,
    ]);
    expect(actionAt({ kind: 'failed', version: '2.0.0', why: 'damaged' }, false)).toBe('download');
    // What nobody signed would come again as it is.
    expect(actionAt({ kind: 'failed', version: '2.0.0', why: 'unsigned' }, false)).toBe('check');
  });
});

describe('the one notice under the header', () => {
  test('is none where all is well', () => {
    expect(chooseNotice(facts())).toBeNull();
  });

  test.each([
    ['disconnected', facts({ connection: 'disconnected' })],
    ['shut-out', facts({ connection: 'shut-out', status: failed('unauthorized') })],
    ['other-company', facts({ status: failed('other-company') })],
    ['key', facts({ account: account({ hasKey: false }) })],
    ['key', facts({ status: failed('unauthorized') })],
    ['damage', facts({ damage })],
    ['failure', facts({ status: failed('storage-full') })],
    ['copy', facts({ copyLost: true })],
    ['copy', facts({ status: status({ copy: 'replaced' }) })],
    ['held', facts({ status: status({ rowsHeld: 12 }) })],
    ['outage', facts({ status: { ...failed('unreachable'), outage } })],
    ['outage', facts({ status: { ...backOff, outage } })],
    ['failure', facts({ status: { ...failed('storage-full'), outage } })],
    ['back-off', facts({ status: backOff })],
    ['stale', facts({ status: old })],
    ['differs', facts({ difference })],
    ['stale', facts({ status: old, difference })],
    ['paused', facts({ status: status({ state: 'paused' }), difference })],
  ] as const)('%s', (kind, one) => {
    expect(chooseNotice(one)?.kind).toBe(kind);
  });

  test('the gravest comes first, and what only the user can mend before what mends itself', () => {
    const worst = {
      damage,
      copyLost: true,
      status: { ...failed('other-company'), rowsHeld: 3, copy: 'replaced' as const },
    };
    expect(chooseNotice(facts(worst))?.kind).toBe('other-company');
    const noKey = { ...worst, account: account({ hasKey: false }), status: status({ rowsHeld: 3 }) };
    expect(chooseNotice(facts(noKey))?.kind).toBe('key');
    expect(chooseNotice(facts({ ...worst, status: failed('unreachable') }))?.kind).toBe('damage');
    expect(chooseNotice(facts({ status: { ...failed('unreachable'), rowsHeld: 3 } }))?.kind).toBe('failure');
    expect(chooseNotice(facts({ copyLost: true, status: status({ rowsHeld: 3 }) }))?.kind).toBe('copy');
  });

  test('a key that was rejected is told from one that is not there', () => {
    expect(chooseNotice(facts({ status: failed('unauthorized') }))).toMatchObject({ rejected: true });
    const refused = status({ state: 'error', failure: failure('unauthorized', 'No such key.') });
    expect(chooseNotice(facts({ status: refused }))).toMatchObject({ words: 'No such key.' });
    expect(chooseNotice(facts({ account: account({ hasKey: false }) }))).toMatchObject({ rejected: false });
    // It was rejected, and then deleted: there is none to be rejected.
    const gone = { status: refused, account: account({ hasKey: false }) };
    expect(chooseNotice(facts(gone))).toMatchObject({ kind: 'key', rejected: false });
  });

  test('the demo company needs no key', () => {
    expect(chooseNotice(facts({ account: account({ kind: 'demo', hasKey: false }) }))).toBeNull();
  });

  test('the sync screen tells failures, waits and pauses itself, but not what needs the user', () => {
    const onSyncScreen = true;
    for (const one of [failed('storage-full'), backOff, status({ state: 'paused' })])
      expect(chooseNotice(facts({ onSyncScreen, status: one }))).toBeNull();
    expect(chooseNotice(facts({ onSyncScreen, status: failed('other-company') }))?.kind).toBe(
      'other-company',
    );
    expect(chooseNotice(facts({ onSyncScreen, status: status({ rowsHeld: 1 }) }))?.kind).toBe('held');
    expect(chooseNotice(facts({ onSyncScreen, damage }))?.kind).toBe('damage');
  });

  test('a history that is being read is told once a month of it is there, but not on the sync screen', () => {
    const reading = (part: Partial<SyncStatus>, onSyncScreen = false) =>
      chooseNotice(
        facts({
          onSyncScreen,
          status: status({ state: 'running', historyComplete: false, progress: progress(1), ...part }),
        }),
      );
    expect(reading({})).toEqual({ kind: 'loading' });
    expect(reading({}, true)).toBeNull();
    expect(reading({ progress: progress(0) })).toBeNull();
    expect(reading({ progress: null })).toBeNull();
    expect(reading({ historyComplete: true })).toBeNull();
  });

  test('an outage is over where the run has given up, and not while it waits', () => {
    expect(chooseNotice(facts({ status: { ...failed('unreachable'), outage } }))).toEqual({
      kind: 'outage',
      isOver: true,
    });
    expect(chooseNotice(facts({ status: { ...backOff, outage } }))).toEqual({
      kind: 'outage',
      isOver: false,
    });
  });

  test('a lost copy stays said until it was read', () => {
    expect(chooseNotice(facts({ status: status({ copy: 'replaced' }), copyNoticeRead: true }))).toBeNull();
  });

  test('changes are stale by the account’s own schedule, never before an hour', () => {
    expect(staleAfterMs(15)).toBe(60 * MINUTE);
    expect(staleAfterMs(1440)).toBe(36 * 60 * MINUTE);
    expect(chooseNotice(facts({ status: old, account: account({ syncEveryMinutes: 240 }) }))).toBeNull();
  });
});

describe('a wait', () => {
  test('is told only where the API asked for it, not where the limiter keeps its pace', () => {
    const waits = (reason: 'back-off' | 'minute-limit' | 'day-limit' | 'ledger') =>
      status({ state: 'waiting', waiting: { reason, untilMs: NOW } });
    expect(chooseNotice(facts({ status: waits('back-off') }))?.kind).toBe('back-off');
    for (const reason of ['minute-limit', 'day-limit', 'ledger'] as const)
      expect(chooseNotice(facts({ status: waits(reason) }))).toBeNull();
    // Whatever one waits for while the service is down, it is the service.
    expect(chooseNotice(facts({ status: { ...waits('minute-limit'), outage } }))?.kind).toBe('outage');
    expect(chooseNotice(facts({ onSyncScreen: true, status: { ...backOff, outage } }))).toBeNull();
    expect(chooseNotice(facts({ status: { ...waits('back-off'), state: 'idle' } }))).toBeNull();
    expect(chooseNotice(facts({ status: status({ state: 'waiting', waiting: null }) }))).toBeNull();
  });
});

describe('changes that were read long ago', () => {
  test('are told after the account’s own time, and not while they are being read', () => {
    const readAt = (endedAtMs: number, part: Partial<SyncStatus> = {}) =>
      facts({ status: status({ lastRun: run({ endedAtMs }), ...part }), account: account() });
    const edge = NOW - staleAfterMs(60);
    expect(chooseNotice(readAt(edge))).toBeNull();
    expect(chooseNotice(readAt(edge - 1))).toEqual({ kind: 'stale', readAtMs: edge - 1 });
    expect(chooseNotice(readAt(edge - 1, { state: 'running' }))).toBeNull();
    expect(chooseNotice(readAt(edge - 1, { historyComplete: false }))).toBeNull();
    expect(chooseNotice(facts({ status: status({ lastRun: null }) }))).toBeNull();
  });
});

test('a month that was looked at is news again in another account, as another month, and by other rows', () => {
  const ids = [
    differenceId('a', difference),
    differenceId('a', { month: '2026-09' as Month, control: control(120, 117) }),
    differenceId('b', difference),
    differenceId('a', { month: '2026-10' as Month, control: control(120, 116) }),
    differenceId('a', { month: '2026-10' as Month, control: control(117, 120) }),
  ];
  expect(new Set(ids).size).toBe(5);
  // Rows that came on both sides leave the difference what it was.
  expect(differenceId('a', { ...difference, control: control(121, 118) })).toBe(ids[0]);
});

describe('damage', () => {
  test('says what is missing and what becomes of it', () => {
    expect(damageMessage(damage, text, formats)).toBe(
      'Faltan 3.120 filas de compras de mar – abr 2025 en todas las cifras. Se están leyendo de nuevo.',
    );
    expect(damageMessage({ ...damage, rowsLost: null, from: null, to: null }, text, formats)).toContain(
      'Faltan filas en todas las cifras.',
    );
    expect(damageMessage({ ...damage, outsidePlan: true }, text, formats)).toContain('ya no se puede pedir');
  });
});

describe('the address', () => {
  test.each([
    ['#sync', { screen: 'sync', detail: null }],
    ['#sync/2025-03', { screen: 'sync', detail: '2025-03' }],
    ['#changes/run/a b%2F', { screen: 'changes', detail: 'run/a b/' }],
    ['#sync/%E0%A4%A', { screen: 'sync', detail: null }],
    ['#nowhere/x', { screen: 'panel', detail: 'x' }],
    ['', { screen: 'panel', detail: null }],
  ])('%s', (hash, address) => {
    expect(addressOf(hash)).toEqual(address);
  });

  test('comes back from what it was made of', () => {
    const address = { screen: 'changes', detail: 'run/añ? #1' } as const;
    expect(addressOf(hashOf(address))).toEqual(address);
  });

  test('of Órdenes tells the column that led there, and whether the lines are sorted by it', () => {
    // No key of a column begins so.
    const columns = fc
      .string({ minLength: 1 })
      .filter((key) => !key.startsWith('/') && !key.startsWith('order/'));
    const led = fc.record({ column: columns, isSorted: fc.boolean() });
    fc.assert(
      fc.property(fc.oneof(led, fc.constant({ column: null, isSorted: false })), (to) => {
        const { detail } = addressOf(hashOf({ screen: 'orders', detail: ordersDetail(to) }));
        expect(ordersRequestOf(detail)).toEqual({ ...to, order: null });
      }),
    );
    expect(ordersDetail({ column: 'Ventas', isSorted: true })).toBe('Ventas');
  });
});
