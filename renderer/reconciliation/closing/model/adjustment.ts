import { DRIFT_CAUSES } from '#renderer/data/model/drift-causes.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';
import { add, fromDecimal, subtract } from '#shared/domain/decimal.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';
import { addSums, type DriftedOrder, type DriftPart, isNothing, type ScopeSums, scopeSums } from './drift.ts';

/**
 * Adjusts the drift of a closed month by one entry in an open one: by account and cause. What was taken to the books is
 * kept as it was then; what is proposed is what became of the month less all that was taken, so that both add up to it,
 * always.
 */

export type AdjustmentLine = SellerAccount & { readonly causes: readonly DriftPart[] };

/** An entry that somebody took to the books. */
export type TakenAdjustment = {
  readonly id: string;
  /** The month that it counts in. */
  readonly datedIn: Month;
  readonly lines: readonly AdjustmentLine[];
  readonly owner: string;
  /** By this machine's clock. */
  readonly atMs: number;
};

type SignedLine = AdjustmentLine & { readonly sign: 1 | -1 };

/** Sums of some drifted orders, by account and cause. */
export function driftByAccount(orders: readonly DriftedOrder[]): readonly AdjustmentLine[] {
  return joined(
    orders.map(({ key, parts }) => {
      const { Canal, Cuenta } = cellsOfKey(key);
      return { Canal: Canal ?? '', Cuenta: Cuenta ?? '', causes: parts, sign: 1 };
    }),
  );
}

/**
 * The adjustment left in the accounts of a scope: the drift less what was taken. Accounts in which that comes to
 * nothing are not there.
 */
export function proposedAdjustment(
  drift: readonly AdjustmentLine[],
  taken: readonly Pick<TakenAdjustment, 'lines'>[],
  scope: AccountsScope | null,
): readonly AdjustmentLine[] {
  const all: readonly SignedLine[] = [
    ...drift.map((line) => ({ ...line, sign: 1 as const })),
    ...taken.flatMap(({ lines }) => lines).map((line) => ({ ...line, sign: -1 as const })),
  ];
  return joined(all.filter((line) => inScope(scope, line))).filter((line) => !isNothing(sumsOfLine(line)));
}

/** One line an account, one part a cause; causes that come to nothing are not there. */
function joined(lines: readonly SignedLine[]): readonly AdjustmentLine[] {
  const byAccount = new Map<string, AdjustmentLine>();
  for (const { Canal, Cuenta, causes, sign } of lines) {
    const key = accountKey(Canal, Cuenta);
    const own = byAccount.get(key)?.causes ?? [];
    const parts = causes.map(({ cause, sums }) => ({ cause, sums: sign === 1 ? sums : negated(sums) }));
    byAccount.set(key, { Canal, Cuenta, causes: [...own, ...parts] });
  }
  return [...byAccount]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => ({
      ...line,
      causes: DRIFT_CAUSES.flatMap((cause): readonly DriftPart[] => {
        const sums = addSums(line.causes.filter((part) => part.cause === cause).map((part) => part.sums));
        return isNothing(sums) ? [] : [{ cause, sums }];
      }),
    }));
}

const NOTHING = scopeSums(() => ({ units: 0n, scale: 0 }));
const negated = (sums: ScopeSums): ScopeSums =>
  scopeSums((scope) => subtract(fromDecimal(NOTHING[scope]), fromDecimal(sums[scope])));

export const sumsOfLine = ({ causes }: AdjustmentLine): ScopeSums => addSums(causes.map(({ sums }) => sums));

/** The sums of an entry. */
export const sumsOfLines = (lines: readonly AdjustmentLine[]): ScopeSums => addSums(lines.map(sumsOfLine));

/** Of a taken entry, what is of the accounts in view; null: nothing. */
export function takenInScope(taken: TakenAdjustment, scope: AccountsScope | null): TakenAdjustment | null {
  const lines = taken.lines.filter((line) => inScope(scope, line));
  return lines.length === 0 ? null : { ...taken, lines };
}

/** Tells a proposal from another: who takes one takes what he saw. */
export const evidenceOfLines = (lines: readonly AdjustmentLine[]): string =>
  evidenceOf(
    lines.map(({ Canal, Cuenta, causes }) =>
      JSON.stringify([
        Canal,
        Cuenta,
        causes.map(({ cause, sums }) => [cause, ...SCOPES.map((scope) => plain(sums[scope]))]),
      ]),
    ),
  );

/** The number, however it is written. */
const plain = (text: ScopeSums[keyof ScopeSums]): string => {
  const { units, scale } = add(fromDecimal(text), { units: 0n, scale: 0 });
  let [digits, places] = [units, scale];
  while (places > 0 && digits % 10n === 0n) [digits, places] = [digits / 10n, places - 1];
  return `${digits}e-${places}`;
};

/**
 * Months that an adjustment of a closed month may count in, the best first: those that are open from the present one back to
 * the one after it; where there is none, the first open one after the present.
 */
export function monthsToAdjust(
  closed: Month,
  present: Month,
  isClosed: (month: Month) => boolean,
): readonly Month[] {
  const months: Month[] = [];
  for (let month = present; month > closed; month = shiftMonth(month, -1)) {
    if (!isClosed(month)) months.push(month);
  }
  if (months.length > 0) return months;
  // Those up to the present one are closed.
  let next = shiftMonth(closed, 1);
  while (isClosed(next)) next = shiftMonth(next, 1);
  return [next];
}
