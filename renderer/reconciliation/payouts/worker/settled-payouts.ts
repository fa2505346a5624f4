import {
  type FallenDecision,
  type MatchDecision,
  placeDecisions,
  withApart,
} from '#renderer/reconciliation/matching/model/decisions.ts';
import {
  areOfSeveral,
  currencyNames,
  namedCurrency,
  sumsByCurrency,
  UNNAMED_CURRENCY,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import { linePlaces } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import { type MatchCase, pushTo } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { FallenSaying } from '#renderer/reconciliation/matching/model/matches.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { lastingWords } from '#renderer/reconciliation/payouts/model/bank-words.ts';
import { matchPayouts, type PayoutMatches } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { type Payout, rowsPayoutKey, withRows } from '#renderer/reconciliation/payouts/model/payouts.ts';
import type {
  BankDeposit,
  PayoutSuggestionView,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import {
  type Standing,
  standingOfMatched,
  standingOfOpen,
  windowOf,
} from '#renderer/reconciliation/payouts/model/why-open.ts';
import type { Days } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { OwnLines } from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayNumber, dayOfNumber } from '#shared/domain/dates.ts';
import {
  type Decimal,
  fromDecimal,
  rescale,
  subtract,
  sumOf,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';

/** Payouts of statements and rows with the bank lines that they came in, as they are told. */

export type SettledPayouts = {
  readonly payouts: readonly PayoutView[];
  /** The other keys of a payout. */
  readonly formerKeysOf: (key: string) => readonly string[];
  readonly ofRows: readonly {
    readonly canal: string;
    readonly cuenta: string;
    readonly settlement: string;
    readonly rentabilidad: Decimal;
    readonly payouts: readonly string[];
  }[];
  /** Money that came and that no payout explains, the greatest first. */
  readonly unexplained: readonly BankDeposit[];
  /** Lines that are no channel's, the newest first. */
  readonly noChannel: readonly BankDeposit[];
};

type Bank = OwnLines & { readonly identities: readonly string[] };
/** With the words that each line is known by. */
type WordedBank = Bank & { readonly words: readonly string[] };

type SettledPayoutsInput = {
  /** Those that statements tell. */
  readonly payouts: readonly Payout[];
  readonly bank: Bank;
  /** Words of lines that are no channel's (`bank-words.ts`). */
  readonly otherBusiness: ReadonlySet<string>;
  readonly tolerance: Decimal;
  readonly bankDays: readonly Days[];
  readonly settlements: readonly Settlement[];
  /** Accounts (`JSON [canal, cuenta]`) whose money goes to a balance first. */
  readonly balances: ReadonlySet<string>;
  readonly today: number;
  readonly decisions: readonly MatchDecision[];
};

export function* settlePayouts({ bank: all, ...given }: SettledPayoutsInput): Task<SettledPayouts> {
  const { own: bank, others } = yield* withoutOthers(all, given.otherBusiness);
  const input = { ...given, bank, others };
  const { settlements } = input;
  const { payouts, ofRows } = withRows(input.payouts, settlements);
  const beside = besideOf(input);
  const scale = Math.max(
    0,
    fromDecimal(input.tolerance).scale,
    ...payouts.map(({ amount }) => fromDecimal(amount).scale),
    ...bank.lines.map(({ net }) => (net === null ? 0 : fromDecimal(net).scale)),
  );
  const unitsOf = (amount: Decimal | null): bigint =>
    amount === null ? 0n : rescale(fromDecimal(amount), scale).units;
  const deposits = yield* mapInSteps(bank.lines, (line) => ({
    amount: unitsOf(line.net),
    day: line.date === null ? NO_DAY : dayNumber(line.date.day),
    currency: named(line.currency),
    words: wordsOf(line),
  }));
  const open = payouts.map((payout): OpenPayout => {
    const { amount, currency, numbers } = payout;
    return {
      amount: unitsOf(amount),
      currency: named(currency),
      numbers,
      window: windowOf(payout),
      payer: payout.kind ?? payout.accounts[0]?.canal ?? '',
      isExpected: !beside.has(payout.key),
    };
  });
  const places = placesOfPayouts(payouts);
  const said = placeDecisions(input.decisions, {
    lineAt: linePlaces(bank.identities),
    orderAt: (key) => places.get(key),
    netOf: (at) => ({ units: deposits[at]?.amount ?? 0n, scale }),
    amountsOf: (at) => {
      const amount = { units: open[at]?.amount ?? 0n, scale };
      return { amount, settled: amount };
    },
  });
  const matches = yield* matchPayouts({
    payouts: open,
    deposits,
    decisions: said.holding.map(({ placed }) => placed),
    tolerance: unitsOf(input.tolerance),
  });
  const { fallen } = withApart(said, matches.cases);
  return yield* viewsOf(input, { payouts, ofRows, beside, matches, scale, fallen });
}

/** As ISO 4217 has it, however it is written. */
const named = (currency: string | null): string | null =>
  namedCurrency({ currency }) === UNNAMED_CURRENCY ? null : namedCurrency({ currency });

/** All that a bank says of a line: a payout's number may stand anywhere. */
const wordsOf = ({ description, operation, movement, settlement, order }: StatementLine): string =>
  [description, operation, movement, settlement, order].filter((text) => text !== null).join(' · ');

const descriptionOf = ({ description, movement }: StatementLine): string => description ?? movement ?? '';

const documentOf = ({ operation, settlement, order }: StatementLine): string =>
  [...new Set([operation, settlement, order])].filter((text) => text !== null && text !== '').join(' · ');

/** The lines that may be of a channel, and the others. */
function* withoutOthers(
  bank: Bank,
  otherBusiness: ReadonlySet<string>,
): Task<{ readonly own: WordedBank; readonly others: WordedBank }> {
  // A bank says the same again and again.
  const known = new Map<string, string>();
  const words = yield* mapInSteps(bank.lines, (line) => {
    const description = descriptionOf(line);
    const own = known.get(description) ?? lastingWords(description);
    known.set(description, own);
    return own;
  });
  const own: number[] = [];
  const others: number[] = [];
  for (const [at, each] of words.entries()) (otherBusiness.has(each) ? others : own).push(at);
  const worded = { ...bank, words };
  return { own: others.length === 0 ? worded : linesAt(worded, own), others: linesAt(worded, others) };
}

const linesAt = (
  { statements, lines, of, identities, words }: WordedBank,
  places: readonly number[],
): WordedBank => ({
  statements,
  lines: places.flatMap((at) => lines[at] ?? []),
  of: Uint16Array.from(places, (at) => of[at] ?? 0),
  identities: places.map((at) => identities[at] ?? ''),
  words: places.map((at) => words[at] ?? ''),
});

/** A decision about the rows' settlement holds for the statement that tells it since. */
function placesOfPayouts(payouts: readonly Payout[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, payout] of payouts.entries()) {
    for (const { canal, cuenta } of payout.accounts) {
      if (payout.settlement !== null)
        places.set(rowsPayoutKey({ canal, cuenta, settlement: payout.settlement }), at);
    }
  }
  for (const [at, { formerKeys }] of payouts.entries()) for (const key of formerKeys) places.set(key, at);
  for (const [at, { key }] of payouts.entries()) places.set(key, at);
  return places;
}

/** Settlements of the rows that come to no bank by themselves, by the key of their payout. */
function besideOf({
  settlements,
  balances,
}: Pick<SettledPayoutsInput, 'settlements' | 'balances'>): ReadonlyMap<string, Standing['why']> {
  const found = new Map<string, Standing['why']>();
  for (const { canal, cuenta, settlement, pendingRows, paidRows } of settlements) {
    const key = rowsPayoutKey({ canal, cuenta, settlement });
    if (paidRows === 0 && pendingRows > 0) found.set(key, 'not-paid');
    else if (balances.has(accountKey(canal, cuenta))) found.set(key, 'balance');
  }
  return found;
}

type Matched = {
  readonly payouts: readonly Payout[];
  readonly ofRows: ReadonlyMap<string, readonly number[]>;
  readonly beside: ReadonlyMap<string, Standing['why']>;
  readonly matches: PayoutMatches;
  readonly scale: number;
  readonly fallen: readonly FallenDecision[];
};

/** Long, for it makes one answer of places. */
function* viewsOf(
  input: Omit<SettledPayoutsInput, 'bank'> & { readonly bank: WordedBank; readonly others: WordedBank },
  { payouts, ofRows, beside, matches, scale, fallen }: Matched,
): Task<SettledPayouts> {
  const { bank, others, settlements, today, tolerance } = input;
  const bankDays = input.bankDays.map(({ from, to }) => ({ from: dayNumber(from), to: dayNumber(to) }));
  const decimal = (units: bigint): Decimal => toDecimal({ units, scale });
  const currencyOf = namesOf(payouts, bank.lines);
  const depositIn = ({ lines, statements, of, identities, words }: WordedBank, at: number): BankDeposit => {
    const line = lines[at];
    const statement = statements[of[at] ?? 0];
    return {
      identity: identities[at] ?? '',
      statementId: statement?.id ?? '',
      file: statement?.name ?? '',
      bank: statement?.layout ?? null,
      line: line?.line ?? 0,
      day: line?.date?.day ?? null,
      description: line === undefined ? '' : descriptionOf(line),
      document: line === undefined ? '' : documentOf(line),
      words: words[at] ?? '',
      amount: line?.net ?? NOTHING,
      currency: currencyOf(line?.currency ?? null),
      isExplained: false,
    };
  };
  const depositAt = (at: number, isExplained: boolean): BankDeposit => ({
    ...depositIn(bank, at),
    isExplained,
  });
  const suggestionsOf = new Map<number, PayoutSuggestionView[]>();
  for (const { lines, orders, remains, ...reason } of matches.suggestions) {
    const view: PayoutSuggestionView = {
      ...reason,
      deposits: lines.map((line) => depositAt(line, false)),
      payouts: orders.map((at) => ({
        key: payouts[at]?.key ?? '',
        name: nameOf(payouts[at]),
        amount: payouts[at]?.amount ?? NOTHING,
      })),
      remains: decimal(remains),
    };
    for (const at of orders) pushTo(suggestionsOf, at, view);
  }
  const fallenOf = new Map<number, FallenSaying[]>();
  for (const { decision, why, orders, lines } of fallen) {
    const isWhole = orders.length === decision.orders.length;
    const amounts = orders.map((at) => payouts[at]?.amount ?? NOTHING);
    const ledgerAmount = sumOf(amounts);
    const statementAmount = sumOf(lines.flatMap((at) => bank.lines[at]?.net ?? []));
    const now = {
      orders: amounts.map((amount) => ({ amount, settled: amount })),
      here: ledgerAmount,
      there: statementAmount,
    };
    const currencies = [...orders.map((at) => payouts[at]), ...lines.map((at) => bank.lines[at])];
    const isUnlike = areOfSeveral(currencies.map((each) => currencyOf(each?.currency ?? null)));
    const said = { key: decision.key ?? '', why, now: isWhole && !isUnlike ? now : null };
    for (const at of orders) pushTo(fallenOf, at, said);
  }
  const caseOf = new Map<number, MatchCase>();
  const ofNobody: MatchCase[] = [];
  yield* eachInSteps(matches.cases, (each) => {
    for (const at of each.orders) caseOf.set(at, each);
    if (each.orders.length === 0 && each.statementAmount > 0n) ofNobody.push(each);
  });
  ofNobody.sort(
    (one, other) =>
      Number(other.statementAmount > one.statementAmount) -
      Number(other.statementAmount < one.statementAmount),
  );
  yield;
  const unexplained = yield* mapInSteps(ofNobody, ({ lines: [line = -1], isExplained }) =>
    depositAt(line, isExplained),
  );
  yield;
  /** The amounts that came and were paid in a case, unlike money apart. */
  const sidesOf = (each: MatchCase) => {
    const came = each.lines.map((line) => depositAt(line, false));
    const paid = each.orders.map((order) => ({
      currency: currencyOf(payouts[order]?.currency ?? null),
      amount: negated(payouts[order]?.amount ?? NOTHING),
    }));
    const isUnlike = areOfSeveral([...came, ...paid].map(({ currency }) => currency));
    const difference = decimal(each.difference);
    return {
      came: areOfSeveral(came.map(({ currency }) => currency)) ? null : decimal(each.statementAmount),
      difference: isUnlike ? null : difference,
      differences: isUnlike
        ? sumsByCurrency([...came, ...paid]).map(({ currency, sum }) => ({ currency, amount: sum }))
        : [{ currency: came[0]?.currency ?? UNNAMED_CURRENCY, amount: difference }],
    };
  };
  const ownView = yield* mapInSteps(payouts, (payout, at): PayoutView => {
    const { numbers: _, formerKeys: __, ...own } = payout;
    const found = caseOf.get(at);
    const sides = found === undefined ? null : sidesOf(found);
    const window = windowOf(payout);
    const isMatched = found !== undefined && found.lines.length > 0;
    const standing = (): Standing => {
      if (isMatched) {
        if (sides?.difference === null) return { state: 'different', why: 'currency' };
        const retained = found.orders.length === 1 ? own.retained : NOTHING;
        const [difference, paid] = [decimal(found.difference), decimal(found.ledgerAmount)];
        return standingOfMatched({ difference, paid, retained, tolerance });
      }
      const why = beside.get(payout.key);
      if (why !== undefined) return { state: 'beside', why };
      if (fromDecimal(payout.amount).units === 0n) return { state: 'beside', why: 'nothing' };
      return standingOfOpen(window, bankDays, today);
    };
    return {
      ...own,
      currency: currencyOf(own.currency),
      ...standing(),
      window: window === null ? null : { from: dayOfNumber(window.from), to: dayOfNumber(window.to) },
      came: isMatched ? (sides?.came ?? null) : null,
      difference: isMatched ? (sides?.difference ?? null) : null,
      differences: isMatched ? (sides?.differences ?? []) : [],
      by: isMatched ? found.by : null,
      isExplained: found?.isExplained ?? false,
      deposits: isMatched ? found.lines.map((line) => depositAt(line, false)) : [],
      together: isMatched
        ? found.orders.flatMap((other) => {
            const { key, amount } = payouts[other] ?? {};
            return other === at || key === undefined || amount === undefined ? [] : [{ key, amount }];
          })
        : [],
      suggestions: suggestionsOf.get(at) ?? [],
      fallen: fallenOf.get(at) ?? [],
    };
  });
  const formerKeys = new Map(payouts.map((payout) => [payout.key, payout.formerKeys]));
  return {
    payouts: ownView,
    formerKeysOf: (key) => formerKeys.get(key) ?? [],
    ofRows: settlements.flatMap(({ canal, cuenta, settlement, rentabilidad }) => {
      const places = ofRows.get(rowsPayoutKey({ canal, cuenta, settlement }));
      if (places === undefined) return [];
      return [
        { canal, cuenta, settlement, rentabilidad, payouts: places.map((at) => payouts[at]?.key ?? '') },
      ];
    }),
    unexplained,
    noChannel: others.lines
      .map((_, at) => depositIn(others, at))
      .toSorted((one, other) => compareTexts(other.day ?? '', one.day ?? '')),
  };
}

type InCurrency = { readonly currency: string | null };

/** The name of each currency: beside an extract that names one, an extract that names none is of another, for all we know. */
function namesOf(payouts: readonly InCurrency[], lines: readonly InCurrency[]) {
  const ofBanks = new Set(lines.map(namedCurrency));
  return ofBanks.size > 1 && ofBanks.has(UNNAMED_CURRENCY)
    ? (currency: string | null) => namedCurrency({ currency })
    : currencyNames([...payouts, ...lines].map(({ currency }) => currency));
}

const NOTHING = '0' as Decimal;

const negated = (amount: Decimal): Decimal => toDecimal(subtract(ZERO, fromDecimal(amount)));

/** The readable name of a payout. */
const nameOf = (payout: Payout | undefined): string => payout?.settlement ?? payout?.day ?? '';
