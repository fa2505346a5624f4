import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Basis } from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchDecision } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { MatchCase } from '#renderer/reconciliation/matching/model/match-work.ts';
import {
  type LinesOfStatements,
  matchGroups,
} from '#renderer/reconciliation/matching/worker/match-groups.ts';
import type { StatementMatch } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { payoutKeyOf } from '#renderer/reconciliation/payouts/model/payouts.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  accountsOfStatement,
  type StatementOwner,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The part of an order in the statements of one kind. */
export type OrderCase = {
  readonly kind: StatementKind;
  readonly match: StatementMatch;
  readonly case: MatchCase;
};

export type KindLines = LinesOfStatements & {
  readonly kind: StatementKind;
  readonly lines: readonly StatementLine[];
};

const EXACTLY = { absolute: '0' as Decimal, percent: '0' as Decimal };

export type OrderCases = {
  /** Of each order, by its number in the store, the case that it is in: of the first kind that holds it. */
  readonly found: ReadonlyMap<number, OrderCase>;
  /** Lines that no order was found for. */
  readonly alone: readonly OrderCase[];
};

/** The cases of all orders and lines. Kinds are matched one by one, for each names orders by a number of its own. */
export function* orderCases(
  store: ColumnStore,
  kinds: readonly KindLines[],
  decisions: readonly MatchDecision[],
  basisOf: (statement: StatementOwner) => Basis,
): Task<OrderCases> {
  const alone: OrderCase[] = [];
  const found = new Map<number, OrderCase>();
  for (const { kind, ...own } of kinds) {
    const match = yield* matchGroups(store, own, { tolerance: EXACTLY, decisions, basisOf });
    for (const each of match.cases) {
      if (each.orders.length === 0) alone.push({ kind, match, case: each });
      for (const at of each.orders) {
        const order = match.numbers[at] ?? -1;
        const known = found.get(order);
        const isBetter = known === undefined || (known.case.lines.length === 0 && each.lines.length > 0);
        if (isBetter) found.set(order, { kind, match, case: each });
      }
    }
    yield;
  }
  return { found, alone };
}

/** The payouts that the lines of a case are part of. */
export function payoutKeysOf(
  { kind, case: own }: OrderCase,
  { lines, statements, of }: LinesOfStatements & Pick<KindLines, 'lines'>,
): readonly string[] {
  const keys = own.lines.flatMap((at) => {
    const [line, statement] = [lines[at], statements[of[at] ?? 0]];
    if (line === undefined || statement === undefined) return [];
    return payoutKeyOf(kind, line, accountsOfStatement(statement)) ?? [];
  });
  return [...new Set(keys)];
}
