import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANNOTATION_SCHEMAS } from '#renderer/data/model/annotations.ts';
import {
  EXCEPTION_STATES,
  type ExceptionState,
  type Finding,
  type FindingCase,
  findingKey,
} from '#renderer/data/model/finding.ts';
import { exceptionsOf } from '#renderer/reconciliation/findings/model/exceptions.ts';
import {
  type ClaimedCases,
  countInSight,
  type ExceptionCase,
  type GroupsInput,
  groupsOf,
  isInSight,
} from '#renderer/reconciliation/findings/model/groups.ts';
import {
  caseKey,
  type ExceptionSaying,
  nextMoment,
  sayingOf,
  sayingsOf,
} from '#renderer/reconciliation/findings/model/sayings.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formerRecord } from './former-record.ts';

/** Exceptions in groups by kind, account and month, and what was said of each, over any history. */

const TODAY = '2026-11-27' as LocalDate;
const one = (id: string, more: Partial<FindingCase> = {}): FindingCase => ({
  ...{ id, name: `O-${id}`, month: '2026-10' as Month, day: '2026-10-05' as LocalDate },
  ...{ amount: '2.50' as Decimal, rows: 1, evidence: 'e', ...more },
});
const found = (cases: readonly FindingCase[] | undefined, more: Partial<Finding> = {}): Finding => ({
  kind: 'missing-cost',
  subject: { Canal: 'Uno', Cuenta: 'A' },
  evidence: JSON.stringify(cases?.map(({ id, evidence }) => [id, evidence])),
  ...{ rows: 1, orders: cases?.length ?? 1, amount: null },
  firstPurchase: '2026-10-01T00:00:00.000' as LocalDateTime,
  lastPurchase: '2026-10-31T00:00:00.000' as LocalDateTime,
  affects: ['comercial'],
  ...(cases === undefined ? {} : { cases }),
  ...more,
});
const HEAD = found([]);
const KEY = findingKey(HEAD);

type Known = Partial<Omit<GroupsInput, 'findings'>>;
const groupsWith = (findings: readonly Finding[], known: Known = {}) =>
  groupsOf({
    ...{ findings, records: new Map(), sayings: new Map(), claimed: new Map(), scope: null, today: TODAY },
    ...known,
  });
const casesWith = (findings: readonly Finding[], known: Known = {}): readonly ExceptionCase[] =>
  groupsWith(findings, known).flatMap(({ cases }) => cases);

type Said = Partial<Omit<ExceptionSaying, 'of'>>;
const say = (cases: readonly FindingCase[], said: Said, head: Finding = HEAD): ExceptionSaying =>
  sayingOf([{ finding: head, cases }], {
    ...{ state: 'accepted', reason: null, note: '', owner: 'Ana', followUp: null, atMs: 1 },
    ...said,
  });

describe('what was said of an exception', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({ is: fc.constant('moves' as const), id: ids, evidence: fc.constantFrom('e', 'f', null) }),
    fc.record({
      is: fc.constant('said' as const),
      of: fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }),
      state: fc.constantFrom(...EXCEPTION_STATES),
    }),
    fc.record({ is: fc.constant('said-of-all' as const), state: fc.constantFrom(...EXCEPTION_STATES) }),
    fc.record({
      is: fc.constant('claimed' as const),
      of: fc.uniqueArray(ids, { minLength: 1, maxLength: 2 }),
      isRejected: fc.boolean(),
    }),
    fc.record({ is: fc.constant('undone' as const) }),
  );

  test('holds case by case for the evidence it was said of, and is never lost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const now = new Map<string, string>([
          ['a', 'e'],
          ['b', 'e'],
        ]);
        const sayings = new Map<string, ExceptionSaying>();
        const claimed = new Map<string, { number: string; evidence: string; isRejected: boolean }>();
        const records: GroupsInput['records'] & Map<string, ReturnType<typeof formerRecord>> = new Map();
        // The model: by case, all that was said of it in turn; what of all of them, beside.
        type Heard = { state: ExceptionState; of: string; nth: number; key: string };
        const heard = new Map<string, Heard[]>();
        let ofAll: { state: ExceptionState; of: string; nth: number } | null = null;
        const order: string[] = [];
        const cases = () => [...now].map(([id, evidence]) => one(id, { evidence }));
        for (const [at, each] of steps.entries()) {
          const nth = at + 1;
          if (each.is === 'moves') {
            if (each.evidence === null) now.delete(each.id);
            else now.set(each.id, each.evidence);
          } else if (each.is === 'said') {
            const of = cases().filter(({ id }) => each.of.some((own) => own === id));
            if (of.length === 0) continue;
            sayings.set(`s${nth}`, say(of, { state: each.state, atMs: nextMoment(sayings, nth) }));
            order.push(`s${nth}`);
            const atMs = sayings.get(`s${nth}`)?.atMs ?? 0;
            for (const { id, evidence } of of)
              heard.set(id, [
                ...(heard.get(id) ?? []),
                { state: each.state, of: evidence, nth: atMs, key: `s${nth}` },
              ]);
          } else if (each.is === 'said-of-all') {
            const finding = found(cases());
            const [all] = exceptionsOf([finding], records, null);
            if (all === undefined || now.size === 0) continue;
            const atMs = nextMoment(sayings, nth);
            records.set(KEY, formerRecord(all, { state: each.state, note: '', owner: '', atMs }));
            ofAll = { state: each.state, of: finding.evidence, nth: atMs };
          } else if (each.is === 'claimed') {
            for (const id of each.of) {
              const evidence = now.get(id);
              const { isRejected } = each;
              if (evidence !== undefined)
                claimed.set(caseKey(KEY, id), { number: `R-${nth}`, evidence, isRejected });
            }
          } else {
            const last = order.pop();
            if (last === undefined) continue;
            sayings.delete(last);
            for (const [id, all] of heard)
              heard.set(
                id,
                all.filter(({ key }) => key !== last),
              );
          }
        }
        const finding = found(cases());
        const findings = now.size === 0 ? [] : [finding];
        const shown = new Map(
          casesWith(findings, { sayings, claimed, records }).map((each) => [each.id, each]),
        );
        for (const [id, evidence] of now) {
          const said = heard.get(id)?.at(-1) ?? null;
          const isOfAll = ofAll !== null && (said === null || ofAll.nth > said.nth);
          const holds = isOfAll ? ofAll?.of === finding.evidence : said?.of === evidence;
          const state = isOfAll ? ofAll?.state : said?.state;
          const claim = claimed.get(caseKey(KEY, id));
          const isClaimed = claim !== undefined && !claim.isRejected && claim.evidence === evidence;
          const expected = isClaimed ? 'claimed' : holds ? (state ?? 'open') : 'open';
          expect([id, shown.get(id)?.state]).toEqual([id, expected]);
          const fell = state !== undefined && state !== 'open' && !holds;
          const left = claim !== undefined && !claim.isRejected && claim.evidence !== evidence;
          expect([id, shown.get(id)?.isChanged]).toEqual([id, expected === 'open' && (fell || left)]);
        }
        for (const [id, all] of heard) {
          expect(sayingsOf(sayings, caseKey(KEY, id)).map(({ saying }) => saying.state)).toEqual(
            all.map(({ state }) => state),
          );
          if (!now.has(id) && all.length > 0) expect(shown.get(id)?.state).toBe('resolved');
        }
        const parsed = [...sayings.values()].map((each) =>
          ANNOTATION_SCHEMAS['exception-saying'].parse(JSON.parse(JSON.stringify(each))),
        );
        expect(parsed).toEqual([...sayings.values()]);
      }),
      { numRuns: 300 },
    );
  });

  test('in an earlier version holds for all of its finding, and what is said since of one of them counts for that one', () => {
    const finding = found([one('a'), one('b')]);
    const [whole] = exceptionsOf([finding], new Map(), null);
    if (whole === undefined) throw new Error('Nothing was found.');
    const record = formerRecord(whole, { state: 'accepted', note: 'de antes', owner: 'Ana', atMs: 5 });
    const stored = ANNOTATION_SCHEMAS.exception.parse(JSON.parse(JSON.stringify(record)));
    const records = new Map([[KEY, stored]]) as GroupsInput['records'];
    const statesOf = (known: Known, of = finding) =>
      casesWith([of], known).map(({ id, state, isChanged, said }) => [id, state, isChanged, said?.note]);
    expect(statesOf({ records })).toEqual([
      ['a', 'accepted', false, 'de antes'],
      ['b', 'accepted', false, 'de antes'],
    ]);
    // At the same moment too.
    for (const atMs of [5, 6]) {
      const sayings = new Map([['s', say([one('b')], { state: 'open', note: 'no', atMs })]]);
      expect(statesOf({ records, sayings })).toEqual([
        ['a', 'accepted', false, 'de antes'],
        ['b', 'open', false, 'no'],
      ]);
    }
    // What it was said of moved: it is told, and asked again.
    expect(statesOf({ records }, found([one('a'), one('b'), one('c')]))).toEqual(
      ['a', 'b', 'c'].map((id) => [id, 'open', true, 'de antes']),
    );
    expect(casesWith([], { records }).map(({ state, said }) => [state, said?.note])).toEqual([
      ['resolved', 'de antes'],
    ]);
  });

  test('comes back into sight on its day, and stays what it is', () => {
    const of = (followUp: string | null, state: ExceptionState = 'explained') =>
      casesWith([found([one('a')])], {
        sayings: new Map([['s', say([one('a')], { state, followUp: followUp as LocalDate | null })]]),
      }).map((each) => [each.state, each.isDue, isInSight(each)]);
    expect(of(null)).toEqual([['explained', false, false]]);
    expect(of('2026-11-28')).toEqual([['explained', false, false]]);
    expect(of('2026-11-27')).toEqual([['explained', true, true]]);
    expect(of('2026-01-01')).toEqual([['explained', true, true]]);
    expect(of('2026-01-01', 'open')).toEqual([['open', false, true]]);
    // It moved since, and is claimed as it is now: nobody waits for that day any more.
    const claim = { number: 'R-1', isRejected: false, evidence: 'f' };
    const [moved] = casesWith([found([one('a', { evidence: 'f' })])], {
      sayings: new Map([['s', say([one('a')], { state: 'explained', followUp: TODAY })]]),
      claimed: new Map([[caseKey(KEY, 'a'), claim]]) as ClaimedCases,
    });
    expect([moved?.state, moved?.isDue]).toEqual(['claimed', false]);
  });

  test('is later than all that was said, whatever the clock says', () => {
    expect(nextMoment(new Map(), 7)).toBe(7);
    expect(nextMoment(new Map([['s', say([], { atMs: 9 })]]), 7)).toBe(10);
    const both = [9, 3].map((atMs, at) => [String(at), say([], { atMs })] as const);
    expect(nextMoment(new Map(both), 7)).toBe(10);
  });

  test('at one moment is that of the later name, however they stand', () => {
    const both = ['s', 't'].map((note) => [note, say([one('a')], { note })] as const);
    for (const sayings of [new Map(both), new Map(both.toReversed())])
      expect(casesWith([found([one('a')])], { sayings }).map(({ said }) => said?.note)).toEqual(['t']);
  });
});

describe('the groups', () => {
  test('are those of each kind, account and month, and add up to their cases', () => {
    const drawn = fc.array(
      fc.record({
        kind: fc.constantFrom('missing-cost', 'rate'),
        cuenta: fc.constantFrom('A', 'B'),
        own: fc.option(fc.constantFrom('X', 'Y')),
        month: fc.option(fc.constantFrom('2026-09', '2026-10') as fc.Arbitrary<Month>),
        cents: fc.option(fc.integer({ min: -999, max: 999 })),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(drawn, (all) => {
        // A finding of a channel alone has cases of its accounts.
        const byFinding = new Map<string, Finding & { cases: FindingCase[] }>();
        for (const [at, { kind, cuenta, own, month, cents }] of all.entries()) {
          const subject = own === null ? { Canal: 'Uno', Cuenta: cuenta } : { Canal: 'Uno', rule: 'r' };
          const key = findingKey({ kind, subject });
          const finding = byFinding.get(key) ?? { ...found([], { kind, subject }), cases: [] };
          byFinding.set(key, finding);
          const account = own === null ? {} : { account: { Canal: 'Uno', Cuenta: own } };
          const amount = cents === null ? null : ((cents / 100).toFixed(2) as Decimal);
          finding.cases.push(one(String(at), { ...account, month, amount }));
        }
        const groups = groupsWith([...byFinding.values()]);
        const expected = new Map<string, { count: number; cents: number; isMoney: boolean }>();
        for (const { kind, cuenta, own, month, cents } of all) {
          const key = JSON.stringify([kind, own ?? cuenta, own === null, month]);
          const sum = expected.get(key) ?? { count: 0, cents: 0, isMoney: false };
          expected.set(key, {
            ...{ count: sum.count + 1, cents: sum.cents + (cents ?? 0) },
            isMoney: sum.isMoney || cents !== null,
          });
        }
        const views = groups.map(({ head, account, month, tallies: { open } }) => [
          JSON.stringify([head.kind, account?.Cuenta, head.subject.Cuenta !== undefined, month]),
          {
            ...{ count: open.count, cents: Math.round(Number(open.amount ?? 0) * 100) },
            isMoney: open.amount !== null,
          },
        ]);
        expect(Object.fromEntries(views)).toEqual(Object.fromEntries(expected));
        expect(views).toHaveLength(expected.size);
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        expect(countInSight(groups)).toBe(all.length);
        const keys = groups.flatMap(({ cases }) => cases.map(({ key }) => key));
        expect(new Set(keys).size).toBe(all.length);
      }),
      { numRuns: 150 },
    );
  });

  test('of a finding that is one matter have it alone, of its month where it is of one', () => {
    const views = (finding: Finding) =>
      groupsWith([finding]).map(({ month, cases }) => [month, cases.map(({ key, name }) => [key, name])]);
    expect(views(found(undefined, { name: 'enero.csv' }))).toEqual([['2026-10', [[KEY, 'enero.csv']]]]);
    expect(views(found(undefined, { lastPurchase: '2026-11-01T00:00:00.000' as LocalDateTime }))).toEqual([
      [null, [[KEY, '']]],
    ]);
    expect(views(found(undefined, { firstPurchase: null }))).toEqual([[null, [[KEY, '']]]]);
  });

  test('of what is no longer found are those of the accounts in view', () => {
    const scope = (Cuenta: string) => ({ accounts: [{ Canal: 'Uno', Cuenta }], isExcluded: false });
    const sayings = new Map([['s', say([one('a')], {})]]);
    expect(casesWith([], { sayings, scope: scope('B') })).toEqual([]);
    expect(casesWith([], { sayings, scope: scope('A') }).map(({ state }) => state)).toEqual(['resolved']);
  });

  test('of what is gone are called as they were, in their own currency, of their own accounts and months', () => {
    const subject = { statement: 'd', reason: 'differs' };
    const head = found([], {
      ...{ kind: 'statement-difference', subject, name: 'enero.csv', currency: 'USD' },
      affects: ['total', 'marketplace'],
    });
    const account = { Canal: 'Dos', Cuenta: 'B' };
    const cases = [
      one('a', { account, rows: 3, month: null, day: null, evidence: 'x' }),
      one('b', { name: '', amount: null }),
    ];
    const gone = groupsWith([], { sayings: new Map([['s', say(cases, {}, head)]]) });
    const { kind, affects } = head;
    expect(
      gone.map(({ head: of, account: own, month, first, cases: all }) => ({ of, own, month, first, all })),
    ).toMatchObject(
      cases.map((each) => ({
        of: { kind, subject, affects, name: 'enero.csv', currency: 'USD' },
        ...{ own: each.account ?? null, month: each.month, first: each.day },
        all: [{ ...each, state: 'resolved', said: { evidence: each.evidence, amount: each.amount } }],
      })),
    );
    // What had no name and no currency has none.
    const [plain] = groupsWith([], { sayings: new Map([['s', say([one('a')], {})]]) });
    expect(plain?.head).toEqual({ ...{ kind: HEAD.kind, subject: HEAD.subject, affects: HEAD.affects } });
  });

  test('of what is gone are those that something was said of, and all of it only where nothing was', () => {
    const [all] = exceptionsOf([found([one('a')], { amount: '9' as Decimal })], new Map(), null);
    if (all === undefined) throw new Error('Nothing was found.');
    const record = formerRecord(all, { state: 'accepted', note: '', owner: '', atMs: 1 });
    const records = new Map([[KEY, record]]);
    const sayings = new Map([['s', say([one('a')], { atMs: 2 })]]);
    expect(casesWith([], { records }).map(({ key, said }) => [key, said?.amount])).toEqual([[KEY, '9']]);
    expect(casesWith([], { records, sayings }).map(({ key }) => key)).toEqual([caseKey(KEY, 'a')]);
  });

  test('that wait are the open ones and those whose day has come', () => {
    const sayings = new Map([
      ['s', say([one('a')], { state: 'explained', followUp: TODAY })],
      ['t', say([one('b')], { state: 'explained' })],
    ]);
    const groups = groupsWith([found([one('a'), one('b'), one('c')])], { sayings });
    expect(countInSight(groups)).toBe(2);
    expect(groups.flatMap(({ cases }) => cases.filter(isInSight).map(({ id }) => id))).toEqual(['a', 'c']);
  });

  test('keep the amount of what was said of all where that was one case, and is', () => {
    const amountsOf = (before: readonly FindingCase[], now: readonly FindingCase[]) => {
      const [all] = exceptionsOf([found(before, { amount: '9' as Decimal })], new Map(), null);
      if (all === undefined) throw new Error('Nothing was found.');
      const record = formerRecord(all, { state: 'accepted', note: '', owner: '', atMs: 1 });
      return casesWith([found(now)], { records: new Map([[KEY, record]]) }).map(({ said }) => said?.amount);
    };
    expect(amountsOf([one('a')], [one('a')])).toEqual(['9']);
    expect(amountsOf([one('a')], [one('a'), one('b')])).toEqual([null, null]);
    expect(amountsOf([one('a'), one('b')], [one('a')])).toEqual([null]);
  });

  test('have all that was said of them, the first first', () => {
    const sayings = new Map([
      ['s', say([one('a')], { note: 'tercero', atMs: 3 })],
      ['t', say([one('a'), one('b')], { note: 'primero', atMs: 1 })],
      ['u', say([one('b')], { note: 'segundo', atMs: 2 })],
    ]);
    const notesOf = (id: string) => sayingsOf(sayings, caseKey(KEY, id)).map(({ saying }) => saying.note);
    expect(notesOf('a')).toEqual(['primero', 'tercero']);
    expect(notesOf('b')).toEqual(['primero', 'segundo']);
    expect(notesOf('c')).toEqual([]);
  });

  test('tell of a claim that its figure moved', () => {
    const claimed: ClaimedCases = new Map([
      [caseKey(KEY, 'a'), { number: 'R-0001', evidence: 'e', isRejected: false }],
    ]);
    const [same] = casesWith([found([one('a')])], { claimed });
    expect([same?.state, same?.claim, same?.isChanged]).toEqual(['claimed', 'R-0001', false]);
    const [moved] = casesWith([found([one('a', { evidence: 'f' })])], { claimed });
    expect([moved?.state, moved?.claim, moved?.isChanged]).toEqual(['open', 'R-0001', true]);
  });

  test('say how much is of each state, which days they span, and what is due; each case whole', () => {
    const day = (of: string) => ({ day: `2026-10-${of}` as LocalDate });
    const finding = found(
      [
        one('a', { amount: '5' as Decimal, ...day('09') }),
        one('b', { amount: null, ...day('20') }),
        one('c', { amount: '-1.25' as Decimal, ...day('03') }),
        one('d', { amount: '7' as Decimal, ...day('30') }),
        one('e', { amount: '2' as Decimal, ...day('11') }),
        one('f', { ...day('12'), month: '2026-09' as Month }),
      ],
      { name: 'enero.csv', currency: 'USD', rows: 99 },
    );
    const sayings = new Map([
      ['s', say([one('d')], { note: 'sí', reason: 'fee', atMs: 3 })],
      ['t', say([one('e')], { state: 'explained', followUp: TODAY })],
      // Said of what it was: of another amount.
      ['u', say([one('c', { evidence: 'old', amount: '9' as Decimal })], { state: 'explained' })],
      ['v', say([one('z', { amount: '4' as Decimal })], { state: 'open', note: 'ya no' })],
    ]);
    const claimed = new Map([
      [caseKey(KEY, 'b'), { number: 'R-0001', evidence: 'e', isRejected: false }],
      [caseKey(KEY, 'a'), { number: 'R-0002', evidence: 'e', isRejected: true }],
      [caseKey(KEY, 'z'), { number: 'R-0003', evidence: 'e', isRejected: false }],
    ]);
    const [group, other, ...more] = groupsWith([finding], { sayings, claimed });
    expect(more).toEqual([]);
    expect([other?.month, other?.cases.map(({ id }) => id), other?.first, other?.last]).toEqual([
      ...['2026-09', ['f'], '2026-10-12', '2026-10-12'],
    ]);
    const { cases = [], ...head } = group ?? {};
    expect(head).toEqual({
      ...{ key: `${KEY}@2026-10`, findingKey: KEY, account: { Canal: 'Uno', Cuenta: 'A' }, month: '2026-10' },
      head: {
        ...{ kind: 'missing-cost', subject: { Canal: 'Uno', Cuenta: 'A' }, affects: ['comercial'] },
        ...{ name: 'enero.csv', currency: 'USD' },
      },
      tallies: {
        open: { count: 2, amount: '3.75' },
        explained: { count: 1, amount: '2' },
        accepted: { count: 1, amount: '7' },
        claimed: { count: 1, amount: null },
        resolved: { count: 1, amount: '4' },
      },
      // The newest of those in sight alone: «e» is due, «d» waits for nobody.
      ...{ due: 1, first: '2026-10-03', last: '2026-10-11' },
    });
    const told = cases.map(({ id, key, state, isChanged, isDue, claim, said }) => [
      ...[id, key === caseKey(KEY, id), state, isChanged, isDue, claim],
      ...[said?.state, said?.note, said?.reason, said?.amount, said?.evidence],
    ]);
    const none = [undefined, undefined, undefined, undefined, undefined];
    expect(told).toEqual([
      ['a', true, 'open', false, false, 'R-0002', ...none],
      ['b', true, 'claimed', false, false, 'R-0001', ...none],
      ['c', true, 'open', true, false, null, 'explained', '', null, '9', 'old'],
      ['d', true, 'accepted', false, false, null, 'accepted', 'sí', 'fee', '2.50', 'e'],
      ['e', true, 'explained', false, true, null, 'explained', '', null, '2.50', 'e'],
      ['z', true, 'resolved', false, false, 'R-0003', 'open', 'ya no', null, '4', 'e'],
    ]);
  });

  test('have no last day where that of one in sight is not known, and none of nothing in sight', () => {
    const daysOf = (cases: readonly FindingCase[], known: Known = {}) =>
      groupsWith([found(cases)], known).map(({ first, last }) => [first, last]);
    expect(daysOf([one('a'), one('b', { day: null })])).toEqual([['2026-10-05', null]]);
    expect(daysOf([one('b', { day: null }), one('a')])).toEqual([['2026-10-05', null]]);
    const sayings = new Map([['s', say([one('a')], {})]]);
    expect(daysOf([one('a')], { sayings })).toEqual([['2026-10-05', null]]);
  });

  test('of what earlier versions kept, and is gone, are those in view; of cases of other accounts, theirs', () => {
    const [whole] = exceptionsOf([found(undefined)], new Map(), null);
    if (whole === undefined) throw new Error('Nothing was found.');
    const record = formerRecord(whole, { state: 'accepted', note: 'de antes', owner: '', atMs: 5 });
    const records = new Map([[KEY, record]]);
    const scope = (Cuenta: string) => ({ accounts: [{ Canal: 'Uno', Cuenta }], isExcluded: false });
    const statesOf = (known: Known) => casesWith([], known).map(({ state, claim }) => [state, claim]);
    const claimed = new Map([[KEY, { number: 'R-0009', evidence: 'e', isRejected: false }]]);
    expect(statesOf({ records, claimed, scope: scope('A') })).toEqual([['resolved', 'R-0009']]);
    expect(statesOf({ records, scope: scope('B') })).toEqual([]);
    // A finding of a channel, whose case is of another account than the one in view.
    const head = found([], { subject: { Canal: 'Uno', rule: 'r' } });
    const account = { Canal: 'Uno', Cuenta: 'B' };
    const sayings = new Map([['s', say([one('a', { account })], {}, head)]]);
    expect(groupsWith([], { sayings, scope: scope('A') })).toEqual([]);
    const [own] = groupsWith([], { sayings, scope: scope('B') });
    expect([own?.account, own?.key.startsWith(`${findingKey(head)}@2026-10.`)]).toEqual([account, true]);
    // Of no account it is of every view.
    const undated = found([], { subject: { month: '2026-10' } });
    const ofNone = new Map([['s', say([one('a')], {}, undated)]]);
    expect(casesWith([], { sayings: ofNone, scope: scope('A') })).toHaveLength(1);
  });
});
