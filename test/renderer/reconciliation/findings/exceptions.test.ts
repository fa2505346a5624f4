import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANNOTATION_SCHEMAS } from '#renderer/data/model/annotations.ts';
import { EXCEPTION_KINDS, gravityOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import {
  EXCEPTION_STATES,
  type ExceptionState,
  type Finding,
  findingKey,
} from '#renderer/data/model/finding.ts';
import {
  type Exception,
  type ExceptionRecord,
  exceptionsOf,
} from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formerRecord } from './former-record.ts';

/** The states of exceptions over any history of what is found and what is said. */

const found = (evidence: string, more: Partial<Finding> = {}): Finding => ({
  kind: 'missing-cost',
  subject: { Canal: 'Uno', Cuenta: 'A' },
  evidence,
  rows: 1,
  orders: 1,
  amount: `${evidence.length}.50` as Decimal,
  firstPurchase: '2026-03-01T00:00:00.000' as LocalDateTime,
  lastPurchase: null,
  affects: ['comercial'],
  ...more,
});
const KEY = findingKey(found(''));
const say = (exception: Exception, state: ExceptionState | null, note = '', atMs = 1): ExceptionRecord =>
  formerRecord(exception, { state, note, owner: 'Ana', atMs });
const only = (findings: readonly Finding[], record: ExceptionRecord | null): Exception => {
  const all = exceptionsOf(findings, new Map(record === null ? [] : [[KEY, record]]), null);
  expect(all).toHaveLength(1);
  return all[0] as Exception;
};

describe('an exception', () => {
  test('keeps what was said of it by the evidence it had in an earlier version', () => {
    const said = say(only([found('old')], null), 'accepted');
    expect(only([found('new', { formerEvidence: ['older', 'old'] })], said).state).toBe('accepted');
    expect(only([found('new', { formerEvidence: ['older'] })], said)).toMatchObject({
      ...{ state: 'open', isChanged: true },
    });
    expect(only([found('new')], said).isChanged).toBe(true);
  });

  test('that is gone is told in a view of its account; of no one account, in every view', () => {
    const goneIn = (Cuenta: string, subject: Finding['subject']) => {
      const finding = found('a', { subject });
      const [exception] = exceptionsOf([finding], new Map(), null);
      const records = new Map([[findingKey(finding), say(exception as Exception, 'accepted')]]);
      const scope = { accounts: [{ Canal: 'Uno', Cuenta }], isExcluded: false };
      return exceptionsOf([], records, scope).map(({ isFound }) => isFound);
    };
    expect(goneIn('A', { Canal: 'Uno', Cuenta: 'A' })).toEqual([false]);
    expect(goneIn('B', { Canal: 'Uno', Cuenta: 'A' })).toEqual([]);
    expect(goneIn('B', { Canal: 'Uno', rule: 'r' })).toEqual([false]);
    expect(goneIn('B', {})).toEqual([false]);
  });

  test('keeps its state while it is the same, is open again while it is another, is kept when it is gone', () => {
    const step = fc.oneof(
      fc.record({ evidence: fc.constantFrom('a', 'b', 'c', null) }),
      fc.record({ state: fc.constantFrom(...EXCEPTION_STATES) }),
      fc.record({ note: fc.constantFrom('x', 'y') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        // The model: the last state said, and what it was said of.
        let now: string | null = 'a';
        let saidState: ExceptionState | null = null;
        let saidOf = '';
        let record: ExceptionRecord | null = null;
        let entries = 0;
        for (const each of steps) {
          const findings = now === null ? [] : [found(now)];
          if ('evidence' in each) now = each.evidence;
          else if (findings.length > 0 || record !== null) {
            const exception = only(findings, record);
            const state = 'state' in each ? each.state : null;
            record = say(exception, state, 'note' in each ? each.note : '');
            entries += 1;
            if (state !== null || saidState === null) {
              saidState = state ?? saidState ?? 'open';
              saidOf = now ?? saidOf;
            }
          }
          if (now === null && record === null) continue;
          const { state, isChanged, isFound } = only(now === null ? [] : [found(now)], record);
          const isOther = now !== null && now !== saidOf;
          expect(isFound).toBe(now !== null);
          expect(isChanged).toBe(saidState !== null && saidState !== 'open' && isOther);
          expect(state).toBe(isChanged ? 'open' : (saidState ?? 'open'));
          expect(record?.log.length ?? 0).toBe(entries);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('tells what it was when it was accepted, with a word more about it too', () => {
    const accepted = say(only([found('a')], null), 'accepted', 'sin costo', 7);
    const changed = only([found('bbb')], accepted);
    expect(changed).toMatchObject({
      state: 'open',
      isChanged: true,
      record: { finding: { amount: '1.50' } },
    });
    expect(changed.finding.amount).toBe('3.50');
    const noted = only([found('bbb')], say(changed, null, 'hay más', 8));
    expect(noted).toMatchObject({
      state: 'open',
      isChanged: true,
      record: { state: 'accepted', note: 'hay más' },
    });
    const again = only([found('bbb')], say(noted, 'accepted', '', 9));
    expect(again).toMatchObject({ state: 'accepted', isChanged: false });
    expect(again.record?.log.map(({ atMs, amount }) => [atMs, amount])).toEqual([
      [7, '1.50'],
      [8, '1.50'],
      [9, '3.50'],
    ]);
    // As it is kept.
    expect(ANNOTATION_SCHEMAS.exception.parse(JSON.parse(JSON.stringify(again.record)))).toEqual(
      again.record,
    );
  });

  test('of another currency is not shown as gone', () => {
    const record = say(only([found('a')], null), 'accepted');
    const records = new Map([[KEY, record]]);
    const scope = (Canal: string) => ({ accounts: [{ Canal, Cuenta: 'A' }], isExcluded: false });
    expect(exceptionsOf([], records, scope('Dos'))).toEqual([]);
    expect(exceptionsOf([], records, scope('Uno'))).toMatchObject([{ isFound: false, state: 'accepted' }]);
  });
});

describe('the key of a finding', () => {
  test('is of its kind and of all parts of its subject, in any order', () => {
    const parts = fc.dictionary(fc.constantFrom('Canal', 'Cuenta', 'rule', 'month'), fc.string(), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const turned = Object.fromEntries(Object.entries(one).toReversed());
        const keyOf = (subject: Finding['subject'], kind = 'k') => findingKey({ kind, subject });
        expect(keyOf(turned)).toBe(keyOf(one));
        const isSame =
          JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
        expect(keyOf(one) === keyOf(other)).toBe(isSame);
        expect(keyOf(one, 'l')).not.toBe(keyOf(one));
      }),
    );
  });
});

test('kinds are ranked by gravity; one that nobody ranked comes last', () => {
  const weights = { bad: 0, caution: 1, info: 2 };
  const ranked = EXCEPTION_KINDS.map(({ gravity }) => weights[gravity]);
  expect(ranked).toEqual(ranked.toSorted((a, b) => a - b));
  expect([gravityOf('of-tomorrow'), rankOf('of-tomorrow')]).toEqual(['caution', EXCEPTION_KINDS.length]);
});
