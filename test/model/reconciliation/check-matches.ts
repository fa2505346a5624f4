import type { MatchedCase, MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  APART,
  type Expected,
  type ExpectedDecision,
  isBilledApart,
  isOfBank,
  movementAt,
  movementsOf,
} from './expected.ts';
import type { Movement } from './files.ts';
import { amountsOf, ofCents, orderKeyOf, total, unitsOf } from './oracle.ts';
import { EXACTLY, type Tolerance, type View } from './view.ts';
import { equal, hold, shown } from './violation.ts';

/** Imports, their lines beside the rows, and what was decided of them. */

const STATES = ['same', 'within', 'different', 'only-here', 'only-there'] as const;

export function checkMatches(view: View, expected: Expected, tolerance: Tolerance): void {
  checkImports(view, expected);
  for (const [id, page] of view.matches) checkPage(page, [id], { view, expected, tolerance });
  for (const page of view.matchesByKind.values()) {
    const ids = page.statements.map(({ id }) => id);
    checkPage(page, ids, { view, expected, tolerance: EXACTLY });
  }
}

function checkImports({ statements }: View, { imports }: Expected): void {
  equal(
    'imports',
    statements.map(({ id }) => id).toSorted(),
    imports.map(({ id }) => id).toSorted(),
    'imports',
  );
  for (const statement of statements) {
    const one = imports.find(({ id }) => id === statement.id);
    if (one === undefined) continue;
    const { movements } = one.file;
    equal('imports', statement.lines, movements.size, `lines of ${one.file.name}`);
    equal(
      'imports',
      total(statement.nets.map(({ net }) => unitsOf(net))),
      ofCents(total([...movements.values()].map(({ net }) => net))),
      `the sum of ${one.file.name}`,
    );
    const isOpen = one.file.doubt !== null && one.answer === null;
    equal('imports', statement.proof.doubts ?? 0, Number(isOpen), `doubts of ${one.file.name}`);
    const isLine = one.answer !== 'no-movement';
    equal(
      'imports',
      statement.said ?? { movements: 0, leftOut: 0 },
      { movements: Number(one.answer !== null && isLine), leftOut: Number(one.answer !== null && !isLine) },
      `what was said of rows of ${one.file.name}`,
    );
    const account = statement.account == null ? null : [statement.account.Canal, statement.account.Cuenta];
    equal(
      'decisions-kept',
      account,
      one.account === null ? null : [one.account.canal, one.account.cuenta],
      `the account of ${one.file.name}`,
    );
  }
}

type Context = { readonly view: View; readonly expected: Expected; readonly tolerance: Tolerance };

/** A case with what it really is of. */
export type KnownCase = {
  readonly found: MatchedCase;
  readonly movements: readonly string[];
  readonly orders: readonly string[];
};

export const casesOf = ({ cases }: MatchesPage, { imports }: Expected): readonly KnownCase[] =>
  cases.map((found) => ({
    found,
    movements: found.lines.map(
      ({ statementId, line }) => movementAt(imports, statementId, line)?.id ?? `? ${line}`,
    ),
    orders: found.orders.map(({ key }) => key),
  }));

/** Of a case by its content: what it is of and what it is off by. */
export const contentOf = ({ found, movements, orders }: KnownCase): string =>
  JSON.stringify([orders.toSorted(), movements.toSorted(), String(unitsOf(found.difference))]);
/** The orders that such a content is of. */
export const ordersIn = (content: string): readonly string[] =>
  (JSON.parse(content) as readonly [readonly string[]])[0];

function checkPage(page: MatchesPage, ids: readonly string[], context: Context): void {
  const { expected } = context;
  const cases = casesOf(page, expected);
  checkLines(page, cases, ids, context);
  checkBasis(page, expected);
  for (const each of cases) checkCase(each, page.statements, context);
  checkSettled(page, cases, context);
  checkTotals(page);
  checkDecisions(page, cases, ids, context);
}

/**
 * An order over several settlements is the same where lines tell what of it is in those that they name: the statement of the rest
 * is to come. And orders of settlements that a statement does not name are another's to tell.
 */
function checkSettled(page: MatchesPage, cases: readonly KnownCase[], context: Context): void {
  const { expected } = context;
  for (const each of cases) {
    const { found, movements } = each;
    const [first] = found.lines;
    const [only, ...others] = each.orders;
    if (first === undefined || only === undefined || others.length > 0 || found.by === 'decision') continue;
    const named = namedBeside(first.statementId, page.statements, context);
    const [isApart, ...differently] = apartOf(each, page.statements, expected);
    const { settled } = amountsOf(expected.rows, only, named, isApart === true);
    if (settled === null || differently.length > 0 || settled !== unitsOf(found.statementAmount)) continue;
    equal('parts', found.state, 'same', `${shown(movements)} of ${only}, as its settlements hold`);
  }
  const [own, ...beside] = page.statements;
  if (own === undefined || beside.length > 0) return;
  const named = namedBeside(own.id, page.statements, context);
  const settlementsOf = (key: string) =>
    expected.rows.flatMap((row) => (orderKeyOf(row) === key ? [row.settlement] : []));
  const accountOf = (key: string) => JSON.stringify(JSON.parse(key).slice(0, 2));
  const held = new Set(
    cases
      .filter(({ movements }) => movements.length > 0)
      .flatMap(({ orders }) => orders.filter((key) => settlementsOf(key).some((each) => named.has(each))))
      .map(accountOf),
  );
  const lacked = cases.flatMap(({ movements, orders }) => (movements.length > 0 ? [] : orders));
  // Two accounts may have a sub-order of one number: a line names the orders of both, and was given to another by hand.
  const numbers = new Set(
    cases.flatMap(({ found: { by, lines } }) =>
      by === 'decision' ? lines.flatMap(({ order, suborder }) => [order, suborder]) : [],
    ),
  );
  const isNamed = (key: string) =>
    expected.rows.some(
      (row) => orderKeyOf(row) === key && (numbers.has(row.orden) || numbers.has(row.suborden)),
    );
  const strange = lacked.filter(
    (key) =>
      held.has(accountOf(key)) &&
      settlementsOf(key).every((each) => each !== '' && !named.has(each)) &&
      !isNamed(key),
  );
  equal('parts', strange, [], `orders of other settlements that ${own.name} is said to lack`);
}

/** What is the same of statements whose orders may be paid over several of them. */
const groupOfParts = ({ kind, layout, account, accounts }: ImportedStatement): string =>
  JSON.stringify([
    kind,
    layout,
    account == null ? null : [account.Canal, account.Cuenta],
    account == null ? accounts.map(({ canal, cuenta }) => [canal, cuenta]) : null,
  ]);

/** Movements of other statements of the same group, of an order that some statements tell of. */
function otherParts(ids: readonly string[], statements: readonly ImportedStatement[], { imports }: Expected) {
  const own = statements.filter(({ id }) => ids.includes(id) && !isOfBank(statementOf(id, statements)));
  const known = new Set(movementsOf(imports.filter(({ id }) => ids.includes(id))).keys());
  const found = new Map<string, { readonly statement: ImportedStatement; readonly movement: Movement }>();
  for (const group of new Set(own.map(groupOfParts))) {
    const isIn = (id: string) => groupOfParts(statementOf(id, statements)) === group;
    const inGroup = imports.filter(({ id }) => isIn(id));
    const asked = movementsOf(inGroup.filter(({ id }) => ids.includes(id)));
    const orders = new Set([...asked.values()].flatMap(({ order }) => order ?? []));
    const named = new Set([...asked.values()].flatMap(({ settlement }) => settlement ?? []));
    const days = own.filter((each) => isIn(each.id)).map((each) => each.days);
    for (const { id, file } of inGroup) {
      for (const movement of file.movements.values()) {
        if (movement.order === null || !orders.has(movement.order)) continue;
        const theirs = statementOf(id, statements).days;
        const isApart = days.every(
          (each) => each !== null && theirs !== null && (each.to < theirs.from || theirs.to < each.from),
        );
        // Of a settlement, or of days, that they tell themselves it is another version, and no part.
        if (movement.settlement === null ? !isApart : named.has(movement.settlement)) continue;
        if (!known.has(movement.id) && !found.has(movement.id))
          found.set(movement.id, { statement: statementOf(id, statements), movement });
      }
    }
  }
  return found;
}

function statementOf(id: string, statements: readonly ImportedStatement[]): ImportedStatement {
  const found = statements.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no statement ${id}.`);
  return found;
}

function checkLines(
  page: MatchesPage,
  cases: readonly KnownCase[],
  ids: readonly string[],
  { view, expected: expectedState }: Context,
): void {
  const { imports } = expectedState;
  const expected = new Map(movementsOf(imports.filter(({ id }) => ids.includes(id))));
  const all = cases.flatMap(({ movements }) => movements);
  // What no other statement tells as outside of its result stands here as a part.
  const parts = [...otherParts(ids, view.statements, expectedState).values()].filter(
    ({ statement, movement }) => {
      const theirs = view.matches.get(statement.id);
      return (
        theirs !== undefined &&
        casesOf(theirs, expectedState).some(({ movements }) => movements.includes(movement.id))
      );
    },
  );
  equal(
    'lines-once',
    all.filter((id) => !expected.has(id)).toSorted(),
    parts.map(({ movement }) => movement.id).toSorted(),
    `parts of orders of ${ids.join()} in other statements`,
  );
  for (const { movement } of parts) expected.set(movement.id, movement);
  const counted = all;
  const outside = page.outside.reduce((count, { lines }) => count + lines, 0);
  equal('lines-once', new Set(counted).size, counted.length, `lines in cases of ${ids.join()}, each once`);
  equal('lines-once', counted.length + outside, expected.size, `lines of ${ids.join()}`);
  const sum = total([
    ...cases.map(({ found }) => unitsOf(found.statementAmount)),
    ...page.outside.map((each) => unitsOf(each.sum)),
  ]);
  equal(
    'lines-once',
    sum,
    ofCents(total([...expected.values()].map(({ net }) => net))),
    `the sum of ${ids.join()}`,
  );
  // Statements of which one alone is said to be an account's may each tell a settlement of an order: its rows there, and no others.
  const whole = new Set<string>();
  const inPart = new Set<string>();
  const held = cases.flatMap(({ found }) =>
    found.orders.flatMap(({ key, settlements }) => {
      const isInPart = found.isBySettlement && settlements.length > 0;
      (isInPart ? inPart : whole).add(key);
      return isInPart ? settlements.map((settlement) => `${key} ${settlement}`) : [key];
    }),
  );
  equal('lines-once', new Set(held).size, held.length, `orders in cases of ${ids.join()}, each once`);
  const both = [...inPart].filter((key) => whole.has(key));
  equal('lines-once', both, [], `orders in cases of ${ids.join()}, whole and in part`);
}

function checkBasis({ basis, statements }: MatchesPage, expected: Expected): void {
  if (statements.length === 0) return;
  const [first, ...others] = new Set(statements.map((each) => isBilledApart(each, expected)));
  const chosen = { part: 'net', apart: first === true ? [APART] : [] };
  equal('basis', basis.chosen, others.length > 0 ? null : chosen, 'what statements are held against');
}

/** What the statements of a case bill apart; of one without a line each of those that may tell it. */
function apartOf(
  { found }: Pick<KnownCase, 'found'>,
  statements: readonly ImportedStatement[],
  expected: Expected,
): readonly boolean[] {
  const [first] = found.lines;
  // A part of another statement is of one of the same layout and account.
  const [only] = first === undefined ? [] : statements.filter(({ id }) => id === first.statementId);
  const own = only === undefined ? statements : [only];
  return [...new Set(own.map((each) => isBilledApart(each, expected)))];
}

/** The settlements that lines held against the same accounts name. */
function namedBeside(
  statementId: string,
  statements: readonly ImportedStatement[],
  { expected, view: { statements: all } }: Omit<Context, 'tolerance'>,
): ReadonlySet<string> {
  const { imports } = expected;
  const bases = new Set(statements.map((each) => isBilledApart(each, expected)));
  const isSaid = bases.size > 1 || statements.some(({ account }) => account != null);
  const groupOf = (statement: ImportedStatement): string => {
    const { account, accounts } = statement;
    if (!isSaid) return '';
    const own =
      account == null
        ? accounts.map(({ canal, cuenta }) => [canal, cuenta])
        : [[account.Canal, account.Cuenta]];
    return JSON.stringify([own, isBilledApart(statement, expected)]);
  };
  const own = all.find(({ id }) => id === statementId);
  const ids = statements
    .filter((each) => own !== undefined && groupOf(each) === groupOf(own))
    .map(({ id }) => id);
  const asked = statements.map(({ id }) => id);
  // A line of several files counts in the one that came first, whichever account the others are said to be of.
  const countsIn = new Map<string, string>();
  for (const { id, file } of imports)
    for (const movement of asked.includes(id) ? file.movements.values() : [])
      if (!countsIn.has(movement.id)) countsIn.set(movement.id, id);
  const movements = [...movementsOf(imports.filter(({ id }) => ids.includes(id))).values()].filter(
    (movement) => ids.includes(countsIn.get(movement.id) ?? ''),
  );
  const parts = [...otherParts(asked, all, expected).values()].filter(
    ({ statement }) => own !== undefined && groupOf(statement) === groupOf(own),
  );
  return new Set(
    [...movements, ...parts.map(({ movement }) => movement)].flatMap(({ settlement }) => settlement ?? []),
  );
}

const NOTHING = { amount: 0n, settled: null };
const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);

function checkCase(each: KnownCase, statements: readonly ImportedStatement[], context: Context): void {
  const { expected, tolerance } = context;
  const { found, movements } = each;
  const what = shown([movements, found.orders.map(({ key }) => key)]);
  const nets = found.lines.map(
    ({ statementId, line }) => movementAt(expected.imports, statementId, line)?.net,
  );
  for (const [at, { net }] of found.lines.entries())
    equal('case-sums', unitsOf(net), ofCents(nets[at] ?? -1n), `a line of ${what}`);
  const there = ofCents(total(nets.map((net) => net ?? 0n)));
  const [first] = found.lines;
  const named = first === undefined ? new Set<string>() : namedBeside(first.statementId, statements, context);
  const bases = apartOf(each, statements, expected);
  const amounts = found.orders.map((order) => {
    const known = bases.map((isApart) => amountsOf(expected.rows, order.key, named, isApart));
    const own = known.find(({ amount }) => amount === unitsOf(order.amount)) ?? known[0] ?? NOTHING;
    equal('case-sums', unitsOf(order.amount), own.amount, `an order of ${what}`);
    if (first !== undefined) {
      equal(
        'case-sums',
        order.settled === null ? null : unitsOf(order.settled),
        own.settled,
        `what is settled of an order of ${what}`,
      );
    }
    return found.isBySettlement ? (own.settled ?? own.amount) : own.amount;
  });
  const here = total(amounts);
  equal(
    'case-sums',
    [unitsOf(found.statementAmount), unitsOf(found.ledgerAmount), unitsOf(found.difference)],
    [there, here, there - here],
    `sides of ${what}`,
  );
  equal(
    'case-sums',
    [found.lineCount, found.orderCount],
    [found.lines.length, found.orders.length],
    'counts',
  );
  equal('case-sums', found.state, stateOf(found, there - here, tolerance), `the state of ${what}`);
}

function stateOf(
  { lines, orders }: MatchedCase,
  difference: bigint,
  { absolute }: Tolerance,
): MatchedCase['state'] {
  if (lines.length === 0) return 'only-here';
  if (orders.length === 0) return 'only-there';
  if (difference === 0n) return 'same';
  return sizeOf(difference) <= unitsOf(absolute) ? 'within' : 'different';
}

function checkTotals({ cases, totals: [totals, ...others] }: MatchesPage): void {
  // Its files are of one currency.
  if (totals === undefined || others.length > 0) throw new Error('Totals in several currencies.');
  for (const state of STATES) {
    const own = cases.filter((each) => each.state === state);
    const sumOf = (of: 'ledgerAmount' | 'statementAmount' | 'difference') =>
      total(own.map((each) => unitsOf(each[of])));
    const found = totals.byState[state];
    equal(
      'case-sums',
      [
        found.cases,
        found.lines,
        found.orders,
        ...(['ledgerAmount', 'statementAmount', 'difference'] as const).map((of) => unitsOf(found[of])),
      ],
      [
        own.length,
        own.reduce((count, { lines }) => count + lines.length, 0),
        own.reduce((count, { orders }) => count + orders.length, 0),
        sumOf('ledgerAmount'),
        sumOf('statementAmount'),
        sumOf('difference'),
      ],
      `the total of ${state}`,
    );
  }
  const both = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
  equal(
    'case-sums',
    unitsOf(totals.remains),
    total(both.map((each) => unitsOf(each.difference))),
    'what remains',
  );
  equal('case-sums', unitsOf(totals.gap), total(cases.map((each) => unitsOf(each.difference))), 'the gap');
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && shown(one.toSorted()) === shown(other.toSorted());

/** What orders are held against: the settlements that are named beside them, and whether advertising is billed apart. */
type Held = { readonly named: ReadonlySet<string>; readonly isApart: boolean };

/** Whether the orders of a decision are what they were when it was said. */
function areUnmoved(
  { value, movements }: ExpectedDecision,
  { named, isApart }: Held,
  expected: Expected,
): boolean {
  const now = value.orders.map((key) => amountsOf(expected.rows, key, named, isApart));
  if (now.some(({ isHere }) => !isHere)) return false;
  const sayings = [value, ...value.earlier].filter(({ verdict }) => verdict === value.verdict);
  return sayings.some(
    ({ said }) =>
      said !== null &&
      said.orders.length === now.length &&
      said.orders.every(
        ({ amount, settled }, at) =>
          unitsOf(amount) === now[at]?.amount &&
          (movements.length === 0 || unitsOf(settled) === (now[at]?.settled ?? now[at]?.amount)),
      ),
  );
}

const settles = ({ found, movements, orders }: KnownCase, decision: ExpectedDecision): boolean =>
  isSameSet(movements, decision.movements) &&
  isSameSet(orders, decision.value.orders) &&
  (decision.value.verdict === 'explained' ? found.isExplained : found.by === 'decision');

function checkDecisions(
  page: MatchesPage,
  cases: readonly KnownCase[],
  ids: readonly string[],
  context: Context,
): void {
  const { expected, view } = context;
  const { imports, decisions } = expected;
  const inView = new Map<string, unknown>([
    ...movementsOf(imports.filter(({ id }) => ids.includes(id))),
    ...otherParts(ids, view.statements, expected),
  ]);
  const said = [...decisions.values()].filter(
    ({ kind, value }) => kind === 'match-decision' && value.verdict !== 'no-match',
  );
  const fallen = new Set(page.fallen.map(({ key }) => key));
  const namedOf = (each: KnownCase): ReadonlySet<string> => {
    const [first] = each.found.lines;
    return first === undefined ? new Set() : namedBeside(first.statementId, page.statements, context);
  };
  const basesOf = (each: KnownCase) => apartOf(each, page.statements, expected);
  for (const each of cases) {
    const { isExplained, by } = each.found;
    if (!isExplained && by !== 'decision') continue;
    const whose = said.filter((decision) => settles(each, decision));
    const what = () => shown([each.movements, each.orders, by, isExplained]);
    hold('decisions-dead', whose.length > 0, () => `nobody decided ${what()}`);
    hold(
      'decisions-dead',
      whose.some((decision) =>
        basesOf(each).some((isApart) => areUnmoved(decision, { named: namedOf(each), isApart }, expected)),
      ),
      () => `${what()} was decided of other figures`,
    );
  }
  for (const decision of said) {
    const { key, movements, value } = decision;
    if (!movements.every((id) => inView.has(id))) continue;
    const touched = cases.filter(
      (each) =>
        each.movements.some((id) => movements.includes(id)) ||
        each.orders.some((id) => value.orders.includes(id)),
    );
    if (touched.length === 0) continue;
    const named = touched.map(namedOf).find((each) => each.size > 0) ?? new Set<string>();
    const isSettled = cases.some((each) => settles(each, decision));
    const what = () => `${value.verdict} of ${shown([movements, value.orders])}`;
    hold(
      'decisions-alive',
      isSettled || fallen.has(key),
      () => `${what()} is neither held nor told as fallen`,
    );
    const bases = new Set(touched.flatMap(basesOf));
    if (![...bases].every((isApart) => areUnmoved(decision, { named, isApart }, expected))) continue;
    const own = touched.find(
      (each) => isSameSet(each.movements, movements) && isSameSet(each.orders, value.orders),
    );
    if (value.verdict === 'explained' && own !== undefined) {
      hold(
        'decisions-alive',
        own.found.isExplained,
        () => `${what()} is what it was, and is not explained any more`,
      );
    }
    const isRivalled = said.some(
      (other) =>
        other !== decision &&
        other.value.verdict === 'match' &&
        (other.movements.some((id) => movements.includes(id)) ||
          other.value.orders.some((id) => value.orders.includes(id))),
    );
    if (value.verdict === 'match' && !isRivalled) {
      hold('decisions-alive', isSettled, () => `${what()} is what it was, and is not matched any more`);
    }
  }
}
