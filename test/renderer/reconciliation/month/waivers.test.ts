import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  AccountName,
  StepPart,
  WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  isOfThis,
  unwaiveParts,
  waiveParts,
  waiverOf,
} from '#renderer/reconciliation/month/model/waivers.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** «No necesario»: of which step, month and account it is said, of what figure, and what takes it back. */

const MONTHS: readonly Month[] = ['2026-02' as Month, '2026-03' as Month];
const STEPS: readonly WaivableStep[] = ['costs', 'statements', 'differences', 'bank'];
const ACCOUNTS: readonly (AccountName | null)[] = [
  null,
  { canal: 'Uno', cuenta: 'Norte' },
  { canal: 'Uno', cuenta: 'Sur' },
  { canal: 'Dos', cuenta: 'Norte' },
];
const BY = { owner: 'Ana', note: 'no se usa', atMs: 5 };

const part = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  state: fc.constantFrom('open', 'blocked', 'done', 'waived'),
  reason: fc.constantFrom('none', 'gaps'),
  count: fc.nat(3),
  amount: fc.option(fc.constantFrom('1.5', '1.50', '2')),
  evidence: fc.constantFrom('a', 'b'),
}) as unknown as fc.Arbitrary<StepPart>;

test('what is said of a part is found there alone, and taken back whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MONTHS),
      fc.constantFrom(...STEPS),
      fc.uniqueArray(part, { selector: ({ account }) => JSON.stringify(account), maxLength: 4 }),
      (month, step, parts) => {
        const { puts, deletes, kind } = waiveParts(month, step, parts, BY);
        expect([kind, deletes]).toEqual(['month-waiver', []]);
        const open = parts.filter(({ state }) => state === 'open' || state === 'blocked');
        expect(puts).toHaveLength(open.length);
        const said = new Map(puts.map(({ key, value }) => [key, value]));
        for (const other of MONTHS)
          for (const place of STEPS)
            for (const account of ACCOUNTS) {
              const of = open.find((each) => JSON.stringify(each.account) === JSON.stringify(account));
              const isSaid = other === month && place === step && of !== undefined;
              const found = waiverOf(said as never, [other, place, account]);
              expect(found === null).toBe(!isSaid);
              if (found === null || of === undefined) continue;
              const { reason, count, amount, evidence } = of;
              expect(found).toMatchObject({ ...BY, said: { reason, count, amount, evidence } });
              expect(isOfThis(found, of)).toBe(true);
            }
        const back = unwaiveParts(month, step, parts);
        expect([back.kind, back.puts]).toEqual(['month-waiver', []]);
        for (const { key } of puts) expect(back.deletes).toContain(key);
        expect(back.deletes).toHaveLength(parts.length);
      },
    ),
  );
});

test('it is of its figure, and of none that came to anything else', () => {
  fc.assert(
    fc.property(part, part, (one, other) => {
      const same = (a: Decimal | null, b: Decimal | null) =>
        a === null || b === null ? a === b : Number(a) === Number(b);
      expect(isOfThis({ said: one as never }, other)).toBe(
        one.reason === other.reason &&
          one.count === other.count &&
          one.evidence === other.evidence &&
          same(one.amount, other.amount),
      );
    }),
  );
});
