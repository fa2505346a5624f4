import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';

/** What a step shows of its parts: one at a time, so that each begins where one looks. Which one is remembered. */

const BANK_VIEWS = ['payouts', 'receivables', 'settlements', 'forecast'] as const;
export type BankView = (typeof BANK_VIEWS)[number];
const bankSchema = z.enum(BANK_VIEWS);

export const useBankView = () => useScreenState<BankView>('reconciliation.bank', bankSchema, 'payouts');

const DIFFERENCE_VIEWS = ['matches', 'exceptions'] as const;
export type DifferenceView = (typeof DIFFERENCE_VIEWS)[number];
const differenceSchema = z.enum(DIFFERENCE_VIEWS);

export const useDifferenceView = () =>
  useScreenState<DifferenceView>('reconciliation.differences', differenceSchema, 'matches');
