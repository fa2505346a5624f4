import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { basisOf } from '#renderer/reconciliation/matching/model/basis.ts';
import { formerContent } from '#renderer/reconciliation/matching/model/former-identity.ts';
import { contentOf } from '#renderer/reconciliation/matching/model/match-line.ts';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { scopeOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { keyed } from './keyed-decisions.ts';
import type { createOtherParts } from './other-parts.ts';
import { type LookedAt, openCases, statementFindings } from './statement-findings.ts';

type Dependencies = {
  readonly ledger: LedgerWithStatements;
  readonly store: () => ColumnStore;
  readonly answerWhenIdle: <T>(start: (store: ColumnStore) => Task<T>) => Promise<T>;
  readonly pause: Pause;
  /** What other statements tell of the same orders. */
  readonly partsOf: ReturnType<typeof createOtherParts>;
};

/**
 * Looks for what imported statements leave open, one after another in idle moments; what was found of each is kept until the
 * rows, the tolerance or what was decided of matches change.
 */
export function createStatementFindings({ ledger, store, answerWhenIdle, pause, partsOf }: Dependencies) {
  const { statements, annotations } = ledger;
  const kept = new Map<string, ReturnType<typeof rememberLast<LookedAt['open']>>>();
  let decided: { readonly of: unknown; readonly nth: number } = { of: null, nth: 0 };

  const decisionsNow = () => {
    const of = annotations.of('match-decision');
    if (of.size > 0 && decided.of !== of) decided = { of, nth: decided.nth + 1 };
    return { decisions: keyed(of), key: of.size === 0 ? 0 : decided.nth };
  };
  const accepted = (): ReadonlySet<string> => acceptedStatements(annotations.of('exception'));

  async function look(statement: ImportedStatement, tolerance: Tolerance): Promise<LookedAt['open']> {
    const { id, kind } = statement;
    // A bank's lines are not of orders: they are held against payouts, and most of them are of other business.
    if (kind === 'bank') return null;
    const { decisions, key } = decisionsNow();
    const { revision, numbering } = store();
    const remember = kept.get(id) ?? rememberLast<LookedAt['open']>();
    kept.set(id, remember);
    const isAccepted = accepted().has(statement.digest);
    // Beside what is known of it: what the user says decides where its numbers are looked for.
    const whose = [scopeOfStatement(statement), statement.account ?? null];
    const basis = basisOf(statement, annotations.of('statement-basis'));
    const parts = await partsOf(new Set([id]));
    const others = parts.map(({ identity }) => identity);
    return remember(
      JSON.stringify([tolerance, revision, numbering, key, isAccepted, whose, basis, others]),
      async () => {
        try {
          const own = await statements.lines(id, pause);
          // An order that is paid over several settlements is one case, of whichever of them it is asked.
          const lines = [...own, ...parts.map(({ line }) => line)];
          const options = { tolerance, decisions, statement, isAccepted, basis };
          return await answerWhenIdle((rows) => openCases(rows, lines, options));
        } catch (error) {
          if (error instanceof CorruptLedgerError) return 'damaged';
          throw error;
        }
      },
    );
  }

  return async ({
    scope,
    tolerance,
  }: {
    readonly scope: AccountsScope | null;
    readonly tolerance: Tolerance;
  }): Promise<readonly Finding[]> => {
    const all = statements.list().toReversed();
    for (const id of kept.keys()) if (!all.some((each) => each.id === id)) kept.delete(id);
    const looked: LookedAt[] = [];
    for (const statement of all) looked.push({ statement, open: await look(statement, tolerance) });
    return statementFindings(looked, scope);
  };
}

/** Digests of the statements of which something was said in the queue. */
export function acceptedStatements(records: Annotations<'exception'>): ReadonlySet<string> {
  return new Set([...records.values()].flatMap(({ finding }) => finding.subject.statement ?? []));
}

const LINES_AT_ONCE = 2000;

/**
 * The digest of a statement, by what it says: the same whatever its file is called, or however it is written and laid
 * out. `former`: as it was told until lines were known by their values.
 */
export async function digestsOf(
  { kind, lines }: StatementReading,
  pause: Pause,
): Promise<{ readonly digest: string; readonly former: string }> {
  const [evidence, former] = [createEvidence(), createEvidence()];
  evidence.add(kind);
  former.add(kind);
  for (const [at, line] of lines.entries()) {
    evidence.add(contentOf(line));
    former.add(formerContent(line));
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause();
  }
  return { digest: evidence.value(), former: former.value() };
}
