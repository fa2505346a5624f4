import {
  type ExceptionState,
  evidenceOf,
  type Finding,
  type FindingCase,
  findingKey,
  type ReasonCode,
} from '#renderer/data/model/finding.ts';
import { dayOf, type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import { add, type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';
import { type ExceptionRecord, isOf } from './exceptions.ts';
import {
  caseKey,
  type ExceptionSayings,
  type FindingHead,
  type LastSaid,
  lastSayings,
  WHOLE,
} from './sayings.ts';

/**
 * Exceptions as they are worked: each is a case of a finding (an order, a line, a payout) with what was said of it, in groups by
 * kind, account and month. What was said holds for the evidence that it was said of, case by case.
 */

export const SHOWN_STATES = ['open', 'explained', 'accepted', 'claimed', 'resolved'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What was said of an exception last. */
export type Said = {
  readonly state: ExceptionState;
  readonly reason: ReasonCode | null;
  readonly note: string;
  readonly owner: string;
  readonly followUp: LocalDate | null;
  readonly atMs: number;
  /** What it came to then; null: not known, or said of more than it. */
  readonly amount: Decimal | null;
  /** The evidence that it was said of; null: it was said of more than it. */
  readonly evidence: string | null;
};

export type ExceptionCase = FindingCase & {
  readonly key: string;
  /** By now: `open` where it changed since another state was given; `resolved`: it is no longer found. */
  readonly state: ShownState;
  /** It was explained, accepted or claimed as something else than it is by now. */
  readonly isChanged: boolean;
  /** Its follow-up day has come. */
  readonly isDue: boolean;
  readonly said: Said | null;
  /** The number of the last claim that it is in. */
  readonly claim: string | null;
};

type Tally = { readonly count: number; readonly amount: Decimal | null };

export type ExceptionGroup = {
  readonly key: string;
  /** Of its finding, whose part of one account and month it is. */
  readonly findingKey: string;
  readonly head: FindingHead;
  readonly account: SellerAccount | null;
  /** Null: they are of no month, or of several. */
  readonly month: Month | null;
  readonly tallies: { readonly [state in ShownState]: Tally };
  /** What left sight and whose follow-up day has come. */
  readonly due: number;
  /** The oldest of their days, and the newest of those in sight; null where the day of one is not known. */
  readonly first: LocalDate | null;
  readonly last?: LocalDate | null;
  /** Empty where they are not asked for. */
  readonly cases: readonly ExceptionCase[];
};

/** The last claim of a case; `evidence`: of what it was claimed. */
export type Claimed = { readonly number: string; readonly evidence: string; readonly isRejected: boolean };
/** By the key of a case. */
export type ClaimedCases = ReadonlyMap<string, Claimed>;

export type GroupsInput = {
  readonly findings: readonly Finding[];
  /** What was said of all of a finding, by earlier versions. */
  readonly records: ReadonlyMap<string, ExceptionRecord>;
  readonly sayings: ExceptionSayings;
  readonly claimed: ClaimedCases;
  readonly scope: AccountsScope | null;
  readonly today: LocalDate;
};

/** The groups of what is found, and behind them of what is no longer found in the scope. Pure. */
export function groupsOf(input: GroupsInput): readonly ExceptionGroup[] {
  const { records, claimed, scope, today } = input;
  const said = lastSayings(input.sayings);
  const groups = new Map<string, Draft>();
  const foundCases = new Set<string>();
  const foundKeys = new Set<string>();
  for (const finding of input.findings) {
    const ofFinding = findingKey(finding);
    foundKeys.add(ofFinding);
    const record = records.get(ofFinding) ?? null;
    const ofCases = said.get(ofFinding);
    const all = finding.cases ?? [wholeOf(finding)];
    for (const each of all) {
      const key = caseKey(ofFinding, each.id);
      foundCases.add(key);
      const last = lastOf(each, ofCases?.get(each.id), record, finding);
      put(groups, ofFinding, finding, judged(each, key, last, claimed.get(key), today));
    }
  }
  const gone = (of: FindingCase, key: string, last: Said): ExceptionCase => ({
    ...{ ...of, key, state: 'resolved', isChanged: false, isDue: false, said: last },
    claim: claimed.get(key)?.number ?? null,
  });
  for (const [ofFinding, cases] of said) {
    for (const [id, { saying, head, of }] of cases) {
      const key = caseKey(ofFinding, id);
      if (foundCases.has(key) || !inView(accountOf(head, of), scope)) continue;
      put(groups, ofFinding, head, gone(of, key, saidIn(saying, of)));
    }
  }
  for (const [key, record] of records) {
    const { finding } = record;
    if (foundKeys.has(key) || said.has(key) || !inView(accountOf(finding), scope)) continue;
    put(groups, key, finding, gone(wholeOf(finding), key, ofRecord(record, true)));
  }
  return [...groups.values()].map(groupOf);
}

/** Whether it waits for somebody: open, or left to a day that has come. */
export const isInSight = ({ state, isDue }: Pick<ExceptionCase, 'state' | 'isDue'>): boolean =>
  state === 'open' || isDue;

/** How many wait for somebody. */
export const countInSight = (groups: readonly ExceptionGroup[]): number =>
  groups.reduce((sum, { tallies, due }) => sum + tallies.open.count + due, 0);

/** A finding that is one matter, as its only case. */
function wholeOf(finding: Finding): FindingCase {
  const { firstPurchase: first, lastPurchase: last, amount, rows, evidence, name } = finding;
  const month = first === null || last === null || monthOf(first) !== monthOf(last) ? null : monthOf(first);
  const day = first === null ? null : dayOf(first);
  return { id: WHOLE, name: name ?? '', month, day, amount, rows, evidence };
}

type Judged = { readonly said: Said; readonly holds: boolean };

const saidIn = (saying: LastSaid['saying'], { amount, evidence }: FindingCase): Said => {
  const { of: _, ...said } = saying;
  return { ...said, amount, evidence };
};

/** What was said of all of a finding: its amount is that of the case where it is the only one. */
const ofRecord = ({ state, note, owner, atMs, finding }: ExceptionRecord, isWhole: boolean): Said => ({
  ...{ state, note, owner, atMs, reason: null, followUp: null },
  amount: isWhole ? finding.amount : null,
  evidence: null,
});

/** What was said of a case last, of it alone or of all of its finding. */
function lastOf(
  each: FindingCase,
  last: LastSaid | undefined,
  record: ExceptionRecord | null,
  finding: Finding,
): Judged | null {
  if (record !== null && (last === undefined || record.atMs > last.saying.atMs)) {
    const isWhole = each.id === WHOLE || (record.finding.orders <= 1 && (finding.cases?.length ?? 0) <= 1);
    return { said: ofRecord(record, isWhole), holds: isOf(record, finding) };
  }
  if (last === undefined) return null;
  return { said: saidIn(last.saying, last.of), holds: last.of.evidence === each.evidence };
}

function judged(
  of: FindingCase,
  key: string,
  last: Judged | null,
  claim: Claimed | undefined,
  today: LocalDate,
): ExceptionCase {
  const isClaimed = claim !== undefined && !claim.isRejected && claim.evidence === of.evidence;
  const wasClaimed = claim !== undefined && !claim.isRejected && !isClaimed;
  const said = last?.said ?? null;
  const stands = last?.holds === true ? last.said.state : 'open';
  const state = isClaimed ? 'claimed' : stands;
  const fell = last !== null && !last.holds && last.said.state !== 'open';
  const followUp = said?.followUp ?? null;
  return {
    ...of,
    key,
    state,
    isChanged: state === 'open' && (fell || wasClaimed),
    isDue: state !== 'open' && last?.holds === true && followUp !== null && followUp <= today,
    said,
    claim: claim?.number ?? null,
  };
}

function accountOf({ subject }: Pick<Finding, 'subject'>, of?: FindingCase): SellerAccount | null {
  const { Canal, Cuenta } = subject;
  if (of?.account !== undefined) return of.account;
  return Canal === undefined || Cuenta === undefined ? null : { Canal, Cuenta };
}

/** What is of no account is of every scope. */
const inView = (account: SellerAccount | null, scope: AccountsScope | null): boolean =>
  account === null || inScope(scope, account);

type Draft = Pick<ExceptionGroup, 'key' | 'findingKey' | 'head' | 'account' | 'month'> & {
  readonly cases: ExceptionCase[];
};

function put(groups: Map<string, Draft>, ofFinding: string, head: FindingHead, one: ExceptionCase): void {
  const account = accountOf(head, one);
  const { month } = one;
  const place = JSON.stringify([ofFinding, account?.Canal, account?.Cuenta, month]);
  const own = groups.get(place) ?? {
    ...{ key: groupKey(ofFinding, head, account, month), findingKey: ofFinding, account, month, cases: [] },
    head: headOf(head),
  };
  groups.set(place, own);
  own.cases.push(one);
}

/** Fit for an address. */
function groupKey(
  ofFinding: string,
  { subject }: FindingHead,
  account: SellerAccount | null,
  month: Month | null,
): string {
  const isOfSubject = account === null || subject.Cuenta !== undefined;
  const ofAccount = isOfSubject ? '' : `.${evidenceOf([account.Canal, account.Cuenta]).slice(0, 12)}`;
  return `${ofFinding}@${month ?? 'none'}${ofAccount}`;
}

const headOf = ({ kind, subject, name, currency, affects }: FindingHead): FindingHead => ({
  ...{ kind, subject, affects },
  ...(name === undefined ? {} : { name }),
  ...(currency === undefined ? {} : { currency }),
});

function groupOf(draft: Draft): ExceptionGroup {
  const { cases } = draft;
  const first = cases.reduce<LocalDate | null>(
    (least, { day }) => (day !== null && (least === null || day < least) ? day : least),
    null,
  );
  const waiting = cases.filter(isInSight).map(({ day }) => day);
  const last = waiting.reduce(
    (most, day) => (most === null || day === null ? null : day > most ? day : most),
    waiting[0] ?? null,
  );
  const tallies = Object.fromEntries(
    SHOWN_STATES.map((state) => [state, tallyOf(cases.filter((each) => each.state === state))]),
  ) as ExceptionGroup['tallies'];
  return { ...draft, tallies, due: cases.filter(({ isDue }) => isDue).length, first, last };
}

/** How many there are, and what they come to. */
export function tallyOf(cases: readonly Pick<FindingCase, 'amount'>[]): Tally {
  const amounts = cases.flatMap(({ amount }) => (amount === null ? [] : [fromDecimal(amount)]));
  const [first, ...others] = amounts;
  return {
    count: cases.length,
    amount: first === undefined ? null : toDecimal(others.reduce(add, first)),
  };
}
