import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountName, ReasonOf, StepPart, WaivableStep } from './month-steps.ts';

/** What a step comes to in one account by its figures alone, before anybody says that it is not needed. */
export type FoundPart<Id extends WaivableStep = WaivableStep> = {
  readonly account: AccountName | null;
  readonly reason: ReasonOf<Id>;
  readonly count: number;
  readonly of: number;
  readonly amount: Decimal | null;
  readonly currency: string;
  readonly evidence: string;
  readonly explained: StepPart['explained'];
  /** Of all that it is made of, open or not; "": its other figures tell all of it. */
  readonly whole: string;
  /** Somebody's word is part of why it holds: own costs, cases that were explained. */
  readonly isBySaying: boolean;
};

/** What everything that is found of a step has in common. */
export const NOTHING_FOUND = {
  count: 0,
  of: 0,
  amount: null,
  currency: UNNAMED_CURRENCY,
  evidence: '',
  explained: { count: 0, amount: null },
  whole: '',
  isBySaying: false,
} as const;
