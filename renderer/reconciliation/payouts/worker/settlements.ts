import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { InSlot, PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type {
  SettlementsPage,
  SettlementsQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { add, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { inScope } from '#shared/domain/selection.ts';
import { readSettlements as readAllSettlements } from './settlement-sums.ts';

type Dependencies = {
  /** The rows that are shown. */
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
};

/** Settlements of the rows and what the marketplaces owe in them, over one open copy. */
export function createSettlements({ store, answer }: Dependencies) {
  const lastSettlements = rememberLast<readonly Settlement[]>();
  return async ({
    scope,
    day,
    offset,
    limit,
    slot,
  }: SettlementsQuery & PageRange & InSlot): Promise<SettlementsPage> => {
    const { revision, numbering } = store();
    const all = await lastSettlements(JSON.stringify([day, revision, numbering]), () =>
      answer(slot, (rows) => readAllSettlements(rows, day)),
    );
    const own = all
      .filter(({ canal, cuenta }) => scope === null || inScope(scope, { Canal: canal, Cuenta: cuenta }))
      .toSorted((one, other) => compareTexts(other.lastPurchase ?? '', one.lastPurchase ?? ''));
    return {
      revision,
      total: own.length,
      offset,
      settlements: own.slice(offset, offset + limit),
      owed: owedOf(own),
    };
  };
}

/** By account, what is owed in all of its settlements. */
function owedOf(settlements: readonly Settlement[]) {
  const accounts = new Map<string, { canal: string; cuenta: string; owed: Scaled; rows: number }>();
  for (const { canal, cuenta, owed, pendingRows } of settlements) {
    const key = accountKey(canal, cuenta);
    const own = accounts.get(key) ?? { canal, cuenta, owed: ZERO, rows: 0 };
    accounts.set(key, { ...own, owed: add(own.owed, fromDecimal(owed)), rows: own.rows + pendingRows });
  }
  return [...accounts.values()].map((own) => ({ ...own, owed: toDecimal(own.owed) }));
}

export const readSettlements = question('readSettlements', {
  freshness: 'commits',
  answer: (
    { settlements }: { readonly settlements: ReturnType<typeof createSettlements> },
    query: SettlementsQuery & PageRange & InSlot,
  ) => settlements(query),
});
