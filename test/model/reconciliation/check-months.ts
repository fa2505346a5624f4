import type { StepPart, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthPage } from '#renderer/reconciliation/month/model/months-page.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { missingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { SourceRow } from './books.ts';
import { casesByOrder, firstOfEach, SPEAK } from './check-chain.ts';
import { canonical } from './check-kept.ts';
import { casesOf, contentOf, type KnownCase } from './check-matches.ts';
import { type Expected, isOfBank } from './expected.ts';
import {
  accountKeyOf,
  amountsOf,
  isoDay,
  MONTHS,
  monthOfDays,
  ofCents,
  orderKeyOf,
  ownCostOf,
  TODAY,
  total,
  unitsOf,
} from './oracle.ts';
import type { Tolerance, View } from './view.ts';
import { equal, hold, shown } from './violation.ts';

/** The steps of each month beside the raw books and what the other screens say; and what is not needed by the user's word. */

/** What a step has to come to in one account. `made`: of what, so that another figure of the same size is another. */
type StepFigure = {
  readonly reason: string;
  readonly count: number;
  /** Null: it is no money, or nothing stands open. */
  readonly amount: bigint | null;
  readonly explained?: readonly [number, bigint];
  readonly made: unknown;
};
type ByAccount = ReadonlyMap<string, StepFigure>;
type Steps = { readonly [step in WaivableStep]: ByAccount };

/** What is of no account in particular. */
const NOBODY = '';
export const nameOf = ({ account }: Pick<StepPart, 'account'>): string =>
  account === null ? NOBODY : accountKeyOf(account);

/** What is said of a part of a step is kept under a name of the month, the step and the account. */
export const partName = (month: string, step: string, account: string): string =>
  `${month} ${step} ${account}`;

export function checkMonths(view: View, expected: Expected, tolerance: Tolerance): void {
  equal(
    'months',
    view.months.months.map(({ month }) => month),
    [...view.monthPages.keys()],
    'months',
  );
  for (const [month, page] of view.monthPages) {
    if (!MONTHS.includes(month)) continue;
    const due = stepsOf(view, expected, month, tolerance);
    for (const step of Object.keys(due) as WaivableStep[]) checkStep(page, step, { month, due, expected });
    checkWalk(view, page, expected, month);
  }
}

type Context = { readonly month: string; readonly due: Steps; readonly expected: Expected };

function checkStep({ walk, parts }: MonthPage, step: WaivableStep, { month, due, expected }: Context): void {
  const own = new Map<string, StepPart>(parts[step].map((part) => [nameOf(part), part]));
  equal(
    'months',
    [...own.keys()].toSorted(),
    [...due[step].keys()].toSorted(),
    `accounts of ${step} in ${month}`,
  );
  for (const [account, should] of due[step]) {
    const part = own.get(account);
    const what = `${step} of ${account} in ${month}`;
    equal(
      'months',
      [part?.reason, part?.count, part?.amount == null ? null : unitsOf(part.amount)],
      [should.reason, should.count, should.amount],
      what,
    );
    if (should.explained !== undefined) {
      equal(
        'months',
        [part?.explained.count, unitsOf(part?.explained.amount)],
        should.explained,
        `explained ${what}`,
      );
    }
    checkWaiver(part, expected.waivers.get(partName(month, step, account)), should, what);
  }
  const found = walk?.steps.find(({ id }) => id === step);
  const states = parts[step].map(({ state }) => state);
  const informative = states.includes('open') ? 'open' : states.includes('blocked') ? 'blocked' : null;
  const standing = parts[step].filter(({ state }) => state === informative);
  equal('months', found?.accounts, standing.length, `accounts that stand open in ${step} of ${month}`);
  if (informative !== null) equal('months', found?.state, informative, `the state of ${step} in ${month}`);
  else
    hold(
      'months',
      found?.state === 'done' || states.includes('waived'),
      () => `${step} of ${month} is ${found?.state}`,
    );
  // A SKU may be sold in several accounts: the checks of missing costs are of all of them.
  if (step !== 'costs') {
    equal(
      'months',
      found?.count,
      standing.reduce((sum, { count }) => sum + count, 0),
      `the count of ${step} in ${month}`,
    );
  }
  const amounts = standing.filter(({ state }) => state === 'open').flatMap(({ amount }) => amount ?? []);
  equal(
    'months',
    found?.amount == null ? null : unitsOf(found.amount),
    amounts.length === 0 ? null : total(amounts.map(unitsOf)),
    `the amount of ${step} in ${month}`,
  );
}

/** It holds exactly as long as the figure is what it was said of; and is never lost. */
function checkWaiver(
  part: StepPart | undefined,
  said: Expected['waivers'] extends Map<string, infer Waiver> ? Waiver | undefined : never,
  should: StepFigure,
  what: string,
): void {
  if (part === undefined) return;
  if (said === undefined) {
    equal('waivers', [part.waiver, part.fallen], [null, null], `what nobody said of ${what}`);
    hold('waivers', part.state !== 'waived', () => `${what} is waived by nobody`);
    return;
  }
  const isSame = said.figure === figureOf(should);
  const { key: _, ...shownAs } = part.waiver ?? part.fallen ?? { key: '' };
  equal('waivers', canonical(shownAs), canonical(said.value), `what was said of ${what}`);
  hold(
    'waivers',
    part.state === 'done' || (part.state === 'waived') === isSame,
    () => `${what} is ${part.state} where it was said of ${said.figure} and is ${figureOf(should)}`,
  );
  hold(
    'waivers',
    (part.waiver !== null) === (part.state === 'waived'),
    () => `a waiver of ${what} that is none`,
  );
}

/** A step's figure as one text: of another one a waiver does not hold. */
export const figureOf = ({ reason, count, amount, made }: StepFigure): string =>
  shown([reason, count, amount === null ? null : String(amount), made]);

/** What a part of a step has to come to, as one text, at the moment that something is said of it. */
export function figureNow(
  view: View,
  expected: Expected,
  tolerance: Tolerance,
  [month, step, account]: readonly [string, WaivableStep, string],
): string | null {
  const found = stepsOf(view, expected, month, tolerance)[step].get(account);
  return found === undefined ? null : figureOf(found);
}

function checkWalk(view: View, { walk }: MonthPage, expected: Expected, month: string): void {
  if (walk === null) return;
  const holding = walk.steps.filter(({ state }) => state === 'done' || state === 'waived');
  equal('months', [walk.done, walk.of], [holding.length, 7], `steps of ${month}`);
  equal('months', walk.squares, holding.length === 7, `whether ${month} squares`);
  const before = walk.steps.slice(0, -1);
  const inTheWay = before.filter((step) => !holding.includes(step)).map(({ id }) => id);
  equal('months', walk.inTheWay, inTheWay, `what is in the way of the close of ${month}`);
  const closed = view.closes.months.find((each) => each.month === month);
  const close = walk.steps.at(-1);
  const should =
    closed === undefined || closed.state === 'open'
      ? inTheWay.length === 0
        ? ['open', 'ready']
        : ['blocked', 'steps-open']
      : closed.state === 'drifted'
        ? ['open', 'drifted']
        : ['done', 'closed'];
  equal('months', [close?.state, close?.reason], should, `the close of ${month}`);
  const rows = expected.rows.filter(({ bought }) => monthOfDays(bought) === month);
  equal('months', walk.rows, rows.length, `rows of ${month}`);
  equal(
    'months',
    JSON.stringify(walk),
    JSON.stringify(view.months.months.find((each) => each.month === month)),
    `${month} among all`,
  );
}

export function stepsOf(view: View, expected: Expected, month: string, tolerance: Tolerance): Steps {
  const rows = expected.rows.filter(({ bought }) => monthOfDays(bought) === month);
  const accounts = [...new Set(rows.map(accountKeyOf))];
  const ofAccount = (key: string) => rows.filter((row) => accountKeyOf(row) === key);
  const statements = statementsOf(view, expected, month, rows);
  return {
    data: new Map([
      [NOBODY, { reason: 'unread', count: 0, amount: null, made: [rows.length, ordersOf(rows)] }],
    ]),
    rows: new Map(accounts.map((key) => [key, { reason: 'hold', count: 0, amount: null, made: null }])),
    costs: new Map(accounts.map((key) => [key, costsOf(ofAccount(key), expected)])),
    statements,
    differences: differencesOf(view, expected, month, { tolerance, rows, statements }),
    bank: bankOf(view, expected, month, statements),
  };
}

const ordersOf = (rows: readonly SourceRow[]): number => new Set(rows.map(orderKeyOf)).size;

function costsOf(rows: readonly SourceRow[], expected: Expected): StepFigure {
  const lacking = rows.filter(
    (row) => row.ventas !== 0n && (row.cost ?? 0n) === 0n && ownCostOf(row, expected.ownCosts) === 0n,
  );
  const skus = [...new Set(lacking.map(({ sku }) => sku))].toSorted();
  return {
    reason: skus.length > 0 ? 'missing' : 'known',
    count: skus.length,
    amount: skus.length > 0 ? total(lacking.map(({ ventas }) => ofCents(ventas))) : null,
    made: [skus, lacking.length],
  };
}

/** Orders of a month that come to something, by account. */
export function soldOf(view: View, expected: Expected, rows: readonly SourceRow[]) {
  const cases = casesByOrder(view, expected);
  const keys = [...new Set(rows.map(orderKeyOf))];
  return keys.flatMap((key) => {
    const { amount } = amountsOf(expected.rows, key, new Set());
    const own = cases.get(key);
    const [canal = '', cuenta = ''] = JSON.parse(key) as readonly string[];
    const isSold = amount !== 0n || own?.isHeld === true;
    return isSold ? [{ key, amount, own, account: accountKeyOf({ canal, cuenta }) }] : [];
  });
}

/** Days that statements of an account reach, as the screens tell them. */
function spansOf(view: View, account: string) {
  return view.statements.flatMap((each) => {
    if (isOfBank(each) || !SPEAK.includes(each.kind) || each.days === null) return [];
    const own =
      each.account == null
        ? each.accounts.map(accountKeyOf)
        : [accountKeyOf({ canal: each.account.Canal, cuenta: each.account.Cuenta })];
    return own.includes(account) ? [each.days] : [];
  });
}

function statementsOf(view: View, expected: Expected, month: string, rows: readonly SourceRow[]): ByAccount {
  const sold = soldOf(view, expected, rows);
  const missing = missingStatements(view.statements, TODAY as LocalDate);
  return new Map(
    [...new Set(sold.map(({ account }) => account))].map((account): readonly [string, StepFigure] => {
      const own = sold.filter((each) => each.account === account);
      const spans = spansOf(view, account);
      const isKnown = own.some((each) => each.own?.isHeld === true);
      const isCovered = isKnown || spans.some(({ from, to }) => from <= `${month}-31` && to >= `${month}-01`);
      const last =
        spans
          .map(({ to }) => to as string)
          .toSorted()
          .at(-1) ?? '';
      const untold = own.filter((each) => {
        if (each.own !== undefined) return false;
        const paid = expected.rows.filter((row) => orderKeyOf(row) === each.key).map((row) => row.paid);
        const lastPaid = Math.max(...paid.map((day) => day ?? -1));
        return lastPaid >= 0 && isoDay(lastPaid) <= last;
      });
      const missed = missing
        .filter((each) => accountKeyOf(each) === account)
        .flatMap(({ months }) => months.filter((each) => each.month === month));
      const reason = !isCovered ? 'none' : missed.length > 0 || untold.length > 0 ? 'gaps' : 'covered';
      const amountOf = (each: readonly { readonly amount: bigint }[]) =>
        total(each.map(({ amount }) => amount));
      return [
        account,
        {
          reason,
          count: Number(reason !== 'covered'),
          amount: reason === 'covered' ? null : amountOf(reason === 'gaps' ? untold : own),
          made: [own.length, String(amountOf(own)), untold.length, String(amountOf(untold))],
        },
      ];
    }),
  );
}

const isWritten = (difference: bigint, { absolute }: Tolerance): boolean =>
  (difference < 0n ? -difference : difference) <= unitsOf(absolute);

type OfMonth = {
  readonly tolerance: Tolerance;
  readonly rows: readonly SourceRow[];
  readonly statements: ByAccount;
};

function differencesOf(
  view: View,
  expected: Expected,
  month: string,
  { tolerance, rows, statements }: OfMonth,
): ByAccount {
  const found = new Map<string, { all: number; open: KnownCase[]; said: KnownCase[] }>();
  const take = (account: string, each: KnownCase): void => {
    const own = found.get(account) ?? { all: 0, open: [], said: [] };
    found.set(account, own);
    own.all += 1;
    const { state, isExplained, by } = each.found;
    if (state === 'same') return;
    if (state === 'different' && isWritten(unitsOf(each.found.difference), tolerance)) return;
    (isExplained || by === 'decision' ? own.said : own.open).push(each);
  };
  const cases = new Map<string, KnownCase>();
  const alone: { readonly kind: string; readonly each: KnownCase }[] = [];
  for (const kind of SPEAK) {
    const page = view.matchesByKind.get(kind);
    if (page === undefined) continue;
    for (const [at, each] of casesOf(page, expected).entries()) {
      cases.set(`${kind} ${at}`, each);
      if (each.orders.length === 0) alone.push({ kind, each });
    }
  }
  const sold = soldOf(view, expected, rows);
  for (const { account } of sold) found.set(account, found.get(account) ?? { all: 0, open: [], said: [] });
  // A case counts once in a month, in the account of its orders.
  const ofMonth = new Map(
    sold.flatMap(({ own, account }) => (own === undefined ? [] : [[own.key, account] as const])),
  );
  for (const [key, account] of ofMonth) {
    const each = cases.get(key);
    if (each !== undefined) take(account, each);
  }
  const firstKind = new Map<string, string>();
  for (const { kind, each } of alone) {
    const [line] = each.found.lines;
    const order = line?.order ?? null;
    if (order !== null) {
      firstKind.set(order, firstKind.get(order) ?? kind);
      if (firstKind.get(order) !== kind) continue;
    }
    const day = (line?.date ?? line?.released)?.day;
    if (day === undefined || !day.startsWith(month)) continue;
    const statement = view.statements.find(({ id }) => id === line?.statementId);
    const own =
      statement?.account == null
        ? (statement?.accounts ?? []).map(accountKeyOf)
        : [accountKeyOf({ canal: statement.account.Canal, cuenta: statement.account.Cuenta })];
    take(own.length === 1 ? (own[0] ?? NOBODY) : NOBODY, each);
  }
  const sumOf = (all: readonly KnownCase[]): bigint =>
    total(all.map((each) => unitsOf(each.found.difference)));
  return new Map(
    [...found].map(([account, { all, open, said }]): readonly [string, StepFigure] => [
      account,
      {
        reason:
          open.length > 0
            ? 'differ'
            : all > 0
              ? 'same'
              : statements.get(account)?.reason === 'none' &&
                  !isNotNeeded(expected, month, account, statements)
                ? 'no-statement'
                : 'nothing',
        count: open.length,
        amount: open.length === 0 ? null : sumOf(open),
        explained: [said.length, sumOf(said)],
        made: open.map(contentOf).toSorted(),
      },
    ]),
  );
}

/** Whether somebody said of an account's statements, as they are by now, that none is needed. */
function isNotNeeded(expected: Expected, month: string, account: string, statements: ByAccount): boolean {
  const own = statements.get(account);
  const said = expected.waivers.get(partName(month, 'statements', account));
  return own !== undefined && said?.figure === figureOf(own);
}

function bankOf(view: View, expected: Expected, month: string, statements: ByAccount): ByAccount {
  const payouts = view.chain.payouts.filter(
    ({ day, state }) => day !== null && day.slice(0, 7) === month && state !== 'beside',
  );
  if (payouts.length === 0) {
    const missed = [...statements].filter(
      ([account, { reason }]) => reason !== 'covered' && !isNotNeeded(expected, month, account, statements),
    );
    const reason = missed.length > 0 ? 'no-statement' : 'nothing';
    return new Map([[NOBODY, { reason, count: missed.length, amount: null, made: null }]]);
  }
  const found = new Map<string, PayoutView[]>();
  for (const each of payouts) {
    const [only, ...others] = each.accounts;
    const key = only === undefined || others.length > 0 ? NOBODY : accountKeyOf(only);
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return new Map(
    [...found].map(([account, own]): readonly [string, StepFigure] => {
      const open = own.filter(({ state, isExplained }) => state !== 'arrived' && !isExplained);
      const off = open.filter(({ state }) => state === 'missing' || state === 'different');
      const reasons = ['missing', 'different', 'no-bank', 'bank-ends', 'no-date', 'not-yet'];
      const reasonOf = ({ state, why }: PayoutView): string =>
        state === 'missing' || state === 'different'
          ? state
          : why !== null && ['no-bank', 'no-date', 'not-yet'].includes(why)
            ? why
            : 'bank-ends';
      const reason = reasons.find((each) => open.some((payout) => reasonOf(payout) === each)) ?? 'arrived';
      return [
        account,
        {
          reason,
          count: off.length > 0 ? off.length : open.length,
          amount:
            off.length === 0
              ? null
              : total(
                  firstOfEach(off).map(({ state, amount, difference }) =>
                    state === 'different' ? unitsOf(difference) : -unitsOf(amount),
                  ),
                ),
          made: open.map(({ key, state, amount, difference }) => [key, state, amount, difference]).toSorted(),
        },
      ];
    }),
  );
}
