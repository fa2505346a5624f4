import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { casesOf } from './check-matches.ts';
import { type Expected, isOfBank, movementAt, movementsOf } from './expected.ts';
import {
  amountsOf,
  MONTHS,
  monthOfDays,
  ofCents,
  orderKeyOf,
  settlementsOf,
  total,
  unitsOf,
} from './oracle.ts';
import type { View } from './view.ts';
import { equal, hold, shown } from './violation.ts';

/** Payouts, the bank's lines, and what the checklist of a close makes of them. */

/** Settlements of these are paid as they are. */
const PAID = [
  'shopify-payments',
  'amazon-settlement',
  'falabella-transactions',
  'ripley',
  'paris',
  'walmart-cl',
  'unknown',
];
/** Those that say what came of an order; the first that holds it counts. */
export const SPEAK = [...PAID, 'hites', 'mercado-pago-settlement', 'mercado-libre-sales'];

export function checkChain(view: View, expected: Expected): void {
  checkPayouts(view, expected);
  checkBankLines(view, expected);
  for (const month of MONTHS) checkList(view, expected, month);
  checkOrders(view, expected);
}

const importsOf = (view: View, expected: Expected, isWanted: (statement: ImportedStatement) => boolean) => {
  const ids = view.statements.filter(isWanted).map(({ id }) => id);
  return expected.imports.filter(({ id }) => ids.includes(id));
};

function checkPayouts(view: View, expectedState: Expected): void {
  const { payouts, ofRows } = view.chain;
  equal('payouts', new Set(payouts.map(({ key }) => key)).size, payouts.length, 'payouts, each once');
  for (const kind of PAID) {
    const own = importsOf(view, expectedState, (each) => each.kind === kind && !isOfBank(each));
    const expected = new Map<string, bigint>();
    for (const { settlement, net } of movementsOf(own).values())
      if (settlement !== null) expected.set(settlement, (expected.get(settlement) ?? 0n) + ofCents(net));
    const found = new Map<string, bigint>();
    for (const { settlement, amount } of payouts.filter((each) => each.kind === kind))
      found.set(settlement ?? '', (found.get(settlement ?? '') ?? 0n) + unitsOf(amount));
    equal('payouts', [...found].toSorted(), [...expected].toSorted(), `payouts of ${kind}`);
    // Statements of one account each have a payout each of a settlement of the same number.
    for (const settlement of expected.keys()) {
      const accounts = new Set(
        own.flatMap(({ id, file }) => {
          const holds = [...file.movements.values()].some((each) => each.settlement === settlement);
          const account = soleAccount(view.statements.find((each) => each.id === id));
          return holds && account !== null ? [account] : [];
        }),
      );
      const count = payouts.filter((each) => each.kind === kind && each.settlement === settlement).length;
      hold('payouts', count >= accounts.size, () => `${count} payouts ${settlement} of ${shown(accounts)}`);
    }
  }
  const settled = [...settlementsOf(expectedState.rows).values()].filter(
    ({ settlement }) => settlement !== '',
  );
  equal('payouts', ofRows.length, settled.length, 'settlements of the rows with payouts');
  for (const { settlement, canal, cuenta, left } of settled) {
    const whose = ofRows.find(
      (each) => each.settlement === settlement && each.canal === canal && each.cuenta === cuenta,
    );
    const own = payouts.filter(({ key }) => whose?.payouts.includes(key) === true);
    hold('payouts', own.length > 0, () => `settlement ${settlement} of ${canal} ${cuenta} has no payout`);
    for (const { source, amount } of own)
      if (source === 'rows') equal('payouts', unitsOf(amount), left, `the rows' payout ${settlement}`);
  }
}

function soleAccount(statement: ImportedStatement | undefined): string | null {
  if (statement === undefined) return null;
  const { account, accounts } = statement;
  if (account != null) return JSON.stringify([account.Canal, account.Cuenta]);
  const [only, ...others] = accounts;
  return only === undefined || others.length > 0 ? null : JSON.stringify([only.canal, only.cuenta]);
}

function checkBankLines(view: View, expectedState: Expected): void {
  const { payouts, unexplained, noChannel } = view.chain;
  const own = importsOf(view, expectedState, isOfBank);
  const expected = movementsOf(own);
  const nameOf = (statementId: string, line: number): string =>
    movementAt(expectedState.imports, statementId, line)?.id ?? `? ${statementId} ${line}`;
  const counted: string[] = [];
  const named = new Set<string>();
  for (const payout of payouts) {
    if (payout.deposits.length === 0) continue;
    const came = total(payout.deposits.map(({ amount }) => unitsOf(amount)));
    equal('bank-lines', unitsOf(payout.came), came, `what came of ${payout.key}`);
    const all = total([unitsOf(payout.amount), ...payout.together.map(({ amount }) => unitsOf(amount))]);
    equal('bank-lines', unitsOf(payout.difference), came - all, `the difference of ${payout.key}`);
    if (payout.together.some(({ key }) => named.has(key))) continue;
    named.add(payout.key);
    counted.push(...payout.deposits.map(({ statementId, line }) => nameOf(statementId, line)));
  }
  counted.push(...unexplained.listed.map(({ statementId, line }) => nameOf(statementId, line)));
  const others = noChannel.listed.map(({ statementId, line }) => nameOf(statementId, line));
  counted.push(...others);
  equal(
    'no-channel',
    others.toSorted(),
    [...expected.values()]
      .flatMap(({ id, words }) => (expectedState.noChannel.has(words) ? [id] : []))
      .toSorted(),
    'lines that are no channel’s',
  );
  equal(
    'no-channel',
    [noChannel.lines, sumOf(noChannel.sums)],
    [others.length, total(noChannel.listed.map(({ amount }) => unitsOf(amount)))],
    'what lines come to that are no channel’s',
  );
  const suggested = payouts.flatMap(({ suggestions }) => suggestions.flatMap(({ deposits }) => deposits));
  const strangers = suggested.filter(({ statementId, line }) => others.includes(nameOf(statementId, line)));
  equal('no-channel', strangers, [], 'suggested lines that are no channel’s');
  equal('bank-lines', new Set(counted).size, counted.length, `bank lines, each once: ${shown(counted)}`);
  const missing = [...expected.values()].filter(({ id, net }) => net > 0n && !counted.includes(id));
  equal('bank-lines', missing, [], 'money that came and is told nowhere');
  const strange = counted.filter((id) => !expected.has(id));
  equal('bank-lines', strange, [], 'bank lines that nobody imported');
  const open = unexplained.listed.filter(({ isExplained }) => !isExplained);
  equal(
    'bank-lines',
    [unexplained.lines, sumOf(unexplained.sums)],
    [open.length, total(open.map(({ amount }) => unitsOf(amount)))],
    'money that no payout explains',
  );
}

/** The worlds of the model have one currency. */
const sumOf = (sums: readonly { readonly sum: string }[]): bigint =>
  total(sums.map(({ sum }) => unitsOf(sum)));

type OrderCase = {
  readonly key: string;
  readonly kind: string;
  readonly movements: readonly string[];
  readonly isHeld: boolean;
  readonly isExplained: boolean;
  readonly state: string;
  readonly difference: bigint;
};

/** Of each order what the first kind of statements that holds it says. */
export function casesByOrder(view: View, expected: Expected): ReadonlyMap<string, OrderCase> {
  const found = new Map<string, OrderCase>();
  for (const kind of SPEAK) {
    const page = view.matchesByKind.get(kind);
    if (page === undefined) continue;
    for (const [at, each] of casesOf(page, expected).entries()) {
      for (const order of each.orders) {
        const isHeld = each.movements.length > 0;
        const known = found.get(order);
        if (known !== undefined && (known.isHeld || !isHeld)) continue;
        const { state, isExplained, difference } = each.found;
        found.set(order, {
          key: `${kind} ${at}`,
          kind,
          movements: each.movements,
          isHeld,
          isExplained,
          state,
          difference: unitsOf(difference),
        });
      }
    }
  }
  return found;
}

/** What the checklist says of a month, from what the other screens say. */
function checkList(view: View, expected: Expected, month: string): void {
  const found = view.monthMatches.get(month);
  if (found === undefined) return;
  const cases = casesByOrder(view, expected);
  const keys = new Set(expected.rows.filter(({ bought }) => monthOfDays(bought) === month).map(orderKeyOf));
  let orders = 0;
  const uncovered: bigint[] = [];
  const differing = new Map<string, bigint>();
  let differ = 0;
  for (const key of keys) {
    const { amount } = amountsOf(expected.rows, key, new Set());
    const own = cases.get(key);
    const isHeld = own?.isHeld ?? false;
    if (amount === 0n && !isHeld) continue;
    orders += 1;
    if (own?.isExplained === true) continue;
    if (!isHeld) uncovered.push(amount);
    else if (own?.state === 'different') {
      differ += 1;
      differing.set(own.key, own.difference);
    }
  }
  equal('checklist', found.orders, orders, `orders of ${month}`);
  equal(
    'checklist',
    [found.uncovered.orders, unitsOf(found.uncovered.amount)],
    [uncovered.length, total(uncovered)],
    `orders of ${month} that no statement holds`,
  );
  equal(
    'checklist',
    [found.differing.orders, sumOf(found.differing.sums)],
    [differ, total(differing.values())],
    `orders of ${month} that differ`,
  );
  const payouts = view.chain.payouts.filter(
    ({ day, state }) => day !== null && day.slice(0, 7) === month && state !== 'beside',
  );
  equal('checklist', found.payouts, payouts.length, `payouts of ${month}`);
  for (const [name, state, of] of [
    ['missing', 'missing', 'amount'],
    ['short', 'different', 'difference'],
    ['waiting', 'waiting', 'amount'],
  ] as const) {
    const own = payouts.filter((each) => each.state === state && !each.isExplained);
    equal(
      'checklist',
      [found[name].payouts, sumOf(found[name].sums)],
      [own.length, total(firstOfEach(own).map((each) => unitsOf(each[of])))],
      `payouts of ${month} that are ${name}`,
    );
  }
}

/** What is told beside an order, from what the other screens say of it. */
function checkOrders(view: View, expected: Expected): void {
  const cases = casesByOrder(view, expected);
  const settled = [...settlementsOf(expected.rows).values()];
  const movements = movementsOf(expected.imports);
  for (const [key, found] of view.orderChains) {
    const own = expected.rows.filter((row) => orderKeyOf(row) === key);
    equal('checklist', unitsOf(found.amount), total(own.map(({ left }) => ofCents(left))), `order ${key}`);
    const names = [...new Set(own.map(({ settlement }) => settlement))].filter((name) => name !== '');
    const [first] = own;
    const isOwn = (each: { readonly canal: string; readonly cuenta: string }) =>
      each.canal === first?.canal && each.cuenta === first.cuenta;
    equal(
      'checklist',
      found.settlements
        .map(({ settlement, amount, whole }) => [settlement, unitsOf(amount), unitsOf(whole)] as const)
        .toSorted(byName),
      names
        .map((name) => {
          const inside = own.filter(({ settlement }) => settlement === name);
          const whole = settled.find((each) => each.settlement === name && isOwn(each))?.left;
          return [name, total(inside.map(({ left }) => ofCents(left))), whole] as const;
        })
        .toSorted(byName),
      `settlements of order ${key}`,
    );
    const held = cases.get(key);
    const { statement } = found;
    equal(
      'checklist',
      statement === null
        ? null
        : [
            statement.state,
            statement.isExplained,
            total(statement.amounts.map(({ difference }) => unitsOf(difference))),
          ],
      held?.isHeld === true ? [held.state, held.isExplained, held.difference] : null,
      `what a statement says of order ${key}`,
    );
    const ofRows = view.chain.ofRows.filter((each) => isOwn(each) && names.includes(each.settlement));
    const keys = new Set(found.payouts.map((each) => each.key));
    const missing = ofRows.flatMap(({ payouts }) => payouts).filter((payout) => !keys.has(payout));
    equal('checklist', missing, [], `payouts that are not told of order ${key}`);
    // What its lines were paid with.
    const isIn = (all: readonly PayoutView[], settlement: string): boolean =>
      all.some((each) => each.kind === held?.kind && each.settlement === settlement);
    const paid = (held?.movements ?? []).flatMap((id) => movements.get(id)?.settlement ?? []);
    const unpaid = paid.filter((name) => isIn(view.chain.payouts, name) && !isIn(found.payouts, name));
    equal('checklist', unpaid, [], `payouts of a statement that are not told of order ${key}`);
    const whole = new Map(view.chain.payouts.map((each) => [each.key, shown(each)]));
    const others = found.payouts.filter((each) => whole.get(each.key) !== shown(each));
    equal('checklist', others, [], `payouts that are told otherwise of order ${key}`);
  }
}

const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number =>
  one < other ? -1 : 1;

/** Payouts that came together have one difference. */
export function firstOfEach(payouts: readonly PayoutView[]): readonly PayoutView[] {
  const known = new Set<string>();
  return payouts.filter(({ key, together }) => {
    const isFirst = !together.some((other) => known.has(other.key));
    known.add(key);
    return isFirst;
  });
}
