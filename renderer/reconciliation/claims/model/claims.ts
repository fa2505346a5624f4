import type { Annotation, Annotations } from '#renderer/data/model/annotations.ts';
import type { ClaimMeasure } from '#renderer/data/model/claim-states.ts';
import { type FindingCase, findingKey } from '#renderer/data/model/finding.ts';
import type { Claimed, ClaimedCases } from '#renderer/reconciliation/findings/model/groups.ts';
import { type CasesOf, caseKey, keptCases } from '#renderer/reconciliation/findings/model/sayings.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import {
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  sum,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** Claims to marketplaces: what is claimed, until when, how far it is, and what of it came back. */

export type Claim = Annotation<'claim'>;
export type Claims = Annotations<'claim'>;
export type ClaimRules = Annotations<'claim-rule'>;

/** Days within which a marketplace takes claims, until the user says how many: a proposal, as no source tells. */
export const PROPOSED_DAYS = 60;

/** The days of a marketplace. Pure. */
export function daysToClaim(
  rules: ClaimRules,
  canal: string,
): { readonly days: number; readonly isProposal: boolean } {
  const said = rules.get(canal);
  return said === undefined
    ? { days: PROPOSED_DAYS, isProposal: true }
    : { days: said.days, isProposal: false };
}

/** The last day on which what is of some days may be claimed: counted from the earliest; null where none is known. */
export function deadlineOf(days: readonly (LocalDate | null)[], within: number): LocalDate | null {
  const known = days.filter((day) => day !== null).toSorted();
  return known[0] === undefined ? null : shiftDay(known[0], within);
}

const MEASURES: { readonly [kind: string]: ClaimMeasure } = {
  'statement-difference': 'statements',
  overdue: 'payment',
  'long-overdue': 'payment',
  'no-payment': 'payment',
};
/** By which figures a refund of a kind shows. */
export const measureOf = (kind: string): ClaimMeasure => MEASURES[kind] ?? 'rows';

/** What an order comes to: in its rows, in those of them that are paid, in the lines of statements (null: there are none). */
export type OrderFigures = { readonly rows: Decimal; readonly paid: Decimal; readonly lines: Decimal | null };

/** An order as claims speak of it. */
export type ClaimedOrder = SellerAccount & { readonly numbers: readonly string[] };

/** What one claim would be made of: all of one account and currency. */
export type ClaimDraft = SellerAccount & {
  readonly currency: string;
  readonly of: Claim['of'];
  readonly lines: readonly Omit<Claim['lines'][number], 'before'>[];
  readonly claimed: Decimal;
  readonly days: readonly (LocalDate | null)[];
};

const SEVERAL = ', ';

/** Claims that some exceptions would be, one for each account and currency: what has no account, or no amount, is in none. Pure. */
export function draftClaims(
  cases: readonly CasesOf[],
  currencyOf: (finding: CasesOf['finding']) => string,
): readonly ClaimDraft[] {
  const drafts = new Map<string, Drafted>();
  for (const { finding, cases: all } of cases) {
    const currency = currencyOf(finding);
    const ofFinding = findingKey(finding);
    for (const each of all) {
      const { Canal = each.account?.Canal, Cuenta = each.account?.Cuenta } = finding.subject;
      if (Canal === undefined || Cuenta === undefined || each.amount === null) continue;
      const signed = fromDecimal(each.amount);
      const amount = unsigned(signed);
      const by = measureOf(finding.kind);
      // What is late may be owed to the marketplace: nobody claims that.
      if (amount.units === 0n || (by === 'payment' && signed.units < 0n)) continue;
      const place = JSON.stringify([Canal, Cuenta, currency]);
      const draft: Drafted = drafts.get(place) ?? {
        Canal,
        Cuenta,
        currency,
        byFinding: new Map(),
        lines: [],
        days: [],
      };
      drafts.set(place, draft);
      const own = draft.byFinding.get(ofFinding) ?? { finding, cases: [] };
      draft.byFinding.set(ofFinding, { finding, cases: own.cases });
      own.cases.push(each);
      draft.lines.push({
        key: caseKey(ofFinding, each.id),
        numbers: each.name === '' ? [] : each.name.split(SEVERAL),
        amount: toDecimal(amount),
        by,
      });
      draft.days.push(each.day);
    }
  }
  return [...drafts.values()].map(({ byFinding, ...draft }) => ({
    ...draft,
    of: [...byFinding.values()].map(keptCases),
    claimed: totalOf(draft.lines.map(({ amount }) => amount)),
  }));
}

type Drafted = SellerAccount & {
  readonly currency: string;
  readonly byFinding: Map<string, { readonly finding: CasesOf['finding']; readonly cases: FindingCase[] }>;
  readonly lines: Omit<Claim['lines'][number], 'before'>[];
  readonly days: (LocalDate | null)[];
};

const unsigned = ({ units, scale }: Scaled): Scaled => ({ units: units < 0n ? -units : units, scale });

const NUMBER = /^R-(\d+)$/;

/** The next number: one more than the last, never one that was given. */
export function nextNumber(claims: Iterable<string>): string {
  let last = 0;
  for (const number of claims) last = Math.max(last, Number(NUMBER.exec(number)?.[1] ?? 0));
  return `R-${String(last + 1).padStart(4, '0')}`;
}

/** What of a line came back: by how much its figures rose, no more than what was claimed. Pure. */
export function recoveredOf({ amount, by, before }: Claim['lines'][number], now: OrderFigures): Decimal {
  const rose = (after: Decimal, former: Decimal) => subtract(fromDecimal(after), fromDecimal(former));
  const ofLines =
    now.lines === null
      ? ZERO
      : // Lines of an order that had none are its payment: a refund where that is what was claimed, and else none.
        before.lines === null
        ? by === 'rows'
          ? ZERO
          : fromDecimal(now.lines)
        : rose(now.lines, before.lines);
  const others: { readonly [measure in ClaimMeasure]: () => Scaled } = {
    statements: () => ZERO,
    payment: () => rose(now.paid, before.paid),
    rows: () => rose(now.rows, before.rows),
  };
  const [most, claimed] = [greater(ofLines, others[by]()), fromDecimal(amount)];
  return toDecimal(compare(most, ZERO) <= 0 ? ZERO : compare(most, claimed) > 0 ? claimed : most);
}

const greater = (a: Scaled, b: Scaled): Scaled => (compare(a, b) >= 0 ? a : b);

/** A claim, with what of it came back by now. */
export type ClaimStatus = {
  readonly claim: Omit<Claim, 'file' | 'of'>;
  readonly recovered: Decimal;
  /** By its lines. */
  readonly recoveredOf: readonly Decimal[];
};

export const totalOf = (amounts: readonly Decimal[]): Decimal => toDecimal(sum(amounts.map(fromDecimal)));

/** The claims that exceptions are in, the last of each; for the queue. Pure. */
export function claimedCases(claims: Claims): ClaimedCases {
  const found = new Map<string, Claimed>();
  const inOrder = [...claims.values()].toSorted((a, b) => a.atMs - b.atMs || (a.number < b.number ? -1 : 1));
  for (const { number, state, of } of inOrder) {
    for (const { finding, cases } of of) {
      const ofFinding = findingKey(finding);
      for (const { id, evidence } of cases)
        found.set(caseKey(ofFinding, id), { number, evidence, isRejected: state === 'rejected' });
    }
  }
  return found;
}
