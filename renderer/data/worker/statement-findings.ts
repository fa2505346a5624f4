import type { ExceptionsQuery } from '#renderer/data/api/exceptions.ts';
import type { ImportedStatement } from '#renderer/data/api/statements.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { createEvidence } from '#renderer/data/engine/exceptions/evidence.ts';
import {
  type LookedAt,
  openCases,
  statementFindings,
} from '#renderer/data/engine/exceptions/statement-findings.ts';
import type { Pause } from '#renderer/data/files/streams/encode-slices.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { contentOf } from '#shared/domain/matching/match-line.ts';
import type { StatementReading } from '#shared/domain/statements/statement.ts';
import { rememberLast } from './remember-last.ts';

type Dependencies = {
  readonly ledger: Ledger;
  readonly store: () => ColumnStore;
  readonly answerWhenIdle: <T>(start: (store: ColumnStore) => CooperativeTask<T>) => Promise<T>;
  readonly pause: Pause;
};

/**
 * Looks for what imported statements leave open, one after another in idle moments; what was found of each is kept until the
 * rows, the tolerance or what was decided of matches change.
 */
export function createStatementFindings({ ledger, store, answerWhenIdle, pause }: Dependencies) {
  const { statements, annotations } = ledger;
  const kept = new Map<string, ReturnType<typeof rememberLast<LookedAt['open']>>>();
  let decided: { readonly of: unknown; readonly nth: number } = { of: null, nth: 0 };

  const decisionsNow = () => {
    const of = annotations.of('match-decision');
    if (of.size > 0 && decided.of !== of) decided = { of, nth: decided.nth + 1 };
    return { decisions: [...of.values()], key: of.size === 0 ? 0 : decided.nth };
  };

  async function look(
    { id, kind }: ImportedStatement,
    tolerance: ExceptionsQuery['tolerance'],
  ): Promise<LookedAt['open']> {
    // A bank's lines are not of orders: they are held against payouts, and most of them are of other business.
    if (kind === 'bank') return null;
    const { decisions, key } = decisionsNow();
    const { revision, numbering } = store();
    const remember = kept.get(id) ?? rememberLast<LookedAt['open']>();
    kept.set(id, remember);
    return remember(JSON.stringify([tolerance, revision, numbering, key]), async () => {
      try {
        const lines = await statements.lines(id, pause);
        return await answerWhenIdle((rows) => openCases(rows, lines, { tolerance, decisions }));
      } catch (error) {
        if (error instanceof CorruptLedgerError) return 'damaged';
        throw error;
      }
    });
  }

  return async ({
    scope,
    tolerance,
  }: Pick<ExceptionsQuery, 'scope' | 'tolerance'>): Promise<readonly Finding[]> => {
    const all = statements.list().toReversed();
    for (const id of kept.keys()) if (!all.some((each) => each.id === id)) kept.delete(id);
    const looked: LookedAt[] = [];
    for (const statement of all) looked.push({ statement, open: await look(statement, tolerance) });
    return statementFindings(looked, scope);
  };
}

const LINES_AT_ONCE = 2000;

/** What tells a statement from all others by what it says: the same whatever its file is called, or however it is laid out. */
export async function digestOf({ kind, lines }: StatementReading, pause: Pause): Promise<string> {
  const evidence = createEvidence();
  evidence.add(kind);
  for (const [at, line] of lines.entries()) {
    evidence.add(contentOf(line));
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause();
  }
  return evidence.value();
}
