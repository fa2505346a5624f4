import { casesOf, contentOf, type KnownCase } from './check-matches.ts';
import type { Expected } from './expected.ts';
import { amountsOf, closedMonth, movedOrders, total, unitsOf } from './oracle.ts';
import type { View } from './view.ts';
import { equal, shown } from './violation.ts';

/** The queue of exceptions, beside what matches and closes say. */

const REASONS = ['different', 'only-here', 'only-there'] as const;
type Reason = (typeof REASONS)[number];

/** Cases that each statement leaves open, by its digest and why; of a case that several have, the earliest one's. */
export function openCasesOf(view: View, expected: Expected): ReadonlyMap<string, readonly KnownCase[]> {
  const known = new Set<string>();
  const found = new Map<string, readonly KnownCase[]>();
  const oldestFirst = view.statements.toReversed();
  for (const { id, digest } of oldestFirst) {
    const page = view.matches.get(id);
    if (page === undefined) continue;
    const open = casesOf(page, expected).filter(({ found: { state, by, isExplained } }) => {
      return by !== 'decision' && !isExplained && REASONS.includes(state as Reason);
    });
    const own = open.filter((each) => !known.has(contentOf(each)));
    for (const each of own) known.add(contentOf(each));
    for (const reason of REASONS) {
      const ofReason = own.filter((each) => each.found.state === reason);
      if (ofReason.length > 0) found.set(`${digest} ${reason}`, ofReason);
    }
  }
  return found;
}

const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);

export function checkQueue(view: View, expectedState: Expected): void {
  const expected = openCasesOf(view, expectedState);
  const findings = view.queue.exceptions.filter(
    ({ isFound, finding }) =>
      isFound &&
      finding.kind === 'statement-difference' &&
      REASONS.includes(finding.subject.reason as Reason),
  );
  equal(
    'queue',
    findings.map(({ finding: { subject } }) => `${subject.statement} ${subject.reason}`).toSorted(),
    [...expected.keys()].toSorted(),
    'differences of statements',
  );
  for (const { finding } of findings) {
    const { statement, reason } = finding.subject;
    const cases = expected.get(`${statement} ${reason}`) ?? [];
    const rows = cases
      .flatMap(({ orders }) => orders)
      .map((key) => amountsOf(expectedState.rows, key, new Set()).rows);
    const lines = cases.reduce((count, { movements }) => count + movements.length, 0);
    equal(
      'queue',
      [unitsOf(finding.amount), finding.orders, finding.rows],
      [
        total(cases.map(({ found }) => sizeOf(unitsOf(found.difference)))),
        cases.reduce((count, { orders }) => count + orders.length, 0),
        reason === 'only-there' ? lines : rows.reduce((sum, each) => sum + each, 0),
      ],
      `${reason} of ${finding.name}: ${shown(cases.map(contentOf))}`,
    );
  }
  checkClosed(view, expectedState);
  checkAcceptances(view, expectedState, expected);
  checkSayings(view, expectedState, expected);
}

/** What was said of one exception holds exactly as long as its case is what it was; what was claimed of it comes before. */
function checkSayings(
  view: View,
  { acceptances, sayings, claims }: Expected,
  open: ReadonlyMap<string, readonly KnownCase[]>,
): void {
  const found = new Map(
    view.queue.groups.flatMap(({ findingKey, cases }) =>
      cases.map((each) => [each.key, { findingKey, each }]),
    ),
  );
  for (const { key, place, orders } of new Map(
    [...sayings.values()].map((told) => [told.key, told]),
  ).values()) {
    const now = (open.get(place) ?? []).filter((each) => shown(each.orders.toSorted()) === shown(orders));
    const one = found.get(key);
    if (now.length === 0) {
      equal('acceptances', one?.each.state, 'resolved', `what is said of ${key}`);
      continue;
    }
    const [last] = [...sayings.values()]
      .filter((told) => told.key === key)
      .toSorted((a, b) => b.value.atMs - a.value.atMs);
    const claim = [...claims.values()].findLast((told) => told.key === key);
    const ofAll = acceptances.get(one?.findingKey ?? '');
    const contents = now.map(contentOf);
    const isOfAll = ofAll !== undefined && ofAll.value.atMs > (last?.value.atMs ?? 0);
    const holds = isOfAll
      ? shown((open.get(place) ?? []).map(contentOf).toSorted()) === shown(ofAll.cases.toSorted())
      : last !== undefined && contents.includes(last.content);
    const said = isOfAll ? ofAll.value.state : last?.value.state;
    const isClaimed = claim !== undefined && contents.includes(claim.content);
    const state = isClaimed ? 'claimed' : holds ? said : 'open';
    equal('acceptances', one?.each.state, state, `the state of ${key}`);
  }
}

function checkClosed(view: View, expected: Expected): void {
  const drifted = view.closes.months.filter(({ state }) => state === 'drifted');
  const findings = view.queue.exceptions.filter(
    ({ isFound, finding }) => isFound && finding.kind === 'closed-month',
  );
  equal(
    'queue',
    findings.map(({ finding }) => finding.subject.month).toSorted(),
    drifted.map(({ month }) => month as string).toSorted(),
    'closed months that moved',
  );
  for (const { finding } of findings) {
    const month = finding.subject.month ?? '';
    const close = expected.closes.get(month);
    if (close === undefined) continue;
    const moved = movedOrders(close.orders, closedMonth(expected, month, close.countsOwnCosts));
    const name = 'Rentabilidad Total';
    equal(
      'queue',
      unitsOf(finding.amount),
      total([...moved.values()].map(([was, is]) => (is.sums[name] ?? 0n) - (was.sums[name] ?? 0n))),
      `what became of ${month}`,
    );
  }
}

function checkAcceptances(
  view: View,
  { acceptances }: Expected,
  open: ReadonlyMap<string, readonly KnownCase[]>,
): void {
  for (const [key, { value, cases }] of acceptances) {
    const found = view.queue.exceptions.find((each) => each.key === key);
    const { statement, reason } = value.finding.subject;
    const now = (open.get(`${statement} ${reason}`) ?? []).map(contentOf).toSorted();
    const isSame = shown(now) === shown(cases.toSorted());
    if (now.length === 0) {
      equal('acceptances', found?.isFound, false, `whether ${key} is found`);
      continue;
    }
    equal('acceptances', found?.state, isSame ? value.state : 'open', `the state of ${key}`);
    equal('acceptances', found?.isChanged, !isSame, `whether ${key} is another`);
  }
}
