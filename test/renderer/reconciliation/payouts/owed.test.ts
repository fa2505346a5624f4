import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SettlementsPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import { owedByAccount } from '#renderer/reconciliation/payouts/screen/owed.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';

/** What each marketplace owes now and owed then, with the oldest sale that it has not paid. */

const text = (cents: number): Decimal => (cents / 100).toFixed(2) as Decimal;
const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
const account = { canal: fc.constantFrom('Uno', 'Dos', 'dos'), cuenta: fc.constantFrom('', 'A', 'B') };
const page = fc
  .record({
    owed: fc.uniqueArray(
      fc.record({ ...account, cents: fc.integer({ min: -999, max: 999 }), rows: fc.nat({ max: 9 }) }),
      { maxLength: 6, selector: ({ canal, cuenta }) => `${canal} ${cuenta}` },
    ),
    settlements: fc.array(fc.record({ ...account, oldestPendingDays: fc.option(fc.nat({ max: 90 })) }), {
      maxLength: 8,
    }),
  })
  .map(({ owed, settlements }) => ({
    owed: owed.map(({ cents, ...each }) => ({ ...each, owed: text(cents) })),
    settlements,
  }));

test('comes in one order of names, whatever language the machine speaks', () => {
  const names = ['tienda_2', 'tienda12', 'Ñandú', 'nube', 'ñandu', 'A', 'a', 'Á', 'z-1', 'z1', ''];
  const anyOrder = fc.shuffledSubarray(names, { minLength: names.length });
  fc.assert(
    fc.property(anyOrder, anyOrder, (channels, accounts) => {
      const owed = channels.flatMap((canal) =>
        accounts.slice(0, 3).map((cuenta) => ({ canal, cuenta, owed: '1' as Decimal, rows: 1 })),
      );
      const one = { owed, settlements: [] } as unknown as SettlementsPage;
      const none = { owed: [], settlements: [] } as unknown as SettlementsPage;
      const lines = owedByAccount(one, none);
      for (const [at, line] of lines.entries()) {
        const before = lines[at - 1];
        if (before === undefined) continue;
        const byChannel = compareTexts(before.canal, line.canal);
        expect(byChannel < 0 || (byChannel === 0 && compareTexts(before.cuenta, line.cuenta) < 0)).toBe(true);
      }
    }),
  );
});

test('is told once of each account of either day, to the cent', () => {
  fc.assert(
    fc.property(page, page, (now, then) => {
      const lines = owedByAccount(now as unknown as SettlementsPage, then as unknown as SettlementsPage);
      const nameOf = ({ canal, cuenta }: { readonly canal: string; readonly cuenta: string }) =>
        JSON.stringify([canal, cuenta]);
      const names = new Set([...now.owed, ...then.owed].map(nameOf));
      expect(lines.map(nameOf).toSorted()).toEqual([...names].toSorted());
      for (const line of lines) {
        const own = now.owed.find((each) => nameOf(each) === nameOf(line));
        const former = then.owed.find((each) => nameOf(each) === nameOf(line));
        expect(cents(line.now)).toBe(cents(own?.owed ?? '0'));
        expect(cents(line.atEnd)).toBe(cents(former?.owed ?? '0'));
        expect(line.pendingRows).toBe(own?.rows ?? 0);
        // The oldest of all its settlements, of now.
        const ages = now.settlements
          .filter((each) => nameOf(each) === nameOf(line))
          .flatMap(({ oldestPendingDays }) => oldestPendingDays ?? []);
        expect(line.oldestPendingDays).toBe(ages.length === 0 ? null : Math.max(...ages));
      }
      expect(cents(sumOf(lines.map((each) => each.now)))).toBe(
        now.owed.reduce((sum, { owed }) => sum + cents(owed), 0),
      );
    }),
  );
});
