import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { ANNOTATION_SCHEMAS } from '#renderer/data/model/annotations.ts';
import { type FoundPart, NOTHING_FOUND } from '#renderer/reconciliation/month/model/found-part.ts';
import {
  type AccountName,
  reasonsOf,
  type StepPart,
  WAIVABLE_STEPS,
  type WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import { goneSignOffs, signParts, unsignParts } from '#renderer/reconciliation/month/model/sign-offs.ts';
import { waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import { nextStep, saidPart, signersOfParts, stepOf } from '#renderer/reconciliation/month/model/walk.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** A sign-off is alive exactly while the figures of its step stand. */

const MONTH = '2026-10' as Month;
const BY = { owner: 'Ana', atMs: 7 };
const account = (cuenta: string): AccountName => ({ canal: 'Mercado', cuenta });
const cents = fc.integer({ min: -99_999, max: 99_999 }).map((each) => (each / 100).toFixed(2) as Decimal);

const foundOf = (step: WaivableStep): fc.Arbitrary<readonly FoundPart[]> =>
  fc
    .uniqueArray(
      fc.record({
        account: fc.constantFrom('A', 'B', 'C').map(account),
        reason: fc.constantFrom(...reasonsOf(step).keys()),
        ...{
          count: fc.nat(9),
          of: fc.nat(99),
          amount: fc.option(cents),
          evidence: fc.constantFrom('e', 'f'),
        },
        explained: fc.record({ count: fc.nat(3), amount: fc.option(cents) }),
        whole: fc.constantFrom('', 'w'),
      }),
      { minLength: 1, maxLength: 3, selector: (each) => each.account.cuenta },
    )
    .map((all) => all.map((each) => ({ ...NOTHING_FOUND, ...each }) as FoundPart));
const someStep = fc
  .constantFrom(...WAIVABLE_STEPS)
  .chain((step) => fc.tuple(fc.constant(step), foundOf(step)));

type Signed = ReadonlyMap<string, Annotation<'month-sign-off'>>;
const NOBODY: Signed = new Map();

/** The step and its parts, with what was signed of it and what was said to be not needed. */
function walked(
  step: WaivableStep,
  found: readonly FoundPart[],
  signed: Signed = NOBODY,
  waived = new Map(),
) {
  const parts = found.map((part) => saidPart(MONTH, step, part as FoundPart<never>, waived, signed));
  const gone = goneSignOffs(signed, { month: MONTH, step, parts }, () => true);
  return { parts, gone, step: stepOf(step, parts as readonly StepPart<typeof step>[], {}, gone) };
}

function written(changes: AnnotationChanges<'month-sign-off'>, before: Signed = NOBODY): Signed {
  const after = new Map(before);
  for (const { key, value } of changes.puts) {
    // As it is stored.
    after.set(key, ANNOTATION_SCHEMAS['month-sign-off'].parse(JSON.parse(JSON.stringify(value))));
  }
  for (const key of changes.deletes) after.delete(key);
  return after;
}
const sign = (step: WaivableStep, found: readonly FoundPart[], before: Signed = NOBODY, by = BY): Signed => {
  const now = walked(step, found, before);
  return written(signParts(MONTH, { ...now, gone: now.gone.map(({ key }) => key) }, by), before);
};

/** One thing of a figure that moves: what it is by then; null: it cannot. */
const MOVES = {
  count: (part) => ({ ...part, count: part.count + 1 }),
  of: (part) => ({ ...part, of: part.of + 1 }),
  amount: (part) => ({ ...part, amount: part.amount === null ? ('0.01' as Decimal) : null }),
  evidence: (part) => ({ ...part, evidence: `${part.evidence}x` }),
  whole: (part) => ({ ...part, whole: `${part.whole}x` }),
  'explained-count': (part) => ({
    ...part,
    explained: { ...part.explained, count: part.explained.count + 1 },
  }),
  'explained-amount': (part) => ({
    ...part,
    explained: { ...part.explained, amount: part.explained.amount === null ? ('5' as Decimal) : null },
  }),
} as const satisfies { readonly [what: string]: (part: FoundPart) => FoundPart };

describe('a sign-off', () => {
  test('holds of the figure that it is of, however that is written, and is taken back whole', () => {
    fc.assert(
      fc.property(someStep, ([step, found]) => {
        const signed = sign(step, found);
        const now = walked(step, found, signed);
        expect(now.step.sign).toMatchObject({ state: 'signed', last: BY });
        expect(now.step.sign.last?.step).toMatchObject({ count: now.step.count, amount: now.step.amount });
        expect(signersOfParts(now.parts)).toEqual(['Ana']);
        const rewritten = found.map((part) => ({
          ...part,
          amount: part.amount === null ? null : (`${part.amount}000` as Decimal),
        }));
        expect(walked(step, rewritten, signed).step.sign.state).toBe('signed');
        const back = written(unsignParts(MONTH, step, { parts: now.parts, gone: [] }), signed);
        expect([...back]).toEqual([]);
      }),
    );
  });

  test('falls with any figure of any account, keeps name, time and figure, and holds again once it is renewed', () => {
    fc.assert(
      fc.property(
        someStep,
        fc.constantFrom(...(Object.keys(MOVES) as (keyof typeof MOVES)[])),
        ([step, found], what) => {
          const signed = sign(step, found);
          const figure = walked(step, found).step;
          const moved = [MOVES[what](found[0] as FoundPart), ...found.slice(1)];
          const now = walked(step, moved, signed);
          expect(now.step.sign).toEqual({
            state: 'fallen',
            last: {
              ...BY,
              step: { reason: figure.reason, count: figure.count, of: figure.of, amount: figure.amount },
            },
          });
          expect(nextStep([now.step])).toBe(step);
          // As it was again, it is what was signed.
          expect(walked(step, found, signed).step.sign.state).toBe('signed');
          const renewed = sign(step, moved, signed, { owner: 'Luis', atMs: 8 });
          expect(walked(step, moved, renewed).step.sign).toMatchObject({
            state: 'signed',
            last: { owner: 'Luis', atMs: 8 },
          });
        },
      ),
    );
  });

  test('falls where an account comes or goes, and only in what is in view', () => {
    fc.assert(
      fc.property(someStep, ([step, found]) => {
        fc.pre(found.length > 1);
        const [first, ...others] = found;
        const ofAll = sign(step, found);
        expect(walked(step, others, ofAll).step.sign.state).toBe('fallen');
        const parts = walked(step, others, ofAll).parts;
        const isOther = ({ cuenta }: AccountName) => cuenta !== first?.account?.cuenta;
        expect(goneSignOffs(ofAll, { month: MONTH, step, parts }, isOther)).toEqual([]);
        expect(walked(step, found, sign(step, others)).step.sign.state).toBe('fallen');
        // Taken back, nothing is left of it either.
        const { gone } = walked(step, others, ofAll);
        const keys = gone.map(({ key }) => key);
        expect(keys).toHaveLength(1);
        expect([...written(unsignParts(MONTH, step, { parts, gone: keys }), ofAll)]).toEqual([]);
        // Renewed, nothing is left of the account that is gone.
        const renewed = sign(step, others, ofAll);
        expect(renewed.size).toBe(others.length);
        expect(walked(step, others, renewed).step.sign.state).toBe('signed');
      }),
    );
  });

  test('that has fallen in one account names who signed there, whoever signed the others later, the last of several', () => {
    const part = (cuenta: string, count = 0) =>
      ({ ...NOTHING_FOUND, account: account(cuenta), reason: 'fail', count, of: 9 }) as FoundPart;
    const found = ['A', 'B', 'C', 'D'].map((cuenta) => part(cuenta, 1));
    // Each account was signed by another, and not in their order.
    const who = new Map([
      ['A', { owner: 'Ana', atMs: 5 }],
      ['B', { owner: 'Eva', atMs: 9 }],
      ['C', { owner: 'Luz', atMs: 7 }],
      ['D', { owner: 'Ana', atMs: 8 }],
    ]);
    const signed = new Map(
      found.flatMap((each) => [...sign('rows', [each], NOBODY, who.get(each.account?.cuenta ?? '') ?? BY)]),
    );
    const lastOf = (...moved: readonly string[]) => {
      const now = found.map((each) =>
        moved.includes(each.account?.cuenta ?? '') ? part(each.account?.cuenta ?? '', 2) : each,
      );
      const { step, parts } = walked('rows', now, signed);
      return [step.sign.state, step.sign.last?.owner, step.sign.last?.step.count, signersOfParts(parts)];
    };
    expect(lastOf()).toEqual(['signed', 'Eva', 1, ['Eva', 'Ana', 'Luz']]);
    expect(lastOf('A')).toEqual(['fallen', 'Ana', 1, ['Eva', 'Ana', 'Luz']]);
    expect(lastOf('A', 'C')).toEqual(['fallen', 'Luz', 1, ['Eva', 'Ana']]);
    expect(lastOf('B', 'D')).toEqual(['fallen', 'Eva', 1, ['Luz', 'Ana']]);
    // Of an account that is gone too.
    const { step } = walked('rows', found.slice(1), signed);
    expect([step.sign.state, step.sign.last?.owner]).toEqual(['fallen', 'Ana']);
    // Only some are signed.
    const [first] = signed;
    const some = walked('rows', found, new Map(first === undefined ? [] : [first]));
    expect([some.step.sign.state, some.step.sign.last?.owner]).toEqual(['fallen', 'Ana']);
  });

  test('of a step that is not needed falls when that is taken back; another month or step knows nothing of it', () => {
    const found = [
      { ...NOTHING_FOUND, account: account('A'), reason: 'missing', count: 2, of: 3 } as FoundPart,
    ];
    const { puts } = waiveParts(MONTH, 'costs', walked('costs', found).parts, { ...BY, note: '' });
    const waived = new Map(puts.map(({ key, value }) => [key, value]));
    const now = walked('costs', found, NOBODY, waived);
    const signed = written(signParts(MONTH, { ...now, gone: [] }, BY));
    expect(walked('costs', found, signed, waived).step).toMatchObject({
      state: 'waived',
      sign: { state: 'signed' },
    });
    expect(walked('costs', found, signed).step).toMatchObject({ state: 'open', sign: { state: 'fallen' } });
    expect(walked('rows', [], signed).step.sign).toEqual({ state: 'by-itself', last: null });
    expect(goneSignOffs(signed, { month: '2026-09' as Month, step: 'costs', parts: [] }, () => true)).toEqual(
      [],
    );
  });

  test('of what nobody knows the account of falls once that is gone, whatever accounts are in view', () => {
    const found = [{ ...NOTHING_FOUND, account: null, reason: 'bank-ends', of: 2 } as FoundPart];
    const signed = sign('bank', found);
    const gone = (isInView: boolean) =>
      goneSignOffs(signed, { month: MONTH, step: 'bank', parts: [] }, () => isInView).map(({ key }) => key);
    expect([gone(true), gone(false)]).toEqual([[...signed.keys()], [...signed.keys()]]);
  });

  test('is not needed where the figures tie by themselves, which is said', () => {
    const held = { ...NOTHING_FOUND, account: account('A'), reason: 'known', of: 3 } as FoundPart;
    expect(walked('costs', [held]).step.sign).toEqual({ state: 'by-itself', last: null });
    expect(walked('costs', [{ ...held, isBySaying: true }]).step.sign).toEqual({ state: 'none', last: null });
  });
});

test('a close is made or not: nobody signs it off', () => {
  const { parts, step } = walked('rows', [{ ...NOTHING_FOUND, account: account('A'), reason: 'hold' }]);
  const close = { ...step, id: 'close', reason: 'ready' } as const;
  expect(signParts(MONTH, { step: close, parts, gone: ['k'] }, BY)).toEqual({
    ...{ kind: 'month-sign-off', puts: [], deletes: [] },
  });
});
