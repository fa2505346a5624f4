import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { basisOf } from '#renderer/reconciliation/matching/model/basis.ts';
import { sumsByCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { identitiesInSteps } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import { keyed } from '#renderer/reconciliation/matching/worker/keyed-decisions.ts';
import { amountsOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { depositsInScope } from '#renderer/reconciliation/payouts/model/deposits-in-scope.ts';
import { distinctCases } from '#renderer/reconciliation/payouts/model/payout-cases.ts';
import {
  type Payout,
  type PayoutLines,
  payoutsOf,
  rowsPayoutKey,
} from '#renderer/reconciliation/payouts/model/payouts.ts';
import type {
  BankDeposit,
  BankLines,
  CurrencyAmount,
  MonthMatch,
  MonthMatchQuery,
  OrderPayouts,
  OrderPayoutsQuery,
  PayoutsPage,
  PayoutsQuery,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import type { Days, ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  accountsOfStatement,
  isBank,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { isBalance, SPEAKS_OF_ORDERS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import {
  createStatementLines,
  type OwnLines,
} from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { type Pause, runTask } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayNumber, type LocalDate, monthOf } from '#shared/domain/dates.ts';
import { add, readFigure, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import { monthOrders } from './month-match.ts';
import { type KindLines, type OrderCase, type OrderCases, orderCases, payoutKeysOf } from './order-cases.ts';
import { type SettledPayouts, settlePayouts } from './settled-payouts.ts';
import { readSettlements } from './settlement-sums.ts';

/** From orders to the bank: payouts of all statements and of the rows, held against all lines of banks. */

type Dependencies = {
  readonly ledger: LedgerWithStatements;
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
  readonly pause: Pause;
};

/** All that the imported files tell, whatever the rows say. */
type PayoutSources = {
  /** Of the statements that were read: others may have come in meanwhile. */
  readonly revision: number;
  readonly payouts: readonly Payout[];
  readonly bank: OwnLines & { readonly identities: readonly string[] };
  readonly bankDays: readonly Days[];
  readonly kinds: readonly KindLines[];
  /** Of each kind the statements of its lines. */
  readonly filesOf: (kind: KindLines['kind'], line: number) => ImportedStatement | undefined;
  /** Accounts whose money goes to a balance first. */
  readonly balances: ReadonlySet<string>;
};

type CasesOfOrders = OrderCases & { readonly numbering: number };
type AskedWhole = Pick<PayoutsQuery, 'day' | 'tolerance'>;
type Whole = { readonly sources: PayoutSources; readonly held: SettledPayouts; readonly revision: number };

/** Long, for its parts share what was read. */
export function createPayouts({ ledger, store, answer, pause }: Dependencies) {
  const { statements, annotations } = ledger;
  const { ownLines } = createStatementLines(statements, pause);
  const lastSources = rememberLast<PayoutSources>();
  const lastHeld = rememberLast<SettledPayouts>();
  const lastCases = rememberLast<CasesOfOrders>();
  const lastSettlements = rememberLast<readonly Settlement[]>();

  const sources = (): Promise<PayoutSources> => {
    const revision = statements.revision();
    return lastSources(String(revision), async () => {
      const all = statements.list();
      const bank = await ownLines(all.filter(isBank));
      const scopes = bank.statements.map(scopeOfStatement);
      const scopeOf = (line: number) => scopes[bank.of[line] ?? 0] ?? '';
      const identities = await runTask(identitiesInSteps(bank.lines, scopeOf), pause);
      const others = all.filter((each) => !isBank(each));
      const byKind = new Map<ImportedStatement['kind'], OwnLines>();
      for (const kind of new Set(others.map((each) => each.kind))) {
        byKind.set(kind, await ownLines(others.filter((each) => each.kind === kind)));
      }
      return {
        revision,
        payouts: await runTask(payoutsOf([...byKind.values()].flatMap(linesByStatement)), pause),
        bank: { ...bank, identities },
        bankDays: bank.statements.flatMap(({ days }) => days ?? []),
        kinds: SPEAKS_OF_ORDERS.flatMap((kind) => {
          const own = byKind.get(kind);
          return own === undefined ? [] : [{ kind, ...own }];
        }),
        filesOf: (kind, line) => {
          const own = byKind.get(kind);
          return own?.statements[own.of[line] ?? 0];
        },
        balances: new Set(
          others
            .filter(({ kind }) => isBalance(kind))
            .flatMap((each) =>
              accountsOfStatement(each).map(({ canal, cuenta }) => accountKey(canal, cuenta)),
            ),
        ),
      };
    });
  };

  /** Payouts with their bank lines, of all accounts. */
  async function whole({ day, tolerance = DEFAULT_TOLERANCE }: AskedWhole): Promise<Whole> {
    const own = await sources();
    const { revision, numbering } = store();
    // A question that several share is asked in no slot: a newer one of either would give it up for both.
    const settlements = await lastSettlements(JSON.stringify([day, revision, numbering]), () =>
      answer(undefined, (rows) => readSettlements(rows, day)),
    );
    const said = annotations.revision();
    const key = JSON.stringify([own.revision, day, tolerance, revision, numbering, said]);
    const held = await lastHeld(key, () =>
      runTask(
        settlePayouts({
          ...own,
          settlements,
          today: dayNumber(day),
          tolerance,
          otherBusiness: new Set(annotations.of('no-channel').keys()),
          decisions: keyed(annotations.of('payout-decision')),
        }),
        pause,
      ),
    );
    return { sources: own, held, revision };
  }

  async function casesOfOrders(): Promise<CasesOfOrders & Pick<PayoutSources, 'filesOf'>> {
    const { revision: statementsRevision, kinds, filesOf } = await sources();
    for (;;) {
      const { revision, numbering } = store();
      const key = JSON.stringify([statementsRevision, revision, numbering, annotations.revision()]);
      const cases = await lastCases(key, () => {
        const decisions = keyed(annotations.of('match-decision'));
        const bases = annotations.of('statement-basis');
        return answer(undefined, function* (rows) {
          return {
            ...(yield* orderCases(rows, kinds, decisions, (each) => basisOf(each, bases))),
            numbering: rows.numbering,
          };
        });
      });
      // Orders are told by their numbers: where those changed meanwhile it is matched anew.
      if (cases.numbering === store().numbering) return { ...cases, filesOf };
    }
  }

  async function readPayouts({ scope, ...asked }: PayoutsQuery): Promise<PayoutsPage> {
    const { sources: own, held, revision } = await whole(asked);
    const days = own.bankDays;
    const isInScope = depositsInScope(held.payouts, scope);
    return {
      revision,
      payouts: held.payouts.filter((each) => isOf(each, scope)).toSorted(newestFirst),
      ofRows: held.ofRows.filter(({ canal, cuenta }) => inScope(scope, { Canal: canal, Cuenta: cuenta })),
      unexplained: bankLinesOf(held.unexplained.filter(isInScope)),
      noChannel: bankLinesOf(held.noChannel.filter(isInScope)),
      bankDays:
        days.length === 0
          ? null
          : {
              from: days.reduce(
                (first, { from }) => (from < first ? from : first),
                days[0]?.from as LocalDate,
              ),
              to: days.reduce((last, { to }) => (to > last ? to : last), days[0]?.to as LocalDate),
            },
    };
  }

  async function readOrderPayouts({ identity, ...asked }: OrderPayoutsQuery): Promise<OrderPayouts> {
    const { sources: own, held, revision } = await whole(asked);
    const { found } = await casesOfOrders();
    const rows = store();
    const columns = Object.keys(identity);
    const key = orderKeyReader({ columns })(columns.map((column) => identity[column] ?? null));
    const ofOrder = sumsOfOrder(rows, rows.rowsOfOrder(key));
    const number = rows.orders.find(key);
    const each = number < 0 ? undefined : found.get(number);
    const settlements = [...ofOrder.settlements].map(([settlement, amount]) => {
      const names = { settlement, canal: identity.Canal ?? '', cuenta: identity.Cuenta ?? '' };
      const of = held.ofRows.find((other) => rowsPayoutKey(other) === rowsPayoutKey(names));
      return { settlement, amount: toDecimal(amount), whole: of?.rentabilidad ?? toDecimal(amount), of };
    });
    const lines = each === undefined ? undefined : own.kinds.find(({ kind }) => kind === each.kind);
    const keys = new Set([
      ...(each === undefined || lines === undefined ? [] : payoutKeysOf(each, lines)),
      ...settlements.flatMap(({ of }) => of?.payouts ?? []),
    ]);
    return {
      revision,
      amount: toDecimal(ofOrder.amount),
      settlements: settlements.map(({ of: _, ...settlement }) => settlement),
      statement: each === undefined || each.case.lines.length === 0 ? null : caseView(own, each),
      hasStatements: own.kinds.length > 0,
      payouts: held.payouts.filter(
        ({ key }) => keys.has(key) || held.formerKeysOf(key).some((former) => keys.has(former)),
      ),
    };
  }

  async function readMonthMatch(input: MonthMatchQuery & InSlot): Promise<MonthMatch> {
    const { month, scope, slot } = input;
    const { sources: own, held, revision } = await whole(input);
    const { found } = await casesOfOrders();
    const orders = await answer(slot, (rows) => monthOrders(rows, found, { month, scope }));
    const payouts = held.payouts.filter(
      (each) =>
        each.day !== null && monthOf(each.day) === month && isOf(each, scope) && each.state !== 'beside',
    );
    const totalOf = (
      state: PayoutView['state'],
      amountsIn: (each: PayoutView) => readonly CurrencyAmount[],
    ) => {
      const those = payouts.filter((each) => each.state === state && !each.isExplained);
      return { payouts: those.length, sums: sumsByCurrency(distinctCases(those).flatMap(amountsIn)) };
    };
    return {
      revision,
      hasStatements: own.kinds.length > 0,
      ...orders,
      payouts: payouts.length,
      missing: totalOf('missing', (each) => [each]),
      short: totalOf('different', ({ differences }) => differences),
      waiting: totalOf('waiting', (each) => [each]),
    };
  }

  return { casesOfOrders, readPayouts, readOrderPayouts, readMonthMatch };
}

/** Whether a payout is of a scope; one that names no account is of all. */
const isOf = ({ accounts }: PayoutView, scope: AccountsScope | null): boolean =>
  accounts.length === 0 ||
  accounts.some(({ canal, cuenta }) => inScope(scope, { Canal: canal, Cuenta: cuenta }));

function newestFirst(one: PayoutView, other: PayoutView): number {
  const [a, b] = [one.day ?? '', other.day ?? ''];
  if (a !== b) return a < b ? 1 : -1;
  return one.key < other.key ? -1 : 1;
}

function bankLinesOf(deposits: readonly BankDeposit[]): BankLines {
  const open = deposits.filter(({ isExplained }) => !isExplained);
  return {
    lines: open.length,
    sums: sumsByCurrency(open),
    listed: deposits,
  };
}

/** The lines of each statement, as payouts are made of them. */
function linesByStatement({ statements, lines, of }: OwnLines): readonly PayoutLines[] {
  const own = statements.map((statement) => ({
    statementId: statement.id,
    kind: statement.kind,
    accounts: accountsOfStatement(statement),
    lines: [] as StatementLine[],
  }));
  for (const [at, line] of lines.entries()) own[of[at] ?? 0]?.lines.push(line);
  return own;
}

function caseView(own: PayoutSources, each: OrderCase): NonNullable<OrderPayouts['statement']> {
  const { kind, match, case: found } = each;
  return {
    kind,
    state: found.state,
    isExplained: found.isExplained,
    amounts: amountsOf(match, found),
    lines: found.lines.length,
    orders: found.orders.length,
    files: [...new Set(found.lines.flatMap((line) => own.filesOf(kind, line)?.name ?? []))],
  };
}

/** The sums of an order's rows, and those of each settlement of it. */
function sumsOfOrder(store: ColumnStore, rows: readonly number[]) {
  let amount = ZERO;
  const settlements = new Map<string, typeof ZERO>();
  for (const row of rows) {
    const own = readFigure(store.cell(row, 'Rentabilidad Marketplace') ?? '') ?? ZERO;
    amount = add(amount, own);
    const settlement = store.cell(row, 'N° de Liquidación') ?? '';
    if (settlement !== '') settlements.set(settlement, add(settlements.get(settlement) ?? ZERO, own));
  }
  return { amount, settlements };
}

type PayoutsOfCopy = { readonly chain: ReturnType<typeof createPayouts> };

export const readPayouts = question('readPayouts', {
  freshness: 'commits',
  answer: ({ chain }: PayoutsOfCopy, query: PayoutsQuery & InSlot) => chain.readPayouts(query),
});

export const readOrderPayouts = question('readOrderPayouts', {
  freshness: 'commits',
  answer: ({ chain }: PayoutsOfCopy, query: OrderPayoutsQuery & InSlot) => chain.readOrderPayouts(query),
});

export const readMonthMatch = question('readMonthMatch', {
  freshness: 'commits',
  answer: ({ chain }: PayoutsOfCopy, query: MonthMatchQuery & InSlot) => chain.readMonthMatch(query),
});
