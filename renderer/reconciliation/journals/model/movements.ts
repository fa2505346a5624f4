import { groupBy, uniqBy } from 'es-toolkit/array';
import type {
  BankDeposit,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { bankEntry, type JournalEntry, payoutEntry } from './entries.ts';
import type { RuleBook } from './rules.ts';

/** What was paid out and what came to the bank in a month, as entries in one currency. */

type Asked = {
  readonly month: Month;
  /** Null: whatever they are in. */
  readonly currency: string | null;
  readonly book: RuleBook;
};

type Money = { readonly currency: string; readonly day: LocalDate | null };
const isOfCurrency = ({ currency }: Money, asked: string | null): boolean =>
  asked === null || currency === '' || currency === asked;

/** A marketplace says that it was paid, or the bank has it: what rows alone let expect is no payout. */
const isPaid = ({ source, state, deposits }: PayoutView): boolean =>
  state !== 'beside' && (source !== 'rows' || deposits.length > 0);

const ownerOf = ([only, ...others]: PayoutView['accounts']): SellerAccount =>
  only === undefined || others.length > 0
    ? { Canal: '', Cuenta: '' }
    : { Canal: only.canal, Cuenta: only.cuenta };

/** The entries, and how much is in none: without a day, or in another currency. */
export function movementEntries(
  { payouts, unexplained }: Pick<PayoutsPage, 'payouts' | 'unexplained'>,
  { month, currency, book }: Asked,
): { readonly entries: readonly JournalEntry[]; readonly undated: number; readonly otherCurrency: number } {
  const paid = payouts.filter(isPaid);
  const deposits = depositsOf(paid);
  const open = unexplained.listed
    .filter(({ isExplained }) => !isExplained)
    .filter(({ identity }) => !deposits.has(identity));
  const all: readonly Money[] = [...paid, ...[...deposits.values()].map(({ deposit }) => deposit), ...open];
  const isOfMonth = (each: Money) =>
    each.day !== null && monthOf(each.day) === month && isOfCurrency(each, currency);
  const bank = (deposit: BankDeposit, owner: SellerAccount, isExplained: boolean): JournalEntry =>
    bankEntry(
      {
        ...owner,
        key: deposit.identity,
        date: deposit.day as LocalDate,
        reference: deposit.document === '' ? deposit.description : deposit.document,
        amount: deposit.amount,
      },
      isExplained,
      book,
    );
  return {
    entries: [
      ...paid
        .filter(isOfMonth)
        .map(({ key, day, settlement, amount, accounts }) =>
          payoutEntry(
            { ...ownerOf(accounts), key, date: day as LocalDate, reference: settlement ?? '', amount },
            book,
          ),
        ),
      ...[...deposits.values()]
        .filter(({ deposit }) => isOfMonth(deposit))
        .map(({ deposit, owner }) => bank(deposit, owner, true)),
      ...open.filter(isOfMonth).map((deposit) => bank(deposit, { Canal: '', Cuenta: '' }, false)),
    ],
    undated: all.filter(({ day }) => day === null).length,
    otherCurrency: all.filter(
      (each) => each.day !== null && monthOf(each.day) === month && !isOfCurrency(each, currency),
    ).length,
  };
}

/** The bank lines of payouts, each once however many payouts came in it, with whose these are. */
function depositsOf(paid: readonly PayoutView[]) {
  const came = groupBy(
    paid.flatMap(({ deposits, accounts }) => deposits.map((deposit) => ({ deposit, accounts }))),
    ({ deposit }) => deposit.identity,
  );
  return new Map(
    Object.entries(came).flatMap(([identity, all]) =>
      all.slice(0, 1).map(({ deposit }) => {
        const accounts = uniqBy(
          all.flatMap((each) => each.accounts),
          ({ canal, cuenta }) => accountKey(canal, cuenta),
        );
        return [identity, { deposit, owner: ownerOf(accounts) }] as const;
      }),
    ),
  );
}
