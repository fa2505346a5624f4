import type { Days, ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { lineIdentities } from '#renderer/reconciliation/statements/model/overlaps.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  mayBeOneScope,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { type Pause, runTask } from '#shared/base/tasks.ts';
import type { StatementStore } from './statement-store.ts';

/** Lines of several imports, each once: a line that a later one has too is the earlier one's. */
export type OwnLines = {
  readonly statements: readonly ImportedStatement[];
  readonly lines: readonly StatementLine[];
  /** By line, the place of its statement. */
  readonly of: Uint16Array;
};

export const daysMeet = (one: Days, other: Days): boolean => one.from <= other.to && other.from <= one.to;
/** Whether two imports may have lines in common: what two banks, or two accounts, tell alike happened twice. */
export const mayShare = (one: Sharing, other: Sharing): boolean =>
  one.kind === other.kind &&
  mayBeOneScope(scopeOfStatement(one), scopeOfStatement(other)) &&
  (one.days === null || other.days === null || daysMeet(one.days, other.days));
type Sharing = Pick<ImportedStatement, 'kind' | 'layout' | 'account' | 'accounts' | 'bankAccount' | 'days'>;

export function createStatementLines(statements: Pick<StatementStore, 'lines'>, pause: Pause) {
  function identitiesOf(kind: StatementKind, lines: readonly StatementLine[]): Promise<string[]> {
    return runTask(lineIdentities(kind, lines), pause);
  }

  /** @param wanted the newest first */
  async function ownLines(wanted: readonly ImportedStatement[]): Promise<OwnLines> {
    const lines: StatementLine[] = [];
    const of: number[] = [];
    const known = new Map<string, ImportedStatement[]>();
    for (const [place, statement] of [...wanted.entries()].reverse()) {
      const read = await statements.lines(statement.id, pause);
      const isShared = wanted.some((other) => other !== statement && mayShare(other, statement));
      const identities = isShared ? await identitiesOf(statement.kind, read) : null;
      for (const [at, line] of read.entries()) {
        const identity = identities?.[at];
        if (identity !== undefined) {
          const holders = known.get(identity) ?? [];
          if (holders.some((other) => other !== statement && mayShare(other, statement))) continue;
          known.set(identity, [...holders, statement]);
        }
        // The cells are evidence of the file, and of no use here.
        lines.push({ ...line, cells: [] });
        of.push(place);
      }
    }
    return { statements: wanted, lines, of: Uint16Array.from(of) };
  }
  return { identitiesOf, ownLines };
}
