import type { SettlementsPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The debt of a marketplace to one account, on one day and on another. */
export type OwedLine = {
  readonly canal: string;
  readonly cuenta: string;
  readonly now: Decimal;
  readonly atEnd: Decimal;
  /** Of now. */
  readonly pendingRows: number;
  readonly oldestPendingDays: number | null;
};

const NOTHING = '0' as Decimal;
type Account = { readonly canal: string; readonly cuenta: string };
const keyOf = ({ canal, cuenta }: Account): string => accountKey(canal, cuenta);

/** By channel and account, in the order of their names. Pure. */
export function owedByAccount(now: SettlementsPage, then: SettlementsPage): readonly OwedLine[] {
  const accounts = new Map<string, Account>([...now.owed, ...then.owed].map((each) => [keyOf(each), each]));
  return [...accounts]
    .map(([key, { canal, cuenta }]): OwedLine => {
      const ages = now.settlements.flatMap((each) =>
        keyOf(each) === key && each.oldestPendingDays !== null ? [each.oldestPendingDays] : [],
      );
      const own = now.owed.find((each) => keyOf(each) === key);
      return {
        canal,
        cuenta,
        now: own?.owed ?? NOTHING,
        atEnd: then.owed.find((each) => keyOf(each) === key)?.owed ?? NOTHING,
        pendingRows: own?.rows ?? 0,
        oldestPendingDays: ages.length === 0 ? null : ages.reduce((most, age) => Math.max(most, age)),
      };
    })
    .toSorted((a, b) => compareTexts(a.canal, b.canal) || compareTexts(a.cuenta, b.cuenta));
}
