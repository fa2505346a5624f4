import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { openPoints } from '#renderer/reconciliation/month/model/close-points.ts';
import { type FoundPart, NOTHING_FOUND } from '#renderer/reconciliation/month/model/found-part.ts';
import {
  MONTH_STEPS,
  type MonthStep,
  type MonthStepId,
  reasonsOf,
  type StepPart,
  type StepState,
  WAIVABLE_STEPS,
  type WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import { partKey } from '#renderer/reconciliation/month/model/part-key.ts';
import { unwaiveParts, waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import { saidPart, sortedParts, stepOf, walkOf } from '#renderer/reconciliation/month/model/walk.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Parts of steps put together to a month, beside what has to come of them. */

const MONTH = '2026-10' as Month;
const BY = { owner: 'Ana', note: 'mayorista', atMs: 7 };
const NOW = { month: MONTH, rows: 3, isRunning: false, knownUntil: null } as const;
const OPEN_MONTH = { ...NOW, close: { state: 'open', drift: null, by: null } } as const;

const accounts = ['A', 'B', 'C'].map((cuenta) => ({ canal: 'Mercado', cuenta }));

/** Of a step, what is found in some accounts. */
const foundOf = (step: WaivableStep): fc.Arbitrary<readonly FoundPart[]> =>
  fc
    .uniqueArray(
      fc.record({
        account: fc.constantFrom(...accounts, null),
        reason: fc.constantFrom(...reasonsOf(step).keys()),
        size: fc.integer({ min: 1, max: 9 }),
        cents: fc.integer({ min: -99_999, max: 99_999 }),
      }),
      { minLength: 1, maxLength: 4, selector: ({ account }) => account?.cuenta ?? '' },
    )
    .map((all) =>
      all.map(({ account, reason, size, cents }): FoundPart => {
        const isOpen = reasonsOf(step).get(reason)?.state === 'open';
        return {
          ...NOTHING_FOUND,
          account,
          reason: reason as FoundPart['reason'],
          count: reasonsOf(step).get(reason)?.state === 'done' ? 0 : size,
          of: 9,
          amount: isOpen ? ((cents / 100).toFixed(2) as Decimal) : null,
          evidence: `${size}`,
        };
      }),
    );

const someStep = fc
  .constantFrom(...WAIVABLE_STEPS)
  .chain((step) => fc.tuple(fc.constant(step), foundOf(step)));

type Said = ReadonlyMap<string, Annotation<'month-waiver'>>;
const NOBODY: Said = new Map();
const partsOf = (step: WaivableStep, found: readonly FoundPart[], said: Said = NOBODY): readonly StepPart[] =>
  sortedParts(found.map((part) => saidPart(MONTH, step, part as FoundPart<never>, said)));
const waived = (step: WaivableStep, parts: readonly StepPart[]): Said =>
  new Map(waiveParts(MONTH, step, parts, BY).puts.map(({ key, value }) => [key, value]));
const centsOf = (amount: Decimal | null): number | null =>
  amount === null ? null : Math.round(Number(amount) * 100);

describe('a step', () => {
  test('is open where some account is, blocked where some is and none is open, and adds up what is open', () => {
    fc.assert(
      fc.property(someStep, ([step, found]) => {
        const parts = partsOf(step, found);
        const { state, reason, count, amount, accounts: standing } = stepOf(step, parts);
        const states = found.map((part) => reasonsOf(step).get(part.reason)?.state);
        const expected = states.includes('open') ? 'open' : states.includes('blocked') ? 'blocked' : 'done';
        expect(state).toBe(expected);
        expect(reasonsOf(step).get(reason)?.state).toBe(expected);
        const own = found.filter((_, at) => expected !== 'done' && states[at] === expected);
        expect(count).toBe(own.reduce((sum, part) => sum + part.count, 0));
        expect(standing).toBe(own.length);
        const cents = own.flatMap((part) => centsOf(part.amount) ?? []);
        expect(centsOf(amount)).toBe(cents.length === 0 ? null : cents.reduce((sum, each) => sum + each, 0));
        // Its reason is the gravest of those that make its state.
        const order = [...reasonsOf(step).keys()];
        const gravest = found
          .filter((_, at) => states[at] === expected)
          .map((part) => order.indexOf(part.reason))
          .toSorted((a, b) => a - b)[0];
        expect(order.indexOf(reason)).toBe(gravest);
      }),
    );
  });

  test('never adds unlike currencies: its parts tell theirs', () => {
    const part = (cuenta: string, currency: string): FoundPart<'differences'> => ({
      ...NOTHING_FOUND,
      account: { canal: 'Mercado', cuenta },
      reason: 'differ',
      count: 1,
      of: 2,
      amount: '-7.50' as Decimal,
      currency,
    });
    const amountOf = (...currencies: readonly string[]) =>
      stepOf(
        'differences',
        partsOf(
          'differences',
          currencies.map((each, at) => part(`${at}`, each)),
        ) as readonly StepPart<'differences'>[],
      ).amount;
    expect(amountOf('CLP', 'USD')).toBeNull();
    expect(amountOf('CLP', '', 'CLP')).toBe('-22.50');
    // One of unlike currencies itself has no amount, and with it the step has none.
    const parts = partsOf('differences', [part('A', 'CLP'), { ...part('B', 'CLP'), amount: null }]);
    expect(stepOf('differences', parts as readonly StepPart<'differences'>[]).amount).toBeNull();
  });
});

test('a step of no account has nothing against it', () => {
  const reasonOf = (id: WaivableStep) => stepOf(id, []).reason;
  expect(WAIVABLE_STEPS.map(reasonOf)).toEqual(['agrees', 'hold', 'known', 'nothing', 'nothing', 'nothing']);
});

describe('the parts of a step', () => {
  test('are done whatever was said of them to be not needed, and by themselves only where they are done', () => {
    const part = (reason: 'hold' | 'fail'): FoundPart<'rows'> => ({
      ...NOTHING_FOUND,
      account: null,
      reason,
    });
    const key = partKey(MONTH, 'rows', null);
    const said = new Map([[key, { ...BY, said: { reason: 'hold', count: 0, amount: null, evidence: '' } }]]);
    const done = saidPart(MONTH, 'rows', part('hold'), said);
    expect(done).toMatchObject({ state: 'done', isByItself: true, waiver: null, fallen: { key } });
    expect(saidPart(MONTH, 'rows', part('fail'), NOBODY)).toMatchObject({ state: 'open', isByItself: false });
  });

  test('come open ones first, greater amounts first whatever their sign, then by name, what is of none in particular first', () => {
    const part = (cuenta: string | null, amount: string | null, reason: 'differ' | 'same' = 'differ') => ({
      ...NOTHING_FOUND,
      account: cuenta === null ? null : { canal: 'Mercado', cuenta },
      reason,
      amount: amount as Decimal | null,
    });
    const sorted = (all: readonly FoundPart<'differences'>[]) =>
      partsOf('differences', all).map(({ account, amount }) => [account?.cuenta ?? null, amount]);
    const all = [
      part('A', null, 'same'),
      part('B', '1'),
      part(null, '1'),
      part('C', '-3.5'),
      part('A', '1'),
      part('D', '2.00'),
    ];
    const expected = [
      ['C', '-3.5'],
      ['D', '2.00'],
      [null, '1'],
      ['A', '1'],
      ['B', '1'],
      ['A', null],
    ];
    expect(sorted(all)).toEqual(expected);
    expect(sorted(all.toReversed())).toEqual(expected);
    // What is not needed comes behind what is open, however great it is.
    const [great, small] = [part('A', '900'), part('B', '1')];
    const said = waived('differences', partsOf('differences', [great]));
    const both = partsOf('differences', [great, small], said);
    expect(both.map(({ state, amount }) => [state, amount])).toEqual([
      ['open', '1'],
      ['waived', '900'],
    ]);
  });
});

describe('what is not needed by the user’s word', () => {
  test('is waived, with who said so, and is open again when taken back', () => {
    fc.assert(
      fc.property(someStep, ([step, found]) => {
        const before = partsOf(step, found);
        const said = waived(step, before);
        const parts = partsOf(step, found, said);
        expect(parts.filter(({ state }) => state === 'open' || state === 'blocked')).toEqual([]);
        for (const part of parts) {
          const wasOpen = before.find(({ account }) => account === part.account)?.state !== 'done';
          expect(part.state).toBe(wasOpen ? 'waived' : 'done');
          expect(part.waiver === null ? null : part.waiver.owner).toBe(wasOpen ? BY.owner : null);
          expect(part.fallen).toBeNull();
        }
        const { state, isByItself, count } = stepOf(step, parts);
        expect(['waived', 'done']).toContain(state);
        expect(count).toBe(0);
        if (said.size > 0) expect(isByItself).toBe(false);
        const { deletes } = unwaiveParts(MONTH, step, parts);
        const back = new Map([...said].filter(([key]) => !deletes.includes(key)));
        expect(partsOf(step, found, back)).toEqual(before);
      }),
    );
  });

  test('falls with its figure, is shown as it was said, and asked again; it holds however the figure is written', () => {
    fc.assert(
      fc.property(
        someStep,
        fc.constantFrom('count', 'amount', 'evidence', 'reason', 'writing'),
        ([step, found], moved) => {
          const said = waived(step, partsOf(step, found));
          const [first, ...others] = found.filter(
            ({ reason }) => reasonsOf(step).get(reason)?.state !== 'done',
          );
          fc.pre(first !== undefined);
          const other = [...reasonsOf(step)].find(
            ([reason, { state }]) => state !== 'done' && reason !== first.reason,
          )?.[0];
          if (moved === 'reason') fc.pre(other !== undefined);
          if (moved === 'writing') fc.pre(first.amount !== null);
          const now: FoundPart = {
            ...first,
            ...(moved === 'count' ? { count: first.count + 1 } : {}),
            ...(moved === 'amount' ? { amount: first.amount === null ? ('0.01' as Decimal) : null } : {}),
            ...(moved === 'evidence' ? { evidence: `${first.evidence}x` } : {}),
            ...(moved === 'reason' ? { reason: other as FoundPart['reason'] } : {}),
            ...(moved === 'writing' ? { amount: `${first.amount}000` as Decimal } : {}),
          };
          const parts = partsOf(step, [now, ...others], said);
          const own = parts.find(({ account }) => account === first.account);
          const key = partKey(MONTH, step, first.account);
          const shown = { key, ...BY, said: said.get(key)?.said };
          if (moved === 'writing') {
            expect(own).toMatchObject({ state: 'waived', waiver: shown, fallen: null });
            return;
          }
          expect(own?.state).toBe(reasonsOf(step).get(now.reason)?.state);
          expect(own).toMatchObject({ waiver: null, fallen: shown });
          expect(stepOf(step, parts).fallen).toBe(1);
          // The others stand as they were said.
          for (const each of others)
            expect(parts.find(({ account }) => account === each.account)?.state).toBe('waived');
        },
      ),
    );
  });

  test('is counted as the step has it: parts that stand open, are waived and have fallen, and none that came right by itself', () => {
    const part = (cuenta: string, reason: 'differ' | 'same' | 'running', more: Partial<FoundPart> = {}) =>
      ({
        ...{ ...NOTHING_FOUND, account: { canal: 'Mercado', cuenta }, reason, count: 2, of: 5 },
        ...{ amount: '1.50', currency: 'CLP', explained: { count: 1, amount: '0.25' }, ...more },
      }) as FoundPart<'differences'>;
    const before = [part('A', 'differ'), part('B', 'differ'), part('C', 'differ'), part('D', 'running')];
    const said = waived('differences', partsOf('differences', before));
    const stepNow = (...now: readonly FoundPart[]) =>
      stepOf('differences', partsOf('differences', now, said) as readonly StepPart<'differences'>[]);
    const right = part('C', 'same', { count: 0, amount: null });
    expect(
      stepNow(part('A', 'differ', { count: 3 }), part('B', 'differ'), right, part('E', 'running')),
    ).toEqual({
      ...{ id: 'differences', state: 'open', reason: 'differ', isByItself: false, count: 3, of: 20, rows: 0 },
      ...{ amount: '1.50', explained: { count: 4, amount: '1.00' }, accounts: 1, waived: 1, fallen: 1 },
      sign: { state: 'none', last: null },
    });
    // None stands open: what is blocked is counted, and has no amount.
    expect(stepNow(part('B', 'differ'), right, part('E', 'running', { count: 7 }))).toMatchObject({
      ...{
        state: 'blocked',
        reason: 'running',
        count: 7,
        of: 15,
        amount: null,
        accounts: 1,
        waived: 1,
        fallen: 0,
      },
    });
    // Of another step one that holds does not make it done while another is waived.
    expect(stepNow(part('B', 'differ'), right)).toMatchObject({
      ...{ state: 'waived', reason: 'differ', count: 0, of: 10, accounts: 0, waived: 1, fallen: 0 },
    });
    expect(stepNow(right)).toMatchObject({ state: 'done', reason: 'same', waived: 0, fallen: 0 });
  });

  test('of an account’s statement alone leaves the step done where others have theirs', () => {
    const part = (cuenta: string, reason: 'none' | 'covered'): FoundPart<'statements'> => ({
      ...NOTHING_FOUND,
      account: { canal: 'Mercado', cuenta },
      reason,
      count: reason === 'none' ? 1 : 0,
      of: 1,
    });
    const stepIn = (...reasons: readonly ('none' | 'covered')[]) => {
      const found = reasons.map((reason, at) => part(`${at}`, reason));
      return stepOf(
        'statements',
        partsOf(
          'statements',
          found,
          waived('statements', partsOf('statements', found)),
        ) as readonly StepPart<'statements'>[],
      );
    };
    expect(stepIn('covered', 'none')).toMatchObject({ state: 'done', of: 2, waived: 1, isByItself: false });
    expect(stepIn('none', 'none')).toMatchObject({ state: 'waived', of: 2, waived: 2 });
  });
});

/** A step in a state, for some reason that it may have. */
const stepIn = (id: WaivableStep, [state, pick]: readonly [StepState, number]): MonthStep => {
  const may = [...reasonsOf(id)].filter(([, each]) => each.state === (state === 'waived' ? 'open' : state));
  const [reason, record] = may[pick % Math.max(1, may.length)] ??
    [...reasonsOf(id)][0] ?? ['', { state: 'open' }];
  return {
    ...NOTHING_FOUND,
    id,
    state: state === 'waived' ? 'waived' : record.state,
    reason: reason as MonthStep['reason'],
    isByItself: false,
    rows: 0,
    accounts: 1,
    waived: 0,
    fallen: 0,
    sign: { state: 'none', last: null },
  } as MonthStep;
};
const states = fc.tuple(
  ...(WAIVABLE_STEPS.map(() =>
    fc.tuple(fc.constantFrom<StepState>('done', 'open', 'blocked', 'waived'), fc.nat(5)),
  ) as readonly fc.Arbitrary<readonly [StepState, number]>[]),
);
const someSteps = states.map((all) =>
  all.map((each, at) => stepIn(WAIVABLE_STEPS[at] ?? 'data', each as readonly [StepState, number])),
);
const holds = ({ state }: MonthStep): boolean => state === 'done' || state === 'waived';

describe('a month', () => {
  test('squares only where every step holds, and is closed only after all before it', () => {
    fc.assert(
      fc.property(someSteps, fc.constantFrom('open', 'closed', 'drifted'), (before, state) => {
        const walk = walkOf({ ...NOW, close: { state: state as 'open', drift: null, by: null } }, before);
        const inTheWay = before.filter((step) => !holds(step)).map(({ id }) => id as string);
        expect(walk.steps.map(({ id }) => id)).toEqual(MONTH_STEPS.map(({ id }) => id));
        expect(walk.done).toBe(7 - inTheWay.length - Number(state !== 'closed'));
        expect(walk.squares).toBe(walk.done === 7);
        expect(walk.inTheWay).toEqual(inTheWay);
        const close = walk.steps.at(-1);
        expect([close?.state, close?.reason]).toEqual(
          state === 'drifted'
            ? ['open', 'drifted']
            : state === 'closed'
              ? ['done', 'closed']
              : inTheWay.length > 0
                ? ['blocked', 'steps-open']
                : ['open', 'ready'],
        );
      }),
    );
  });

  test('comes to what nobody explained of its differences, whatever other steps come to', () => {
    const before = WAIVABLE_STEPS.map((id, at) => ({
      ...stepIn(id, ['open', 0]),
      amount: `${at}.50` as Decimal,
    }));
    expect(walkOf(OPEN_MONTH, before as readonly MonthStep[]).amount).toBe('4.50');
    expect(walkOf(OPEN_MONTH, before.slice(0, 4) as readonly MonthStep[]).amount).toBeNull();
    const { steps, signers, ...facts } = walkOf({ ...OPEN_MONTH, signers: ['Eva', 'Ana'] }, []);
    expect(signers).toEqual(['Eva', 'Ana']);
    expect(facts).toEqual({
      ...{ ...OPEN_MONTH, done: 0, of: 7, amount: null, squares: false, next: 'close', inTheWay: [] },
    });
    expect(steps.map(({ id, count, of }) => [id, count, of])).toEqual([['close', 0, 0]]);
  });

  test('goes on with its first open step, else with the first blocked one that does not wait for time alone', () => {
    fc.assert(
      fc.property(someSteps, (before) => {
        const { next } = walkOf(OPEN_MONTH, before);
        const first = (is: (step: MonthStep) => boolean): MonthStepId | null => before.find(is)?.id ?? null;
        const waits = ['running', 'unread', 'not-yet'];
        const expected =
          first(({ state }) => state === 'open') ??
          (before.every(holds)
            ? 'close'
            : first((step) => step.state === 'blocked' && !waits.includes(step.reason)));
        expect(next).toBe(expected);
      }),
    );
    const done = WAIVABLE_STEPS.map((id) => stepIn(id, ['done', 0]));
    const closed = { ...NOW, close: { state: 'closed', drift: null, by: null } } as const;
    expect(walkOf(closed, done).next).toBeNull();
    // Closed with something open: nobody is sent there again.
    expect(walkOf(closed, [stepIn('data', ['open', 0]), ...done.slice(1)]).next).toBeNull();
    const drifted = { ...NOW, close: { state: 'drifted', drift: '1' as Decimal, by: null } } as const;
    expect(walkOf(drifted, done).next).toBe('close');
  });

  test('and the checklist of its close say one thing', () => {
    fc.assert(
      fc.property(someSteps, (before) => {
        const walk = walkOf(OPEN_MONTH, before);
        expect(openPoints(walk).map(({ id }) => id)).toEqual(walk.inTheWay);
      }),
    );
    const fallen = { ...stepIn('rows', ['done', 0]), sign: { state: 'fallen', last: null } } as MonthStep;
    expect(openPoints(walkOf(OPEN_MONTH, [fallen])).map(({ id }) => id)).toEqual(['rows']);
  });
});
