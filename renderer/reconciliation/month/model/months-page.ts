import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import type { AccountDifferences } from './difference-step.ts';
import type { MonthWalk, StepParts, WaivableStep } from './month-steps.ts';

/** Whose months are asked for, and from when on something is open. */
export type MonthsQuery = {
  readonly scope: AccountsScope | null;
  /** In which the accounts of the scope are: own costs have one. */
  readonly currency: string | null;
  /** Own costs are counted: what they give a cost to lacks none. */
  readonly countsOwnCosts: boolean;
  readonly tolerance: Tolerance;
  /** What a bank line may be off by, in units of its currency; the default where it is not given. */
  readonly payoutTolerance?: Decimal | undefined;
  /** By which it is told what could be in the bank, and which statements are missed. */
  readonly today: LocalDate;
};

export type MonthQuery = MonthsQuery & { readonly month: Month };

export type MonthsPage = {
  readonly revision: number;
  /** Those with rows of any account, and those that were closed, ascending. */
  readonly months: readonly MonthWalk[];
};

export type MonthPage = {
  readonly revision: number;
  /** Null: there is no such month. */
  readonly walk: MonthWalk | null;
  readonly parts: StepParts;
  /** Keys of what was signed of each step in accounts that it has no part in by now. */
  readonly gone: { readonly [Id in WaivableStep]?: readonly string[] };
  /** What the fifth step is made of. */
  readonly differences: readonly AccountDifferences[];
};
