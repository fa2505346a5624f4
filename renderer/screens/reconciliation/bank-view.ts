import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';

/** What the step of the bank shows: one part at a time, so that each begins where one looks. */
export const BANK_VIEWS = ['payouts', 'receivables', 'settlements', 'forecast'] as const;
export type BankView = (typeof BANK_VIEWS)[number];
const schema = z.enum(BANK_VIEWS);
const FIRST: BankView = 'payouts';

/** The part that is shown; remembered. */
export const useBankView = () => useScreenState<BankView>('reconciliation.bank', schema, FIRST);
