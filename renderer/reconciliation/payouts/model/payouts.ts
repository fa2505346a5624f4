import { outsideReason } from '#renderer/reconciliation/matching/model/match-line.ts';
import { pushTo } from '#renderer/reconciliation/matching/model/match-work.ts';
import { amountValue, numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  isBalance,
  isPaidAsItIs,
  type StatementKind,
} from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';

/** Payouts to the bank as marketplaces state them: withdrawals in a statement, and settlements paid as a whole. */

export const PAYOUT_SOURCES = [
  /** A line of a statement says so: a withdrawal out of a balance. */
  'line',
  /** The lines of one settlement of a statement, together. */
  'statement',
  /** No statement speaks of it: what the rows of the settlement come to. */
  'rows',
] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

export type Payout = {
  /** By content: the same after every import and sync. */
  readonly key: string;
  /** Its other keys: those before it was known whose it is. */
  readonly formerKeys: readonly string[];
  readonly source: PayoutSource;
  /** Null: of the rows. */
  readonly kind: StatementKind | null;
  /** The number of the settlement; null where it has none. */
  readonly settlement: string | null;
  /** Numbers that a bank may name it by. */
  readonly numbers: readonly string[];
  readonly currency: string | null;
  /** The amount that the bank should get; negative where the marketplace takes it back. */
  readonly amount: Decimal;
  /** Of its lines, those that are held back or given free: they are in the amount. */
  readonly retained: Decimal;
  /** Of the payout, or else of its last line; null: no date is told. */
  readonly day: LocalDate | null;
  /** The day is that of the payout. */
  readonly isDated: boolean;
  readonly lines: number;
  /** Lines whose amount could not be read: it may be another. */
  readonly unread: number;
  readonly statementIds: readonly string[];
  readonly accounts: readonly Account[];
};
export type Account = { readonly canal: string; readonly cuenta: string };

/** Lines of a statement that stand in no other, with whose they are. */
export type PayoutLines = {
  readonly statementId: string;
  readonly kind: StatementKind;
  readonly accounts: readonly Account[];
  readonly lines: readonly StatementLine[];
};

/**
 * The payout that each line is part of: its key; none where the money goes to a balance, or it is no line of a payout. Two
 * accounts may have settlements of one number.
 * @param accounts of its statement
 */
export function payoutKeyOf(
  kind: StatementKind,
  { settlement, currency }: StatementLine,
  accounts: readonly Account[],
): string | null {
  const number = numberValue(settlement);
  if (!isPaidAsItIs(kind) || number === null) return null;
  return JSON.stringify([kind, number, currency ?? '', ...soleAccount(accounts)]);
}

const soleAccount = ([only, ...others]: readonly Account[]): readonly string[] =>
  only === undefined || others.length > 0 ? [] : [only.canal, only.cuenta];

/** All payouts that some statements tell. */
export function* payoutsOf(statements: readonly PayoutLines[]): Task<readonly Payout[]> {
  const groups = new Map<string, Group>();
  const withdrawals = new Map<string, Group>();
  const withdrawalKey = createWithdrawalKeys();
  for (const statement of statements) {
    yield* eachInSteps(statement.lines, (line) => {
      const isPayout = outsideReason(line) === 'payout';
      if (isBalance(statement.kind)) {
        if (isPayout) addTo(withdrawals, withdrawalKey(statement, line), statement, line);
        return;
      }
      // A settlement that tells its own payout as a line would else come to nothing.
      const key = isPayout ? null : payoutKeyOf(statement.kind, line, statement.accounts);
      if (key !== null) addTo(groups, key, statement, line);
    });
  }
  const settled = joinUnknown([...groups.values()]).map(toPayout);
  return [...withoutCancelled(seenOnce([...withdrawals.values()])), ...settled];
}

/** The parts of a payout's key beside the account: kind, settlement and currency. */
const KEY_PARTS = 3;
const withoutAccount = (key: string): string =>
  JSON.stringify((JSON.parse(key) as readonly string[]).slice(0, KEY_PARTS));

/** Lines of a settlement of which it is not known whose it is are of the only account that has one of its number. */
function joinUnknown(groups: readonly Group[]): readonly Group[] {
  const byNumber = new Map<string, Group[]>();
  for (const group of groups) pushTo(byNumber, withoutAccount(group.key), group);
  return [...byNumber].flatMap(([plain, all]) => {
    const unknown = all.find(({ key }) => key === plain);
    const [known, ...others] = all.filter((group) => group !== unknown);
    if (known === undefined || others.length > 0) return all;
    known.formerKeys.push(plain);
    if (unknown !== undefined) addGroup(known, unknown);
    return [known];
  });
}

function addGroup(group: Group, other: Group): void {
  for (const operation of other.operations) group.operations.add(operation);
  for (const writing of other.writings) group.writings.add(writing);
  for (const id of other.statementIds) group.statementIds.add(id);
  const later = (one: LocalDate | null, two: LocalDate | null) =>
    one === null || (two !== null && two > one) ? two : one;
  group.amount = add(group.amount, other.amount);
  group.retained = add(group.retained, other.retained);
  group.paidOn = later(group.paidOn, other.paidOn);
  group.lastLine = later(group.lastLine, other.lastLine);
  group.lines += other.lines;
  group.unread += other.unread;
}

type Group = {
  readonly key: string;
  readonly formerKeys: string[];
  readonly kind: StatementKind;
  readonly settlement: string | null;
  readonly currency: string | null;
  readonly operations: Set<string>;
  /** The settlement's number where it is written otherwise than by its value. */
  readonly writings: Set<string>;
  readonly statementIds: Set<string>;
  readonly accounts: Map<string, Account>;
  amount: Scaled;
  retained: Scaled;
  paidOn: LocalDate | null;
  lastLine: LocalDate | null;
  lines: number;
  unread: number;
};

function addTo(groups: Map<string, Group>, key: string, statement: PayoutLines, line: StatementLine): void {
  const { kind, statementId, accounts } = statement;
  const { settlement, currency, operation, net } = line;
  const group: Group = groups.get(key) ?? {
    key,
    formerKeys: [],
    kind,
    settlement,
    currency,
    operations: new Set(),
    writings: new Set(),
    statementIds: new Set(),
    accounts: new Map(),
    amount: ZERO,
    retained: ZERO,
    paidOn: null,
    lastLine: null,
    lines: 0,
    unread: 0,
  };
  groups.set(key, group);
  if (isPaidAsItIs(kind) && settlement !== null && numberValue(settlement) !== settlement)
    group.writings.add(settlement);
  group.lines += 1;
  group.statementIds.add(statementId);
  for (const account of accounts) group.accounts.set(accountKey(account.canal, account.cuenta), account);
  if (operation !== null) group.operations.add(operation);
  const paidOn = line.released?.day ?? null;
  if (paidOn !== null && (group.paidOn === null || paidOn > group.paidOn)) group.paidOn = paidOn;
  const day = line.date?.day ?? null;
  if (day !== null && (group.lastLine === null || day > group.lastLine)) group.lastLine = day;
  if (net === null) group.unread += 1;
  else group.amount = add(group.amount, fromDecimal(net));
  const reason = outsideReason(line);
  if (net !== null && (reason === 'reserve' || reason === 'block')) {
    group.retained = add(group.retained, fromDecimal(net));
  }
}

/**
 * Reports of one balance tell the same withdrawal: it is known by its operation, whatever the report; else by account, day and
 * amount.
 */
function createWithdrawalKeys() {
  const counts = new Map<string, number>();
  return ({ kind, accounts }: PayoutLines, { operation, net, released, date }: StatementLine): string => {
    if (operation !== null) return JSON.stringify([kind, operation]);
    const content = JSON.stringify([(released ?? date)?.day ?? '', amountValue(net)]);
    const account = soleAccount(accounts);
    const counted = JSON.stringify([kind, content, ...account]);
    const nth = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, nth);
    return JSON.stringify([kind, content, nth, ...account]);
  };
}

/** Day, amount and which of its equals: what a withdrawal without a number was known by before its account was. */
const WITHDRAWAL_PARTS = 2;

/** Of the reports that tell one withdrawal, the one that says most of it. */
function seenOnce(groups: readonly Group[]): readonly Payout[] {
  const found = new Map<string, Group>();
  for (const group of groups) {
    const [, ...known] = JSON.parse(group.key) as readonly unknown[];
    const key = JSON.stringify(['withdrawal', ...known]);
    if (known.length > WITHDRAWAL_PARTS) {
      group.formerKeys.push(JSON.stringify(['withdrawal', ...known.slice(0, WITHDRAWAL_PARTS)]));
    }
    const other = found.get(key);
    const [most, less] = other === undefined || other.lines < group.lines ? [group, other] : [other, group];
    found.set(key, most);
    for (const id of less?.statementIds ?? []) most.statementIds.add(id);
  }
  return [...found].map(([key, group]): Payout => {
    const { amount, retained, ...payout } = toPayout(group);
    // It leaves the balance, and comes to the bank.
    const paid = toDecimal(subtract(ZERO, fromDecimal(amount)));
    const day = group.paidOn ?? group.lastLine;
    return {
      ...payout,
      key,
      source: 'line',
      settlement: null,
      amount: paid,
      retained,
      day,
      isDated: day !== null,
    };
  });
}

/** A withdrawal that its account took back under another number, with what took it back: neither came to the bank. */
function withoutCancelled(payouts: readonly Payout[]): readonly Payout[] {
  const gone = new Set<Payout>();
  const paid = payouts.filter(({ amount }) => !amount.startsWith('-'));
  for (const back of payouts) {
    if (!back.amount.startsWith('-')) continue;
    const cancelled = paid
      .filter((each) => !gone.has(each) && `-${each.amount}` === back.amount && isOfSameMoney(each, back))
      .filter((each) => isBefore(each, back))
      .toSorted((one, other) => ((one.day ?? '') < (other.day ?? '') ? 1 : -1))[0];
    if (cancelled === undefined) continue;
    gone.add(cancelled);
    gone.add(back);
  }
  return payouts.filter((each) => !gone.has(each) && fromDecimal(each.amount).units !== 0n);
}

/** Of one account, as far as it is known whose they are, and in one currency. */
const isOfSameMoney = (one: Payout, other: Payout): boolean =>
  one.currency === other.currency &&
  JSON.stringify(soleAccount(one.accounts)) === JSON.stringify(soleAccount(other.accounts));

const isBefore = (one: Payout, other: Payout): boolean =>
  one.day === null || other.day === null || one.day <= other.day;

/** Its keys of before a settlement was known by its number, however it is written. */
const asWritten = ({ key, formerKeys, writings }: Group): readonly string[] =>
  [...writings].flatMap((settlement) =>
    [key, ...formerKeys].map((each) => {
      const [kind, , ...rest] = JSON.parse(each) as readonly string[];
      return JSON.stringify([kind, settlement, ...rest]);
    }),
  );

function toPayout(group: Group): Payout {
  const { key, kind, settlement, currency, operations, statementIds, accounts, lines, unread } = group;
  const [operation] = operations.size === 1 ? operations : [];
  const numbers = [settlement, operation ?? null].filter((text) => text !== null && text !== '');
  return {
    key,
    formerKeys: [...group.formerKeys, ...asWritten(group)],
    source: 'statement',
    kind,
    settlement,
    numbers: [...new Set(numbers)] as readonly string[],
    currency,
    amount: toDecimal(group.amount),
    retained: toDecimal(group.retained),
    day: group.paidOn ?? group.lastLine,
    isDated: group.paidOn !== null,
    lines,
    unread,
    statementIds: [...statementIds],
    accounts: [...accounts.values()],
  };
}

/** A settlement of the rows, as far as it matters here. */
export type RowsSettlement = Account & {
  readonly settlement: string;
  readonly rentabilidad: Decimal;
  readonly rows: number;
  readonly lastPayment: LocalDate | null;
};

export const rowsPayoutKey = ({ settlement, canal, cuenta }: Account & { readonly settlement: string }) =>
  JSON.stringify(['rows', canal, cuenta, settlement]);

/**
 * Settlements of the rows with the payouts that statements tell of them, by number; those that no statement speaks of become
 * payouts of their own. `ofRows`: of each settlement the places of its payouts.
 */
export function withRows(
  stated: readonly Payout[],
  settlements: readonly RowsSettlement[],
): { readonly payouts: readonly Payout[]; readonly ofRows: ReadonlyMap<string, readonly number[]> } {
  const byNumber = new Map<string, number[]>();
  for (const [at, { settlement }] of stated.entries())
    if (settlement !== null) pushTo(byNumber, numberValue(settlement) ?? '', at);
  const payouts = [...stated];
  const ofRows = new Map<string, readonly number[]>();
  for (const each of settlements) {
    if (each.settlement === '') continue;
    const known = (byNumber.get(numberValue(each.settlement) ?? '') ?? []).filter((at) =>
      isOfAccount(stated[at], each),
    );
    ofRows.set(rowsPayoutKey(each), known.length > 0 ? known : [payouts.push(payoutOfRows(each)) - 1]);
  }
  return { payouts, ofRows };
}

const isOfAccount = (payout: Payout | undefined, { canal, cuenta }: Account): boolean =>
  payout !== undefined &&
  (payout.accounts.length === 0 ||
    payout.accounts.some((each) => each.canal === canal && each.cuenta === cuenta));

function payoutOfRows(settlement: RowsSettlement): Payout {
  const { canal, cuenta, rentabilidad, rows, lastPayment } = settlement;
  return {
    key: rowsPayoutKey(settlement),
    formerKeys: [],
    source: 'rows',
    kind: null,
    settlement: settlement.settlement,
    numbers: [settlement.settlement],
    currency: null,
    amount: rentabilidad,
    retained: toDecimal(ZERO),
    day: lastPayment,
    isDated: lastPayment !== null,
    lines: rows,
    unread: 0,
    statementIds: [],
    accounts: [{ canal, cuenta }],
  };
}
