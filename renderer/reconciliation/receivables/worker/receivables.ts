import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import type { InSlot, PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import type { ReleaseLines } from '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts';
import { statementDays } from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import type { ReceivableBook } from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import {
  accountLines,
  type ReceivableOrdersPage,
  type ReceivableOrdersQuery,
  type ReceivablesPage,
  type ReceivablesQuery,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { compareTexts } from '#shared/base/fold.ts';
import type { Task } from '#shared/base/tasks.ts';
import { inScope } from '#shared/domain/selection.ts';
import { overdueFindings } from './overdue-findings.ts';
import { readBook } from './read-book.ts';
import { readOrdersBehind } from './receivable-orders.ts';

type Dependencies = {
  readonly statements: Pick<StatementStore, 'revision'>;
  readonly releaseLines: ReleaseLines;
  /** The rows that are shown. */
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
  /** For what nobody waits for. */
  readonly answerWhenIdle: <T>(start: (store: ColumnStore) => Task<T>) => Promise<T>;
};

/** Receivables of the rows and of what imported statements say of their orders, over one open copy. */
export function createReceivables({ statements, releaseLines, store, answer, answerWhenIdle }: Dependencies) {
  const lastFindings = rememberLast<readonly Finding[]>();
  const lastBook = rememberLast<ReceivableBook>();

  async function bookOf(slot: string | undefined): Promise<ReceivableBook> {
    // Of the statements that are read now: others may come in meanwhile.
    const ofStatements = statements.revision();
    const lines = await releaseLines();
    const { revision, numbering } = store();
    return lastBook(JSON.stringify([ofStatements, revision, numbering]), () =>
      answer(slot, function* (rows) {
        return (yield* readBook(rows, yield* statementDays(rows, lines))).book;
      }),
    );
  }

  return {
    /** Overdue payouts in the accounts of a scope. */
    async findings({ scope, today }: Omit<ReceivablesQuery, 'month'>): Promise<readonly Finding[]> {
      const ofStatements = statements.revision();
      const lines = await releaseLines('leave-out');
      const { revision, numbering } = store();
      const key = JSON.stringify([ofStatements, revision, numbering, today]);
      const all = await lastFindings(key, () =>
        answerWhenIdle(function* (rows) {
          const read = yield* readBook(rows, yield* statementDays(rows, lines));
          return yield* overdueFindings(rows, read, today);
        }),
      );
      return all.filter(
        ({ subject: { Canal = '', Cuenta = '' } }) => scope === null || inScope(scope, { Canal, Cuenta }),
      );
    },

    async page({ scope, month, today, slot }: ReceivablesQuery & InSlot): Promise<ReceivablesPage> {
      const book = await bookOf(slot);
      const lines = accountLines(book, { month, today })
        .filter((line) => line !== null)
        .filter(({ canal, cuenta }) => scope === null || inScope(scope, { Canal: canal, Cuenta: cuenta }))
        .toSorted(
          (one, other) => compareTexts(one.canal, other.canal) || compareTexts(one.cuenta, other.cuenta),
        );
      return { revision: store().revision, month, lines };
    },

    async orders(query: ReceivableOrdersQuery & PageRange & InSlot): Promise<ReceivableOrdersPage> {
      const lines = await releaseLines();
      const { revision } = store();
      const found = await answer(query.slot, function* (rows) {
        return yield* readOrdersBehind(rows, yield* readBook(rows, yield* statementDays(rows, lines)), query);
      });
      return { revision, ...found };
    },
  };
}

type Copy = { readonly receivables: ReturnType<typeof createReceivables> };

// Statements, too, say when money comes.
export const readReceivables = question('readReceivables', {
  freshness: 'commits-and-metadata',
  answer: ({ receivables }: Copy, query: ReceivablesQuery & InSlot) => receivables.page(query),
});

export const readReceivableOrders = question('readReceivableOrders', {
  freshness: 'commits-and-metadata',
  answer: ({ receivables }: Copy, query: ReceivableOrdersQuery & PageRange & InSlot) =>
    receivables.orders(query),
});
